"""What to buy and what it draws, counted from the board file (PP-22)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.table.roles import standard_theme
from companion.workshop.currents import Currents, advice, currents, next_fuse, next_supply
from companion.workshop.measure import scaled
from companion.workshop.parts import parts
from engine.boards import board_of
from hardware.power import Supply
from hardware.wiring import BoardFile, new, write


def wired(sensors: str, pixels: str, kind: str = "hex", **more: Any) -> BoardFile:
    return new(kind, board_of(kind).holes, sensors=sensors, pixels=pixels, **more)


def drawn(kind: str = "hex", **supply: Any) -> Currents:
    wanted = Supply(**{"amperes": 4.0, **supply})
    return currents(board_of(kind).holes, wanted, standard_theme(), sensors=133)


def counts(board: BoardFile, size: float = 600.0) -> dict[str, str]:
    at = scaled(board_of(board.kind), size=size)
    found = currents(board_of(board.kind).holes, board.supply, standard_theme())
    return {part.item: part.count for part in parts(board, at, found)}


def test_a_chain_s_parts_are_counted() -> None:
    found = counts(wired("pico", "pico"))
    for item, count in {
        "hall switch or reed switch": "133",
        "shift register 74HC165": "17",
        "capacitor 100 nF": "17",
        "resistor 10 kΩ": "133",
        "NeoPixel (WS2812B)": "133",
        "level shifter 74AHCT125": "1",
        "marble of 16 mm": "24",
        "magnet for a marble": "24",
        "steel disc, 5 mm": "133",
        "Raspberry Pi Pico": "1",
        "supply 5 V, 4 A": "1",
        "board of wood, 600 × 550 mm": "1",
    }.items():
        assert found[item] == count, item
    assert "diode 1N4148" not in found


def test_a_matrix_has_a_diode_a_switch_and_no_registers() -> None:
    found = counts(wired("matrix", "neopixel", "square", ring=8))
    assert found["diode 1N4148"] == found["reed switch"] == "89"
    assert found["NeoPixel (WS2812B)"] == "712"
    assert found["marble of 16 mm"] == "16"
    unused = {"shift register 74HC165", "Raspberry Pi Pico", "resistor 10 kΩ", "steel disc, 5 mm"}
    assert not unused & set(found)


def test_resistors_are_bought_where_no_pull_is_switched_on() -> None:
    board = wired("matrix", "neopixel")
    bare = replace(board, sensors=(replace(board.sensors[0], pull="none"),))
    assert counts(bare)["resistor 10 kΩ"] == "12"


def test_a_larger_board_takes_more_wire_and_no_more_sensors() -> None:
    board = wired("shift", "neopixel")
    small, large = counts(board), counts(board, 900.0)
    strand = "strand for the pixels"
    assert int(large[strand].split()[0]) > 1.2 * int(small[strand].split()[0])
    assert large["hall switch or reed switch"] == small["hall switch or reed switch"]


def test_two_arrays_of_one_kind_are_one_line() -> None:
    board = wired("shift", "neopixel", "square")
    part = board.sensors[0]
    twice = replace(board, sensors=(part, replace(part, name="other", chips=3)))
    assert counts(twice)["shift register 74HC165"] == str(part.chips + 3)


def test_the_estimates_are_those_of_the_power_room() -> None:
    found = drawn()
    # 133 pixels of 1 mA, and 3 × 20 mA more where white (docs/lights.md has the same).
    assert found.of("dark").ma == pytest.approx(133)
    assert found.of("white").ma == pytest.approx(133 * 61)
    assert found.of("dark").ma < found.of("typical").ma < found.of("role").ma
    assert found.of("role").ma <= found.of("white").ma
    ring = drawn(ring=8)
    assert ring.of("white").ma == pytest.approx(8 * found.of("white").ma)


@pytest.mark.parametrize(
    ("amperes", "ring", "sentence"),
    [
        (4.0, 1, "4 A carry every turn with room to spare"),
        (1.3, 1, "run warm"),
        (1.0, 1, "1 A dim a lively turn"),
        (1.0, 8, "do not even feed the dark pixels"),
    ],
)
def test_the_advice_says_what_would_do(amperes: float, ring: int, sentence: str) -> None:
    found = drawn(amperes=amperes, ring=ring)
    said = list(advice(found))
    assert sentence in said[0]
    assert found.enough * 1000 >= found.of("typical").ma
    better = drawn(amperes=found.enough, ring=ring)
    assert "carry every turn with room" in next(advice(better))


def test_the_cap_of_white_is_told_as_a_share() -> None:
    said = " ".join(advice(drawn()))
    # (4000 − 133) / (133 × 60), cut to whole steps of 255.
    assert "everything white to 48% of its light" in said
    assert "scaled down" not in " ".join(advice(drawn(amperes=10.0)))


def test_hall_switches_beyond_the_rail_get_a_regulator() -> None:
    assert any("regulator" in line for line in advice(drawn()))
    assert not any("regulator" in line for line in advice(replace(drawn(), sensors=0)))


def test_supplies_and_fuses_are_those_that_are_sold() -> None:
    assert [next_supply(a) for a in (0.1, 2.0, 2.01, 100.0)] == [2.0, 2.0, 3.0, 60.0]
    assert [next_fuse(a) for a in (0.5, 4.0, 8.0)] == [1.0, 4.0, 7.5]


def test_the_commands_print_list_and_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(write(wired("shift", "neopixel")), "utf-8")
    assert main(["wiring", "parts", str(file), "--size", "70cm", "--form", "markdown"]) == 0
    assert "| 17 | shift register 74HC165 |" in capsys.readouterr().out
    assert main(["wiring", "power", str(file)]) == 0
    out = capsys.readouterr().out
    assert "8.11 A  every pixel full white" in out
    assert "regulator" in out
    assert main(["wiring", "power", str(file), "--sensor-ma", "0"]) == 0
    assert "regulator" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["--theme", "none"], "setting theme"), (["--sensor-ma", "-1"], "0 to 50 mA")],
)
def test_what_cannot_be_estimated_is_said(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(write(wired("shift", "neopixel")), "utf-8")
    assert main(["wiring", "power", str(file), *words]) == 2
    assert sentence in capsys.readouterr().err
