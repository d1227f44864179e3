"""The ports of the table: what the loop drives, what the web reaches, and virtual hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from engine.board import Board
from hardware.ports import LightFrame, SensorEvent
from hardware.power import PowerUse as PowerUse

from .briefing import Briefing
from .chart import Chart
from .commands import Caller, Command, Outcome
from .hand import Hand
from .rewind import Rewind
from .seen_seat import UNSEEN, SeenSeat
from .service import Serviced, ServiceView
from .stroke import Stroke
from .view import View


class HandsPort(Protocol):
    """Hands on the virtual board. Errors are ``companion.errors.HandRefused``."""

    def lift(self, hole: str) -> None:
        """Lift the marble from a hole (named as the board names it)."""

    def put(self, hole: str, token: str | None = None, origin: str | None = None) -> None:
        """Put the marble in hand into a hole, of several that ``token``, else the last one lifted.

        ``origin``: the one that was lifted from that hole, for whoever does not know its token.
        """

    def set_out(
        self,
        board: str,
        holes: Sequence[str],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        """Make it a board of a kind with these holes, and set the marbles: hole → token.

        ``beside``: tokens that lie ready beside the board; the first one is put last.
        """

    def in_hand(self) -> tuple[str, ...]:
        """Tokens in the virtual hand, the last lifted last."""

    def fault(self, name: str, on: bool) -> None:
        """Switch a named fault of the virtual board."""


class Health(Struct, frozen=True):
    """What ``GET /health`` says."""

    status: str
    board: str
    link: str
    game: str | None


class Questions(Protocol):
    """What may be asked of a table besides its views. Asking changes nothing."""

    def holder(self, seat: int) -> str | None:
        """The holder of a seat now."""

    def drawing(self) -> Board | None:
        """The board to be drawn; None when no game is open."""

    def chart(self) -> Chart | None:
        """The chart of the race so far; None without a game or for a game that is no race."""

    def hand(self, seat: int) -> Hand | None:
        """The dealt hand of a seat, for whoever holds it; None where no cards are dealt."""

    def rewind(self, move: int) -> Rewind | None:
        """How the board stood before one of the last moves; None if it cannot be taken back."""

    def briefing(self, audience: int | None) -> Briefing | None:
        """Three answers for a seat (None: the public) that does not look; None without a game."""

    def last(self) -> Mapping[str, Any] | None:
        """The options of the newest game, open or not; None before the first."""


class TablePort(Questions, Protocol):
    """What the web knows of the table. Safe to call from any thread."""

    def view(self, audience: int | None) -> View:
        """The newest snapshot for an audience."""

    def view_json(self, audience: int | None) -> bytes:
        """The same, serialised once for all its readers."""

    def submit(self, command: Command, caller: Caller) -> Outcome:
        """Carry the command out in the table's loop; raises ``companion.errors.CommandRefused``."""

    def sit(self, seat: int, holder: str, seen: SeenSeat = UNSEEN) -> Outcome:
        """Take a seat for a holder (an opaque id).

        Refused when somebody else has it, or it is no longer what was ``seen``.
        """

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        """Free all seats of a holder, or only ``seat``."""

    def subscribe(self, wake: Callable[[int], None]) -> Callable[[], None]:
        """Call ``wake(seq)`` after every change (must not block); returns a way to stop it."""

    @property
    def hands(self) -> HandsPort | None:
        """Hands on the virtual board; None on a real one."""

    def health(self) -> Health:
        """State for ``GET /health``."""

    def power(self) -> PowerUse | None:
        """What the board's pixels draw (PP-22); None without a board."""

    def service(self) -> ServiceView:
        """Every hole's sensor, what to look at, the test that runs, the device (PP-13)."""

    def wiring(self, *, save: bool = False) -> str:
        """The board file with the wires that were learned; ``save`` puts it in its place."""


class OwnQuestions(Questions, Protocol):
    """What the loop asks besides, so that it can set out a virtual board."""

    def expected_tokens(self) -> Mapping[str, str]:
        """Hole → token, as the position says."""

    def tokens_beside(self) -> tuple[str, ...]:
        """Tokens that lie beside the board as the position says; the first to move comes first."""


class OwnedTable(Protocol):
    """The table as the loop drives it; ``companion.table.table.Table``."""

    @property
    def seq(self) -> int:
        """Rises with every visible change."""

    @property
    def frames(self) -> int:
        """Rises with every change of the lights, also where nothing else changes."""

    @property
    def game_id(self) -> str | None:
        """The id of the open game."""

    @property
    def questions(self) -> OwnQuestions:
        """The object that answers questions; asking it changes nothing."""

    def resume(self) -> str | None:
        """Take up the journal's open game.

        Returns why what the hands did before could not be believed again, or None.
        """

    def sensors(self, event: SensorEvent) -> None:
        """A debounced change, a full picture, or news of the link."""

    def remark(self, hole: str, token: str) -> None:
        """The marble that the virtual hand will put into a hole next; empty if it does not say."""

    def hand_comes(self) -> None:
        """Somebody's hand comes to the virtual board."""

    def command(self, command: Command, caller: Caller) -> Outcome:
        """Carry out; raises CommandRefused."""

    def sit(self, seat: int, holder: str, *, bot: bool = False) -> Outcome:
        """Take a seat; with ``bot`` also that of a bot, which gets up then."""

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        """Free all seats of a holder, or only ``seat``."""

    def strokes(self) -> tuple[Stroke, ...]:
        """What the bots' hand is to do on the virtual board, each told once."""

    def tick(self) -> None:
        """Do what is due at ``deadline``."""

    def deadline(self) -> float | None:
        """Clock time of the next tick that is needed."""

    def view(self, audience: int | None) -> View:
        """Snapshot for one audience."""

    def lights(self) -> LightFrame:
        """What the pixels show."""

    @property
    def service(self) -> Serviced | None:
        """The service mode that runs."""


class Recorder(Protocol):
    """A keeper of hole changes, unsynced (PP-41); it hears commands and decisions another way."""

    def event(self, event: SensorEvent) -> None:
        """A raw sensor event."""

    def flush(self) -> None:
        """Write what was gathered, since nothing else is to be done."""
