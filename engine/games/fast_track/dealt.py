"""Dealt cards as a layer over any Fast Track position (FT-6 … FT-8, BF-1, BF-2).

``deal(position)`` puts unshuffled decks beside a first position. Chance then shuffles (``shuffle:0
7 K …``, one text for each deck) and the players get their hands. From there on only a held card can
be played. Drawing follows from the order of the deck, so it happens inside ``apply()``; chance is
asked only for shuffles. With a common deck (butterfly) there are no hands: the card drawn is played
at once, so a turn opens with the moves of that card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...action import CHANCE_SEAT, Action
from ...board import Board
from ...errors import BadPosition, IllegalAction
from ...events import Event
from ...game import CHANCE, OVER, Applied, ChanceRequest, Explanation, Position, Seat, ToAct
from ...values import Features, Values
from .position import FastTrackPosition
from .track import DECK, RANKS

HAND: Final = 5
"""Cards in a full hand (FT-6)."""

_ORDER: Final[Mapping[str, int]] = {rank: i for i, rank in enumerate(RANKS)}

Cards = tuple[str, ...]


def in_rank_order(cards: Sequence[str]) -> Cards:
    """Cards sorted ``A 2 … 10 J Q K JOKER``."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


@dataclass(frozen=True, slots=True)
class Stock:
    """One deck and what belongs to it.

    ``deck``  face down, the next card first
    ``pile``  played cards, the latest last
    ``hand``  held, in rank order; always empty for a common deck
    ``owed``  cards still to be drawn, since the deck ran out and its pile waits to be shuffled
    """

    deck: Cards = ()
    pile: Cards = ()
    hand: Cards = ()
    owed: int = 0

    def draw(self) -> Stock:
        """The stock with owed cards drawn into the hand, as far as the deck goes (FT-7)."""
        if not self.owed or not self.deck:
            return self
        taken = self.deck[: self.owed]
        return Stock(
            self.deck[len(taken) :],
            self.pile,
            in_rank_order(self.hand + taken),
            self.owed - len(taken),
        )

    def play(self, card: str) -> Stock:
        """Put one held card on the pile, face up."""
        at = self.hand.index(card)
        return replace(self, hand=self.hand[:at] + self.hand[at + 1 :], pile=(*self.pile, card))

    def to_json(self) -> dict[str, object]:
        """The stock as plain data; ``_read_stock`` reads it back."""
        out: dict[str, object] = {"deck": list(self.deck), "pile": list(self.pile)}
        return {**out, "hand": list(self.hand), "owed": self.owed}


