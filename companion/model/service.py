"""The service page as plain data: sensors, findings, the test, the device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from hardware.power import PowerUse


class CheckView(Struct, frozen=True):
    """The state of a check. Holes have the board's own names.

    ``kind``   ``hole``, ``visit``, ``colour``, ``chase`` or ``learn``
    ``hole``   the hole that is lit and meant now; ``number``: its place in the chain, from 0
    ``left``   how many holes are still to come, ``of`` how many there are
    ``felt``   holes whose sensor has answered, ``open`` those that were passed over
    ``note``   what to say about the last event; ``other``: the hole that it concerns
    ``colour`` the colour that all pixels show
    """

    kind: str
    hole: str = ""
    number: int = 0
    left: int = 0
    of: int = 0
    done: bool = False
    felt: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    note: str = ""
    other: str = ""
    colour: str = ""


class HoleState(Struct, frozen=True):
    """One hole's sensor. ``number`` is its place in the board's own order, from 0.

    ``changes``  how often hands changed it, ``flickers`` how often it changed by itself
    ``rest``     how long marbles rest there on average, in seconds; 0 if none has left again yet
    ``aside``    why it is not believed: ``chatter``, ``lies`` or empty
    ``wire``     its place in the board file, ``chip 3 pin H, pixel 16``; empty without a file
    """

    hole: str
    number: int
    full: bool
    changes: int
    flickers: int
    rest: float
    aside: str = ""
    wire: str = ""


class Finding(Struct, frozen=True):
    """Something to look at; a list of findings begins with the most urgent.

    ``kind``  ``silent`` (passed over in a tour), ``never`` (never changed on a board that is
    played on), ``flickers``, ``chatter`` and ``lies`` (set aside), ``empty`` and ``full``
    (what stands there now is doubted)
    ``n``     flickers that touches do not explain
    """

    kind: str
    hole: str
    n: int = 0


class Device(Struct, frozen=True):
    """The device at the end of the cable.

    ``board``  ``virtual``, ``serial``, ``none`` …; ``link`` and ``reason`` as in the view
    ``older``  what to do if its firmware is not the one of this program; else empty
    ``name``   name of the firmware, ``wire``: its version of the protocol; empty and 0 before hello
    ``chain``  whether the sentinels behind the last sensor read right; None: not known
    ``counts`` edges, gaps, bad frames … since the service began
    ``system`` version of the Pico's CircuitPython; empty on other boards
    ``start``  why its program runs; ``fell``: a sentence if the one before hung or failed
    ``loop_ms`` the longest turn of its loop, ``free_kb``: its least free memory; 0: not told
    ``file``   name of the board file; empty without one
    ``dark``   why pixels stay dark and what to do; empty when all is well
    """

    board: str
    link: str
    reason: str = ""
    name: str = ""
    older: str = ""
    wire: int = 0
    holes: int = 0
    pixels: int = 0
    chain: bool | None = None
    counts: dict[str, int] = {}
    system: str = ""
    start: str = ""
    fell: str = ""
    loop_ms: int = 0
    free_kb: int = 0
    power: PowerUse | None = None
    file: str = ""
    dark: str = ""


class Wires(Struct, frozen=True):
    """What a test has learned of the wires so far: holes with other wires, and guesses."""

    changed: tuple[str, ...]
    guessed: tuple[str, ...]
    visited: int


class ServiceView(Struct, frozen=True):
    """The whole page. ``on``: a test has the board and play waits; ``kind``: the kind of board."""

    seq: int
    on: bool
    kind: str
    game: bool
    holes: tuple[HoleState, ...]
    findings: tuple[Finding, ...]
    device: Device
    check: CheckView | None = None
    wires: Wires | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """Hole → the old name of the input, or of the pixels, that belong to it.

    ``guessed``  holes that nobody visited; they took what was left over, in order
    """

    inputs: Mapping[str, str]
    pixels: Mapping[str, str]
    guessed: tuple[str, ...] = ()

    @property
    def changed(self) -> tuple[str, ...]:
        """Holes with other wires than was thought."""
        return tuple(h for h in self.inputs if self.inputs[h] != h or self.pixels[h] != h)


class BoardTest(Protocol):
    """A test of the board that is under way."""

    def view(self) -> CheckView:
        """The state of the test."""

    def learned(self) -> Learned | None:
        """The wires as the test knows them now; None if it learns none."""


class Serviced(Protocol):
    """Service mode as others see it."""

    @property
    def check(self) -> BoardTest | None:
        """The test that is under way."""
