"""One moment of the street race behind the contract that every game keeps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ...action import CHANCE_SEAT, Action
from ...board import Board
from ...errors import IllegalAction
from ...events import Event
from ...game import CHANCE, OVER, Applied, ChanceRequest, Explanation, Position, Seat, ToAct
from .asking import CHANCE as BY_CHANCE
from .board import board_for, standing
from .corrections import corrected, is_correction, names_hidden
from .endings import winners
from .explain import explain
from .hidden import dealt_anew, known_to, unseen
from .listing import actions
from .moment import Moment, NoAnswer, after, at_rest
from .odds import odds
from .refusing import refusal
from .worth import lead, on_curve, steepness, terms, worth
from .writing import GAME, copied, write

SHUFFLE: Final = "shuffle:all "
"""What a text begins with that deals all hands anew."""


class StreetPosition(Position):
    """Immutable. Made by ``StreetRaceGame.new``, ``.load`` and ``apply()``."""

    __slots__ = ("_actions", "_hash", "_odds", "_standing", "moment")

    def __init__(self, moment: Moment) -> None:
        """Nothing is checked."""
        self.moment = moment
        self._actions: tuple[Action, ...] | None = None
        self._standing: Mapping[str, tuple[str, ...]] | None = None
        self._odds: Mapping[str, Mapping[str, float | None]] | None = None
        self._hash: int | None = None

    # -- what it is --

    @property
    def game(self) -> str:
        return GAME

    @property
    def to_act(self) -> ToAct:
        ask = self.moment.ask
        if ask is None:
            return OVER
        if ask.who == (BY_CHANCE,):
            return CHANCE
        return frozenset(self.moment.race.players.index(player) for player in ask.who)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.moment.race.seats

    @property
    def board(self) -> Board:
        return board_for(self.moment.race.content.half_width)

    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        if self._standing is None:
            self._standing = standing(self.moment.state.pack)
        return self._standing

    def known_to(self, seat: int) -> StreetPosition:
        return StreetPosition(known_to(self.moment, self.moment.race.players[seat]))

    def held(self) -> Sequence[ChanceRequest]:
        """All hands and the pile together, but for what was shown in this event."""
        cards = unseen(self.moment)
        return (ChanceRequest("shuffle", None, cards, SHUFFLE),) if len(cards) > 1 else ()

    def dealt_anew(self, orders: Sequence[str]) -> StreetPosition:
        """Each of these cards becomes the one that stands in its place in the text."""
        found = self.moment
        for text in orders:
            cards = text.removeprefix(SHUFFLE).split(" ")
            if not text.startswith(SHUFFLE) or sorted(cards) != list(unseen(found)):
                raise IllegalAction(f"{text!r:.80}: not the cards of hands and pile here.")
            found = dealt_anew(found, cards)
        return StreetPosition(found)

    @property
    def won_by(self) -> int | None:
        """FF-134; where several win with two cars each, the one whose car is further ahead."""
        return next(iter(self.winners), None)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of all who have won (FF-134, FF-140)."""
        race, ranking = self.moment.race, self.moment.state.ranking or ()
        return tuple(race.players.index(who) for who in winners(ranking, race.options.dual))

    def to_json(self) -> dict[str, object]:
        return copied(write(self.moment))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StreetPosition):
            return False
        mine, its = self.moment, other.moment
        if mine.since == its.since and mine.base is its.base:
            return True
        return hash(self) == hash(other) and self.written() == other.written()

    def written(self) -> Mapping[str, object]:
        """The JSON form, written once: what positions are compared by. Nobody changes it."""
        return write(self.moment)

    def __hash__(self) -> int:
        if self._hash is None:
            state, since = self.moment.state, self.moment.since
            shift = state.pack.front - 1
            cars = frozenset((car.id, car.rank - shift, car.col) for car in state.pack.placed())
            self._hash = hash((state.phase, state.turns, state.turn, state.actions, since, cars))
        return self._hash

    # -- what may follow --

    @property
    def chooses(self) -> bool:
        ask = self.moment.ask
        return ask is not None and ask.who != (BY_CHANCE,) and ask.kind != "react"

    def legal(self) -> Sequence[Action]:
        if self._actions is None:
            self._actions = actions(self.moment)
        return self._actions

    def corrects(self, text: str) -> bool:
        return is_correction(text)

    def unlisted(self, text: str) -> Action | None:
        found = self.answered(text)
        return None if found in self.legal() else found

    def answered(self, text: str) -> Action | None:
        """The action that a text makes where there may be too many to list."""
        ask = self.moment.ask
        if ask is None or ask.unlisted is None or ask.answer(text) is None:
            return None
        return Action(self.moment.race.players.index(ask.who[0]), self.listed(text))

    def names_hidden(self, text: str, seats: Collection[int]) -> bool:
        players = self.moment.race.players
        return names_hidden(self.moment.state, text, [players[seat] for seat in seats])

    def listed(self, text: str) -> str:
        return self.moment.listed(text)

    def chance(self) -> ChanceRequest | None:
        ask = self.moment.ask
        if ask is None or not ask.any_order:
            return None
        domain = tuple(ask.options[0].split(" "))
        content = self.moment.race.content
        if ask.kind != "deck":
            return ChanceRequest("shuffle", None, domain, ask.prefix)
        # FF-16: the finish mats are mixed into the last mats before the returned ones.
        first = content.deck_size - content.finish_in_bottom
        span = (first, content.deck_size - len(content.finish))
        return ChanceRequest("shuffle", None, domain, ask.prefix, content.finish, span)

    def apply(self, action: Action | str) -> Applied:
        """As the contract says; besides ``legal()`` the table's corrections are taken (FF-155)."""
        text = action.text if isinstance(action, Action) else action
        told: Sequence[Event]
        try:
            if isinstance(action, Action) and not self._may(action):
                raise NoAnswer(text)
            moment, told = after(self.moment, text)
        except NoAnswer:
            found = corrected(self.moment, text)
            if found is None:
                code, message = refusal(self.moment, text, self._by(action))
                raise IllegalAction(message, code=code) from None
            state, told = found
            moment = at_rest(self.moment.race, state)
        return Applied(StreetPosition(moment), tuple(told))

    def _may(self, action: Action) -> bool:
        """Whether it comes from the seat that it says."""
        if self.chance() is not None:
            return action.seat == CHANCE_SEAT
        meant = Action(action.seat, self.listed(action.text))
        return meant in self.legal() or meant == self.unlisted(meant.text)

    def _by(self, action: Action | str) -> str | None:
        """The player who says it, if that is known."""
        players = self.moment.race.players
        if not isinstance(action, Action) or not 0 <= action.seat < len(players):
            return None
        return players[action.seat]

    def explain(self, frm: str, to: str) -> Explanation:
        return explain(self.moment, frm, to)

    def odds(self) -> Mapping[str, Mapping[str, float | None]]:
        if self._odds is None:
            self._odds = odds(self.moment)
        return self._odds

    def score(self, seat: int) -> float:
        """For hints: how far the player's cars are ahead, whole, and rich in style."""
        return worth(self.moment, seat)

    def terms(self, seat: int) -> Mapping[str, float]:
        return terms(self.moment, seat)

    def on_curve(self, parts: Mapping[str, float]) -> float:
        return on_curve(self.moment, parts)

    def lead(self, seat: int) -> float:
        """The way, whole cars, and the turns that are to come: nobody gains by not acting."""
        return lead(self.moment, seat)

    @property
    def steepness(self) -> float:
        return steepness(self.moment)
