"""Looks at the Raspberry Pi's own settings, as far as the board's drivers need them.

``/dev`` and ``/sys`` tell what works. The files that the Pi reads at its start tell only what to
do: write a missing line, or restart the Pi. ``root`` is the machine's tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.intake import Unreadable, taken_text
from hardware.pi_settings import (
    AUDIO,
    CMDLINE,
    CONFIG,
    PIO,
    PiSetting,
    buses,
    family,
    settings,
    spi_setting,
)
from hardware.wiring import BoardFile

from .board import Person, may_open
from .findings import Finding

MODEL: Final = "proc/device-tree/model"
SOUND: Final = "sys/module/snd_bcm2835"
BUFSIZ: Final = "sys/module/spidev/parameters/bufsiz"
_SECTIONS: Final = (
    ("Raspberry Pi 500", {"pi5", "pi500"}),
    ("Raspberry Pi Compute Module 5", {"pi5", "cm5"}),
    ("Raspberry Pi 5", {"pi5"}),
    ("Raspberry Pi 400", {"pi4", "pi400"}),
    ("Raspberry Pi Compute Module 4", {"pi4", "cm4"}),
    ("Raspberry Pi 4", {"pi4"}),
    ("Raspberry Pi 3 Model . Plus", {"pi3", "pi3+"}),
    ("Raspberry Pi (3|Compute Module 3)", {"pi3"}),
    ("Raspberry Pi Zero 2", {"pi0", "pi0w", "pi02"}),
    ("Raspberry Pi Zero W", {"pi0", "pi0w"}),
    ("Raspberry Pi Zero", {"pi0"}),
    ("Raspberry Pi 2", {"pi2"}),
    ("Raspberry Pi", {"pi1"}),
)
"""What ``/proc/device-tree/model`` begins with → sections of config.txt that such a Pi reads."""
NO_PI: Final = "Run it on the Raspberry Pi whose pins are wired."
PIO_TODO: Final = (
    "The pixels of a Pi 5 need it: sudo apt full-upgrade, and restart; where it still does not "
    "come, update its firmware with sudo rpi-eeprom-update -a."
)
_MODELS: Final = frozenset().union(*(names for _, names in _SECTIONS))
_SPELT: Final = {
    **dict.fromkeys(("", "on", "true", "yes", "1", "okay"), "on"),
    **dict.fromkeys(("off", "false", "no", "0", "disabled"), "off"),
}


def pi_settings(wiring: BoardFile, person: Person, root: Path = Path("/")) -> Iterator[Finding]:
    """A finding for every setting that the board needs on this Pi.

    On another machine only SPI is looked at.
    """
    model = _text(root / MODEL)
    pi = family(model)
    boot = Boot(root, model)
    for spi in buses(wiring, pi or 0):
        todo = boot.todo(spi_setting(spi)) if pi else NO_PI
        yield _device(root, f"spidev{spi}", todo, person)
    for setting in settings(wiring, pi) if pi else ():
        if setting.key in _LOOKS:
            yield _LOOKS[setting.key](setting, boot)
        elif setting == PIO:
            yield _device(root, "pio0", PIO_TODO, person)


class Boot:
    """The machine's tree, and what its boot files say to a Pi of that model."""

    def __init__(self, root: Path, model: str) -> None:
        self.root = root
        names = next((names for known, names in _SECTIONS if re.match(known, model)), set())
        self._config = said(effective(_text(root / CONFIG.lstrip("/")), names))
        self._cmdline = _text(root / CMDLINE.lstrip("/")).split()

    def has(self, setting: PiSetting) -> bool:
        """True when the file of that setting has all its lines."""
        if setting.file == CMDLINE:
            return all(line in self._cmdline for line in setting.lines)
        return said(setting.lines).items() <= self._config.items()

    def todo(self, setting: PiSetting) -> str:
        """What to do when the setting does not work."""
        if self.has(setting):
            return f"{setting.told} is there already: restart the Pi."
        return f"Write {setting.told}{_PLACES.get(setting.key, '')}, and restart the Pi."


