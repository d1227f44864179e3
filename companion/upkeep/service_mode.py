"""Service mode: the game waits while somebody looks after the board.

Sensors and lights belong to the check that is under way, and the journal hears nothing of it. At
the end, the board is compared with its picture from the beginning: what stands elsewhere is a
correction, never a move (PP-10, PP-21).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from companion.lights.layers import Layer, Lit
from companion.lights.roles import Role
from companion.model.board_refusals import already_aside, unknown_hole
from companion.model.commands import Tend
from companion.recogniser.sensor_health import LIES
from engine.boards import board_of
from engine.errors import EngineError
from hardware.ports import HoleChange, LinkChange, LinkState, SensorEvent, Snapshot

from . import refusals
from .checks import COLOURS, ChaseCheck, Check, ColourCheck, HoleCheck, VisitCheck
from .learning import LearnCheck

PATIENCE: Final = 600.0
"""Seconds without a word or a marble after which service mode ends by itself: a phone that
somebody put away must not hold up an evening."""


class Lender(Protocol):
    """The table, as service mode sees it: it lends its board and takes it back."""

    def now(self) -> float:
        """The table's clock."""

    @property
    def holes(self) -> tuple[str, ...] | None:
        """The open game's holes in sensor order; None without a game."""

    @property
    def link(self) -> LinkState:
        """Whether the board is there."""

    @property
    def sensed(self) -> tuple[bool, ...] | None:
        """What the sensors say now; None if nothing is known."""

    @property
    def aside(self) -> Mapping[str, str]:
        """Hole → why its sensor is not believed."""

    def set_aside(self, hole: str, why: str | None) -> None:
        """Stop believing a hole's sensor, or believe it again (None)."""

    def heard(self, event: LinkChange) -> None:
        """Note that the board came or went."""

    def felt(self, event: HoleChange | Snapshot) -> None:
        """Note what the sensors say, without playing it."""

    @property
    def service(self) -> ServiceMode | None:
        """The service mode that has the board; None while it is the game's."""

    def lend(self, service: ServiceMode) -> None:
        """Lend the board: the game waits from now on."""

    def show(self, layer: Layer) -> None:
        """Light these holes and no others."""

    def go_on(self) -> None:
        """Let the game go on with what has changed meanwhile."""

    def take_back(self, picture: tuple[bool, ...] | None) -> None:
        """Go on with the game; ``picture``: what the sensors said before the board was lent."""


class ServiceMode:
    """One run of service mode. ``holes`` are the board's, in sensor order.

    ``picture``  what the sensors said when it began; None if nothing was known
    ``check``    the test that is under way
    ``touched``  when somebody last said or did something
    """

    def __init__(self, table: Lender, holes: tuple[str, ...]) -> None:
        self._table = table
        self.holes = holes
        self.picture = table.sensed
        self.check: Check | None = None
        self.touched = table.now()

    def feel(self, event: SensorEvent) -> None:
        """Pass what the sensors say to the check, not to the game."""
        if isinstance(event, LinkChange):
            self._table.heard(event)
            return
        now, news = self._table.now(), False
        for number, full in _changes(self._table.sensed, event):
            if self.check is not None and number < len(self.holes):
                news = self.check.felt(self.holes[number], full, now) or news
        self._table.felt(event)
        if news:
            self.stirred()

    def stirred(self) -> None:
        """Begin patience anew, since somebody said or did something, and show the lights."""
        self.touched = self._table.now()
        self.show()

    def tick(self) -> None:
        """Do a step of the check that is due, or end service mode when patience is over."""
        now = self._table.now()
        if now >= self.touched + PATIENCE:
            self._table.take_back(self.picture)
        elif self.check is not None:
            self.check.tick(now)
            self.show()

    def deadline(self) -> float:
        """Clock time of the next step of the check, or of the end of patience."""
        due = None if self.check is None else self.check.deadline()
        end = self.touched + PATIENCE
        return end if due is None else min(due, end)

    def show(self) -> None:
        """Light what the check wants lit."""
        looks = {} if self.check is None else self.check.lights()
        self._table.show(
            {hole: Lit(Role.DESTINATION, pixel=True, look=look) for hole, look in looks.items()}
        )


# ------------------------------------------------------------------------------------- being told


