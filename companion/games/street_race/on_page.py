"""The street as the page shows it: what lies beside the tokens, what lights and tiles say."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from companion.model.drive import Tile
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.street import StreetView
from companion.model.view import HoleView
from engine.drawing.street import Street
from engine.games.street_race import StreetPosition, WoodPosition
from engine.games.street_race.grid import Cell, read_cell
from engine.games.street_race.on_wood import token
from engine.games.street_race.pack import Car
from engine.games.street_race.wood import HALF, LAY_BY, ROWS

from .chances import PLACE, PUSH, Choice, during_test, light
from .choosing import choices
from .farsight import coming
from .picture import columns, picture
from .places import column_key, ground
from .said import Names, choice_label
from .tiles import PLACED, places, tiles


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
        wraps=position.wraps,
        median=drawn.median,
        finish=drawn.finish,
        mirror=mirror,
        hurt=tuple(car.id for car in pack.racers() if car.dmg),
        down=_squares(position, [car for car in civilians if car.facing != "F"]),
        out=_pushed_out(position),
        aside=tuple((token(car), position.cell(pack.cars[car]).rank) for car in sorted(wood.aside)),
        order=_squares(position, pack.order()),
        coming=coming(position.race.moment),
    )


def led(street: StreetView, recent: Sequence[GameStep], owed: Mapping[str, str]) -> StreetView:
    """The street with every Civilian that waits for a hand facing the way it drives.

    One that is moved looks as it will at its place; one that leaves looks as it did last.
    """
    if not owed:
        return street
    down = set(street.down) - set(owed)
    down |= {frm for frm, to in owed.items() if (to in street.down if to else _came(frm, recent))}
    return msgspec.structs.replace(street, down=tuple(sorted(down)))


def _came(square: str, recent: Sequence[GameStep]) -> bool:
    """Whether the car that stood there last came the other way."""
    for step in reversed(recent):
        before = step.before
        assert isinstance(before, WoodPosition)
        pack = before.race.moment.state.pack
        found = [car for car in pack.placed() if before.standing(car) == square and not car.limbo]
        if found:
            return found[0].facing != "F"
    return False


def _beside(drawn: Street) -> tuple[str, str]:
    """The wood's columns that a narrow street leaves free, as the picture has them."""
    if drawn.half == HALF:
        return "", ""
    return "1", str(2 * HALF)


def _squares(position: WoodPosition, cars: list[Car]) -> tuple[str, ...]:
    """The squares of these cars that the wood has a row for."""
    found = (position.standing(car) for car in cars if not car.limbo)
    return tuple(square for square in found if square != LAY_BY)


def _pushed_out(position: WoodPosition) -> dict[str, str]:
    """Square → the car that was pushed off it and chooses a way."""
    found = {}
    for car in position.race.moment.state.pack.placed():
        square = position.hole(position.cell(car))
        if car.limbo and square is not None:
            found[square] = token(car.id)
    return found


def open_choices(position: WoodPosition, car: str) -> Mapping[str, Choice]:
    """Action → where it leads a car of whoever is asked."""
    return choices(position.race, car)


def movers(position: WoodPosition) -> tuple[str, ...]:
    """The cars that whoever is asked may move by one space; none while nobody may."""
    ask, race = position.race.moment.ask, position.race.moment.race
    if ask is None:
        return ()
    if ask.kind == "act":
        return race.cars_of[ask.who[0]]
    return (ask.prefix.split(" ")[1],) if ask.kind in ("choose", "free") else ()


def shown_tiles(position: WoodPosition, names: Names) -> tuple[Tile | None, ...]:
    """The tiles of those cars, four for each, with their squares and the words of their lights.

    A car that is placed somewhere has as many as there are places.
    """
    ask = position.race.moment.ask
    if ask is not None and ask.kind in PLACED:
        car, sure = ask.prefix.split(" ")[1], Message("street.label.put_sure")
        found = [(tile, read_cell(tile.action.split(" ")[-1])) for tile in places(position.race)]
        return tuple(
            _on_square(position, tile, cell, sure, car) for tile, cell in found if cell is not None
        )
    made: list[Tile | None] = []
    for car in movers(position):
        open_to = open_choices(position, car)
        made += (
            tile and _of_choice(position, tile, open_to[tile.action], names, car)
            for tile in tiles(position.race, car)
        )
    return tuple(made) if any(made) else ()


def _of_choice(position: WoodPosition, tile: Tile, choice: Choice, names: Names, car: str) -> Tile:
    made = _on_square(position, tile, choice.cell, choice_label(choice, names), car)
    shown = light(choice)
    return msgspec.structs.replace(made, figure=shown.figure, badge=shown.badge)


def _on_square(position: WoodPosition, tile: Tile, cell: Cell, said: Message, car: str) -> Tile:
    square = position.hole(cell) if cell.rank < ROWS else None
    return msgspec.structs.replace(
        tile,
        car=token(tile.car) if tile.car else "",
        hole=square or "",
        said=said,
        of=token(car),
    )


def told(
    position: WoodPosition, holes: Mapping[str, HoleView], held: Collection[str] = ()
) -> dict[str, HoleView]:
    """The holes with chance and rival beside the light of a place that a car may go to.

    ``held``  the tokens in hands: of two cars the lifted one is meant
    """
    found = dict(holes)
    cars = movers(position)
    meant = cars if len(cars) < 2 else [car for car in cars if token(car) in held][:1]
    for choice in (one for car in meant for one in open_choices(position, car).values()):
        square = position.hole(choice.cell)
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
    before = StreetPosition(moment.rest)
    choice = choices(before, car).get(moment.since[0])
    if choice is None or not choice.tested or holes[square].role not in ("", "turn"):
        return {}
    return {square: during_test(choice, token(car))}
