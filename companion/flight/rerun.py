"""Reruns of a flight: a new table gets the same inputs at the same times.

Clock, chance and journal come from the file; what the table does is compared bit for bit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from companion.errors import CommandRefused, JournalError, TraceError
from companion.games.pack import Packs
from companion.games.packs import PACKS
from companion.model.commands import Caller, Command, with_options
from companion.model.journal import Facts, GameRecord, Row
from companion.table.table import Table, TableSettings
from engine.registry import REGISTRY, Registry
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot

from .lines import Head, Input, Seen, Wrote, digest, lights_digest
from .tapped import StoppedClock, TappedJournal, TappedRandom


class Rerun:
    """A new table that is told what a flight's table was told.

    TraceError if the head names settings that this program does not have. ``registry`` and
    ``packs`` know the games that may occur.
    """

    def __init__(
        self,
        head: Head,
        *,
        registry: Registry = REGISTRY,
        packs: Packs = PACKS,
    ) -> None:
        self._clock = StoppedClock()
        self._drawn = _Drawn()
        self._rng = TappedRandom(self._drawn)
        self._answers = _Answers(head.base, quick=head.quick)
        self._journal = TappedJournal(self._answers, dict)  # ids of holders are masked already
        try:
            settings = TableSettings(**head.settings)
            self.table = Table(
                registry, packs, self._journal, self._clock, self._rng, settings,
                head.board, head.seq,
            )  # fmt: skip
        except (TypeError, ValueError) as error:
            raise TraceError(f"The head cannot be used: {error}.") from error

    def step(self, line: Input) -> Input:
        """Tell the table that; returns the same line with what came of it this time."""
        self._clock.t = line.t
        self._drawn.values = list(line.drew)
        self._answers.given = list(line.wrote)
        refused = broke = None
        tell = self._told(line.kind, line.what)
        try:
            tell()
        except CommandRefused as error:
            refused = error.code
        except Exception as error:
            broke = type(error).__name__
        return msgspec.structs.replace(
            line,
            state=self.table.state.value,
            seq=self.table.seq,
            wrote=self._journal.take(),
            drew=self._rng.take(),
            refused=refused,
            broke=broke,
            due=self.table.deadline() or 0.0,
            facts=self._journal.take_facts(),
        )

    def seen(self) -> Seen:
        """The public view as the service would publish it now."""
        view = self.table.view(None)
        return Seen(view.seq, digest(view), lights_digest(self.table.lit))

    def _told(self, kind: str, what: Sequence[Any]) -> Callable[[], object]:
        """The call that tells the table this; TraceError if it cannot be read."""
        table = self.table
        try:
            if kind == "hole":
                return partial(table.sensors, HoleChange(int(what[0]), bool(what[1]), what[2]))
            if kind == "picture":
                full = tuple(c == "1" for c in what[0])
                return partial(table.sensors, Snapshot(full, float(what[1])))
            if kind == "link":
                return partial(table.sensors, LinkChange(LinkState(what[0]), *map(str, what[1:])))
            if kind == "remark":
                return partial(table.remark, str(what[0]), str(what[1]))
            if kind == "command":
                caller = Caller(frozenset(what[1]), bool(what[2]), host=bool(what[3:]))
                return partial(
                    table.command, msgspec.convert(with_options(what[0]), Command), caller
                )
            if kind == "sit":
                return partial(table.sit, int(what[0]), str(what[1]), bot=bool(what[2:]))
            if kind == "leave":
                return partial(table.leave, str(what[0]), int(what[1]) if what[1:] else None)
            if kind == "resume":
                return partial(table.resume, greet=not what)
        except (IndexError, ValueError, TypeError) as error:
            raise TraceError(f"An input of the kind {kind!r} cannot be read: {error}.") from error
        if kind == "tick":
            return table.tick
        if kind == "come":
            return table.hand_comes
        raise TraceError(f"This program knows no input of the kind {kind!r}.")


def differs(then: Input, now: Input) -> str | None:
    """The difference between two outcomes, in one sentence; None if there is none."""
    for name in ("refused", "broke", "drew", "state"):
        before, after = getattr(then, name), getattr(now, name)
        if before != after:
            return f"{name} was {_short(before)}, is {_short(after)}"
    for i in range(max(len(then.wrote), len(now.wrote))):
        before = then.wrote[i] if i < len(then.wrote) else None
        after = now.wrote[i] if i < len(now.wrote) else None
        if before != after:
            return f"it wrote {_short(before)}, now {_short(after)}"
    if then.due not in (None, now.due):
        return f"it was to be told the time at {then.due} s, now at {now.due} s"
    return None if then.seq == now.seq else f"seq was {then.seq}, is {now.seq}"


def _short(value: object) -> str:
    if isinstance(value, Wrote):
        told = msgspec.to_builtins(value)
        told.pop("position", None)
        return msgspec.json.encode(told).decode()
    return "nothing" if value in (None, (), "") else repr(value)


class _Drawn(random.Random):
    """Chance as it was then; beyond its end always the same, so that two reruns are equal."""

    def __init__(self) -> None:
        self.values: list[tuple[int, float]] = []
        super().__init__(0)

    def getrandbits(self, k: int, /) -> int:
        """The number from then, if it had as many bits."""
        if self.values and self.values[0][0] == k:
            return int(self.values.pop(0)[1])
        return super().getrandbits(k)

    def random(self) -> float:
        """The fraction from then."""
        if self.values and self.values[0][0] == 0:
            return self.values.pop(0)[1]
        return super().random()


class _Answers:
    """A journal that answers as it did then; anything new gets the next number."""

    def __init__(self, base: GameRecord | None, *, quick: bool) -> None:
        self.given: list[Wrote] = []
        self._quick = quick
        self._base = base
        self._seq = 0 if base is None or not base.rows else base.rows[-1].seq
        self._number = 0 if base is None else base.number

    def _answer(self, call: str) -> Wrote | None:
        if not self.given or self.given[0].call != call:
            return None
        answer = self.given.pop(0)
        if answer.failed is not None:
            raise JournalError(answer.failed)
        return answer

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        """Begin a game."""
        answer = self._answer("open") or Wrote(
            "open", "new", seq=self._seq + 1, game="new", number=self._number + 1
        )
        self._seq, self._number = answer.seq, answer.number
        row = Row(answer.seq, answer.kind, "", dict(options), answer.at)
        return GameRecord(
            game_id=answer.game, number=answer.number, revision="", started=answer.at,
            rows=(row,), checkpoint_seq=answer.seq, checkpoint=dict(position), closed=False,
        )  # fmt: skip

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        """Write a row."""
        answer = self._answer("row")
        self._seq = self._seq + 1 if answer is None else answer.seq
        return self._seq

    def note(self, facts: Facts) -> None:
        """Do nothing: what it was told stands in the file already."""

    def current(self) -> GameRecord | None:
        """The game that the flight began with."""
        return self._base

    def latest(self, kind: str) -> Sequence[Row]:
        """The pace that the head tells: nobody asks for the options, which the first page shows."""
        return [Row(0, kind, "", {"quick": self._quick}, 0.0)]

    def close_game(self) -> None:
        """Close the open game."""
        self._answer("close")

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