class DealtPosition(Position):
    """A Fast Track position whose cards the service deals. Immutable; equal by value.

    ``base``    the position on the board
    ``stocks``  one for each player in seat order, or a single common one
    """

    __slots__ = ("_legal", "base", "common", "stocks")

    def __init__(self, base: Position, stocks: tuple[Stock, ...], common: bool) -> None:
        self.base = base
        self.stocks = stocks
        self.common = common
        self._legal: tuple[Action, ...] | None = None

    @property
    def game(self) -> str:
        return self.base.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.base.seats

    @property
    def board(self) -> Board:
        return self.base.board

    @property
    def to_act(self) -> ToAct:
        """CHANCE while a pile waits to be shuffled, else as on the board."""
        if self.base.to_act is OVER:
            return OVER
        return CHANCE if self._awaiting() is not None else self.base.to_act

    def _awaiting(self) -> int | None:
        """Number of the stock that must be shuffled next."""
        return next((i for i, stock in enumerate(self.stocks) if stock.owed), None)

    def chance(self) -> ChanceRequest | None:
        """The pile to be shuffled: owner's seat (None: the common deck) and its cards."""
        which = self._awaiting()
        if which is None or self.base.to_act is OVER:
            return None
        owner = None if self.common else which
        cards = in_rank_order(self.stocks[which].pile)
        return ChanceRequest("shuffle", owner, cards, self.prefix(which))

    def prefix(self, which: int) -> str:
        """What the text of a shuffle of that stock begins with."""
        return "shuffle:deck " if self.common else f"shuffle:{which} "

    def legal(self) -> Sequence[Action]:
        """Cards in the hand (FT-8), then the moves of the card; nothing while chance acts."""
        if self._legal is None:
            if self.to_act is CHANCE:
                self._legal = ()
            elif self.common or not awaits_card(self.base):
                self._legal = tuple(self.base.legal())
            else:
                held = frozenset(self._hand_to_play())
                offered = self.base.legal()
                self._legal = tuple(a for a in offered if a.params.get("card") in held)
        return self._legal

    def legal_for(self, audience: int | None) -> Sequence[Action]:
        """``legal()``, but nothing for an audience that must not learn which cards are held."""
        secret = not self.common and self.to_act is not CHANCE and awaits_card(self.base)
        if secret and audience != self._seat_to_play():
            return ()
        return self.legal()

    def public(self) -> Position:
        """The position on the board, in which every card may be played (FT-8)."""
        return self.base

    def with_board(self, board: Position) -> Position:
        """The same on another board.

        A seat that loses the turn by it fills its hand up to five (FT-7);
        a common deck gives its next card (BF-2).
        """
        if self.common:
            return _common_position(board, replace(self.stocks[0], owed=0))
        acting, waits = board.to_act, awaits_card(board)
        if not isinstance(acting, frozenset):
            return DealtPosition(board, self.stocks, False)
        stocks = tuple(
            stock if i in acting and not waits else _refilled(stock, i not in acting)
            for i, stock in enumerate(self.stocks)
        )
        return DealtPosition(board, stocks, False)

    def _seat_to_play(self) -> int | None:
        acting = self.base.to_act
        return next(iter(acting)) if isinstance(acting, frozenset) else None

    def _hand_to_play(self) -> Cards:
        seat = self._seat_to_play()
        return () if seat is None else self.stocks[seat].hand

    def apply(self, action: Action | str) -> Applied:
        """Play a shuffle, a held card, or a move of the card; IllegalAction says what is wrong."""
        if self.to_act is CHANCE:
            return Applied(self._shuffled(action), ())
        seat = self._seat_to_play()
        stocks = self.stocks
        text = action.text if isinstance(action, Action) else action
        if not self.common and seat is not None and awaits_card(self.base):
            card = text.removeprefix("card:")
            if card in RANKS and card not in self._hand_to_play():
                raise IllegalAction(f"{card} is not in the hand; play a card that is (FT-8).")
            base, events = self.base.apply(action)
            stocks = _with(stocks, seat, stocks[seat].play(card))
            return Applied(DealtPosition(base, stocks, False), events)
        base, events = self.base.apply(action)
        if self.common:
            return _draw_common(base, stocks[0], events)
        if seat is not None and base.to_act is not OVER:
            stocks = _with(stocks, seat, _refilled(stocks[seat], base.to_act != frozenset((seat,))))
        return Applied(DealtPosition(base, stocks, False), events)

    def _shuffled(self, action: Action | str) -> DealtPosition:
        request = self.chance()
        which = self._awaiting()
        if request is None or which is None:  # pragma: no cover - to_act has said CHANCE
            raise IllegalAction("No pile waits to be shuffled.")
        text = action.text if isinstance(action, Action) else action
        seat = action.seat if isinstance(action, Action) else CHANCE_SEAT
        if seat != CHANCE_SEAT or not text.startswith(request.prefix):
            raise IllegalAction(f"A shuffle is awaited: {request.prefix!r} and all cards of it.")
        order = tuple(text[len(request.prefix) :].split(" "))
        if Counter(order) != Counter(request.domain):
            raise IllegalAction(
                f"A shuffle of {len(request.domain)} cards must name each of them once (FT-7)."
            )
        stock = replace(self.stocks[which], deck=order, pile=())
        if self.common:
            return _common_position(self.base, stock)
        return DealtPosition(self.base, _with(self.stocks, which, stock.draw()), False)

    def seen_since(self, later: Position) -> Sequence[ChanceRequest]:
        """The decks from which somebody has drawn: that player would know the next card (FT-7)."""
        if not isinstance(later, DealtPosition):
            return ()
        return tuple(
            ChanceRequest(
                "shuffle", None if self.common else i, in_rank_order(was.deck), self.prefix(i)
            )
            for i, (was, now) in enumerate(zip(self.stocks, later.stocks, strict=True))
            if was.deck != now.deck and len(was.deck) > 1
        )

    def reshuffled(self, orders: Sequence[str]) -> Position:
        """The same with those decks in another order; each text names a deck and all its cards."""
        stocks = self.stocks
        for text in orders:
            which, deck = _told(self, text, lambda stock: stock.deck)
            stocks = _with(stocks, which, replace(stocks[which], deck=deck))
        return DealtPosition(self.base, stocks, self.common)

    def held(self) -> Sequence[ChanceRequest]:
        """Each deck with the hand that was drawn from it; of a common deck its order alone."""
        return tuple(
            ChanceRequest("shuffle", None if self.common else i, cards, self.prefix(i))
            for i, stock in enumerate(self.stocks)
            if len(cards := in_rank_order(stock.hand + stock.deck)) > 1
        )

    def dealt_anew(self, orders: Sequence[str]) -> Position:
        """The first cards of each text are the hand, the others the deck."""
        stocks = self.stocks
        for text in orders:
            which, cards = _told(self, text, lambda stock: stock.hand + stock.deck)
            many = len(stocks[which].hand)
            hand, deck = in_rank_order(cards[:many]), cards[many:]
            stocks = _with(stocks, which, replace(stocks[which], hand=hand, deck=deck))
        return DealtPosition(self.base, stocks, self.common)

    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        return self.base.occupancy()

    def explain(self, frm: str, to: str) -> Explanation:
        return self.base.explain(frm, to)

    def score(self, seat: int) -> float | None:
        """The worth of the board to a seat, if the game has one (``engine.search``)."""
        measure = getattr(self.base, "score", None)
        return None if measure is None else float(measure(seat))

    def known_to(self, seat: int) -> Position:
        """The same without any deck, and without the hands of the others."""
        if self.common:
            return self.base
        hidden = tuple(
            Stock(hand=stock.hand) if i == seat else Stock() for i, stock in enumerate(self.stocks)
        )
        return DealtPosition(self.base, hidden, False)

    @property
    def won_by(self) -> int | None:
        return self.base.won_by

    def features(self) -> Features:
        """Those of the board, and the cards in hand."""
        held = self.base.features()
        values = self.base.values()
        if self.common or values is None:
            return held
        out = [list(own) for own in held]
        for seat, stock in zip(self.base.seats, self.stocks, strict=True):
            out[seat.team] += [values.number[f"card {card}"] for card in stock.hand]
        return out

    def values(self) -> Values | None:
        return self.base.values()

    @property
    def steepness(self) -> float | None:
        return self.base.steepness

    def to_json(self) -> dict[str, object]:
        """The whole truth, with decks and all hands: never for players' eyes (see ``view``)."""
        return {**self.base.to_json(), "dealt": [stock.to_json() for stock in self.stocks]}

    def view(self, audience: int | None) -> dict[str, object]:
        """The board, that seat's own ``hand`` in rank order, and public ``counts`` of cards."""
        counts = [
            {"hand": len(s.hand), "deck": len(s.deck), "pile": len(s.pile)} for s in self.stocks
        ]
        out: dict[str, object] = {"position": self.base.to_json(), "counts": counts}
        if not self.common and audience is not None and 0 <= audience < len(self.stocks):
            out["hand"] = list(self.stocks[audience].hand)
        return out

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DealtPosition):
            return NotImplemented
        return self.stocks == other.stocks and self.base == other.base

    def __hash__(self) -> int:
        return hash((self.base, self.stocks))

    def __repr__(self) -> str:
        return f"DealtPosition({self.base!r}, {self.stocks!r}, {self.common!r})"


