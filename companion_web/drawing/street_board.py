"""The street of a view as a drawing: cars where the tokens stand, lights, labels, the arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.packs import hole_name
from companion.model.message import Message
from companion.model.street import StreetView
from companion.model.view import HoleView, View
from engine.board import Board
from engine.drawing.street import CIVILIAN, ROWS, Car, Street

from .board import Say, board_title
from .light_marks import token_id
from .street import Spot, home_arrow, street_svg

CALM = frozenset({"", "turn"})
"""Roles that are no light of a space: the turn is a pool under the mover's car."""


GOALS = frozenset({"destination", "capture"})
"""Roles of a place that a lifted car may go to: its tile says what it needs."""


class Placed(NamedTuple):
    """A street with its cars and lights, each in its row and column."""

    street: Street
    spots: Mapping[str, Spot]
    lights: Mapping[Spot, HoleView]
    turns: Mapping[Spot, str]


def spots_of(shown: StreetView) -> dict[str, Spot]:
    """Hole → row and column; -1 and the number after the last are the margins."""
    left, right = shown.beside
    names = dict(enumerate(shown.names)) | {-1: left, len(shown.names): right}
    return {
        f"{letter}{name}": (row, column)
        for row, letter in enumerate(shown.letters)
        for column, name in names.items()
        if name
    }


def placed(view: View, shown: StreetView) -> Placed:
    """The street with what the holes hold and show."""
    spots = spots_of(shown)
    cars, lights, turns = [], {}, {}
    acting = alone_to_act(view)
    out = pushed_out(view, shown)
    for hole, what in view.holes.items():
        if hole not in spots:
            continue
        spot = spots[hole]
        if what.token:
            pushed = "by" if hole in out else ""
            cars.append(_car(shown, what.token, spot, hole in shown.down, pushed))
        if what.role not in CALM:
            lights[spot] = what
        drives = 0 <= spot[1] < len(shown.names)
        if what.token and (what.token in acting or (what.role == "turn" and drives)):
            turns[spot] = what.token
    for hole, token in out.items():
        cars.append(_car(shown, token, spots[hole], hole in shown.down, "out"))
        lights.setdefault(spots[hole], HoleView(token, "movable"))
    waiting = () if shown.beside[1] else shown.aside
    street = Street(
        columns=shown.columns,
        names=shown.names,
        letters=shown.letters,
        cars=tuple(cars),
        lay_by=tuple(Car(_look(token), rank, number=number_of(token)) for token, rank in waiting),
        median=shown.median,
        finish=shown.finish,
        last=shown.last,
        wraps=shown.wraps,
        mirror=shown.mirror,
        beside=shown.beside,
    )
    return Placed(street, spots, lights, turns)


def pushed_out(view: View, shown: StreetView) -> dict[str, str]:
    """The cars that are drawn beside another one; none that still stands there by itself."""
    standing = {hole: what.token for hole, what in view.holes.items()}
    return {h: token for h, token in shown.out.items() if standing.get(h) != token}


def alone_to_act(view: View) -> tuple[str, ...]:
    """The tokens of the one player who is to act; none while several are asked."""
    acting = [player for player in view.players if player.to_act]
    return tuple(shown.colour for shown in acting[0].colours) if len(acting) == 1 else ()


def _car(shown: StreetView, token: str, spot: Spot, down: bool, pushed: str) -> Car:
    hurt, rank = token in shown.hurt, dict(shown.aside).get(token, 0)
    number = number_of(token)
    return Car(_look(token), *spot, down=down, hurt=hurt, pushed=pushed, rank=rank, number=number)


def number_of(token: str) -> str:
    """Which of two cars a token is: ``2`` for ``A2``; empty where each player has one."""
    return token[1:] if token_id(token) == token[:1] else ""


def _look(token: str) -> str:
    return CIVILIAN if token == CIVILIAN else token_id(token)


def arrow_home(view: View, shown: StreetView) -> str:
    """The path of the white arrow; empty without one."""
    found = placed(view, shown)
    if view.arrow is None or not {view.arrow.frm, view.arrow.to} <= found.spots.keys():
        return ""
    return home_arrow(found.street, found.spots[view.arrow.frm], found.spots[view.arrow.to])


def street_board_svg(view: View, shown: StreetView, board: Board, say: Say) -> str:
    """The whole street as one ``<svg>`` for the table's page."""
    found = placed(view, shown)
    names = {space.id: say(hole_name(space)) for space in board.spaces}
    holes = {spot: hole for hole, spot in found.spots.items()}
    who = callings(view, say)

    def label(row: int, column: int) -> str:
        hole = holes[row, column]
        return space_label(shown, hole, (row, column), view, names, who, say)

    ends = view.arrow and (found.spots.get(view.arrow.frm), found.spots.get(view.arrow.to))
    return street_svg(
        found.street,
        found.lights,
        board_title(view, say),
        found.turns,
        (ends[0], ends[1]) if ends and ends[0] and ends[1] else None,
        label,
        live=True,
    )


def callings(view: View, say: Say) -> dict[str, str]:
    """Token → the name of who drives it."""
    found = {}
    for player in view.players:
        for shown in player.colours:
            unnamed = player.called or Message(f"colour.{shown.colour[:1]}")
            found[shown.colour] = f"{player.name or say(unnamed)} {number_of(shown.colour)}".strip()
    return {CIVILIAN: say(Message("page.street.civ")), **found}


def space_label(
    shown: StreetView,
    hole: str,
    spot: Spot,
    view: View,
    names: Mapping[str, str],
    who: Mapping[str, str],
    say: Say,
) -> str:
    """*Place, ground, car, state, light*: ``Rank 4, left walk, chop shop, Dora, may move.``"""
    row, column = spot
    what = view.holes.get(hole, HoleView())
    lit = what.role not in CALM
    if 0 <= column < len(shown.where):
        eighth = shown.wraps and (what.role not in GOALS or bool(what.token))
        key = "rank" if row or eighth else "ahead"
        where = {"n": str(row or ROWS), "where": say(shown.where[column])}
        parts = [say(Message(f"page.street.{key}", where))]
        special = shown.special[column]
        parts += [say(special)] if special else []
    else:
        parts = [names[hole]]
    if what.token:
        parts.append(who.get(what.token, say(Message("page.street.some"))))
        if what.token in shown.hurt:
            parts.append(say(Message("page.street.hurt")))
    elif lit:
        parts.append(say(Message("page.label.empty")))
    if lit:
        params = {"c": who.get(what.colour or what.token, "")}
        tiles = view.drive.tiles if view.drive else ()
        held = [one.token for one in view.in_hand[:1]]
        there = [one for one in tiles if one and one.hole == hole]
        tile = next(iter(sorted(there, key=lambda one: one.of not in held)), None)
        told = tile.said if tile and what.role in GOALS else None
        key = {"capture": "page.street.push"}.get(what.role, f"page.label.{what.role}")
        if what.role == "destination" and what.token:
            key = "page.street.tests"
        parts.append(say(told or Message(key, params)))
    return ", ".join(parts) + "."
