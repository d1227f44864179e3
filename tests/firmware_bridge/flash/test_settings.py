"""From a board file to what the firmware must know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firmware_bridge.errors import BadBuild
from firmware_bridge.flash import PicoSettings, firmware_name, older, pico_settings
from hardware.wiring import BoardFile, new

HOLES = [f"h{at}" for at in range(20)]


def values(settings: PicoSettings) -> dict[str, Any]:
    """What the firmware would read."""
    found: dict[str, Any] = {}
    exec(settings.text(), found)
    del found["__builtins__"]
    return found


def board(**options: Any) -> BoardFile:
    return new("toy", HOLES, **options)


def test_a_new_board_file_gives_its_pins_and_counts() -> None:
    assert values(pico_settings(board(ring=3))) == {
        "NAME": firmware_name(),
        "HOLES": 20,
        "RING": 3,
        "CLOCK": "GP2",
        "LATCH": "GP3",
        "DATA": "GP4",
        "MAGNET_READS": False,
        "SENTINELS": (True, False, True),
        "PIXELS": "GP5",
        "ORDER": "GRB",
    }


def test_sensors_that_read_high_turn_the_sentinels_round() -> None:
    """Ground, 3.3 V, ground: what that means depends on the level of a magnet."""
    file = board()
    file = replace(file, sensors=(replace(file.sensors[0], active="high", pull="down"),))
    found = values(pico_settings(file))
    assert (found["MAGNET_READS"], found["SENTINELS"]) == (True, (False, True, False))


def test_order_and_pins_are_taken_from_the_file() -> None:
    file = board()
    file = replace(
        file,
        sensors=(replace(file.sensors[0], clock="GP10", latch="GP11", data="GP12"),),
        pixels=(replace(file.pixels[0], pin="GP20", order="RGB"),),
    )
    found = values(pico_settings(file))
    assert [found[key] for key in ("CLOCK", "LATCH", "DATA", "PIXELS", "ORDER")] == [
        "GP10", "GP11", "GP12", "GP20", "RGB",
    ]  # fmt: skip


def test_a_pico_may_only_feel_or_only_light() -> None:
    feels = values(pico_settings(board(pixels="neopixel", ring=2)))
    assert (feels["PIXELS"], feels["RING"], feels["HOLES"]) == ("", 1, 20)
    lights = values(pico_settings(board(sensors="gpio", ring=2)))
    assert (lights["CLOCK"], lights["SENTINELS"]) == ("", ())
    assert (lights["PIXELS"], lights["RING"], lights["HOLES"]) == ("GP5", 2, 20)


def test_a_board_without_a_pico_needs_no_firmware() -> None:
    with pytest.raises(BadBuild, match="needs no firmware"):
        pico_settings(board(sensors="gpio", pixels="neopixel"))


def test_of_two_picos_one_must_be_named() -> None:
    file = board()
    file = replace(file, pixels=(replace(file.pixels[0], device="/dev/second"),))
    with pytest.raises(BadBuild, match="--device, /dev/trackside or /dev/second"):
        pico_settings(file)
    assert pico_settings(file, "/dev/second").clock == ""
    assert pico_settings(file, "/dev/trackside").pixels == ""
    with pytest.raises(BadBuild, match="no Pico at /dev/third"):
        pico_settings(file, "/dev/third")


def test_more_than_the_wire_carries_is_refused() -> None:
    file = new("toy", [f"h{at}" for at in range(741)], sensors="shift", pixels="neopixel")
    more = (replace(file.sensors[0], driver="pico", device="/dev/trackside", inputs=741),)
    with pytest.raises(BadBuild, match="at most 740 holes and 1064 pixels"):
        pico_settings(replace(file, sensors=more))


def test_a_board_name_with_quotes_stays_one_comment() -> None:
    settings = PicoSettings("it's\nmine", 3)
    assert values(settings)["HOLES"] == 3


@pytest.mark.parametrize("name", ["virtual", "pico", "", firmware_name()])
def test_our_own_firmware_and_boards_of_others_are_not_called_old(name: str) -> None:
    assert older(name) == ""


def test_another_revision_is_told_with_both_names_and_what_to_do() -> None:
    said = older("trackside 0.0.1 12345678")
    assert "0.0.1 12345678" in said
    assert firmware_name().removeprefix("trackside ") in said
    assert said.endswith("run trackside firmware copy.")
