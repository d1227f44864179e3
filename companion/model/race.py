"""The standing of a race, as part of the view."""

from __future__ import annotations

from msgspec import Struct

from .message import Message


class Chip(Struct, frozen=True):
    """One thing a player may spend once: what stands on it, and whether it is gone."""

    label: str
    used: bool = False


class Fact(Struct, frozen=True):
    """One number of the game that everybody should see, and the line that says it."""

    key: str
    value: str
    message: Message


class Standing(Struct, frozen=True):
    """One runner in the order of a race.

    ``place``  from 1, once it has finished; ``lap``: the laps it has done
    ``state``  empty while on the road, else ``grid``, ``paddock``, ``spun`` or ``finished``
    ``done``   it has had its go in this round; ``to_act``: it has its go now
    """

    token: str
    seat: int
    place: int = 0
    lap: int = 0
    state: str = ""
    message: Message | None = None
    tokens: tuple[Chip, ...] = ()
    to_act: bool = False
    done: bool = False


class Pool(Struct, frozen=True):
    """What all runners of one seat have left together."""

    seat: int
    tokens: tuple[Chip, ...]


class Race(Struct, frozen=True):
    """The standing of a race: leader first, finished runners before all others.

    ``left``   laps that the leader still has to go, ``label`` the line that says so
    ``pools``  one for each seat in order, if its runners share; the runners have no tokens then
    """

    order: tuple[Standing, ...]
    laps: int
    left: int
    label: Message
    round: int = 0
    facts: tuple[Fact, ...] = ()
    pools: tuple[Pool, ...] = ()
