"""What people say and do, as lines to the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from companion.proof.rehearsal.rehearsal import Rehearsal

from .seen import Seen, glimpsed, seen

ACTION: Final = "action"
UNDO: Final = "undo"
REDO: Final = "redo"
CHANCE: Final = "chance"
Line = Mapping[str, Any]
Rows = Sequence[tuple[str, str]]
"""Kind and text of rows of the journal."""


class Lines(Protocol):
    """A table that is driven by lines (``trackside rehearse``)."""

    def line(self, data: object, /) -> Line:
        """One line in, its answer out."""


class Listener(Protocol):
    """A table as people use it: it hears lines, and shows itself to who looks."""

    def hear(self, line: Line) -> str | None:
        """Carry a line out; the code of the refusal, or None."""

    def see(self, line: Line) -> Seen:
        """Carry a line out and look."""

    def written(self) -> Rows:
        """Kind and text of the rows that were written since the last call, in order."""


class ByLines:
    """Any table that is driven by lines."""

    def __init__(self, table: Lines) -> None:
        self.table = table
        self._rows: list[tuple[str, str]] = []

    def hear(self, line: Line) -> str | None:
        """The answer is read for its refusal and its rows."""
        error = self._answer(line).get("error")
        return None if error is None else str(error["code"])

    def see(self, line: Line) -> Seen:
        """The answer's view and lights."""
        return seen(self._answer(line))

    def written(self) -> Rows:
        """From the rows of the answers."""
        rows, self._rows = self._rows, []
        return rows

    def _answer(self, line: Line) -> Line:
        answer = self.table.line(line)
        self._rows += [(row["kind"], row["text"]) for row in answer.get("rows", ())]
        return answer


class FastLane:
    """A rehearsal in this process: no answers are made, and a view only when somebody looks."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal

    def hear(self, line: Line) -> str | None:
        """Without an answer."""
        return self.rehearsal.hear(line)

    def see(self, line: Line) -> Seen:
        """The view as it is, without words; the whole of it only beside a question."""
        self.rehearsal.hear({"at": line["at"]})
        table, seat = self.rehearsal.table, line.get("seat")
        view = table.glance(seat)
        return glimpsed(view if view.ask is None else table.view(seat), table.lit)

    def written(self) -> Rows:
        """From the journal."""
        return [(row.kind, row.text) for row in self.rehearsal.written()]


class Recorded:
    """A table whose lines are kept, as a scenario file holds them."""

    def __init__(self, inner: Listener) -> None:
        self._inner = inner
        self.lines: list[Line] = []

    def hear(self, line: Line) -> str | None:
        """Kept and passed on."""
        self.lines.append(line)
        return self._inner.hear(line)

    def see(self, line: Line) -> Seen:
        """Kept and passed on."""
        self.lines.append(line)
        return self._inner.see(line)

    def written(self) -> Rows:
        """As the table says."""
        return self._inner.written()


class Talk:
    """One case's side of the table. ``at`` is the time in it, in seconds; it never falls.

    ``moved``  when a sensor changed last
    ``wanted`` takebacks that the page was asked for
    ``edges``  what sensors told since ``forget``: time, hole, full
    ``chances`` what chance brought, and nobody has taken over yet: dice, drawn cards; in order
    """

    def __init__(self, table: Listener) -> None:
        self.table = table
        self.at = 0.0
        self.moved = 0.0
        self.wanted = 0
        self.edges: list[tuple[float, str, bool]] = []
        self.chances: deque[str] = deque()
        self._undone = 0
        self._made: list[list[str]] = []
        """What chance brought after each action that stands."""
        self._back: list[list[str]] = []
        """The same of those that were taken back and may stand again, the first of them last."""

    def say(self, **parts: Any) -> str | None:
        """One line at the present time; the code of the refusal, or None."""
        return self.table.hear({"at": round(self.at, 6), **parts})

    def wait(self, seconds: float) -> None:
        """Let time pass; the next line tells the table."""
        self.at += seconds

    def edge(self, hole: str, full: bool) -> None:
        """A sensor changes."""
        self.edges.append((self.at, hole, full))
        self.moved = self.at
        self.say(edge=[hole, full])

    def command(self, seat: int | None, **command: Any) -> str | None:
        """A command from a page; the code of the refusal, or None."""
        refusal = self.say(command=command, seat=seat)
        self.wanted += refusal is None and command["command"] == UNDO
        return refusal

    def replaced(self) -> int:
        """How many takebacks were written that nobody asked the page for, since the last call."""
        self.listen()
        wanted, self.wanted = self.wanted, 0
        undone, self._undone = self._undone, 0
        return undone - wanted

    def listen(self) -> bool:
        """Take in the rows that were written; whether something was taken back."""
        before = self._undone
        for kind, text in self.table.written():
            if kind == UNDO:
                self._undone += 1
                self.chances.clear()
            elif kind == CHANCE:
                self.chances.append(text)
            self._keep(kind, text)
        return self._undone > before

    def _keep(self, kind: str, text: str) -> None:
        """Note a row: what stands again has its dice and its cards with it."""
        if kind == ACTION:
            self._made.append([])
            self._back = []
        elif kind == CHANCE and self._made:
            self._made[-1].append(text)
        elif kind in (UNDO, REDO) and text.isdigit():
            frm, to = (self._made, self._back) if kind == UNDO else (self._back, self._made)
            for _ in range(min(int(text), len(frm))):
                to.append(frm.pop())
                self.chances.extend(to[-1] if kind == REDO else ())

    def look(self, seat: int | None = None) -> Seen:
        """What the table shows now."""
        return self.table.see({"at": round(self.at, 6), "look": True, "seat": seat})

    def never_was(self, hole: str) -> None:
        """A sleeve has left a hole empty that it made read full: no hand did that.

        If the hole told a marble when it was covered, both changes are taken out of ``edges``.
        """
        here = [n for n, edge in enumerate(self.edges) if edge[1] == hole]
        if len(here) > 1 and self.edges[here[-2]][2] and not self.edges[here[-1]][2]:
            del self.edges[here[-1]], self.edges[here[-2]]

    def forget(self) -> None:
        """Forget the edges so far."""
        self.edges = []
