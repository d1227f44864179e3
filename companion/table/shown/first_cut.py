"""The cut for the first turn in words, until somebody has moved (FT-6)."""

from __future__ import annotations

from companion.model.message import Message
from companion.model.view import CutCard
from companion.play.handicap import ahead
from companion.play.open_game import OpenGame


def cut_told(game: OpenGame) -> Message | None:
    """The sentence on who begins, and with which card.

    None where nobody cut, after the first move, and where people have set the marbles themselves.
    """
    cut, cards = game.options.get("cut"), game.presenter.cards
    if not cut or cards is None or _moved(game):
        return None
    first = int(game.options["first"])
    who = game.presenter.player(game.position, first, game.names)
    return Message("cut.told", {"p": who}, {"card": cards.as_object(cut[-1][str(first)])})


def cuts(game: OpenGame) -> tuple[CutCard, ...]:
    """The last card that each seat cut; empty where nobody did."""
    rounds, cards, position = game.options.get("cut"), game.presenter.cards, game.position
    if not rounds or cards is None:
        return ()
    last = {int(seat): card for one in rounds for seat, card in one.items()}
    return tuple(
        CutCard(seat, game.presenter.colour_of(position, seat), cards.label(last[seat]))
        for seat in sorted(last)
    )


def _moved(game: OpenGame) -> bool:
    """Whether a move stands, or a marble is out of its pen that did not begin home.

    To name a card is no move.
    """
    if any(not step.chance and not step.play.action.prelude for step in game.steps):
        return True
    places = game.position.board.places
    out = {at: held for at, held in game.position.occupancy().items() if places[at].kind != "pen"}
    at_home = all(places[at].kind == "home" for at, held in out.items() if held)
    return not at_home or sum(map(len, out.values())) != sum(ahead(game.options).values())
