"""The four tiles of a lifted car: ahead and back, left and right, each with its chance.

A car that is placed has a tile for each space instead.
A tile says the same as the light on its place. Tapping it is putting the car there.
"""

from __future__ import annotations

from typing import Final

from companion.model.drive import Tile
from companion.model.message import Message
from engine.games.street_race import StreetPosition
from engine.games.street_race.grid import LANE, WALK, inward, read_cell

from .chances import Choice, figure
from .choosing import choices
from .places import place_name, way_name

PLACES: Final = ("ahead", "back", "left", "right")
"""The tiles' fixed places: two rows of two."""

PLACED: Final = ("place", "spin")
"""Questions for a space that may be anywhere (FF-22, FF-84)."""


def tiles(position: StreetPosition, car: str) -> tuple[Tile | None, ...]:
    """The tiles in the order of ``PLACES``; None for a way that is closed."""
    found = {}
    for text, choice in choices(position, car).items():
        way = _ways(position, car, text)
        found[way] = _tile(position, car, way, text, choice)
    return tuple(found.get(way) for way in PLACES)


def places(position: StreetPosition) -> tuple[Tile, ...]:
    """The spaces on which a car is placed, at the start or after a spin-out; each is sure."""
    ask, state, race = position.moment.ask, position.moment.state, position.moment.race
    if ask is None or ask.kind not in PLACED:
        return ()
    cells = [(text, cell) for text in ask.texts if (cell := read_cell(text.split(" ")[-1]))]
    mirrored = -1 if race.options.mirror else 1
    cells.sort(key=lambda one: (one[1].rank, mirrored * one[1].col))
    sure = Message("street.tile.sure")
    return tuple(
        Tile("place", text, place_name(cell, state.pack.street, race.options.mirror), sure, ())
        for text, cell in cells
    )


def _ways(position: StreetPosition, car: str, text: str) -> str:
    """The tile's place, by the action."""
    verb, last = text.split(" ")[0], text.split(" ")[-1]
    if verb in ("adv", "free"):
        return "ahead"
    if last == "in":
        last = inward(position.moment.state.pack.cars[car].col)
    return way_name(last, position.moment.race.options.mirror)


def _tile(position: StreetPosition, car: str, way: str, text: str, choice: Choice) -> Tile:
    street = position.moment.state.pack.street
    frm, to = position.moment.state.pack.cars[car].col, choice.cell.col
    value = Message("street.tile.sure")
    if choice.tested:
        value = Message("street.tile.chance", {"n": figure(choice.win)})
    return Tile(
        way=way,
        action=text,
        label=Message(f"street.tile.{way}"),
        value=value,
        lines=_lines(choice, street.zone(frm) == WALK and street.zone(to) == LANE),
        car=choice.rival or choice.pushed,
        style=int(text.split(" ")[0] == "drift" and (street.curb(frm, to) or frm > 0 > to)),
    )


def _lines(choice: Choice, off_walk: bool) -> tuple[Message, ...]:
    lines = []
    if choice.rival:
        lines.append(Message("street.tile.tie", {"n": figure(choice.tie)}))
    elif choice.tested:
        more = f"{'−' if choice.more < 0 else '+'} {abs(choice.more)}"
        key = "number" if choice.more else "number_plain"
        lines.append(Message(f"street.tile.{key}", {"n": str(choice.needs), "more": more}))
    elif choice.pushed:
        lines.append(Message("street.tile.moves_on"))
    elif choice.curb is None:
        lines.append(Message("street.tile.off_walk" if off_walk else "street.tile.no_test"))
    if choice.curb is not None:
        lines.append(Message("street.tile.curb", {"n": figure(choice.curb)}))
    return tuple(lines)
