"""One simulated person at the table: makes a gesture, then follows the lights until all is at rest.

What the person knows: the action meant, the colours of the marbles that can be seen, and what the
table shows (lights, sentences, questions). Questions are answered truthfully.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from companion.errors import CommandRefused
from companion.table.view import Act, Answer, Command, Owed, Restore, SetAside, Undo, View
from engine.game import Position

from .answers import NEITHER, answer
from .intent import Intent, Way, amiss, by_place, empty_near, hole_for, hole_with
from .people import Step, plan
from .trace import Trace
from .world import World

SETTLED: Final = 0.75
"""Seconds of still hands after which the table has read them: debounce and the longest dwell."""
UNSEEN: Final = 1.4
"""The same where a sensor has failed: the table asks for what it cannot see."""
MOST_STEPS: Final = 70
"""Following the lights for longer than so many steps is being stuck."""
MOST_TRIES: Final = 5
"""A gesture that is legal and not accepted in so many tries is stuck."""

AT_REST: Final = frozenset({"choose_card", "choose_move", "choose", "pending", "over"})


@dataclass
class Outcome:
    """What became of one gesture."""

    had: set[str] = field(default_factory=set)
    wrong: int = 0
    illegal: int = 0
    stuck: int = 0
    replaced: int = 0
    indistinguishable: int = 0
    questions: int = 0
    corrections: int = 0
    told: str = ""
    """What went wrong, for people."""


class Stuck(Exception):
    """Following the lights led nowhere; the text says where."""


class Person:
    """The hands of everybody at one table."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self.world = world
        self.rng = rng
        self.dead: set[str] = set()
        self._out = Outcome()
        self._intent: Intent
        self._trace = Trace({}, ())
        self._planned = self._trace
        self._committed = self._trace
        self._made = dict(world.wood)
        self._meant: list[Position] = []
        self._broken_off = self._cut = self._blind = False
        self._late: tuple[str, ...] = ()
        self._earlier: list[Position] = []
        self._asked = ""
        self._correcting = False
        self._touched: dict[str, int] = {}
        self._taps = 0
        self._puzzled = 0
        self._tries = 0

    # ---------------------------------------------------------------------------------- gesture

    def make(self, intent: Intent, wanted: set[str]) -> Outcome:
        """Make the gesture of ``intent`` and follow the lights; what came of it."""
        world, referee = self.world, self.world.referee
        self._out = out = Outcome({"bounce"})
        self._intent = intent
        self._asked, self._correcting, self._touched, self._taps = "", False, {}, 0
        self._cut, self._tries, self._blind = False, 0, False
        self._late = world.hand
        self._earlier = referee.earlier()[-40:]
        undone, illegal = referee.undone, referee.illegal
        later = (
            intent.prelude is not None and not (wanted - {"counting"}) and self.rng.random() < 0.06
        )
        try:
            if intent.prelude is not None and not later:
                self._tap(Act(intent.prelude.text))
                world.wait(self.rng.uniform(0.1, 0.6))
            self._trace = Trace(world.wood, world.hand)
            draft = plan(world.board, world.wood, world.hand, intent, wanted, self.rng)
            out.had |= draft.had
            self._meant = draft.meant
            self._broken_off = self._run(draft.steps)
            self._planned = self._trace.end()
            out.indistinguishable = int(self._planned.ambiguous(intent, world.board))
            self._follow()
        except Stuck as stuck:
            out.stuck, out.told = 1, str(stuck)
        referee.catch_up()
        out.illegal = referee.illegal - illegal
        out.replaced += referee.undone - undone - self._taps
        if not out.stuck:
            self._finish("late_pen" in out.had)
        out.had |= {"dead_hole"} if self.dead else set()
        if self.dead and self.rng.random() < 0.4:
            self._mend(min(self.dead))
        return out

    def _mend(self, hole: str) -> None:
        """A failed sensor was repaired, and the page is told so."""
        self.dead.discard(hole)
        self.world.force(hole, None)
        self._wait(0.2)
        if hole in self.world.view().aside:
            self._tap(Restore(hole))
            self._wait(0.2)

    def _tap(self, command: Command) -> None:
        try:
            self.world.command(command)
        except CommandRefused as refused:
            self._out.told = f"{command}: {refused}"

    def _run(self, steps: Iterable[Step]) -> bool:
        """Do the plan; when a step has become impossible the hands stop, the rest happens.

        True when it was broken off like that.
        """
        lost = False
        for step in steps:
            if step.do in ("lift", "put"):
                lost = lost or not self._hand(step)
            elif step.do == "wait":
                self._wait(0.05 if lost else step.value)
            elif self._happen(step):
                lost = True
        return lost

    def _hand(self, step: Step) -> bool:
        """Move a marble, if it can be done."""
        world = self.world
        if step.do == "lift":
            if world.wood.get(step.hole) != step.token:
                return False
            world.lift(step.hole)
        else:
            if step.hole in world.wood or step.token not in world.hand:
                return False
            world.put(step.hole, step.token)
        self._trace.note(step.do, step.hole, step.token)
        return True

    def _lift(self, hole: str) -> str:
        token = self.world.wood[hole]
        self._hand(Step("lift", hole, token))
        self._wait(self.rng.uniform(0.08, 0.3))
        return token

    def _put(self, hole: str, token: str) -> None:
        self._hand(Step("put", hole, token))
        self._wait(self.rng.uniform(0.08, 0.2))

    def _happen(self, step: Step) -> bool:
        """A disturbance; True when the hands lose the thread by it."""
        world = self.world
        if step.do == "fault":
            world.fault(step.hole, step.value)
            self._blind = True
        elif step.do == "power":
            world.power_cut(step.value)
            self._cut = self._blind = True
        elif step.do == "flip":
            world.force(step.hole, step.hole not in world.wood)
        elif step.do == "true":
            world.force(step.hole, None)
        elif step.do == "dead":
            level = step.hole in world.wood if step.value < 0 else bool(step.value)
            world.force(step.hole, level)
            self.dead.add(step.hole)
        elif step.do == "knock":
            self._knock(int(step.value))
            return True
        return False

    def _knock(self, count: int) -> None:
        """Some marbles jump out and roll into other holes, or off the board."""
        world, rng = self.world, self.rng
        standing = sorted(world.wood)
        hit = rng.choice(standing)
        near = sorted(standing, key=lambda hole: _distance(world, hit, hole))[:count]
        tokens = [(hole, world.wood[hole]) for hole in near]
        for hole, token in tokens:
            self._hand(Step("lift", hole, token))
        for hole, token in tokens:
            free = empty_near(world.board, world.wood, hole, 8)
            if free and rng.random() < 0.8:
                self._hand(Step("put", rng.choice(free), token))
        self._wait(0.05)

    # ----------------------------------------------------------------------------- following

    def _follow(self) -> None:
        """Do what the lights and the page say until the board is at rest as it was meant."""
        world, referee = self.world, self.world.referee
        world.heal()
        for _ in range(MOST_STEPS):
            self._wait(SETTLED if not self.dead else UNSEEN)
            referee.catch_up()
            view = world.view()
            if view.link != "up":
                self._wait(1.0)
                continue
            self._count_correction(view)
            if self._distrust(view) or (view.ask is not None and self._answer(view)):
                continue
            if view.state not in AT_REST:
                self._obey(view)
                continue
            if self._finished():
                return
        raise Stuck(self._where(world.view()))

    def _finished(self) -> bool:
        """The table is content: whether all is as it was meant; if not, do something about it."""
        board, wood, intent = self.world.board, self.world.wood, self._intent
        position = self.world.referee.position
        strange = amiss(board, wood, position)
        if position == intent.after:
            if not strange:
                return True
            self._repair(strange)
        elif position in (intent.start, intent.before):
            if strange and amiss(board, wood, intent.after):
                self._repair(strange)
            else:
                self._again()
        elif strange:
            self._repair(strange)
        elif position in self._earlier:
            return self._taken_back()
        else:
            self._mistaken()
        return False

    def _taken_back(self) -> bool:
        """The board shows an earlier position and the table went back to it (PP-11).

        A marble miscounted on to where it stood before cannot be told from one taken back.
        """
        if self._may_be_read_so():
            self._out.indistinguishable = 1
        else:
            self._out.wrong += 1
            self._out.told = f"{self._intent.action.text} took moves back: {self._trace.text()}"
        return True

    def _distrust(self, view: View) -> bool:
        """Tap on a hole that the table reads wrongly: its sensor is set aside (PP-13).

        Also on one that does not notice that its marble was lifted and put down, again and again.
        """
        for doubt in view.doubts:
            lies = (doubt.hole in self.world.wood) != doubt.full
            if doubt.hole in self.dead and (lies or self._touched.get(doubt.hole, 0) > 1):
                self._tap(SetAside(doubt.hole))
                return True
        return False

    def _where(self, view: View) -> str:
        wood = amiss(self.world.board, self.world.wood, self.world.referee.position)
        return (
            f"{self._intent.action.text}: {view.state} {view.prompt.message.key}"
            f" owed {[(o.token, o.frm, o.to) for o in view.owed]} hand {self.world.hand}"
            f" amiss {wood} dead {sorted(self.dead)}"
        )

    def _count_correction(self, view: View) -> None:
        correcting = view.state == "correction"
        self._out.corrections += correcting and not self._correcting
        self._correcting = correcting

    def _answer(self, view: View) -> bool:
        """Answer the question if it can be answered now."""
        assert view.ask is not None
        if view.ask.id != self._asked:
            self._asked = view.ask.id
            self._out.questions += 1
            self._puzzled = 0
        chosen = answer(view.ask, self._intent, self.world)
        if chosen is None:
            self._puzzled += 1
            if self._puzzled <= 2:
                return False
            chosen = NEITHER
        self._tap(Answer(view.ask.id, chosen))
        return True

    def _again(self) -> None:
        """Nothing was accepted: name the card again if it was lost, make the gesture once more.

        Where a sensor is dead and that does not help, the move is tapped on the page (PP-16).
        """
        world, intent = self.world, self._intent
        self._tries += 1
        if self._tries > MOST_TRIES:
            raise Stuck(f"not accepted: {self._where(world.view())}")
        self._name_card()
        done = not amiss(world.board, world.wood, intent.after)
        if done and self.dead and self._tries > 2:
            self._tap(Act(intent.action.text))
        else:
            self._on_with_it()

    def _mistaken(self) -> None:
        """Something else stands as played: undone by one tap, and counted."""
        out, referee = self._out, self.world.referee
        hidden = self._broken_off or self._cut or bool(self.dead)
        if hidden and referee.position in self._meant:
            out.replaced += 1  # the second thought was cut off, or a dead sensor hid it
        elif self._may_be_read_so():
            out.indistinguishable = 1
        else:
            out.wrong += 1
            out.told = f"{self._intent.action.text} became another: {self._trace.text()}"
        self._taps += 1
        self._tap(Undo())

    def _may_be_read_so(self) -> bool:
        """Whether what the hands did is, to the sensors, what is committed now.

        Either their gesture as it was done; or, where marbles were knocked about or two were in
        hands together, what had been done when it was committed.
        """
        board, position = self.world.board, self.world.referee.position
        if self._planned.may_be(board, position):
            return True
        if self._blind and self._planned.looks_like(board, position):
            return True  # the wire was down: of what was done the table saw the outcome alone
        if not self._committed.may_be(board, position):
            return False
        return self._broken_off or bool(amiss(board, self._made, position))

    def _wait(self, seconds: float) -> None:
        """Let time pass; what has been committed meanwhile is noticed."""
        before = self.world.referee.position
        self.world.wait(seconds)
        self.world.referee.catch_up()
        if self.world.referee.position is not before:
            self._committed, self._made = self._trace.end(), dict(self.world.wood)

    # ------------------------------------------------------------------------ what hands do then

    def _obey(self, view: View) -> None:
        """One step of what is shown."""
        if view.state == "correction":
            self._pay(view)
        elif view.state == "wrong":
            self._put_right(view)
        elif view.state == "stray":
            if not self._bring_back(view):
                self._on_with_it()
        elif not self._hand_back(view):
            self._name_card()
            self._on_with_it()

    def _name_card(self) -> None:
        """The card that was not named before the move is named now."""
        prelude = self._intent.prelude
        if prelude is not None and self.world.referee.position == self._intent.start:
            self._tap(Act(prelude.text))
            self._wait(0.3)

    def _hand_back(self, view: View) -> bool:
        """Marbles in the hand that are not meant to move go back to where ``origin`` is lit."""
        world, intent = self.world, self._intent
        done = world.referee.position == intent.after
        meant = set() if done else {h for w in intent.ways for h in world.board.places[w.frm].holes}
        meant |= (
            set() if done else {h for w in intent.sent for h in world.board.places[w.frm].holes}
        )
        back = [held for held in view.in_hand if held.frm and held.frm not in meant]
        return any(h.frm not in world.wood and self._fill(h.frm, h.token) for h in back)

    def _pay(self, view: View) -> None:
        """The first debt that can be paid: one pair at a time, each marble known by its colour."""
        for owed in view.owed:
            if owed.blocking and self._pay_one(owed):
                return

    def _pay_one(self, owed: Owed) -> bool:
        """One debt; False when nothing can be done about it now."""
        world = self.world
        lifted = bool(owed.frm) and owed.frm in world.wood
        if lifted:
            self._lift(owed.frm)
        if not owed.to:
            return lifted
        if owed.to in world.wood:
            if owed.to == owed.frm or world.wood[owed.to] == owed.token:
                if self._belongs(owed.to) == owed.token and owed.to not in self.dead:
                    return lifted
                self._reseat(owed.to)
                return True
            self._lift(owed.to)
        return self._fill(owed.to, owed.token) or lifted

    def _fill(self, hole: str, token: str) -> bool:
        """Put a marble of that colour there: out of the hand, or one that is out of place."""
        world = self.world
        if token not in world.hand and (frm := self._strayed(token)):
            self._lift(frm)
        if token in world.hand:
            self._put(hole, token)
        return hole in world.wood

    def _put_right(self, view: View) -> None:
        """A marble shown as wrong goes where it was meant to, or back as the lights say."""
        world = self.world
        if self._bring_back(view):
            return
        if view.arrow is None or view.arrow.frm not in world.wood:
            self._on_with_it()
            return
        token = world.wood[view.arrow.frm]
        goal = next((w for w in self._intent.ways if w.token == token), None)
        if goal is not None and self.rng.random() < 0.5:
            self._on_with_it()
            return
        self._lift(view.arrow.frm)
        if view.arrow.to not in world.wood:
            self._put(view.arrow.to, token)

    def _bring_back(self, view: View) -> bool:
        """A marble in the hand goes back to its hole that says ``return``; False if none does."""
        world = self.world
        for hole, shown in view.holes.items():
            if shown.role != "return":
                continue
            if hole in world.wood:
                if view.state == "stray":
                    self._reseat(hole)
                    return True
                continue
            if self._fill(hole, self._belongs(hole)):
                return True
        return False

    def _belongs(self, hole: str) -> str:
        """The colour that the position has in that hole."""
        place = self.world.board.space(hole).place
        tokens = self.world.referee.position.occupancy().get(place, ())
        return tokens[0] if tokens else ""

    def _reseat(self, hole: str) -> None:
        """Lift a marble and set it down again: the table does not seem to feel it."""
        self._touched[hole] = self._touched.get(hole, 0) + 1
        if self._touched[hole] > 3 and hole in self.dead and hole not in self.world.view().aside:
            self._tap(SetAside(hole))
            return
        token = self._lift(hole)
        self._put(hole, token)

    def _on_with_it(self) -> None:
        """Go on with what is meant from what stands; where it stands already, touch it again."""
        world, intent, rng = self.world, self._intent, self.rng
        moved = False
        held: list[tuple[str, str]] = []
        for way in intent.ways:
            to = hole_for(world.board, world.wood, way.to, rng)
            if self._stands(way):
                continue
            moved = True
            if not self._holds(way.token):
                frm = hole_with(world.board, world.wood, way, rng) or self._strayed(way.token)
                if frm:
                    self._lift(frm)
            if to and to in world.wood:
                self._lift(to)
            if to:
                held.append((to, way.token))
        for to, token in held:
            if to not in world.wood and token in world.hand:
                self._put(to, token)
        if not moved:
            self._touch_again()

    def _holds(self, token: str) -> bool:
        """Whether a marble of that colour is in the hand that is not a captured one."""
        gone = [w for w in self._intent.sent if w.token == token and not self._on_wood(w)]
        return self.world.hand.count(token) > self._late.count(token) + len(gone)

    def _on_wood(self, way: Way) -> bool:
        """Whether the marble that is to be captured still stands where it stood."""
        holes = self.world.board.places[way.frm].holes
        return any(self.world.wood.get(hole) == way.token for hole in holes)

    def _stands(self, way: Way) -> bool:
        """Whether the marble of that way is where it was meant to go."""
        world = self.world
        there = by_place(world.board, world.wood).get(way.to, Counter[str]())
        should = [t for t in self._intent.after.occupancy().get(way.to, ()) if t == way.token]
        return there.get(way.token, 0) >= len(should)

    def _strayed(self, token: str) -> str:
        """A hole where a marble of that colour stands out of place."""
        world = self.world
        position = world.referee.position
        for place in amiss(world.board, world.wood, position):
            holes = [h for h in world.board.places[place].holes if world.wood.get(h) == token]
            if len(holes) > position.occupancy().get(place, ()).count(token):
                return holes[0]
        return ""

    def _touch_again(self) -> None:
        """All stands as meant and the table does not see it: take the marbles up once more."""
        world = self.world
        if self._intent.swap:
            holes = [world.board.places[way.to].holes[0] for way in self._intent.ways]
            tokens = [(hole, self._lift(hole)) for hole in holes if hole in world.wood]
            for hole, token in tokens:
                self._put(hole, token)
            return
        for way in self._intent.ways:
            for hole in world.board.places[way.to].holes:
                if world.wood.get(hole) == way.token:
                    self._reseat(hole)
                    break

    def _repair(self, places: list[str]) -> None:
        """The table is content but the colours are mixed up: put them as the picture shows."""
        world = self.world
        holes = [hole for place in places for hole in world.board.places[place].holes]
        for hole in holes:
            if hole in world.wood:
                self._lift(hole)
        occupancy = world.referee.position.occupancy()
        for place in places:
            for token in occupancy.get(place, ()):
                hole = hole_for(world.board, world.wood, place, self.rng)
                if hole and hole not in world.wood and token in world.hand:
                    self._put(hole, token)

    # ---------------------------------------------------------------------------------- afterwards

    def _finish(self, late: bool) -> None:
        """Bring the captured marbles home, at once or later."""
        if late or self.rng.random() < 0.1:
            return
        self.bring_home()

    def bring_home(self) -> None:
        """Put every captured marble into a lit hole of its pen (PP-6)."""
        world = self.world
        for token in world.hand:
            lit = [
                hole
                for hole, shown in world.view().holes.items()
                if shown.role == "pen" and shown.colour == token and hole not in world.wood
            ]
            if lit:
                self._put(self.rng.choice(lit), token)
        self._wait(0.1)


def _distance(world: World, one: str, other: str) -> float:
    a, b = world.board.space(one), world.board.space(other)
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
