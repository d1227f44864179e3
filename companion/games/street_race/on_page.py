"""The street as the page shows it: what lies beside the tokens, and what the lights say."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.games.scenery import Scenery
from companion.model.message import Message
from companion.model.street import StreetView
from companion.model.view import HoleView
from engine.drawing.street import Street
from engine.game import Position
from engine.games.street_race import WoodPosition
from engine.games.street_race.on_wood import token
from engine.games.street_race.pack import Car
from engine.games.street_race.wood import HALF, LAY_BY, hole_of

from .chances import PLACE, PUSH, Choice, light
from .choosing import choices
from .picture import columns, picture
from .places import column_key, ground


class StreetScenery(Scenery):
    """The pictures of the street race."""

    def street(self, position: Position) -> StreetView:
        """The street under the cars."""
        return street_view(_wood(position))

    def told(self, position: Position, holes: Mapping[str, HoleView]) -> Mapping[str, HoleView]:
        """Chances and rivals beside the lights."""
        return told(_wood(position), holes)


def _wood(position: Position) -> WoodPosition:
    assert isinstance(position, WoodPosition)
    return position


def street_view(position: WoodPosition) -> StreetView:
    """The street without its cars."""
    race, wood = position.race.moment.race, position.wood
    state = position.race.moment.state
    pack, mirror = state.pack, race.options.mirror
    drawn = picture(pack, wood.origin, wood.aside, mirror, finish=state.end is not None)
    cols = columns(pack.street, mirror)
    special = (ground(pack.street, col) for col in cols)
    civilians = [car for car in pack.placed() if not car.racer]
    return StreetView(
        columns=drawn.columns,
        where=tuple(Message(column_key(pack.street, col, mirror)) for col in cols),
        special=tuple(Message(key) if key else None for key in special),
        names=drawn.names,
        beside=_beside(drawn),
        letters=drawn.letters,
        last=drawn.last,
        median=drawn.median,
        finish=drawn.finish,
        mirror=mirror,
        hurt=tuple(car.id for car in pack.racers() if car.dmg),
        down=_squares(position, [car for car in civilians if car.facing != "F"]),
        out=_pushed_out(position),
        aside=tuple((token(car), position.cell(pack.cars[car]).rank) for car in sorted(wood.aside)),
        order=_squares(position, pack.order()),
    )


def _beside(drawn: Street) -> tuple[str, str]:
    """The wood's columns that a narrow street leaves free, as the picture has them."""
    if drawn.half == HALF:
        return "", ""
    ends = ("1", str(2 * HALF))
    return ends[::-1] if drawn.mirror else ends


def _squares(position: WoodPosition, cars: list[Car]) -> tuple[str, ...]:
    """The squares of these cars that the wood has a row for."""
    found = (position.standing(car) for car in cars if not car.limbo)
    return tuple(square for square in found if square != LAY_BY)


def _pushed_out(position: WoodPosition) -> dict[str, str]:
    """Square → the car that was pushed off it and chooses a way."""
    found = {}
    for car in position.race.moment.state.pack.placed():
        square = hole_of(position.cell(car), position.wood.origin)
        if car.limbo and square is not None:
            found[square] = token(car.id)
    return found


def open_choices(position: WoodPosition) -> dict[str, Choice]:
    """Action → where it leads, for the car of whoever is asked; empty while chance is."""
    ask = position.race.moment.ask
    if ask is None or ask.kind not in ("act", "choose", "free"):
        return {}
    car = ask.prefix.split(" ")[1] if ask.kind == "choose" else ask.who[0]
    return choices(position.race, car)


def told(position: WoodPosition, holes: Mapping[str, HoleView]) -> dict[str, HoleView]:
    """The holes with chance and rival beside the light of a place that a car may go to."""
    found = dict(holes)
    for choice in open_choices(position).values():
        square = hole_of(choice.cell, position.wood.origin)
        shown = found.get(square) if square is not None else None
        if shown is None or square is None or shown.role not in (PLACE, PUSH):
            continue
        said = light(choice)
        found[square] = msgspec.structs.replace(shown, figure=said.figure, badge=said.badge)
    return found
