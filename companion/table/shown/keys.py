"""Everything a player may choose on the page: keys of the pad, held cards, actions as lines."""

from __future__ import annotations

import msgspec

from companion.games.cards import Cards
from companion.model.view import Choice, PadKey
from companion.play import claims
from companion.play.open_game import OpenGame
from companion.table.halves import left
from companion.table.moment import Moment
from engine.action import Action
from engine.game import Position

from . import dice
from .card_preview import Preview
from .history import line


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


def pad(
    moment: Moment, game: OpenGame, legal: tuple[Action, ...], hand: object, audience: int | None
) -> tuple[PadKey, ...]:
    cards = game.presenter.cards
    if cards is None or not isinstance(hand, list):
        return game.presenter.pad(game.position, legal)
    return _held(moment, game, cards, [str(card) for card in hand], audience)


def _held(
    moment: Moment, game: OpenGame, cards: Cards, hand: list[str], audience: int | None
) -> tuple[PadKey, ...]:
    """A seat's own cards, with the moves each has now while that seat is to choose."""
    offered = {a.text for a in game.position.legal() if a.prelude}
    mine = audience in moment.acting and bool(offered)
    seating, full = moment.known_seating(), moment.expected()
    previews = moment.previews.cards(moment.options, seating, full) if mine else {}
    helped = moment.settings.assistance != "none"
    keys = []
    for card in hand:
        text = cards.action(card)
        found = previews.get(text, Preview())
        key = cards.key(game.position, card, text, found.moves if mine else None)
        lights = dict(found.lights) if helped else {}
        keys.append(msgspec.structs.replace(key, enabled=mine, lights=lights))
    return tuple(keys)


def choices(moment: Moment, game: OpenGame, legal: tuple[Action, ...]) -> tuple[Choice, ...]:
    """Actions as lines; once a part of one stands, those that go on from it, by what is left."""
    takes = {option.action: option.takes for option in moment.options.direct}
    begun = left(moment.decision)
    out = []
    for action in legal:
        if action.prelude or (begun and action not in begun):
            continue
        rest, taken = begun.get(action, (action, takes.get(action, ())))
        out.append(
            Choice(
                action=action.text,
                seat=action.seat,
                moves=tuple((d.frm, d.to) for d in rest.displacements),
                params=dict(action.params),
                message=line(game, rest),
                takes=taken,
            )
        )
    return tuple(out)
