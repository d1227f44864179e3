"""A whole race by hand through the real pseudo-terminal: dice, grid, corners, spin-outs, finish.

Nothing is bypassed: a hand moves a car through the control socket, the firmware feels it, the
terminal carries it, the service asks what no sensor tells, commits it and leads the cars off.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from played_table import TABLE
from raced_table import RacedTable

from companion.errors import CommandRefused
from companion.model.commands import New, Undo
from companion.service.admission import board_of_kind
from engine.game import OVER
from firmware_bridge.virtual.process import VirtualBoardProcess


@pytest.fixture
def raced(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[RacedTable]:
    table = RacedTable(tmp_path, getattr(request, "param", 1))
    yield table
    table.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "raced"),
    [
        ([["A"], ["B"], ["C"], ["D"]], 1),
        ([["A", "C"], ["B", "D"]], 2),
    ],
    indirect=["raced"],
)
def test_a_whole_race_is_driven_by_hand_through_the_terminal(
    raced: RacedTable, players: list[list[str]]
) -> None:
    raced.race(players)
    raced.drive_on(2000)
    assert raced.position.to_act is OVER
    assert raced.view.prompt.mood == "win"
    assert raced.moves > 60
    view = raced.view.race
    assert view is not None
    assert [s.place for s in view.order[:3]] == [1, 2, 3]


@pytest.mark.slow
def test_a_race_is_taken_up_after_the_service_was_stopped_in_its_middle(tmp_path: Path) -> None:
    """PP-15: the journal is the truth; cars off the road lie in the virtual hand again."""
    raced = RacedTable(tmp_path, 7)
    try:
        raced.race([["A"], ["B"], ["C"], ["D"]])
        raced.drive_on(40)
        stood = raced.view.position
    finally:
        raced.close()
    raced = RacedTable(tmp_path, 8)
    try:
        assert raced.view.position == stood
        raced.until(lambda: raced.view.link == "up" and not raced.view.owed, "set out again")
        raced.drive_on(30)
        assert raced.view.position != stood
        raced.loop.submit(Undo(), TABLE)
        raced.lead()
        raced.drive_on(2)
    finally:
        raced.close()


def test_a_board_of_marbles_refuses_a_race_in_a_sentence(tmp_path: Path) -> None:
    with VirtualBoardProcess(board_of_kind("hex").holes, tmp_path) as real:
        raced = RacedTable(tmp_path / "data", 1, real)
        try:
            with pytest.raises(CommandRefused, match="hex one, and that game needs a tiles one"):
                raced.loop.submit(New(game="racepack", players=[["A"], ["B"], ["C"], ["D"]]), TABLE)
            assert raced.view.game is None
        finally:
            raced.close()


def test_whoever_rolls_sees_the_grid_set_out_after_fast_track(raced: RacedTable) -> None:
    """The virtual board becomes another kind, and the race another game of the same evening."""
    raced.new("classic", "hex", [["A"], ["C"]])
    raced.race([["A"], ["B"], ["C"], ["D"]])
    assert set(raced.board.state()["tokens"]) == {"23.1R", "23.1L", "23.0R", "23.0L"}