def _told(at: DealtPosition, text: str, cards: Callable[[Stock], Cards]) -> tuple[int, Cards]:
    """Which stock a text names, and the cards of it in the text's order."""
    for which, stock in enumerate(at.stocks):
        prefix = at.prefix(which)
        if text.startswith(prefix):
            order = tuple(text.removeprefix(prefix).split(" "))
            if Counter(order) == Counter(cards(stock)):
                return which, order
    raise IllegalAction(f"{text!r:.80}: not the cards of a deck here (FT-7).")


def awaits_card(position: Position) -> bool:
    """Whether the next action is the choice of a card."""
    return any(action.prelude for action in position.legal()[:1])


def _with(stocks: tuple[Stock, ...], which: int, stock: Stock) -> tuple[Stock, ...]:
    return (*stocks[:which], stock, *stocks[which + 1 :])


def _refilled(stock: Stock, turn_over: bool) -> Stock:
    """FT-7: the hand filled to five after the turn, or five new cards if all are used in a turn."""
    if turn_over or not stock.hand:
        return replace(stock, owed=HAND - len(stock.hand)).draw()
    return stock


def _common_position(base: Position, stock: Stock) -> DealtPosition:
    """BF-2: if a card is due, the next card of the common deck is played; an empty deck waits."""
    if base.to_act is OVER or not awaits_card(base):
        return DealtPosition(base, (replace(stock, owed=0),), True)
    if not stock.deck:
        return DealtPosition(base, (replace(stock, owed=1),), True)
    card = stock.deck[0]
    drawn = Stock(stock.deck[1:], (*stock.pile, card))
    return DealtPosition(base.apply(f"card:{card}").position, (drawn,), True)


