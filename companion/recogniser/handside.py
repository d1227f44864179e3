"""The hands' side of the table: link, sensed holes, believed marbles, the recogniser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.wood.marbles import HAND, Standing, World, expected_holes, waiting_in
from companion.wood.seating import Occupancy, Seating, alike
from engine.events import Event
from hardware.ports import HoleChange, LinkChange, LinkState, SensorEvent, Snapshot

from .boardstate import BoardState
from .candidates import Options
from .dwell import STOP, Dwells
from .matching import Match, likeliest
from .recogniser import Decision, Kind, Recogniser
from .rethinking import CHANGES, PUT, Before
from .sensor_health import LIES, Health

GESTURE_HOLES = 4
"""A picture that differs in more holes than this is no gesture: the board was set anew."""

SURE: Final = STOP
"""What was accepted is changed by a marble that has rested so long: counting only touches holes."""


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
        self.recogniser: Recogniser | None = None
        self.before: Before | None = None
        """The gesture that was just accepted, as long as it may still be changed (PP-5)."""
        self.taken_up = False
        """A game was taken up and no picture has come since: its pens may use other holes."""
        self._cards = False
        """Whether a card was ever to be named in this game."""
        self._shown: Recogniser | None = None
        self.anew: Decision | None = None
        """A marble in the hand as a new move, while it may as well go on with its last (PP-2)."""
        self.seating: Seating | None = None
        """Which hole is which place of the game that was opened last."""
        self._occupancy: Occupancy = {}
        self.passed: set[str] = set()
        """Holes that a marble only touched since the last gesture was accepted."""
        self._stops: dict[str, tuple[float, int]] = {}
        self._remarks: dict[str, str] = {}
        """Hole → the marble that the hand said it puts there; its edge has not come yet (PP-3)."""

    @property
    def playing(self) -> bool:
        """Whether hands on the board count now."""
        return self.physical and self.link is LinkState.UP and self.recogniser is not None

    @property
    def state(self) -> BoardState | None:
        """The believed marbles, as the last decision read them; None while no game is open."""
        shown = self._shown or self.recogniser
        return None if shown is None else shown.state

    # ------------------------------------------------------------------------------- positions

    def begin(
        self, seating: Seating, occupancy: Occupancy, options: Options, set_out: bool
    ) -> None:
        """A game was opened. ``set_out``: its marbles are put in place by the virtual board.

        Else the board is looked at: marbles known from the game before keep their token, others are
        taken for what the position has there.
        """
        guessed = False
        standing: Iterable[Standing] = [
            (token, hole) for hole, token in expected_holes(seating, occupancy).items()
        ]
        if not set_out and self.sensed is not None:
            known = self._known_tokens(seating)
            full = zip(seating.names, self.sensed, strict=False)
            aside = self.health.aside
            standing = [
                (known.get(hole, ""), hole) for hole, there in full if there and hole not in aside
            ]
            guessed = not known
        self.seating, self._occupancy = seating, occupancy
        self.before = self._shown = None
        self.passed.clear()
        self._remarks.clear()
        self.taken_up, self._cards = True, False
        self._settle(standing, options, Counter(), guessed)

    def accepted(self, match: Match) -> None:
        """Remember the gesture of ``match``, which is about to be played."""
        recogniser = self.recogniser
        assert recogniser is not None
        recogniser.options = recogniser.options.named()
        self.passed.clear()
        self.before = Before(recogniser, self._occupancy, match)

    def forget_accepted(self, options: Options) -> None:
        """What was to be played was not: the gesture is still under way."""
        self.before = None
        if self.recogniser is not None:
            self.recogniser.options = options

    def go_back(self, options: Options) -> None:
        """The accepted action was taken back by hand: read the board as before it."""
        before = self.before
        assert before is not None
        self.recogniser, self._occupancy = before.recogniser, before.occupancy
        self.recogniser.options = options
        self.recogniser.dwell = self.dwells.of(options.acting)
        self.before = self._shown = None

    def follow(
        self,
        occupancy: Occupancy,
        options: Options,
        events: Iterable[Event],
        world: World | None = None,
        *,
        drawn: bool = False,
    ) -> None:
        """The position changed. ``events`` say which marbles may wait in the hand (PP-6).

        ``drawn``: by chance; where that moves nothing, the last gesture may still be changed (PP-5)
        """
        recogniser = self.recogniser
        assert recogniser is not None
        self._shown = None
        as_before = world is None and alike(occupancy, self._occupancy)
        if world is None:
            recogniser.believe_rest()
            self.before = self.before if drawn and as_before else None
        state = recogniser.state
        if as_before:
            recogniser.options = options
            return
        believed = world or likeliest(state)
        waiting = waiting_in(state.marbles, believed)
        for event in events:
            if not event.blocking:
                waiting.update((token, to) for token, _, to in event.moved)
        self._occupancy = occupancy
        guessed = state.guessed or (world is None and len(state.worlds) > 1)
        self._settle(state.standing(believed), options, waiting, guessed)

    def close(self) -> None:
        """The game was closed; what stands on the board stays known by its holes."""
        self.recogniser = self.before = self._shown = None

    def _settle(
        self,
        standing: Iterable[Standing],
        options: Options,
        waiting: Counter[tuple[str, str]],
        guessed: bool = False,
    ) -> None:
        assert self.seating is not None
        aside = frozenset(self.seating.names).intersection(self.health.aside)
        state = BoardState.settle(self.seating, self._occupancy, standing, waiting, aside)
        state.guessed = guessed
        self._cards = self._cards or options.carded
        self.recogniser = Recogniser(state, options, self.dwells.of(options.acting))

    def _known_tokens(self, seating: Seating) -> dict[str, str]:
        """Hole → token of the game before, where the same board goes on."""
        if self.recogniser is None or self.seating is None:
            return {}
        if self.seating.names != seating.names:
            return {}
        state = self.recogniser.state
        return state.tokens(likeliest(state))

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
            self.link, self.link_reason = event.state, event.reason
            self.link_code = event.code
            return changed
        if isinstance(event, Snapshot):
            return self._picture(event, now)
        return self._hole(event, now)

    def _hole(self, event: HoleChange, now: float) -> bool:
        self.note(event)
        if self.recogniser is None or self.seating is None:
            return False
        if not 0 <= event.hole < len(self.seating.names):
            return False
        hole = self.seating.names[event.hole]
        if self.health.changed(hole, now):
            self.chattering.append(hole)
        return self._change(hole, event.present, now)

    def _change(self, hole: str, present: bool, now: float) -> bool:
        assert self.recogniser is not None
        token = self._remarks.pop(hole, "") if present else ""
        if self.before is not None:
            stood = self.recogniser.stood(now)
            if stood is not None:
                self.before.recogniser.believe(stood)
            self.before.change(hole, present, now, token)
        if not self.recogniser.change(hole, present, now, token):
            return self.recogniser.stirred(hole, now)
        self._count(hole, present, now)
        return True

    def _count(self, hole: str, present: bool, now: float) -> None:
        """Learn how long marbles rest in holes that are only touched (PP-2)."""
        assert self.recogniser is not None
        if not present:
            put, seat = self._stops.pop(hole, (None, 0))
            if put is not None:
                if now - put <= STOP:
                    self.passed.add(hole)
                self.dwells.stopped(seat, now - put)
                self.recogniser.dwell = self.dwells.of(self.recogniser.options.acting)
            return
        self.passed.discard(hole)
        state = self.recogniser.state
        stands = state.worlds[0].at.index(hole)
        # Else a sensor flickers beside the marble that counts: nobody's, or one's beside the board.
        known = state.marbles[stands].token and not state.home(stands, HAND)
        acting = self.recogniser.options.acting
        if len(acting) == 1 and known and not state.home(stands, hole):
            self._stops = {hole: (now, acting[0])}

    def _picture(self, event: Snapshot, now: float) -> bool:
        """A full picture: few differences are a gesture, many a board set anew."""
        self.sensed = event.present
        if self.recogniser is None or self.seating is None:
            return False
        names = self.seating.names
        if len(event.present) != len(names):
            return False
        state = self.recogniser.state
        full = {name for name, there in zip(names, event.present, strict=True) if there}
        full -= state.aside
        first, self.taken_up = self.taken_up, False
        if first:
            self.passed -= full
            state.shift_in_groups(full, state.aside)
            if self.before is not None:
                self.before.recogniser.state.shift_in_groups(full, state.aside)
        elif self.before is None:
            state.shift_in_groups(full)
        lifted, put = state.present - full, full - state.present
        if not lifted and not put:
            return False
        if len(lifted) + len(put) > GESTURE_HOLES:
            self._set_anew(full)
            return True
        if self.before is not None:
            self.before.blind()
        for hole in (h for h in names if h in lifted):
            self._change(hole, False, now)
        for hole in (h for h in names if h in put):
            self._change(hole, True, now)
        if first:
            state.taken_unseen()
            if self.before is not None:
                self.before.taken_unseen(put)
        return True

    def _set_anew(self, full: set[str]) -> None:
        """Marbles stand in those holes; which is which is known of those that did not move."""
        assert self.recogniser is not None
        assert self.seating is not None
        self._remarks.clear()
        state = self.recogniser.state
        world = likeliest(state)
        tokens, waiting = state.tokens(world), waiting_in(state.marbles, world)
        there = full | state.aside.intersection(tokens)
        standing = [(tokens.get(hole, ""), hole) for hole in self.seating.names if hole in there]
        self._settle(standing, self.recogniser.options, waiting, guessed=True)
        self.before = self._shown = None

    # --------------------------------------------------------------------------------- health

    def set_aside(self, hole: str, why: str | None, now: float) -> None:
        """Stop believing a hole's sensor, or believe it again (``why`` None) (PP-13)."""
        if why is None:
            self.health.aside.pop(hole, None)
        else:
            self.health.aside[hole] = why
        seating = self.seating
        if self.recogniser is None or seating is None or hole not in seating.names:
            return
        self.recogniser = self._anew(self.recogniser, seating, hole, now)
        if self.before is not None:  # a change of mind is read as before, too (PP-5)
            self.before = replace(
                self.before, recogniser=self._anew(self.before.recogniser, seating, hole, now)
            )
        self._shown = None

    def _anew(self, known: Recogniser, seating: Seating, hole: str, now: float) -> Recogniser:
        """The same gesture read with those sensors that are set aside now, ``hole`` among them."""
        state = known.state
        believed = likeliest(state)
        tokens = state.tokens(believed)
        if hole not in self.health.aside:
            felt = self.sensed is not None and self.sensed[seating.names.index(hole)]
            if felt:
                tokens.setdefault(hole, "")
            else:
                tokens.pop(hole, None)
        unfelt = {
            at
            for i, at in state.deviations(believed)
            if state.unfelt(i, believed) and not state.stayed(i, believed)
        }
        strays = [
            at
            for at, token in tokens.items()
            if at not in self.health.aside and (not token or at in unfelt)
        ]
        gone = {*strays, *(hole for hole in seating.names if hole not in tokens)}
        aside = frozenset(seating.names).intersection(self.health.aside)
        out = Recogniser(state.again(believed, aside, gone), known.options, known.dwell)
        out.go_on_from(known)
        if self.health.aside.get(hole) != LIES:  # nobody's word: the hands may still be moving
            out.changed_at = known.changed_at
        for stray in strays:  # nobody was seen lifting these: read them anew as puts
            out.change(stray, True, now)
        return out

    def agrees(self, hole: str) -> bool:
        """Whether a hole's sensor says what is believed to stand there."""
        state, seating = self.state, self.seating
        if state is None or seating is None or self.sensed is None or hole not in seating.names:
            return False
        return self.sensed[seating.names.index(hole)] == (hole in state.full(likeliest(state)))

    def quiet(self, now: float) -> tuple[str, ...]:
        """Chattering sensors that have been quiet and say what stands there."""
        well = []
        for hole in self.health.quiet(now):
            if self.agrees(hole):
                well.append(hole)
            else:
                self.health.wait_again(hole, now)
        return tuple(well)

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
        seating, sensed, known = self.seating, self.sensed, self.recogniser
        if known is None or seating is None or sensed is None or sensed == picture:
            return False
        if len(sensed) != len(seating.names):
            return False
        names = zip(seating.names, sensed, strict=True)
        self._set_anew({name for name, there in names if there} - known.state.aside)
        return True

    def decide(self, now: float) -> Decision | None:
        """The recogniser's word; None where hands do not count."""
        if not self.playing:
            return None
        assert self.recogniser is not None
        self._shown, self.anew = self.recogniser, None
        return self.recogniser.decide(now)

    @property
    def _uncarded(self) -> bool:
        """Whether moves need no cards in this game: what stands may be the next one as well."""
        return self.recogniser is not None and not self._cards

    @property
    def counting_on(self) -> bool:
        """Whether the marble that moved last goes on, where the next move needs no card (PP-2).

        It was lifted again before anybody could have seen its move accepted: the hole was touched
        by one who counts slowly. So it is still that move, not the next one.
        """
        before, reader = self.before, self.recogniser
        if not self.counted or before is None or reader is None or before.match.candidate is None:
            return False
        holes = reader.state.seating.holes
        goals = (to for _, to in before.match.candidate.goals)
        touched = any(not self.passed.isdisjoint(holes.get(to, ())) for to in goals)
        return touched and self._uncarded

    @property
    def touched(self) -> frozenset[str]:
        """Holes that the move accepted last went to, which its marble but touched."""
        return frozenset() if self.before is None else self.before.but_touched(self.passed)

    @property
    def _held(self) -> bool:
        """Whether the marble moved last is in a hand, where the next move needs no card (PP-5)."""
        before, reader = self.before, self.recogniser
        return self._uncarded and before is not None and reader is not None and before.held(reader)

    def takes_back(self, again: Decision) -> bool:
        """Whether that second thought takes the last action back as it stands (PP-5).

        One that is still in the hand does not. Where the next move needs no card, one that has to
        be asked for does not either: what stands may be that move, miscounted, so the answer
        takes back, and who goes on without one has changed nothing.
        """
        asked = again.kind is Kind.ASK and self._uncarded
        return again.kind not in (Kind.LIFTED, Kind.WAIT) and not asked

    @property
    def rethought(self) -> Recogniser | None:
        """The reader of the position before the last action, while its reading is shown (PP-5)."""
        before = self.before
        shown = before is not None and self._shown is before.recogniser
        return before.recogniser if before is not None and shown else None

    def second_thoughts(self, now: float, said: Decision) -> Decision | None:
        """How the board reads as a change of the gesture just accepted; None if it is none (PP-5).

        ``said`` is how it reads as something new. Only a board that does not fit is read again.
        """
        before, counting = self.before, self.counting_on
        if before is None:
            return None
        if said.kind is Kind.REST and not before.may_read_otherwise:
            return None
        named = any(m.candidate and m.candidate.prelude is None for m in said.matches)
        if not counting and (named or said.kind is Kind.COMMIT):
            return None
        again = before.recogniser.decide(now)
        if again.kind not in CHANGES:
            return None
        if said.kind is Kind.REST and not before.slid(again):
            return None
        if said.kind is Kind.CARD and said.matches[-1].candidate is None and before.slid(again):
            return None  # all looks as before; first it is asked whether the next card did that
        if again.kind is Kind.LIFTED and said.kind in PUT and said.matches:
            return None  # put down as a move of the next card, not in the hand as one of the last
        if again.kind is Kind.REST and not before.touched(self.health.aside):
            return None  # a marble that has not been lifted has not gone home
        if again.kind is Kind.REST and (said.kind is Kind.LIFTED or self._held):
            return None  # a marble in the hand has not gone home, unseen or not
        if said.kind is Kind.WAIT and again.kind not in (Kind.LIFTED, Kind.WAIT):
            return None  # a touch on the way takes nothing back; hands that stay do
        if again.kind is Kind.COMMIT and again.matches[0].candidate == before.match.candidate:
            return None
        if self._uncarded and self.recogniser is not None and self.recogniser.disorder:
            if again.kind is Kind.REST:
                return None  # it rolled to where it was before: the lights lead it on (PP-10)
            if again.kind is Kind.COMMIT:
                again = replace(again, kind=Kind.ASK)  # or it rolled there
        if again.kind is Kind.HALF and said.kind is Kind.CARD:
            return None  # as a move of the next card it is whole
        if again.kind is Kind.REST and said.kind is Kind.CARD and before.left(self.health.aside):
            return None  # who knows whether it has gone home
        changed = before.recogniser.changed_at
        sure = now if changed is None else changed + SURE
        if now < sure and again.kind not in (Kind.LIFTED, Kind.WAIT):
            again = replace(again, kind=Kind.WAIT, until=sure)
        self._shown = before.recogniser
        if again.kind is said.kind is Kind.LIFTED:
            self.anew = said
        return again
