"""gpiozero over lgpio, imported only when pins are really used, and its errors as sentences."""

from __future__ import annotations

import glob
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

from hardware.errors import NoDriver
from hardware.missing import BROUGHT_BY, missing_library, missing_sentence

CHIPS: Final = "/dev/gpiochip*"
_NOT_ALLOWED: Final = (
    "The pins may not be used: add the service's user to the group gpio, and restart it."
)
_NO_PI: Final = "No pins were found: this is no Raspberry Pi."
_choosing: Final = threading.Lock()
PinFactory = Any
"""A gpiozero pin factory; None is lgpio's, or the one GPIOZERO_PIN_FACTORY names."""


class LevelPin(Protocol):
    """A gpiozero input device: ``is_active`` where a marble closes it."""

    @property
    def is_active(self) -> bool:
        """Whether the pin has its active level."""

    def close(self) -> None:
        """Let go of the pin."""


class InPin(LevelPin, Protocol):
    """One that also calls back at every edge."""

    when_activated: Callable[[], None] | None
    when_deactivated: Callable[[], None] | None


class OutPin(Protocol):
    """A gpiozero output device."""

    def on(self) -> None:
        """Drive the active level."""

    def off(self) -> None:
        """Drive the other level."""

    def close(self) -> None:
        """Let go of the pin."""


def input_pin(bcm: int, active: str, pull: str, factory: PinFactory) -> InPin:
    """An input that tells its edges: ``active`` low or high, ``pull`` up, down or none.

    NoDriver when BCM pin ``bcm`` cannot be had.
    """
    with sentences(bcm):
        from gpiozero import DigitalInputDevice

        _choose(factory)
        pin: InPin = DigitalInputDevice(bcm, **_levels(active, pull), pin_factory=factory)
    return pin


def level_pin(bcm: int, active: str, pull: str, factory: PinFactory) -> LevelPin:
    """An input that is only read: its edges wake nobody. Otherwise as ``input_pin``."""
    with sentences(bcm):
        from gpiozero import InputDevice

        _choose(factory)
        pin: LevelPin = InputDevice(bcm, **_levels(active, pull), pin_factory=factory)
    return pin


def _levels(active: str, pull: str) -> dict[str, bool | None]:
    """gpiozero takes the active level from the pull; only without a pull must it be told."""
    pulled = {"up": True, "down": False, "none": None}[pull]
    return {"pull_up": pulled, "active_state": None if pulled is not None else active == "high"}


def output_pin(bcm: int, active: str, factory: PinFactory) -> OutPin:
    """An output at BCM pin ``bcm``, off at first; NoDriver when it cannot be had."""
    with sentences(bcm):
        from gpiozero import DigitalOutputDevice

        _choose(factory)
        pin: OutPin = DigitalOutputDevice(bcm, active_high=active == "high", pin_factory=factory)
    return pin


def _choose(factory: PinFactory) -> None:
    """Make lgpio this process's pin factory, unless somebody chose another.

    By itself gpiozero tries four libraries, warns of each, and says of none why it failed.
    """
    from gpiozero import Device

    with _choosing:
        if factory is None and Device.pin_factory is None and not os.getenv("GPIOZERO_PIN_FACTORY"):
            with _pipe_folder():
                from gpiozero.pins.lgpio import LGPIOFactory
            Device.pin_factory = LGPIOFactory()


@contextmanager
def _pipe_folder() -> Iterator[None]:
    """A folder in which lgpio, while it is imported, may make its pipe; LG_WD where that is set.

    lgpio 0.2.2.0 makes ``.lgd-nfy0`` in LG_WD or else in the current folder. Its import fails where
    it must not write, and changes the process's current folder to that one (``lgUtil.c``,
    ``lgNotify.c``, ``lgpio_extra.py``). It opens the pipe at once, at both ends, so the folder is
    needed only during the import.
    """
    home = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="lgpio-") as folder:
        chosen = os.environ.setdefault("LG_WD", folder)
        try:
            yield
        finally:
            if chosen == folder:
                del os.environ["LG_WD"]
            os.chdir(home)


@contextmanager
def sentences(bcm: int) -> Iterator[None]:
    """Anything that goes wrong at that pin becomes NoDriver, which says what to do."""
    try:
        yield
    except Exception as error:
        raise NoDriver(_sentence(bcm, error)) from error


def _sentence(bcm: int, error: Exception) -> str:
    name, said = type(error).__name__, str(error)
    # gpiozero's BadPinFactory is an ImportError too.
    if name == "BadPinFactory":
        chips = glob.glob(CHIPS)
        if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
            return _NOT_ALLOWED
        return "GPIOZERO_PIN_FACTORY names pins that this machine has not: take it away."
    if name == "PinUnknownPi":
        return _NO_PI
    if package := missing_library(error):
        # lgpio does not help where there are no pins.
        no_pins = package == BROUGHT_BY["lgpio"] and not glob.glob(CHIPS)
        return _NO_PI if no_pins else missing_sentence(package)
    if ".lgd-nfy" in said:
        return "The library lgpio cannot write in its folder: set LG_WD to one of its own."
    if name in ("PinInvalidPin", "PinNoPins"):
        return f"BCM {bcm} is no pin of this Raspberry Pi: correct the board file."
    if name == "PinFixedPull":
        return f"BCM {bcm} has a pull-up resistor of its own: choose another pin in the board file."
    if name == "GPIOPinInUse" or "busy" in said.lower():
        return f"BCM {bcm} is used by something else: free it, or choose another in the board file."
    if isinstance(error, PermissionError) or "can not open gpiochip" in said.lower():
        return _NOT_ALLOWED
    return f"BCM {bcm} cannot be used ({name}: {said}): look at the board file and the wiring."
