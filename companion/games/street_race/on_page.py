"""The street as the page shows it: what lies beside the tokens, what lights and tiles say."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.model.drive import Tile
from companion.model.message import Message
from companion.model.street import StreetView
from companion.model.view import HoleView
from engine.drawing.street import Street
from engine.games.street_race import StreetPosition, WoodPosition
from engine.games.street_race.moment import at_rest
from engine.games.street_race.on_wood import token
from engine.games.street_race.pack import Car
from engine.games.street_race.wood import HALF, LAY_BY, ROWS, hole_of

from .chances import PLACE, PUSH, Choice, during_test, light
from .choosing import choices
from .picture import columns, picture
from .places import column_key, ground
from .said import Names, choice_label
from .tiles import tiles


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
    car = mover(position)
    return choices(position.race, car) if car else {}


def mover(position: WoodPosition) -> str:
    """The car that whoever is asked may move; empty while nobody may."""
    ask = position.race.moment.ask
    if ask is None or ask.kind not in ("act", "choose", "free"):
        return ""
    return ask.prefix.split(" ")[1] if ask.kind == "choose" else ask.who[0]


def shown_tiles(position: WoodPosition, names: Names) -> tuple[Tile | None, ...]:
    """The tiles of that car, each with its square and the words of its light."""
    found = open_choices(position)
    made = tiles(position.race, mover(position)) if found else ()
    if not any(made):
        return ()
    return tuple(tile and _on_square(position, tile, found[tile.action], names) for tile in made)


def _on_square(position: WoodPosition, tile: Tile, choice: Choice, names: Names) -> Tile:
    square = hole_of(choice.cell, position.wood.origin) if choice.cell.rank < ROWS else None
    return msgspec.structs.replace(
        tile,
        car=token(tile.car) if tile.car else "",
        hole=square or "",
        said=choice_label(choice, names),
    )


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
    return found | _under_test(position, found)


def _under_test(position: WoodPosition, holes: Mapping[str, HoleView]) -> dict[str, HoleView]:
    """The place that a car tests for: its light stays until the test is decided."""
    moment, put = position.race.moment, position.wood.put
    if put is None or not moment.since or holes.get(put[1], HoleView()).token != token(put[0]):
        return {}
    car, square = put
    before = StreetPosition(at_rest(moment.race, moment.base))
    choice = choices(before, car).get(moment.since[0])
    if choice is None or not choice.tested or holes[square].role not in ("", "turn"):
        return {}
    return {square: during_test(choice, token(car))}
