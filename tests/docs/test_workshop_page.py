"""docs/workshop.md: its commands run, its tables are what the program says.

``python tests/docs/test_workshop_page.py`` writes the tables and draws the pictures anew.
"""

from __future__ import annotations

import json
import random
import re
import shlex
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.packs import COURSES
from companion.lights.theme import standard_theme
from companion.workshop.as_svg import svg
from companion.workshop.currents import amperes, currents
from companion.workshop.diagram import diagram
from companion.workshop.measure import mm, scaled
from companion.workshop.plan import Bores, plan
from companion.workshop.strand import strand
from companion.workshop.template import one_sheet
from engine.boards import board_kinds, board_of
from hardware.power import Supply
from hardware.wiring import new

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "workshop.md"
PICTURES = ROOT / "docs" / "pictures"


def sizes_table() -> str:
    rows = [
        "| board | corner to corner | across flats | pitch | between two of 14 mm | of 16 mm |",
        "|---|---|---|---|---|---|",
    ]
    for kind in board_kinds():
        for size in (500.0, 600.0, 700.0):
            at = scaled(board_of(kind), size=size)
            cells = [kind, *(mm(v) for v in (at.size, at.flats, at.pitch))]
            cells += [mm(at.nearest - marble) for marble in (14.0, 16.0)]
            rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def power_table() -> str:
    head = "| board | dark | a lively turn | all white | carries every turn | never dimmed |"
    rows = [head, "|---|---|---|---|---|---|"]
    for kind in ("hex", "square"):
        for ring in (1, 8):
            found = currents(board_of(kind).holes, Supply(4.0, ring=ring), standard_theme())
            cells = [kind if ring == 1 else f"{kind}, {ring} pixels a hole"]
            cells += [amperes(found.of(name).ma) for name in ("dark", "typical", "white")]
            cells += [f"{found.enough:g} A", f"{found.full:g} A" if found.full else "–"]
            rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


PARTS = {"sizes": sizes_table, "power": power_table}


def drill_picture() -> str:
    return svg(one_sheet(plan(scaled(board_of("hex"), size=600), Bores())), digits=1)


def wiring_picture(sensors: str, pixels: str) -> str:
    # The square board: its picture is small enough for a page.
    board = board_of("square")
    wiring = new(
        "square",
        board.holes,
        sensors=sensors,
        pixels=pixels,
        name="Kitchen table",
        way=strand(board),
    )
    drawn = currents(board.holes, wiring.supply, standard_theme())
    return svg(diagram(wiring, board, drawn), digits=1)


DRAWN = {
    "drill_hex.svg": drill_picture,
    "wiring_pico.svg": lambda: wiring_picture("pico", "pico"),
    "wiring_matrix.svg": lambda: wiring_picture("matrix", "neopixel"),
}


def written(text: str) -> str:
    for name, make in PARTS.items():
        pattern = rf"(<!-- {name} -->\n).*?(\n<!-- end -->)"
        text = re.sub(pattern, lambda m, make=make: m[1] + make() + m[2], text, flags=re.S)  # type: ignore[misc]
    return text


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), flags=re.S)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


@pytest.mark.slow
def test_every_command_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    track = COURSES["racepack"].surprise(random.Random(4), {"tiles": 36})
    (tmp_path / "Two Loops.json").write_text(json.dumps(track), "utf-8")
    lines = commands()
    assert len(lines) > 4
    for line in lines:
        program, *words = shlex.split(line)
        assert program == "trackside", line
        assert main(words) == 0, line
        assert not capsys.readouterr().err


def test_the_tables_say_what_the_program_says() -> None:
    text = PAGE.read_text("utf-8")
    assert written(text) == text


@pytest.mark.parametrize("name", DRAWN)
def test_the_pictures_are_as_drawn_and_small(name: str) -> None:
    text = (PICTURES / name).read_text("utf-8")
    assert text == DRAWN[name]()
    assert len(text) < 60_000


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), "utf-8")
