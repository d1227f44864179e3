"""The wires of a board file: every hole once, in building order, and everything beside them."""

from __future__ import annotations

import csv
import doctest
from dataclasses import replace
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest

from companion.cli import main
from companion.workshop.feeds import sensor_feed
from companion.workshop.headers import LEGS, PI, PICO, pi_pin, pico_pin
from companion.workshop.loom import connections, ends_at, free_inputs, rows
from companion.workshop.tables import table
from engine.boards import board_kinds, board_of
from hardware.wiring import BoardFile, HoleWire, Input, PixelRun, SensorPart, new, write

DRIVERS = [
    ("pico", "pico"), ("shift", "neopixel"), ("shift", "neopixel_spi"), ("matrix", "neopixel"),
]  # fmt: skip


def wired(
    sensors: str = "pico", pixels: str = "pico", kind: str = "hex", ring: int = 1
) -> BoardFile:
    return new(kind, board_of(kind).holes, sensors=sensors, pixels=pixels, ring=ring)


@pytest.mark.parametrize("name", ["headers", "loom", "tables", "currents"])
def test_the_examples_of_a_module_hold(name: str) -> None:
    result = doctest.testmod(import_module(f"companion.workshop.{name}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_the_pi_s_header_is_that_of_gpiozero() -> None:
    from gpiozero import PiBoardInfo

    header = PiBoardInfo.from_revision(0xA02082).headers["J8"]
    for number, name in enumerate(PI, 1):
        theirs = header.pins[number].name
        assert theirs == (f"GPIO{name}" if name.isdigit() else name)


def test_the_pico_s_pins_are_where_its_sheet_has_them() -> None:
    assert (pico_pin("GP0"), pico_pin("GP5"), pico_pin("GP15"), pico_pin("GP16")) == (1, 7, 20, 21)
    assert (pico_pin("GP22"), pico_pin("GP26"), pico_pin("GP28")) == (29, 31, 34)
    assert [n for n, name in enumerate(PICO, 1) if name == "GND"] == [3, 8, 13, 18, 23, 28, 33, 38]
    assert (pico_pin("3V3"), pico_pin("VSYS"), pico_pin("VBUS")) == (36, 39, 40)
    assert pi_pin(18) == 12
    assert sorted(LEGS.values()) == [n for n in range(1, 17) if n != 7]


@pytest.mark.parametrize("kind", board_kinds())
@pytest.mark.parametrize(("sensors", "pixels"), DRIVERS)
def test_every_hole_input_and_pixel_stands_in_one_row(kind: str, sensors: str, pixels: str) -> None:
    found = rows(wired(sensors, pixels, kind))
    holes = board_of(kind).holes
    assert [row.step for row in found] == list(range(1, len(holes) + 1))
    assert sorted(row.hole for row in found) == sorted(holes)
    assert len({row.input for row in found}) == len({row.to for row in found}) == len(holes)
    assert len({row.pixels for row in found}) == len(holes)


def test_the_order_of_building_is_that_of_the_pixels() -> None:
    board = wired()
    turned = tuple(
        HoleWire(wire.hole, wire.input, PixelRun("main", 132 - at, 132 - at))
        for at, wire in enumerate(board.holes)
    )
    found = rows(replace(board, holes=turned))
    assert [row.hole for row in found] == list(board_of("hex").holes)[::-1]
    assert found[0].pixels == "main:0"
    assert found[0].input == "main:132"


def test_without_pixels_the_order_is_that_of_the_inputs() -> None:
    board = wired()
    bare = tuple(HoleWire(w.hole, Input("main", 132 - n), None) for n, w in enumerate(board.holes))
    found = rows(replace(board, holes=bare, pixels=()))
    assert [row.input for row in found[:2]] == ["main:0", "main:1"]
    assert {row.pixels for row in found} == {"–"}


def test_a_wire_ends_at_the_leg_that_the_chip_shifts_out() -> None:
    chain = SensorPart("main", "shift", chips=3)
    assert ends_at(chain, 0) == "chip 1, H (leg 6)"
    assert ends_at(chain, 23) == "chip 3, A (leg 11)"
    assert ends_at(SensorPart("m", "gpio", pins=(4, 17)), 1) == "BCM 17 (pin 11)"
    assert ends_at(SensorPart("m", "matrix", rows=(1, 2), columns=(3, 4)), 2) == "row 2, column 1"


def test_sentinels_and_free_inputs_are_tied() -> None:
    board = wired("shift", "neopixel", "square")
    part = board.sensors[0]
    ends = {c.start: c.end for c in connections(board)}
    for number, level in part.tied:
        rail = sensor_feed(board).rail("the Pi")
        end = ends[f"{ends_at(part, number)}, input {number}"]
        assert end == (rail if level == "high" else "GND")
    free = free_inputs(board, part)
    assert free == [92, 93, 94, 95]
    assert all(ends[ends_at(part, number)] == "GND" for number in free)


@pytest.mark.parametrize(("sensors", "pixels"), DRIVERS)
def test_what_belongs_together_is_connected(sensors: str, pixels: str) -> None:
    starts = " ".join(c.start for c in connections(wired(sensors, pixels)))
    pin = {"pico": "GP5 (pin 7)", "neopixel": "BCM 18 (pin 12)", "neopixel_spi": "BCM 10 (pin 19)"}
    assert pin[pixels] in starts
    assert "ground of the pixels' supply" in starts
    if sensors == "matrix":
        assert "every diode" in starts
    elif sensors == "pico":
        assert "GP2 (pin 4)" in starts
    else:
        # Pixels by SPI take bus 0, and the sensors bus 1 beside them.
        assert ("BCM 21 (pin 40)" if pixels == "neopixel_spi" else "BCM 11 (pin 23)") in starts


def test_polarity_turns_the_common_side_and_the_diodes_about() -> None:
    low = wired("matrix", "neopixel")
    high = replace(low, sensors=(replace(low.sensors[0], active="high", pull="none"),))
    ends = [{c.start: c.end for c in connections(board)} for board in (low, high)]
    assert ends[0]["every diode"] == "towards the row"
    assert ends[1]["every diode"] == "towards the column"
    assert ends[1]["every column"] == "10 kΩ to GND"
    assert "every column" not in ends[0]


def test_a_table_has_three_forms() -> None:
    rows_of = [["A0", "x|y"], ["A10", "z"]]
    assert table(["hole", "to"], rows_of) == "hole  to\nA0    x|y\nA10   z\n"
    assert table(["hole", "to"], rows_of, "markdown").splitlines()[2] == "| A0 | x\\|y |"
    assert list(csv.reader(StringIO(table(["hole", "to"], rows_of, "csv"))))[1] == ["A0", "x|y"]


def test_the_command_prints_holes_and_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(write(wired(ring=8)), "utf-8")
    assert main(["wiring", "table", str(file), "--only", "holes", "--form", "csv"]) == 0
    found = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert len(found) == 133
    assert found[1]["pixels"] == "main:8-15"
    assert main(["wiring", "table", str(file)]) == 0
    out = capsys.readouterr().out
    assert "GP2 (pin 4)" in out
    assert "chip 1, H (leg 6)" in out


def test_a_file_with_a_mistake_is_not_drawn_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(write(wired()).replace('input = "main:1"', 'input = "main:0"'), "utf-8")
    for work in ("table", "parts", "power"):
        assert main(["wiring", work, str(file)]) == 2
        out, err = capsys.readouterr()
        assert "belongs to A0 already" in err
        assert not out


def test_a_mixed_board_says_of_every_wire_which_part_it_belongs_to() -> None:
    board = wired("pico", "pico", kind="square")
    one, strip = board.sensors[0], board.pixels[0]
    mixed = replace(
        board,
        sensors=(replace(one, name="left"), replace(one, name="right", device="/dev/other")),
        pixels=(replace(strip, name="left"), replace(strip, name="right", device="/dev/other")),
        holes=tuple(replace(wire, input=None, pixels=None) for wire in board.holes),
    )
    starts = [wire.start for wire in connections(mixed)]
    assert "left: GP2 (pin 4) of the Pico at /dev/trackside" in starts
    assert "right: GP2 (pin 4) of the Pico at /dev/other" in starts
    assert "right: GP5 (pin 7) of the Pico at /dev/other" in starts
    assert len(starts) == len(set(starts)), "no two wires look alike"
