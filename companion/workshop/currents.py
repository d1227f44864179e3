"""What a board draws: its pixels by the lights they may show, and the supply that fits (PP-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.lights.layers import Lit, frame
from companion.lights.roles import SEATED, Role
from companion.lights.theme import Theme
from companion.workshop.feeds import (
    NOTHING,
    RAIL_MA,
    ROOM,
    SUPPLIES,
    SensorFeed,
    next_supply,
    whole_supply,
)
from hardware.ports import LightFrame, Look
from hardware.power import Supply, capped, estimate_ma

FEED_EVERY: Final = 2.0
"""Amperes after which 5 V and ground are fed into a chain again. Thin strips lose more."""
WIRE: Final = (
    (3.0, "0.5 mm²"), (6.0, "0.75 mm²"), (10.0, "1.5 mm²"), (20.0, "2.5 mm²"), (30.0, "4 mm²"),
)  # fmt: skip
"""At most this many amperes → copper of that cross-section, for half a metre at 5 V."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One picture: its name, its description, and what it draws in mA."""

    name: str
    words: str
    ma: float


@dataclass(frozen=True)
class Currents:
    """All estimates of a board, and what they mean for its supply."""

    pixels: int
    supply: Supply
    draws: tuple[Draw, ...]
    feed: SensorFeed

    def of(self, name: str) -> Draw:
        """The picture of that name: ``dark``, ``typical``, ``role`` or ``white``."""
        return next(draw for draw in self.draws if draw.name == name)

    @property
    def enough(self) -> float:
        """Amperes of a supply that never has to dim what a game shows."""
        return next_supply(ROOM * max(self.of("typical").ma, self.of("dark").ma) / 1000)

    @property
    def full(self) -> float | None:
        """Amperes of a supply that lights every pixel white, or None when none is sold."""
        need = self.of("white").ma / 1000
        return None if need > SUPPLIES[-1] else next_supply(need)

    @property
    def feeds(self) -> int:
        """Number of places where 5 V and ground are fed into the chain, both ends included."""
        drawn = min(self.supply.amperes, self.of("white").ma / 1000)
        return max(2, -int(-drawn // FEED_EVERY))

    @property
    def whole(self) -> float:
        """Amperes of the supply for pixels and sensors together."""
        return whole_supply(self.supply.amperes, self.feed)

    @property
    def fuse(self) -> float:
        """Amperes of the fuse behind that supply."""
        return next_fuse(self.whole)

    @property
    def wire(self) -> str:
        """The cross-section behind the fuse. A wire must bear what its fuse lets through."""
        return next((size for most, size in WIRE if self.fuse <= most), "6 mm²")


def currents(
    holes: Sequence[str],
    supply: Supply,
    theme: Theme,
    feed: SensorFeed = NOTHING,
) -> Currents:
    """The estimates for a board with those holes and that feed of its sensors."""
    count = len(holes)
    white = LightFrame((Look(0, 0, 0), Look(255, 255, 255)), (1,) * count)
    role, most = _dearest(holes, supply, theme)
    typical = _typical(holes, theme)
    draws = (
        Draw("dark", "all dark", supply.dark_ma(count)),
        Draw("typical", "a lively turn", estimate_ma(typical, supply)),
        Draw("role", f"every hole shows {role.value}, the dearest light", most),
        Draw("white", "every pixel full white", estimate_ma(white, supply)),
    )
    return Currents(count * supply.ring, supply, draws, feed)


def _dearest(holes: Sequence[str], supply: Supply, theme: Theme) -> tuple[Role, float]:
    def drawn(role: Role) -> float:
        tokens = [token for token in theme.seats if len(token) == 1] if role in SEATED else [""]
        every = (
            estimate_ma(frame(holes, {hole: Lit(role, token) for hole in holes}, theme), supply)
            for token in tokens
        )
        return max(every)

    by_role = {role: drawn(role) for role in Role}
    role = max(by_role, key=by_role.__getitem__)
    return role, by_role[role]


def _typical(holes: Sequence[str], theme: Theme) -> LightFrame:
    """A turn with much choice: the side's lights, movable marbles, and places for one of them."""
    wanted: Mapping[Role, int] = {
        Role.TURN: 4,
        Role.MOVABLE: 4,
        Role.DESTINATION: 12,
        Role.CAPTURE: 2,
        Role.ORIGIN: 1,
        Role.PEN: 4,
    }
    each = [role for role, count in wanted.items() for _ in range(count)]
    lit = {hole: Lit(role, "C") for hole, role in zip(holes, each, strict=False)}
    return frame(holes, lit, theme)


def advice(found: Currents) -> Iterator[str]:
    """Sentences on the board file's supply, a supply that would do, and the chain's feeding."""
    has, typical, white = found.supply.amperes, found.of("typical"), found.of("white")
    dark = found.of("dark")
    if has * 1000 <= dark.ma:
        yield (
            f"{has:g} A do not even feed the dark pixels ({amperes(dark.ma)}): take "
            f"{found.enough:g} A."
        )
    elif has * 1000 < typical.ma:
        yield (
            f"{has:g} A dim a lively turn ({amperes(typical.ma)}): take {found.enough:g} A or more."
        )
    elif has < found.enough:
        yield (f"{has:g} A carry every turn, but run warm; {found.enough:g} A leave room.")
    else:
        yield f"{has:g} A carry every turn with room to spare; {found.enough:g} A would do."
    if white.ma > has * 1000:
        yield (
            f"Where a picture needs more, all light is scaled down alike: everything white to "
            f"{_share(found):.0%} of its light."
        )
    if found.full is not None:
        yield f"Never dimmed at all: {found.full:g} A."
    else:
        yield f"Everything white at full light needs {amperes(white.ma)}: no board wants that."
    places = "both ends" if found.feeds == 2 else f"{found.feeds} places, both ends among them"
    yield f"Feed 5 V and ground into the chain at {places}, by wires of {found.wire}."
    yield from sensor_advice(found.feed)
    if found.whole > has:
        yield f"For pixels and sensors together: a supply of {found.whole:g} A."
    yield f"Fuse the 5 V wire with {found.fuse:g} A, close to the supply."


def sensor_advice(feed: SensorFeed, at: str = "the same supply") -> Iterator[str]:
    """A sentence on the sensors' feed. ``at`` is the 5 V for their regulator."""
    if feed.regulator:
        yield (
            f"{feed.sensors} sensors draw {amperes(feed.ma)}, and the 3.3 V of a Pi or Pico should "
            f"give no more than {amperes(RAIL_MA)}: feed them and their chips from a regulator of "
            f"{feed.regulator:g} A at {at}, grounds joined."
        )
    elif feed.ma:
        yield f"{feed.sensors} sensors draw {amperes(feed.ma)}: the 3.3 V of Pi or Pico feeds them."


def next_fuse(amperes_: float) -> float:
    """The fuse for a supply: the largest one sold that is not above it."""
    fuses = (1.0, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 40.0)
    return max((fuse for fuse in fuses if fuse <= amperes_), default=fuses[0])


def _share(found: Currents) -> float:
    """The share of full white light that the cap leaves, by the power room's own rule."""
    count = found.pixels // found.supply.ring
    white = LightFrame((Look(0, 0, 0), Look(255, 255, 255)), (1,) * count)
    return capped(white, found.supply).palette[1].red / 255


def amperes(ma: float) -> str:
    """A current for people: ``0.13 A``, ``64.9 A``.

    >>> amperes(133), amperes(64900)
    ('0.13 A', '64.9 A')
    """
    value = ma / 1000
    return f"{value:.1f} A" if value >= 9.995 else f"{value:.2f} A"