_PLACES: Final = {
    AUDIO.key: ", above its first dtoverlay line and instead of dtparam=audio=on",
    "bufsiz": ", on its one line",
}
"""Places in the file where the line has to stand, if the place matters."""


def effective(text: str, sections: Collection[str]) -> Iterator[str]:
    """The lines of config.txt that a Pi of those sections reads, without blanks and comments.

    Filters of one kind replace each other. Filters of several kinds add up. ``[all]`` ends both
    (docs of Raspberry Pi, ``conditional.adoc``). Lines that depend on a screen, a pin or a serial
    number are left out.

    >>> list(effective("a=1\\n[pi5]\\nb=2\\n[all]\\nc=3 # three", ["pi4"]))
    ['a=1', 'c=3']
    """
    model = other = True
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if line.startswith("["):
            name = line.strip("[]").lower()
            if name == "all":
                model = other = True
            elif name in _MODELS:
                model = name in sections
            else:
                other = False
        elif model and other and line:
            yield re.sub(r"\s*=\s*", "=", line)


def said(lines: Iterator[str] | Collection[str]) -> dict[str, str]:
    """What lines of config.txt set, by key. The last line of a key counts.

    ``audio`` behind an overlay is left out. A parameter goes to the overlay above it if that has
    one of the name (``device-tree.adoc``), and vc4-kms-v3d has one, for HDMI.

    >>> said(["dtparam=spi,audio=off", "dtoverlay=spi1-1cs,cs0_pin=16", "core_freq=250"])
    {'dtparam=spi': 'on', 'dtparam=audio': 'off', 'dtoverlay=spi1-1cs': '', 'core_freq': '250'}
    """
    found: dict[str, str] = {}
    overlay = ""
    for line in lines:
        key, _, value = line.partition("=")
        if key == "dtoverlay":
            overlay = value.partition(",")[0]
            found[f"dtoverlay={overlay}"] = ""
        elif key == "dtparam":
            for part in value.split(","):
                name, _, text = part.partition("=")
                if not (overlay and name == "audio"):
                    found[f"dtparam={name}"] = _SPELT.get(text, text)
        else:
            found[key] = value
    return found


def _device(root: Path, name: str, missing: str, person: Person) -> Finding:
    place = Path("/dev") / name
    try:
        about = (root / "dev" / name).stat()
    except OSError:
        return Finding("pins", f"There is no {place}.", missing)
    return may_open("pins", place, about, person)


def _buffer(setting: PiSetting, boot: Boot) -> Finding:
    need, text = int(setting.lines[0].partition("=")[2]), _text(boot.root / BUFSIZ).strip()
    if text.isdigit() and int(text) < need:
        return Finding(
            "pins",
            f"A picture by SPI takes {need} bytes, and only {text} fit into a message.",
            boot.todo(setting),
        )
    # Without spidev there is no figure. Another finding has told that its device is missing.
    return Finding("pins", f"A picture by SPI takes {need} bytes in one message.")


def _audio(setting: PiSetting, boot: Boot) -> Finding:
    if (boot.root / SOUND).exists():
        return Finding(
            "pins", "The Pi's sound has the PWM that the pixels need.", boot.todo(setting)
        )
    return Finding("pins", "The Pi's sound is off: the pixels have the PWM for themselves.")


def _core(setting: PiSetting, boot: Boot) -> Finding:
    lines = " and ".join(setting.lines)
    if boot.has(setting):
        return Finding("pins", f"The SPI has a steady clock ({lines}).")
    return Finding("pins", f"The SPI has no steady clock without {lines}.", boot.todo(setting))


_LOOKS: Final[Mapping[str, Callable[[PiSetting, Boot], Finding]]] = {
    "bufsiz": _buffer,
    "audio": _audio,
    "core": _core,
}


def _text(path: Path) -> str:
    try:
        return taken_text(path).rstrip("\0\n")
    except Unreadable:
        return ""
