"""Whole games through the real pseudo-terminal, and every fault of the wire in the middle of one.

Nothing is bypassed: a hand moves a marble through the control socket, the firmware feels it, the
terminal carries it, the service commits it and lights what may follow.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from played_table import TABLE, PlayedTable
from two_forms import first

from companion.errors import CommandRefused
from companion.model.commands import Act, New, Where
from companion.service.admission import board_of_kind
from engine.game import OVER
from firmware_bridge.virtual.faults import DEFAULTS
from firmware_bridge.virtual.process import VirtualBoardProcess


@pytest.fixture
def played(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[PlayedTable]:
    table = PlayedTable(tmp_path, getattr(request, "param", 1))
    yield table
    table.close()


@pytest.mark.parametrize(
    ("rules", "board", "played"),
    [
        ("classic", "hex", 1),
        pytest.param("classic", "square", 1, marks=pytest.mark.slow),
        pytest.param("stevens", "hex", 2, marks=pytest.mark.slow),
        pytest.param("butterfly", "hex", 1, marks=pytest.mark.slow),
    ],
    indirect=["played"],
)
def test_a_whole_game_is_played_by_hand_through_the_terminal(
    played: PlayedTable, rules: str, board: str
) -> None:
    played.new(rules, board, [["A"], ["C"]])
    played.play_on(1000)
    assert played.position.to_act is OVER
    assert played.view.prompt.mood == "win"
    assert played.moves > 30
    assert played.captures > 0
    played.check()


@pytest.mark.slow
def test_a_real_board_is_set_up_by_hand_as_the_lights_say_and_played(tmp_path: Path) -> None:
    """PP-17: the set-up of a new game is a debt; marbles come from the box in any order."""
    names = board_of_kind("hex").holes
    with VirtualBoardProcess(names, tmp_path) as real:
        played = PlayedTable(tmp_path / "data", 5, real)
        try:
            played.loop.submit(
                New(game="fast_track", rules="classic", board="hex", players=[["A"], ["D"]]), TABLE
            )
            box = ["A", "D"] * 4
            client = played.client()
            client.set_out({}, box)
            for token in played.rng.sample(box, len(box)):
                hole = played.free(token + "p")
                assert hole is not None
                played.until(lambda: bool(played.board.lights()["cells"]), "a hole is lit")
                client.put(hole, token)
            played.until(lambda: not played.view.owed, "the board is set up")
            played.play_on(1000)
            assert played.position.to_act is OVER
            played.check()
        finally:
            played.close()


def test_a_real_board_refuses_a_game_of_another_kind(tmp_path: Path) -> None:
    with VirtualBoardProcess(board_of_kind("hex").holes, tmp_path) as real:
        played = PlayedTable(tmp_path / "data", 1, real)
        try:
            with pytest.raises(CommandRefused, match="hex one, and that game needs a square one"):
                played.new("classic", "square", [["A"], ["C"]])
            assert played.view.game is None
        finally:
            played.close()


def test_a_lift_lights_the_destination_on_the_boards_own_pixels(played: PlayedTable) -> None:
    """PP-7: with the card known, a lifted marble lights where it may go; put back, it is dark."""
    played.new("classic", "hex", [["A"], ["D"]])
    played.loop.submit(Act("card:A"), TABLE)
    played.lift("Ap")
    played.until(lambda: played.role("A9") == "destination", "the view shows it")
    played.until(lambda: played.lit("A9"), "the pixel shows it")
    played.hands.put("Ap1")
    played.until(lambda: not played.view.in_hand, "nothing happened (PP-4)")
    assert played.position.to_json()["card"] == "A"


@pytest.mark.slow
def test_whoever_asks_where_the_own_marbles_are_sees_them_shine_for_four_seconds(
    played: PlayedTable,
) -> None:
    """Through loop, wire and firmware; nobody's page changes by it."""
    played.new("classic", "hex", [["A"], ["D"]])
    played.loop.submit(Act("card:A"), TABLE)
    pen = played.holes("Dp")
    played.until(lambda: played.lit("Ap1"), "Red may leave its pen")
    assert not any(map(played.lit, pen))
    holes = dict(played.view.holes)
    played.loop.submit(Where(seat=1), TABLE)
    begun = time.monotonic()
    played.until(lambda: all(map(played.lit, pen)), "Green's marbles shine")
    assert played.view.holes == holes
    played.until(lambda: not any(map(played.lit, pen)), "they are dark again")
    assert 3.5 < time.monotonic() - begun < 15
    assert played.lit("Ap1")


def test_a_wrong_place_is_told_with_its_rule_and_put_right(played: PlayedTable) -> None:
    """PP-8: the state does not change, the reason stands until the marble is where it may be."""
    played.new("classic", "hex", [["A"], ["D"]])
    played.loop.submit(Act("card:A"), TABLE)
    before = played.view.position
    played.lift("Ap")
    played.hands.put("B3")
    played.until(lambda: played.view.reason is not None, "the reason is told")
    assert played.role("B3") == "wrong"
    played.until(lambda: played.lit("B3"), "the hole shows it")
    assert played.view.position == before
    played.hands.lift("B3")
    played.hands.put("A9")
    played.until(lambda: played.view.position != before, "the move is accepted")
    assert played.view.reason is None
    played.check()


VALUES = {"unplug": 0.3, "drop": 0.3, "corrupt": 0.3, "duplicate": 0.5, "reset": 0.05}
"""Stronger than the defaults, so that a few gestures meet the fault many times."""

CUTS = ("unplug", "version", "holes", "chain")
"""Faults during which the board cannot be seen at all (PP-14)."""

WIRING = ("crossed", "crossed_lights")
"""Not a fault of an evening but of the workshop: such a board is learned before it is played on."""


@pytest.mark.parametrize("fault", first(4, sorted(set(DEFAULTS) - set(WIRING))))
def test_a_fault_in_the_middle_of_a_game_loses_nothing(played: PlayedTable, fault: str) -> None:
    """PP-14: played on through the fault, or tapped on while the board is away."""
    played.new("classic", "hex", [["A"], ["D"]])
    played.play_on(6)
    played.board.fault(fault, VALUES.get(fault))
    if fault in CUTS:
        if fault in ("version", "holes"):
            played.board.fault("reset", 0)  # a board says who it is when it starts
        played.until(lambda: played.view.link not in ("up", "connecting"), "the fault is seen")
        tapped = played.tap()
        played.board.heal(fault)
        played.until(lambda: played.view.link == "up", "the board is back")
        played.follow(tapped)
    else:
        played.play_on(6)
        played.board.heal(fault)
    played.play_on(4)
    played.check()
