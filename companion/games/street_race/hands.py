"""Hidden hands of the street race: cards by name, what windows are about, what lies and waits."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.hidden_hands import HiddenHands, Names
from companion.model.hand import HeldCard
from companion.model.message import Message
from engine.action import Action
from engine.game import Position
from engine.games.street_race import WoodPosition

from .faces import face
from .lines import aimed, card_name
from .occasions import PLAYED, occasion
from .presenter import StreetPresenter


class StreetHands(HiddenHands):
    """The hands of a race on the wood."""

    faces = True

    def size(self, position: Position, seat: int) -> int:
        """The size of every hand is public."""
        return len(_held(position, seat))

    def card(self, position: Position, card: str) -> HeldCard:
        """Name and type of a card, what it does, when and for what."""
        return face(card, _wood(position).race.moment.race.content.by_copy[card])

    def spends(self, position: Position, action: Action) -> tuple[str, ...]:
        """The cards of its hand that a command names."""
        own = _held(position, action.seat)
        return tuple(word for word in action.text.split(" ") if word in own)

    def deed(self, action: Action) -> str:
        """A swap lays a card aside."""
        return "swap" if action.text.startswith("swap ") else ""

    def about(self, position: Position, names: Names) -> tuple[int, Message, Message] | None:
        """Who tests against whom, what the dice say, which card was played."""
        wood = _wood(position)
        namer = RULES.namer(wood.race, names)
        found = occasion(wood.race, namer)
        if found is None or found[1].key != PLAYED:
            return found
        seat, said, below = found
        return seat, aimed(wood, namer) or said, below

    def laid(self, position: Position) -> Sequence[tuple[int, str]]:
        """The reactions that wait."""
        wood = _wood(position)
        ask, players = wood.race.moment.ask, wood.race.moment.race.players
        waiting = ask.about.laid if ask is not None and ask.about is not None else ()
        return [(players.index(player), card_name(wood, card)) for player, card in waiting]


RULES = StreetPresenter()


def _held(position: Position, seat: int) -> Sequence[str]:
    moment = _wood(position).race.moment
    return moment.state.hands[moment.race.players[seat]]


def _wood(position: Position) -> WoodPosition:
    assert isinstance(position, WoodPosition)
    return position
