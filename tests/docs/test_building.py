"""The builder's guide: its commands run, its pictures are drawn, its figures are computed.

``python tests/docs/test_building.py`` writes its table and draws its pictures anew.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import signal
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from building_pictures import PICTURES

from companion.cli import main
from companion.workshop.measure import mm
from companion.workshop.plan import FLOOR, Bores
from hardware.pi_settings import TABLE

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "building.md"
FOLDER = ROOT / "docs" / "pictures"
HARDWARE = "# at the board"
RUNS_ON = "# runs until Ctrl-C"

REMANENCE = 1.2  # T, of N35
MAGNETS = ((3, 3), (4, 4), (5, 3), (5, 5), (6, 3), (6, 6), (8, 3))
BORES = Bores()  # what the template proposes
MARBLE, DIMPLE, PITCH = BORES.marble, BORES.dimple_mm, 27.9
IN_SENSOR = 0.8  # mm from a hall switch's face to its chip
FROM_FOOT = BORES.dimple_depth - BORES.sink + FLOOR + IN_SENSOR  # mm from a peg's foot to the chip
FROM_MIDDLE = MARBLE / 2 + FROM_FOOT  # from a marble's middle
GLASS = 2500.0  # kg/m³
NEEDED = 7.0  # mT


# figures ----------------------------------------------------------------------------------------


def field(diameter: float, length: float, distance: float) -> float:
    """mT on the axis of a cylinder magnet, ``distance`` mm from its face."""
    r, far = diameter / 2, distance + length
    return REMANENCE / 2 * (far / math.hypot(r, far) - distance / math.hypot(r, distance)) * 1000


def pull(diameter: float, length: float, distance: float) -> float:
    """N between two such magnets in line, middle to middle in mm, as dipoles."""
    volume = math.pi * (diameter / 2000) ** 2 * length / 1000
    moment = REMANENCE * volume / (4e-7 * math.pi)
    return 3 * 4e-7 * math.pi * moment**2 / (2 * math.pi * (distance / 1000) ** 4)


def weight() -> float:
    """N of a glass marble."""
    return 4 / 3 * math.pi * (MARBLE / 2000) ** 3 * GLASS * 9.81


def verdict(diameter: float, length: float) -> str:
    """What such a magnet is for."""
    if pull(diameter, length, PITCH) / weight() >= 0.3:
        return "too strong"
    in_marble = field(diameter, length, FROM_MIDDLE - length / 2)
    return "good" if in_marble >= NEEDED else "for pegs only"


def table() -> str:
    """The table of magnets."""
    lines = [
        "| magnet, diameter × length | field, in a marble's middle | field, in a peg's foot "
        "| pull of a neighbour | |",
        "|---|---|---|---|---|",
    ]
    for diameter, length in MAGNETS:
        marble = field(diameter, length, FROM_MIDDLE - length / 2)
        peg = field(diameter, length, FROM_FOOT)
        share = pull(diameter, length, PITCH) / weight()
        lines.append(
            f"| {diameter} × {length} mm | {marble:.1f} mT | {peg:.0f} mT | {share:.0%} | "
            f"{verdict(diameter, length)} |"
        )
    return "\n".join(lines)


def settings() -> str:
    """The table of what a Pi must be told."""
    lines = ["| for | on | line | in | or else |", "|---|---|---|---|---|"]
    for each in TABLE:
        told = "<br>".join(f"`{line}`" for line in each.lines) or "–"
        told = told.format(selects=1, bytes="BYTES")
        file = f"`{each.file}`" if each.file else "–"
        lines.append(f"| {each.whom} | {each.models} | {told} | {file} | {each.why} |")
    return "\n".join(lines)


TABLES = {"magnets": table, "settings": settings}


def written(text: str) -> str:
    """The page with its tables as they must be."""
    for name, made in TABLES.items():
        lines = f"<!-- {name} -->\n{made()}\n<!-- end -->"
        text, found = re.subn(
            rf"<!-- {name} -->\n.*?<!-- end -->", lambda _, lines=lines: lines, text, flags=re.S
        )
        assert found == 1, name
    return text


def test_the_tables_are_computed() -> None:
    text = PAGE.read_text("utf-8")
    assert text == written(text), "write it anew: python tests/docs/test_building.py"


def test_what_the_guide_says_of_magnets_is_so() -> None:
    """A magnet of 5 × 5 mm is enough and not too much; a marble leaves its dimple above 80 %."""
    assert verdict(5, 5) == "good"
    text = PAGE.read_text("utf-8")
    assert (
        f"there are about {FROM_MIDDLE:.0f} mm, from the foot of a peg {FROM_FOOT:.0f} mm" in text
    )
    held = math.tan(math.asin(DIMPLE / MARBLE))
    assert held == pytest.approx(0.80, abs=0.01)


def test_the_guide_bores_as_deep_as_the_template() -> None:
    text = PAGE.read_text("utf-8")
    assert f"with its stop at {mm(BORES.dimple_depth)} for marbles of {mm(MARBLE)}" in text
    assert f"so that {mm(FLOOR)} of wood remain" in text
    depths = re.findall(r"from above, ([\d.]+ mm) deep", (FOLDER / "drill_hex.svg").read_text())
    assert depths == [mm(BORES.dimple_depth)]


def test_the_field_falls_off_as_that_of_a_dipole_far_away() -> None:
    """The formula against another one: μ0 m / 2π r³ from the middle."""
    moment = REMANENCE * math.pi * 0.0025**2 * 0.005 / (4e-7 * math.pi)
    dipole = 2e-7 * moment / 0.0825**3 * 1000
    assert field(5, 5, 80) == pytest.approx(dipole, rel=0.01)


# commands ---------------------------------------------------------------------------------------


def lines() -> list[str]:
    """Every line of the guide that one would type, in order."""
    blocks = re.findall(r"```(\w*)\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert {kind for kind, _ in blocks} == {"sh"}, "a block that nobody runs"
    return [line for _, block in blocks for line in block.splitlines() if line.strip()]


def environment(folder: Path) -> dict[str, str]:
    """As a person has it: the command on the path, no settings, a data folder of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TRACKSIDE_")}
    return {
        **kept,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "TRACKSIDE_DATA": str(folder / "data"),
        "TRACKSIDE_HOST": "127.0.0.1",
        "TRACKSIDE_PORT": "0",
    }


