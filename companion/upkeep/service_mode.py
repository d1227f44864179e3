"""Service mode: the game waits while somebody looks after the board.

Sensors and lights belong to the check that is under way; the journal hears nothing of it. When it
ends, the board is compared with the one it began with: what stands elsewhere is a correction,
never a move (PP-10, PP-21).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion.errors import CommandRefused
from companion.lights.layers import Lit, Owner
from companion.lights.roles import Role
from companion.model.commands import Tend
from companion.model.message import Message
from companion.recogniser.sensor_health import LIES
from engine.boards import board_of
from engine.errors import EngineError
from hardware.ports import HoleChange, LinkChange, LinkState, SensorEvent, Snapshot

from .checks import COLOURS, ChaseCheck, Check, ColourCheck, HoleCheck, VisitCheck
from .learning import LearnCheck

if TYPE_CHECKING:
    from companion.table.core import Core

PATIENCE: Final = 600.0
"""Seconds without a word or a marble after which service mode ends by itself: a phone that was
put away must not hold up an evening."""


class Tending:
    """Service mode on one board. ``names`` are its holes in sensor order.

    ``picture``  what the sensors said when it began; None where nothing was known
    """

    def __init__(
        self, names: tuple[str, ...], picture: tuple[bool, ...] | None, now: float
    ) -> None:
        self.names = names
        self.picture = picture
        self.check: Check | None = None
        self.touched = now

    def deadline(self) -> float:
        """When something is due: a step of the check, or the end of patience."""
        due = None if self.check is None else self.check.deadline()
        end = self.touched + PATIENCE
        return end if due is None else min(due, end)


# ------------------------------------------------------------------------------------- being told


def carry_out(core: Core, command: Tend) -> None:
    """Begin, lead or end service mode; CommandRefused says why not."""
    do = command.do
    if do == "end":
        if core.tending is None:
            raise CommandRefused("unchanged", "Nobody is testing the board.")
        end(core)
        return
    if do in ("aside", "believe"):
        _believe(core, command)
        return
    if do in _LEADING:
        _lead(core, do, command.hole)
    else:
        _begin(core, command)
    assert core.tending is not None
    core.tending.touched = core.clock.now()
    show(core)


def _begin(core: Core, command: Tend) -> None:
    make = _CHECKS.get(command.do)
    if make is None:
        known = ", ".join((*_CHECKS, *_LEADING, "aside", "believe", "end"))
        raise CommandRefused(
            "malformed", f"Unknown service {command.do[:20]!r}; choose: {known}.", status=400
        )
    tending = core.tending or _open(core, command.board)
    tending.check = make(core, tending, command)
    core.tending = tending
    core.pending = core.notice = None


def _open(core: Core, kind: str) -> Tending:
    """Service mode on the open game's board, else on the one of that kind."""
    hands = core.hands
    if hands.link is not LinkState.UP:
        raise CommandRefused("no-board", "The board is not connected: nothing can be tested now.")
    if core.game is not None:
        names = core.known_seating().names
    else:
        try:
            names = tuple(board_of(kind).holes)
        except EngineError as error:
            raise CommandRefused("no-board", str(error)) from error
    if hands.sensed is not None and len(hands.sensed) != len(names):
        raise CommandRefused(
            "wrong-board",
            f"The board has {len(hands.sensed)} holes, and {len(names)} were expected.",
        )
    return Tending(names, hands.sensed, core.clock.now())


def _hole(tending: Tending, hole: str) -> str:
    if hole not in tending.names:
        raise CommandRefused("unknown-hole", f"There is no hole {hole[:20]!r}.", status=404)
    return hole


def _one(core: Core, tending: Tending, command: Tend) -> Check:
    hole = _hole(tending, command.hole)
    return HoleCheck(hole, tending.names.index(hole))


def _all(core: Core, tending: Tending, command: Tend) -> Check:
    return VisitCheck(tending.names)


def _colour(core: Core, tending: Tending, command: Tend) -> Check:
    if command.value not in COLOURS:
        raise CommandRefused(
            "malformed",
            f"Unknown colour {command.value[:20]!r}; choose: {', '.join(COLOURS)}.",
            status=400,
        )
    return ColourCheck(tending.names, command.value)


def _chase(core: Core, tending: Tending, command: Tend) -> Check:
    known = sorted(command.chain) == sorted(tending.names)
    return ChaseCheck(command.chain if known else tending.names, core.clock.now())


