"""The drive of a Pico with CircuitPython: found where systems mount it, and looked at."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.errors import NoDrive
from firmware_bridge.firmware.core.messages import LEAST_CIRCUITPYTHON

LABEL: Final = "CIRCUITPY"
PLACES: Final = ("/media/*/*", "/media/*", "/run/media/*/*", "/mnt/*", "/mnt", "/Volumes/*")
"""Where desktops, people and Macs mount drives."""
MOUNTS: Final = Path("/proc/self/mounts")
LABELS: Final = Path("/dev/disk/by-label")
"""A folder with the name of each drive that is plugged in, mounted or not."""
BOOT_LABELS: Final = ("RPI-RP2", "RP2350")
"""What the boot loader's drive is called on a Pico and on a Pico 2."""

_NEEDED = ".".join(map(str, LEAST_CIRCUITPYTHON))
_ABOUT = re.compile(r"CircuitPython (\d+)\.(\d+)\.(\d+)(\S*) on [^;]*; *(.+)")


@dataclass(frozen=True, slots=True)
class Drive:
    """A drive that takes the firmware.

    ``version`` of its CircuitPython, ``board`` as that calls it: ``Raspberry Pi Pico with rp2040``.
    """

    path: Path
    version: str
    board: str


def look_at(path: Path) -> Drive:
    """The drive at ``path``; NoDrive says what it is instead, and what to do."""
    if not path.is_dir():
        raise NoDrive(f"There is no drive at {path}: plug the Pico in, or name another.")
    if os.path.isfile(path / "INFO_UF2.TXT"):
        raise NoDrive(
            f"{path} is the Pico's boot loader: drag CircuitPython {_NEEDED} or newer (a .uf2 "
            f"file) on to it, wait for the drive {LABEL}, then try again."
        )
    try:
        about = (path / "boot_out.txt").read_text("utf-8", errors="replace")
    except OSError:
        raise NoDrive(
            f"{path} is no CircuitPython drive, it has no boot_out.txt: name the Pico's."
        ) from None
    match = _ABOUT.search(about)
    if match is None:
        raise NoDrive(
            f"{path / 'boot_out.txt'} names no version of CircuitPython: press the Pico's reset "
            "button, or unplug it and plug it in again."
        )
    *numbers, rest, board = match.groups()
    version = ".".join(numbers) + rest
    if tuple(map(int, numbers)) < LEAST_CIRCUITPYTHON:
        raise NoDrive(
            f"The Pico at {path} runs CircuitPython {version}, the firmware needs "
            f"{_NEEDED} or newer: put a newer .uf2 file on it first."
        )
    return Drive(path, version, board.strip())


def find_drive(
    places: Sequence[str] = PLACES, mounts: Path = MOUNTS, labels: Path = LABELS
) -> Drive:
    """The only CircuitPython drive that is mounted; NoDrive when there is none, or several."""
    found = list(dict.fromkeys(path.resolve() for path in _candidates(places, mounts)))
    drives = [path for path in found if os.path.isfile(path / "boot_out.txt")]
    if len(drives) > 1:
        names = ", ".join(map(str, drives))
        raise NoDrive(f"Several CircuitPython drives are mounted: {names}. Name the board's one.")
    if drives:
        return look_at(drives[0])
    for path in found:
        if os.path.isfile(path / "INFO_UF2.TXT"):
            return look_at(path)  # says what a boot loader is
    for name in (LABEL, *BOOT_LABELS):
        if (labels / name).exists():
            raise NoDrive(
                f"The Pico is plugged in, but its drive {name} is not mounted. Mount it with "
                f"sudo mount -o uid=$(id -u) {labels / name} /mnt and try again."
            )
    raise NoDrive(
        "No CircuitPython drive is mounted: plug the Pico in by a cable that carries data, "
        "or name its drive."
    )


def _candidates(places: Sequence[str], mounts: Path) -> Iterator[Path]:
    for pattern in places:
        yield from (Path(name) for name in sorted(glob.glob(pattern)) if os.path.isdir(name))
    try:
        lines = mounts.read_text("utf-8").splitlines()
    except OSError:
        return  # no Linux
    for line in lines:
        _, place, kind, *_ = line.split(" ")
        if kind == "vfat":
            # The kernel writes a space in a name as \040.
            yield Path(re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), place))