@pytest.mark.slow
def test_every_command_that_needs_no_hardware_runs_one_after_the_other(tmp_path: Path) -> None:
    ran = 0
    for line in lines():
        if line.endswith((HARDWARE, RUNS_ON)):
            continue
        done = subprocess.run(
            ["bash", "-ec", line],
            cwd=tmp_path,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        assert done.stdout.strip(), f"{line} says nothing"
        ran += 1
    assert ran >= 6
    assert (tmp_path / "paper" / "drill_hex_600mm_a4.pdf").is_file()
    assert (tmp_path / "pico" / "trackside_manifest.json").is_file()


@pytest.mark.slow
def test_a_command_that_runs_on_comes_up_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    endless = [line for line in lines() if line.endswith(RUNS_ON)]
    assert endless
    for line in endless:
        child = subprocess.Popen(
            shlex.split(line, comments=True),
            cwd=tmp_path,
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        try:
            assert child.stdout.readline().startswith("ready http://")
        finally:
            child.send_signal(signal.SIGINT)
            child.communicate(timeout=15)
        assert child.returncode == 0


def test_every_option_of_a_command_at_the_board_is_one_that_it_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What needs hardware is not run, but asked for its help."""
    seen = 0
    for line in lines():
        if not line.endswith(HARDWARE):
            continue
        words = shlex.split(line, comments=True)
        while "=" in words[0]:
            words.pop(0)
        if words[0] != "trackside":
            continue
        options = [word for word in words if word.startswith("--")]
        called = list(takewhile(re.compile(r"[a-z]+").fullmatch, words[1:]))
        with pytest.raises(SystemExit) as ended:
            main([*called, "--help"])
        said, told = capsys.readouterr()
        assert ended.value.code == 0, f"{line}: {told}"
        assert not [option for option in options if option not in said], line
        seen += 1
    assert seen >= 3


# pictures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_from_the_programs_own_pins_small_and_shown(name: str) -> None:
    drawn = PICTURES[name]()
    assert (FOLDER / f"{name}.svg").read_text("utf-8") == drawn, (
        "draw it anew: python tests/docs/test_building.py"
    )
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert len(drawn) < 30_000
    assert f"pictures/{name}.svg" in PAGE.read_text("utf-8")


def test_each_driver_has_its_own_drawing_with_its_own_pins() -> None:
    from hardware.wiring import SENSOR_DRIVERS, new

    for driver in SENSOR_DRIVERS:
        holes = [f"h{at}" for at in range(12 if driver == "gpio" else 133)]
        pixels = "pico" if driver in ("pico", "matrix") else "neopixel"
        array = new("toy", holes, sensors=driver, pixels=pixels).sensors[0]
        drawn = PICTURES[f"building_{driver}"]()
        pins = [name for name in (array.clock, array.latch, array.data) if name.startswith("GP")]
        pins += [f"BCM {number}" for number in (*array.pins[:3], *array.rows[:3])]
        pins += [f"BCM {number}" for number in array.columns[:3]]
        assert not [pin for pin in pins if f">{pin}<" not in drawn]


def test_the_symptoms_name_what_the_page_really_says() -> None:
    words = "".join(
        path.read_text("utf-8") for path in (ROOT / "companion" / "words").glob("*.po")
    ).lower()
    text = PAGE.read_text("utf-8")
    for said in ("Run trackside firmware copy", "Wrong number of holes", "Board cable is out"):
        assert f'"{said}"' in text
        assert said.lower() in words


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), "utf-8")
