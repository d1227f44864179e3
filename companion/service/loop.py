"""The loop: one thread owns the table; everybody else reads what it published.

Hole changes, link changes and commands come through one queue. After each the new lights leave
first, then the views are built, then those who follow the game are woken, then the command's
sender is answered. Nothing here knows a rule.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from companion.boards.debounced import Debounced
from companion.errors import CommandRefused, HandRefused
from companion.model import refusals
from companion.model.chart import Chart
from companion.model.commands import Caller, Command, Outcome, Tend
from companion.model.ports import HandsPort, Health, OwnedTable, Recorder
from companion.model.service import ServiceView
from companion.model.view import View
from companion.upkeep.service_desk import ServiceDesk, Work
from engine.board import Board
from hardware.ports import Clock, LightFrame, LightStrip, Look, SensorArray, SensorEvent
from hardware.power import PowerUse

from .ageing import aged
from .inbox import Inbox
from .jobs import Item, Job, Remark, Stop
from .setting_out import SettingOut

log: Final = logging.getLogger("trackside.loop")

ANSWER_SECONDS: Final = 10.0
"""How long a sender waits for the loop before it is told that the table is busy."""
TICK_SECONDS: Final = 0.002
"""A table whose deadline does not move on is ticked no faster than this."""
REST_SECONDS: Final = 1.0
"""A tick that failed is tried again after this."""
STALE_SECONDS: Final = 0.03
"""While sensors keep talking, views may lag behind the lights by this much."""


@dataclass(frozen=True, slots=True)
class Published:
    """What everybody may read; replaced whole, never changed."""

    seq: int = 0
    views: Mapping[int | None, View] = field(default_factory=dict)
    drawing: Board | None = None
    holders: Mapping[int, str | None] = field(default_factory=dict)
    at: Mapping[int | None, float] = field(default_factory=dict)
    """When each view was made."""


class TableLoop:
    """``companion.model.ports.TablePort`` over a table that one thread owns.

    ``sensing``  debounce between the sensors and the table
    ``hands``    the virtual board's hands; a new game is set out by them
    ``desk``     what is known of the board itself, for whoever looks after it
    ``admit``    asked before every command; raises CommandRefused for what does not fit here
    ``failed``   called when the loop itself broke, which must end the service
    """

    def __init__(
        self,
        table: OwnedTable,
        *,
        board: str,
        clock: Clock,
        sensing: Debounced,
        sensors: SensorArray | None = None,
        lights: LightStrip | None = None,
        power: Callable[[], PowerUse | None] = lambda: None,
        hands: HandsPort | None = None,
        recorder: Recorder | None = None,
        desk: ServiceDesk | None = None,
        admit: Callable[[Command], None] = lambda command: None,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        self._table = table
        self._board = board
        self._clock = clock
        self._sensing = sensing
        self._sensors = sensors
        self._lights = lights
        self._power = power
        self._hands = hands
        self._recorder = recorder
        self._desk = desk or ServiceDesk()
        self._admit = admit
        self._failed = failed
        self._queue = Inbox()
        self._published = Published()
        self._wanted: set[int | None] = {None}
        self._json: dict[int | None, tuple[View, bytes]] = {}
        self._wakes: tuple[Callable[[int], None], ...] = ()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ready = False
        self._closing = False
        self._lit_frame = -1
        self._published_at = 0.0
        self._tick_after = 0.0
        self._game: str | None = None
        self._setting = SettingOut(table, clock, self._queue, self._feel, hands, sensors)

    # --------------------------------------------------------------------------- the outer life

    def start(self) -> None:
        """Resume the journal's game in the loop's own thread; returns when that is done."""
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()
        job = Job(self._resume)
        self._queue.put(job)
        job.future.result()

    def sink(self, event: SensorEvent) -> None:
        """What the sensors call, from any thread."""
        self._queue.put(event)

    def remark(self, hole: str, token: str) -> None:
        """What the virtual hands call before they put a marble, from any thread."""
        self._queue.put(Remark(hole, token))

    def set_out(self) -> None:
        """Set the virtual board's marbles out as the open game has them."""
        self._ask(self._setting.set_out, seconds=30.0)

    def ready(self) -> None:
        """From now on ``health`` says ready."""
        self._ready = True

    def close(self) -> None:
        """Stop the thread; whoever still waits is told so. May be called twice."""
        if self._closing:
            return
        self._closing = True
        if self._thread is not None:
            self._queue.put(Stop())
            self._thread.join(5.0)

    # ------------------------------------------------------------------------------- TablePort

    def view(self, audience: int | None) -> View:
        """The newest snapshot for that audience."""
        shown = self._published
        found = shown.views.get(audience)
        if found is not None:
            return aged(found, self._clock.now() - shown.at[audience])
        made: View = self._ask(lambda: self._want(audience))
        return made

    def view_json(self, audience: int | None) -> bytes:
        """The same, serialised once for all its readers."""
        view = self.view(audience)
        kept = self._json.get(audience)
        if kept is None or kept[0] is not view:
            kept = (view, msgspec.json.encode(view))
            self._json[audience] = kept
        return kept[1]

    def submit(self, command: Command, caller: Caller) -> Outcome:
        """Carry the command out in the loop; raises CommandRefused."""
        return self._outcome(lambda: self._command(command, caller))

    def sit(self, seat: int, holder: str) -> Outcome:
        """Take that seat for a holder."""
        return self._outcome(lambda: self._table.sit(seat, holder))

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        """Free the seats of that holder, or that one of them."""
        return self._outcome(lambda: self._table.leave(holder, seat))

    def holder(self, seat: int) -> str | None:
        """Who has that seat now."""
        return self._published.holders.get(seat)

    def subscribe(self, wake: Callable[[int], None]) -> Callable[[], None]:
        """Call ``wake(seq)`` after every change; returns the way to stop."""
        with self._lock:
            self._wakes = (*self._wakes, wake)

        def stop() -> None:
            with self._lock:
                self._wakes = tuple(other for other in self._wakes if other is not wake)

        return stop

    def drawing(self) -> Board | None:
        """The board to be drawn; None when no game is open."""
        return self._published.drawing

    def chart(self) -> Chart | None:
        """How a race went so far; made when it is asked for."""
        made: Chart | None = self._ask(self._table.questions.chart)
        return made

    @property
    def hands(self) -> HandsPort | None:
        """Hands on the virtual board; None on a real one."""
        return self._hands

    def health(self) -> Health:
        """State for ``GET /health``."""
        public = self._published.views.get(None)
        return Health(
            status="ready" if self._ready and not self._closing else "starting",
            board=self._board,
            link="none" if public is None else public.link,
            game=None if public is None or public.game is None else public.game.id,
        )

    def power(self) -> PowerUse | None:
        """What the board's pixels draw; None without a board."""
        return self._power()

    def service(self) -> ServiceView:
        """The board for whoever looks after it; made when it is asked for."""
        made: ServiceView = self._ask(
            lambda: self._desk.view(self._table, self._board, self._power())
        )
        return made

    def wiring(self, *, save: bool = False) -> str:
        """The board file with the learned wires; CommandRefused when nothing was learned.

        ``save``: it is written and the board goes on by it; the lesson must be over (``stop``).
        """
        work: Work = self._ask(lambda: self._desk.work(self._table))
        text = self._desk.file(work, save=save)
        if save:
            self._ask(lambda: self._rewired(work))
        return text

    # ------------------------------------------------------------------------ the loop's thread

    def _rewired(self, work: Work) -> None:
        self._desk.upkeep.rewired(work.learned, work.holes)
        self._lit_frame = -1  # the new pixels know no picture yet

    def _run(self) -> None:
        try:
            while True:
                item = self._next()
                if isinstance(item, Stop):
                    break
                self._step(item)
        except BaseException:
            log.exception("The table's loop broke.")
            self._closing = True
            self._failed()
        finally:
            self._refuse_rest()

    def _next(self) -> Item | None:
        """The next item; None when a deadline has come first."""
        due = [t for t in (self._tick_due(), self._sensing.deadline()) if t is not None]
        if not due:
            return self._queue.get()
        try:
            wait = min(due) - self._clock.now()
            if wait > 0:
                return self._queue.get(timeout=wait)
        except queue.Empty:
            pass  # the deadline has come; first what waited for it
        try:
            return self._queue.get_waiting()
        except queue.Empty:
            return None

    def _tick_due(self) -> float | None:
        deadline = self._table.deadline()
        return None if deadline is None else max(deadline, self._tick_after)

    def _step(self, item: Item | None) -> None:
        """Handle one item; whatever goes wrong in it is logged and leaves the loop running."""
        finish: Callable[[], None] | None = None
        try:
            if isinstance(item, Job):
                finish = self._carry_out(item)
            elif isinstance(item, Remark):
                self._table.remark(*item)
            elif item is not None:
                self._feel(item)
            now = self._clock.now()
            for change in self._sensing.due(now):
                self._table.sensors(change)
            due = self._tick_due()
            if due is not None and due <= now:
                self._tick_after = now + REST_SECONDS
                self._table.tick()
                self._tick_after = now + TICK_SECONDS
            self._setting.follow()
        except Exception:  # one bad input must not end the game of a whole evening; it is logged
            log.exception("The table could not take %r; play goes on.", item)
        self._queue.let_wait(self._sensing.restless)
        try:
            self._desk.upkeep.follow(self._table.service)
            self._light()
            self._maybe_publish(force=finish is not None)
        except Exception:  # nor a view that cannot be built: the next one may be
            log.exception("The table's view could not be built; play goes on.")
        if finish is not None:
            finish()

    def _feel(self, item: Item) -> None:
        assert not isinstance(item, (Job, Remark, Stop))
        if self._recorder is not None:
            self._recorder.event(item)
        self._desk.upkeep.feel(item)
        for event in self._sensing.feed(item):
            self._table.sensors(event)

    def _carry_out(self, job: Job) -> Callable[[], None]:
        """Run a job; the answer is given when lights and views are out."""
        future = job.future
        if not future.set_running_or_notify_cancel():
            return lambda: None
        try:
            result = job.run()
        except Exception as error:
            refused = error
            return lambda: future.set_exception(refused)
        return lambda: future.set_result(result)

    def _command(self, command: Command, caller: Caller) -> Outcome:
        self._admit(command)
        if isinstance(command, Tend):
            command = msgspec.structs.replace(
                command,
                board=self._desk.kind_of(self._table),
                chain=self._desk.chain() if command.do == "chase" else (),
            )
        outcome = self._table.command(command, caller)
        if self._game_id() != self._game:
            self._game_changed()
        return Outcome(max(outcome.seq, self._table.seq))

    def _resume(self) -> None:
        self._table.resume()
        self._game = self._game_id()
        self._setting.resumed()

    def _game_changed(self) -> None:
        self._game = self._game_id()
        self._wanted = {None}
        self._setting.begun()

    # ------------------------------------------------------------------------------ publishing

    def _light(self) -> None:
        if self._lights is None or self._table.frames == self._lit_frame:
            return
        self._lit_frame = self._table.frames
        frame = self._table.lights()
        holes = len(frame.cells) if self._sensors is None else self._sensors.holes
        # Without a game there is nothing to show, and what the last game left must go out.
        self._lights.show(frame if len(frame.cells) == holes else _dark(holes))

    def _maybe_publish(self, *, force: bool) -> None:
        seq = self._table.seq
        if seq != self._published.seq or not self._published.views:
            now = self._clock.now()
            busy = not self._queue.empty() and now - self._published_at < STALE_SECONDS
            if busy and not force:
                return
            self._published_at = now
            self._publish(seq)
        if self._recorder is not None and self._queue.empty():
            self._recorder.flush()

    def _publish(self, seq: int) -> None:
        public = self._table.view(None)
        seats = {player.seat for player in public.players}
        self._wanted = {seat for seat in self._wanted if seat is None or seat in seats}
        views = {seat: self._table.view(seat) for seat in self._wanted}
        self._published = Published(
            seq=seq,
            views=views,
            drawing=self._table.questions.drawing(),
            holders={seat: self._table.questions.holder(seat) for seat in seats},
            at=dict.fromkeys(views, self._clock.now()),
        )
        for wake in self._wakes:
            try:
                wake(seq)
            except Exception:  # a page that is gone must not keep the news from the others
                log.exception("A follower of the game could not be woken.")

    def _want(self, audience: int | None) -> View:
        view = self._table.view(audience)
        self._wanted.add(audience)
        if self._table.seq == self._published.seq:
            old = self._published
            self._published = replace(
                old,
                views={**old.views, audience: view},
                at={**old.at, audience: self._clock.now()},
            )
        return view

    def _game_id(self) -> str | None:
        game = self._table.view(None).game
        return None if game is None else game.id

    # ----------------------------------------------------------------------- from other threads

    def _outcome(self, run: Callable[[], Outcome]) -> Outcome:
        made: Outcome = self._ask(run)
        return made

    def _ask(self, run: Callable[[], Any], seconds: float = ANSWER_SECONDS) -> Any:
        """Have something done in the loop and wait for what comes of it."""
        if self._thread is None:
            raise refusals.starting()
        job = Job(run)
        self._queue.put(job)
        if self._closing:
            job.future.cancel()  # the loop may have read its last; if not, it skips this
        try:
            return job.future.result(seconds)
        except FutureTimeout:
            job.future.cancel()
            raise refusals.busy() from None
        except CancelledError:
            raise refusals.closing() from None
        except (CommandRefused, HandRefused):
            raise
        except Exception as error:
            log.exception("A command failed; nothing was answered but this.")
            raise refusals.internal() from error

    def _refuse_rest(self) -> None:
        while True:
            try:
                item = self._queue.get_waiting()
            except queue.Empty:
                return
            if isinstance(item, Job):
                item.future.cancel()


def _dark(holes: int) -> LightFrame:
    return LightFrame((Look(0, 0, 0),), (0,) * holes)
