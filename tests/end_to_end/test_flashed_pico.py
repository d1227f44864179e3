"""The files that would be flashed, run as they are: from their sensors to the page and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from waiting import until

from companion.proof.under_test import ServiceUnderTest
from engine.boards import board_of
from firmware_bridge.flash import assemble, pico_settings, write_folder
from hardware.wiring import new, write

sys.path.append(str(Path(__file__).parents[1] / "firmware_bridge" / "flash"))
from pico_process import running_pico

HOLES = board_of("hex").holes
DARK = "000000"


@pytest.mark.slow
def test_a_game_is_played_on_the_very_files_that_are_flashed(tmp_path: Path) -> None:
    """boot.py, code.py, core, settings and Adafruit's library: firmware → port → table → lights."""
    wiring = new("hex", HOLES, device=str(tmp_path / "port"))
    (tmp_path / "board.toml").write_text(write(wiring), "utf-8")
    write_folder(assemble(pico_settings(wiring)), tmp_path / "built")
    with (
        running_pico(tmp_path / "built", tmp_path / "port") as pico,
        ServiceUnderTest(
            {"board_file": tmp_path / "board.toml", "dwell_ms": 200}, folder=tmp_path / "data"
        ) as service,
    ):

        def table() -> Any:
            return service.get("/api/table")

        def lit(hole: str) -> bool:
            at = HOLES.index(hole)
            return len(pico.pixels) == len(HOLES) and pico.pixels[at] != DARK

        until(lambda: bool(table()["link"] == "up"))
        service.post(
            "/api/commands",
            {"command": "new", "game": "fast_track", "rules": "classic", "board": "hex"}
            | {"players": [["A"], ["D"]]},
        )
        # The marbles are set out by hand: what glows is where one is missing.
        pens = [f"{seat}p{at}" for seat in "AD" for at in (1, 2, 3, 4)]
        pico.until(lambda: any(lit(hole) for hole in pens))
        pico.hands(*(f"low {HOLES.index(hole)}" for hole in pens))
        until(lambda: bool(table()["state"] == "choose_card"))

        token = service.post("/api/seats", {"seat": 0})["token"]
        service.post("/api/commands", {"command": "card", "card": "6"}, token)
        pico.until(lambda: all(lit(f"Ap{at}") for at in (1, 2, 3, 4)))
        pico.hands(f"high {HOLES.index('Ap1')}")
        pico.until(lambda: lit("A9") and not lit("Ap2"))
        pico.hands(f"low {HOLES.index('A9')}")
        until(lambda: "A9" in table()["position"]["marbles"]["A"])
        assert service.close() == 0
        pico.until(lambda: set(pico.pixels) == {DARK})
