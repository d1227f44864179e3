"""The hands' side of the table: link, sensed holes, and the tracker of the open game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace

from companion.wood.seating import Seating
from engine.events import Event
from engine.game import Position
from hardware.ports import HoleChange, LinkChange, LinkState, SensorEvent, Snapshot

from .asking import Asked, Questions
from .beginning import seen_in_pens, set_out_as
from .believed import Waiting, amiss, believed, still_waiting
from .boardstate import BoardState
from .candidates import Options
from .deciding import Ask, AskColours, AskWhere, Rest
from .deciding import Decision as Verdict
from .dwell import PATIENCE, UNSEEN, Dwells, Stops
from .endings import Step
from .facts import Seats
from .guidance import Guidance
from .ledger import Change, Past, Recent
from .reading import Reading
from .recogniser import Decision, Kind
from .sensor_health import LIES, Health
from .tracking import Tracking


class HandSide:
    """What the sensors told, read against the open position.

    ``physical``  whether there is a board at all; without one everything is played on the page
    ``counted``   whether hands touch holes as they count (PP-2)
    """

    def __init__(self, physical: bool, dwell: float, counted: bool = True) -> None:
        self.physical, self.counted = physical, counted
        self.dwells = Dwells(dwell)
        self.health = Health()
        self.chattering: list[str] = []
        """Sensors that began to chatter and wait for being set aside."""
        self.link = LinkState.CONNECTING if physical else LinkState.NONE
        self.link_reason = ""
        self.link_code = ""
        """Why a board was refused: ``LinkChange.code``."""
        self.sensed: tuple[bool, ...] | None = None
        """The holes as they are, also while no game is open; None before the first picture."""
        self.seating: Seating | None = None
        """Which hole is which place of the game that was opened last."""
        self.state: BoardState | None = None
        """The believed marbles, as the last decision read them; None while no game is open."""
        self.asked: Asked | None = None
        """The question that stands, with what each answer means."""
        self.anew: tuple[BoardState, Decision] | None = None
        """A marble in the hand as a new move, while it may as well go on with its last (PP-5)."""
        self.moved: BoardState | None = None
        """The marbles by the position that stands, where ``state`` speaks of the one before it: its
        last move may go on (PP-5)."""
        self.unmeant: set[tuple[str, str]] = set()
        """Ways that people were asked about and had not meant, until the board fits."""
        self._tracking: Tracking | None = None
        self._shown: Reading | None = None
        """What was believed when people were shown something last."""
        self._position: Position | None = None
        self._options = Options()
        self._waiting: Waiting = Counter()
        self._taken_up = False
        """A game was taken up and no picture has come since: its pens may use other holes."""
        self._still_out = 0
        """So often somebody has said since the last change that a marble is not where it was
        looked for; each time it is waited for twice as long."""
        self._waited_since: float | None = None
        """The change after which a marble in a hand was waited for long enough."""
        self._to_look_at = False
        """A game was begun on a board that nobody has looked at yet."""
        self._changed_at: float | None = None
        self._debts: set[str] | None = None
        """Holes that are not as the position has them since it began; None: not looked at yet."""
        self._stops = Stops(self.dwells)
        self._remarks: dict[str, str] = {}
        """Hole → the marble that the hand said it puts there; its edge has not come yet (PP-3)."""

    @property
    def playing(self) -> bool:
        """Whether hands on the board count now."""
        return self.physical and self.link is LinkState.UP and self._tracking is not None

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
        expected = set_out_as(seating, position.occupancy())
        standing = dict(expected)
        self._to_look_at = not set_out and self.sensed is None
        if not set_out and self.sensed is not None:
            known = self._known(seating)
            full = [n for n, there in zip(seating.names, self.sensed, strict=False) if there]
            full += [hole for hole in self.health.aside if hole in known]
            standing = {hole: known.get(hole) or expected.get(hole, "") for hole in full}
        self.seating, self._position, self._options = seating, position, options
        self._remarks.clear()
        self._stops = Stops(self.dwells)
        self._waiting = Counter()
        self._taken_up, self._changed_at, self._debts = set_out, None, None
        self._follow_standing(standing)
        self.tracking.ledger.dealt = dealt
        self.tracking.recall(recent)

    def _follow_standing(self, standing: Mapping[str, str]) -> None:
        """Begin to track the position from a board that stands so."""
        assert self.seating is not None
        assert self._position is not None
        dealt = self._tracking is not None and self._tracking.ledger.dealt
        self._tracking = Tracking(self.seating, self._position, standing)
        self._tracking.ledger.dealt, self._tracking.touches.counted = dealt, self.counted
        for hole in self.health.aside:
            self._tracking.distrust(hole, doubted=True)
        self.state = self.asked = self._debts = None

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
        self._stand(position, ())
        self._debts = set()  # what the hands are about is no debt

    def made(self, one: Step, after: Position, events: Iterable[Event]) -> None:
        """The table has played the next action of what the hands changed."""
        self.tracking.made(one, after)
        self._stand(after, events)

    def reset(self, position: Position) -> None:
        """The table stands at another position, which no action led to."""
        self.tracking.reset(position)
        self._stand(position, ())

    def forget(self, holes: Container[str]) -> None:
        """What was read in these holes is not true: nobody knows which marbles stand there."""
        known = self.tracking.read.standing.items()
        self._follow_standing({hole: "" if hole in holes else token for hole, token in known})

    def _stand(self, position: Position, events: Iterable[Event]) -> None:
        """Note the position that the table stands at. ``events``: who may wait in a hand (PP-6)."""
        self._position, self._debts = position, None
        for event in events:
            if not event.blocking:
                self._waiting.update((token, to) for token, _, to in event.moved)
        self.state = self.asked = None

    def offer(self, options: Options) -> None:
        """Note what may be announced now."""
        self._options = options

    def close(self) -> None:
        """The game was closed; what stands on the board stays known by its holes."""
        self.state = self.asked = self._position = None

    # -------------------------------------------------------------------------------- sensors

    def remark(self, hole: str, token: str) -> None:
        """The virtual hand says which marble it puts into a hole; empty: it does not say.

        Evidence for the edge that follows, and for nothing else (PP-3).
        """
        self._remarks[hole] = token

    def feel(self, event: SensorEvent, now: float) -> bool:
        """Take a sensor event; whether anything of it is news."""
        if isinstance(event, LinkChange):
            changed = (self.link, self.link_reason) != (event.state, event.reason)
            self.link, self.link_reason, self.link_code = event.state, event.reason, event.code
            if event.state is not LinkState.UP:
                self._changed_at = None  # until the picture comes nobody knows what stands
            return changed
        self.note(event)
        if self._position is None or self.seating is None:
            return False
        if isinstance(event, Snapshot):
            return self._picture(event, now)
        self.pass_time(now)
        if not 0 <= event.hole < len(self.seating.names):
            return False
        hole = self.seating.names[event.hole]
        if self.health.changed(hole, now):
            self.chattering.append(hole)
        return self._change(hole, event.present, now)

    def _change(self, hole: str, present: bool, now: float) -> bool:
        token = self._remarks.pop(hole, "") if present else ""
        if not self.tracking.edge(hole, present, now):
            return False
        if token:
            self.tracking.remark(hole, token)
        self._changed_at = now
        if hole not in self.health.aside:
            self._still_out = 0
        (self._debts or set()).discard(hole)
        self._stops.changed(hole, present, now, self._mover)
        return True

    def _mover(self, hole: str) -> int | None:
        """Whose a marble is that is lifted: the last action's may go on (PP-5)."""
        assert self.seating is not None
        last = self.tracking.ledger.last_action(self.tracking.state)
        if last is not None and self.seating.places[hole] in {d.to for d in last.displacements}:
            return last.seat
        acting = self._options.acting
        return acting[0] if len(acting) == 1 else None

    def _picture(self, event: Snapshot, now: float) -> bool:
        """A full picture after a gap."""
        assert self.seating is not None
        assert self._position is not None
        names = self.seating.names
        if len(event.present) != len(names):
            return False
        full = {name for name, there in zip(names, event.present, strict=True) if there}
        if self._to_look_at:
            self._to_look_at = False
            expected = set_out_as(self.seating, self._position.occupancy())
            self._follow_standing({hole: expected.get(hole, "") for hole in full})
            return True
        first, self._taken_up = self._taken_up, False
        if first:
            pens = seen_in_pens(self.seating, self.tracking.read.standing, full)
            self.tracking.stands(pens)
        news = self.tracking.picture(full)
        if news or not self.tracking.state.rested:
            self._changed_at = now
        return news

    def note(self, event: HoleChange | Snapshot) -> None:
        """Keep what the sensors say, unread; while the board is tested that is all."""
        if isinstance(event, Snapshot):
            self.sensed = event.present
        elif self.sensed is not None and 0 <= event.hole < len(self.sensed):
            sensed = self.sensed
            self.sensed = (*sensed[: event.hole], event.present, *sensed[event.hole + 1 :])

    def look_again(self, picture: tuple[bool, ...] | None) -> bool:
        """Read the board anew after it was tested; whether it is another than ``picture``.

        However little has changed, it was no gesture: what stands elsewhere is put right (PP-10).
        """
        seating, sensed = self.seating, self.sensed
        if self._position is None or seating is None or sensed is None or sensed == picture:
            return False
        if len(sensed) != len(seating.names):
            return False
        known, aside = self.tracking.read.standing, self.health.aside.keys()
        full = {name for name, there in zip(seating.names, sensed, strict=True) if there}
        full = (full - aside) | (aside & known.keys())
        self._follow_standing({hole: known.get(hole, "") for hole in full})
        return True

    # ----------------------------------------------------------------------------------- time

    @property
    def dwell(self) -> float:
        """Seconds to wait where something can still grow."""
        return self.dwells.of(self._options.acting)

    def due(self) -> float | None:
        """When the hands will have been still for a dwell, or waited for long enough."""
        if self._changed_at is None or self._tracking is None:
            return None
        if not self._tracking.state.rested:
            return self._changed_at + self.dwell
        return self._changed_at + self._patience if self._patient else None

    @property
    def _patient(self) -> bool:
        """Whether a marble in a hand is still waited for, since the last change."""
        waits = self._tracking is not None and self._tracking.state.waits
        return waits and self._waited_since != self._changed_at

    @property
    def _patience(self) -> float:
        """Seconds after which a marble in a hand is waited for no more."""
        return UNSEEN * 2**self._still_out if self.health.aside else PATIENCE

    def pass_time(self, now: float) -> None:
        """Tell the tracker how long nothing has changed; without a link nobody knows (PP-14)."""
        if self._changed_at is None or not self.playing:
            return
        assert self._tracking is not None
        if not self._tracking.state.rested and now >= self._changed_at + self.dwell:
            self._tracking.dwell()
        if self._patient and now >= self._changed_at + self._patience:
            self._waited_since = self._changed_at
            self._tracking.waited()

    def rests_as_read(self, now: float) -> bool:
        """Let time pass; whether people would be shown what they are shown already (PP-2)."""
        if not self.playing or self._shown is None or self.state is None or self.asked is not None:
            return False
        self.pass_time(now)
        return self.tracking.read.outline == self._shown.outline and self.change() is None

    # --------------------------------------------------------------------------------- health

    def set_aside(self, hole: str, why: str | None, now: float) -> None:
        """Stop believing a hole's sensor, or believe it again (``why`` None) (PP-13)."""
        if why is None:
            self.health.aside.pop(hole, None)
        else:
            self.health.aside[hole] = why
        if self._tracking is None or self.seating is None or hole not in self.seating.names:
            return
        self._tracking.distrust(hole, doubted=why is not None, lies=why == LIES)
        felt = self.sensed is not None and self.sensed[self.seating.names.index(hole)]
        if why is None and self._change(hole, felt, now):
            return
        self.state = self.asked = None

    def agrees(self, hole: str) -> bool:
        """Whether a hole's sensor says what is believed to stand there."""
        seating, sensed = self.seating, self.sensed
        if self._tracking is None or seating is None or sensed is None or hole not in seating.names:
            return False
        return sensed[seating.names.index(hole)] == (hole in self._tracking.read.standing)

    def quiet(self, now: float) -> tuple[str, ...]:
        """Chattering sensors that have been quiet and say what stands there."""
        well = []
        for hole in self.health.quiet(now):
            if self.agrees(hole):
                well.append(hole)
            else:
                self.health.wait_again(hole, now)
        return tuple(well)

    # ----------------------------------------------------------------------------------- words

    def takes(self, text: str, seats: frozenset[int]) -> bool:
        """Whether that action fits what stands on the board, though the table is not there yet.

        ``seats``  those of whoever names it; where cards are dealt it is one of theirs
        """
        if not self.playing:
            return False
        open_still = self.tracking.read.may_be_over or self.asked is not None
        return open_still and self.tracking.takes(text, self._whose(seats))

    def tell(self, text: str, seats: frozenset[int]) -> None:
        """Somebody has named that action: what stands before it is over (PP-5)."""
        self.tracking.tell(text, self._whose(seats))

    def _whose(self, seats: frozenset[int]) -> Seats:
        """The seats that a word may be of, where nobody may say it for another."""
        return seats if self.tracking.ledger.dealt else None

    def answer(self, chosen: Sequence[int]) -> None:
        """One reading of the question was chosen, or several are left of it."""
        assert self.asked is not None
        if len(chosen) == 1:
            self.asked.answers[chosen[0]]()
        else:
            left = [o for n, o in enumerate(self.asked.options) if n not in chosen]
            self.tracking.rule_out(left)

    def deny(self) -> None:
        """None of the readings is true."""
        assert self.asked is not None
        if self.asked.decision.kind is Kind.UNSEEN:
            self._still_out += 1
            held = (m.fit.held[0][0] for m in self.asked.decision.matches if m.fit)
            assert self.state is not None
            for token in {self.state.marbles[i].token for i in held}:
                self.tracking.place(token, "")
            return
        if self.asked.neither is not None:
            self.asked.neither()
            return
        matches = self.asked.decision.matches
        self.unmeant |= {goal for m in matches if m.candidate for goal in m.candidate.goals}
        nothing = next((n for n, m in enumerate(matches) if m.candidate is None), None)
        if self.asked.by_word:
            self.tracking.deny_word(self.asked.options)
        elif nothing is not None and self.asked.decision.kind is not Kind.CARD:
            self.asked.answers[nothing]()  # "none of these" is how it is offered
        else:
            self.tracking.answer(None)

    # ------------------------------------------------------------------------------- decisions

    def change(self) -> Change | None:
        """What the table has to take back and to play; None if nothing."""
        return self.tracking.change() if self.playing else None

    def decide(self, now: float) -> Decision | None:
        """What people are shown; None where hands do not count."""
        if not self.playing or self._position is None:
            return None
        self.anew = self.moved = None
        tracking, occupancy = self.tracking, self._position.occupancy()
        assert self.seating is not None
        self._shown = tracking.read
        standing = self._shown.standing
        self._waiting = still_waiting(self.seating, occupancy, standing, self._waiting)
        self.state = believed(tracking, occupancy, self._waiting)
        self.state.present = tracking.read.felt
        guide = Guidance(
            self.state,
            self._options,
            self._untouched_debts(),
            cards=tracking.read.infers_card(tracking.standing_log),
            dwelt=tracking.state.dwelt,
        )
        said, until = tracking.decision, self.due()
        self.asked = self._question(said, Questions(tracking, self.state, guide))
        if self.asked is not None:
            return replace(self.asked.decision, until=until)
        world = self.state.plain(self.state.worlds[0])
        if isinstance(said, Rest) and not self.state.blocking(world):
            self.unmeant.clear()
            return Decision(Kind.REST, world, until=until)
        shown = guide.decision()
        if shown.kind is Kind.CARD:
            self.asked = Questions(tracking, self.state, guide).cards(shown)
        return replace(self._again(shown), until=until)

    def _question(self, said: Verdict, questions: Questions) -> Asked | None:
        """What people are asked now, if anything."""
        if isinstance(said, Ask):
            return questions.unseen(said, self.health.aside) or questions.readings(said)
        if isinstance(said, AskColours):
            return questions.colours(said.holes)
        if isinstance(said, AskWhere) and self.health.aside:
            return questions.where(self.health.aside)
        if self.tracking.state.dwelt and self.tracking.waiting_for_a_word:
            return questions.word()
        return None

    def _untouched_debts(self) -> set[str]:
        """Holes that were not as the position has them when it began, and are untouched (PP-17)."""
        assert self.state is not None
        if self.tracking.waiting_for_a_word:
            return set()  # the hands have gone on already
        if self._debts is None:
            self._debts = amiss(self.state)
        return self._debts

    def _again(self, shown: Decision) -> Decision:
        """The last move going on, if that makes more sense of the hand than a new one (PP-5).

        Its marble was lifted again: where else could its card have taken it?
        """
        before = self.tracking.ledger.last_move(self.tracking.state)
        if before is None or shown.kind not in (Kind.STRAY, Kind.LIFTED, Kind.WRONG):
            return shown
        named = shown.kind is Kind.LIFTED and any(
            m.candidate and m.candidate.prelude is None for m in shown.matches
        )
        if named and not self.tracking.read.goes_on:
            return shown
        state = believed(self.tracking, before.occupancy(), Counter())
        again = Guidance(state, Options(before).named(), dwelt=self.tracking.state.dwelt).decision()
        if again.kind not in (Kind.LIFTED, Kind.HALF):
            return shown
        if shown.kind is Kind.LIFTED and self.state is not None:
            self.anew = (self.state, shown)
        if not self.tracking.read.goes_on:
            self.moved = self.state
        self.state = state
        return again
