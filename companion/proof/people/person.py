"""One simulated person at the table, who makes a gesture and then follows the lights.

The person knows the action that is meant, the colours of the marbles in sight, and what the table
shows (lights, sentences, questions). The person answers questions truthfully.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from companion.model.commands import Act, Restore

from .follow import Follower
from .grip import Grip
from .intent import Intent, empty_near
from .obeying import Obeying
from .outcome import Outcome, Stuck
from .people import Step, plan
from .verdict import Verdict
from .world import World

__all__ = ["Outcome", "Person"]


class Person:
    """The hands of everybody at one table."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self.world = world
        self.rng = rng
        self.grip = Grip(world, rng)
        self.verdict = Verdict(self.grip)
        self._now = self.grip.now
        self._obeying = Obeying(self.grip)
        self._follower = Follower(self.grip, self.verdict)

    def make(self, intent: Intent, wanted: set[str]) -> Outcome:
        """Make the gesture of ``intent`` and follow the lights. Returns the outcome."""
        world, judge = self.world, self.world.judge
        self._now.out = out = Outcome({"bounce"})
        self._now.intent = intent
        self._now.asked, self._now.correcting, self._now.touched, self._now.taps = "", False, {}, 0
        self._now.cut, self._now.tries, self._now.blind, self._now.lied = False, 0, False, False
        self._now.misread, self._now.idle, self._now.looked = False, 0, False
        self._now.ignored.clear()
        self._now.misnamed.clear()
        self._now.undone.clear()
        self._now.returned = len(judge.returned)
        self._now.stood, self._now.still = [], 0.0
        self._now.late = world.hand
        self._now.earlier = judge.earlier()[-40:]
        undone, illegal = judge.undone, judge.illegal
        later = (
            intent.prelude is not None and not (wanted - {"counting"}) and self.rng.random() < 0.06
        )
        try:
            if intent.prelude is not None and not later:
                self.grip.tap(Act(intent.prelude.text))
                world.wait(self.rng.uniform(0.1, 0.6))
            self.grip.begin_trace()
            draft = plan(world.board, world.wood, world.hand, intent, wanted, self.rng)
            out.had |= draft.had
            self._now.meant = draft.meant
            self._now.broken_off = self._run(draft.steps)
            self._now.planned, self._now.by_then = self._now.trace.end(), self._now.committed
            self._now.rested = tuple(self._now.stood)
            out.indistinguishable = int(self._now.planned.ambiguous(intent, world.board))
            self._follow()
        except Stuck as stuck:
            out.stuck, out.told = 1, str(stuck)
        except Exception as broke:
            # An error of the table is counted and told, as the service's loop would log it.
            out.stuck, out.told = 1, f"{intent.action.text}: the table broke: {broke!r}"
        judge.catch_up()
        out.illegal = judge.illegal - illegal
        out.replaced += judge.undone - undone - self._now.taps
        if not out.stuck:
            self._finish("late_pen" in out.had)
        out.had |= {"dead_hole"} if self.grip.dead else set()
        if self.grip.dead > self.grip.lasting and self.rng.random() < 0.4:
            self._mend(min(self.grip.dead - self.grip.lasting))
        return out

    def fail(self, count: int) -> None:
        """Let ``count`` sensors fail before the first gesture. Nobody ever repairs them (PP-13)."""
        world, rng = self.world, self.rng
        for hole in rng.sample(sorted(world.board.holes), count):
            kept = rng.choice((hole in world.wood, hole in world.wood, False, True))
            world.force(hole, kept)
            self.grip.dead.add(hole)
        self.grip.lasting = frozenset(self.grip.dead)
        self.grip.wait(0.5)

    def tidy(self) -> Outcome | None:
        """Pay the debts of something that was made on the page.

        Returns an outcome only when that was stuck.
        """
        try:
            self._follower.settle()
        except Stuck as stuck:
            return Outcome({"bounce"}, stuck=1, told=str(stuck))
        return None

    def _mend(self, hole: str) -> None:
        """Repair a failed sensor and tell the page."""
        self.grip.dead.discard(hole)
        self.world.force(hole, None)
        self.grip.wait(0.2)
        if hole in self.world.view().aside:
            self.grip.tap(Restore(hole))
            self.grip.wait(0.2)

    def _follow(self) -> None:
        """Do what the lights and the page say until the board is at rest as it was meant."""
        self._follower.follow()

    def _run(self, steps: Iterable[Step]) -> bool:
        """Do the plan. When a step becomes impossible the hands stop, and the rest happens.

        True when the plan was broken off like that.
        """
        lost = False
        for step in steps:
            if step.do in ("lift", "put"):
                lost = lost or not self.grip.hand(step)
            elif step.do == "wait":
                self.grip.wait(0.05 if lost else step.value)
            elif self._happen(step):
                lost = True
        return lost

    def _happen(self, step: Step) -> bool:
        """Let a disturbance happen. True when the hands lose the thread by it."""
        world = self.world
        if step.do in ("flip", "true", "dead") and step.hole in self.grip.lasting:
            return False  # a lasting failure reads the same, whatever happens to it
        if step.do == "fault":
            world.fault(step.hole, step.value)
            self._now.blind = True
        elif step.do == "power":
            world.power_cut(step.value)
            self._now.still += step.value  # the marbles lie on the board in the dark, too
            self._now.cut = self._now.blind = True
        elif step.do == "flip":
            world.force(step.hole, step.hole not in world.wood)
            self._now.lied = True
        elif step.do == "true":
            world.force(step.hole, None)
        elif step.do == "dead":
            level = step.hole in world.wood if step.value < 0 else bool(step.value)
            world.force(step.hole, level)
            self.grip.dead.add(step.hole)
        elif step.do == "knock":
            self._knock(int(step.value))
            return True
        return False

    def _knock(self, count: int) -> None:
        """Let some marbles jump out and roll into other holes, or off the board."""
        world, rng = self.world, self.rng
        standing = sorted(world.wood)
        if not standing:
            return  # every marble is in a hand or beside the board
        hit = rng.choice(standing)
        near = sorted(standing, key=lambda hole: _distance(world, hit, hole))[:count]
        tokens = [(hole, world.wood[hole]) for hole in near]
        for hole, token in tokens:
            self.grip.hand(Step("lift", hole, token))
        for hole, token in tokens:
            self.grip.wait(rng.uniform(0.05, 0.3))  # it rolls, so no marble is elsewhere at once
            free = empty_near(world.board, world.wood, hole, 8)
            if free and rng.random() < 0.8:
                self.grip.hand(Step("put", rng.choice(free), token))
        self.grip.wait(0.05)

    def _finish(self, late: bool) -> None:
        """Bring the captured marbles home, at once or later."""
        if late or self.rng.random() < 0.1:
            return
        self._obeying.bring_home()


def _distance(world: World, one: str, other: str) -> float:
    a, b = world.board.space(one), world.board.space(other)
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
