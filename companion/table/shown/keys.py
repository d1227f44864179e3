"""Everything a player may choose on the page: keys of the pad, held cards, actions as lines."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.model.choices import Choice, PadKey
from companion.play import claims, lessons
from companion.play.open_game import OpenGame
from companion.table.card_preview import Preview
from companion.table.halves import left
from companion.table.moment import Moment
from engine.action import Action
from engine.game import Position

from . import dice
from .help_level import assistance
from .history import line

NONE_MOVES: Final = "prompt.none_moves"
"""What the holder of a hand is told that has no move: any card may be played."""


def spoken(moment: Moment, position: Position, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """Actions that have keys and lines of their own: not dice, claims or what the clock makes.

    Actions that differ from another in nothing are left out too (RP-85).
    """
    limit = moment.clocks.limit
    if claims.is_open(position):
        return ()
    distinct = frozenset(position.distinct())
    return tuple(
        action
        for action in legal
        if action in distinct
        and dice.told_on_keys(action)
        and (limit is None or action.text != limit.action)
    )


def named_card(game: OpenGame) -> PadKey | None:
    """The card that is played and waits for its move."""
    cards = game.presenter.cards
    card = None if cards is None else cards.played(game.position)
    if cards is None or card is None:
        return None
    return cards.key(game.position, card, cards.action(card))


def held(
    moment: Moment, game: OpenGame, hand: tuple[str, ...], audience: int | None
) -> tuple[PadKey, ...]:
    """A seat's own cards, with the moves each has now while that seat is to choose."""
    cards = game.presenter.cards
    if not hand or cards is None:
        return ()
    offered = {a.text for a in game.position.legal() if a.prelude}
    mine = audience in moment.acting and bool(offered)
    seating, full = moment.known_seating(), moment.expected()
    previews = moment.previews.cards(moment.options, seating, full) if mine else {}
    helped = assistance(moment, audience) != "none"
    taught = lessons.places(game)
    keys = []
    for card in hand:
        text = cards.action(card)
        found = previews.get(text, Preview())
        key = cards.key(game.position, card, text, found.moves if mine and not taught else None)
        lit = found.lights.items() if helped else ()
        lights = {hole: role for hole, role in lit if not taught or seating.places[hole] in taught}
        keys.append(msgspec.structs.replace(key, enabled=mine, lights=lights))
    return tuple(keys)


def none_moves(moment: Moment, game: OpenGame, seat: int) -> bool:
    """Whether a seat is to play a card of its dealt hand, and none of them has a move now."""
    offered = [action for action in game.position.legal() if action.seat == seat]
    if not game.dealt or not offered or not all(action.prelude for action in offered):
        return False
    return moment.options.moving.isdisjoint(action.text for action in offered)


def choices(moment: Moment, game: OpenGame, legal: tuple[Action, ...]) -> tuple[Choice, ...]:
    """Actions as lines."""
    takes = {option.action: option.takes for option in moment.options.direct}
    return tuple(
        _choice(game, action, action, takes.get(action, ()))
        for action in legal
        if not action.prelude
    )


def choices_left(
    moment: Moment, game: OpenGame, legal: tuple[Action, ...]
) -> tuple[Choice, ...] | None:
    """Once a part of an action stands, those that go on from it, by what is left; else None."""
    begun = left(moment.showing)
    if not begun:
        return None
    return tuple(
        _choice(game, action, *begun[action])
        for action in legal
        if not action.prelude and action in begun
    )


def _choice(game: OpenGame, action: Action, rest: Action, takes: tuple[str, ...]) -> Choice:
    """An action as a line, by what of it is left to do."""
    return Choice(
        action=action.text,
        seat=action.seat,
        moves=tuple((d.frm, d.to) for d in rest.displacements),
        params=dict(action.params),
        message=line(game, rest),
        takes=takes,
    )
