"""Following the lights until all is at rest, and the judgement of where that led."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.model.commands import Act, Answer, SetAside, Undo
from companion.model.view import Ask, View
from engine.game import Position

from .answers import NEITHER, answer
from .intent import Occupancy, amiss, announced, intend, same_ways
from .obeying import Obeying
from .outcome import Stuck
from .trace import Trace

SETTLED: Final = 0.75
"""Seconds of still hands after which the table has read them: debounce and the longest dwell."""
UNSEEN: Final = 1.4
"""The same where a sensor has failed or is set aside: the table asks for what it cannot see."""
MOST_STEPS: Final = 70
"""Following the lights for longer than so many steps is being stuck."""
MOST_TRIES: Final = 5
"""A gesture that is legal and not accepted in so many tries is stuck."""

AT_REST: Final = frozenset({"choose_card", "choose_move", "choose", "pending", "over"})


class Follower(Obeying):
    """Does what the lights and the page say until the board is as it was meant."""

    def _follow(self) -> None:
        """Do what the lights and the page say until the board is at rest as it was meant."""
        world, judge = self.world, self.world.judge
        world.heal()
        linked = world.view().link == "up"
        for _ in range(MOST_STEPS):
            self._wait(UNSEEN if self.dead or world.view().aside else SETTLED)
            judge.catch_up()
            view = world.view()
            linked, before = view.link == "up", linked
            if not linked:
                self._wait(1.0)
            if not (linked and before):
                continue  # the board is just back: what it shows is looked at first
            self._count_correction(view)
            if self._distrust(view) or (view.ask is not None and self._answer(view)):
                continue
            if view.state not in AT_REST:
                self._obey(view)
                continue
            if self._finished():
                return
        raise Stuck(self._where(world.view()))

    def _settle(self) -> None:
        """Do what is owed for what the page or a die has brought, until the board is at rest."""
        for _ in range(MOST_STEPS):
            self._wait(UNSEEN if self.dead or self.world.view().aside else SETTLED)
            view = self.world.view()
            if view.state != "correction":
                # Where a sensor is set aside the lights cannot lead: the page shows what is off.
                position = self.world.judge.position
                strange = amiss(self.world.board, self.world.wood, position) if view.aside else []
                if not strange:
                    return
                self._repair(strange)
                continue
            if not self._distrust(view):
                self._pay(view)
        raise Stuck(f"owed: {[(o.token, o.frm, o.to) for o in self.world.view().owed]}")

    def _finished(self) -> bool:
        """The table is content: whether all is as it was meant; if not, do something about it."""
        board, wood, intent = self.world.board, self.world.wood, self._intent
        position = self.world.judge.position
        strange = amiss(board, wood, position)
        if self.world.judge.chosen == intent.after:
            if not strange:
                self._count_unasked()
                return True
            self._repair(strange)
        elif position in (intent.start, intent.before):
            if strange and amiss(board, wood, intent.shown, self._awaited()):
                self._repair(strange)
            else:
                self._again()
        elif strange:
            self._repair(strange)
        elif position in self._earlier and position not in self._meant:
            return self._taken_back()
        else:
            self._mistaken()
        return False

    def _count_unasked(self) -> None:
        """A swap that was made without a question was guessed, even if rightly (PP-3)."""
        sound = not (self._lied or self.dead or self._blind or self._broken_off)
        sound = sound and not self.world.view().aside
        if self._intent.swap and sound and not self._out.questions:
            self._out.wrong += 1
            self._out.told = f"{self._intent.action.text} was made without asking: nothing, perhaps"

    def _awaited(self) -> list[str]:
        """Places whose captured marble is still in a hand: it may come later (PP-6)."""
        return [way.to for way in self._intent.sent if way.token in self.world.hand]

    def _taken_back(self) -> bool:
        """The board shows an earlier position and the table went back to it (PP-11).

        A marble miscounted on to where it stood before, or left there (or where the last move may
        be changed to) for longer than counting takes, cannot be told from one taken back; nor can
        a move before its card from a change of the last one (PP-5), which one tap has undone.
        """
        traces = (self._planned, self._committed)  # the whole, or as far as it was made then
        last = self.world.judge.position
        back = [last, *self.world.judge.returned[self._returned :]]
        like = self._changed_for_long(last) or any(
            self._may_be_read_so(position.occupancy()) for position in back
        )
        if self._misread or like or self._may_change(last, traces):
            self._out.indistinguishable = 1
        else:
            self._out.wrong += 1
            self._out.told = f"{self._intent.action.text} took moves back: {self._trace.text()}"
        return True

    def _changed_for_long(self, last: Position) -> bool:
        """Whether ``last``, or another outcome of it, stood for longer than counting takes."""
        if not self._rested:
            return False
        outcomes = [intend(last, None, action).shown for action in announced(last)]
        boards: list[Position | Occupancy] = [last, *outcomes]
        return any(not amiss(self.world.board, w, one) for w in self._rested for one in boards)

    def _distrust(self, view: View) -> bool:
        """Tap on a hole that the table reads wrongly: its sensor is set aside (PP-13).

        Also on one that does not notice that its marble was lifted and put down, again and again.
        """
        for doubt in view.doubts:
            lies = (doubt.hole in self.world.wood) != doubt.full
            lifted = max(self._touched.get(doubt.hole, 0), self._ignored[doubt.hole] - 1)
            if doubt.hole in self.dead and (lies or lifted > 1):
                self._tap(SetAside(doubt.hole))
                return True
        return False

    def _where(self, view: View) -> str:
        wood = amiss(self.world.board, self.world.wood, self.world.judge.position)
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
        chosen = answer(view.ask, self._intent, self.world)
        if self._regrets(view.ask, chosen):
            chosen = NEITHER
        if chosen is None:
            self._puzzled += 1
            if self._puzzled <= 2:
                return False
            chosen = NEITHER  # what is asked again and again is not as any answer says
        self._puzzled = 0
        self._tap(Answer(view.ask.id, chosen))
        return True

    def _regrets(self, ask: Ask, chosen: str | None) -> bool:
        """Whether what would be said again of an unseen marble has been undone already.

        It went there, but not as that move.
        """
        option = next((option for option in ask.options if option.id == chosen), None)
        if option is None or not ask.message.key.startswith(("ask.unseen", "ask.where")):
            return False
        texts = set(option.actions) - {self._intent.action.text}
        return bool(option.actions) and texts == set(option.actions) and texts <= self._undone

    def _again(self) -> None:
        """Nothing was accepted: name the card again if it was lost, make the gesture once more.

        Where a sensor is dead or set aside and that does not help, the move is tapped on the page
        (PP-16).
        """
        world, intent = self.world, self._intent
        self._tries += 1
        if self._tries > MOST_TRIES:
            raise Stuck(f"not accepted: {self._where(world.view())}")
        self._name_card()
        done = not amiss(world.board, world.wood, intent.shown, self._awaited())
        if self._tries > (2 if done else 3) and (self.dead or world.view().aside):
            self._tap(Act(intent.action.text))
        else:
            self._on_with_it()

    def _mistaken(self) -> None:
        """Something else stands as played: undone by one tap, and counted."""
        out, judge = self._out, self.world.judge
        hidden = self._broken_off or self._blind or bool(self.dead or self.world.view().aside)
        if judge.chosen in self._meant and (hidden or self._misread):
            out.replaced += 1  # the second thought was cut off, or a dead sensor hid it
        elif self._touch_stood():
            out.replaced += 1
        elif self._misread:
            pass  # what of that reading still stands: two movements of one touch that lasted
        elif self._guessed():
            out.wrong += 1
            out.told = f"{self._intent.action.text} was played as another without asking"
        elif self._may_be_read_so(judge.announced) or self._changed_last():
            out.indistinguishable = 1
            self._misread = True
        else:
            out.wrong += 1
            out.told = f"{self._intent.action.text} became another: {self._trace.text()}"
        if self.world.judge.made is not None:
            self._undone.add(self.world.judge.made[1].text)
        self._taps += 1
        self._tap(Undo())

    def _guessed(self) -> bool:
        """Whether a choice that no board shows was made without asking for it (RP-85)."""
        intent, made = self._intent, self.world.judge.made
        if made is None or made[0] != intent.before or made[1] == intent.action:
            return False
        return same_ways(made[1], intent.action)

    def _may_be_read_so(self, shown: Occupancy) -> bool:
        """Whether what the hands did is, to the sensors, the board of what is committed now.

        Either their gesture as it was done, or what had been done or felt when it was committed.
        """
        board = self.world.board
        if self._planned.may_be(board, shown):
            return True
        if self._blind and self._planned.looks_like(board, shown):
            return True  # the wire was down: of what was done the table saw the outcome alone
        if not amiss(board, self._made, shown):
            return self._broken_off  # so it stood when the hands were stopped, marble for marble
        unfelt = [board.space(hole).place for hole in self.world.view().aside]
        return self._committed.may_be(board, shown, unfelt) or self._felt_as(shown)

    def _touch_stood(self) -> bool:
        """A touch outlasted the dwell where a move may end, and a bad sensor hid the rest.

        Or it lasted for longer than counting takes: then it was that move.
        """
        world, made = self.world, self.world.judge.made
        if made is None or not {"slip", "counting"} & self._out.had:
            return False
        if any(not amiss(world.board, wood, world.judge.announced) for wood in self._rested):
            return True
        places = {way.to for way in self._intent.ways} | {way.to for way in made[1].displacements}
        holes = {hole for place in places for hole in world.board.places[place].holes}
        bad = holes & (world.view().aside.keys() | self.dead)
        return bool(bad) and not amiss(world.board, self._made, world.judge.announced)

    def _changed_last(self) -> bool:
        """Whether another outcome of the last action stands, as the gesture may be read (PP-5)."""
        made = self.world.judge.made
        if made is None or made[0] not in self._earlier:
            return False
        return self._may_change(made[0], (self._planned, self._by_then))

    def _may_change(self, position: Position, traces: Sequence[Trace]) -> bool:
        """Whether one of the traces is also an action of that position, which was before."""
        board = self.world.board
        others = [intend(position, None, action).shown for action in announced(position)]
        return any(trace.may_be(board, other) for trace in traces for other in others)

    def _felt_as(self, shown: Occupancy) -> bool:
        """Whether what the sensors had told when it was committed was that board.

        They told what was not so, or had not told yet what was done within the debounce before the
        table decided. Never where it stood so marble for marble: that was a touch taken too soon.
        """
        sound = not (self._lied or self.dead or self._blind or self._broken_off)
        if sound and self._committed.stood(self.world.board, shown):
            return False
        board, (wood, hand, first) = self.world.board, self._begun
        felt = [(board.holes[hole], there) for hole, there in self.world.ear.felt]
        least, most = self._hearing
        traces = (Trace.felt(wood, hand, felt[first:end]) for end in range(least, most + 1))
        return any(trace.may_be(board, shown) for trace in traces)
