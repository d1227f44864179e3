"""The parts to buy and the current they draw, counted from the board file (PP-22)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from two_forms import first

from companion.cli import main
from companion.lights.theme import standard_theme
from companion.workshop.as_svg import svg
from companion.workshop.currents import Currents, advice, currents, next_fuse
from companion.workshop.diagram import diagram
from companion.workshop.diagram_pins import pi_uses, pico_uses
from companion.workshop.feeds import SensorFeed, next_supply, sensor_feed, whole_supply
from companion.workshop.loom import building_order, connections, fed
from companion.workshop.measure import scaled
from companion.workshop.parts import parts
from companion.workshop.prices import price
from engine.boards import board_of
from hardware.power import Supply
from hardware.wiring import BoardFile, check, new, write


def wired(sensors: str, pixels: str, kind: str = "hex", **more: Any) -> BoardFile:
    return new(kind, board_of(kind).holes, sensors=sensors, pixels=pixels, **more)


def drawn(kind: str = "hex", **supply: Any) -> Currents:
    wanted = Supply(**{"amperes": 4.0, **supply})
    return currents(board_of(kind).holes, wanted, standard_theme(), SensorFeed(133, 399.0))


def counts(board: BoardFile, size: float = 600.0) -> dict[str, str]:
    at = scaled(board_of(board.kind), size=size)
    found = currents(board_of(board.kind).holes, board.supply, standard_theme(), sensor_feed(board))
    listed: dict[str, str] = {}
    for part in parts(board, at, found):
        # One item may be bought for two purposes.
        whole = str(int(listed[part.item]) + int(part.count)) if part.item in listed else part.count
        listed[part.item] = whole
    return listed


def test_a_chain_s_parts_are_counted() -> None:
    found = counts(wired("pico", "pico"))
    for item, count in {
        "hall switch": "133",
        "shift register 74HC165": "17",
        "capacitor 100 nF": "150",
        "resistor 100 Ω": "2",
        "regulator 5 V to 3.3 V, 1 A": "1",
        "USB OTG adapter, micro USB": "1",
        "resistor 10 kΩ": "133",
        "NeoPixel (WS2812B)": "133",
        "level shifter 74AHCT125": "1",
        "marble of 16 mm": "24",
        "magnet for a marble": "24",
        "steel disc, 5 mm": "133",
        "Raspberry Pi Pico": "1",
        "supply 5 V, 5 A": "1",
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
    assert large["hall switch"] == small["hall switch"]


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


def reeds(board: BoardFile) -> BoardFile:
    """The board with switches that draw nothing."""
    return replace(board, sensors=tuple(replace(part, sensor_ma=0.0) for part in board.sensors))


def few(board: BoardFile) -> BoardFile:
    """The board with sensors at its first twenty holes alone."""
    kept = tuple(w if n < 20 else replace(w, input=None) for n, w in enumerate(board.holes))
    return replace(board, holes=kept)


@pytest.mark.parametrize("kind", first(1, ["hex", "square", "tiles", "street"]))
@pytest.mark.parametrize("made", [lambda board: board, reeds, few], ids=["halls", "reeds", "few"])
@pytest.mark.parametrize(
    ("sensors", "pixels"),
    [
        ("pico", "pico"), ("shift", "neopixel"), ("shift", "neopixel_spi"), ("matrix", "neopixel"),
        ("gpio+shift", "neopixel"),
    ],
)  # fmt: skip
def test_table_diagram_parts_and_power_agree_on_who_feeds_the_sensors(
    sensors: str, pixels: str, made: Callable[[BoardFile], BoardFile], kind: str
) -> None:
    board = made(wired(sensors, pixels, kind))
    holes = sum(1 for wire in board.holes if wire.input)
    halls = 0 if sensors == "matrix" or made is reeds else holes
    regulator = halls * 3 > 300
    feed = sensor_feed(board)
    assert (feed.sensors, bool(feed.regulator)) == (halls, regulator)
    # The table: either all 3.3 V of the regulator's, or none.
    wires = [text for wire in connections(board) for text in (wire.start, wire.end)]
    rails = {"regulator" in text for text in wires if "3V3 of" in text}
    assert rails <= {regulator}
    assert any("IN of a regulator" in text for text in wires) == regulator
    # The diagram, whose header names the pin that feeds them.
    shown = currents(board_of(kind).holes, board.supply, standard_theme(), feed)
    drawing = svg(diagram(board, board_of(kind), shown))
    pins = [
        *pi_uses(board).values(),
        *(u for d in board.devices for u in pico_uses(board, d).values()),
    ]
    assert any("3.3 V" in use.words for use in pins) == (not regulator and sensors != "matrix")
    assert (">regulator</text>" in drawing) == regulator
    supply = f">{whole_supply(4.0, feed):g} A supply</text>"
    assert supply in drawing
    # Parts and power.
    found = counts(board)
    assert any(item.startswith("regulator") for item in found) == regulator
    assert found.get("hall switch", "0") == str(halls)
    assert f"supply 5 V, {whole_supply(4.0, feed):g} A" in found
    said = " ".join(advice(shown))
    assert ("regulator of" in said) == regulator
    assert f"Fuse the 5 V wire with {next_fuse(whole_supply(4.0, feed)):g} A" in said
    assert f"fuse {next_fuse(whole_supply(4.0, feed)):g} A with holder" in found


@pytest.mark.parametrize("sensor_ma", [3.0, 9.0, 20.0, 50.0])
def test_a_regulator_gives_more_than_its_sensors_draw(sensor_ma: float) -> None:
    """50 mA each is the most that a board file may say."""
    board = wired("pico", "pico")
    hungry = replace(board, sensors=(replace(board.sensors[0], sensor_ma=sensor_ma),))
    assert check(write(hungry)) == ()
    assert sensor_feed(hungry).regulator > 133 * sensor_ma / 1000


@pytest.mark.parametrize("kind", ["hex", "square", "tiles", "street"])
@pytest.mark.parametrize(("sensors", "pixels"), [("pico", "pico"), ("matrix", "neopixel")])
def test_every_part_has_a_price_and_the_list_a_sum(sensors: str, pixels: str, kind: str) -> None:
    board = wired(sensors, pixels, kind)
    shown = currents(board_of(kind).holes, board.supply, standard_theme(), sensor_feed(board))
    *listed, last = parts(board, scaled(board_of(kind), size=600), shown)
    euros = sum(int(part.count.split()[0]) * price(part.item) for part in listed)
    assert last.item == f"about {10 * round(euros / 10)} € in all"
    assert "estimate" in last.note
    with pytest.raises(KeyError):
        price("unobtainium")


def test_both_ends_of_a_strand_are_fed() -> None:
    board = wired("pico", "pico", amperes=8.0)
    shown = currents(board_of("hex").holes, board.supply, standard_theme())
    places = fed(board, shown.feeds)
    way = [wire.hole for wire in building_order(board)]
    assert (places[0], places[-1], len(places)) == (way[0], way[-1], shown.feeds)


def test_supplies_and_fuses_are_those_that_are_sold() -> None:
    assert [next_supply(a) for a in (0.1, 2.0, 2.01, 100.0)] == [2.0, 2.0, 3.0, 60.0]
    assert [next_fuse(a) for a in (0.5, 4.0, 8.0)] == [1.0, 4.0, 7.5]


@pytest.mark.parametrize("ring", [1, 8])
@pytest.mark.parametrize("amperes", [1.0, 3.0, 4.0, 6.0, 10.0, 20.0, 30.0, 60.0])
def test_the_wire_bears_what_its_fuse_lets_through(amperes: float, ring: int) -> None:
    """By the cross-section of the printed words; 20 A were to be fused with 30 on 2.5 mm²."""
    said = " ".join(advice(drawn(amperes=amperes, ring=ring)))
    found = re.search(r"wires of ([\d.]+) mm².* Fuse the 5 V wire with ([\d.]+) A", said)
    assert found
    size, fuse = found.groups()
    bears = {"0.5": 3, "0.75": 6, "1.5": 10, "2.5": 20, "4": 30, "6": 40}
    assert float(fuse) <= bears[size]


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
    file.write_text(write(reeds(wired("shift", "neopixel"))), "utf-8")
    assert main(["wiring", "power", str(file)]) == 0
    assert "regulator" not in capsys.readouterr().out


def test_a_board_without_pixels_is_told_how_its_sensors_are_fed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = wired("shift", "neopixel")
    bare = replace(board, pixels=(), holes=tuple(replace(w, pixels=None) for w in board.holes))
    file = tmp_path / "board.toml"
    file.write_text(write(bare), "utf-8")
    assert main(["wiring", "power", str(file)]) == 0
    assert "regulator of 1 A at the Pi's 5 V (pin 2)" in capsys.readouterr().out
    assert any("5V of the Pi (pin 2)" in wire.start for wire in connections(bare))


@pytest.mark.parametrize(("words", "sentence"), [(["--theme", "none"], "setting theme")])
def test_what_cannot_be_estimated_is_said(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(write(wired("shift", "neopixel")), "utf-8")
    assert main(["wiring", "power", str(file), *words]) == 2
    assert sentence in capsys.readouterr().err
