"""The wiring diagram says what the board file says, from below."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from two_forms import first

from companion.cli import main
from companion.lights.theme import standard_theme
from companion.workshop.as_pdf import pdf
from companion.workshop.as_svg import svg
from companion.workshop.currents import currents
from companion.workshop.diagram import COLUMN, ROOM, WIDTH, diagram, leg_name
from companion.workshop.diagram_pins import pi_uses, pico_uses
from companion.workshop.headers import PI, PICO
from engine.boards import board_kinds, board_of
from hardware.power import Supply
from hardware.wiring import BoardFile, HoleWire, Input, PixelRun, new, write

DRIVERS = [
    ("pico", "pico"), ("shift", "neopixel"), ("shift", "neopixel_spi"), ("matrix", "neopixel"),
    ("matrix", "pico"),
]  # fmt: skip


def wired(
    sensors: str = "pico", pixels: str = "pico", kind: str = "hex", ring: int = 1
) -> BoardFile:
    return new(kind, board_of(kind).holes, sensors=sensors, pixels=pixels, ring=ring)


def texts(board: BoardFile, layer: str, **how: Any) -> list[tuple[str, float, float]]:
    """All texts of a layer with their places."""
    root = ElementTree.fromstring(svg(diagram(board, board_of(board.kind), **how)))
    return [
        (node.text or "", float(node.attrib["x"]), float(node.attrib["y"]))
        for group in root.iter("{http://www.w3.org/2000/svg}g")
        if group.attrib.get("class") == layer
        for node in group
        if "x" in node.attrib
    ]


@pytest.mark.parametrize("kind", board_kinds())
@pytest.mark.parametrize(("sensors", "pixels"), first(2, DRIVERS, unpacked=True))
def test_every_hole_shows_its_name_its_input_and_its_pixel(
    kind: str, sensors: str, pixels: str
) -> None:
    board = wired(sensors, pixels, kind)
    names = texts(board, "name")
    assert sorted(name for name, _, _ in names) == sorted(board_of(kind).holes)
    part = board.sensors[0]
    legs = {leg_name(part, wire.input.number) for wire in board.holes if wire.input}
    assert sorted(leg for leg, _, _ in texts(board, "leg")) == sorted(legs)
    assert len(legs) == len(board.holes)
    numbers = sorted(int(number) for number, _, _ in texts(board, "number"))
    assert numbers == list(range(len(board.holes)))


def test_each_input_stands_in_its_own_hole() -> None:
    board = wired("shift", "neopixel", "square")
    names = {name: (x, y) for name, x, y in texts(board, "name")}
    legs = {leg: (x, y) for leg, x, y in texts(board, "leg")}
    for wire in board.holes:
        assert wire.input is not None
        leg = legs[leg_name(board.sensors[0], wire.input.number)]
        nearest = min(names, key=lambda name: math.dist(names[name], leg))
        assert nearest == wire.hole


def test_from_below_left_and_right_are_exchanged() -> None:
    below = {name: (x, y) for name, x, y in texts(wired(), "name")}
    above = {name: (x, y) for name, x, y in texts(wired(), "name", above=True)}
    middle = ROOM[0] + ROOM[2] / 2
    for name, (x, y) in above.items():
        assert below[name] == pytest.approx((2 * middle - x, y), abs=0.02)
    # Seen from above B, clockwise of A at the bottom, lies on the left (page design).
    assert above["B7"][0] < middle < below["B7"][0]
    told = svg(diagram(wired(), board_of("hex")))
    assert "SEEN FROM BELOW" in told
    assert "SEEN FROM ABOVE" in svg(diagram(wired(), board_of("hex"), above=True))


def test_the_way_of_the_data_goes_from_pixel_to_pixel_in_chain_order() -> None:
    board = wired()
    back = tuple(
        HoleWire(wire.hole, wire.input, PixelRun("main", 132 - n, 132 - n))
        for n, wire in enumerate(board.holes)
    )
    for one in (board, replace(board, holes=back)):
        text = svg(diagram(one, board_of("hex")))
        (way,) = re.findall(r'<g class="chain"[^>]*>\n<path d="(M[^"HVz]{900,})"', text)
        points = [tuple(map(float, p.split())) for p in re.findall(r"[ML]([^ML]+)", way)]
        numbers = sorted((int(n), x, y) for n, x, y in texts(one, "number"))
        assert len(points) == 133
        for point, (_, x, y) in zip(points, numbers, strict=True):
            assert math.dist(point, (x, y)) < 6.0
        assert math.dist(points[0], points[-1]) > 20


@pytest.mark.parametrize(("sensors", "pixels"), DRIVERS)
def test_only_pins_that_exist_for_it_are_used(sensors: str, pixels: str) -> None:
    board = wired(sensors, pixels, "square")
    pis = pi_uses(board)
    assert bool(pis) == (sensors != "pico" or pixels != "pico")
    for pin, use in pis.items():
        name = PI[pin - 1]
        if "ground" in use.words:
            assert name == "GND"
        elif "3.3 V" in use.words:
            assert name == "3V3"
        else:
            assert name.isdigit()
    for device in board.devices:
        for pin, use in pico_uses(board, device).items():
            wanted = "GND" if "ground" in use.words else "3V3" if "3.3" in use.words else "GP"
            assert PICO[pin - 1].startswith(wanted)
    if sensors == "matrix":
        rows, columns = board.sensors[0].rows, board.sensors[0].columns
        assert sum("row" in use.words for use in pis.values()) == len(rows)
        assert sum("column" in use.words for use in pis.values()) == len(columns)


def test_a_small_board_on_pins_names_each_hole_at_its_pin(
    pdf_pages: Callable[[bytes], list[Any]],
) -> None:
    whole = board_of("square")
    some = whole.holes[:12]
    board = new("square", some, sensors="gpio", pixels="neopixel")
    shown = svg(diagram(board, whole))
    assert "BCM 4<" in shown
    assert {use.words for use in pi_uses(board).values()} >= set(some)


def test_the_chain_is_fed_as_often_as_its_current_asks() -> None:
    for amperes, places in ((2.0, 2), (8.0, 4)):
        supply = Supply(amperes)
        drawn = currents(board_of("hex").holes, supply, standard_theme())
        assert drawn.feeds == places
        text = svg(diagram(replace(wired(), supply=supply), board_of("hex"), drawn))
        # One more stands in the legend.
        assert text.count(">5 V</text>") - 1 == places + 1


@pytest.mark.parametrize(("sensors", "pixels"), first(2, DRIVERS, unpacked=True))
def test_the_pdf_is_one_sheet_of_a3(
    sensors: str, pixels: str, pdf_pages: Callable[[bytes], list[Any]]
) -> None:
    (page,) = pdf_pages(pdf([diagram(wired(sensors, pixels), board_of("hex"))]))
    assert (page.width, page.height) == pytest.approx((420, 297), abs=0.1)
    words = " ".join(word for word, _, _ in page.words)
    assert "SEEN FROM BELOW" in words
    assert "330 ohm" in words
    assert "?" not in words, "a letter that the PDF's font has not"
    for _, x, y in page.words:
        assert 0 < x < WIDTH
        assert 0 < y < 297


def test_a_board_without_lights_or_without_sensors_is_drawn_too() -> None:
    board = wired("shift", "neopixel")
    dark = replace(
        board, pixels=(), holes=tuple(replace(wire, pixels=None) for wire in board.holes)
    )
    assert "way of the data" not in svg(diagram(dark, board_of("hex")))
    blind = replace(
        board, sensors=(), holes=tuple(replace(wire, input=None) for wire in board.holes)
    )
    shown = svg(diagram(blind, board_of("hex")))
    assert "74HC165" not in shown
    assert "way of the data" in shown


@pytest.mark.parametrize(
    ("sensors", "hole", "band"),
    [
        ("pico", "hole, and its chip and input", "one chip"),
        ("matrix", "hole, and its row and column", "one row"),
        ("gpio+shift", "hole, and its pin or chip and input", "one chip"),
    ],
)
def test_the_legend_says_what_stands_in_a_hole_and_what_a_band_is(
    sensors: str, hole: str, band: str
) -> None:
    board = wired(sensors, "neopixel")
    shown = svg(diagram(board, board_of("hex")))
    assert f">{hole}</text>" in shown
    assert f">{band}</text>" in shown
    blind = replace(
        board, sensors=(), holes=tuple(replace(wire, input=None) for wire in board.holes)
    )
    assert ">hole</text>" in svg(diagram(blind, board_of("hex")))


def test_a_mixed_board_has_a_column_of_circuits_for_every_array_and_chain() -> None:
    board = wired("shift", "neopixel")
    other = replace(wired("pico", "pico").sensors[0], name="right", inputs=5, chips=1)
    strip = replace(wired().pixels[0], name="far", count=1)
    last = board.holes[-1]
    moved = replace(last, input=Input("right", 0), pixels=PixelRun("far", 0, 0))
    mixed = replace(
        board,
        sensors=(*board.sensors, other),
        pixels=(replace(board.pixels[0], count=132), strip),
        holes=(*board.holes[:-1], moved),
    )
    shown = svg(diagram(mixed, board_of("hex")))
    for title in ("Sensors main", "Sensors right", "Pixels main", "Pixels far"):
        assert f">{title}</text>" in shown
    assert ">1 × 74HC165 in a chain, eight sensors each</text>" in shown
    assert ">pixel far:0</text>" in shown
    assert diagram(mixed, board_of("hex")).width == WIDTH + COLUMN
    assert diagram(board, board_of("hex")).width == WIDTH
    assert ">right U1</text>" in shown
    assert "Raspberry Pi Pico" in shown
    assert "Raspberry Pi, 40 pins" in shown


def test_the_command_writes_svg_and_pdf_beside_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(write(wired(kind="square")), "utf-8")
    assert main(["wiring", "diagram", str(file)]) == 0
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg ")
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")
    out = tmp_path / "top.svg"
    assert main(["wiring", "diagram", str(file), "--above", "--out", str(out)]) == 0
    assert "SEEN FROM ABOVE" in out.read_text("utf-8")
    capsys.readouterr()


def test_other_kinds_of_file_and_folders_that_are_not_there_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(write(wired(kind="square")), "utf-8")
    for out, sentence in (("a.png", "ends in .svg or .pdf"), ("no/a.svg", "cannot be written")):
        assert main(["wiring", "diagram", str(file), "--out", str(tmp_path / out)]) == 2
        assert sentence in capsys.readouterr().err
    assert main(["wiring", "diagram", str(tmp_path / "none.toml")]) == 2
    assert "is not there" in capsys.readouterr().err
