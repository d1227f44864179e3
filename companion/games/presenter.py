"""Presenters put a game into words: the base serves any game, a game's own one overrides parts.

They make message keys with parameters, never sentences, and decide nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from companion.model.chart import Happening
from companion.model.choices import PadKey
from companion.model.message import Message
from companion.model.race import Race
from companion.model.step import GameStep
from companion.model.view import ColourView, Reason
from engine.action import Action, Displacement
from engine.board import Board, Space
from engine.drawing.look import RESERVE, SEATS
from engine.events import Captured, Won
from engine.game import OVER, Explanation, Position

from .cards import Cards
from .hidden_hands import NOBODY as NOBODY
from .hidden_hands import HiddenHands
from .hidden_hands import Names as Names
from .scenery import Scenery
from .whereabouts import Stand, Whereabouts, listed

GRAINS: Final = 24
"""At most this many lights are the sand of a clock."""
CARS: Final = frozenset(
    {
        "prompt.lifted",
        "prompt.lifted.plain",
        "prompt.stray",
        "prompt.stuck",
        "prompt.unmoved",
        "prompt.too_many",
        "prompt.half_other",
        "prompt.half_other.plain",
        "ask.identity",
        "ask.lead_back",
        "ask.order",
        "ask.unseen",
        "ask.where",
        "doubt.full",
        "doubt.empty",
        "correction.answer",
        "correction.off",
        "correction.off.told",
        "correction.on",
        "correction.pair",
        "prompt.put_back",
        "prompt.take_off",
        "move.arranged",
        "notice.edited",
        "refusal.not_yours",
        "refusal.no_marble",
    }
)
"""Sentences about a marble that also have a form for a car. A race names them as ``spoken_of``."""


class Presenter:
    """The words for any game.

    ``cards``   the game's cards as people speak of them; None for a game without cards
    ``hidden``  what it says of hidden hands; ``scenery``: what a page draws besides the tokens
    ``pawn``    the name of a token that is no marble
    ``spoken_of``  the keys of sentences that have a form for it: key and ``.pawn``
    ``lit``     its own keys that speak of a light; each has a plain form: key and ``.plain``
    """

    cards: Cards | None = None
    hidden = HiddenHands()
    scenery: Scenery = Scenery()
    pawn = ""
    spoken_of: frozenset[str] = frozenset()
    lit: frozenset[str] = frozenset()

    # -------------------------------------------------------------------------------- things

    def token(self, token: str) -> str:
        """A token's colour as a param of a message."""
        known = token[:1] in SEATS or token[:1] in RESERVE
        return f"@colour.{token[:1]}" if known else "@token.any"

    def called(self, position: Position, seat: int) -> Message | None:
        """The name for an unnamed player, if it is not the first colour."""
        return None

    def player(self, position: Position, seat: int, names: Names) -> str:
        """A player's name, or the name for an unnamed one, as a param of a message."""
        if names.get(seat):
            return names[seat]
        called = self.called(position, seat)
        if called is not None:
            return f"@{called.key}"
        colours = next((s.colours for s in position.seats if s.number == seat), ())
        return self.token(colours[0][:1]) if colours else str(seat + 1)

    def colour_of(self, position: Position, seat: int) -> str:
        """The first token of a seat."""
        colours = next((s.colours for s in position.seats if s.number == seat), ())
        return colours[0] if colours else ""

    def hole(self, position: Position, hole: str) -> Message:
        """The name of a hole or place."""
        return Message("hole.other", {"id": hole})

    def face(self, face: str) -> str:
        """A face of a die as it looks."""
        return face

    def claimed(self, position: Position, value: str) -> tuple[str, str]:
        """The text on a claim's key, and the token that it belongs to ("" for a seat's own)."""
        return value, ""

    def roller(self, position: Position) -> int | None:
        """The seat that chance's dice are thrown for, if there is one."""
        return None

    def glass(self, board: Board) -> tuple[str, ...]:
        """The places whose lights are the sand of a clock, in the order in which they go out.

        They lie evenly round the track: at most GRAINS of the places that have one hole.
        """
        holes = [space.id for space in board.spaces if _alone(board, space)]
        return tuple(holes[:: max(1, math.ceil(len(holes) / GRAINS))])

    # ------------------------------------------------------------------------------- prompts

    def awaiting(
        self, position: Position, seat: int, names: Names, dealt: bool, last: GameStep | None
    ) -> Message:
        """The prompt for a seat that is to act while the board is at rest."""
        who = {"p": self.player(position, seat, names)}
        offered = [a for a in position.legal() if a.seat == seat]
        if self.cards is not None and offered and all(a.prelude for a in offered):
            again = last is not None and last.action.seat == seat and not last.action.prelude
            return self.cards.awaited(who["p"], dealt, again)
        if any(a.displacements for a in offered):
            return Message("prompt.move", who)
        return Message("prompt.choose", who)

    def of_others(self, position: Position, seat: int, names: Names, choosing: bool) -> Message:
        """The prompt for everybody else while a seat is to act; ``choosing`` a card."""
        key = "prompt.other_card" if choosing and self.cards else "prompt.other_move"
        return Message(key, {"p": self.player(position, seat, names)})

    def following(self, position: Position, seat: int) -> int | None:
        """The next seat after this one, as far as it is known."""
        order = [s.number for s in position.seats]
        return order[(order.index(seat) + 1) % len(order)] if seat in order else None

    def together(self, position: Position, names: Names) -> Message:
        """The prompt if several seats may act at once while the board is at rest."""
        return Message("prompt.claim")

    def half(self, position: Position, seat: int, done: tuple[str, str], names: Names) -> Message:
        """The prompt while part of an action stands (``done``: from, to): what is still to move."""
        return Message("prompt.half_other", {"p": self.player(position, seat, names)})

    def nothing(self, position: Position, action: Action, names: Names) -> Message:
        """The prompt for the only action, which the table is about to make (PP-18)."""
        after = position.apply(action).position
        if not isinstance(after.to_act, frozenset):
            return Message("prompt.nothing_now")
        seat = min(after.to_act)
        again = "prompt.nothing_again" if self.cards else "prompt.nothing_goes_on"
        key = again if seat == action.seat else "prompt.nothing"
        return Message(key, {"p": self.player(position, seat, names)})

    def won(self, position: Position, seats: Sequence[int], names: Names) -> Message:
        """The sentence that says who has won."""
        if not seats:
            return Message("prompt.over")
        keys = ("prompt.win", "prompt.win_team", "prompt.win_three")
        parts = dict(zip("pqr", (self.player(position, s, names) for s in seats), strict=False))
        return Message(keys[min(len(seats), 3) - 1], parts)

    def winners(self, position: Position, last: GameStep | None) -> tuple[int, ...]:
        """Seats of the team that has won; none while the game goes on."""
        if position.to_act is not OVER:
            return ()
        team: object = position.to_json().get("winner")
        for event in last.events if last is not None else ():
            if isinstance(event, Won):
                team = event.team
        return tuple(s.number for s in position.seats if s.team == team)

    # --------------------------------------------------------------------------------- lines

    def owes(self, step: GameStep, token: str, debt: Message, names: Names) -> Message | None:
        """Why the last step leaves a token to be moved, within the sentence; None: as it is."""
        return None

    def move(self, step: GameStep, prefix: str = "move", names: Names = NOBODY) -> Message:
        """An action in short: where from, where to, and its named choices.

        ``prefix`` is ``move`` (seen) or ``said`` (read aloud); lines of players use ``names``.
        """
        ways = step.action.displacements
        if not ways:
            return Message(f"{prefix}.other", {"action": step.action.text})
        line = _ways(self, step.before, ways, prefix)
        if not step.action.params:
            return line
        choice = ", ".join(step.action.params.values())
        return Message(f"{prefix}.with", {"choice": choice}, {"move": line})

    def took(self, step: GameStep) -> tuple[str, ...]:
        """Tokens that the action captured."""
        return tuple(e.token for e in step.events if isinstance(e, Captured))

    def spoken(self, step: GameStep, names: Names) -> Message:
        """An action as it is read aloud to people who do not see the board."""
        player = self.player(step.before, step.action.seat, names)
        params, nested = {"p": player}, {"move": self.move(step, "said", names)}
        card = None if self.cards is None else self.cards.played(step.before)
        if self.cards is None or card is None:
            return Message("spoken.other", params, nested)
        after = step.after.to_act
        if not isinstance(after, frozenset):
            key = "spoken.wins" if after is OVER else "spoken.other"
            return Message(key, params, {**nested, "card": self.cards.name(card)})
        then = self.player(step.after, min(after), names)
        took = self.token(self.took(step)[0]) if self.took(step) else ""
        return self.cards.spoken(card, player, nested["move"], then, took)

    # --------------------------------------------------------------------------------- keys

    def pad(self, position: Position, offered: Sequence[Action]) -> tuple[PadKey, ...]:
        """The keys for choices without a move: cards in their order, or named choices."""
        keys = [] if self.cards is None else self.cards.keys(position, offered)
        keys += [
            _choosing(self, position, a)
            for a in offered
            if not a.prelude and not a.displacements and a.params
        ]
        return tuple(keys)

    # ------------------------------------------------------------------------------ questions

    def asks(self, position: Position, param: str, values: Sequence[str]) -> Message:
        """The question for a named choice that the board leaves open, or (one value) that costs."""
        return Message("ask.happened")

    def answers(
        self, position: Position, param: str, value: str, actions: Sequence[Action]
    ) -> tuple[Message, str]:
        """One answer to it: its line, and what stands on its key ("" if the line must do)."""
        return self.move(GameStep(actions[0], (), position, position)), ""

    # ------------------------------------------------------------------------------- progress

    def race(self, position: Position, names: Names) -> Race | None:
        """The standing of a race; None if the game is no race."""
        return None

    def happenings(self, step: GameStep) -> tuple[Happening, ...]:
        """What a race's chart tells of an action, and where a round begins."""
        return ()

    def progress(self, position: Position, colour: str) -> ColourView:
        """How many marbles of a colour are home."""
        return _progress(position, colour)

    def to_go(self, position: Position, colour: str) -> int:
        """How many holes the marbles of a colour that are not home still have to go."""
        return 0

    def whereabouts(self, position: Position, colour: str) -> Whereabouts:
        """Where the tokens of a colour stand, by the names of their places."""
        return _whereabouts(self, position, colour)

    def turn_holes(self, position: Position, colours: Sequence[str]) -> tuple[str, ...]:
        """Holes that say whose turn it is: the home rows of those colours."""
        return tuple(hole for hole, side in position.board.homes if side in colours)

    def winner_holes(self, position: Position, colours: Sequence[str]) -> tuple[str, ...]:
        """Holes that celebrate the holder of those colours: their home rows."""
        return self.turn_holes(position, colours)

    # -------------------------------------------------------------------------- -------- refusals

    def refusal(self, position: Position, explanation: Explanation) -> Reason:
        """The reason why a placement is not legal."""
        params, nested = _named(self, position, explanation.params or {})
        return Reason(
            rule=explanation.rule,
            message=Message(explanation.key or "refusal.other", params, nested),
            blocked_by=explanation.blocked_by or explanation.stop,
            why=_counted(self, position, explanation),
            walk=explanation.walk,
        )

    def refused(self, code: str) -> Message | None:
        """The words for the engine's code of a refusal; None if there are none."""
        return None

    def way(self, text: str) -> tuple[str, str] | None:
        """From and to of an action's text, to explain an action that is not legal."""
        return None

    def rearranged(
        self, position: Position, tokens: Mapping[str, str], seat: int | None = None
    ) -> dict[str, object] | None:
        """The position with its marbles as they stand (hole → token); None if the game cannot.

        Marbles that are not named are off the track. ``seat`` is to play, if given.
        """
        return None


