"""A street race with its cars where people say they stand (PP-12), in the engine's form.

A board cannot tell everything, so the likeliest is taken: the nearest Civilian has moved, a new one
drives as its side does, and a racer on no square stays where it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.street_race import WoodPosition
from engine.games.street_race.grid import Cell, cell_text
from engine.games.street_race.on_wood import CIVILIAN
from engine.games.street_race.race import ACT, OVER, SETTING_UP
from engine.games.street_race.wood import rolled, waiting

Cells = dict[str, Cell]
"""Car → where it stands, in the ranks that people see."""


def rearranged(
    wood: WoodPosition, tokens: Mapping[str, str], seat: int | None
) -> dict[str, object] | None:
    """``tokens``: square → car; ``seat`` is to play, if given.

    None in the set-up, in the middle of an event, and after the race.
    """
    moment = wood.race.moment
    state, race = moment.state, moment.race
    if moment.since or state.phase in (*SETTING_UP, OVER):
        return None
    data: dict[str, Any] = dict(wood.to_json())
    put = _on_the_street(wood, tokens)
    racers = {car.id: wood.cell(car) for car in state.pack.racers()}
    racers |= {car: cell for cell, car in put.items() if car in racers}
    cells = racers | _civilians(wood, {cell for cell, car in put.items() if car == CIVILIAN})
    last = max(cell.rank for cell in racers.values())
    cells = {car: cell for car, cell in cells.items() if cell.rank <= last}  # FF-112
    ahead = min(cell.rank for cell in cells.values()) - 1
    cells = {car: Cell(cell.rank - ahead, cell.col) for car, cell in cells.items()}
    data["cars"] = _listed(data["cars"], cells)
    before = wood.wood.aside - {car for car in put.values() if car != CIVILIAN}
    data["wood"] |= {
        "origin": rolled(wood.wood.origin, -ahead),
        "aside": sorted(waiting(cells, before)),
        "put": None,
    }
    if seat is not None and race.players[seat] != state.turn:
        data |= {"turn": race.players[seat], "phase": ACT, "actions": race.actions, "advances": {}}
    return data


def _on_the_street(wood: WoodPosition, tokens: Mapping[str, str]) -> dict[Cell, str]:
    """Cell → car; what waits in the lay-by is on no cell."""
    board = wood.board
    aside = {space.id for space in board.spaces if space.place != space.id}
    cells = {hole: wood.cell_at(hole) for hole in tokens if hole not in aside}
    return {cell: tokens[hole] for hole, cell in cells.items() if cell is not None}


def _civilians(wood: WoodPosition, there: set[Cell]) -> Cells:
    """Which Civilian stands on each of these cells: one that stood there, else the nearest one, a
    new one, or in the end one of the lay-by. The others of the lay-by are still there.
    """
    cars = [car for car in wood.race.moment.state.pack.placed() if not car.racer]
    were = {car.id: wood.cell(car) for car in cars}
    waits = [car for car in were if car in wood.wood.aside]
    found = {car: cell for car, cell in were.items() if cell in there and car not in waits}
    numbers = range(1, wood.race.moment.race.content.civilians + 1)
    fresh = [f"c{n}" for n in numbers if f"c{n}" not in were]
    for cell in sorted(there - set(found.values())):
        loose = [car for car in were if car not in found and car not in waits]
        nearest = sorted(loose, key=lambda car: _apart(were[car], cell))
        found[[*nearest, *fresh, *waits][0]] = cell
        fresh, waits = [c for c in fresh if c not in found], [c for c in waits if c not in found]
    return {car: were[car] for car in waits} | found


def _apart(one: Cell, other: Cell) -> int:
    return abs(one.rank - other.rank) + abs(one.col - other.col)


def _listed(known: list[dict[str, Any]], cells: Cells) -> list[dict[str, Any]]:
    """The key ``cars``: those on these cells, as they were or new."""
    told = {car["id"]: car for car in known}
    out = []
    for car, cell in cells.items():
        new = {"id": car, "kind": "civ", "face": "F" if cell.col > 0 else "O"}
        out.append({**told.get(car, new), "at": cell_text(*cell)})
    return out
