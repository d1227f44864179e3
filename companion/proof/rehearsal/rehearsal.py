"""The rehearsal: lines of a script in, one answer for each out; nothing sleeps (PP-44)."""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from typing import Any, Final

from companion.errors import CommandRefused, LineRefused, Malformed
from companion.games.packs import PACKS
from companion.model.commands import Caller, Command, New
from companion.model.journal import Row
from companion.store.memory import MemoryJournal
from companion.table.commands.opening import ordered
from companion.table.settings import TableSettings
from companion.table.table import Table
from engine.registry import REGISTRY

from . import refused
from .beginning import fits, write_beginning
from .clock import MILLION, RehearsalClock
from .lines import Line, given, read_line
from .shown import Page, Sight, lasting
from .stage import Props, Stage
from .wood import Wood

log: Final = logging.getLogger("trackside.rehearse")

AT_TABLE: Final = Caller(table=True)
"""The caller without a seat: a browser that plays for the table (docs/http.md)."""

Answer = dict[str, Any]


class Rehearsal:
    """A table under a clock that a script drives (docs/rehearse.md).

    ``page``  makes what the page shows of a view, for its key ``page``

    >>> rehearsal = Rehearsal()
    >>> rehearsal.line({"at": 0})["state"]
    'idle'
    """

    def __init__(self, page: Page | None = None) -> None:
        self._page = page
        self._at = 0
        self._rows: list[Row] = []
        props = _props(0, 0, TableSettings(), "serial", self._rows)
        self._stage = Stage(props)
        self._stage.connect()
        self._sight = Sight(self._stage.table, page)
        self._cut: float | None = None
        """The table's time at which the power was cut; None while it is on."""
        self._seen: tuple[Sight, int] | None = None
        """Whose public view the last answer was about, and its number."""
        self._last: object = None
        """That view, without what is no change."""

    @property
    def table(self) -> Table:
        """The table itself, for programs in this process that only look."""
        return self._stage.table

    def line(self, data: object) -> Answer:
        """The answer to one line. Whatever comes in, an answer goes out."""
        echo = {"id": data["id"]} if isinstance(data, Mapping) and "id" in data else {}
        try:
            return {**self._answer(read_line(data)), **echo}
        except (Malformed, LineRefused) as error:
            return {**failure(error.code, str(error)), **echo}
        except Exception as error:
            log.exception("A line could not be read: %.200r", data)
            return {**_fault(error), **echo}

    def hear(self, data: object) -> str | None:
        """Carry a line out without an answer: nothing is shown, and no view is built.

        The code of the refusal, or None. What was written comes with the next answer.
        """
        answer = {}
        try:
            answer = self._answer(read_line(data), quiet=True)
        except (Malformed, LineRefused) as error:
            answer = failure(error.code, str(error))
        return answer["error"]["code"] if answer else None

    def written(self) -> list[Row]:
        """The journal's rows since the last answer; no answer brings them again."""
        rows = list(self._rows)
        self._rows.clear()
        return rows

    def _answer(self, line: Line, quiet: bool = False) -> Answer:
        """The answer to a line. Errors are raised only as long as nothing has changed."""
        begun, told = line.begun(), line.told()
        if begun is None:
            self._check(line)
        self._check_command(begun or told)
        try:
            if begun is not None:
                self._begin(line, begun)
            else:
                self._pass(line.t)
                self._carry_out(line, told)
                self._pass(line.t)
            return {} if quiet else self._told(line)
        except (CommandRefused, LineRefused) as error:
            return {"at": line.at, **failure(error.code, str(error))}
        except Exception as error:
            log.exception("The table could not take %r.", line)
            return {"at": line.at, **_fault(error)}

    # ------------------------------------------------------------------------------- checking

    def _check(self, line: Line) -> None:
        """Refuse what the line cannot mean, before its time passes."""
        if line.t < self._at:
            raise Malformed(f"`at` never falls; it was {self._at / MILLION} already.")
        wood = self._stage.props.wood
        if given(line.edge):
            wood.check([line.edge[0]])
        if given(line.hand):
            wood.check([line.hand.hole])
            self._check_token(line.hand.token)
        if given(line.picture):
            wood.check(line.picture)
        if line.seat is not None:
            _check_seat(self._stage, line.seat)

    def _check_command(self, command: Command | None) -> None:
        """A command whose values are out of range is no command, so no time passes."""
        if command is None:
            return
        try:
            self.table.check(command)
        except CommandRefused as error:
            raise Malformed(str(error), error.code) from None

    def _check_token(self, token: str | None) -> None:
        owned = {colour for seat in self.table.seats.values() for colour in seat}
        # Nobody owns a Civilian, but it stands on the board or lies beside it.
        known = {*owned, *self.table.expected_tokens().values(), *self.table.tokens_beside()}
        if token and owned and token not in known:
            raise refused.no_such_token(token)

    # ---------------------------------------------------------------------------- carrying out

    def _pass(self, at: int) -> None:
        """Let time pass; without power nothing happens by itself."""
        self._at = at
        if self._cut is None:
            self._stage.until(at)
        else:
            self._stage.props.clock.move(RehearsalClock.of(at))

    def _begin(self, line: Line, new: New) -> None:
        """Begin a rehearsal with the line's game; refused, the one before goes on."""
        rows: list[Row] = []
        stage = _begun(line, new, rows)
        if line.seat is not None:
            _check_seat(stage, line.seat)
        if not stage.linked:
            stage.connect()
        stage.until(line.t)
        self._stage, self._sight = stage, Sight(stage.table, self._page)
        self._at, self._rows = line.t, rows
        self._cut = self._seen = self._last = None

    def _carry_out(self, line: Line, command: Command | None) -> None:
        stage = self._stage
        if command is not None:
            if self._cut is not None:
                raise refused.no_power()
            stage.command(command, AT_TABLE if line.seat is None else _holder(line.seat))
        elif given(line.edge):
            stage.edge(*line.edge, RehearsalClock.of(line.stamped))
        elif given(line.hand):
            hand, virtual = line.hand, stage.props.kind == "virtual"
            says = (hand.token or "") if virtual and hand.do == "put" else None
            stage.edge(hand.hole, hand.do == "put", RehearsalClock.of(line.t), says)
        elif given(line.power):
            self._switch(line)
        elif given(line.link):
            self._plug(line)
        elif given(line.picture):
            stage.props.wood.stand(line.picture)
            stage.show()

    def _plug(self, line: Line) -> None:
        if self._cut is not None:
            raise refused.no_power()
        if line.link == "down":
            self._stage.disconnect()
            return
        if given(line.picture):
            self._stage.props.wood.stand(line.picture)
        self._stage.connect()

    def _switch(self, line: Line) -> None:
        props = self._stage.props
        if line.power == "cut":
            if self._cut is not None:
                raise refused.no_power()
            self._cut = props.clock.now()
            self._stage.linked = False
            return
        if self._cut is None:
            raise refused.power_is_on()
        if given(line.picture):
            props.wood.stand(line.picture)
        self._stage = Stage(props)
        self._sight = Sight(self._stage.table, self._page)
        self._cut = None
        self._stage.resume()
        self._stage.connect()

    # ------------------------------------------------------------------------------- answering

    def _told(self, line: Line) -> Answer:
        public = self._sight.view(None, self._now)
        answer: Answer = {
            "at": line.at,
            "changed": self._changed(),
            "prompt": self._sight.prompt(),
            "rows": [{"kind": row.kind, "text": row.text} for row in self._rows],
            "state": public.state,
        }
        self._rows.clear()
        if line.look:
            answer["view"] = self._sight.worded(line.seat, self._now)
            answer["lights"] = self._sight.lights() if self._cut is None else {}
            if line.board is True:
                answer["board"] = self._sight.board(line.seat, self._now)
        return answer

    @property
    def _now(self) -> float:
        return self._stage.props.clock.now() if self._cut is None else self._cut

    def _changed(self) -> bool:
        """Whether the public view differs from that of the last answer."""
        seen = self._sight, self._sight.seq
        if seen == self._seen:
            return False
        self._seen, before = seen, self._last
        self._last = lasting(self._sight.view(None, self._now))
        return bool(self._last != before)


