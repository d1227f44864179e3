"""Everything wrong in a board file is reported with its line."""

from __future__ import annotations

import pytest

from hardware.wiring import BadWiring, Draft, Finding, check, new, read, write

HOLES = [*(f"A{at}" for at in range(10)), "X", "4.1R"]
SMALL = write(new("toy", HOLES, sensors="gpio", pixels="neopixel", ring=2))
CHAIN = write(new("toy", HOLES, sensors="shift", pixels="neopixel_spi"))
PICO = write(new("toy", HOLES, ring=2))
MATRIX = write(new("toy", HOLES, sensors="matrix", pixels="pico"))


def changed(text: str, old: str, new_text: str) -> str:
    """``text`` with one mistake in it."""
    assert text.count(old) >= 1, f"{old!r} does not stand in the file"
    return text.replace(old, new_text, 1)


def line_of(text: str, part: str) -> int:
    """The line, from 1, in which ``part`` first stands."""
    return 1 + next(at for at, line in enumerate(text.splitlines()) if part in line)


MISTAKES = [
    # file, what is changed, into what, where the finding stands, its words
    (SMALL, "version = 1", "version = 2", "version", "version holds 2: this Trackside reads"),
    (SMALL, "version = 1", "", None, "version is missing: write version = 1."),
    (SMALL, 'kind = "toy"', "kind = 7", "kind = 7", "kind holds 7: must be text on one line."),
    (SMALL, "version = 1", "version = 1\ncolour = 3", "colour = 3", "The key colour is unknown"),
    (SMALL, "amperes = 4.0", "ampere = 4.0", "ampere = 4.0", "The key supply.ampere is unknown"),
    (SMALL, "amperes = 4.0", "amperes = true", "amperes", "holds True: must be a number from"),
    (SMALL, "amperes = 4.0", "amperes = 0", "amperes", "holds 0: must be a number from 0.1 to 65"),
    (SMALL, "[20.0, 20.0, 20.0]", "[20.0, 20.0]", "channel_ma", "must be three numbers"),
    (SMALL, "[sensors.main]", "[sensors.Main]", "[sensors.Main]", "small letters and digits"),
    (SMALL, 'driver = "gpio"', 'driver = "gipo"', '"gipo"', "pico or gpio or matrix or shift"),
    (SMALL, 'driver = "gpio"', "", "[sensors.main]", "sensors.main.driver is missing"),
    (SMALL, "pins = [4, 5", "pins = [4, 4", "pins =", "lists 4 twice"),
    (SMALL, "pins = [4, 5", "pins = [4, 77", "pins =", "77 must be a whole number from 0 to 27"),
    (SMALL, "pins = [4, 5", "pins = [4, 18", 'pin = "D18"', "BCM 18 is used twice: data of"),
    (SMALL, 'active = "low"', 'active = "high"', "pull =", "its inputs are pulled down"),
    (SMALL, 'pin = "D18"', 'pin = "GP5"', "GP5", "must be like 'D18'"),
    (SMALL, "count = 24", "count = 25", "count", "No hole has pixel 24 of pixels.main"),
    (SMALL, "count = 24", "count = 24\nspare = [24]", "spare", "Spare pixel 24 is not there"),
    (SMALL, "count = 24", "count = 24\nspare = [23]", "4.1R", "pixel main:23 is listed as spare"),
    (SMALL, "count = 24", "count = 23", "4.1R", "pixels main:22-23 are not all there: 0 to 22"),
    (SMALL, "A3 =", "A33 =", "A33", "A33 is no hole of this kind of board; did you mean A3?"),
    (SMALL, "A3 =", "# A3 =", "[holes]", "No line for A3."),
    (SMALL, 'input = "main:3"', 'input = "main:2"', "A3 =", "input main:2 belongs to A2 already"),
    (SMALL, 'input = "main:3"', 'input = "main:12"', "A3 =", "main:12 is not there: 0 to 11"),
    (SMALL, 'input = "main:3"', 'input = "left:3"', "A3 =", "names no [sensors.left]"),
    (SMALL, 'input = "main:3"', "input = 3", "A3 =", "input holds 3: must be like 'main:0'"),
    (SMALL, 'input = "main:3", ', "", "A3 =", "A3 has no input."),
    (SMALL, 'input = "main:3"', 'imput = "main:3"', "A3 =", "A3 has the unknown key imput"),
    (SMALL, ', pixels = "main:6-7"', "", "A3 =", "A3 has no pixels."),
    (SMALL, "main:6-7", "main:7-6", "A3 =", "pixels holds 'main:7-6': must be like"),
    (SMALL, "main:6-7", "main:5-6", "A3 =", "pixel main:5 belongs to A2 already"),
    (SMALL, "main:6-7", "main:6", "A3 =", "A3 has 1 pixels, but A0 has 2"),
    (SMALL, "main:6-7", "side:6-7", "A3 =", "pixels side:6-7 name no [pixels.side]"),
    (SMALL, "A3 = {", 'A3 = "main:3" #', "A3 =", "must be like { input = 'main:0' }"),
    (SMALL, "[holes]", '[marbles]\nA = "red"\n[holes]', 'A = "red"', "must be like '#f8f5ee'"),
    (CHAIN, "chips = 2", "chips = 1", "A8 =", "input main:8 is not there: 0 to 7"),
    (CHAIN, "chips = 2", "chips = 1", "sentinels", "Sentinel 12 is no input of 1 chips"),
    (CHAIN, '12 = "low"', '11 = "low"', "4.1R", "input main:11 is a sentinel"),
    (CHAIN, '13 = "high"', '13 = "low"', "sentinels", "at least one low and one high"),
    (CHAIN, '13 = "high"', '13 = "up"', "sentinels", "not 13 = 'up'"),
    (CHAIN, 'spi = "1.0"', 'spi = "0.0"', "neopixel_spi", "BCM 8 is used twice: CE0 of pixels"),
    (CHAIN, 'spi = "1.0"', 'spi = "0.2"', 'spi = "0.2"', "bus 0 has only the selects 0 and 1"),
    (CHAIN, 'latch = "D25"', 'latch = "D20"', "latch", "BCM 20 is used twice"),
    (
        CHAIN,
        "clock_hz = 1000000",
        "clock_hz = 1.5",
        "clock_hz",
        "must be a whole number",
    ),
    (PICO, "inputs = 12", "inputs = 741", "inputs", "must be a whole number from 1 to 740"),
    (PICO, "chips = 2", "chips = 1", "chips", "12 inputs and 3 sentinels need 2 chips, not 1"),
    (PICO, 'latch = "GP3"', 'latch = "GP2"', "latch", "GP2 of /dev/trackside is used twice"),
    (PICO, "inputs = 12", "inputs = 13", "count", "13 inputs, so 2 a hole make 26 pixels, not 24"),
    (MATRIX, "rows = [", "rows = [4, ", "columns = [", "BCM 4 is used twice: column 0 of"),
    (MATRIX, "scan_hz = 125.0", "scan_hz = 5", "scan_hz", "must be a number from 20 to 1000"),
]


