"""gpiozero, imported only when pins are really used, and its errors as sentences."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

from hardware.errors import NoDriver

CHIPS: Final = "/dev/gpiochip*"
_NOT_ALLOWED: Final = (
    "The pins may not be used: add the service's user to the group gpio, and restart it."
)
PinFactory = Any
"""A gpiozero pin factory; None is the machine's own, or the one GPIOZERO_PIN_FACTORY names."""


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

        pin: InPin = DigitalInputDevice(bcm, **_levels(active, pull), pin_factory=factory)
    return pin


def level_pin(bcm: int, active: str, pull: str, factory: PinFactory) -> LevelPin:
    """An input that is only read: no edge of it wakes anybody. As ``input_pin`` otherwise."""
    with sentences(bcm):
        from gpiozero import InputDevice

        pin: LevelPin = InputDevice(bcm, **_levels(active, pull), pin_factory=factory)
    return pin


def _levels(active: str, pull: str) -> dict[str, bool | None]:
    """gpiozero tells the active level from the pull; only without one it must be told."""
    pulled = {"up": True, "down": False, "none": None}[pull]
    return {"pull_up": pulled, "active_state": None if pulled is not None else active == "high"}


def output_pin(bcm: int, active: str, factory: PinFactory) -> OutPin:
    """An output at BCM pin ``bcm``, off at first; NoDriver when it cannot be had."""
    with sentences(bcm):
        from gpiozero import DigitalOutputDevice

        pin: OutPin = DigitalOutputDevice(bcm, active_high=active == "high", pin_factory=factory)
    return pin


@contextmanager
def sentences(bcm: int) -> Iterator[None]:
    """Whatever goes wrong at that pin becomes NoDriver, which says what to do."""
    try:
        yield
    except Exception as error:
        raise NoDriver(_sentence(bcm, error)) from error


def _sentence(bcm: int, error: Exception) -> str:
    name, said = type(error).__name__, str(error)
    # gpiozero's BadPinFactory is an ImportError too.
    if name == "BadPinFactory":
        # gpiozero tries one library after the other and keeps to itself why none would do.
        chips = glob.glob(CHIPS)
        if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
            return _NOT_ALLOWED
        return (
            "No pins were found: this is no Raspberry Pi, or python3-lgpio is missing (sudo apt "
            "install python3-lgpio; the virtual environment needs --system-site-packages)."
        )
    if isinstance(error, ImportError):
        return (
            f"The library {error.name or 'gpiozero'} is missing: "
            "install it (sudo apt install python3-lgpio) and start again."
        )
    if name in ("PinInvalidPin", "PinNoPins"):
        return f"BCM {bcm} is no pin of this Raspberry Pi: correct the board file."
    if name == "PinFixedPull":
        return f"BCM {bcm} has a pull-up resistor of its own: choose another pin in the board file."
    if name == "GPIOPinInUse" or "busy" in said.lower():
        return f"BCM {bcm} is used by something else: free it, or choose another in the board file."
    if isinstance(error, PermissionError) or "can not open gpiochip" in said.lower():
        return _NOT_ALLOWED
    return f"BCM {bcm} cannot be used ({name}: {said}): look at the board file and the wiring."