def failure(code: str, message: str) -> Answer:
    """The part of an answer that says what went wrong."""
    return {"error": {"code": code, "message": message}}


def _fault(error: Exception) -> Answer:
    return failure("internal", f"{type(error).__name__}: {error}")


def _holder(seat: int) -> Caller:
    return Caller(frozenset({seat}))


def _check_seat(stage: Stage, seat: int) -> None:
    if seat not in stage.table.seats:
        raise refused.unknown_seat(seat)


def _props(at: int, seed: int, settings: TableSettings, kind: str, rows: list[Row]) -> Props:
    """A clock, chance, a journal and a board of their own. ``rows`` receives what is written."""
    clock = RehearsalClock(at)
    journal = MemoryJournal(rows.append, clock.wall)
    return Props(clock, random.Random(seed), journal, settings, kind, Wood())


def _begun(line: Line, new: New, rows: list[Row]) -> Stage:
    """A stage with the line's game open and its board set out."""
    kind = "virtual" if line.board == "virtual" else "serial"
    settings = line.table_settings(kind)
    props = _props(line.t, line.seed, settings, kind, rows)
    if not (given(line.position) or given(line.dealt) or given(line.present)):
        stage = Stage(props)
        stage.command(new, AT_TABLE)
        return stage
    options = ordered(REGISTRY, PACKS, random.Random(line.seed), new).options
    position = write_beginning(
        props.journal,
        options,
        line.position if given(line.position) else None,
        line.dealt if given(line.dealt) else None,
        props.rng,
    )
    stage = Stage(props)
    present = line.present if given(line.present) else None
    set_out = present is None or fits(position, present)
    if present is not None and not set_out:
        # A real board has shown its picture before any game begins on it.
        props.wood.lay(position.board.kind, position.board.holes, present)
        stage.connect()
    stage.take_up(set_out=set_out)
    if present is not None:
        props.wood.stand(present)
    return stage