def voiced(words: Presenter, message: Message) -> Message:
    """The message, and those within it, in the form for the pawn if there is one."""
    key = f"{message.key}.{words.pawn}" if message.key in words.spoken_of else message.key
    nested = {name: voiced(words, part) for name, part in message.nested.items()}
    return Message(key, message.params, nested)


def _progress(position: Position, colour: str) -> ColourView:
    home = total = 0
    for name, tokens in position.occupancy().items():
        count = sum(token == colour for token in tokens)
        total += count
        place = position.board.places.get(name)
        home += count if place is not None and place.kind == "home" else 0
    return ColourView(colour, home, total)


def _whereabouts(words: Presenter, position: Position, colour: str) -> Whereabouts:
    stands = [
        Stand(name, words.hole(position, name))
        for name, tokens in position.occupancy().items()
        for _ in range(tokens.count(colour))
    ]
    told = [stand.message for stand in stands] or [Message("where.nowhere")]
    line = Message("where", {"c": words.token(colour)}, {"list": listed(told)})
    return Whereabouts(line, tuple(stands))


def ends(words: Presenter, position: Position, frm: str, to: str) -> tuple[Message, Message]:
    """The names of where a token comes from and goes to."""
    names = words.hole(position, frm), words.hole(position, to)
    return words.scenery.ends(position, (frm, to), names)


