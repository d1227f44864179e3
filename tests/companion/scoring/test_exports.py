"""What is handed to other programs: a table for spreadsheets, and a play file of BG Stats.

The form of the play file is held by the structs below. They have the keys and types of files that
BG Stats itself writes, and no others; docs/night.md says where that form is documented.
"""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from companion.model.night import Corrected, Night
from companion.model.past import GameResult, SeatResult
from companion.scoring.nights import nights
from companion.scoring.play_file import play_file
from companion.scoring.tables import HEAD, csv_text

AT = datetime(2026, 11, 20, 19, 30, tzinfo=UTC).timestamp()


class Entry(Struct, forbid_unknown_fields=True, kw_only=True):
    uuid: UUID
    id: int
    name: str
    modificationDate: str


class Person(Entry, forbid_unknown_fields=True, kw_only=True):
    isAnonymous: bool
    metaData: str
    bggUsername: str = ""


class GameEntry(Entry, forbid_unknown_fields=True, kw_only=True):
    cooperative: bool
    highestWins: bool
    noPoints: bool
    usesTeams: bool
    bggId: int
    bggYear: int


class Score(Struct, forbid_unknown_fields=True, kw_only=True):
    score: str
    winner: bool
    newPlayer: bool
    startPlayer: bool
    playerRefId: int
    rank: int
    seatOrder: int
    role: str = ""
    team: str = ""


class Play(Struct, forbid_unknown_fields=True, kw_only=True):
    uuid: UUID
    modificationDate: str
    entryDate: str
    playDate: str
    playDateYmd: int
    durationMin: int
    ignored: bool
    manualWinner: bool
    rounds: int
    usesTeams: bool
    gameRefId: int
    locationRefId: int
    scoringSetting: int
    playImages: str
    playerScores: list[Score]
    board: str = ""
    comments: str = ""


class Me(Struct, forbid_unknown_fields=True):
    meRefId: int


class PlayFile(Struct, forbid_unknown_fields=True, kw_only=True):
    about: str
    players: list[Person]
    locations: list[Entry]
    games: list[GameEntry]
    plays: list[Play]
    userInfo: Me = field(default_factory=lambda: Me(1))


def a_night() -> Night:
    marbles = (
        SeatResult(0, ("A",), 0, "=Anna", "", True, 1, 20, 100.0, 4, 4, 0, 1, 3, 2, 0, 4),
        SeatResult(1, ("D",), 1, "", "good", False, 2, 20, 30.0, 2, 4, 40, 0, 2, 3, 1, 6, True),
        SeatResult(2, ("E",), 2, "", "", False, 3, 19, 190.0, 1, 4, 99, 0, 0, 0, 0, 6),
    )
    race = (
        SeatResult(0, ("A",), 0, "max", "", True, 1, 9, 9.0),
        SeatResult(1, ("B",), 1, "=Anna", "", False, 2, 9, 9.0),
    )
    two = (
        GameResult("g1", 1, "fast_track", "classic", "hex", AT, AT + 1500, 59, True, True, marbles),
        GameResult(
            "g2", 2, "racepack", "racepack", "tiles", AT + 1800, AT + 2400, 30, True, True, race
        ),
    )
    return nights(two, (), AT + 3600)[0]


@pytest.fixture
def told() -> dict[str, Any]:
    utc = lambda at: datetime.fromtimestamp(at, UTC)  # noqa: E731
    return play_file(a_night(), "Trackside", str.title, lambda seat: f"seat {seat.seat}", utc)


def test_a_play_file_has_the_form_that_bg_stats_documents(told: dict[str, Any]) -> None:
    read = msgspec.json.decode(json.dumps(told), type=PlayFile)
    assert read.about.startswith("This is a Play file that can be read by Board Game Stats.")
    for entries in (read.players, read.locations, read.games):
        assert (
            len({one.id for one in entries}) == len({one.uuid for one in entries}) == len(entries)
        )
    games, people = {g.id: g for g in read.games}, {p.id: p for p in read.players}
    places = {one.id for one in read.locations}
    for play in read.plays:
        assert datetime.strptime(play.playDate, "%Y-%m-%d %H:%M:%S")
        assert play.playDateYmd == int(play.playDate[:10].replace("-", ""))
        assert play.locationRefId in places
        assert {score.playerRefId for score in play.playerScores} <= people.keys()
    assert [(games[p.gameRefId].name, games[p.gameRefId].noPoints) for p in read.plays] == [
        ("Fast_Track", False),
        ("Racepack", True),
    ]


def test_people_bots_and_those_without_a_name_are_told_apart(told: dict[str, Any]) -> None:
    read = msgspec.json.decode(json.dumps(told), type=PlayFile)
    people = {p.id: "" if p.isAnonymous else p.name for p in read.players}
    npc = [p.name for p in read.players if json.loads(p.metaData) == {"isNpc": 1}]
    assert npc == ["seat 1"]
    first, second = (
        [(people[s.playerRefId], s.role, s.score, s.rank, s.winner) for s in p.playerScores]
        for p in read.plays
    )
    assert first == [
        ("=Anna", "", "4", 1, True),
        ("seat 1", "", "2", 2, False),
        ("", "seat 2", "1", 3, False),
    ]
    assert [s.startPlayer for s in read.plays[0].playerScores] == [False, True, False]
    assert [(name, score) for name, _, score, _, _ in second] == [("max", ""), ("=Anna", "")]
    assert [(p.durationMin, p.playDate, p.board) for p in read.plays] == [
        (25, "2026-11-20 19:55:00", "classic"),
        (10, "2026-11-20 20:10:00", ""),
    ]


def test_the_same_night_is_told_with_the_same_ids(told: dict[str, Any]) -> None:
    again = play_file(a_night(), "Trackside", str.title, lambda seat: "", datetime.fromtimestamp)
    assert [one["uuid"] for one in again["plays"]] == [one["uuid"] for one in told["plays"]]
    assert len({one["uuid"] for one in told["plays"]}) == 2


def test_a_corrected_play_is_newer_than_the_one_that_was_taken_in(told: dict[str, Any]) -> None:
    night = a_night()
    line = Corrected(AT + 90_000, "host", 0, "name", "=Anna", "Anna")
    games = (replace(night.games[0], lines=(line,)), night.games[1])
    utc = lambda at: datetime.fromtimestamp(at, UTC)  # noqa: E731
    since = play_file(replace(night, games=games), "Trackside", str.title, lambda seat: "", utc)
    before, after = ([p["modificationDate"] for p in one["plays"]] for one in (told, since))
    assert after == ["2026-11-21 20:30:00", before[1]]
    assert [p["playDate"] for p in since["plays"]] == [p["playDate"] for p in told["plays"]]
    assert {p["modificationDate"] for p in since["players"]} == {after[0]}


def test_the_table_has_a_line_a_seat_and_no_formula() -> None:
    lines = list(csv.DictReader(io.StringIO(csv_text(a_night()))))
    assert len(lines) == 5
    assert tuple(lines[0]) == HEAD
    known = (
        "game",
        "started",
        "player",
        "place",
        "won",
        "points",
        "home",
        "took",
        "seconds_a_turn",
    )
    assert [lines[0][key] for key in known] == [
        *("1", "2026-11-20T19:30:00Z", "'=Anna", "1", "1", "3", "4", "3", "5.0"),
    ]
    assert [lines[3][key] for key in ("rules", "player", "home", "took")] == [
        "racepack",
        "max",
        "",
        "",
    ]
