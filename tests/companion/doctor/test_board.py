"""The doctor's look at the board: file, device, hello over a real pseudo-terminal, pins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.doctor import board
from companion.doctor.board import Person
from engine.boards import board_of
from firmware_bridge.firmware.core.messages import STARTS
from firmware_bridge.link.devices import BoardAbout
from firmware_bridge.link.health import Health
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.ports import LinkChange, LinkState
from hardware.wiring import BoardFile, new, write

NAMES = ["A0", "A1", "A2"]
ROOT = Person(0, "root", frozenset({0}))
GUEST = Person(4711, "guest", frozenset({4711}))


@pytest.fixture
def wood(tmp_path: Path) -> Iterator[VirtualBoardProcess]:
    """A virtual board of three holes."""
    with VirtualBoardProcess(NAMES, tmp_path) as process:
        yield process


def test_a_board_file_is_read_with_lines(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    (missing,) = board.board_file(path)
    assert "trackside wiring new" in missing.todo
    text = write(new("square", board_of("square").holes))
    path.write_text(text)
    (sound,) = board.board_file(path)
    assert sound.well
    path.write_text(text.replace("main:7", "main:6") + "\nA99 = {}\n")
    found = list(board.board_file(path))
    assert len(found) >= 2
    assert all(f.text.startswith(f"{path}:") and not f.well for f in found)


def test_a_device_is_missing_or_no_device_or_ours(
    tmp_path: Path, wood: VirtualBoardProcess
) -> None:
    assert "Plug" in board.device(tmp_path / "ttyACM0", ROOT).todo
    (tmp_path / "file").write_text("")
    assert "no device" in board.device(tmp_path / "file", ROOT).text
    assert board.device(wood.port, Person.own()).well


def test_who_lacks_the_group_is_told_which(wood: VirtualBoardProcess) -> None:
    os.chmod(wood.port, 0o660)
    found = board.device(wood.port, GUEST)
    assert not found.well
    assert "sudo usermod -aG" in found.todo
    assert "guest" in found.todo
    inside = Person(4711, "guest", frozenset({wood.port.stat().st_gid}))
    assert board.device(wood.port, inside).well
    os.chmod(wood.port, 0o600)
    assert "udev rule" in board.device(wood.port, GUEST).todo


def test_the_board_says_who_it_is(wood: VirtualBoardProcess) -> None:
    (found,) = board.hello(wood.port, len(NAMES))
    assert found.well
    assert "virtual, wire 3, 3 holes, 3 pixels" in found.text


def test_a_board_of_another_size_is_refused_with_both_numbers(wood: VirtualBoardProcess) -> None:
    (found,) = board.hello(wood.port, 133)
    assert not found.well
    assert "3 holes" in found.text
    assert "133" in found.text


def test_a_device_that_says_nothing_is_told(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    try:
        (found,) = board.hello(Path(os.ttyname(theirs)), 3, seconds=0.3)
    finally:
        os.close(ours)
        os.close(theirs)
    assert not found.well
    assert "trackside firmware copy" in found.todo


def test_an_older_firmware_plays_and_is_told() -> None:
    about = BoardAbout("trackside 0.0.1 00000000", 2, 133, 133, True, {})
    found = list(board.greeted(LinkChange(LinkState.UP), about))
    assert [f.well for f in found] == [True, False]
    assert found[1].todo == "trackside firmware copy"


@pytest.mark.parametrize("start", STARTS)
def test_a_pico_is_told_with_its_program_and_why_it_started(start: str) -> None:
    about = BoardAbout("trackside", 3, 133, 133, True, {}, Health(start, "10.2.1", 72, 91))
    first, *more = board.greeted(LinkChange(LinkState.UP), about)
    more = [found for found in more if "copy" not in found.todo]
    assert "CircuitPython 10.2.1, started by " in first.text
    assert "longest turn 72 ms, 91 kB of memory free." in first.text
    assert [found.well for found in more] == ([False] if start in ("hang", "error") else [])
    assert all("started anew by itself" in found.text for found in more)


def test_a_broken_chain_is_told_in_its_own_words() -> None:
    about = BoardAbout("virtual", 2, 0, 0, False, {})
    link = LinkChange(LinkState.DOWN, "The board answers, but its sensors do not.")
    (found,) = board.greeted(link, about)
    assert found.text == link.reason
    assert not found.well


def wired(sensors: str, pixels: str) -> BoardFile:
    return new("square", board_of("square").holes, sensors=sensors, pixels=pixels)


BLINKA: Final = ("Adafruit-Blinka", "gpiod")
PIXELS: Final = "adafruit-circuitpython-neopixel"
PIXELS_OF_PI_5: Final = "Adafruit-Blinka-Raspberry-Pi5-Neopixel"


def test_pins_are_asked_for_as_the_drivers_need_them(tmp_path: Path) -> None:
    def look(wiring: BoardFile) -> list[str]:
        found = board.pins(wiring, ROOT, dev=tmp_path, there=lambda _: True)
        return [f.text for f in found if not f.well]

    assert look(wired("pico", "pico")) == []
    assert "GPIO cannot be used" in look(wired("matrix", "neopixel"))[0]
    (tmp_path / "gpiochip0").write_text("")
    assert look(wired("matrix", "neopixel")) == []


@pytest.mark.parametrize(
    ("sensors", "pixels", "model", "wanted"),
    [
        ("pico", "pico", "Raspberry Pi 4 Model B Rev 1.4", set()),
        ("matrix", "pico", "Raspberry Pi 4 Model B Rev 1.4", {"gpiozero", "python3-lgpio"}),
        ("shift", "pico", "Raspberry Pi Zero 2", {"gpiozero", "python3-lgpio", "spidev"}),
        ("pico", "neopixel", "Raspberry Pi 4 Model B Rev 1.4", {*BLINKA, PIXELS, "rpi_ws281x"}),
        ("pico", "neopixel", "Raspberry Pi Compute Module 4", {*BLINKA, PIXELS, "rpi_ws281x"}),
        ("pico", "neopixel", "Raspberry Pi 5 Model B Rev 1.0", {*BLINKA, PIXELS, PIXELS_OF_PI_5}),
        ("pico", "neopixel", "Raspberry Pi 500 Rev 1.0", {*BLINKA, PIXELS, PIXELS_OF_PI_5}),
        ("pico", "neopixel_spi", "Raspberry Pi 5 Model B Rev 1.0", {*BLINKA, f"{PIXELS}-spi"}),
    ],
)
def test_every_library_that_the_drivers_need_on_that_pi_is_looked_for(
    tmp_path: Path, sensors: str, pixels: str, model: str, wanted: set[str]
) -> None:
    file = tmp_path / "model"
    file.write_bytes(model.encode() + b"\0")
    found = board.pins(
        wired(sensors, pixels),
        ROOT,
        dev=tmp_path,
        there=lambda _: False,
        model=file,
    )
    missing = {f.text: f.todo for f in found if f.text.startswith("The library")}
    assert set(missing) == {f"The library {name} is missing." for name in wanted}
    assert {todo.split(" in ")[0] for todo in missing.values()} <= {"Run make setup-pi"}
