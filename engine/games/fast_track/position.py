"""One moment of a Fast Track game (all profiles)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ...action import Action
from ...board import Board
from ...boards.marble import board_for
from ...errors import IllegalAction
from ...events import Event, Won
from ...game import OVER, Applied, Explanation, Position, Seat, ToAct
from ...values import Features, Values
from .captures import capture, victim
from .explain import explain
from .features import counting, features
from .kinds import PASS, Back, Move, Swap, action_of
from .moves import moves
from .question import Turn
from .setup import Players, Setup, Teams
from .steps import Step
from .switches import changed
from .track import DECK, PLAY_AGAIN
from .worth import score

_tuple_new = tuple.__new__
# Positions are made by the hundred thousand; without __init__ that takes a third less time.
_new = object.__new__

MOST_ACTIONS: Final = 20_000
"""At most this many shared actions for each seat; beyond it the store starts anew."""


STEEPER: Final = {"classic": 1.1, "butterfly": 1.1}
"""Sheets whose table says a little too little of the end where more than two teams play."""


class FastTrackPosition(Position):
    """Immutable. Made by ``FastTrackGame.new``, ``.load`` and ``apply()``.

    With ``card`` None the actions are ``card:A`` … (preludes); with a card they are its moves, in
    the notation of the rules text. Both are sorted by code point.
    """

    __slots__ = (
        "_actions",
        "_flat",
        "_known",
        "_marked",
        "_moves",
        "_occupied",
        "card",
        "penalty",
        "setup",
        "to_play",
        "winner",
    )

    setup: Setup
    card: str | None
    """The rank whose move is awaited, or None."""
    to_play: int
    winner: int | None
    """The number of the team that has won, or None."""
    penalty: bool
    """BF-8: at the end of this turn the player's marbles lose FT mode."""
    _flat: bytes
    _moves: dict[str, Move] | None
    _actions: tuple[Action, ...] | None
    _occupied: Mapping[str, tuple[str, ...]]
    _known: tuple[object, ...]
    """What makes two positions equal."""
    _marked: bool
    """Whether the team to play has a marble in FT mode; known once ``_moves`` is."""

    def __init__(
        self,
        setup: Setup,
        flat: bytes,
        to_play: int,
        card: str | None = None,
        winner: int | None = None,
        penalty: bool = False,
    ) -> None:
        """``flat``: codes of all marbles, colour by colour (see ``track``); nothing is checked."""
        self.setup = setup
        self._flat = flat
        self.to_play = to_play
        self.card = card
        self.winner = winner
        self.penalty = penalty
        self._moves = None
        self._actions = None

    # -- what it is --

    @property
    def game(self) -> str:
        return "fast_track"

    @property
    def rules(self) -> str:
        """Name of the sheet, from which a house may differ."""
        return self.setup.profile.name

    @property
    def players(self) -> Players:
        """Each player's colours, in playing order."""
        return self.setup.players

    @property
    def teams(self) -> Teams:
        """Each team's players."""
        return self.setup.teams

    @property
    def marbles(self) -> dict[str, tuple[str, ...]]:
        """The texts of the marbles by colour (``p``, ``A9``, ``D0*``), pens first, then by text."""
        texts = self.setup.track.texts
        return {
            colour: texts(codes)
            for colour, codes in zip(self.setup.colours, self._segments(), strict=True)
        }

    @property
    def flat(self) -> bytes:
        """Codes of all marbles, colour by colour (see ``track``)."""
        return self._flat

    @property
    def to_act(self) -> ToAct:
        return OVER if self.winner is not None else frozenset((self.to_play,))

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.setup.seats

    @property
    def board(self) -> Board:
        return board_for(self.setup.kind)

    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        try:
            return self._occupied
        except AttributeError:  # a slot that nobody filled yet; making positions stays cheap
            self._occupied = MappingProxyType(self._by_place())
        return self._occupied

    def _by_place(self) -> dict[str, tuple[str, ...]]:
        places = self.setup.track.places
        out: dict[str, tuple[str, ...]] = {}
        for colour, codes in zip(self.setup.colours, self._segments(), strict=True):
            for code in codes:
                place = places[code]
                out[place] = (*out.get(place, ()), colour)
        return out

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {
            "game": self.game,
            "rules": self.rules,
            "board": self.setup.kind,
            "players": [list(held) for held in self.players],
            "teams": [list(members) for members in self.teams],
            "marbles": {colour: list(texts) for colour, texts in self.marbles.items()},
            "to_play": self.to_play,
            "card": self.card,
            "winner": self.winner,
        }
        if turned := changed(self.setup.profile):
            out["switches"] = dict(turned)
        if self.setup.profile.penalty:
            out["penalty"] = self.penalty
        return out

    def _segments(self) -> Iterator[bytes]:
        size = self.setup.profile.marbles
        return (self._flat[i : i + size] for i in range(0, len(self._flat), size))

    def _key(self) -> tuple[object, ...]:
        try:
            return self._known
        except AttributeError:  # a slot that nobody filled yet, as with ``_occupied``
            codes = tuple([bytes(sorted(codes)) for codes in self._segments()])
            self._known = self.setup, codes, self.to_play, self.card, self.winner, self.penalty
        return self._known

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FastTrackPosition):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key()[1:])

    def __repr__(self) -> str:
        return f"FastTrackGame().load({self.to_json()!r})"

    # -- what may follow --

    def legal(self) -> Sequence[Action]:
        actions = self._actions
        if actions is not None:
            return actions
        setup, seat, card = self.setup, self.to_play, self.card
        if self.winner is not None:
            actions = ()
        elif card is None:
            actions = setup.card_actions[seat]
        else:
            found = self._moves
            if found is None:
                found, self._marked = moves(setup, self._flat, seat, card)
                self._moves = found
            known = setup.actions[seat]
            texts = sorted(found) if len(found) > 1 else found
            try:
                actions = tuple([known[text] for text in texts])
            except KeyError:
                if len(known) > MOST_ACTIONS:
                    known.clear()
                actions = tuple([self._action(found[text], text) for text in texts])
        self._actions = actions
        return actions

    def _action(self, move: Move, text: str) -> Action:
        """The action of a move, kept for sharing."""
        known = self.setup.actions[self.to_play]
        action = known.get(text)
        if action is None:
            action = action_of(self.to_play, move, text)
            # A marble's colour tells where it is sent back to; the text alone does not.
            if type(move) is not Back:
                known[text] = action
        return action

    def moves(self) -> dict[str, Move]:
        """The moves of the card by their text; empty without a card or after a win."""
        found = self._moves
        if found is None:
            if self.card is None or self.winner is not None:
                return {}
            found, self._marked = moves(self.setup, self._flat, self.to_play, self.card)
            self._moves = found
        return found

    def apply(self, action: Action | str) -> Applied:
        if type(action) is Action:
            if action.seat != self.to_play and self.winner is None:
                raise IllegalAction(
                    f"{action.text!r} is player {action.seat}'s, "
                    f"but player {self.to_play} is to play (FT-7)"
                )
            text = action.text
        else:
            text = str(action)
        if self.card is None:
            rank = self.setup.card_moves.get(text)
            if rank is None or self.winner is not None:
                raise IllegalAction(self._refusal(text))
            after = _new(FastTrackPosition)
            after.setup = self.setup
            after._flat = self._flat
            after.to_play = self.to_play
            after.card = rank
            after.winner = None
            after.penalty = self.penalty
            after._moves = after._actions = None
            return _tuple_new(Applied, (after, ()))
        found = self._moves
        if found is None:
            found, self._marked = moves(self.setup, self._flat, self.to_play, self.card)
            self._moves = found
        move = found.get(text)
        if type(move) is Step:
            return self._step(move)
        if move is PASS:
            return self._end(self._flat, (), self.penalty, False, moved=False)
        if move is None:
            raise IllegalAction(self._refusal(text))
        return self._other(move)

    def _refusal(self, text: str) -> str:
        if self.winner is not None:
            return f"{text!r:.80}: the game is over (FT-26); start a new one"
        if self.card is None:
            return f"{text!r:.80}: a card is awaited, card:A … card:K or card:JOKER (FT-7)"
        listed = ", ".join(action.text for action in self.legal()[:8])
        more = ", …" if len(self.legal()) > 8 else ""
        return f"{text!r:.80} is not legal with a {self.card}; legal are {listed}{more}"

    # -- applying --

    def _step(self, step: Step) -> Applied:
        """Move one marble; a marble that stood there is captured."""
        setup = self.setup
        flat = self._flat
        index = -1
        for code in step.hits:
            if code in flat:
                index = flat.find(code)
        flat = flat.replace(step.frm_byte, step.to_byte, 1)
        events: tuple[Event, ...] = step.events
        if index >= 0:
            flat, more = capture(setup, flat, index)
            events += more
        penalty = self.penalty
        if setup.profile.penalty and step.mark_loss and self._marked:
            penalty = True
        return self._end(flat, events, penalty, step.wins or (step.home and self._all_home(flat)))

    def _split(self, first: Step, second: Step) -> Applied:
        """FT-20: make one half after the other; both moves are reported before their effects."""
        setup = self.setup
        flat = self._flat
        events: tuple[Event, ...] = ()
        penalty = self.penalty
        for step in (first, second):
            if setup.profile.penalty and step.mark_loss and not penalty:
                penalty = self._has_mark(flat)
            index = victim(flat, step)
            flat = flat.replace(step.frm_byte, step.to_byte, 1)
            if index >= 0:
                flat, more = capture(setup, flat, index)
                events += more
        won = second.wins or ((first.home or second.home) and self._all_home(flat))
        return self._end(flat, (first.event, second.event, *events), penalty, won)

    def _other(self, move: Move) -> Applied:
        """Make a split (FT-20), a swap (FT-21) or a marble sent back (FT-25)."""
        if isinstance(move, tuple):
            return self._split(*move)
        flat = self._flat
        holes = self.setup.track.flat_hole
        if isinstance(move, Swap):
            marbles = bytearray(flat)
            marbles[flat.index(move.a)] = holes[move.b]
            marbles[flat.index(move.b)] = holes[move.a]
            return self._end(bytes(marbles), (move.event,), self.penalty, False)
        assert isinstance(move, Back)
        flat = flat.replace(bytes((move.code,)), move.pen, 1)
        return self._end(flat, (move.event,), self.penalty, False)

    def _end(
        self, flat: bytes, events: tuple[Event, ...], penalty: bool, won: bool, moved: bool = True
    ) -> Applied:
        """End the card: who has won, who is next (FT-26, FT-27, BF-2, BF-8, BF-13)."""
        setup, seat, card = self.setup, self.to_play, self.card
        after = seat
        winner = None
        again = card in PLAY_AGAIN and (moved or not setup.profile.pass_ends_turn)
        if won:
            winner = setup.team_of[seat]
            events += (Won(winner),)
        elif not again:
            after, passed = setup.next_turn[seat]
            events += passed
        if setup.profile.penalty and (won or not again):
            if penalty or (card == "4" and setup.profile.four_backward and self._marked):
                flat = self._without_marks(flat)
            penalty = False
        follow = _new(FastTrackPosition)
        follow.setup = setup
        follow._flat = flat
        follow.to_play = after
        follow.card = None
        follow.winner = winner
        follow.penalty = penalty
        follow._moves = follow._actions = None
        return _tuple_new(Applied, (follow, events))

    def _has_mark(self, flat: bytes) -> bool:
        """BF-8: whether the player has a marble in FT mode."""
        marked = self.setup.track.marked_corners
        return any(
            code in marked
            for _, lo, hi, _ in self.setup.crews[self.to_play]
            for code in flat[lo:hi]
        )

    def _without_marks(self, flat: bytes) -> bytes:
        """BF-8: the player's marbles out of FT mode (an ``A8+`` is no FT mode and stays)."""
        setup = self.setup
        for _, lo, hi, _ in setup.crews[self.to_play]:
            flat = flat[:lo] + flat[lo:hi].translate(setup.track.unmark) + flat[hi:]
        return flat

    def _all_home(self, flat: bytes) -> bool:
        """FT-26: whether all the team's marbles stand in their home rows; not asked under BF-13."""
        setup = self.setup
        if setup.profile.home_overflow:
            return False
        track = setup.track
        for crew in setup.crews[self.to_play]:
            for code in flat[crew.lo : crew.hi]:
                if not track.is_home(code):
                    return False
        return True

    # -- why --

    def explain(self, frm: str, to: str) -> Explanation:
        over = self.winner is not None
        turn = Turn(self.setup, self._flat, self.to_play, self.card, over, self.moves())
        return explain(turn, frm, to)

    def score(self, seat: int) -> float:
        """A rule of thumb for hints and bots; see ``worth``."""
        return score(self, seat)

    @property
    def won_by(self) -> int | None:
        return self.winner

    def lots(self) -> Mapping[Action, int]:
        """The cards of a common deck, as many as it has of each (BF-2)."""
        if not self.setup.profile.common_deck or self.card is not None:
            return {}
        return {action: DECK.count(action.params["card"]) for action in self.legal()}

    def features(self) -> Features:
        return features(self.setup, self._flat, self.to_play)

    def values(self) -> Values:
        return counting(self.setup).values

    @property
    def steepness(self) -> float:
        return STEEPER.get(self.rules, 1.0) if len(self.teams) > 2 else 1.0
