"""How a race went: the order after each round, what happened in it, and who did which lap when.

Plain data with message keys; ``charting`` makes it from the game's steps.
"""

from __future__ import annotations

from msgspec import Struct

from .message import Message


class Happening(Struct, frozen=True):
    """Something of note that befell a runner.

    ``kind``  ``lap``, ``finished``, ``spun``, ``hazard``, ``pit``, ``late``, ``blocked``; ``round``
              for the beginning of another round, which befalls nobody
    ``n``     the lap, the place, the round; else 0
    ``sign``  what marks it on the runner's line: ``cross``, ``clock``, ``wave``, ``stop``,
              ``tick``; empty: it is told in words alone
    """

    kind: str
    token: str
    n: int
    message: Message
    sign: str = ""


class ChartCar(Struct, frozen=True):
    """One runner: its seat and the player's name ("" = unnamed), place once home, laps done."""

    token: str
    seat: int
    name: str
    place: int
    laps: int


class ChartTurn(Struct, frozen=True):
    """One point of the chart: the order at the end of a round, leader first, and what befell.

    ``round``  0 for the start; ``laps`` those of the leader
    """

    round: int
    label: Message
    order: tuple[str, ...]
    laps: int
    events: tuple[Happening, ...]


class ChartLap(Struct, frozen=True):
    """One lap: the runners that have done it, in the order in which they did."""

    lap: int
    label: Message
    order: tuple[str, ...]


class Chart(Struct, frozen=True):
    """A whole race so far. ``over``: it has ended; ``laps`` its length."""

    laps: int
    over: bool
    cars: tuple[ChartCar, ...]
    turns: tuple[ChartTurn, ...]
    by_lap: tuple[ChartLap, ...]
