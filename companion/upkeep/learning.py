"""A test that learns a board's wires.

A pixel is lit, a marble is dropped there, and the sensor that answers belongs to that hole.
Everything has the names that the board file gives now. Suppose that the file calls the light that
burns ``A3``, and the sensor of ``A5`` answers. Then the input that is called ``A5`` belongs to the
hole at that light. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.model.service import CheckView, Learned
from hardware.ports import Look

from .checks import WHITE, Check

TOGETHER: Final = 0.3
"""Seconds. Two sensors that answer within this time felt the same marble."""


@dataclass(slots=True)
class _Found:
    """One lit pixel: the hole where it is, and the hole whose input answered there."""

    lit: str
    hole: str
    sensor: str
    at: float = 0.0
    """When it answered, since two answers at once could come from two sensors."""


class LearnCheck(Check):
    """``ask``: the person also taps where each light is; else the lights are taken to be right."""

    kind = "learn"

    def __init__(self, holes: Sequence[str], *, ask: bool, full: int = 0) -> None:
        self._holes = tuple(holes)
        self._ask = ask
        self._at = 0
        self._found: dict[str, _Found] = {}
        self._open: dict[str, None] = {}
        self._sensor = ""
        self._sensor_at = 0.0
        self._note, self._other = ("clear", "") if full else ("", "")

    @property
    def _lit(self) -> str:
        return self._holes[self._at] if self._at < len(self._holes) else ""

    @property
    def done(self) -> bool:
        """Whether every pixel had its turn."""
        return not self._lit

    def lights(self) -> Mapping[str, Look]:
        """The one pixel that is lit."""
        return {self._lit: WHITE} if self._lit else {}

    def felt(self, hole: str, full: bool, now: float) -> bool:
        """Take the answer of a sensor; two at once count as none."""
        if not full:
            return False
        if self._ask:
            return self._felt_and_ask(hole, now)
        last = self._latest()
        if last is not None and 0 <= now - last.at < TOGETHER and hole != last.sensor:
            self._forget(last)
            return self._say("two", hole)
        if not self._lit or self._is_known(hole):
            return bool(self._lit)
        self._learn(_Found(self._lit, self._lit, hole, now))
        return True

    def _felt_and_ask(self, sensor: str, now: float) -> bool:
        """A sensor answered, and the person has to say where."""
        if not self._lit or self._is_known(sensor):
            return bool(self._lit)
        if self._sensor not in ("", sensor) and 0 <= now - self._sensor_at < TOGETHER:
            self._sensor = ""
            return self._say("two", sensor)
        self._sensor, self._sensor_at = sensor, now
        return self._say("where")

    def _is_known(self, sensor: str) -> bool:
        """Whether that sensor answered for another hole already; if so, people are told."""
        known = next((f for f in self._found.values() if f.sensor == sensor), None)
        return known is not None and self._say("known", known.hole)

    def here(self, hole: str) -> bool:
        """Take the hole where the light burns now."""
        if not self._ask or not self._sensor or hole not in self._holes:
            return False
        taken = next((f for f in self._found.values() if f.hole == hole), None)
        if taken is not None:
            return self._say("taken", hole)
        self._learn(_Found(self._lit, hole, self._sensor))
        return True

    def skip(self) -> bool:
        """Go on to the next pixel: nobody sees a light, or no sensor answers."""
        if not self._lit:
            return False
        self._open[self._lit] = None
        self._at += 1
        self._sensor = ""
        return self._say("")

    def back(self) -> bool:
        """Light the last pixel once more."""
        if not self._at:
            return False
        self._at -= 1
        self._found.pop(self._lit, None)
        self._open.pop(self._lit, None)
        self._sensor = ""
        return self._say("")

    def _latest(self) -> _Found | None:
        return next(reversed(self._found.values()), None)

    def _learn(self, found: _Found) -> None:
        self._found[found.lit] = found
        self._open.pop(found.lit, None)
        self._at += 1
        self._sensor = ""
        moved = found.hole != found.lit or found.sensor != found.hole
        self._say("moved" if moved else "right", found.hole)

    def _forget(self, found: _Found) -> None:
        self._at = self._holes.index(found.lit)
        del self._found[found.lit]
        self._sensor = ""

    def _say(self, note: str, other: str = "") -> bool:
        self._note, self._other = note, other
        return True

    def learned(self) -> Learned:
        """What is known now. Holes nobody visited keep their wires, unless another hole has them.

        One hole that is left without gets the only wires left over. Several holes get them in
        order, as a guess.
        """
        inputs = {found.hole: found.sensor for found in self._found.values()}
        pixels = {found.hole: found.lit for found in self._found.values()}
        guessed: dict[str, None] = {}
        for wires in (inputs, pixels):
            for hole in self._holes:
                if hole not in wires and hole not in wires.values():
                    wires[hole] = hole
            over = [hole for hole in self._holes if hole not in wires.values()]
            bare = [hole for hole in self._holes if hole not in wires]
            wires.update(zip(bare, over, strict=True))
            if len(bare) > 1:
                guessed.update(dict.fromkeys(bare))
        return Learned(
            {hole: inputs[hole] for hole in self._holes},
            {hole: pixels[hole] for hole in self._holes},
            tuple(hole for hole in self._holes if hole in guessed),
        )

    def view(self) -> CheckView:
        """How far the test is."""
        return CheckView(
            self.kind,
            self._lit,
            min(self._at, len(self._holes) - 1),
            left=len(self._holes) - self._at,
            of=len(self._holes),
            done=self.done,
            felt=tuple(found.hole for found in self._found.values()),
            open=tuple(self._open),
            note=self._note,
            other=self._other,
            colour="ask" if self._ask else "",
        )
