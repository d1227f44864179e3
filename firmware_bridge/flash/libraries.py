"""Adafruit's library for the Pico: found in the virtual environment or in an unpacked bundle.

Nothing of it is part of this project, and nothing is fetched. The package that drives pixels at a
Raspberry Pi is the same source as the one for CircuitPython, so an installed Trackside has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from firmware_bridge.errors import BadBuild

NEOPIXEL: Final = "neopixel"
PACKAGES: Final = {NEOPIXEL: "adafruit-circuitpython-neopixel"}
"""Libraries that the firmware imports, by module; everything else is built into CircuitPython."""
LEAST_CIRCUITPYTHON: Final = (9, 0)
"""``keypad`` takes a debounce threshold from 9.0 on."""
_MPY: Final = (ord("C"), 6)
"""How a compiled library begins that CircuitPython 9 and 10 read: its letter and its version."""


@dataclass(frozen=True, slots=True)
class Library:
    """One library file: ``name`` on the drive's ``lib``, its version and its content."""

    name: str
    version: str
    data: bytes


def find_library(module: str, folder: Path | None = None) -> Library:
    """The library ``module`` from ``folder`` or from what is installed; BadBuild says what to do.

    ``folder`` is an unpacked bundle or its ``lib``; a compiled file is taken before a plain one.
    """
    if folder is None:
        return _installed(module)
    if not folder.is_dir():
        raise BadBuild(f"There is no folder {folder} to take libraries from.")
    for place in (folder / "lib", folder):
        for name in (f"{module}.mpy", f"{module}.py"):
            if (place / name).is_file():
                return _checked(place / name)
    raise BadBuild(
        f"{folder} has no {module}.mpy: name the unpacked bundle of libraries for CircuitPython "
        f"{LEAST_CIRCUITPYTHON[0]} or newer, or leave --libraries out."
    )


def _installed(module: str) -> Library:
    package = PACKAGES[module]
    try:
        found: Distribution = distribution(package)
    except PackageNotFoundError:
        raise BadBuild(
            f"{package} is not installed here: install it with pip, or name an unpacked bundle "
            "with --libraries."
        ) from None
    path = Path(str(found.locate_file(f"{module}.py")))
    if not path.is_file():
        raise BadBuild(f"{package} {found.version} has no {module}.py: install it again.")
    return Library(f"{module}.py", found.version, path.read_bytes())


def _checked(path: Path) -> Library:
    data = path.read_bytes()
    if path.suffix == ".mpy" and tuple(data[:2]) != _MPY:
        raise BadBuild(
            f"{path} is not compiled for CircuitPython {LEAST_CIRCUITPYTHON[0]} or newer: "
            "take the bundle of that version."
        )
    text = data.decode("latin-1")
    # A compiled file keeps its version as a bare string; a plain one says what it is.
    match = re.search(r"__version__\D{1,8}(\d+\.\d+\.\d+)", text) or re.search(
        r"(?<![\d.])(\d+\.\d+\.\d+)(?![\d.])", text
    )
    return Library(path.name, match[1] if match else "unknown", data)
