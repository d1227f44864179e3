"""A person who follows the lights until all is at rest."""

from __future__ import annotations

from typing import Final

from companion.model.commands import Act, Answer, SetAside
from companion.model.view import Ask, View

from .answers import NEITHER, answer, of_wood
from .grip import Grip
from .intent import amiss
from .obeying import Obeying
from .outcome import Stuck
from .verdict import Verdict

SETTLED: Final = 0.75
"""Seconds of still hands after which the table has read them: debounce and the longest dwell."""
UNSEEN: Final = 1.4
"""Seconds of still hands where a sensor has failed or is set aside.

The table asks for what it cannot see.
"""
MOST_STEPS: Final = 70
"""Steps after which a person who follows the lights is stuck."""
MOST_TRIES: Final = 5
"""Tries after which a legal gesture that is not accepted is stuck."""

AT_REST: Final = frozenset({"choose_card", "choose_move", "choose", "pending", "over"})


class Follower:
    """A person who does what the lights and the page say until the board is as it was meant.

    ``verdict``  judges where that led
    """

    def __init__(self, grip: Grip, verdict: Verdict) -> None:
        self.grip = grip
        self.world = grip.world
        self.rng = grip.rng
        self._now = grip.now
        self.verdict = verdict
        self._obeying = Obeying(grip)

    def follow(self) -> None:
        """Do what the lights and the page say until the board is at rest as it was meant."""
        world, judge = self.world, self.world.judge
        world.heal()
        linked = world.view().link == "up"
        for _ in range(MOST_STEPS):
            self.grip.wait(UNSEEN if self.grip.dead or world.view().aside else SETTLED)
            judge.catch_up()
            view = world.view()
            linked, before = view.link == "up", linked
            if not linked:
                self.grip.wait(1.0)
            if not (linked and before):
                continue  # the board is just back, so people look first at what it shows
            self._count_correction(view)
            if self._distrust(view) or (view.ask is not None and self._answer(view)):
                continue
            if view.state not in AT_REST:
                self._obeying.obey(view)
                continue
            if self._finished():
                return
        raise Stuck(self._where(world.view()))

    def settle(self) -> None:
        """Pay the debts of what the page or a die has brought, until the board is at rest."""
        for _ in range(MOST_STEPS):
            self.grip.wait(UNSEEN if self.grip.dead or self.world.view().aside else SETTLED)
            view = self.world.view()
            if view.ask is not None and not view.ask.param:
                self.grip.tap(Answer(view.ask.id, of_wood(view.ask, self.world)))
                continue
            if view.state != "correction":
                # The lights cannot lead to a sensor set aside. The page shows what is wrong there.
                position = self.world.judge.position
                strange = amiss(self.world.board, self.world.wood, position) if view.aside else []
                if not strange:
                    return
                self._obeying.repair(strange)
                continue
            if not self._distrust(view):
                self._obeying.pay(view)
        raise Stuck(f"owed: {[(o.token, o.frm, o.to) for o in self.world.view().owed]}")

    def _finished(self) -> bool:
        """True when the table is content and all is as it was meant.

        If all is not as meant, the person does something about it.
        """
        board, wood, intent = self.world.board, self.world.wood, self._now.intent
        position = self.world.judge.position
        strange = amiss(board, wood, position)
        if self.world.judge.chosen == intent.after:
            if not strange:
                self.verdict.count_unasked()
                return True
            self._obeying.repair(strange)
        elif position in (intent.start, intent.before):
            if strange and amiss(board, wood, intent.shown, self._awaited()):
                self._obeying.repair(strange)
            else:
                self._again()
        elif strange:
            self._obeying.repair(strange)
        elif position in self._now.earlier and position not in self._now.meant:
            return self.verdict.taken_back()
        else:
            self.verdict.mistaken()
        return False

    def _awaited(self) -> list[str]:
        """Places whose captured marble is still in a hand. It may come later (PP-6)."""
        return [way.to for way in self._now.intent.sent if way.token in self.world.hand]

    def _distrust(self, view: View) -> bool:
        """Tap on a hole that the table reads wrongly, so that its sensor is set aside (PP-13).

        A sensor is tapped too if it misses again and again that its marble was lifted and put down.
        """
        for doubt in view.doubts:
            lies = (doubt.hole in self.world.wood) != doubt.full
            lifted = max(self._now.touched.get(doubt.hole, 0), self._now.ignored[doubt.hole] - 1)
            if doubt.hole in self.grip.dead and (lies or lifted > 1):
                self.grip.tap(SetAside(doubt.hole))
                return True
        return False

    def _where(self, view: View) -> str:
        wood = amiss(self.world.board, self.world.wood, self.world.judge.position)
        return (
            f"{self._now.intent.action.text}: {view.state} {view.prompt.message.key}"
            f" owed {[(o.token, o.frm, o.to) for o in view.owed]} hand {self.world.hand}"
            f" amiss {wood} dead {sorted(self.grip.dead)}"
        )

    def _count_correction(self, view: View) -> None:
        correcting = view.state == "correction"
        self._now.out.corrections += correcting and not self._now.correcting
        self._now.correcting = correcting

    def _answer(self, view: View) -> bool:
        """Answer the question if it can be answered now."""
        assert view.ask is not None
        if view.ask.id != self._now.asked:
            self._now.asked = view.ask.id
            self._now.out.questions += 1
        chosen = answer(view.ask, self._now.intent, self.world)
        if self._regrets(view.ask, chosen):
            chosen = NEITHER
        if chosen is None:
            self._now.puzzled += 1
            if self._now.puzzled <= 2:
                return False
            chosen = NEITHER  # no answer fits a question that comes again and again
        self._now.puzzled = 0
        self.grip.tap(Answer(view.ask.id, chosen))
        return True

    def _regrets(self, ask: Ask, chosen: str | None) -> bool:
        """True when the same answer about an unseen marble has been undone already.

        The marble went there, but not as that move.
        """
        option = next((option for option in ask.options if option.id == chosen), None)
        if option is None or not ask.message.key.startswith(("ask.unseen", "ask.where")):
            return False
        texts = set(option.actions) - {self._now.intent.action.text}
        return bool(option.actions) and texts == set(option.actions) and texts <= self._now.undone

    def _again(self) -> None:
        """Try once more when nothing was accepted: name a lost card again, make the gesture again.

        If that does not help and a sensor is dead or set aside, the move is tapped on the page
        (PP-16).
        """
        world, intent = self.world, self._now.intent
        self._now.tries += 1
        if self._now.tries > MOST_TRIES:
            raise Stuck(f"not accepted: {self._where(world.view())}")
        self._obeying.name_card()
        done = not amiss(world.board, world.wood, intent.shown, self._awaited())
        if self._now.tries > (2 if done else 3) and (self.grip.dead or world.view().aside):
            self.grip.tap(Act(intent.action.text))
        else:
            self._obeying.on_with_it()
