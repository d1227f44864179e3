"""Looks at the board: its file, its device, the pins and libraries that its drivers need."""

from __future__ import annotations

import grp
import os
import pwd
import stat
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.boards.board_file import read_board, read_text
from companion.errors import ConfigError
from firmware_bridge.flash.release import older
from firmware_bridge.link.devices import BoardAbout, SerialBoard
from firmware_bridge.link.health import Health
from hardware.errors import BadWiring
from hardware.missing import BROUGHT_BY, RECIPE
from hardware.pi_settings import family
from hardware.ports import LinkChange, LinkState, SensorEvent
from hardware.wiring import BoardFile

from .findings import Finding

HELLO_SECONDS: Final = 4.0
"""Seconds that a board may take to say who it is."""
STARTED: Final = {
    "unknown": "something it does not know",
    "power": "power",
    "button": "its reset pin",
    "reset": "a reset of the chip",
    "hang": "its watchdog, after a hang",
    "error": "itself, after an error",
    "files": "new files",
    "console": "somebody at its console",
}
"""Reasons why a board's program runs, in words for people."""
FELL: Final = (
    "It plays on. If it happens again, listen at the Pico's first serial port, where each error is "
    "printed, and report it."
)
ANSWERED: Final = (LinkState.UP, LinkState.REFUSED)
"""Answers that end the wait. A board that is down may still come, so its time runs on."""


def board_file(path: Path) -> Iterator[Finding]:
    """Everything that is wrong in the board file, each with its line."""
    try:
        read_board(read_text(path))
    except ConfigError as error:
        yield Finding("board file", str(error), "Write one: trackside wiring new --out FILE.")
    except BadWiring as error:
        for each in error.findings:
            yield Finding(
                "board file",
                f"{path}:{each.line}: {each.text}",
                f"Mend line {each.line} of {path}; trackside wiring check {path} reads it again.",
            )
    else:
        yield sound(path)


def sound(path: Path) -> Finding:
    """The finding that nothing is wrong in the board file."""
    return Finding("board file", f"The board file {path} is sound.")


# ------------------------------------------------------------------------------------- the device


@dataclass(frozen=True, slots=True)
class Person:
    """The person who asks: user id, name and the groups that this process has."""

    uid: int
    name: str
    groups: frozenset[int]

    @classmethod
    def own(cls) -> Person:
        """The user of this process."""
        uid = os.geteuid()
        try:
            name = pwd.getpwuid(uid).pw_name
        except KeyError:
            name = str(uid)
        return cls(uid, name, frozenset({os.getegid(), *os.getgroups()}))


def device(path: Path, person: Person) -> Finding:
    """Tells whether the device is plugged in and this user may open it."""
    try:
        about = path.stat()
    except FileNotFoundError:
        return Finding(
            "device",
            f"There is no {path}.",
            f"Plug the board's cable in; if {path} still does not come, see ls /dev/ttyACM*.",
        )
    except OSError as error:
        return Finding("device", f"{path} cannot be looked at: {error.strerror or error}.", "Look.")
    if not stat.S_ISCHR(about.st_mode):
        return Finding("device", f"{path} is no device.", "Set `device` to the board's port.")
    return may_open("device", path, about, person)


def may_open(part: str, path: Path, about: os.stat_result, person: Person) -> Finding:
    """Tells whether that person may use a device that is there."""
    group = _group(about.st_gid)
    if _allowed(about, person):
        return Finding(part, f"{path} is there, and {person.name} may use it.")
    if about.st_mode & stat.S_IWGRP and about.st_gid not in person.groups:
        return Finding(
            part,
            f"{person.name} may not use {path}: it belongs to the group {group}.",
            f"sudo usermod -aG {group} {person.name}, then log in again.",
        )
    mode = stat.filemode(about.st_mode)
    return Finding(
        part,
        f"{person.name} may not use {path}: its rights are {mode}.",
        "Install the udev rule of systemd/60-trackside.rules, then plug the board in again.",
    )


