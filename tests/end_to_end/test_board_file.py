"""A real board with crossed wires is played by its board file, through the real terminal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from played_table import QUICK, TABLE, PlayedTable

from companion.boards.wired import WiredRig
from companion.config import Config, load_config
from companion.errors import CommandRefused
from companion.model.commands import Act, New
from engine.boards import board_of
from engine.game import OVER
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.wiring import BoardFile, Input, PixelRun, new, write

HOLES = board_of("hex").holes
RING = 2


class CrossedBoard:
    """A virtual board as the Pico, wired as the wood allowed: every input and pixel elsewhere.

    The process names its holes in the order of its inputs, so its hands know the right holes. Of
    its lights it knows only the cell: ``lit`` looks up in the wood which hole that pixel is under.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        rng = random.Random(seed)
        self.by_input = rng.sample(HOLES, len(HOLES))
        self.by_pixel = rng.sample(HOLES, len(HOLES))
        self.process = VirtualBoardProcess(self.by_input, folder, ring=RING)
        plain = new("hex", HOLES, ring=RING, amperes=3.0, device=str(self.process.port))
        self.wiring: BoardFile = replace(
            plain,
            marbles=(("A", "#2a2522"),),
            holes=tuple(
                replace(
                    wire,
                    input=Input("main", self.by_input.index(wire.hole)),
                    pixels=PixelRun("main", first, first + RING - 1),
                )
                for wire in plain.holes
                if (first := RING * self.by_pixel.index(wire.hole)) >= 0
            ),
        )
        self.path = folder / "board.toml"
        self.path.write_text(write(self.wiring), "utf-8")

    def settings(self, data: Path) -> Config:
        """The service's settings: the board file alone says which board there is."""
        return load_config(
            {"TRACKSIDE_BOARD_FILE": str(self.path)},
            host="127.0.0.1",
            port=0,
            data=str(data),
            **QUICK,
        )

    def lit(self, played: PlayedTable) -> set[str]:
        """Holes over a pixel that shows something."""
        cells = played.board.lights()["cells"]
        return {self.by_pixel[self.by_input.index(label)] for label in cells}


@pytest.fixture
def crossed(tmp_path: Path) -> Iterator[CrossedBoard]:
    board = CrossedBoard(tmp_path, 11)
    with board.process:
        yield board


@pytest.fixture
def played(crossed: CrossedBoard, tmp_path: Path) -> Iterator[PlayedTable]:
    data = tmp_path / "data"
    table = PlayedTable(data, 5, crossed.process, crossed.settings(data))
    yield table
    table.close()


def set_up(played: PlayedTable, crossed: CrossedBoard) -> None:
    """A new game: each marble goes into a pen hole that the wood lights (PP-17)."""
    played.loop.submit(
        New(game="fast_track", rules="classic", board="hex", players=[["A"], ["D"]]), TABLE
    )
    client = played.client()
    client.set_out({}, ["A", "D"] * 4)

    pens = {*played.holes("Ap"), *played.holes("Dp")}

    def wanted() -> list[str]:
        return sorted(crossed.lit(played) & pens - set(played.board.state()["tokens"]))

    for _ in range(8):
        played.until(lambda: bool(wanted()), "an empty pen hole is lit")
        hole = wanted()[0]
        client.put(hole, hole[0])
    played.until(lambda: not played.view.owed, "the board is set up")


@pytest.mark.slow
def test_a_whole_game_is_played_on_crossed_wires(
    played: PlayedTable, crossed: CrossedBoard
) -> None:
    set_up(played, crossed)
    played.play_on(1000)
    assert played.position.to_act is OVER
    assert played.moves > 20
    played.check()


@pytest.mark.parametrize("fault", ["unplug", "chain"])
def test_a_crossed_board_that_was_away_is_understood_again(
    played: PlayedTable, crossed: CrossedBoard, fault: str
) -> None:
    """PP-14: what the page did meanwhile is made up for on the wood."""
    set_up(played, crossed)
    played.play_on(4)
    played.board.fault(fault, 0.3 if fault == "unplug" else None)
    played.until(lambda: played.view.link not in ("up", "connecting"), "the fault is seen")
    tapped = played.tap()
    played.board.heal(fault)
    played.until(lambda: played.view.link == "up", "the board is back")
    played.follow(tapped)
    played.play_on(2)
    played.check()


def test_a_lift_lights_the_pixel_under_the_destination(
    played: PlayedTable, crossed: CrossedBoard
) -> None:
    """PP-7: the wood's pixels, not the numbers of the chain."""
    set_up(played, crossed)
    played.loop.submit(Act("card:A"), TABLE)
    played.lift("Ap")
    played.until(lambda: played.role("A9") == "destination", "the view shows it")
    played.until(lambda: "A9" in crossed.lit(played), "the pixel shows it")
    shown = {hole for hole, seen in played.view.holes.items() if seen.role}
    played.until(lambda: crossed.lit(played) == shown, "board and page light the same holes")


def test_supply_ring_and_marbles_are_the_files(played: PlayedTable, crossed: CrossedBoard) -> None:
    config, rig = played.service.config, played.service.rig
    assert (config.board, config.board_kind, config.supply_amps) == ("serial", "hex", 3.0)
    assert (config.pixels_per_hole, config.marbles) == (RING, {"A": "#2a2522"})
    assert isinstance(rig, WiredRig)
    assert rig.power is not None
    assert rig.power.limit_ma == 3000
    assert rig.about is not None
    assert rig.about.pixels == RING * len(HOLES)


def test_a_game_of_another_kind_is_refused_and_names_the_file(
    played: PlayedTable, crossed: CrossedBoard
) -> None:
    with pytest.raises(CommandRefused) as refused:
        played.new("classic", "square", [["A"], ["C"]])
    assert str(refused.value) == (
        "This board is a hex one, and that game needs a square one (so says its board file "
        f"{crossed.path}): choose another game."
    )
    assert played.view.game is None
