"""A board on the Pi's own pins under the whole service: gpiozero's mock pins, a diode matrix."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from played_table import QUICK, TABLE, no_page
from waiting import until

sys.path.append(str(Path(__file__).resolve().parent.parent / "hardware"))
from wood import MatrixWood

from companion.boards.wired import WiredRig
from companion.config import load_config
from companion.model.commands import Act, New
from companion.model.view import View
from companion.service.service import Service
from engine.boards import board_of
from hardware.wiring import Input, new, write

HOLES = board_of("hex").holes


class MatrixTable:
    """A service on a matrix of mock pins, its wires crossed, and hands that know the wood."""

    def __init__(self, folder: Path, pins: MockFactory) -> None:
        plain = new("hex", HOLES, sensors="matrix", pixels="neopixel")
        cells = random.Random(8).sample(range(144), len(HOLES))
        self.cell = dict(zip(HOLES, cells, strict=True))
        wiring = replace(
            plain,
            holes=tuple(
                replace(wire, input=Input("main", self.cell[wire.hole])) for wire in plain.holes
            ),
        )
        part = wiring.sensor("main")
        self.columns = len(part.columns)
        self.wood = MatrixWood(pins, list(part.rows), list(part.columns))
        path = folder / "board.toml"
        path.write_text(write(wiring), "utf-8")
        config = load_config(
            {}, host="127.0.0.1", port=0, data=str(folder), board_file=str(path), **QUICK
        )
        self.service = Service(config, no_page)
        self.service.start()
        assert self.service.loop is not None
        self.loop = self.service.loop

    @property
    def view(self) -> View:
        """What everybody sees."""
        return self.loop.view(None)

    def put(self, hole: str) -> None:
        """A marble comes into that hole."""
        self.wood.marbles = self.wood.marbles | {divmod(self.cell[hole], self.columns)}

    def lift(self, hole: str) -> None:
        """The marble of that hole goes."""
        self.wood.marbles = self.wood.marbles - {divmod(self.cell[hole], self.columns)}

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait for the scan and the table."""
        until(holds, lambda: f"{what}: {self.view.state}, {self.view.link_reason}")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MatrixTable]:
    pins = MockFactory(revision="c03112")
    monkeypatch.setattr(Device, "pin_factory", pins)
    made = MatrixTable(tmp_path, pins)
    yield made
    made.service.close()
    pins.close()


def test_a_game_is_set_up_and_played_on_a_matrix_without_lights(table: MatrixTable) -> None:
    """PP-14: this machine has no pixels to drive; the game goes on without."""
    table.until(lambda: table.view.link == "up", "the matrix is read")
    table.loop.submit(
        New(game="fast_track", rules="classic", board="hex", players=[["A"], ["D"]]), TABLE
    )
    table.until(lambda: len(table.view.owed) == 8, "the set-up is owed")
    for hole in (f"{colour}p{n}" for colour in "AD" for n in (1, 2, 3, 4)):
        table.put(hole)
    table.until(lambda: not table.view.owed, "the board is set up")
    table.loop.submit(Act("card:A"), TABLE)
    table.lift("Ap2")
    table.until(lambda: bool(table.view.in_hand), "the lift is felt")
    assert (table.view.position or {})["card"] == "A"
    table.until(lambda: "A9" in table.view.holes, "the lights have followed")
    assert table.view.holes["A9"].role == "destination"
    table.put("A9")
    table.until(lambda: (table.view.position or {}).get("card") is None, "the move is made")
    assert not table.view.in_hand
    assert table.view.holes["A9"].token == "A"
    rig = table.service.rig
    assert isinstance(rig, WiredRig)
    assert rig.fault == "The pixels at D18 need a Raspberry Pi, and this machine is none."
