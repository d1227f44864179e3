"""The chart of a race: the order after each round, what happened in it, and who did each lap.

Plain data with message keys; ``play/race_chart`` makes it from the game's steps.
"""

from __future__ import annotations

from msgspec import Struct

from .message import Message


class Happening(Struct, frozen=True):
    """Something notable that happened to a runner.

    ``kind``  ``lap``, ``finished``, ``spun``, ``hazard``, ``pit``, ``late`` or ``blocked``; or
              ``round`` where another round begins, which happens to no runner
    ``n``     the lap, the place or the round; else 0
    ``sign``  the mark on the runner's line: ``cross``, ``clock``, ``wave``, ``stop`` or ``tick``;
              empty where words alone tell it
    """

    kind: str
    token: str
    n: int
    message: Message
    sign: str = ""


class ChartCar(Struct, frozen=True):
    """One runner: seat, player's name ("" = unnamed), place once it is home, laps done."""

    token: str
    seat: int
    name: str
    place: int
    laps: int


class ChartTurn(Struct, frozen=True):
    """One point of the chart: the order at the end of a round, leader first, and what happened.

    ``round``  0 for the start; ``laps``: the laps that the leader has done
    """

    round: int
    label: Message
    order: tuple[str, ...]
    laps: int
    events: tuple[Happening, ...]


class ChartLap(Struct, frozen=True):
    """One lap: the runners that have done it, in the order in which they did it."""

    lap: int
    label: Message
    order: tuple[str, ...]


class Chart(Struct, frozen=True):
    """A whole race so far. ``over``: the race has ended; ``laps``: its length."""

    laps: int
    over: bool
    cars: tuple[ChartCar, ...]
    turns: tuple[ChartTurn, ...]
    by_lap: tuple[ChartLap, ...]
