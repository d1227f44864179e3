"""The moment as the referee holds it: each fact of the table once, and what follows from them.

Only the referee may change it; everybody else sees it as ``Moment``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.lights.layers import Lit
from companion.model.message import Message
from companion.model.states import AT_REST, TableState
from companion.model.view import Reason
from companion.play import claims, lessons
from companion.play.clocks import Clocks
from companion.play.hints import Hints
from companion.play.open_game import OpenGame
from companion.recogniser.candidates import NONE, Options
from companion.recogniser.dialogue import corrected, may_be_right
from companion.recogniser.handside import HandSide
from companion.recogniser.ledger import ELSEWHERE, UNPLAYED, Moved, Past
from companion.recogniser.showing import Kind, Showing
from companion.upkeep.service_mode import ServiceMode
from companion.wood.debts import Debt, debts
from companion.wood.marbles import expected_holes
from companion.wood.seating import Seating, seat
from engine.action import Action
from engine.events import Event
from engine.game import Position, acting, only_action
from hardware.ports import LinkState

from .announced import Announcement
from .bot_face import BotFace
from .by_itself import ByItself
from .card_preview import Previews
from .disorder import Disorder
from .inventory import Keeping
from .remembering import recent
from .seats import BOT, Seats
from .settings import TableSettings
from .showing_states import QUESTIONS, waited_for
from .shown.notices import fits_again
from .table_lights import TableLights
from .tools import Tools
from .verdict import UNREAD, judged

QUIET_SECONDS: Final = 0.02
"""Seconds after a change of the position before work that can wait is done."""
AT_A_STOP: Final = frozenset(
    {
        TableState.IDLE,
        TableState.ASK,
        TableState.CORRECTION,
        TableState.OVER,
        TableState.SERVICE,
    }
)
"""States in which no clock runs, since something else has to be done first."""


@dataclass
class Alarms:
    """Clock times at which the table has something to do by itself.

    ``read``     the board is read again: a dwell is over, or a row may be tried again
    ``prepare``  work that can wait is done: the lights of the last change are out by then
    """

    read: float | None = None
    prepare: float | None = None


class Keeps(Enum):
    """What goes on as it was when another position stands."""

    NOTHING = "nothing"
    MARBLES = "marbles"
    TIMES = "times"


class HeldMoment:
    """Everything that stands now; ``Moment`` says what each fact means."""

    def __init__(self, tools: Tools, seq: int) -> None:
        settings = tools.settings
        self.tools = tools
        self.game: OpenGame | None = None
        self.options = NONE
        self.hands = HandSide(
            tools.board_kind != "none", settings.dwell_ms / 1000, settings.counted
        )
        self.verdict = UNREAD
        self.disorder = Disorder()
        self.itself = ByItself(settings.said_ms / 1000, own_hand=settings.own_hand)
        self.seats = Seats()
        self.clocks = Clocks(settings.claim_seconds, tools.rng.random)
        self.alarms = Alarms()
        self.service: ServiceMode | None = None
        self.notice: Message | None = None
        self.hints = Hints()
        self.lights = TableLights()
        self.seq = seq

    # ----------------------------------------------------------------------------- as it is read

    @property
    def settings(self) -> TableSettings:
        return self.tools.settings

    @property
    def board_kind(self) -> str:
        return self.tools.board_kind

    def now(self) -> float:
        return self.tools.clock.now()

    @property
    def position(self) -> Position | None:
        return None if self.game is None else self.game.position

    @property
    def acting(self) -> tuple[int, ...]:
        return acting(self.position)

    @property
    def seen_acting(self) -> tuple[int, ...]:
        position = self.position
        if position is None or not position.covered:
            return self.acting
        return tuple(seat.number for seat in position.seats)

    @property
    def holders(self) -> Mapping[int, str]:
        bots = {} if self.game is None else self.game.bots
        return {**self.seats.holders, **dict.fromkeys(bots, BOT)} if bots else self.seats.holders

    @property
    def announced(self) -> Announcement | None:
        return self.itself.saying.now

    @property
    def bot(self) -> BotFace:
        return self.itself.bot

    @property
    def aside(self) -> Mapping[str, str]:
        return self.hands.sensors.health.aside

    @property
    def seating(self) -> Seating | None:
        return self.hands.seating

    def known_seating(self) -> Seating:
        assert self.seating is not None
        return self.seating

    @property
    def holes(self) -> tuple[str, ...] | None:
        """The open game's holes in sensor order; None without a game."""
        return None if self.game is None else self.known_seating().names

    def expected(self) -> dict[str, str]:
        if self.position is None or self.seating is None:
            return {}
        return expected_holes(self.seating, self.position.occupancy())

    @property
    def showing(self) -> Showing | None:
        return self.verdict.showing

    @property
    def reason(self) -> Reason | None:
        return self.verdict.reason

    @property
    def owed(self) -> tuple[Debt, ...]:
        return self.verdict.owed

    @property
    def called(self) -> tuple[Debt, ...]:
        return self.verdict.called

    @property
    def back(self) -> str:
        return self.verdict.back

    @property
    def ask_id(self) -> str:
        return self.verdict.ask_id

    @property
    def led(self) -> Message | None:
        return self.disorder.leading

    @property
    def keeping(self) -> Keeping | None:
        return self.disorder.keeping

    @property
    def previews(self) -> Previews:
        return self.lights.previews

    @property
    def lit(self) -> Mapping[str, Lit]:
        return self.lights.lit

    @property
    def frames(self) -> int:
        return self.lights.frames

    @property
    def state(self) -> TableState:
        """What the table is waiting for."""
        if self.service is not None:
            return TableState.SERVICE
        position = self.position
        if position is None:
            return TableState.IDLE
        if self.keeping is not None:
            return TableState.ASK
        kind = None if self.showing is None else self.showing.kind
        return waited_for(position, kind, announced=self.announced is not None)

    # -------------------------------------------------------------------------------- following

    def opened(self, game: OpenGame, *, set_out: bool) -> None:
        """Take a game that was begun or taken up."""
        self.game = game
        self.options = _announced(self)
        self.disorder = Disorder()
        self.itself.errands.begin(carried=self.tools.packs.of(game.game.name).carried)
        self.clocks.anew()
        seating = seat(game.game.seating, game.position.board)
        self.hands.begin(
            seating, game.position, self.options, recent(game), set_out=set_out, dealt=game.dealt
        )
        self.fresh()

    def closed(self) -> None:
        """Note that no game is open any more."""
        self.game, self.notice, self.options = None, None, NONE
        self.seats.clear()
        self.hands.close()
        self.fresh()

    def follow(self) -> None:
        """Follow a change of the position: what may come next is worked out before any lift."""
        self.options = _announced(self)
        self.hands.offer(self.options)
        self.fresh()

    def made(self, past: Past, events: tuple[Event, ...], *, drawn: bool = False) -> None:
        """Have all hands know what was made without them, or was ``drawn`` by chance."""
        self.itself.errands.made(past, events, drawn=drawn)
        self.hands.played(past, events)

    def stand_at(
        self, position: Position, moved: Moved = ELSEWHERE, keeps: Keeps = Keeps.NOTHING
    ) -> None:
        """Have clocks and hands follow to a position that no action led to, and bring its marbles,
        but for what it ``keeps``."""
        if keeps is not Keeps.MARBLES:
            self.itself.errands.set_to(position)
        if keeps is not Keeps.TIMES:
            self.clocks.anew()
        self.hands.reset(position, moved)
        self.follow()

    def fresh(self) -> None:
        """Drop everything that was worked out for the position before."""
        self.unread()
        self.lights.beacon.out()
        self.itself.saying.drop()
        self.disorder.anew(0 if self.game is None else len(self.game.steps))
        ahead = self.tools.ahead and self.options.carded
        self.alarms.prepare = self.now() + QUIET_SECONDS if ahead else None

    def unread(self) -> None:
        """Have the hands' work read anew."""
        self.verdict = UNREAD
        self.alarms.read = None

    def turn_down(self, why: Message) -> None:
        """Have hands put back what they have moved, and say why."""
        assert self.position is not None
        self.hands.reset(self.position, UNPLAYED)
        self.unread()
        self.disorder.led = why

    def judge(self, showing: Showing) -> None:
        """Take what the recogniser shows now; if the board fits again, people are told."""
        dialogue, tracking = self.hands.dialogue, self.hands.tracking
        assert self.game is not None
        assert dialogue.board is not None
        owed = debts(dialogue.board, showing.world)
        goes_on = self.disorder.goes_on(showing, owed, uncalled=tracking.read.uncalled)
        if goes_on and not may_be_right(tracking):
            showing = corrected(dialogue, showing)
            owed = debts(dialogue.board, showing.world)
        self.disorder.judged(showing, owed)
        rests = showing.kind is Kind.REST and self.disorder.fits(len(self.game.steps))
        if rests and not self.bot.errands:  # what the table did itself is no news
            self.notice = fits_again(self)
        self.verdict = judged(self, self.verdict, showing, owed)
        self.itself.errands.follow(owed)
        self.hands.dialogue.asks(self.verdict.ask_id if showing.kind in QUESTIONS else "")

    def only_action(self) -> Action | None:
        """The single action without displacement: the table says it, then makes it (PP-18).

        After a takeback nobody wants it said again.
        """
        if not self.acting or self.position is None or self.state not in AT_REST:
            return None
        if self.game is not None and self.game.takebacks.seats is not None:
            return None
        if claims.is_open(self.position):
            return None
        return only_action(self.position)

    def count(self) -> None:
        """Count a visible change: the sequence number rises, and stays above the journal's."""
        self.lights.frames += 1
        self.seq = max(self.seq + 1, 0 if self.game is None else self.game.last_row * 1000)

    def follow_clocks(self) -> None:
        """Have the clocks follow what stands; called after everything that changes it."""
        here = self.hands.sensors.link in (LinkState.UP, LinkState.NONE)
        free = here and self.state not in AT_A_STOP
        self.clocks.follow(self.game, self.seating, free=free, now=self.now())


def _announced(held: HeldMoment) -> Options:
    """What hands may announce in the position that stands."""
    shown, found = lessons.shown(held.game), held.itself.bot.options(held.game)
    return found if shown is None else found.only(shown)
