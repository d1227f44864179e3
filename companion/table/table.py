"""The table: what the service's one loop drives. Sensors, commands and time in; views, lights out.

Everything it needs is passed in; it starts no thread, opens no file and reads no clock of its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from companion.errors import JournalError
from companion.games.presenter import Presenters
from companion.lights.layers import Lit, dark, frame
from companion.model import refusals
from companion.model.chart import Chart
from companion.model.commands import Caller, Command, Outcome
from companion.model.journal import GameRecord, Journal
from companion.model.message import Message
from companion.model.states import TableState
from companion.model.view import View
from companion.play import claims, open_game, race_chart
from companion.table.commands import dispatch
from companion.table.shown import view
from companion.upkeep.service_mode import ServiceMode
from engine.board import Board
from engine.errors import EngineError
from engine.registry import Registry
from hardware.ports import Clock, LightFrame, LinkChange, LinkState, SensorEvent

from .core import Core
from .modes import Mode, Play
from .settings import TableSettings

__all__ = ["Table", "TableSettings"]


class Table:
    """One table with at most one open game.

    ``clock``       monotonic seconds, for dwell and what is said before it is made
    ``wall``        seconds since the epoch
    ``rng``         cards and dice that the service draws
    ``board_kind``  ``virtual``, ``serial`` or ``none`` (all on the page, PP-16)
    ``seq``         number of its first state
    """

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
        seq: int = 1,
    ) -> None:
        if board_kind not in ("virtual", "serial", "none"):
            raise ValueError(f"board_kind {board_kind!r} is not virtual, serial or none")
        self._core = Core(registry, presenters, journal, clock, wall, rng, settings, board_kind)
        self._core.seq = seq
        self._play = Play(self._core)
        self._views: dict[int | None, View] = {}
        self._views_seq = -1
        self._lost = False
        """The board went away and has not come back yet."""

    @property
    def _mode(self) -> Mode:
        """Whose the board is now."""
        return self._core.service or self._play

    # ----------------------------------------------------------------------------------- input

    def resume(self, *, greet: bool = True) -> None:
        """Take up the journal's open game; one that cannot be replayed, from its checkpoint.

        ``greet``: say so, as after a power cut.
        JournalError if the journal cannot be read.
        """
        core = self._core
        record = core.journal.current()
        if record is None:
            return
        try:
            presenter = core.presenters.of(str(_options(record).get("game")))
            game, whole = open_game.resume(core.journal, core.registry, presenter, record)
        except (EngineError, StopIteration, KeyError, ValueError) as error:
            raise JournalError(f"Game {record.number} cannot be taken up: {error}") from error
        for row in record.rows:
            if row.kind == open_game.SIT:
                self._seat_again(int(row.text), row.data.get("holder"))
        core.opened(game, set_out=True)
        core.seq = max(core.seq, game.last_row * 1000 + 999)
        core.notice = self._welcome(whole) if greet or not whole else None
        core.evaluate()

    def _welcome(self, whole: bool) -> Message:
        core = self._core
        if not whole:
            return Message("notice.checkpoint")
        if core.game is None or not core.acting or claims.is_open(core.position):
            return Message("notice.resumed_plain")
        game = core.game
        who = game.presenter.player(game.position, core.acting[0], game.names)
        return Message("notice.resumed", {"p": who})

    def _seat_again(self, seat: int, holder: object) -> None:
        if isinstance(holder, str):
            self._core.holders[seat] = holder
        else:
            self._core.holders.pop(seat, None)

    def sensors(self, event: SensorEvent) -> None:
        """A debounced change of a hole, a full picture, or news of the link."""
        if isinstance(event, LinkChange):
            self._hear_of_link(event.state)
            self._hold_hands(event.state)
        self._mode.feel(event)

    def remark(self, hole: str, token: str) -> None:
        """The virtual hand says which marble it is about to put into a hole (empty: it does not).

        That changes nothing by itself: it is evidence for the edge that follows (PP-3).
        """
        if self._core.service is None:
            self._core.hands.remark(hole, token)

    def _hear_of_link(self, state: LinkState) -> None:
        """Who tapped on while the board was away is told that it is back (PP-14)."""
        if state in (LinkState.DOWN, LinkState.REFUSED):
            self._lost = True
        elif state is LinkState.UP and self._lost:
            self._lost = False
            if self._core.game is not None and self._core.game.steps:
                self._core.notice = Message("link.back")

    def _hold_hands(self, state: LinkState) -> None:
        """What stood before the board was away is no stop: its picture is to come yet (PP-14).

        Only where no card is named first: a move that stood too soon may be followed by the next.
        """
        core, now = self._core, self._core.clock.now()
        carded = core.options.carded or (core.game is not None and core.game.undo_is_card)
        before = core.hands.before
        for reader in (core.hands.recogniser, before.recogniser if before is not None else None):
            if state is LinkState.UP and not carded and reader and reader.changed_at is not None:
                reader.changed_at = now

    def command(self, command: Command, caller: Caller) -> Outcome:
        """Carry a command out; CommandRefused says why not, and nothing has changed then."""
        dispatch.carry_out(self._core, command, caller)
        return Outcome(self._core.seq)

    def sit(self, seat: int, holder: str) -> Outcome:
        """Take a seat; refused when somebody else has it."""
        core = self._core
        if core.game is None:
            raise refusals.no_game()
        if all(s.number != seat for s in core.game.position.seats):
            raise refusals.unknown_seat(seat)
        if core.holders.get(seat, holder) != holder:
            raise refusals.seat_taken()
        if core.holders.get(seat) != holder:
            self._write_seat(seat, holder)
            core.holders[seat] = holder
            core.changed()
        return Outcome(core.seq)

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        """Free all seats of that holder, or that one if it is the holder's."""
        core = self._core
        for held in [held for held, who in core.holders.items() if who == holder]:
            if seat in (None, held):
                self._write_seat(held, None)
                del core.holders[held]
                core.changed()
        return Outcome(core.seq)

    def _write_seat(self, seat: int, holder: str | None) -> None:
        game = self._core.game
        if game is None:
            return
        try:
            game.sit(seat, holder)
        except JournalError as error:
            raise refusals.not_saved(error) from error

    def tick(self) -> None:
        """Time has come to the ``deadline``."""
        self._mode.tick()

    # ---------------------------------------------------------------------------------- output

    def deadline(self) -> float | None:
        """Clock time of the next ``tick`` that is needed; None while nothing waits for time."""
        return self._mode.deadline()

    @property
    def seq(self) -> int:
        """Rises with every visible change and never falls, not even by a restart."""
        return self._core.seq

    @property
    def frames(self) -> int:
        """Rises with every change of the lights, also where nothing else changes."""
        return self._core.frames

    @property
    def lit(self) -> Mapping[str, Lit]:
        """What every lit hole means, theme apart."""
        return self._core.lit

    @property
    def state(self) -> TableState:
        """What the table is waiting for."""
        return self._core.state

    @property
    def service(self) -> ServiceMode | None:
        """The service mode that runs; None while the board is the game's."""
        return self._core.service

    @property
    def questions(self) -> Table:
        """Whom to ask what changes nothing: this very table."""
        return self

    def holder(self, seat: int) -> str | None:
        """Who has that seat."""
        return self._core.holders.get(seat)

    def view(self, audience: int | None) -> View:
        """The snapshot for a seat (None: the public), made once a change."""
        if self._views_seq != self._core.seq:
            self._views.clear()
            self._views_seq = self._core.seq
        if audience not in self._views:
            self._views[audience] = view.build(self._core, audience)
        return self._views[audience]

    def lights(self) -> LightFrame:
        """What every pixel shows, in sensor order."""
        core = self._core
        holes = self._mode.holes
        if holes is None:
            return dark(len(core.hands.sensed or ()))
        return frame(holes, core.lit, core.settings.theme)

    def drawing(self) -> Board | None:
        """The open game's board."""
        return None if self._core.position is None else self._core.position.board

    def chart(self) -> Chart | None:
        """How a race went so far; None for a game that is none."""
        return None if self._core.game is None else race_chart.chart(self._core.game)

    def expected_tokens(self) -> Mapping[str, str]:
        """Hole → token as the position says: how a board is set out."""
        return self._core.expected()

    def tokens_beside(self) -> tuple[str, ...]:
        """Tokens that lie beside the board as the position says, who is to move first."""
        position, seating = self._core.position, self._core.seating
        if position is None or seating is None:
            return ()
        standing = position.occupancy().items()
        return tuple(t for place, held in standing if not seating.holes.get(place) for t in held)


def _options(record: GameRecord) -> Mapping[str, object]:
    return next(row.data for row in record.rows if row.kind == "new")
