"""The hands' side of the table: the sensors of its board, read by the tracker of the open game."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from companion.wood.seating import Seating
from engine.events import Event
from engine.game import Position
from hardware.ports import LinkChange, SensorEvent, Snapshot

from .beginning import NextPicture, next_picture, seen_in_pens, set_out_as
from .candidates import NONE, Options
from .dialogue import Dialogue
from .dwell import Dwells, Stops
from .endings import Step
from .lasting import Lasting
from .ledger import ELSEWHERE, Change, Moved, Past, Recent
from .sensor_health import LIES
from .sensors import Sensors
from .showing import Showing
from .stillness import Stillness
from .tracking import Tracking


class HandSide:
    """What the sensors told, what people said, and what the table played: facts for the tracker.

    ``physical``  whether there is a board at all; without one everything is played on the page
    ``counted``   whether hands touch holes as they count (PP-2)
    ``sensors``   what the board says; ``dialogue``: what people are shown and asked
    ``seating``   which hole is which place of the game that was opened last
    """

    def __init__(self, physical: bool, dwell: float, counted: bool = True) -> None:
        self.physical, self.counted = physical, counted
        self.sensors: Final = Sensors(physical=physical)
        self.dialogue: Final = Dialogue()
        self.dwells: Final = Dwells(dwell)
        self.seating: Seating | None = None
        self._stillness: Final = Stillness(self.dwells)
        self._stops = Stops(self.dwells)
        self._tracking: Tracking | None = None
        self._position: Position | None = None
        self._options = NONE
        self._next = NextPicture.AS_PLAYED

    @property
    def playing(self) -> bool:
        """Whether hands on the board count now."""
        return self.physical and self.sensors.up and self._tracking is not None

    @property
    def tracking(self) -> Tracking:
        """The tracker of the open game."""
        assert self._tracking is not None
        return self._tracking

    # ------------------------------------------------------------------------------- positions

    def begin(
        self,
        seating: Seating,
        position: Position,
        options: Options,
        recent: Recent = (),
        *,
        set_out: bool,
        dealt: bool,
    ) -> None:
        """A game was opened. ``set_out``: its marbles are put in place by the virtual board.

        Else the board is looked at: marbles known from the game before keep their token, others are
        taken for what the position has there.
        """
        standing = set_out_as(seating, position.occupancy())
        self._next = next_picture(set_out=set_out, seen=self.sensors.sensed is not None)
        if not set_out and self.sensors.sensed is not None:
            known = self._known(seating)
            full = self.sensors.full(seating) | (self.sensors.health.aside.keys() & known.keys())
            standing = {hole: known.get(hole) or standing.get(hole, "") for hole in full}
        self.seating, self._position, self._options = seating, position, options
        self.sensors.remarks.clear()
        self._stops = Stops(self.dwells)
        self._stillness.stop()
        self._follow_standing(standing)
        self.dialogue.begin()
        self.tracking.board.dealt = dealt
        self.tracking.recall(recent)

    def take_up(self, tracking: Tracking, lasting: Lasting) -> None:
        """Go on as before a restart. What has changed since shows in the next picture (I7)."""
        tracking.touches.counted = self.counted
        self._tracking = tracking
        if self._next is NextPicture.OTHER_PENS:
            self._next = NextPicture.AS_PLAYED
        self.dialogue.follow(tracking)
        self.dialogue.take_up(lasting)

    def _follow_standing(self, standing: Mapping[str, str]) -> None:
        """Begin to track the position from a board that stands so."""
        assert self.seating is not None
        assert self._position is not None
        dealt = self._tracking is not None and self._tracking.board.dealt
        self._tracking = Tracking(self.seating, self._position, standing)
        self._tracking.board.dealt, self._tracking.touches.counted = dealt, self.counted
        for hole in self.sensors.health.aside:
            self._tracking.distrust(hole, doubted=True)
        self.dialogue.follow(self._tracking)

    def _known(self, seating: Seating) -> dict[str, str]:
        """Hole → token of the game before, where the same board goes on."""
        same = self.seating is not None and self.seating.names == seating.names
        return self._tracking.read.standing if self._tracking is not None and same else {}

    def played(self, past: Past, events: Iterable[Event]) -> None:
        """The table has played something that was said, or chance has brought it."""
        self.tracking.said(past)
        self._stand(past.after, events)

    def undone(self, change: Change, position: Position) -> None:
        """The table has taken back what the hands changed."""
        self.tracking.undone(change)
        self._stand(position, (), by_hands=True)

    def redone(self, steps: Iterable[tuple[Step, bool]], position: Position) -> None:
        """The table has made again what it had taken back. Beside each step: is it an action?"""
        self.tracking.redone(steps, position)
        self._stand(position, (), by_hands=True)

    def made(self, one: Step, after: Position, events: Iterable[Event]) -> None:
        """The table has played the next action of what the hands changed."""
        self.tracking.made(one, after)
        self._stand(after, events)

    def reset(self, position: Position, moved: Moved = ELSEWHERE) -> None:
        """No action led to that position."""
        goes_on = self.tracking.reset(position, moved)
        self._stand(position, (), goes_on=goes_on)

    def forget(self, holes: Container[str]) -> None:
        """What was read in these holes is not true: nobody knows which marbles stand there."""
        known = self.tracking.read.standing.items()
        self._follow_standing({hole: "" if hole in holes else token for hole, token in known})

    def _stand(self, position: Position, events: Iterable[Event], **how: bool) -> None:
        """Note the position that the table stands at. ``how``: as ``Dialogue.stand`` has it."""
        self._position = position
        self.dialogue.stand(events, **how)

    def offer(self, options: Options) -> None:
        """Note what may be announced now."""
        self._options = options

    def close(self) -> None:
        """The game was closed; what stands on the board stays known by its holes."""
        self._position = None
        self.dialogue.close()

    # -------------------------------------------------------------------------------- sensors

    def feel(self, event: SensorEvent, now: float) -> bool:
        """Take a sensor event; whether anything of it is news."""
        if isinstance(event, LinkChange):
            changed = self.sensors.linked(event)
            if not self.sensors.up:
                self._stillness.stop()  # until the picture comes nobody knows what stands
            return changed
        self.sensors.note(event)
        if self._position is None or self.seating is None:
            return False
        if isinstance(event, Snapshot):
            return self._picture(event, now)
        self.pass_time(now)
        if not 0 <= event.hole < len(self.seating.names):
            return False
        hole = self.seating.names[event.hole]
        self.sensors.wear(hole, now)
        return self._change(hole, event.present, now)

    def _change(self, hole: str, present: bool, now: float) -> bool:
        token = self.sensors.remarks.pop(hole, "") if present else ""
        if not self.tracking.edge(hole, present, now):
            return False
        if token:
            self.tracking.remark(hole, token)
        self._stillness.begin(now)
        self.dialogue.touched(hole, felt=hole not in self.sensors.health.aside)
        acting = self._options.acting
        whose = partial(self.tracking.ledger.mover, self.tracking.state, hole, acting)
        self._stops.changed(hole, present, now, whose)
        return True

    def _picture(self, event: Snapshot, now: float) -> bool:
        """A full picture after a gap."""
        assert self.seating is not None
        assert self._position is not None
        if len(event.present) != len(self.seating.names):
            return False
        full = self.sensors.full(self.seating)
        tells, self._next = self._next, NextPicture.AS_PLAYED
        if tells is NextPicture.FIRST_LOOK:
            expected = set_out_as(self.seating, self._position.occupancy())
            self._follow_standing({hole: expected.get(hole, "") for hole in full})
            return True
        if tells is NextPicture.OTHER_PENS:
            self.tracking.stands(seen_in_pens(self.seating, self.tracking.read.standing, full))
        news = self.tracking.picture(full)
        return self._stillness.after_gap(self.tracking, now, news=news)

    def look_again(self, picture: tuple[bool, ...] | None) -> bool:
        """Read the board anew after it was tested; whether it is another than ``picture``.

        However little has changed, it was no gesture: what stands elsewhere is put right (PP-10).
        """
        seating, sensed = self.seating, self.sensors.sensed
        if self._position is None or seating is None or sensed is None or sensed == picture:
            return False
        if len(sensed) != len(seating.names):
            return False
        known, aside = self.tracking.read.standing, self.sensors.health.aside.keys()
        full = (self.sensors.full(seating) - aside) | (aside & known.keys())
        self._follow_standing({hole: known.get(hole, "") for hole in full})
        return True

    def set_aside(self, hole: str, why: str | None, now: float) -> None:
        """Stop believing a hole's sensor, or believe it again (``why`` None) (PP-13)."""
        self.sensors.health.set_aside(hole, why)
        if self._tracking is None or self.seating is None or hole not in self.seating.names:
            return
        self._tracking.distrust(hole, doubted=why is not None, lies=why == LIES)
        felt = self.sensors.felt(self.seating, hole)
        if why is not None or not self._change(hole, bool(felt), now):
            self.dialogue.close()

    def quiet(self, now: float) -> tuple[str, ...]:
        """Chattering sensors that have been quiet and say what stands there."""
        if self._tracking is None or self.seating is None:
            return ()
        return self.sensors.quiet(self.seating, lambda: self.tracking.read.standing, now)

    # ----------------------------------------------------------------------------------- time

    def due(self) -> float | None:
        """When the hands will have been still for a dwell, or waited for long enough."""
        if self._tracking is None:
            return None
        acting, still_out = self._options.acting, self.dialogue.lasting.still_out
        return self._stillness.due(self._tracking, acting, still_out)

    def pass_time(self, now: float) -> None:
        """Tell the tracker how long nothing has changed; without a link nobody knows (PP-14)."""
        if self.playing:
            acting, still_out = self._options.acting, self.dialogue.lasting.still_out
            self._stillness.tell(self.tracking, acting, still_out, now)

    # ------------------------------------------------------------------------- what comes of it

    def change(self) -> Change | None:
        """What the table has to take back and to play; None if nothing."""
        return self.tracking.change() if self.playing else None

    def decide(self) -> Showing | None:
        """What people are shown; None where hands do not count."""
        if not self.playing or self._position is None:
            return None
        shown = self.dialogue.show(self._position, self._options)
        return shown if (until := self.due()) is None else replace(shown, until=until)

    def rests_as_read(self, now: float) -> bool:
        """Let time pass; whether people would be shown what they are shown already (PP-2)."""
        if not self.playing:
            return False
        self.pass_time(now)
        return not self.dialogue.is_news and self.change() is None
