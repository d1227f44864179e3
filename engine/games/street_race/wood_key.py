"""The key ``wood`` of a race's options and positions: what the wood adds to the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...errors import Misfit
from .wood import ROWS

SERVICE, AT_TABLE = "service", "table"
"""Who rolls: the service, or people, who then tell the page."""


@dataclass(frozen=True, slots=True)
class Wood:
    """What the wood adds to a race.

    ``dice``    ``service`` or ``table``
    ``origin``  the number of rank 1's row, from the far edge
    ``aside``   cars in the lay-by
    ``put``     a car and its square: a hand has put it, and its test will show whether it may stay
    """

    dice: str = SERVICE
    origin: int = 0
    aside: frozenset[str] = frozenset()
    put: tuple[str, str] | None = None

    def to_json(self) -> dict[str, object]:
        """The key ``wood`` of a position."""
        put = None if self.put is None else list(self.put)
        return {
            "dice": self.dice,
            "origin": self.origin,
            "aside": sorted(self.aside),
            "put": put,
        }


def read_wood(data: object) -> Wood:
    """The key ``wood`` of an option or a position; Misfit names what is wrong."""
    if not isinstance(data, Mapping):
        raise Misfit("wood: an object with dice, and maybe origin, aside, put")
    dice, origin = data.get("dice", SERVICE), data.get("origin", 0)
    aside, put = data.get("aside", []), data.get("put")
    if dice not in (SERVICE, AT_TABLE):
        raise Misfit(f"wood: dice is {SERVICE} or {AT_TABLE}, not {dice!r:.40}")
    if not isinstance(origin, int) or isinstance(origin, bool) or not 0 <= origin < ROWS:
        raise Misfit(f"wood: origin is a whole number from 0 to {ROWS - 1}, not {origin!r:.40}")
    if not isinstance(aside, list) or not all(isinstance(car, str) for car in aside):
        raise Misfit("wood: aside is a list of cars")
    if put is None:
        return Wood(dice, origin, frozenset(aside))
    if not isinstance(put, list) or len(put) != 2 or not all(isinstance(p, str) for p in put):
        raise Misfit("wood: put is a car and its square")
    return Wood(dice, origin, frozenset(aside), (put[0], put[1]))