def _ways(
    words: Presenter, position: Position, ways: Sequence[Displacement], prefix: str
) -> Message:
    """Displacements in short: one, two that swap, or two others."""
    a, b = ends(words, position, *ways[0])
    if len(ways) == 1:
        return Message(f"{prefix}.go", nested={"a": a, "b": b})
    if ways[0] == ways[1][::-1]:
        return Message(f"{prefix}.swap", nested={"a": a, "b": b})
    c, d = (words.hole(position, place) for place in ways[1])
    return Message(f"{prefix}.split", nested={"a": a, "b": b, "c": c, "d": d})


def _choosing(words: Presenter, position: Position, action: Action) -> PadKey:
    """The key of a named choice; a choice that names a space has the name of the space."""
    param, value = next(iter(action.params.items()))
    if value not in position.board.places or not position.board.places[value].holes:
        return PadKey(action.text, param, value, value)
    hole = position.board.places[value].holes[0]
    return PadKey(action.text, param, value, "", words.hole(position, value), hole=hole)


def _named(
    words: Presenter, position: Position, told: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, Message]]:
    """The parts of an explanation's sentence: plain ones, and messages."""
    params: dict[str, str] = {}
    nested: dict[str, Message] = {}
    for name, value in told.items():
        if name in ("colour", "other"):
            params[name] = words.token(value)
        elif name == "hole":
            nested[name] = words.hole(position, value)
        elif name == "card" and words.cards is not None:
            nested[name] = words.cards.with_article(value)
        else:
            params[name] = value
    return params, nested