def _learn(core: Core, tending: Tending, command: Tend) -> Check:
    if command.value not in ("", "ask"):
        raise CommandRefused("malformed", "`value` is `ask` or left out here.", status=400)
    full = sum(core.hands.sensed or ())
    return LearnCheck(tending.names, ask=command.value == "ask", full=full)


_CHECKS: Final[dict[str, Callable[[Core, Tending, Tend], Check]]] = {
    "hole": _one,
    "visit": _all,
    "colour": _colour,
    "chase": _chase,
    "learn": _learn,
}
_LEADING: Final = ("skip", "back", "here", "stop")


def _lead(core: Core, do: str, hole: str) -> None:
    """A word to the check that is under way."""
    tending = core.tending
    if tending is None or tending.check is None:
        raise CommandRefused("unchanged", "No test is under way; begin one first.")
    check = tending.check
    if do == "stop":
        tending.check = None
        return
    if do == "here":
        taken = check.here(_hole(tending, hole))
    else:
        taken = check.skip() if do == "skip" else check.back()
    if not taken:
        raise CommandRefused("unchanged", "This test does not ask for that now.")


def _believe(core: Core, command: Tend) -> None:
    """Set a hole aside or believe it again; before any game too, which then takes it over."""
    aside, hole = core.hands.health.aside, command.hole
    names = core.known_seating().names if core.game is not None else _names(core, command.board)
    if hole not in names:
        raise CommandRefused("unknown-hole", f"There is no hole {hole[:20]!r}.", status=404)
    if (command.do == "aside") == (hole in aside):
        word = "is already set aside" if hole in aside else "is not set aside"
        raise CommandRefused("unchanged", f"{hole} {word}.")
    why = LIES if command.do == "aside" else None
    if core.game is not None:
        core.set_aside(hole, why)
    else:
        core.hands.set_aside(hole, why, core.clock.now())
    if core.tending is not None:
        show(core)
    else:
        core.evaluate()


def _names(core: Core, kind: str) -> tuple[str, ...]:
    if core.tending is not None:
        return core.tending.names
    try:
        return tuple(board_of(kind).holes)
    except EngineError as error:
        raise CommandRefused("no-board", str(error)) from error


# --------------------------------------------------------------------------------- hands and time


def feel(core: Core, event: SensorEvent) -> None:
    """What the sensors say while the board is looked after: to the check, not to the game."""
    tending, hands, now = core.tending, core.hands, core.clock.now()
    assert tending is not None
    if isinstance(event, LinkChange):
        if hands.feel(event, now):
            core.changed()
        return
    news = False
    for number, full in _changes(hands.sensed, event):
        if tending.check is not None and number < len(tending.names):
            news = tending.check.felt(tending.names[number], full, now) or news
    hands.note(event)
    if news:
        tending.touched = now
        show(core)


def _changes(
    sensed: tuple[bool, ...] | None, event: HoleChange | Snapshot
) -> list[tuple[int, bool]]:
    if isinstance(event, HoleChange):
        return [(event.hole, event.present)]
    before = sensed if sensed is not None and len(sensed) == len(event.present) else event.present
    pairs = zip(before, event.present, strict=True)
    return [(number, full) for number, (was, full) in enumerate(pairs) if was != full]


def tick(core: Core) -> None:
    """A step of the check is due, or patience is at its end."""
    tending, now = core.tending, core.clock.now()
    assert tending is not None
    if now >= tending.touched + PATIENCE:
        end(core)
        return
    if tending.check is not None:
        tending.check.tick(now)
        show(core)


def show(core: Core) -> None:
    """The check's lights, and nobody else's (PP-21)."""
    tending = core.tending
    assert tending is not None
    check = tending.check
    lights = {} if check is None else check.lights()
    core.layers.clear()
    core.layers.set(
        Owner.SERVICE,
        {hole: Lit(Role.DESTINATION, pixel=True, look=look) for hole, look in lights.items()},
    )
    core.lit = core.layers.merged()
    core.changed()


def end(core: Core) -> None:
    """The game goes on: from where it was if the board is as it was, else by correction (PP-10)."""
    tending = core.tending
    assert tending is not None
    core.tending = None
    core.pending = None
    core.layers.clear()
    core.lit = {}
    if core.hands.look_again(tending.picture):
        core.decision, core.reason, core.owed, core.keeping = None, None, (), None
        core.until = None
    core.notice = Message("notice.tended")
    core.evaluate()
