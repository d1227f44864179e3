"""A new board file fits its holes and pins, and what is written reads back as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware.core import messages
from hardware.errors import BadSetting
from hardware.power import Supply
from hardware.wiring import (
    PIXEL_DRIVERS,
    SENSOR_DRIVERS,
    BoardFile,
    HoleWire,
    Input,
    NoRoom,
    PixelRun,
    check,
    new,
    read,
    write,
)
from hardware.wiring.model import PICO_HOLES, PICO_PIXELS


def names(count: int) -> list[str]:
    """So many hole names."""
    return [f"h{at}" for at in range(count)]


@pytest.mark.parametrize("pixels", PIXEL_DRIVERS)
@pytest.mark.parametrize("sensors", SENSOR_DRIVERS)
@pytest.mark.parametrize("ring", [1, 8])
def test_a_new_file_is_sound_for_every_driver(sensors: str, pixels: str, ring: int) -> None:
    board = new("toy", names(20), sensors=sensors, pixels=pixels, ring=ring)
    text = write(board)
    assert check(text, names(20)) == ()
    assert read(text, names(20)) == board
    assert board.ring == ring
    assert board.strip("main").count == 20 * ring


@given(
    order=st.permutations(range(24)),
    lights=st.permutations(range(24)),
    name=st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12),
    amperes=st.floats(0.1, 65),
    marbles=st.dictionaries(st.sampled_from("ABCDEF"), st.sampled_from(["#102030", "#FFffFF"])),
)
def test_any_board_reads_back_as_it_was_written(
    order: list[int], lights: list[int], name: str, amperes: float, marbles: dict[str, str]
) -> None:
    plain = new("toy", names(24), sensors="shift", pixels="neopixel", ring=2)
    board = replace(
        plain,
        name=name,
        supply=Supply(amperes, (12.5, 11.0, 13.25), 0.6, ring=2),
        marbles=tuple(marbles.items()),
        holes=tuple(
            HoleWire(hole, Input("main", order[at]), PixelRun("main", 2 * lit, 2 * lit + 1))
            for at, (hole, lit) in enumerate(zip(names(24), lights, strict=True))
        ),
    )
    assert read(write(board), names(24)) == board


@given(hole=st.text(min_size=1, max_size=6))
def test_any_hole_name_survives(hole: str) -> None:
    if not hole.isprintable():
        return
    board = new("toy", [hole], sensors="gpio", pixels="neopixel")
    assert read(write(board), [hole]) == board


def test_every_key_is_explained_in_the_file() -> None:
    text = write(new("toy", names(20), sensors="shift", pixels="neopixel_spi"))
    head = text.split("[holes]")[0].splitlines()
    keys = [at for at, line in enumerate(head) if " = " in line and line[0] != "#"]
    bare = [head[at] for at in keys if "  # " not in head[at] and head[at - 1][:1] != "#"]
    assert bare == ['name = "My toy board"']


def test_133_holes_take_a_matrix_of_12_by_12_or_17_chips() -> None:
    matrix = new("toy", names(133), sensors="matrix", pixels="neopixel").sensor("main")
    assert (len(matrix.rows), len(matrix.columns)) == (12, 12)
    assert 18 not in (*matrix.rows, *matrix.columns)
    chain = new("toy", names(133), sensors="shift", pixels="neopixel").sensor("main")
    assert chain.chips == 17
    assert chain.sentinels == ((133, "low"), (134, "high"), (135, "low"))
    pico = new("toy", names(133)).sensor("main")
    assert (pico.chips, pico.tied) == (17, chain.sentinels)


@pytest.mark.parametrize(
    ("holes", "sensors", "pixels", "words"),
    [
        (26, "gpio", "neopixel", "25 pins for sensors .* 26 holes: use pico, shift or matrix"),
        (157, "matrix", "neopixel", "takes 26 pins, .* 25 are free: use pico or shift"),
        (133, "matrix", "neopixel_spi", "takes 24 pins, .* 21 are free: use neopixel or pico"),
        (741, "pico", "neopixel", "reports 740 holes, not 741: use shift"),
        (1065, "shift", "pico", "lights 1064 pixels, not 1065: use neopixel"),
    ],
)
def test_a_driver_with_too_few_pins_is_refused(
    holes: int, sensors: str, pixels: str, words: str
) -> None:
    with pytest.raises(NoRoom, match=words):
        new("toy", names(holes), sensors=sensors, pixels=pixels)


def test_what_cannot_be_asked_for_is_refused() -> None:
    with pytest.raises(BadSetting, match="sensor driver"):
        new("toy", ["a"], sensors="usb")
    with pytest.raises(BadSetting, match="pixel driver"):
        new("toy", ["a"], pixels="dotstar")
    with pytest.raises(BadSetting, match="1 to 8 pixels"):
        new("toy", ["a"], ring=9)
    with pytest.raises(BadSetting, match="at least one hole"):
        new("toy", [])


def test_a_place_has_words_for_people() -> None:
    boards: dict[str, BoardFile] = {
        driver: new("toy", names(20), sensors=driver, pixels="pico") for driver in SENSOR_DRIVERS
    }
    said = {driver: board.sensor("main").where(9) for driver, board in boards.items()}
    assert said == {
        "pico": "chip 2 pin G",
        "gpio": "BCM 21",
        "matrix": "row 3 column 2",
        "shift": "chip 2 pin G",
    }


def test_a_pico_can_do_what_its_wire_can() -> None:
    assert (PICO_HOLES, PICO_PIXELS) == (messages.MAX_HOLES, messages.MAX_PIXELS)
    assert check(write(new("toy", names(133), ring=8)), names(133)) == ()


def test_numbers_count_along_the_way_of_the_wires() -> None:
    board = new("toy", ["a", "b", "c"], ring=2, way=["c", "a", "b"])
    assert [wire.hole for wire in board.holes] == ["a", "b", "c"]
    assert [str(wire.input) for wire in board.holes] == ["main:1", "main:2", "main:0"]
    assert [str(wire.pixels) for wire in board.holes] == ["main:2-3", "main:4-5", "main:0-1"]
    with pytest.raises(BadSetting, match="every hole once"):
        new("toy", ["a", "b"], way=["a", "c"])


def test_a_new_file_shows_how_marbles_of_other_colours_are_told() -> None:
    text = write(new("toy", ["a"])).replace("# [marbles]", "[marbles]").replace("# A =", "A =")
    assert read(text, ["a"]).marbles == (("A", "#c2203b"),)
    assert "# [marbles]" not in write(read(text, ["a"]))


@pytest.mark.parametrize(("pixels", "pins"), [("pico", 20), ("neopixel", 19), ("neopixel_spi", 16)])
def test_a_mixed_board_has_pins_first_and_a_chain_for_the_rest(pixels: str, pins: int) -> None:
    board = new("toy", names(60), sensors="gpio+shift", pixels=pixels)
    single, chain = board.sensors
    assert (single.driver, len(single.pins), chain.driver) == ("gpio", pins, "shift")
    assert chain.sentinels[0] == (60 - pins, "low"), "behind the last hole of the chain"
    assert str(board.holes[pins - 1].input) == f"pins:{pins - 1}"
    assert str(board.holes[pins].input) == "chain:0"
    assert check(write(board), names(60)) == ()


def test_a_board_whose_holes_all_have_a_pin_is_not_mixed() -> None:
    with pytest.raises(NoRoom, match="use gpio"):
        new("toy", names(20), sensors="gpio+shift", pixels="pico")


def test_where_a_hole_hangs_is_told_in_words() -> None:
    chained = new("toy", names(20), sensors="shift", pixels="neopixel", ring=2)
    assert chained.place(names(20)[9]) == "chip 2 pin G, pixels 18 to 19"
    mixed = new("toy", names(60), sensors="gpio+shift", pixels="pico")
    assert mixed.place(names(60)[1]) == "pins: BCM 5, pixel 1"
    assert mixed.place(names(60)[20]) == "chain: chip 1 pin H, pixel 20"
