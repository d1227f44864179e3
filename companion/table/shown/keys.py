"""What a player may choose on the page: keys of the pad, held cards, and actions as lines."""

from __future__ import annotations

import msgspec

from companion.model.view import Choice, PadKey
from companion.play import claims
from companion.play.open_game import OpenGame
from companion.table.core import Core
from companion.table.halves import left
from engine.action import Action
from engine.game import Position

from . import dice
from .card_preview import Preview
from .history import line


def spoken(core: Core, position: Position, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """Actions that have keys and lines of their own: no dice, claims, nor what the clock makes.

    Nor those that differ from another one in nothing (RP-85).
    """
    limit = core.clocks.limit
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
    card = game.presenter.played(game.position)
    if card is None:
        return None
    return game.presenter.key(game.position, card, game.presenter.prelude_text(card))


def pad(
    core: Core, game: OpenGame, legal: tuple[Action, ...], hand: object, audience: int | None
) -> tuple[PadKey, ...]:
    if not isinstance(hand, list):
        return game.presenter.pad(game.position, legal)
    return _held(core, game, [str(card) for card in hand], audience)


def _held(core: Core, game: OpenGame, hand: list[str], audience: int | None) -> tuple[PadKey, ...]:
    """A seat's own cards, with the moves each has now while that seat is to choose."""
    presenter = game.presenter
    offered = {a.text for a in game.position.legal() if a.prelude}
    mine = audience in core.acting and bool(offered)
    seating, full = core.known_seating(), core.expected()
    previews = core.previews.cards(core.options, seating, full) if mine else {}
    helped = core.settings.assistance != "none"
    keys = []
    for card in hand:
        text = presenter.prelude_text(card)
        found = previews.get(text, Preview())
        key = presenter.key(game.position, card, text, found.moves if mine else None)
        lights = dict(found.lights) if helped else {}
        keys.append(msgspec.structs.replace(key, enabled=mine, lights=lights))
    return tuple(keys)


def choices(core: Core, game: OpenGame, legal: tuple[Action, ...]) -> tuple[Choice, ...]:
    """Actions as lines; once a part of one stands, those that go on from it, by what is left."""
    takes = {option.action: option.takes for option in core.options.direct}
    begun = left(core.decision)
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
