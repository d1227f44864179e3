"""The end of a game in words: who came in which place, and how far the others were."""

from __future__ import annotations

from typing import Final

from companion.model.message import Message
from companion.model.places import Placed
from companion.play.open_game import OpenGame
from companion.play.places import Standing, places
from engine.game import OVER

_FEW: Final = ("one", "two", "three")


def placed(game: OpenGame) -> tuple[Placed, ...]:
    """All players in order of place; empty while the game goes on, and in a race."""
    position, presenter = game.position, game.presenter
    if position.to_act is not OVER or presenter.race(position, game.names) is not None:
        return ()
    if not position.board.homes:
        return ()
    standing = places(presenter, position, presenter.winners(position, game.last))
    return tuple(
        Placed(one.seat, one.place, one.home, one.of, one.left, _note(one)) for one in standing
    )


def _note(one: Standing) -> Message:
    """``all home``, ``2 holes short`` where only one marble is out, ``2 on the way``."""
    if one.home == one.of:
        return Message("end.all_home")
    if one.of - one.home == 1 and one.way:
        return _counted("end.short", one.left)
    return _counted("end.way", one.way) if one.way else _counted("end.pen", one.of - one.home)


def _counted(key: str, n: int) -> Message:
    return Message(f"{key}.{_FEW[n - 1]}" if n <= len(_FEW) else f"{key}.more", {"n": str(n)})


def last_home(game: OpenGame) -> Message | None:
    """The card that brought the last marble home; None where no card did."""
    last, cards = game.last, game.presenter.cards
    card = None if last is None or cards is None else cards.played(last.before)
    if last is None or cards is None or card is None:
        return None
    homes = {name for name, place in game.position.board.places.items() if place.kind == "home"}
    if not any(way.to in homes for way in last.action.displacements):
        return None
    return Message("end.last", nested={"card": cards.at_last(card)})
