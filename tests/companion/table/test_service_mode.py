"""Service mode at the table: the game waits, the board is the test's, nothing is written."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, EVERYBODY, Rig, marbles, position

from companion.errors import CommandRefused
from companion.model.commands import Act, Card, New, Report, Tend, Undo
from companion.upkeep.service_mode import PATIENCE
from hardware.ports import LinkChange, LinkState, Look

DARK = Look(0, 0, 0)
TWO = [["A"], ["C"]]


def tend(rig: Rig, do: str, hole: str = "", value: str = "") -> None:
    rig.table.command(Tend(do, hole, value, "hex"), AT_TABLE)


def glow(rig: Rig) -> dict[str, Look]:
    """Hole → look of every pixel that is lit."""
    frame = rig.table.lights()
    return {
        hole: frame.palette[frame.cells[number]]
        for hole, number in rig.numbers.items()
        if frame.cells[number]
    }


@pytest.fixture
def rig() -> Rig:
    """A game in which Red has lit marbles on the track."""
    made = Rig().new()
    made.at(position(TWO, marbles(A=["A9", "B2"], C=["C9"]), card="5"))
    return made


def test_a_test_stops_play_and_takes_every_light(rig: Rig) -> None:
    assert rig.lit("movable")
    tend(rig, "hole", "D4")
    assert rig.state == "service"
    assert rig.said == "The board is being tested. The game is safe."
    assert list(glow(rig)) == ["D4"]
    assert rig.roles() == {}
    assert rig.view.choices == ()
    assert rig.view.pad == ()


@pytest.mark.parametrize(
    "command", [Card("5"), Act("A9-B0"), Undo(), New("fast_track", players=TWO)]
)
def test_play_is_refused_in_a_sentence_meanwhile(rig: Rig, command: object) -> None:
    tend(rig, "visit")
    before = rig.table.seq
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(command, EVERYBODY)  # type: ignore[arg-type]
    assert refused.value.code == "service"
    assert refused.value.key == "prompt.service"
    assert rig.table.seq == before


def test_nothing_that_hands_do_in_a_test_is_a_move_or_a_row(rig: Rig) -> None:
    rows = list(rig.journal.rows)
    tend(rig, "visit")
    rig.carry("A9", "B0").settle()  # with the five on the table this is a legal move
    rig.carry("B0", "A9").settle()
    rig.wait(5.0)
    tend(rig, "end")
    assert rig.journal.rows == rows
    assert rig.state == "choose_move"
    assert rig.done() == []
    assert rig.lit("movable") == ["A9", "B2"]


def test_a_marble_moved_in_a_test_is_put_right_and_never_a_move(rig: Rig) -> None:
    rows = list(rig.journal.rows)
    tend(rig, "visit")
    rig.carry("A9", "B0").settle()
    tend(rig, "end")
    rig.settle()
    assert rig.state == "correction"
    assert rig.done() == []
    assert rig.journal.rows == rows
    assert "A9" in rig.lit("missing")
    assert "B0" in rig.lit("extra")
    rig.carry("B0", "A9").settle()
    assert rig.state == "choose_move"
    assert rig.marbles()["A9"] == "A"


def test_a_gesture_under_way_goes_on_where_it_was(rig: Rig) -> None:
    rig.lift("A9")
    assert rig.state == "lifted"
    tend(rig, "hole", "D4")
    tend(rig, "end")
    assert rig.state == "lifted"
    rig.put("B0").settle()
    assert rig.done() == ["A9-B0"]


def test_a_move_that_the_table_would_make_waits_for_the_end() -> None:
    rig = Rig().new()
    rig.card("7")  # no marble on the track: nothing to choose (PP-18)
    assert rig.state == "pending"
    tend(rig, "chase")
    rig.wait(20.0)
    assert rig.done() == []
    tend(rig, "end")
    assert rig.state == "pending"
    rig.wait(2.0)
    assert len(rig.done()) == 1


def test_the_tour_counts_what_is_left_and_lights_the_next(rig: Rig) -> None:
    for hole in ("A9", "B2", "C9"):
        rig.lift(hole)
    tend(rig, "visit")
    assert list(glow(rig)) == [next(iter(rig.numbers))]
    rig.put("D4").lift("D4")
    service = rig.table.service
    assert service is not None
    assert service.check is not None
    view = service.check.view()
    assert (view.of, view.left, view.hole, view.felt) == (133, 132, "D5", ("D4",))
    assert glow(rig)["D5"] == Look(255, 240, 204)


def test_the_chase_runs_along_the_chain_where_that_is_known(rig: Rig) -> None:
    """Where it jumps there is something to look at: so it must not jump by itself."""
    holes = sorted(rig.numbers, key=lambda hole: -rig.numbers[hole])
    rig.table.command(Tend("chase", chain=tuple(holes)), AT_TABLE)
    assert list(glow(rig)) == holes[:1]
    rig.wait(0.25)
    assert list(glow(rig)) == holes[1:2]
    tend(rig, "stop")
    rig.table.command(Tend("chase", chain=("A0", "A0")), AT_TABLE)
    assert [rig.numbers[hole] for hole in glow(rig)] == [0], "another board's chain is none"


def test_all_pixels_show_one_channel_and_the_chase_runs_on(rig: Rig) -> None:
    tend(rig, "colour", value="blue")
    assert set(glow(rig).values()) == {Look(0, 0, 255)}
    assert len(glow(rig)) == 133
    tend(rig, "chase")
    first = list(glow(rig))
    rig.wait(0.25)
    second = list(glow(rig))
    assert [rig.numbers[h] for h in first + second] == [0, 1]
    tend(rig, "stop")
    assert glow(rig) == {}
    assert rig.state == "service"


def test_a_forgotten_test_ends_by_itself(rig: Rig) -> None:
    tend(rig, "hole", "D4")
    rig.wait(PATIENCE - 1)
    assert rig.state == "service"
    rig.wait(2)
    assert rig.state == "choose_move"
    assert rig.lit("movable")


def test_without_a_game_the_boards_own_kind_is_tested() -> None:
    rig = Rig()
    rig.table.sensors(LinkChange(LinkState.UP))
    with pytest.raises(CommandRefused, match="There is no board"):
        rig.table.command(Tend("visit", board="round"), AT_TABLE)
    tend(rig, "visit")
    assert rig.state == "service"
    tend(rig, "end")
    assert rig.state == "idle"
    assert rig.journal.rows == []


def test_without_a_board_nothing_can_be_tested(rig: Rig) -> None:
    rig.table.sensors(LinkChange(LinkState.DOWN, "The cable is out."))
    with pytest.raises(CommandRefused, match="not connected"):
        tend(rig, "visit")
    assert rig.table.service is None


def test_a_cable_that_goes_in_a_test_is_told_and_the_test_goes_on(rig: Rig) -> None:
    tend(rig, "visit")
    rig.table.sensors(LinkChange(LinkState.DOWN, "The cable is out."))
    assert rig.view.link == "down"
    assert rig.state == "service"
    rig.plug_in(rig.wood)
    assert rig.view.link == "up"
    assert glow(rig)


@pytest.mark.parametrize(
    ("do", "hole", "value", "code"),
    [
        ("dance", "", "", "malformed"),
        ("hole", "Z1", "", "unknown-hole"),
        ("colour", "", "pink", "malformed"),
        ("learn", "", "please", "malformed"),
        ("end", "", "", "unchanged"),
        ("skip", "", "", "unchanged"),
        ("here", "A9", "", "unchanged"),
        ("believe", "A9", "", "unchanged"),
        ("aside", "Z1", "", "unknown-hole"),
    ],
)
def test_a_word_that_cannot_be_leaves_all_as_it_was(
    rig: Rig, do: str, hole: str, value: str, code: str
) -> None:
    before = rig.table.seq
    with pytest.raises(CommandRefused) as refused:
        tend(rig, do, hole, value)
    assert refused.value.code == code
    assert (rig.table.seq, rig.table.service) == (before, None)


def test_a_sensor_is_set_aside_from_there_with_and_without_a_game(rig: Rig) -> None:
    tend(rig, "aside", "D4")
    assert rig.view.aside == {"D4": "lies"}
    tend(rig, "believe", "D4")
    assert rig.view.aside == {}
    bare = Rig()
    bare.table.sensors(LinkChange(LinkState.UP))
    tend(bare, "aside", "D4")
    assert bare.view.aside == {"D4": "lies"}
    bare.new()
    assert bare.view.aside == {"D4": "lies"}  # the next game takes it over (PP-13)


def test_a_misread_can_still_be_reported(rig: Rig) -> None:
    tend(rig, "visit")
    rig.table.command(Report(), AT_TABLE)
    assert rig.state == "service"