def _counted(words: Presenter, position: Position, told: Explanation) -> Message | None:
    """Where the count ends, by the card that is played or by the game's own measure."""
    if words.scenery.counts:
        by = Message(words.scenery.counts, {"n": str(len(told.walk))})
        return count_told(words, position, told, by)
    card = words.cards.played(position) if words.cards is not None else None
    if words.cards is None or card is None:
        return None
    return count_told(words, position, told, words.cards.with_article(card))


def count_told(
    words: Presenter, position: Position, told: Explanation, by: Message
) -> Message | None:
    """Where a count ends; None where a token is in the way of it. ``by``: what is counted."""
    if not told.walk or told.stop or told.blocked_by in told.walk:
        return None
    last = position.board.places.get(told.walk[-1])
    end = ".centre" if last is not None and last.kind == "bullseye" else ""
    nested = {"card": by} | ({} if end else {"h": words.hole(position, told.walk[-1])})
    if not told.on:
        return Message(f"why.ends{end}", nested=nested)
    return Message(f"why.count{end}", {"n": str(told.on)}, nested)


def _alone(board: Board, space: Space) -> bool:
    """Whether a space is a place by itself, not one of a group."""
    place = board.places.get(space.place)
    return place is not None and len(place.holes) == 1


def taken(presenter: Presenter, token: str, *, still: bool = False) -> Message:
    """A captured token lies in a hand: where it goes. ``still``: for longer already."""
    key = "prompt.captured_still" if still else "prompt.captured"
    return presenter.scenery.taken(still) or Message(key, {"q": presenter.token(token)})
