"""All games of a board, read back beside the journal that is being written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import JournalError
from companion.games.packs import PACKS
from companion.model.past import GameResult
from companion.model.players import Player
from companion.service.game_archive import GameArchive
from companion.store.journal import SqlJournal
from companion.store.reached import reached
from engine.registry import REGISTRY

Opener = Callable[..., SqlJournal]
TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}


def archive_of(journal: SqlJournal, way: str = "1") -> GameArchive:
    return GameArchive(journal.archive(way), REGISTRY, PACKS)


def test_the_games_of_this_board_are_listed_newest_first(opener: Opener) -> None:
    journal, other = opener(), opener("b2")
    for n in range(2):
        journal.open_game({**TWO, "names": ["Anna", f"Max {n}"]}, {})
        journal.append("action", "card:6", {"seat": 0})
        journal.append("action", "Ap-A9", {"seat": 0})
    other.open_game(TWO, {})
    games = archive_of(journal).games()
    assert [(g.number, g.moves, g.closed, g.seats[1].name) for g in games] == [
        (2, 1, False, "Max 1"),
        (1, 1, True, "Max 0"),
    ]
    record = archive_of(journal).record(games[1].id)
    assert record is not None
    assert [row.text for row in record.rows] == ["", "card:6", "Ap-A9", ""]
    assert archive_of(other).record(games[1].id) is None


def test_a_result_is_kept_until_its_game_has_new_rows_or_is_read_another_way(
    opener: Opener,
) -> None:
    journal = opener()
    journal.open_game(TWO, {})
    kept = journal.archive("1")
    archive = GameArchive(kept, REGISTRY, PACKS)
    assert [g.moves for g in archive.games()] == [0]
    ((game, (seq, made)),) = kept.results().items()
    kept.keep(
        GameResult(**{f: getattr(made, f) for f in made.__struct_fields__} | {"moves": 99}), 1
    )
    assert (seq, [g.moves for g in archive.games()]) == (1, [99])  # as kept, not worked out
    assert [g.moves for g in archive_of(journal, "2").games()] == [0]
    journal.append("action", "card:6", {"seat": 0})
    journal.append("action", "Ap-A9", {"seat": 0})
    assert [(g.id, g.moves) for g in archive.games()] == [(game, 1)]


def test_the_past_is_told_where_nothing_can_be_kept(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalError("The journal cannot be used: database or disk is full.")

    journal = opener()
    journal.open_game(TWO, {})
    journal.append("action", "card:6", {"seat": 0})
    kept = journal.archive("1")
    monkeypatch.setattr(kept, "keep", full)
    archive = GameArchive(kept, REGISTRY, PACKS)
    assert [game.number for game in archive.games()] == [1]
    assert kept.results() == {}


def test_a_writer_does_not_wait_for_whoever_reads(opener: Opener) -> None:
    journal = opener()
    journal.open_game(TWO, {})
    archive = journal.archive("1")
    with reached(archive._reading) as reader:
        reader.exec_driver_sql("SELECT count(*) FROM actions")
        assert journal.append("action", "card:6", {"seat": 0}) == 2


def test_a_game_that_cannot_be_read_stands_in_the_list_and_is_tried_again(opener: Opener) -> None:
    journal = opener()
    journal.open_game({"game": "no such game"}, {})
    journal.open_game(TWO, {})
    archive = journal.archive("1")
    told = GameArchive(archive, REGISTRY, PACKS).games()
    assert [bool(game.why) for game in told] == [False, True]
    assert set(archive.results()) == {told[0].id}


def test_the_score_book_and_its_people_belong_to_one_board(opener: Opener) -> None:
    mine, other = opener().archive("1").scores, opener("b2").archive("1").scores
    mine.write(1.5, "Anna", "correct", [{"was": "1"}, {"was": "2"}])
    mine.write(2.5, "", "end", [{"after": 3}])
    mine.keep("lea", Player("Lea", "C", "hint", 1), "lea")
    other.keep("lea", Player("Léa"), "lea")
    assert [(m.at, m.who, m.kind, m.data) for m in mine.marks()] == [
        (1.5, "Anna", "correct", {"was": "1"}),
        (1.5, "Anna", "correct", {"was": "2"}),
        (2.5, "", "end", {"after": 3}),
    ]
    assert other.marks() == ()
    assert mine.players() == {"lea": Player("Lea", "C", "hint", 1)}
    assert (mine.forget("lea"), mine.forget("lea"), len(other.players())) == (True, False, 1)