@pytest.mark.parametrize(
    ("good", "old", "bad", "where", "words"), MISTAKES, ids=[mistake[4] for mistake in MISTAKES]
)
def test_a_mistake_is_told_with_its_line(
    good: str, old: str, bad: str, where: str | None, words: str
) -> None:
    text = changed(good, old, bad)
    findings = check(text, HOLES)
    told = [finding for finding in findings if words in finding.text]
    assert len(told) == 1, findings
    if where == "neopixel_spi":
        # The key that takes the pins stands in the line below its driver.
        assert told[0].line == line_of(text, where) + 1
    else:
        assert told[0].line == (line_of(text, where) if where else 1)


@pytest.mark.parametrize("good", [SMALL, CHAIN, PICO, MATRIX])
def test_a_file_without_a_mistake_has_no_finding(good: str) -> None:
    assert check(good, HOLES) == ()


def test_all_findings_come_at_once_in_order_of_lines() -> None:
    text = SMALL.replace("amperes = 4.0", "amperes = 0").replace('"GRB"', '"GBX"')
    text = text.replace("A3 = {", "A3 = {x = 1, ")
    findings = check(text, HOLES)
    assert len(findings) == 3
    assert [finding.line for finding in findings] == sorted(finding.line for finding in findings)
    with pytest.raises(BadWiring, match=r"line \d+: supply.amperes .* \(2 more:") as refused:
        read(text, HOLES)
    assert refused.value.findings == findings


def test_a_mistake_hides_no_other() -> None:
    """An unknown key, a bad pin, a wire twice, a gap: whoever mends reads the list once."""
    text = SMALL.replace("amperes = 4.0", "amperes = 4.0\nvolts = 5")
    text = text.replace('pin = "D18"', 'pin = "D99"').replace('"main:3"', '"main:2"')
    lost = [line_of(text, f"A{at} =") for at in range(5, 10)]
    lines = text.splitlines()
    text = "\n".join(line for at, line in enumerate(lines, 1) if at not in lost)
    told = [finding.text for finding in check(text, HOLES)]
    assert [told[0].split(" is ")[0], *told[1:]] == [
        "The key supply.volts",
        "pixels.main.pin holds 'D99': must be like 'D18', from D0 to D27.",
        "No line for A5, A6, A7, A8, A9.",
        "A3: input main:2 belongs to A2 already.",
    ]


