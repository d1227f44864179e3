"""docs/board_file.md against the keys that are read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.wiring import check, read
from hardware.wiring.values import PIXEL_KEYS, SENSOR_KEYS, SUPPLY_KEYS


@pytest.fixture(scope="module")
def page() -> str:
    return (Path(__file__).parents[2] / "docs" / "board_file.md").read_text("utf-8")


def test_the_example_is_a_sound_file(page: str) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", page, flags=re.S)
    holes = [*(f"A{at}" for at in range(10)), "B0", "B1"]
    assert check(example, holes) == ()
    assert read(example, holes).wire("B1").pixels is not None


@pytest.mark.parametrize(
    ("driver", "keys"),
    [("", SUPPLY_KEYS), *SENSOR_KEYS.items(), *PIXEL_KEYS.items()],
)
def test_every_key_stands_in_a_table(page: str, driver: str, keys: dict[str, object]) -> None:
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert not driver or f"`{driver}`" in page
    for key in keys:
        assert any(re.search(rf"\| [^|]*`{key}`[^|]* \|", row) for row in rows), key


def test_no_key_stands_there_that_is_not_read(page: str) -> None:
    read_keys = {key for keys in (*SENSOR_KEYS.values(), *PIXEL_KEYS.values()) for key in keys}
    read_keys |= {*SUPPLY_KEYS, "version", "name", "kind"}
    first = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = {word for cell in first for word in re.findall(r"`([a-z_]+)`", cell)}
    assert named - {"pico", "neopixel", "neopixel_spi"} <= read_keys