def _draw_common(base: Position, stock: Stock, events: tuple[Event, ...]) -> Applied:
    return Applied(_common_position(base, stock), events)


def _is_common(position: Position) -> bool:
    if not isinstance(position, FastTrackPosition):
        raise BadPosition("Only a Fast Track position can be dealt cards.")
    return position.setup.profile.common_deck


def deal(position: Position) -> DealtPosition:
    """Put decks beside a position that waits for a card; every deck waits for its shuffle (FT-6).

    BadPosition if the game is over or a card already lies on the table.
    """
    if position.to_act is OVER or not awaits_card(position):
        raise BadPosition("Cards are dealt before a card is played, not in mid-move.")
    if _is_common(position):
        return DealtPosition(position, (Stock(pile=DECK, owed=1),), True)
    stock = Stock(pile=DECK, owed=HAND)
    return DealtPosition(position, (stock,) * len(position.seats), False)


def load_dealt(data: object, load: Callable[[object], Position]) -> DealtPosition:
    """Read ``to_json()`` back; ``load`` reads the board. BadPosition names what is wrong."""
    if not isinstance(data, Mapping) or "dealt" not in data:
        raise BadPosition("A dealt position is an object with the key 'dealt'.")
    base = load({key: value for key, value in data.items() if key != "dealt"})
    common = _is_common(base)
    count = 1 if common else len(base.seats)
    entries = data["dealt"]
    if not isinstance(entries, list) or len(entries) != count:
        raise BadPosition(f"'dealt' must list {count} decks, one a player (or one in all).")
    stocks = tuple(_read_stock(entry, i) for i, entry in enumerate(entries))
    if base.to_act is not OVER:
        _check_stocks(base, stocks, common)
    return DealtPosition(base, stocks, common)


def _read_stock(entry: object, number: int) -> Stock:
    """One stock of ``to_json()``, complete in its 54 cards."""
    where = f"dealt[{number}]"
    if not isinstance(entry, dict) or set(entry) != {"deck", "pile", "hand", "owed"}:
        raise BadPosition(f"{where} must have exactly the keys deck, pile, hand and owed.")
    groups: list[Cards] = []
    for key in ("deck", "pile", "hand"):
        cards = entry[key]
        if not isinstance(cards, list) or not all(isinstance(c, str) for c in cards):
            raise BadPosition(f"{where}.{key} must be a list of ranks.")
        groups.append(tuple(cards))
    if Counter(groups[0] + groups[1] + groups[2]) != Counter(DECK):
        raise BadPosition(f"{where}: deck, pile and hand together must be the 54 cards of a deck.")
    owed = entry["owed"]
    if type(owed) is not int or not 0 <= owed <= HAND:
        raise BadPosition(f"{where}.owed must be a whole number from 0 to {HAND}.")
    if owed and groups[0]:
        raise BadPosition(f"{where} owes cards although its deck has some left (FT-7).")
    return Stock(groups[0], groups[1], in_rank_order(groups[2]), owed)


def _check_stocks(base: Position, stocks: tuple[Stock, ...], common: bool) -> None:
    """Hands and owed cards must fit the moment of the game; BadPosition."""
    waits = awaits_card(base)
    card = base.to_json().get("card")
    acting = base.to_act
    for number, stock in enumerate(stocks):
        where = f"dealt[{number}]"
        mine = common or (isinstance(acting, frozenset) and number in acting)
        if mine and card is not None and (not stock.pile or stock.pile[-1] != card):
            raise BadPosition(f"{where}.pile must end with the card on the table, {card}.")
        held = len(stock.hand) + stock.owed
        if common:
            fits = not stock.hand and stock.owed == int(waits)
        elif not mine:
            fits = held == HAND
        else:
            fits = held <= HAND - (not waits) and (held > 0 or not waits)
        if not fits:
            raise BadPosition(f"{where}: hand and owed cards do not fit the turn (FT-6, FT-7).")
