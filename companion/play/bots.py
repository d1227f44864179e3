"""Bots: the seats that they play, their names, and what they decide.

A bot decides by what its seat may know. The same moment of the same game always brings the same
decision, so that a restart in the middle of its move changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final, cast

from companion.games.presenter import Presenter
from engine.action import Action
from engine.game import Position
from engine.search import Level, choose

NAMED: Final = "ABCDEFGH"
"""The colours that have a name of their own for a bot."""


def of(options: Mapping[str, Any]) -> Mapping[int, str]:
    """Seat → level, from the options of a game."""
    return {seat: level for seat, level in enumerate(options.get("bots") or ()) if level}


def people(options: Mapping[str, Any]) -> Mapping[int, str]:
    """Seat → name of the people that have one, from the options of a game.

    Under a bot the name of who sat there before is kept, and is nobody's.
    """
    bots = of(options)
    named = enumerate(options.get("names") or ())
    return {seat: name for seat, name in named if name and seat not in bots}


def handed(options: Mapping[str, Any], seat: int, data: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game once a seat was handed over; ``data`` is that of its row.

    >>> handed({"names": ["Anna"]}, 1, {"name": "", "bot": "good"})
    {'names': ['Anna', ''], 'bots': ['', 'good']}
    """
    changed = {}
    told_of = {"names": data["name"], "bots": data["bot"]}
    if data.get("help") or (options.get("help") and "help" in data):
        told_of["help"] = data["help"]
    if not all(isinstance(told, str) for told in told_of.values()):
        raise TypeError("A row 'player' needs texts.")
    for key, told in told_of.items():
        known = list(options.get(key) or ())
        known += [""] * (seat + 1 - len(known))
        known[seat] = told
        changed[key] = known
    return {**options, **changed}


def stands(options: Mapping[str, Any], seat: int) -> dict[str, str]:
    """Who plays a seat, as the row ``player`` has it.

    >>> stands({"names": ["Anna", "Max"], "bots": ["", "good"]}, 1)
    {'name': 'Max', 'bot': 'good', 'help': ''}
    """

    def told(key: str) -> str:
        known = options.get(key) or ()
        return str(known[seat]) if seat < len(known) else ""

    return {"name": told("names"), "bot": told("bots"), "help": told("help")}


def names(options: Mapping[str, Any], presenter: Presenter, at: Position) -> Mapping[int, str]:
    """Seat → name as a param of a message: people's names, and those of all bots."""
    bots = {seat: named(presenter.colour_of(at, seat)) for seat in of(options)}
    return {**people(options), **bots}


def named(token: str) -> str:
    """The name of the bot that plays that token, as a param of a message."""
    return f"@bot.{token[:1]}" if token[:1] in NAMED and token else "@bot.other"


def decided(position: Position, level: str, seat: int, moment: str) -> Action:
    """What the bot of a seat does. ``moment`` names this moment of this game.

    EngineError if the seat has nothing to do.
    """
    return choose(position, cast("Level", level), Draws(f"{moment} {seat}"), seat)


class Draws:
    """``engine.search.Generator`` whose numbers all follow from a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._drawn = 0

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to ``stop`` - 1."""
        self._drawn += 1
        digest = hashlib.blake2b(f"{self._text} {self._drawn}".encode()).digest()
        return int.from_bytes(digest, "big") % stop