def check(command: Tend) -> None:
    """Refuse a test that there is not, or what it cannot be told."""
    known = (*_CHECKS, *_LEADING, "aside", "believe", "end")
    if command.do not in known:
        raise refusals.unknown_test(command.do, known)
    if command.do == "colour" and command.value not in COLOURS:
        raise refusals.unknown_colour(command.value, COLOURS)
    if command.do == "learn" and command.value not in ("", "ask"):
        raise refusals.bad_way_to_learn()


def carry_out(table: Lender, command: Tend) -> None:
    """Begin, lead or end service mode; CommandRefused says why not."""
    do = command.do
    if do == "end":
        if table.service is None:
            raise refusals.not_tested()
        table.take_back(table.service.picture)
    elif do in ("aside", "believe"):
        _believe(table, command)
    elif do in _LEADING:
        _lead(table.service, do, command.hole).stirred()
    else:
        _begin(table, command).stirred()


def _begin(table: Lender, command: Tend) -> ServiceMode:
    make = _CHECKS[command.do]
    service = table.service or _opened(table, command.board)
    service.check = make(table, service.holes, command)
    table.lend(service)
    return service


def _opened(table: Lender, kind: str) -> ServiceMode:
    """Service mode on the open game's board, else on a board of this kind."""
    if table.link is not LinkState.UP:
        raise refusals.not_connected()
    names = _holes_of(kind) if table.holes is None else table.holes
    if table.sensed is not None and len(table.sensed) != len(names):
        raise refusals.other_holes(len(table.sensed), len(names))
    return ServiceMode(table, names)


def _lead(service: ServiceMode | None, do: str, hole: str) -> ServiceMode:
    """Pass a word to the check that is under way."""
    if service is None or service.check is None:
        raise refusals.no_test()
    check = service.check
    if do == "stop":
        service.check = None
        return service
    if do == "here":
        taken = check.here(_known(hole, service.holes))
    else:
        taken = check.skip() if do == "skip" else check.back()
    if not taken:
        raise refusals.not_asked_by_test()
    return service


def _believe(table: Lender, command: Tend) -> None:
    """Set a hole aside or believe it again, also before any game; the next game takes it over."""
    names, service = table.holes, table.service
    if names is None:
        names = _holes_of(command.board) if service is None else service.holes
    hole, aside = _known(command.hole, names), table.aside
    if (command.do == "aside") == (hole in aside):
        raise already_aside(hole, aside=hole in aside)
    table.set_aside(hole, LIES if command.do == "aside" else None)
    if service is None:
        table.go_on()
    else:
        service.show()


def _known(hole: str, names: tuple[str, ...]) -> str:
    if hole not in names:
        raise unknown_hole(hole)
    return hole


def _holes_of(kind: str) -> tuple[str, ...]:
    try:
        return tuple(board_of(kind).holes)
    except EngineError as error:
        raise refusals.no_such_board(error) from error


def _changes(
    sensed: tuple[bool, ...] | None, event: HoleChange | Snapshot
) -> list[tuple[int, bool]]:
    if isinstance(event, HoleChange):
        return [(event.hole, event.present)]
    before = sensed if sensed is not None and len(sensed) == len(event.present) else event.present
    pairs = zip(before, event.present, strict=True)
    return [(number, full) for number, (was, full) in enumerate(pairs) if was != full]


# ------------------------------------------------------------------------------------- the checks


def _one(table: Lender, names: tuple[str, ...], command: Tend) -> Check:
    hole = _known(command.hole, names)
    return HoleCheck(hole, names.index(hole))


def _all(table: Lender, names: tuple[str, ...], command: Tend) -> Check:
    return VisitCheck(names)


def _colour(table: Lender, names: tuple[str, ...], command: Tend) -> Check:
    return ColourCheck(names, command.value)


def _chase(table: Lender, names: tuple[str, ...], command: Tend) -> Check:
    known = sorted(command.chain) == sorted(names)
    return ChaseCheck(command.chain if known else names, table.now())


def _learn(table: Lender, names: tuple[str, ...], command: Tend) -> Check:
    full = sum(table.sensed or ())
    return LearnCheck(names, ask=command.value == "ask", full=full)


_CHECKS: Final[dict[str, Callable[[Lender, tuple[str, ...], Tend], Check]]] = {
    "hole": _one,
    "visit": _all,
    "colour": _colour,
    "chase": _chase,
    "learn": _learn,
}
_LEADING: Final = ("skip", "back", "here", "stop")
