"""What lies on the virtual board and in the virtual hand, and the pins that feel it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from firmware_bridge.errors import HandsRefused
from firmware_bridge.firmware.core.scanner import SENTINELS


class ShiftChain:
    """A chain of 74HC165: the parallel inputs are latched, then clocked out one by one."""

    def __init__(self, inputs: int) -> None:
        self.inputs = inputs
        self.registers = (inputs + 7) // 8
        self.cut = False
        self._latched = 0

    def latch(self, levels: Sequence[bool]) -> None:
        """Take all inputs at one moment; inputs beyond ``levels`` are tied low."""
        self._latched = sum(1 << at for at, level in enumerate(levels) if level)

    def clock(self) -> bool:
        """The next input in the order of the chain; a cut chain gives low for ever."""
        bit = bool(self._latched & 1) and not self.cut
        self._latched >>= 1
        return bit

    def read(self, levels: Sequence[bool]) -> list[bool]:
        """One whole scan: ``latch``, and then ``clock`` once for each input."""
        if self.cut:
            return [False] * self.inputs
        low = [False] * max(0, self.inputs - len(levels))
        return [*levels[: self.inputs], *low]


@dataclass(frozen=True, slots=True)
class Held:
    """A marble in the virtual hand and the hole it came from (None: from the box)."""

    token: str
    origin: str | None


class World:
    """Named holes in sensor order, marbles in them, marbles in the hand, levels at the pins.

    With ``bounce`` (seconds) every change chatters for that long before it rests.
    """

    def __init__(self, names: Sequence[str], *, bounce: float = 0.0, rng: Random) -> None:
        if not names:
            raise ValueError("a board has at least one hole")
        if len(set(names)) != len(names):
            raise ValueError("two holes have the same name")
        self.names = tuple(names)
        self.tokens: dict[str, str] = {}
        self.hand: list[Held] = []
        self._number = {name: at for at, name in enumerate(names)}
        self._bounce = bounce
        self._rng = rng
        self._pins = [False] * len(names) + list(SENTINELS)
        self._planned: list[tuple[float, int, bool]] = []
        self._forced: dict[int, bool] = {}
        self._input = list(range(len(names)))
        self.pixel = list(range(len(names)))
        """Which hole of the chain lights each hole; crossed wires make it another."""

    def lift(self, hole: str, now: float) -> str:
        """Take the marble out of ``hole`` into the hand; HandsRefused when there is none."""
        self._known(hole)
        if hole not in self.tokens:
            raise HandsRefused(f"{hole} is empty: there is nothing to lift", code="empty-hole")
        token = self.tokens.pop(hole)
        self.hand.append(Held(token, hole))
        self._set(hole, False, now)
        return token

    def put(self, hole: str, token: str | None, now: float, origin: str | None = None) -> str:
        """Put a marble from the hand into ``hole``: that ``token``, the one lifted from ``origin``.

        Of several the last one lifted, also where neither is said.
        """
        self._known(hole)
        if hole in self.tokens:
            raise HandsRefused(f"{hole} is full: lift its marble first", code="full-hole")
        if not self.hand:
            raise HandsRefused("the hand is empty: lift a marble first", code="empty-hand")
        fitting = [
            i
            for i, held in enumerate(self.hand)
            if token in (None, held.token) and origin in (None, held.origin)
        ]
        if not fitting:
            sought = "marble" if token is None else token[:20]
            out_of = "" if origin is None else f" lifted from {origin[:20]}"
            only = ", ".join(held.token for held in self.hand)
            raise HandsRefused(
                f"no {sought}{out_of} is in the hand, only {only}", code="unknown-token"
            )
        held_token = self.hand.pop(fitting[-1]).token
        self.tokens[hole] = held_token
        self._set(hole, True, now)
        return held_token

    def set_out(self, tokens: Mapping[str, str], hand: Sequence[str], now: float) -> None:
        """Clear the board and the hand, then set out ``tokens`` by hole; all or nothing."""
        for hole in tokens:
            self._known(hole)
        was = set(self.tokens)
        self.tokens = dict(tokens)
        self.hand = [Held(token, None) for token in hand]
        for hole in self.names:
            if (hole in was) != (hole in tokens):
                self._set(hole, hole in tokens, now)

    def pins(self, now: float) -> list[bool]:
        """Levels of all inputs at ``now``, sentinels behind the last hole."""
        while self._planned and self._planned[0][0] <= now:
            _, pin, level = self._planned.pop(0)
            self._pins[pin] = level
        if not self._forced:
            return self._pins
        pins = list(self._pins)
        for pin, level in self._forced.items():
            pins[pin] = level
        return pins

    def force(self, hole: str, level: bool | None) -> None:
        """Make the sensor of ``hole`` read ``level`` whatever lies there; None: it works again."""
        self._known(hole)
        pin = self._input[self._number[hole]]
        self._forced.pop(pin, None)
        if level is not None:
            self._forced[pin] = level

    def cross(self, inputs: int | None, pixels: int | None) -> None:
        """Hang the holes on each other's wires, in an order drawn from a number; None: on their
        own.

        What stands on the board stays there and is felt at other inputs from now on.
        """
        self.pixel = _drawn(len(self.names), pixels)
        order = _drawn(len(self.names), inputs)
        if order == self._input:
            return
        lies = {hole: self._forced.get(self._input[at]) for hole, at in self._number.items()}
        self._input = order
        self._planned.clear()
        self._forced.clear()
        for hole, at in self._number.items():
            self._pins[self._input[at]] = hole in self.tokens
            self.force(hole, lies[hole])

    @property
    def restless(self) -> bool:
        """Whether some pin still bounces."""
        return bool(self._planned)

    def _known(self, hole: str) -> None:
        if hole not in self._number:
            raise HandsRefused(f"this board has no hole {hole[:20]!r}", code="unknown-hole")

    def _set(self, hole: str, level: bool, now: float) -> None:
        pin = self._input[self._number[hole]]
        self._planned = [plan for plan in self._planned if plan[1] != pin]
        if self._bounce:
            moments = sorted(now + self._rng.random() * self._bounce for _ in range(6))
            for at, moment in enumerate(moments):
                self._planned.append((moment, pin, level == bool(at & 1)))
            self._planned.sort()
        self._pins[pin] = level


def _drawn(count: int, seed: int | None) -> list[int]:
    """An order of that many numbers, the same for the same seed; unchanged for None."""
    order = list(range(count))
    if seed is not None:
        Random(seed).shuffle(order)
    return order
