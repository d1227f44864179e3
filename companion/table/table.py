"""The table, driven by the service's one loop: sensors, commands and time in; views, lights out.

Everything it needs is passed in. It starts no thread, opens no file and reads no clock of its own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.errors import JournalError
from companion.games.pack import Packs
from companion.lights.layers import Lit, dark, frame
from companion.model.briefing import Briefing
from companion.model.chart import Chart
from companion.model.commands import Caller, Command, Outcome
from companion.model.hand import Hand
from companion.model.journal import GameRecord, Journal
from companion.model.rewind import Rewind
from companion.model.states import TableState
from companion.model.stroke import Stroke
from companion.model.view import View
from companion.play import beginning, race_chart
from companion.play.bad_rows import BAD_ROW
from companion.table.commands import dispatch, meaning, seating
from companion.upkeep.service_mode import ServiceMode
from engine.board import Board
from engine.registry import Registry
from hardware.ports import Clock, LightFrame, LinkChange, LinkState, SensorEvent, Snapshot

from .held_moment import HeldMoment
from .lent_board import LentBoard
from .link_watch import LinkWatch
from .modes import Mode, Play
from .referee import Referee
from .settings import TableSettings
from .shown import briefing, held, rewound
from .shown.view import Views
from .tools import Tools

__all__ = ["Table", "TableSettings"]


class Table:
    """One table with at most one open game.

    ``clock``       monotonic seconds, for dwell and for what is said before it is made
    ``rng``         draws cards and throws dice for the service
    ``board_kind``  ``virtual``, ``serial`` or ``none`` (everything is played on the page, PP-16)
    ``seq``         number of its first state
    ``ahead``       whether it works out in quiet moments what the next hand may ask for
    """

    def __init__(
        self,
        registry: Registry,
        packs: Packs,
        journal: Journal,
        clock: Clock,
        rng: random.Random,
        settings: TableSettings,
        board_kind: str,
        seq: int = 1,
        ahead: bool = True,
    ) -> None:
        tools = Tools(registry, packs, journal, clock, rng, settings, board_kind, ahead)
        held = HeldMoment(tools, seq)
        self._referee = Referee(held)
        self._moment = self._referee.moment
        self._link = LinkWatch(self._referee)
        self._play = Play(held, self._referee)
        self._lent = LentBoard(held, self._referee)
        self._views = Views(self._moment)

    @property
    def _mode(self) -> Mode:
        """The mode that has the board now."""
        return self._moment.service or self._play

    # ----------------------------------------------------------------------------------- input

    def resume(self, *, greet: bool = True, set_out: bool = True) -> str | None:
        """Take up the journal's open game; one that cannot be replayed goes on from its checkpoint.

        ``greet``: say so, as after a power cut. ``set_out``: its marbles were left as the position
        has them; else what the board has shown counts.
        Returns why what the hands did before could not be believed again, or None.
        JournalError if the journal cannot be read.
        """
        tools = self._referee.tools
        record = tools.journal.current()
        if record is None:
            self._referee.itself.quick = beginning.quick_lately(tools.journal)
            return None
        try:
            pack = tools.packs.of(str(_options(record).get("game")))
            taken = beginning.resume(tools.journal, tools.registry, pack, record)
        except BAD_ROW as error:
            raise JournalError(f"Game {record.number} cannot be taken up: {error}") from error
        return self._referee.resume(taken, record, greet=greet, set_out=set_out)

    def sensors(self, event: SensorEvent) -> None:
        """Take a debounced change of a hole, a full picture, or news of the link."""
        if isinstance(event, LinkChange):
            self._link.hear(event.state)
        self._mode.feel(event)

    def remark(self, hole: str, token: str) -> None:
        """Take the marble that the virtual hand will put into a hole next (empty: it does not say).

        That changes nothing by itself: it is evidence for the edge that follows (PP-3).
        """
        if self._moment.service is None:
            self._moment.hands.sensors.remarks[hole] = token

    def hand_comes(self) -> None:
        """Leave to people's hands what the table's own hand still has to bring (PP-17)."""
        if self.brings:
            self._referee.itself.errands.none()
            self._referee.evaluate()

    def command(self, command: Command, caller: Caller) -> Outcome:
        """Carry a command out; CommandRefused says why not, with nothing changed."""
        dispatch.carry_out(self._referee, self._lent, command, caller)
        return Outcome(self.seq)

    def check(self, command: Command) -> None:
        """Refuse what a command cannot mean here, whenever it is given (``malformed``)."""
        meaning.check(self._moment.game, command)

    def sit(self, seat: int, holder: str, *, bot: bool = False) -> Outcome:
        """Take a seat; refused when somebody else has it. With ``bot`` a bot gets up for it."""
        seating.sit(self._referee, seat, holder, bot=bot)
        return Outcome(self.seq)

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        """Free all seats of a holder, or only ``seat``."""
        for _ in self._referee.seats.leave(self._moment.game, holder, seat):
            self._referee.changed()
        return Outcome(self.seq)

    def tick(self) -> None:
        """Do what is due at the ``deadline``."""
        self._mode.tick()

    # ---------------------------------------------------------------------------------- output

    def deadline(self) -> float | None:
        """Clock time of the next ``tick`` that is needed; None while nothing waits for time."""
        return self._mode.deadline()

    @property
    def seq(self) -> int:
        """Rises with every visible change and never falls, not even by a restart."""
        return self._moment.seq

    @property
    def frames(self) -> int:
        """Rises with every change of the lights, also where nothing else changes."""
        return self._moment.frames

    @property
    def game_id(self) -> str | None:
        """The id of the open game; None without one."""
        return None if self._moment.game is None else self._moment.game.id

    @property
    def lit(self) -> Mapping[str, Lit]:
        """What every lit hole means, whatever the theme."""
        return self._moment.lit

    @property
    def state(self) -> TableState:
        """What the table is waiting for."""
        return self._moment.state

    @property
    def service(self) -> ServiceMode | None:
        """The service mode that runs; None while the board is the game's."""
        return self._moment.service

    @property
    def brings(self) -> bool:
        """Whether the table's own hand still has to bring something that words have moved."""
        errands = self._referee.itself.errands
        return bool(errands.left or errands.holds)

    @property
    def questions(self) -> Table:
        """The object that answers questions: this very table."""
        return self

    @property
    def seats(self) -> Mapping[int, tuple[str, ...]]:
        """The open game's seats with what each plays."""
        position = self._moment.position
        return {} if position is None else {seat.number: seat.colours for seat in position.seats}

    def holder(self, seat: int) -> str | None:
        """The holder of a seat."""
        return self._moment.holders.get(seat)

    def view(self, audience: int | None) -> View:
        """The snapshot for a seat (None: the public), made once for each change."""
        return self._views.of(audience)

    def glance(self, audience: int | None) -> View:
        """What leads the hands in that snapshot, for programs that look often."""
        return self._views.glance(audience)

    def lights(self) -> LightFrame:
        """What every pixel shows, in sensor order."""
        holes = self._mode.holes
        if holes is None:
            return dark(len(self._moment.hands.sensors.sensed or ()))
        return frame(holes, self._moment.lit, self._moment.settings.theme)

    def told(self, t: float) -> tuple[SensorEvent, ...]:
        """The link and the holes as the sensors last told them, as events of a time."""
        hands = self._moment.hands
        link = LinkChange(hands.sensors.link, hands.sensors.link_reason, hands.sensors.link_code)
        if link in (LinkChange(LinkState.NONE), LinkChange(LinkState.CONNECTING)):
            return ()  # a new table knows as much
        if hands.sensors.link is not LinkState.UP or hands.sensors.sensed is None:
            return (link,)
        return link, Snapshot(hands.sensors.sensed, t)

    def drawing(self) -> Board | None:
        """The open game's board."""
        return None if self._moment.position is None else self._moment.position.board

    def chart(self) -> Chart | None:
        """The chart of the race so far; None if the game is no race."""
        return None if self._moment.game is None else race_chart.chart(self._moment.game)

    def hand(self, seat: int) -> Hand | None:
        """The dealt hand of a seat; None where no cards are dealt."""
        return held.hand(self._moment, seat)

    def rewind(self, move: int) -> Rewind | None:
        """How the board stood before one of the last moves; None if it cannot be taken back."""
        return rewound.rewind(self._moment, move)

    def briefing(self, audience: int | None) -> Briefing | None:
        """Three answers for a seat (None: the public) that does not look; None without a game."""
        own, public = self._views.of(audience), self._views.of(None)
        return briefing.briefing(self._moment, audience, own, public)

    def strokes(self) -> tuple[Stroke, ...]:
        """What the table's own hand is to do on the virtual board, since somebody asked last."""
        return self._referee.itself.bot.fetched()

    def last(self) -> Mapping[str, Any] | None:
        """The options of the newest game, open or not, with those who played in its seats last;
        JournalError if they cannot be read."""
        return beginning.last_options(self._referee.tools.journal)

    def expected_tokens(self) -> Mapping[str, str]:
        """Hole → token as the position says: how a board is set out."""
        return self._moment.expected()

    def tokens_beside(self) -> tuple[str, ...]:
        """Tokens that lie beside the board as the position says; the first to move comes first."""
        position, seating = self._moment.position, self._moment.seating
        if position is None or seating is None:
            return ()
        standing = position.occupancy().items()
        return tuple(t for place, held in standing if not seating.holes.get(place) for t in held)


def _options(record: GameRecord) -> Mapping[str, object]:
    return next(row.data for row in record.rows if row.kind == "new")