def _allowed(about: os.stat_result, person: Person) -> bool:
    if person.uid == 0:
        return True
    if about.st_uid == person.uid:
        return about.st_mode & 0o600 == 0o600
    if about.st_gid in person.groups:
        return about.st_mode & 0o060 == 0o060
    return about.st_mode & 0o006 == 0o006


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def hello(path: Path, holes: int, *, seconds: float = HELLO_SECONDS) -> Iterator[Finding]:
    """Ask the board for its firmware, its holes and the sentinels of its chain."""
    settled, last = threading.Event(), [LinkChange(LinkState.NONE)]

    def sink(event: SensorEvent) -> None:
        if isinstance(event, LinkChange):
            last[0] = event
            if event.state in ANSWERED:
                settled.set()

    with SerialBoard(str(path), holes) as board:
        board.start(sink)
        settled.wait(seconds)
        about = board.about
    yield from greeted(last[0], about)


def program(health: Health) -> str:
    """State of the program on a Pico. The text is empty for boards that do not tell."""
    if not health.system:
        return ""
    return (
        f" CircuitPython {health.system}, started by {STARTED[health.start]}, longest turn "
        f"{health.loop_ms} ms, {health.free_kb} kB of memory free."
    )


def greeted(link: LinkChange, about: BoardAbout) -> Iterator[Finding]:
    """What the board's answer means."""
    if link.state is LinkState.UP:
        yield Finding(
            "hello",
            f"The board answers: {about.name}, wire {about.wire}, {about.holes} holes, "
            f"{about.pixels} pixels.{program(about.health)}",
        )
        if about.health.fell:
            yield Finding("hello", about.health.fell, FELL)
        if said := older(about.name):
            yield Finding("hello", said, "trackside firmware copy")
        return
    reason = link.reason or "The board does not say who it is."
    todo = {
        LinkState.REFUSED: "trackside firmware copy, or connect the board of the board file.",
        LinkState.DOWN: reason,  # it says what to look at
    }.get(link.state, "Check that the Pico runs our firmware: trackside firmware copy.")
    yield Finding("hello", reason, todo)


# --------------------------------------------------------------------------------------- the pins

LIBRARIES: Final = {
    "gpio": ("gpiozero", "lgpio"),
    "matrix": ("gpiozero", "lgpio"),
    "shift": ("gpiozero", "lgpio", "spidev"),
    "neopixel": ("board", "neopixel", "gpiod"),
    "neopixel_spi": ("board", "neopixel_spi", "gpiod"),
}
"""Driver → modules that it or its library imports. ``WRITERS`` are listed apart."""
WRITERS: Final = ("_rpi_ws281x", "adafruit_raspberry_pi5_neopixel_write")
"""Modules with which Blinka writes ``neopixel``: up to the Pi 4, and from the Pi 5 on."""
MODEL: Final = Path("/proc/device-tree/model")
GPIO_DRIVERS: Final = ("gpio", "matrix", "shift", "neopixel")


def pins(
    wiring: BoardFile,
    person: Person,
    *,
    dev: Path = Path("/dev"),
    there: Callable[[str], bool] = lambda name: find_spec(name) is not None,
    model: Path = MODEL,
) -> Iterator[Finding]:
    """Findings on GPIO and libraries, as far as the board file's drivers need them."""
    drivers = [part.driver for part in wiring.sensors]
    drivers += [part.driver for part in wiring.pixels]
    for name in _libraries(drivers, model):
        if not there(name):
            package = BROUGHT_BY.get(name, name)
            yield Finding(
                "pins",
                f"The library {package} is missing.",
                f"{RECIPE[0].upper()}{RECIPE[1:]}.",
            )
    if any(driver in GPIO_DRIVERS for driver in drivers):
        yield _bus(
            "gpiochip0", "GPIO", dev, person, "Run it on the Raspberry Pi whose pins are wired."
        )


def _libraries(drivers: Iterable[str], model: Path) -> Iterable[str]:
    """Every module that those drivers need on this Pi, each once."""
    names = [name for driver in drivers for name in LIBRARIES.get(driver, ())]
    if "neopixel" in drivers:
        try:
            pi = family(model.read_text("utf-8"))
        except OSError:
            pi = None
        names.append(WRITERS[pi == 5])
    return dict.fromkeys(names)


def _bus(name: str, called: str, dev: Path, person: Person, missing: str) -> Finding:
    path = dev / name
    try:
        about = path.stat()
    except OSError:
        return Finding("pins", f"{called} cannot be used: there is no {path}.", missing)
    return may_open("pins", path, about, person)
