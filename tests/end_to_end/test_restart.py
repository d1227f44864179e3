"""I7: a service that is killed reads the hands as before, on a real wire and a real disk."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.proof.bench_board import BenchBoard
from companion.proof.under_test import ServiceUnderTest
from companion.service.admission import board_of_kind
from engine.registry import REGISTRY

SECONDS = 20.0
"""The longest time that anything may take on a busy machine."""
OPTIONS: dict[str, Any] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["D"]],
}
HOLES = board_of_kind("hex").holes


class RealTable:
    """A service, and a board on a wire that outlives it."""

    def __init__(self, wire: BenchBoard, folder: Path) -> None:
        self.wire, self.folder = wire, folder
        self.keys: dict[int, str] = {}
        self.start()

    def start(self) -> None:
        settings = {"board": "serial", "device": self.wire.port}
        pump = self.wire.pump
        self.service = ServiceUnderTest(settings, folder=self.folder, pump=pump)

    def kill(self) -> None:
        """End it as a power cut does."""
        os.kill(self.service.pid, signal.SIGKILL)
        self.service.wait()
        self.service.close()

    @property
    def view(self) -> Any:
        return self.service.get("/api/table")

    def until(self, holds: Callable[[Any], object]) -> Any:
        """Let the board live until that holds of the view."""
        assert self.wire.pump(SECONDS, lambda: bool(holds(self.view))), self.view["prompt"]
        return self.view

    def do(self, seat: int, **command: Any) -> None:
        """Carry a command out for whoever holds that seat; its key outlives a restart."""
        if seat not in self.keys:
            self.keys[seat] = self.service.post("/api/seats", {"seat": seat})["token"]
        self.service.post("/api/commands", command, self.keys[seat])

    def play(self, seat: int, card: str, frm: str, to: str) -> None:
        """Name a card, and carry a marble."""
        self.do(seat, command="act", action=f"card:{card}")
        self.lift(frm)
        self.put(to)
        self.until(lambda view: view["moves"] and view["moves"][0]["action"].endswith(to))

    def lift(self, hole: str) -> None:
        self.wire.change(HOLES.index(hole), False)
        self.until(lambda view: hole in lifted(view))

    def put(self, hole: str) -> None:
        self.wire.change(HOLES.index(hole), True)

    def set_out(self) -> None:
        """Every marble stands in its pen; a game that opens takes the board as it is."""
        places = board_of_kind("hex").places
        standing = REGISTRY.game("fast_track").new(OPTIONS).occupancy()
        full = [
            HOLES.index(h) for p, held in standing.items() for h in places[p].holes[: len(held)]
        ]
        self.wire.set_out(full)
        self.service.post("/api/commands", {"command": "new", **OPTIONS})


def lifted(view: Any) -> list[str]:
    """Where the marbles in a hand come from."""
    return [marble["frm"] for marble in view["in_hand"]]


@pytest.mark.slow
def test_a_question_and_its_number_outlive_a_killed_service_i7_pp_15(tmp_path: Path) -> None:
    """Red and Green stand on the track; a jack's marbles are out at once, and both holes full."""
    with BenchBoard(len(HOLES)) as wire:
        table = RealTable(wire, tmp_path)
        try:
            table.set_out()
            table.play(0, "A", "Ap1", "A9")
            table.play(0, "2", "A9", "A11")
            table.play(1, "A", "Dp1", "D9")
            table.do(1, command="act", action="card:J")
            table.lift("D9")
            table.lift("A11")
            table.put("A11")
            table.put("D9")
            asked = table.until(lambda view: view["ask"])
            table.kill()
            table.start()
            again = table.until(lambda view: view["ask"])
            assert again["ask"] == asked["ask"]
            assert again["position"] == asked["position"]
            table.do(1, command="answer", ask=asked["ask"]["id"], option="0")
            assert table.view["moves"][0]["action"] == "A11=D9"
        finally:
            table.service.close()
