"""A recorded flight, run again bit for bit (PP-41)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from companion.flight import (
    Flight,
    Input,
    Line,
    Rerun,
    Seen,
    differs,
)
from companion.games.pack import Packs
from companion.games.packs import PACKS
from engine.registry import REGISTRY, Registry


class Replayed(NamedTuple):
    """The result of a replay.

    ``difference``  the first one, or None; ``line`` is its number in the file
    ``lines``       the flight as this program flies it
    """

    inputs: int
    decisions: int
    views: int
    line: int
    difference: str | None
    lines: tuple[Line, ...]


def replay(
    flight: Flight,
    *,
    exact: bool = True,
    to_the_end: bool = False,
    registry: Registry = REGISTRY,
    packs: Packs = PACKS,
) -> Replayed:
    """Tell a new table what that flight's was told, and compare until something differs.

    ``exact``       compare what was shown and how often, besides what was decided
    ``to_the_end``  go on after the first difference
    """
    rerun = Rerun(flight.head, registry=registry, packs=packs)
    made: list[Line] = [flight.head]
    inputs = decisions = shown = at = 0
    first: str | None = None
    for number, line in enumerate(flight.lines, 2):
        now: Line = line
        found = None
        if isinstance(line, Input):
            now = done = rerun.step(line)
            inputs, decisions = inputs + 1, decisions + len(done.wrote)
            found = differs(line if exact else _numbered(line, done.seq), done)
        elif isinstance(line, Seen):
            now = rerun.seen()
            shown += exact
            found = _other(line, now) if exact else None
        made.append(now)
        if found is not None and first is None:
            first, at = f"{told(line)}: {found}", number
            if not to_the_end:
                break
    return Replayed(inputs, decisions, shown, at, first, tuple(made))


def _other(then: Seen, now: Seen) -> str | None:
    if (then.seq, then.digest) != (now.seq, now.digest):
        return "another view is shown"
    return "the lights are others" if then.lit not in (None, now.lit) else None


def _numbered(line: Input, seq: int) -> Input:
    return msgspec.structs.replace(line, seq=seq, due=None)


def told(line: Line) -> str:
    """A line in short."""
    if not isinstance(line, Input):
        return "view"
    what = " ".join(str(part) for part in line.what)
    return f"{line.kind} {what}".strip()[:100] + f" at {line.t:.3f} s"