def test_a_part_that_cannot_be_read_leaves_its_wires_to_be_compared() -> None:
    text = SMALL.replace("pins = [4", 'pins = ["4"').replace('"main:3"', '"main:2"')
    assert [finding.text.split(":")[0] for finding in check(text, HOLES)] == [
        "sensors.main.pins holds ['4', 5, 6, 12, 13, 16, 17, 19, 20, 2...",
        "A3",
    ]


def test_many_pixels_without_a_hole_are_told_as_ranges() -> None:
    (finding,) = check(SMALL.replace("count = 24", "count = 40\nspare = [30]"), HOLES)
    assert "No hole has pixel 24 to 29, 31 to 39 of pixels.main" in finding.text


def test_a_line_that_stands_twice_hides_no_other_mistake() -> None:
    text = SMALL.replace("amperes = 4.0", "amperes = 0") + 'A0 = { input = "main:7" }\n'
    assert [finding.text.split(" ")[0] for finding in check(text, HOLES)] == [
        "supply.amperes",
        "holes.A0",
    ]


def test_a_hole_that_stands_twice_is_told_with_both_lines() -> None:
    text = SMALL + 'A0 = { input = "main:0", pixels = "main:0-1" }\n'
    again = len(text.splitlines())
    first = line_of(text, "A0 =")
    told = f"holes.A0 stands twice: in line {first} already."
    assert check(text, HOLES) == (Finding(again, told),)


@pytest.mark.parametrize("text", ["version = 1\nkind = 'toy", "version = 1\nkind ="])
def test_what_is_no_toml_is_told_with_its_line(text: str) -> None:
    (finding,) = check(text)
    assert finding.line == 2
    assert finding.text.startswith("This is no TOML: ")


def test_an_empty_text_lacks_version_and_kind_and_holes() -> None:
    assert {finding.text.split(":")[0] for finding in check("")} == {
        "version is missing",
        "kind is missing.",
        "The file has no holes",
    }


def test_without_a_list_of_holes_any_name_will_do() -> None:
    assert check(SMALL.replace("A3 =", "Z3 ="), None) == ()


def test_unequal_rings_on_a_pico_chain_are_told_by_where_they_begin() -> None:
    swapped = PICO.replace("main:0-1", "main:1-2").replace('"main:2-3"', '"main:0-1"')
    assert any("A0: the ring begins at no multiple of 2" in f.text for f in check(swapped, HOLES))


def test_a_board_may_have_sensors_alone_or_lights_alone() -> None:
    head = 'version = 1\nkind = "toy"\n'
    gpio = '[sensors.main]\ndriver = "gpio"\npins = [4]\n[holes]\nA0 = { input = "main:0" }\n'
    board = read(head + gpio, ["A0"])
    assert board.pixels == ()
    assert board.holes[0].pixels is None
    strip = '[pixels.main]\ndriver = "neopixel"\ncount = 1\n[holes]\nA0 = { pixels = "main:0" }\n'
    assert read(head + strip, ["A0"]).holes[0].input is None
    (finding,) = check(head + gpio.replace("}", ', pixels = "main:0" }'), ["A0"])
    assert finding.text == "A0 has pixels, but the file has no [pixels.main]."


def test_two_arrays_and_two_chains_make_a_mixed_board() -> None:
    text = """
version = 1
kind = "toy"
[sensors.wood]
driver = "pico"
inputs = 2
[sensors.pens]
driver = "gpio"
pins = [4]
[pixels.wood]
driver = "pico"
count = 2
[pixels.pens]
driver = "neopixel"
count = 2
spare = [0]
[holes]
A0 = { input = "wood:1", pixels = "wood:0" }
A1 = { input = "wood:0", pixels = "wood:1" }
A2 = { input = "pens:0", pixels = "pens:1" }
"""
    board = read(text, ["A0", "A1", "A2"])
    assert [part.driver for part in board.sensors] == ["pico", "gpio"]
    assert board.sensor("wood").chips == 1
    assert board.devices == ("/dev/trackside",)
    assert str(board.wire("A2").pixels) == "pens:1"
    assert read(write(board), ["A0", "A1", "A2"]) == board


def test_a_pico_is_one_array_and_one_chain() -> None:
    text = """
version = 1
kind = "toy"
[sensors.a]
driver = "pico"
inputs = 1
[sensors.b]
driver = "pico"
inputs = 1
clock = "GP6"
latch = "GP7"
data = "GP8"
[holes]
A0 = { input = "a:0" }
A1 = { input = "b:0" }
"""
    (finding,) = check(text, ["A0", "A1"])
    assert finding.text == "The Pico at /dev/trackside is sensors.a already: it has one such chain."


def test_the_kind_can_be_read_before_all_else() -> None:
    assert Draft(SMALL).kind == "toy"
    assert Draft("kind = 3").kind is None
    assert Draft("kind = ").kind is None
