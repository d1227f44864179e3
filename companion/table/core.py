"""The table's heart: one game, one board, one decision at a time. One thread, no I/O of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from companion.errors import JournalError
from companion.games.presenter import Presenters
from companion.lights.layers import Layers, Lit, Owner
from companion.model.journal import Journal
from companion.model.message import Message
from companion.model.states import AT_REST, TableState
from companion.model.view import Reason
from companion.play import claims, dice
from companion.play.clocks import Clocks
from companion.play.hints import Hints
from companion.play.open_game import OpenGame, only_action
from companion.recogniser.boardstate import BoardState
from companion.recogniser.candidates import Options
from companion.recogniser.handside import HandSide
from companion.recogniser.matching import Match
from companion.recogniser.recogniser import Decision, Kind
from companion.recogniser.sensor_health import CHATTERS
from companion.table.shown import choices, lights, reasons
from companion.table.shown.card_preview import Previews
from companion.upkeep.service_mode import ServiceMode
from companion.wood.debts import Debt, debts, displaced
from companion.wood.marbles import HAND, expected_holes
from companion.wood.seating import Seating, seat
from engine.action import Action
from engine.events import Event
from engine.game import CHANCE, OVER, Position
from engine.registry import Registry
from hardware.ports import Clock

from .decision_states import BY_KIND, QUESTIONS
from .inventory import Keeping
from .remembering import last_gesture
from .restoring import RESTORED_SECONDS, miscounted, steps_back
from .settings import RETRY_SECONDS, TableSettings

QUIET_SECONDS: Final = 0.02
"""So long after a change of the position, what can wait is worked out."""
MOST_COMMITS: Final = 4
"""More actions than these never come of one change."""


class Core:
    """State of the table, and the one way it changes after hands, commands and time."""

    def __init__(
        self,
        registry: Registry,
        presenters: Presenters,
        journal: Journal,
        clock: Clock,
        wall: Callable[[], float],
        rng: random.Random,
        settings: TableSettings,
        board_kind: str,
    ) -> None:
        self.registry = registry
        self.presenters = presenters
        self.journal = journal
        self.clock = clock
        self.wall = wall
        self.rng = rng
        self.settings = settings
        self.board_kind = board_kind
        self.game: OpenGame | None = None
        self.seating: Seating | None = None
        self.hands = HandSide(board_kind != "none", settings.dwell_ms / 1000, settings.counted)
        self.options = Options()
        self.decision: Decision | None = None
        self._read: BoardState | None = None
        """The board that the decision was read from; its worlds number that one's marbles."""
        self.reason: Reason | None = None
        self.owed: tuple[Debt, ...] = ()
        self.back = ""
        """Where a stray or wrongly put marble goes back to (PP-8, PP-9)."""
        self.ask_id = ""
        self.pending: tuple[Action, float] | None = None
        self.auto_held = False
        """After an undo the table does not make the same step again by itself (PP-18)."""
        self.going_back = False
        self.amiss = False
        """The board was in disorder and does not fit yet (PP-10)."""
        self.astray: set[tuple[str, str]] = set()
        """Token and place of the marbles that were found out of place since."""
        self.keeping: Keeping | None = None
        """The board is being taken as it stands, and a colour is asked for (PP-12)."""
        self.rested = 0
        """So many steps stood when the board was last seen at rest (PP-11)."""
        self.notice: Message | None = None
        self.holders: dict[int, str] = {}
        self.clocks = Clocks(settings.claim_seconds)
        self.layers, self.hints, self.previews = Layers(), Hints(), Previews()
        self.lit: dict[str, Lit] = {}
        self.service: ServiceMode | None = None
        """Service mode has the board: the game waits."""
        self.seq = 1
        self.frames = 0
        """Rises with every change of the lights; with some of them nothing else changes."""
        self.until: float | None = None
        self.quiet_at: float | None = None
        """When what may wait is worked out: the lights of the last change are out by then."""

    # -------------------------------------------------------------------------------- what stands

    @property
    def position(self) -> Position | None:
        """Where the game stands."""
        return None if self.game is None else self.game.position

    @property
    def state(self) -> TableState:
        """What the table is waiting for."""
        if self.service is not None:
            return TableState.SERVICE
        position = self.position
        if position is None:
            return TableState.IDLE
        if position.to_act is OVER:
            return TableState.OVER
        if self.keeping is not None:
            return TableState.ASK
        if self.decision is not None and self.decision.kind in BY_KIND:
            return BY_KIND[self.decision.kind]
        if self.pending is not None:
            return TableState.PENDING
        legal = position.legal()
        if legal and all(action.prelude for action in legal):
            return TableState.CHOOSE_CARD
        if any(action.displacements for action in legal):
            return TableState.CHOOSE_MOVE
        return TableState.CHOOSE

    @property
    def still(self) -> bool:
        """Whether no hand has begun anything on the board."""
        return self.decision is None or self.decision.kind is Kind.REST

    @property
    def acting(self) -> tuple[int, ...]:
        """Seats that may act now."""
        position = self.position
        if position is None or not isinstance(position.to_act, frozenset):
            return ()
        return tuple(sorted(position.to_act))

    # ------------------------------------------------------------------------------- changing

    def opened(self, game: OpenGame, *, set_out: bool) -> None:
        """A game was begun or taken up."""
        self.game = game
        self.seating = seat(game.game.seating, game.position.board)
        self.options = Options(self.position)
        self.hands.acting = self.acting
        self.rested = 0
        self.clocks.anew()
        self.hands.begin(self.seating, game.position.occupancy(), self.options, set_out)
        self.hands.before = last_gesture(game, self.seating, self.hands.dwells.usual)
        self.hands.passed.update(game.touched)
        self._fresh()
        self._take_up(game)

    def _take_up(self, game: OpenGame) -> None:
        """What was learned of hands and sensors: the game's own rows, and the sensors' of before.

        The wood stays the same from game to game, the people need not.
        """
        hands, seating = self.hands, self.known_seating()
        hands.dwells.forget()
        for number, seconds in game.dwells.items():
            hands.dwells.set(number, seconds)
        for hole, why in hands.health.aside.items():
            if hole in seating.names and hole not in game.aside:
                game.set_aside(hole, why)
        hands.health.aside = dict(game.aside)
        for hole, why in game.aside.items():
            hands.set_aside(hole, why, self.clock.now())

    def closed(self) -> None:
        """No game is open any more."""
        self.game = None
        self.options = Options()
        self.hands.close()
        self._fresh()

    def _fresh(self) -> None:
        self.decision, self.reason, self.owed = None, None, ()
        self.pending, self.auto_held, self.going_back = None, False, False
        self.keeping = None
        if self.game is not None:
            self.rested = min(self.rested, len(self.game.steps))
        self.amiss = False
        self.astray.clear()
        self.until = None
        self.quiet_at = self.clock.now() + QUIET_SECONDS if self.options.carded else None

    def moved(
        self, events: Iterable[Event] = (), match: Match | None = None, *, drawn: bool = False
    ) -> None:
        """The position changed: what may follow is worked out now, before anybody lifts.

        ``drawn``  by chance alone, unasked: nobody has acted since the last gesture (PP-5)
        """
        game = self.game
        assert game is not None
        self.options = Options(self.position)
        self.hands.acting = self.acting
        world = None if match is None else match.world
        self.hands.follow(game.position.occupancy(), self.options, events, world, drawn=drawn)
        self._fresh()

    def play(
        self,
        path: Iterable[Action],
        match: Match | None = None,
        *,
        auto: bool = False,
        joined: bool = False,
        thrown: bool = False,
    ) -> None:
        """Write and make actions; where JournalError stops them, those made stand.

        ``auto``    made by the table; ``thrown`` dice of the service
        ``joined``  they are taken back together
        """
        game = self.game
        assert game is not None
        events: list[Event] = []
        made = False
        try:
            for action in path:
                marks = {"auto": auto, "joined": joined and made, "thrown": thrown}
                events += game.play(action, dwells=self.hands.dwells.learned, **marks)
                made = True
        finally:
            if made:
                self.notice = None
                self.moved(events, match)

    def _draw(self) -> None:
        """What chance is due for, drawn and written before anything else happens."""
        while self.game is not None and self.game.position.to_act is CHANCE:
            if dice.waits(self.game.position):
                return  # until somebody asks for them
            self.moved(self.game.draw(self.rng), drawn=True)

    # ------------------------------------------------------------------------------ evaluating

    def evaluate(self) -> None:
        """Take what stands on the board and on the clock to its consequence; then light it."""
        now = self.clock.now()
        try:
            self._watch_sensors(now)
            waiting = self._follow_hands(now)
        except JournalError as error:
            self.notice = Message(error.key)
            self.until = now + RETRY_SECONDS
            waiting = False
        if self.game is not None:
            with suppress(JournalError):  # nothing here needs it; the next change tries again
                self.game.touch(self.hands.touched)
        self._schedule(now)
        self.clocks.follow(self)
        if not waiting:
            self._light()
        self.changed()

    def _watch_sensors(self, now: float) -> None:
        """Set chattering sensors aside; believe them again when they have been quiet (PP-13)."""
        while self.hands.chattering:
            hole = self.hands.chattering[0]
            if hole not in self.hands.health.aside:
                self.set_aside(hole, CHATTERS)
            self.hands.chattering.pop(0)
        for hole in self.hands.quiet(now):
            self.set_aside(hole, None)

    def set_aside(self, hole: str, why: str | None) -> None:
        """Write that a hole's sensor is not believed any more, or again (None); then do so."""
        game = self.game
        assert game is not None
        game.set_aside(hole, why)
        self.hands.set_aside(hole, why, self.clock.now())
        self.decision, self.reason, self.owed, self.until = None, None, (), None
        key = "notice.believed" if why is None else "notice.aside"
        self.notice = Message(key, nested={"h": game.presenter.hole(game.position, hole)})

    def changed(self) -> None:
        """Something visible changed: the sequence number rises, and stays above the journal's."""
        self.clocks.follow(self)
        self.seq += 1
        self.frames += 1
        if self.game is not None:
            self.seq = max(self.seq, self.game.last_row * 1000)

    def _follow_hands(self, now: float) -> bool:
        """Ask the recogniser until nothing more comes of it; True while a dwell runs."""
        for _ in range(MOST_COMMITS):
            self._draw()
            playing = self.position is not None and self.position.to_act is not OVER
            decision = self.hands.decide(now) if playing else None
            if decision is None:
                self.until = None
                self.decision, self.reason, self.owed = None, None, ()
                return False
            again = self.hands.second_thoughts(now, decision)
            if again is not None and self.hands.takes_back(again):
                self.take_back()
                continue
            decision = again or decision
            self.until = decision.until
            if decision.kind is Kind.WAIT:
                if self.decision is not None and self._read is not self.hands.state:
                    self._read, self.decision = self.hands.state, decision
                    self.reason, self.owed = None, ()
                return True
            if decision.kind is not Kind.COMMIT:
                if self._restored(decision, now):
                    continue
                self._take(decision)
                return False
            self._commit(decision.matches[0])
        return False

    def _commit(self, match: Match) -> None:
        assert match.candidate is not None
        self.hands.accepted(match)
        try:
            self.play(match.candidate.path, match)
        except JournalError:
            self.hands.forget_accepted(self.options)
            raise

    def _restored(self, decision: Decision, now: float) -> bool:
        """Take back as much as hands that set an earlier position out again mean (PP-11)."""
        game, recogniser = self.game, self.hands.recogniser
        if game is None or recogniser is None or self.hands.state is not recogniser.state:
            return False
        if decision.kind not in (Kind.WRONG, Kind.CORRECTION):
            return False
        if recogniser.changed_at is None:
            return False
        if miscounted(game, recogniser, decision):
            return False
        felt = not (self.options.carded or game.undo_is_card)
        steps, world = steps_back(game, recogniser.state, self.rested, felt=felt)
        due = recogniser.changed_at + RESTORED_SECONDS
        if world is None or now < due:
            self.until = due if world is not None else self.until
            return False
        game.undo(steps, self.rng, by="hands", whole=False)
        self.clocks.anew()
        self.hands.before = None
        self.moved(match=Match(world, None))
        self.auto_held = True
        self.notice = Message("notice.restored", {"n": str(steps)})
        return True

    def take_back(self) -> None:
        """The hands undid what they did, or do something else instead (PP-5, PP-11)."""
        assert self.game is not None
        self.game.undo(1, self.rng, by="hands")
        self.options = Options(self.position)
        self.hands.acting = self.acting
        self.hands.go_back(self.options)
        self._fresh()
        self.auto_held = True
        self.notice = Message("notice.undone")

    def _take(self, decision: Decision) -> None:
        """Show a decision; a board that fits again says so."""
        before = self.decision
        state = self.hands.state
        assert state is not None
        self.owed = debts(state, decision.world)
        self.astray &= {(debt.token, debt.place) for debt in self.owed if debt.blocking}
        if self.amiss and self._still_amiss(decision):
            decision = replace(decision, kind=Kind.CORRECTION)
        if decision.kind is Kind.CORRECTION:
            self.amiss = True
            self.astray |= displaced(self.owed)
        if decision.kind is Kind.REST:
            if self.amiss:
                self.notice = self._fits_again()
            self.amiss = self.going_back = False
            self.astray.clear()
            if self.game is not None:
                self.rested = len(self.game.steps)
        if decision.kind in QUESTIONS and not choices.same_question(before, decision):
            self.ask_id = f"q{self.seq}"
        self.reason = reasons.why_not(self, decision) if decision.kind is Kind.WRONG else None
        self.back = reasons.way_back(self, decision)
        self._read, self.decision = state, decision

    def _still_amiss(self, decision: Decision) -> bool:
        """Whether the hands go on putting right: the last marble lifted on its way home does.

        After a takeback on the page every marble in the hand does, captured ones too.
        """
        held = [d for d in self.owed if d.blocking and d.frm == HAND and not d.among]
        if self.going_back and decision.kind is Kind.HALF:
            return any(d.blocking for d in self.owed)  # the victim at home already is no beginning
        if self.going_back and decision.kind is Kind.LIFTED:
            return bool(held)
        if decision.kind is Kind.LIFTED:
            return any((debt.token, debt.place) in self.astray for debt in held)
        return decision.kind in (Kind.STRAY, Kind.WRONG)

    def _fits_again(self) -> Message:
        game, acting = self.game, self.acting
        if game is None or not acting or claims.is_open(game.position):
            return Message("correction.done_plain")
        who = game.presenter.player(game.position, acting[0], game.names)
        return Message("correction.done", {"p": who})

    def _schedule(self, now: float) -> None:
        """PP-18: a single action without displacement is said, then made."""
        action = self._only_action()
        if action is None or self.state not in AT_REST or self.auto_held:
            self.pending = None
        elif self.pending is None or self.pending[0] != action:
            self.pending = (action, now + self.settings.said_ms / 1000)

    def _only_action(self) -> Action | None:
        if not self.acting or self.position is None:
            return None
        return only_action(self.position)

    def deadline(self) -> float | None:
        """Clock time at which ``tick`` has something to do."""
        quiet = self.quiet_at if self.hands.playing else None
        well = self.hands.health.due() if self.hands.playing else None
        said = None if self.pending is None else self.pending[1]
        due = (self.until, said, quiet, well, self.clocks.due(self), self.clocks.grain(self))
        return min((t for t in due if t is not None), default=None)

    def tick(self) -> None:
        """Time has passed: a dwell is over, or the said action is made.

        Without either, what a move before its card could mean is worked out now (PP-7): the lights
        of the change before are out, and the next lift finds it ready.
        """
        now = self.clock.now()
        well = self.hands.health.due() if self.hands.playing else None
        if self.until is not None and now >= self.until:
            self.until = None
            self.evaluate()
        elif well is not None and now >= well:
            self.evaluate()
        elif self.clocks.ring(self) or self.clocks.sift(self):
            return
        elif self.pending is not None and now >= self.pending[1]:
            action = self.pending[0]
            self.pending = None
            try:
                self.play((action,), auto=True)
            except JournalError as error:
                self.notice = Message(error.key)
                self.pending = (action, now + RETRY_SECONDS)
            else:
                self.evaluate()
                return
            self.changed()
        elif self.quiet_at is not None and now >= self.quiet_at:
            self.quiet_at = None
            self.options.prepare()

    # -------------------------------------------------------------------------------- lights

    def _light(self) -> None:
        self.hints.stand(self.position, still=self.still)
        lights.show(self, self.layers)
        self.lit = self.layers.merged()

    def relight(self) -> None:
        """The sand-glass alone has changed: new lights, and nothing else to be told."""
        self.layers.set(Owner.GLASS, lights.glass(self))
        self.lit = self.layers.merged()
        self.frames += 1

    def known_seating(self) -> Seating:
        """The mapping of the open game."""
        assert self.seating is not None
        return self.seating

    def expected(self) -> dict[str, str]:
        """Hole → token of the position, set out as it should be."""
        if self.position is None or self.seating is None:
            return {}
        return expected_holes(self.seating, self.position.occupancy())
