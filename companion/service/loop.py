"""The loop: one thread that owns the table. All others read what it published.

Hole changes, link changes and commands come through one queue, where the wood goes before commands.
Between two commands the loop does what has become due. After each item the new lights leave first.
Then the views are built, then the followers of the game are woken, then the command's sender
gets its answer. Nothing here knows a rule.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.boards.debounced import Debounced
from companion.model.briefing import Briefing
from companion.model.chart import Chart
from companion.model.commands import Caller, Command, Outcome
from companion.model.hand import Hand
from companion.model.ports import HandsPort, Health, OwnedTable, Recorder
from companion.model.rewind import Rewind
from companion.model.seen_seat import UNSEEN, SeenSeat
from companion.model.service import ServiceView
from companion.model.view import View
from companion.upkeep.service_desk import ServiceDesk, Work
from engine.board import Board
from hardware.ports import Clock, LightStrip, SensorArray, SensorEvent
from hardware.power import PowerUse

from .bot_hand import BotHand
from .inbox import Come, Inbox, Item, Job, Remark, Stop
from .orders import Orders
from .pixels import Pixels
from .published import PublishedViews
from .senses import Senses
from .setting_out import SettingOut
from .timers import Timers

log: Final = logging.getLogger("trackside.loop")

HANDS_SECONDS: Final = 30.0
"""Seconds that the service waits for the hands that set a virtual board out."""


class TableLoop:
    """``companion.model.ports.TablePort`` over a table that one thread owns.

    ``sensing``  debounce between the sensors and the table
    ``hands``    the virtual board's hands, which set out a new game
    ``desk``     what is known of the board itself, for its caretaker
    ``admit``    gives what becomes of a command; raises CommandRefused for one that does not fit
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
        admit: Callable[[Command], Command] = lambda command: command,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        desk = desk or ServiceDesk()
        self._table = table
        self._board = board
        self._power = power
        self._desk = desk
        self._failed = failed
        self._queue = Inbox()
        self._senses = Senses(table, sensing, desk.upkeep, recorder)
        self._timers = Timers(table, sensing, clock)
        self._published = PublishedViews(table, clock)
        self._pixels = Pixels(table, lights, sensors)
        self._setting = SettingOut(table, clock, self._queue, self._senses.feel, hands, sensors)
        self._bot_hand = BotHand(table, hands, self._queue)
        self._orders = Orders(table, self._timers, admit, desk, self._setting, self._published)
        self._thread: threading.Thread | None = None
        self._ready = False

    # --------------------------------------------------------------------------- the outer life

    def start(self) -> None:
        """Resume the journal's game in the loop's own thread. Returns when that is done."""
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()
        self._queue.open()
        job = Job(self._orders.resume)
        self._queue.put(job)
        job.future.result()

    def sink(self, event: SensorEvent) -> None:
        """Take an event of the sensors, from any thread."""
        self._queue.put(event)

    def remark(self, hole: str, token: str) -> None:
        """Take the virtual hands' remark before they put a marble, from any thread."""
        self._queue.put(Remark(hole, token))

    def set_out(self) -> None:
        """Set the virtual board's marbles out as the open game has them."""
        self._queue.ask(self._setting.set_out, seconds=HANDS_SECONDS)

    def ready(self) -> None:
        """Let ``health`` say ready from now on."""
        self._ready = True

    def close(self) -> None:
        """Stop the thread and tell everybody who still waits. A second call does nothing."""
        if self._queue.shut:
            return
        self._queue.shut = True
        self._bot_hand.close()
        if self._thread is not None:
            self._queue.put(Stop())
            self._thread.join(5.0)

    # ------------------------------------------------------------------------------- TablePort

    def view(self, audience: int | None) -> View:
        """The newest snapshot for that audience."""
        found = self._published.view(audience)
        if found is not None:
            return found
        made: View = self._queue.ask(lambda: self._published.make(audience))
        return made

    def view_json(self, audience: int | None) -> bytes:
        """The same view, serialised once for all its readers."""
        return self._published.json(audience, self.view(audience))

    def submit(self, command: Command, caller: Caller) -> Outcome:
        """Carry the command out in the loop. Raises CommandRefused."""
        return self._outcome(lambda: self._orders.carry_out(command, caller))

    def sit(self, seat: int, holder: str, seen: SeenSeat = UNSEEN) -> Outcome:
        """Take that seat for a holder, as it was ``seen``."""
        return self._outcome(lambda: self._orders.sit(seat, holder, seen))

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        """Free all seats of that holder, or only ``seat``."""
        return self._outcome(lambda: self._table.leave(holder, seat))

    def _outcome(self, run: Callable[[], Outcome]) -> Outcome:
        made: Outcome = self._queue.ask(run)
        return made

    def holder(self, seat: int) -> str | None:
        """The present holder of that seat."""
        return self._published.holder(seat)

    def subscribe(self, wake: Callable[[int], None]) -> Callable[[], None]:
        """Call ``wake(seq)`` after every change. Returns a function that stops it."""
        return self._published.subscribe(wake)

    def drawing(self) -> Board | None:
        """The board to draw, or None when no game is open."""
        return self._published.drawing

    def chart(self) -> Chart | None:
        """The course of a race so far, made when somebody asks for it."""
        made: Chart | None = self._queue.ask(self._table.questions.chart)
        return made

    def hand(self, seat: int) -> Hand | None:
        """The dealt hand of a seat, made when its holder looks at it."""
        made: Hand | None = self._queue.ask(lambda: self._table.questions.hand(seat))
        return made

    def rewind(self, move: int) -> Rewind | None:
        """How the board stood before a move, made when somebody looks."""
        made: Rewind | None = self._queue.ask(lambda: self._table.questions.rewind(move))
        return made

    def briefing(self, audience: int | None) -> Briefing | None:
        """Three answers for whoever does not look, made when somebody asks."""
        made: Briefing | None = self._queue.ask(lambda: self._table.questions.briefing(audience))
        return made

    def last(self) -> Mapping[str, Any] | None:
        """The options of the newest game, read when somebody asks."""
        made: Mapping[str, Any] | None = self._queue.ask(self._table.questions.last)
        return made

    @property
    def hands(self) -> HandsPort | None:
        """Hands on the virtual board, or None on a real one."""
        return self._bot_hand.peoples

    def health(self) -> Health:
        """State for ``GET /health``."""
        public = self._published.public
        return Health(
            status="ready" if self._ready and not self._queue.shut else "starting",
            board=self._board,
            link="none" if public is None else public.link,
            game=None if public is None or public.game is None else public.game.id,
        )

    def power(self) -> PowerUse | None:
        """What the board's pixels draw, or None without a board."""
        return self._power()

    def service(self) -> ServiceView:
        """The board for its caretaker, made when somebody asks for it."""
        made: ServiceView = self._queue.ask(
            lambda: self._desk.view(self._table, self._board, self._power())
        )
        return made

    def wiring(self, *, save: bool = False) -> str:
        """The board file with the learned wires. Raises CommandRefused when nothing was learned.

        ``save`` writes the file, and the board goes on with it. The lesson must be over (``stop``).
        """
        work: Work = self._queue.ask(lambda: self._desk.work(self._table))
        text = self._desk.file(work, save=save)
        if save:
            self._queue.ask(lambda: self._rewired(work))
        return text

    # ------------------------------------------------------------------------ the loop's thread

    def _rewired(self, work: Work) -> None:
        self._desk.upkeep.rewired(work.learned, work.holes)
        self._pixels.forget()

    def _run(self) -> None:
        try:
            while True:
                item = self._next()
                if isinstance(item, Stop):
                    break
                self._step(item)
        except BaseException:
            log.exception("The table's loop broke.")
            self._queue.shut = True
            self._failed()
        finally:
            self._queue.refuse_rest()

    def _next(self) -> Item | None:
        """The next item, or None when a deadline comes first."""
        wait = self._timers.wait()
        if wait is None:
            return self._queue.get()
        try:
            if wait > 0:
                return self._queue.get(timeout=wait)
        except queue.Empty:
            pass  # the deadline has come; what waited for it goes first
        try:
            return self._queue.get_due()
        except queue.Empty:
            return None

    def _step(self, item: Item | None) -> None:
        """Handle one item. An error in it is logged, and the loop goes on."""
        answer: Callable[[], None] | None = None
        try:
            if isinstance(item, Job):
                answer = item.carry_out()
            elif isinstance(item, Remark):
                self._table.remark(*item)
            elif isinstance(item, Come):
                self._table.hand_comes()
            elif item is not None:
                self._senses.feel(item)
            self._timers.follow()
            self._setting.follow()
            self._bot_hand.follow()
        except Exception:  # one bad input must not end the game of a whole evening; it is logged
            log.exception("The table could not take %r; play goes on.", item)
        self._queue.let_wait(self._senses.restless)
        try:
            self._desk.upkeep.follow(self._table.service)
            self._pixels.follow()
            self._published.follow(busy=answer is None and not self._queue.empty())
            if self._queue.empty():
                self._senses.rest()
        except Exception:  # one broken view must not end it either; the next one may be sound
            log.exception("The table's view could not be built; play goes on.")
        if answer is not None:
            answer()
