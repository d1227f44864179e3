"""The verdict on where a gesture led: as meant, wrong, or indistinguishable."""

from __future__ import annotations

from collections.abc import Sequence

from companion.model.commands import Undo
from engine.game import Position

from .grip import Grip
from .intent import Occupancy, amiss, announced, intend, same_ways
from .trace import Trace


class Verdict:
    """The count of what the table made of a gesture, by all that the sensors can have told it."""

    def __init__(self, grip: Grip) -> None:
        self.grip = grip
        self.world = grip.world
        self._now = grip.now

    def count_unasked(self) -> None:
        """Count a swap that was made without a question as guessed, even if it was right (PP-3)."""
        sound = not (self._now.lied or self.grip.dead or self._now.blind or self._now.broken_off)
        sound = sound and not self.world.view().aside
        if self._now.intent.swap and sound and not self._now.out.questions:
            self._now.out.wrong += 1
            self._now.out.told = (
                f"{self._now.intent.action.text} was made without asking: nothing, perhaps"
            )

    def taken_back(self) -> bool:
        """Count the table's return to an earlier position that the board shows (PP-11).

        A miscounted marble may come to where it stood before. It may also be left there, or where
        the last move may be changed to, for longer than counting takes. Then it cannot be told from
        one taken back. A move before its card cannot be told from a change of the last move (PP-5),
        which one tap has undone.
        """
        traces = (
            self._now.planned,
            self._now.committed,
        )  # the whole, or as far as it was made then
        last = self.world.judge.position
        back = [last, *self.world.judge.returned[self._now.returned :]]
        like = self._changed_for_long(last) or any(
            self.may_be_read_so(position.occupancy()) for position in back
        )
        if self._now.misread or like or self._may_change(last, traces):
            self._now.out.indistinguishable = 1
        else:
            self._now.out.wrong += 1
            self._now.out.told = (
                f"{self._now.intent.action.text} took moves back: {self._now.trace.text()}"
            )
        return True

    def _changed_for_long(self, last: Position) -> bool:
        """True when ``last``, or another outcome of it, stood for longer than counting takes."""
        if not self._now.rested:
            return False
        outcomes = [intend(last, None, action).shown for action in announced(last)]
        boards: list[Position | Occupancy] = [last, *outcomes]
        return any(not amiss(self.world.board, w, one) for w in self._now.rested for one in boards)

    def mistaken(self) -> None:
        """Undo by one tap an action that was not meant, and count it."""
        out, judge = self._now.out, self.world.judge
        hidden = (
            self._now.broken_off
            or self._now.blind
            or bool(self.grip.dead or self.world.view().aside)
        )
        if judge.chosen in self._now.meant and (hidden or self._now.misread):
            out.replaced += 1  # the second thought was cut off, or a dead sensor hid it
        elif self._touch_stood():
            out.replaced += 1
        elif self._now.misread:
            pass  # the rest of that reading still stands: two movements of one touch that lasted
        elif self._guessed():
            out.wrong += 1
            out.told = f"{self._now.intent.action.text} was played as another without asking"
        elif self.may_be_read_so(judge.announced) or self._changed_last():
            out.indistinguishable = 1
            self._now.misread = True
        else:
            out.wrong += 1
            out.told = f"{self._now.intent.action.text} became another: {self._now.trace.text()}"
        if self.world.judge.made is not None:
            self._now.undone.add(self.world.judge.made[1].text)
        self._now.taps += 1
        self.grip.tap(Undo())

    def _guessed(self) -> bool:
        """True when a choice that no board shows was made without asking for it (RP-85)."""
        intent, made = self._now.intent, self.world.judge.made
        if made is None or made[0] != intent.before or made[1] == intent.action:
            return False
        return same_ways(made[1], intent.action)

    def may_be_read_so(self, shown: Occupancy) -> bool:
        """True when the hands' work may look to the sensors like the board that is committed now.

        That is the gesture as it was done, or what had been done or felt at the commit.
        """
        board = self.world.board
        if self._now.planned.may_be(board, shown):
            return True
        if self._now.blind and self._now.planned.looks_like(board, shown):
            return True  # the wire was down, so the table saw only the outcome
        if self._stood_when_stopped(shown):
            return True
        if not amiss(board, self._now.made, shown):
            return False
        unfelt = [board.space(hole).place for hole in self.world.view().aside]
        return self._now.committed.may_be(board, shown, unfelt) or self._felt_as(shown)

    def _stood_when_stopped(self, shown: Occupancy) -> bool:
        """True when the hands were stopped, and what the last action moves stood then as it has it.

        What was knocked elsewhere meanwhile tells nothing of that action.
        """
        made = self.world.judge.made
        if made is None or not self._now.broken_off:
            return False
        moved = {place for way in made[1].displacements for place in (way.frm, way.to)}
        return not moved & set(amiss(self.world.board, self._now.made, shown))

    def _touch_stood(self) -> bool:
        """True when a touch outlasted the dwell where a move may end and a bad sensor hid the rest.

        It is also True when the touch lasted for longer than counting takes: then it was that move.
        """
        world, made = self.world, self.world.judge.made
        if made is None or not {"slip", "counting"} & self._now.out.had:
            return False
        if any(not amiss(world.board, wood, world.judge.announced) for wood in self._now.rested):
            return True
        places = {way.to for way in self._now.intent.ways} | {
            way.to for way in made[1].displacements
        }
        holes = {hole for place in places for hole in world.board.places[place].holes}
        bad = holes & (world.view().aside.keys() | self.grip.dead)
        return bool(bad) and not amiss(world.board, self._now.made, world.judge.announced)

    def _changed_last(self) -> bool:
        """True when another outcome of the last action stands, as the gesture may read (PP-5)."""
        made = self.world.judge.made
        if made is None or made[0] not in self._now.earlier:
            return False
        return self._may_change(made[0], (self._now.planned, self._now.by_then))

    def _may_change(self, position: Position, traces: Sequence[Trace]) -> bool:
        """True when one of the traces is also an action of that earlier position."""
        board = self.world.board
        others = [intend(position, None, action).shown for action in announced(position)]
        return any(trace.may_be(board, other) for trace in traces for other in others)

    def _felt_as(self, shown: Occupancy) -> bool:
        """True when the sensors had told that board at the commit.

        They told something false, or had not yet told what was done within the debounce before the
        table decided. It is never True when the board stood so marble for marble: that was a touch
        taken too soon.
        """
        sound = not (self._now.lied or self.grip.dead or self._now.blind or self._now.broken_off)
        if sound and self._now.committed.stood(self.world.board, shown):
            return False
        board, (wood, hand, first) = self.world.board, self._now.begun
        felt = [(board.holes[hole], there) for hole, there in self.world.ear.felt]
        least, most = self._now.hearing
        traces = (Trace.felt(wood, hand, felt[first:end]) for end in range(least, most + 1))
        return any(trace.may_be(board, shown) for trace in traces)
