"""A game that begins in another position than its first, or with hands that a script has named."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.games.packs import PACKS
from companion.model.journal import Journal
from companion.play import beginning
from companion.play.open_game import OpenGame
from engine.action import CHANCE_SEAT, Action
from engine.errors import EngineError
from engine.game import CHANCE, ChanceRequest, Position
from engine.registry import REGISTRY

from . import refused

Hands = Sequence[Sequence[str]]


def write_beginning(
    journal: Journal,
    options: Mapping[str, Any],
    position: Mapping[str, Any] | None,
    dealt: Hands | None,
    rng: random.Random,
) -> Position:
    """Write a game with these options into the journal, as far as the script has arranged it.

    Returns its position. LineRefused says what does not fit.
    """
    game = beginning.begin(journal, REGISTRY, PACKS.of(str(options["game"])), dict(options))
    wanted = None if position is None else _loaded(game, position)
    whole = wanted is not None and _deals(wanted) == _deals(game.position)
    if wanted is not None and whole:
        game.edit(wanted)
    _deal_out(game, dealt or (), rng)
    if wanted is not None and not whole:
        game.edit(_set_up(game, wanted))
    if dealt is not None:
        _check_hands(game.position, dealt)
    return game.position


def fits(position: Position, full: Collection[str]) -> bool:
    """Whether every place of the position has as many full holes as marbles."""
    standing = position.occupancy()
    return all(
        sum(hole in full for hole in place.holes) == len(standing.get(name, ()))
        for name, place in position.board.places.items()
        if place.holes
    )


def _deals(position: Position) -> bool:
    """Whether the service deals what this position is played with."""
    return position.public() is not position


def _loaded(game: OpenGame, data: Mapping[str, Any]) -> Position:
    """The position of these data, if the new game can stand like that."""
    offer = PACKS.of(game.game.name).offer
    try:
        position = REGISTRY.load(data, offer.engine_options(game.options))
    except EngineError as error:
        raise refused.of_engine(error) from error
    first = game.position
    for what, one, other in (
        ("game", position.game, first.game),
        ("board", position.board.holes, first.board.holes),
        ("players", position.seats, first.seats),
        ("rules", position.to_json().get("rules"), first.to_json().get("rules")),
    ):
        if one != other:
            raise refused.other_game(what)
    if _deals(position) and not _deals(first):
        raise refused.hidden_hands()
    return position


def _set_up(game: OpenGame, wanted: Position) -> Position:
    """The wanted board beside the hands that were dealt."""
    position = game.position.with_board(wanted)
    try:
        return game.game.load(position.to_json())
    except EngineError as error:
        raise refused.of_engine(error) from error


def _deal_out(game: OpenGame, dealt: Hands, rng: random.Random) -> None:
    """Make every shuffle that chance is due for, with the named cards on top."""
    while game.position.to_act is CHANCE:
        request = game.position.chance()
        if request is None or request.kind != "shuffle":
            return
        owner = request.owner
        hand = dealt[owner] if owner is not None and owner < len(dealt) else ()
        game.draw(rng, Action(CHANCE_SEAT, _order(request, hand, rng)))


def _order(request: ChanceRequest, hand: Sequence[str], rng: random.Random) -> str:
    """The text of a shuffle that begins with these cards."""
    missing = Counter(hand) - Counter(request.domain)
    if missing:
        raise refused.too_few_cards(next(iter(missing)), request.owner)
    rest = list((Counter(request.domain) - Counter(hand)).elements())
    rng.shuffle(rest)
    return request.prefix + " ".join([*hand, *rest])


def _check_hands(position: Position, dealt: Hands) -> None:
    """Refuse hands that nobody holds now."""
    if len(dealt) != len(position.seats):
        raise refused.other_hands(len(dealt), len(position.seats))
    for seat, hand in enumerate(dealt):
        held = position.view(seat).get("hand")
        if not isinstance(held, list):
            raise refused.nothing_dealt()
        if Counter(hand) - Counter(held):
            raise refused.other_cards(seat, len(held))
