"""Recorded games move by move, their win curve, and the record that leads to the same game."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import msgspec
import pytest
from by_path import module_of
from recorded import GAMES, TWO, Played

from companion.games.packs import PACKS
from companion.model.message import Message
from companion.model.replay import Replay
from companion.play import records
from companion.play.curves import curve, decided, turning_points
from companion.play.watching import line_of, position_at, watched
from companion.wood.marbles import expected_holes
from companion.wood.seating import seat
from companion.words import render
from engine.bots.curve import win_chances
from engine.errors import IllegalAction
from engine.game import OVER
from engine.registry import REGISTRY, RULES_REVISION


def replay_of(played: Played) -> Replay:
    return watched(REGISTRY, played.pack, played.record)


def data_of(played: Played) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(records.written(REGISTRY, PACKS, played.record)))
    return data


@pytest.mark.parametrize("name", GAMES)
def test_every_move_shows_the_position_in_which_the_next_one_was_made(name: str) -> None:
    played = Played(GAMES[name]).on(120)
    replay, line = replay_of(played), line_of(REGISTRY, played.pack, played.record)
    assert replay.last == len(line.moves) > 20
    seating = seat(line.game.game.seating, line.first.board)
    for number in (0, 1, replay.last // 2, replay.last):
        stands = position_at(line, number)
        assert replay.stands[number].holes == expected_holes(seating, stands.occupancy())
    assert position_at(line, replay.last) == played.game.position
    with pytest.raises(IllegalAction):
        position_at(line, replay.last + 1)
    said = [render(text) for one in replay.stands for text in (one.told, one.said)]
    assert not [text for text in said if text.startswith("replay.") or "{" in text]


def test_a_game_that_cannot_be_read_to_its_end_stops_at_its_last_good_move() -> None:
    played = Played(TWO).on(60)
    whole = replay_of(played)
    rows = list(played.record.rows)
    at = next(n for n, row in enumerate(rows) if n > 40 and row.kind == "action")
    rows[at] = msgspec.structs.replace(rows[at], text="A1-Z9")
    torn = msgspec.structs.replace(played.record, rows=tuple(rows), closed=True)
    replay = watched(REGISTRY, played.pack, torn)
    assert 0 < replay.last < whole.last
    assert replay.stands == whole.stands[: replay.last + 1]
    assert "A1-Z9" in replay.why
    assert whole.why == ""


def test_a_capture_is_told_with_both_names_and_the_hole_it_went_to() -> None:
    played = Played({**TWO, "names": ["Anna", "Max"]}).on(1500)
    takes = [one for one in replay_of(played).stands if one.took]
    assert takes
    first = takes[0]
    assert render(first.told) in ("Anna takes Max.", "Max takes Anna.")
    assert first.moves
    assert all(hole[1] == "p" for hole in first.sent)
    assert len(first.sent) == len(first.took)


def test_what_was_taken_back_is_not_watched() -> None:
    played = Played(TWO).on(60)
    before = replay_of(played)
    played.game.undo(4, random.Random(3))
    after = replay_of(played)
    assert after.last < before.last
    assert [s.action for s in after.stands] == [s.action for s in before.stands[: after.last + 1]]


def test_marbles_that_were_set_otherwise_are_a_move_and_stand_in_the_record() -> None:
    played = Played(TWO).on(40)
    before = position_at(line_of(REGISTRY, played.pack, played.record), 2)
    played.game.edit(before, step=True)
    played.on(20)
    replay = replay_of(played)
    (set_anew,) = [one for one in replay.stands if one.action == "edit"]
    assert (set_anew.seat, render(set_anew.told)) == (None, "The marbles were set.")
    assert render(set_anew.said) == "The marbles were set."
    assert set_anew.holes == replay.stands[2].holes
    read = records.read(REGISTRY, PACKS, data_of(played), "r1", RULES_REVISION)
    assert watched(REGISTRY, played.pack, read).stands[1:] == replay.stands[1:]


def test_no_replay_tells_what_a_hand_holds() -> None:
    played = Played({**TWO, "hands": "virtual"}).on(40)
    told = str(replay_of(played))
    assert "hand" not in told
    assert "deck" not in told


# ------------------------------------------------------------------------------------- the curve


def test_the_curve_has_the_public_chances_in_whole_percent() -> None:
    played = Played({**TWO, "hands": "virtual"}).on(100)
    line = line_of(REGISTRY, played.pack, played.record)
    drawn = curve(line.positions)
    assert len(drawn) == len(line.positions)
    chances = win_chances(line.positions[30])
    assert chances is not None
    assert drawn[30] == tuple(round(100 * one) for one in chances)
    assert drawn[30] == curve([line.positions[30].public()])[0]
    assert max(map(max, drawn)) <= 99  # nobody has won


def test_a_race_has_a_curve_by_its_score() -> None:
    drawn = replay_of(Played(GAMES["racepack"]).on(60)).curve
    assert len(set(drawn)) > 10
    assert all(97 <= sum(one) <= 103 for one in drawn)


def test_a_game_whose_score_tells_nothing_of_the_end_has_no_curve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Played(GAMES["racepack"]).on(20)
    monkeypatch.setattr(type(played.game.position), "steepness", None)
    assert replay_of(played).curve == ()


def test_at_most_three_turning_points_are_told_and_the_end_is_none_of_them() -> None:
    names = [Message("replay.team.1", {"p": "Anna"}), Message("replay.team.1", {"p": "Max"})]
    first = (50, 80, 30, 31, 30, 30, 55, 55, 55, 55, 40, 40, 40, 40, 60, 0)
    line = [(one, 100 - one) for one in first]
    found = turning_points(line, names)
    assert [one.number for one in found] == [2, 6, 14]
    assert render(found[0].message) == "Max goes ahead of Anna."
    assert turning_points([(50, 50)] * 9, names) == ()


def test_the_move_that_decided_is_where_the_winner_s_chance_rose_most() -> None:
    """Also where no move changed much at once; a leap of somebody who lost is none."""
    names = [Message("replay.team.1", {"p": one}) for one in ("Anna", "Max", "Dora")]
    line = [(30, 40, 30), (34, 37, 29), (20, 60, 20), (29, 52, 19), (33, 47, 20), (100, 0, 0)]
    found = decided(line, names)
    assert found is not None
    assert found.number == 3
    assert render(found.message) == "Anna's chance: from 20 to 29 %."
    assert [one.number for one in turning_points(line[:2] + line[3:], names)] == [2, 3]
    assert decided(line[:-1], names) is None, "nobody has won"
    found = decided([(40, 50, 10), (0, 85, 15), (9, 80, 11), (100, 0, 0)], names)
    assert found is not None
    assert render(found.message) == "Anna's chance: from under 1 to 9 %."
    calm = [(30, 40, 30), (33, 38, 29), (36, 35, 29), (100, 0, 0)]
    assert decided(calm, names) is None
    assert turning_points(calm, names) == ()


def test_marbles_set_by_hand_are_no_turning_point() -> None:
    """Whoever puts a board right has played nothing, however much that changes."""
    names = [Message("replay.team.1", {"p": one}) for one in ("Anna", "Max")]
    line = [(50, 50), (90, 10), (96, 4), (97, 3), (100, 0)]
    found = decided(line, names, {1})
    assert found is not None
    assert found.number == 2
    assert [one.number for one in turning_points(line, names, {1})] == [2]
    assert decided(line, names, {1, 2, 3}) is None
    assert turning_points(line, names, {1, 2, 3}) == ()


def test_a_larger_shift_beside_the_move_that_decided_is_told_too() -> None:
    """A smaller one there is not, nor one beside that larger one."""
    names = [Message("replay.team.1", {"p": one}) for one in ("Anna", "Max", "Dora")]
    calm = [(30, 40, 30)] * 4
    fall = [(10, 60, 30), (10, 47, 43), (24, 38, 38), (24, 25, 51)]
    line = [*calm, *fall, *[fall[-1]] * 4, (100, 0, 0)]
    found = decided(line, names)
    assert found is not None
    assert found.number == 6
    assert [one.number for one in turning_points(line, names)] == [4, 6]
    beside = [*calm, (30, 27, 43), (43, 19, 38), *[(43, 19, 38)] * 4, (100, 0, 0)]
    assert [one.number for one in turning_points(beside, names)] == [5]


# ------------------------------------------------------------------------------------ the record


@pytest.mark.parametrize("name", GAMES)
def test_a_record_leads_to_the_same_game_and_to_the_same_text(name: str) -> None:
    played = Played(GAMES[name]).on(150)
    played.game.undo(3, random.Random(1))
    played.game.redo()
    played.game.undo(2, random.Random(2))
    played.on(20)
    data = data_of(played)
    read = records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)
    assert records.written(REGISTRY, PACKS, read) == data
    assert watched(REGISTRY, played.pack, read).stands[1:] == replay_of(played).stands[1:]


def test_a_record_names_no_holder_of_a_seat() -> None:
    played = Played(TWO)
    played.game.note("sit", "0", {"holder": "somebody's secret"})
    played.game.note("player", "1", {"name": "Dora", "bot": ""})
    data = data_of(played.on(10))
    assert "secret" not in json.dumps(data)
    read = records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)
    assert watched(REGISTRY, played.pack, read).names[1] == "Dora"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda d: d.update(version=2), "version 2; this Trackside reads version 1"),
        (lambda d: d.update(form="chess"), "no record of a Trackside game"),
        (lambda d: d.pop("final"), "'final' is missing"),
        (lambda d: d.update(more=1), "'more' that no record has"),
        (lambda d: d["options"].update(game="ludo"), "options start no game"),
        (lambda d: d["options"].update(options={"house": "../up"}), "house has no fit name"),
        (lambda d: d["options"].update(options={"house": 5}), "5 is no name of a house"),
        (lambda d: d["rows"].pop(4), "Row "),
        (lambda d: d["rows"][3].__setitem__(2, "A1-Z9"), "Row 4, 'A1-Z9', cannot be played"),
        (lambda d: d["rows"].pop(), "another position"),
        (lambda d: d["rows"].__setitem__(2, 7), "Row 3 must be a list"),
        (lambda d: d["rows"][2].__setitem__(0, "x"), "Row 3 begins with no time"),
        (lambda d: d["rows"][2].__setitem__(1, "sit"), "Row 3 is of no kind"),
        (lambda d: d["rows"].append([1.0, "undo", "1", {"steps": -1}]), "'undo' needs"),
        (lambda d: d.update(version="1"), "Its part 'version' is missing, or no whole number"),
        (lambda d: d.update(started=-1), "Its part 'started' is missing, or no time"),
        (lambda d: d.update(started=1e12), "Its part 'started' is missing, or no time"),
        (lambda d: d.update(version=True), "Its part 'version' is missing, or no whole number"),
        (lambda d: d["options"].update(names=[3, 4]), "Its 'names' must be a list of texts"),
        (lambda d: d["options"].update(names="Anna"), "Its 'names' must be a list of texts"),
        (lambda d: d["options"].update(bots=["zz"]), "Its 'bots' must be a list of levels"),
        (lambda d: d["rows"].append([1.0, "player", "1", {"name": "", "bot": "zz"}]), "'player'"),
        (
            lambda d: d["rows"].append([1.0, "undo", "99", {"steps": 99}]),
            "'undo', cannot be played: it takes back 99 actions, and ",
        ),
        (lambda d: d["rows"].append([1.0, "redo", "1"]), "nothing was taken back before it."),
    ],
)
def test_a_spoilt_record_is_refused_with_its_place(spoil: Any, said: str) -> None:
    data = copy.deepcopy(data_of(Played(TWO).on(30)))
    spoil(data)
    with pytest.raises(records.Unfit) as refused:
        records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fix-style Z 9", "Row 2, 'edit', cannot be played: There is no player 'Z'"),
        ("fix-style B 8", "'fix-style B 8' leads to another position than it says."),
        ("thanks", "'thanks' is no correction of this game."),
    ],
)
def test_the_text_of_a_correction_leads_to_the_position_beside_it(text: str, said: str) -> None:
    played = Played(GAMES["fhtagn"])
    near = module_of("browser/near_the_end").placed
    game, end = played.game, {"drawer": "C", "to_come": [], "declined": []}
    cars = {"A": "3F1", "B": "2F2", "C": "1F1"}
    changes = {"phase": "extra", "actions": 0, "end": end, "at": cars}
    game.edit(game.game.load(near(game.position.to_json(), changes)))
    for told in ("fix-style B 9", "fix-style A 0", "fix-style B 0"):
        game.edit(game.position.apply(told).position, told, step=True)
    data = data_of(played)
    assert [row[2] for row in data["rows"] if row[1] == "edit"][1:] == [
        "fix-style B 9", "fix-style A 0", "fix-style B 0",
    ]  # fmt: skip
    assert records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)
    row = next(row for row in data["rows"] if row[2] == "fix-style B 9")
    row[2] = text
    with pytest.raises(records.Unfit) as refused:
        records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)
    assert said in str(refused.value)
    row[2] = "fix-style B 9"
    data["rows"].append([9.0, "edit", text, {"position": data["final"], "step": True}])
    with pytest.raises(records.Unfit, match=f"Row {len(data['rows'])}, 'edit', cannot be played"):
        records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)


def test_a_race_that_ends_with_a_drawn_card_is_told_as_won() -> None:
    """The card is chance that follows the last move: "Cara moves." stood there."""
    played = Played({**GAMES["fhtagn"], "names": ["Anna", "Ben", "Cara"]})
    end = {"drawer": "A", "to_come": [], "declined": []}
    style = {"A": 0, "B": 0, "C": 0}
    changes = {"phase": "discard", "actions": 0, "end": end, "style": style}
    near = module_of("browser/near_the_end").placed(played.game.position.to_json(), changes)
    played.game.edit(played.game.game.load(near))
    played.go("disc p01.1", "take 1").on(20)
    assert played.game.position.to_act is OVER
    last = replay_of(played).stands[-1]
    assert last.line is not None
    assert (render(last.told), render(last.line)) == ("Anna wins the race!", "draws one card")


def test_names_of_a_record_are_cut_and_told_apart_so_that_it_loads() -> None:
    data = copy.deepcopy(data_of(Played(TWO).on(30)))
    data["options"]["names"] = ["Annabella von Hohenlohe", "annabella von hohenstein"]
    data["rows"] += [
        [9.0, "player", "1", {"name": "Rot", "bot": ""}],
        [9.1, "player", "0", {"name": "rot (2)", "bot": ""}],
        [9.2, "player", "1", {"name": "Rot (2)", "bot": "good"}],
    ]
    read = records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)
    assert read.rows[0].data["names"] == ["Annabella von Hoh…", "annabella von… (2)"]
    handed = [row.data["name"] for row in read.rows if row.kind == "player"]
    assert handed == ["Rot (2)", "rot (2) (2)", "Rot (2)"]
    again = records.written(REGISTRY, PACKS, read)
    assert records.read(REGISTRY, PACKS, again, "r1", RULES_REVISION).rows == read.rows


@pytest.mark.parametrize("players", [5, [5], [["A"], 5], None])
def test_players_of_another_form_are_refused_and_break_nothing(players: Any) -> None:
    data = copy.deepcopy(data_of(Played(TWO).on(30)))
    data["options"].update(players=players, names=["Red", "Green"])
    with pytest.raises(records.Unfit, match="options start no game"):
        records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)


def test_names_of_a_record_are_made_plain_as_everywhere() -> None:
    data = copy.deepcopy(data_of(Played(TWO).on(30)))
    data["options"]["names"] = ["a\u202eb\nc\x00", "\u200b"]
    record = records.read(REGISTRY, PACKS, data, "r1", RULES_REVISION)
    assert record.rows[0].data["names"] == ["a b c", ""]
