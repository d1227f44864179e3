"""A case: one seed, one position, a handful of gestures, and what the judge says of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from engine.action import Action
from engine.game import Position, acting

from . import intending
from .answering import about_cards
from .disturbing import Disturber
from .intending import Intent, intend
from .judge import STUCK, Finding, Stuck
from .kinds import ALL, CARD_LATER, COUNTING, KINDS, RATE, drawn
from .memory import Memory
from .people import People
from .performing import Performer
from .report import Report
from .rests import Misread, Rests
from .starts import EACH, Start, Table, start
from .strokes import LIFT, PUT, TAKEN, Planner, is_swap
from .talk import Listener, Talk
from .world import set_out

GESTURES: Final = 5
"""At most so many gestures a case."""
TURNS: Final = 6
"""So many turns a gesture at most: some bring nothing to move."""
WINDOW: Final = 6.0
"""Seconds after which people look again, where everybody is asked and nobody answers."""
GIVEN_UP: Final = 99
"""For so many gestures a question is left alone that nobody will answer."""


class Case:
    """One table from its start to the last gesture or the first finding."""

    def __init__(
        self,
        table: Table,
        seed: int,
        listener: Listener,
        kinds: tuple[str, ...] = tuple(KINDS),
        rate: float = RATE,
        gestures: int = GESTURES,
    ) -> None:
        self.rng = random.Random(f"case/{table}/{seed}")
        self.start: Start = start(table, seed // EACH)
        self.kinds, self.rate, self.most = kinds, rate, gestures
        first = self.start.position
        self.talk = Talk(listener)
        self.memory = Memory(first)
        self.people = People(self.talk, set_out(first), self.memory, self.rng)
        self.people.dealt = self.memory.dealt = self.start.new.get("hands") == "virtual"
        self.performer = Performer(self.people.hands, first.board, self.rng)
        self.report = Report(seed)
        self.rests = Rests(self.people, self.performer, self.report)
        self.disturber = Disturber(self.rests)

    # ------------------------------------------------------------------------------- the case

    def play(self) -> Report:
        """Play it. A finding ends it."""
        try:
            self._begin()
            for _ in range(TURNS * self.most):
                if self.report.gestures[ALL] >= self.most or not self._turn():
                    break
            self.rests.ignoring = 0
            self.rests.rest()
        except Stuck as stuck:
            self.report.found(Finding(STUCK, str(stuck)))
        except Misread as misread:
            self.report.found(self.rests.excused(misread.args[0]))
        self.report.lies = self.people.follower.lies
        self.report.refused = self.people.refused
        return self.report

    def _begin(self) -> None:
        refusal = self.talk.say(
            new=dict(self.start.new),
            position=self.start.position.to_json(),
            seed=self.report.seed,
        )
        if refusal is not None:
            raise Stuck(f"The game does not begin: {refusal}.")
        self.talk.wait(1.0)

    def _turn(self) -> bool:
        """One gesture with all that is told before it; False at the end of the game."""
        kinds = drawn(self.rng, self.kinds, self.rate)
        for kind in ("bump", "same_swap"):
            if kind in kinds:
                self._to_all(kind)
                kinds -= {kind}
                if not kinds:
                    return True
        intent = self._intent(kinds)
        if intent is None or not intent.action.displacements:
            if intent is not None:
                self.rests.tell(intent.told)
            elif not self.memory.now.covered:
                self.rests.rest()
                self.people.throw()
            if self.memory.now.covered:
                self.talk.wait(WINDOW)
                self.rests.rest()
            return bool(self.memory.now.legal())
        self._gesture(intent, kinds)
        return True

    def _to_all(self, kind: str) -> None:
        """What happens to the board between two turns: a bump, or alike marbles exchanged."""
        self.rests.rest()
        happens = self.performer.bump if kind == "bump" else self.performer.same_swap
        if not happens():
            return
        self.report.count(frozenset({kind}), None)
        self.talk.wait(1.0)
        self.rests.rest()

    # ------------------------------------------------------------------------------- intending

    def _intent(self, kinds: frozenset[str]) -> Intent | None:
        held = None
        if self.people.dealt and any(a.prelude for a in self.memory.now.legal()[:1]):
            self.people.mover, self.people.called = self.memory.now, None
            now = self.people.look()
            self.memory.overtaken(now.position)
            held = self.memory.left(now.hand, now.position)
            if held is None and any(a.prelude for a in self.memory.now.legal()[:1]):
                self.rests.ignoring = 0  # the common deck gives no card before the table has taken
                return None  # their last move
        return intend(self.memory.now, self.rng, held, self._wish(kinds))

    def _wish(self, kinds: frozenset[str]) -> Callable[[Position, Action], bool]:
        if "wrong_pen" in kinds:
            return intending.takes
        if "overlap" in kinds:
            return intending.near
        if "half_back" in kinds and self.rng.random() < 0.5:
            return intending.shared
        if kinds & {"ignored_question", "wrong_answer"}:
            return intending.exchanges
        return intending.anything

    # ------------------------------------------------------------------------------- gestures

    def _gesture(self, intent: Intent, kinds: frozenset[str]) -> None:
        planner = self.rests.plan(intent.before, intent.action)
        if planner is None:
            self.rests.rest()
            return
        kinds = self._played(kinds, intent, planner)
        self.report.count(kinds, intent.action)
        self.people.mover = intent.before
        if "command_in_hand" in kinds and self._takes_back():
            self.disturber.undo_in_hand(planner)
            return
        if self._later(intent, kinds):
            self.disturber.remember(*intent.told)
        elif not self.rests.tell(intent.told):
            return
        if "command_in_hand" in kinds:
            self.disturber.command_in_hand(planner)
        elif "page_and_wood" in kinds:
            self.disturber.page_and_wood(intent.action, planner)
        elif "half_back" in kinds:
            self.disturber.half_back(intent, planner)
        else:
            counting = self.rng.random() < COUNTING and not _stands(intent.before)
            self.performer.perform(planner.found, kinds, counting)
            self.disturber.remember(intent.action)
        self._afterwards(kinds)

    def _played(self, kinds: frozenset[str], intent: Intent, planner: Planner) -> frozenset[str]:
        """Those of the kinds that this gesture can show."""
        strokes = planner.found
        away = set()
        if not any(stroke.part == TAKEN and stroke.do == PUT for stroke in strokes):
            away.add("wrong_pen")
        if not self.performer.slips(strokes):
            away.add("overlap")
        if not intent.told or not intent.told[-1].prelude or self.rests.ignoring:
            away.add("command_in_hand")
        if strokes[0].do != LIFT:
            away |= {"half_back", "long_hold", "command_in_hand"}
        if kinds & {"command_in_hand", "page_and_wood", "half_back"} - away:
            away |= {"wrong_pen", "overlap", "sleeve", "slide", "long_hold"}
        if not any(stroke.do == PUT for stroke in strokes) or _stands(intent.before):
            away.add("half_back")
        return kinds - away

    def _takes_back(self) -> bool:
        """Whether undo concerns what was played before; with dealt cards only its player may."""
        return not self.people.dealt and len(self.memory.meant) > 2 and self.rng.random() < 0.4

    def _later(self, intent: Intent, kinds: frozenset[str]) -> bool:
        """Whether the card is named after the move (PP-7)."""
        if not intent.told or not all(action.prelude for action in intent.told):
            return False
        if kinds & {"command_in_hand", "page_and_wood", "early_turn"} or self.rests.ignoring:
            return False
        asking = kinds & {"ignored_question", "wrong_answer"} and not is_swap(intent.action)
        return bool(asking) or self.rng.random() < CARD_LATER

    def _others_turn(self) -> bool:
        """Whether somebody else moves next, or something is told before: then hurry can be seen."""
        now = self.memory.now
        moving = any(action.displacements for action in now.legal())
        return not moving or acting(now) != acting(self.people.mover)

    def _afterwards(self, kinds: frozenset[str]) -> None:
        """Look and follow the lights; or hurry on, or leave a question alone."""
        rests = self.rests
        if rests.ignoring > 0:
            rests.ignoring -= 1
            self.talk.wait(self.rng.uniform(0.7, 3.0))
            rests.leave_open(self.talk.look(self.people.seat()))
            if rests.ignoring:
                return
        if "early_turn" in kinds and self._others_turn():
            self.talk.wait(self.rng.uniform(0.03, 0.30))
            return
        self.talk.wait(self.rng.uniform(0.7, 2.0))
        if "ignored_question" in kinds:
            now = self.people.look()
            self.people.note(now)
            if now.ask is not None and about_cards(now.ask):
                self.talk.wait(self.rng.uniform(10.0, 60.0))
            elif now.ask is not None:
                rests.ignoring = self.rng.choice((1, 2, 3, GIVEN_UP))
                rests.leave_open(now)
                return
        rests.rest("wrong_answer" in kinds)


def _stands(position: Position) -> bool:
    """Whether a put stands at once: where others may answer each one, nobody counts spaces through
    others, and nobody takes a put back.
    """
    return position.turn_number is not None
