"""What the table has played of an open game, and what it may play of what the hands did.

A card that only follows from its move is not played unasked: it waits until somebody names it, or
names the next card (PP-7). So does a move that spends something.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.action import Action
from engine.game import Position

from .endings import Log, Step
from .facts import History
from .game_endings import GameEndings, named, said
from .logs import named as card_named
from .logs import shared
from .options import Option
from .outlook import Board
from .saying import bare
from .state import State
from .taken_back import Gone, Made, TakenBack
from .touches import UNTOLD, Touches

SEVERAL: Final = 2
SPENT: Final = "token"
"""The named choice of an action that uses something up; it is asked for, not only read."""


class Change(NamedTuple):
    """What the hands have changed: so many actions are taken back, then these are played.

    ``play``  each action beside its step
    ``kept``  so many steps since the last reset stay
    """

    back: int
    play: tuple[tuple[Action, Step], ...]
    kept: int


def standing_again(change: Change, actions: Iterable[str]) -> list[tuple[Step, bool]]:
    """The first steps of a change, up to the last of these actions with what chance brought after
    it: the history has them again. Beside each step: is it one of the actions?"""
    left, steps = list(actions), list[tuple[Step, bool]]()
    for _, one in change.play:
        if not left and not one.chance:
            break
        counts = left[:1] == [one.text]
        steps.append((one, counts))
        del left[: int(counts)]
    return steps


class Moved(NamedTuple):
    """How the table came to another position: so many actions ``back``, or on ``again`` by what was
    taken back last; else to one that is not of the history.

    ``unplayed``  what hands did can't be played there, and no row says so
    """

    back: int = 0
    again: bool = False
    unplayed: bool = False


ELSEWHERE: Final = Moved()
UNPLAYED: Final = Moved(unplayed=True)


class Past(NamedTuple):
    """An action of the game, between the positions before and after it.

    ``thrown``  chance brought it, and somebody asked for it
    ``forced``  the table made it, since there was nothing else to do (PP-18)
    """

    before: Position
    action: Action
    after: Position
    thrown: bool = False
    forced: bool = False


Recent = Sequence[Past]
"""The last actions of a game."""


class Ledger:
    """The steps that the table has made since a position."""

    def __init__(self, game: GameEndings, board: Board, first: int) -> None:
        self._game: Final = game
        self._board: Final = board
        self._first = first
        self._made: list[Made] = []
        self.gone: Final = TakenBack()
        self._agreed: set[object] = set()
        self._worked_out: tuple[object, Log, int] | None = None
        """Of what was worked out last, the steps since the anchor, and the first held back."""

    # ------------------------------------------------------------------------- what was played

    def begin(self, first: int, made: Iterable[Made] = (), gone: Iterable[Gone] = ()) -> None:
        """The table stands after these steps, which begin at the position ``first``."""
        self._first, self._made, self._worked_out = first, list(made), None
        self.gone.begin(gone)

    def add(self, steps: Iterable[Step], *, counts: bool, by_hands: bool = False) -> None:
        """The table has made these steps."""
        self.gone.goes_on(len(self._made))
        self._made += [Made(one, counts, by_hands) for one in steps]
        self._worked_out = None

    def cut(self, kept: int) -> None:
        """The table has taken back all but so many steps."""
        self.gone.add(Gone(kept, self._made[kept:]))
        del self._made[kept:]
        self._worked_out = None

    def go(self, number: int, moved: Moved, state: State) -> History | None:
        """The page goes to a position. What stands of the history there; None: it is not of the
        history, or from before all that hands may take back."""
        gone = self.gone.again(number, state.passed, len(self._made)) if moved.again else None
        if gone is not None:
            self._made[gone.kept :] = gone.steps
        elif not self._goes_back(number, moved, state):
            self.begin(number)
            return None
        self._worked_out = None
        return History(state.anchor, tuple([m.step for m in self.made_since(state)]), state.passed)

    def _goes_back(self, number: int, moved: Moved, state: State) -> bool:
        """Whether so many actions before the last step stands that position; then it is there."""
        kept, back = len(self._made), moved.back
        while back and kept > state.passed:
            kept -= 1
            back -= self._made[kept].counts
        before = self._made[kept - 1].step.position if kept > state.passed else state.anchor
        if back or not moved.back or before != number:
            return False
        self.cut(kept)
        return True

    @property
    def stands(self) -> int:
        """The number of the position that the table stands at."""
        number = self._made[-1].step.position if self._made else self._first
        assert isinstance(number, int)
        return number

    def since(self, state: State) -> Log:
        """What the table has played since the anchor."""
        return self._of(state)[0]

    def made_since(self, state: State) -> Sequence[Made]:
        """The same, with how it was made."""
        return self._made[state.passed :]

    def last_move(self, state: State) -> Position | None:
        """The position before the last thing that was played, if that was a move of the hands."""
        n = self._last(state)
        made = self._made[state.passed :]
        if not n or not made[n - 1].step.moves or not made[n - 1].by_hands:
            return None
        return self._game.at(made[n - 2].step.position if n > 1 else state.anchor)

    def last_action(self, state: State) -> Action | None:
        """The last action since the anchor."""
        n, log = self._last(state), self.since(state)
        before = log[n - 2].position if n > 1 else state.anchor
        return named(self._game.at(before), log[n - 1].text) if n else None

    def is_undone(self, state: State) -> bool:
        """Whether chance has moved on what the last action put: it belongs elsewhere now."""
        n, log, last = self._last(state), self.since(state), self.last_action(state)
        if last is None:
            return False
        put, now = (self._game.at(at).occupancy() for at in (log[n - 1].position, self.stands))
        return any(put.get(d.to) != now.get(d.to) for d in last.displacements)

    def mover(self, state: State, hole: str, acting: Sequence[int]) -> int | None:
        """Whose a token is that is lifted from there: the last action's may go on (PP-5).

        ``acting``  the seats that may act now; None where it may be of several
        """
        last = self.last_action(state)
        if last is not None and self._game.seating.places[hole] in {
            d.to for d in last.displacements
        }:
            return last.seat
        return acting[0] if len(acting) == 1 else None

    def _last(self, state: State) -> int:
        """How many steps since the anchor there were when the last one was played.

        Chance is nobody's act, nor is a forced pass.
        """
        made = self._made[state.passed :]
        n = len(made)
        while n and (not made[n - 1].counts or made[n - 1].step.chance):
            n -= 1
        return n

    # ---------------------------------------------------------------------- what may be played

    def allowed(self, state: State) -> Log:
        """The log up to the first step that waits for somebody's word."""
        return state.committed[: self._held_back(state)]

    def waiting_for_a_word(self, state: State) -> Log:
        """The steps that wait for somebody's word: a card and its move, or a move that spends."""
        log, held = state.committed, self._held_back(state)
        end = next((n + 1 for n in range(held, len(log)) if log[n].moves), len(log))
        return log[held:end]

    def agree(self, log: Log) -> None:
        """Somebody agrees to what those steps spend."""
        self._agreed.update(one.position for one in log)
        self._worked_out = None

    def _held_back(self, state: State) -> int:
        """The number of the first step that hands alone may not decide.

        That is a card that nobody has named, unless another was named since, and a move that spends
        something. With hidden hands a card is always named by its holder (PP-7).
        """
        return self._of(state)[1]

    def _of(self, state: State) -> tuple[Log, int]:
        """What ``since`` and ``_held_back`` tell of a state: asked for again and again."""
        key = state.committed, state.anchor, state.passed, self._board.dealt
        known = self._worked_out
        if known is None or known[0] != key:
            since = tuple([one.step for one in self._made[state.passed :]])
            held = card_named(state.committed, dealt=self._board.dealt)
            made = shared(bare(state.committed), bare(since))
            held = next((n for n in range(made, held) if self._spends(state, n)), held)
            known = self._worked_out = key, since, held
        return known[1:]

    def _spends(self, state: State, n: int) -> bool:
        """Whether that step uses something up, and nobody has agreed to it or said it."""
        log = state.committed
        one = log[n]
        if not one.moves or one.position in self._agreed:
            return False
        action = named(self._game.at(log[n - 1].position if n else state.anchor), one.text)
        return action is not None and SPENT in action.params

    # ------------------------------------------------------------------------------ as actions

    def change(self, state: State, touches: Touches) -> Change | None:
        """What the table has to take back and to play; None if nothing."""
        wanted, played = self.allowed(state), self.since(state)
        if wanted == played:
            return None
        common = shared(bare(wanted), bare(played))
        if common == len(played) and common == len(wanted):
            return None
        before = wanted[common - 1].position if common else state.anchor
        actions: list[tuple[Action, Step]] = []
        for one in wanted[common:]:
            action = named(self._game.at(before), one.text)
            assert action is not None
            actions.append((self._in_order(self._game.at(before), action, one, touches), one))
            before = one.position
        kept = state.passed + common
        return Change(sum(one.counts for one in self._made[kept:]), tuple(actions), kept)

    def _in_order(self, before: Position, action: Action, one: Step, touches: Touches) -> Action:
        """Of actions that differ only in the order of their ways, the one that was seen (PP-3)."""
        if len(action.displacements) < SEVERAL:
            return action
        ways = sorted((d.frm, d.to) for d in action.displacements)
        alike = [
            other
            for other in before.legal()
            if sorted((d.frm, d.to) for d in other.displacements) == ways
            and self._game.number(before.apply(other).position) == one.position
        ]
        return next((a for a in alike if self._seen(a, touches)), action)

    def seen_first(
        self, options: Sequence[Option], anchor: object, touches: Touches
    ) -> Option | None:
        """Of options that differ only in the order of the last ways, the one seen (PP-3)."""
        logs = [option.log for option in options]
        if any(not log or log[:-1] != logs[0][:-1] for log in logs):
            return None
        last = [self.actions(log, anchor)[-1][1] for log in logs]
        ways = {tuple(sorted((d.frm, d.to) for d in action.displacements)) for action in last}
        woods = {option.wood for option in options}
        if len(ways) > 1 or len(woods) > 1 or len(last[0].displacements) < SEVERAL:
            return None
        seen = [option for option, a in zip(options, last, strict=True) if self._seen(a, touches)]
        return seen[0] if len(seen) == 1 else None

    def _seen(self, action: Action, touches: Touches) -> bool:
        """Whether the ways of an action began in the order of the last lifts, or nobody knows: of
        one of them no sensor has told."""
        holes, numbers = self._game.seating.holes, self._game.numbers
        lifts = touches.order(
            numbers[hole] for d in action.displacements for hole in holes.get(d.frm, ())[:1]
        )
        return UNTOLD in lifts or lifts == sorted(lifts)

    def actions(self, log: Sequence[Step], anchor: object) -> list[tuple[Position, Action]]:
        """The actions of a log, each with the position before it."""
        found = []
        for one in log:
            before = self._game.at(anchor)
            action = named(before, one.text)
            assert action is not None
            found.append((before, action))
            anchor = one.position
        return found

    def followed_by(self, state: State, path: Sequence[Action]) -> Option:
        """The option in which these were played after all that the table has played."""
        number, log = self.stands, self.since(state)
        for action in path:
            found = self._game.told(number, said(self._game.at(number), action))
            assert found is not None
            log += found
            assert isinstance(found[-1].position, int)
            number = found[-1].position
        return Option(log)
