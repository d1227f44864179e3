"""Starts: the games that people play, and positions from the middle of them.

Everything comes from the offers that the set-up page shows and from the engine's contract.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from companion.games.packs import OFFERS
from engine.errors import BadConfig
from engine.game import CHANCE, OVER, Position
from engine.registry import REGISTRY

from .intending import rather_tells

LONGEST: Final = 360
"""At most this many actions lie behind a position."""
HURRIES: Final = frozenset({"timer"})
"""Wishes that are never made: nobody can tell how fast made-up people would be."""
EACH: Final = 20
"""So many cases begin at the same position."""


@dataclass(frozen=True)
class Table:
    """What a table plays: game, sheet, hands of cards ("": those that the game offers first)."""

    game: str
    rules: str | None = None
    hands: str = "physical"


@dataclass(frozen=True)
class Start:
    """Fields of the command ``new``, and the position from which people play on."""

    new: Mapping[str, Any]
    position: Position


def tables() -> tuple[Table, ...]:
    """Every game that is offered, with every sheet and both kinds of cards."""
    return tuple(
        Table(offer.game, sheet.name, hands)
        for offer in OFFERS.values()
        for sheet in offer.rules
        for hands in offer.hands
    )


def checked(table: Table) -> Table:
    """The same with its sheet; BadConfig names what nobody offers."""
    offer = OFFERS.get(table.game)
    if offer is None:
        raise BadConfig(f"game: there is no {table.game!r:.40}; known are {', '.join(OFFERS)}.")
    sheets = [sheet.name for sheet in offer.rules]
    if table.rules is not None and table.rules not in sheets:
        raise BadConfig(f"rules: no sheet {table.rules!r:.40}; known are {', '.join(sheets)}.")
    if table.hands and table.hands not in offer.hands:
        raise BadConfig(f"cards: {table.hands!r:.20} is not one of {', '.join(offer.hands)}.")
    return Table(table.game, table.rules or sheets[0], table.hands or offer.hands[0])


@lru_cache(maxsize=4)
def start(table: Table, base: int) -> Start:
    """The start with that number: the same for the same table and number."""
    rng = random.Random(f"{table.game}/{table.rules}/{table.hands}/{base}")
    new = _new(table, rng)
    position = _first(new)
    plies = int(LONGEST * rng.random() ** 1.5)
    for _ in range(plies):
        following = forward(position, rng)
        if following is None or following.to_act is OVER:
            break
        position = following
    return Start(new, _settled(position, rng, "hands" in new and "hand" not in position.view(0)))


def _new(table: Table, rng: random.Random) -> dict[str, Any]:
    offer = OFFERS[table.game]
    sheet = next(one for one in offer.rules if one.name == table.rules)
    board = rng.choice(sheet.boards)
    ways = [
        (count, each)
        for count in offer.counts(board)
        for each in offer.colours_each(sheet, board, count)
    ]
    count, each = rng.choice(ways)
    size = rng.choice(offer.team_sizes(sheet, count))
    new: dict[str, Any] = {
        "game": table.game,
        "rules": table.rules,
        "board": board,
        "players": [list(colours) for colours in _colours(table, board, count, each)],
    }
    if size > 1:
        new["teams"] = [list(team) for team in offer.teams(count, size)]
    if table.hands != "physical":
        new["hands"] = table.hands
    wishes = {
        wish.name: rng.choice(wish.values)
        for wish in offer.wishes(board, count, each)
        if wish.name not in HURRIES
    }
    return {**new, "options": wishes} if wishes else new


def _colours(table: Table, board: str, count: int, each: int) -> tuple[tuple[str, ...], ...]:
    return OFFERS[table.game].usual(board, count, each)


def _first(new: Mapping[str, Any]) -> Position:
    offer = OFFERS[str(new["game"])]
    open_cards = {key: value for key, value in new.items() if key != "hands"}
    options = offer.settled(open_cards)
    return REGISTRY.game(str(new["game"])).new(offer.engine_options(options))


def forward(position: Position, rng: random.Random) -> Position | None:
    """One action by chance; those that move marbles are taken more often. None at the end."""
    actions = position.legal()
    if not actions:
        return None
    moving = [action for action in actions if action.displacements]
    chosen = rng.choice(list(actions) if rather_tells(actions, rng) else moving or list(actions))
    return position.apply(chosen).position


def _settled(position: Position, rng: random.Random, unknown: bool) -> Position:
    """A moment at which nobody has begun anything: before a card, or before a marble.

    Where nobody knows yet what will be dealt, it is before a card.
    """
    for _ in range(40):
        if position.to_act is OVER:
            return position
        actions = position.legal()
        at_choice = len(actions) > 1 or bool(actions[0].displacements)
        if position.to_act is not CHANCE and (actions[0].prelude or (at_choice and not unknown)):
            return position
        following = forward(position, rng)
        if following is None:
            return position
        position = following
    return position
