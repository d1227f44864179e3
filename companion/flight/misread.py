"""A misread that was reported: the last minute of a flight as a file that runs by itself (PP-41).

The minute begins at a moment from which a new table does just what the real one did. That is tried
out, not assumed. If there is no such moment, the whole flight is kept.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from companion.errors import TraceError
from companion.games.pack import Packs
from companion.games.packs import PACKS
from companion.model.journal import GameRecord, Row
from companion.model.states import AT_REST
from engine.registry import REGISTRY, Registry

from .lines import Flight, Head, Input, Line, Raw, Seen, read_flight, write_flight
from .recorder import FlightRecorder
from .rerun import Rerun, differs

log: Final = logging.getLogger("trackside.recorder")

SECONDS: Final = 60.0
"""Seconds before the report that are kept."""
TRIES: Final = 12
"""At most this many moments are tried as a beginning."""
FILES: Final = 50
"""At most this many reports are kept, the newest ones."""

_REST: Final = frozenset(state.value for state in AT_REST)


class Misreads:
    """Reports kept as files of a folder. A thread of its own makes each one.

    ``wall``  seconds since the epoch, for the names of the files
    """

    def __init__(self, folder: Path, wall: Callable[[], float], *, files: int = FILES) -> None:
        self._folder, self._wall, self._files = folder, wall, files
        self._thread: threading.Thread | None = None

    def report(self, recorder: FlightRecorder) -> None:
        """Keep the last minute of what this recorder is writing; returns at once."""
        path, size = recorder.path, recorder.size
        if path is None:
            return
        if self._thread is not None:
            self._thread.join(0)
        self._thread = threading.Thread(
            target=self._keep, args=(path, size), name="misread", daemon=True
        )
        self._thread.start()

    def close(self, seconds: float = 5.0) -> None:
        """Wait until the last report is written, at most so long; may be called twice."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _keep(self, path: Path, size: int) -> None:
        try:
            lines = last_seconds(read_flight(path, size))
            self._folder.mkdir(parents=True, exist_ok=True)
            stamp = datetime.fromtimestamp(self._wall(), UTC).strftime("%Y%m%d-%H%M%S-%f")
            write_flight(self._folder / f"misread-{stamp}.jsonl", lines)
            for old in sorted(self._folder.glob("misread-*.jsonl"))[: -self._files]:
                old.unlink(missing_ok=True)
        except (OSError, TraceError) as error:
            log.warning("The report of a misread could not be kept: %s", error)


def last_seconds(
    flight: Flight,
    seconds: float = SECONDS,
    *,
    registry: Registry = REGISTRY,
    packs: Packs = PACKS,
) -> list[Line]:
    """The last seconds of a flight with a beginning of their own; all of it if no cut is true."""
    lines = flight.lines
    end = max((line.t for line in flight.inputs), default=flight.head.t)
    for i in _moments(lines, end - seconds):
        head, begin = _checkpoint(flight.head, lines[: i + 1])
        try:
            made = _run(head, begin, lines[i + 1 :], registry, packs)
        except TraceError:
            continue
        if made is not None:
            return [head, *made]
    return [flight.head, *_without_raw(lines, end - seconds)]


def _moments(lines: Sequence[Line], until: float) -> Iterator[int]:
    """Moments of a table at rest with nothing lifted, the latest before ``until`` first."""
    found = 0
    for i in range(len(lines) - 1, -1, -1):
        line = lines[i]
        if isinstance(line, Input) and line.t <= until and line.state in _REST:
            yield i
            found += 1
            if found == TRIES:
                return


def _checkpoint(head: Head, lines: Sequence[Line]) -> tuple[Head, list[Input]]:
    """A head for what follows those lines, and the state of link and holes at that time."""
    base, picture, last = head.base, "", None
    link: list[str] = []
    for line in lines:
        if not isinstance(line, Input):
            continue
        last = line
        base = _after(base, line)
        if line.kind == "picture":
            picture = line.what[0]
        elif line.kind == "link":
            link = line.what
        elif line.kind == "hole" and 0 <= line.what[0] < len(picture):
            hole, full = line.what[0], line.what[1]
            picture = picture[:hole] + ("1" if full else "0") + picture[hole + 1 :]
    assert last is not None
    t = last.t
    new = msgspec.structs.replace(head, base=base, t=t, wall=head.wall + (t - head.t), seq=last.seq)
    begin = [Input("resume", t, ["quietly"])]
    if link:
        begin.append(Input("link", t, link))
    if picture and link[:1] == ["up"]:
        begin.append(Input("picture", t, [picture, t]))
    return new, begin


def _after(record: GameRecord | None, line: Input) -> GameRecord | None:
    """The open game after this input, from what was written."""
    for wrote in line.wrote:
        if wrote.failed is not None:
            continue
        if wrote.call == "close":
            record = None
        elif wrote.call == "open":
            row = Row(wrote.seq, wrote.kind, "", wrote.data, wrote.at)
            record = GameRecord(
                game_id=wrote.game, number=wrote.number, revision="", started=wrote.at,
                rows=(row,), checkpoint_seq=wrote.seq, checkpoint=wrote.position, closed=False,
            )  # fmt: skip
        elif record is not None:
            row = Row(wrote.seq, wrote.kind, wrote.text, wrote.data, line.t)
            record = msgspec.structs.replace(record, rows=(*record.rows, row))
    for facts in line.facts if record is not None else ():
        assert record is not None
        kept = () if facts.anew else record.facts
        record = msgspec.structs.replace(record, facts=(*kept, facts))
    return record


def _run(
    head: Head,
    begin: Sequence[Input],
    lines: Sequence[Line],
    registry: Registry,
    packs: Packs,
) -> list[Line] | None:
    """The lines of a new table that begins there; None if it does not do what the real one did.

    The numbers of states may differ, decisions may not.
    """
    rerun = Rerun(head, registry=registry, packs=packs)
    made: list[Line] = [rerun.step(line) for line in begin]
    for line in lines:
        if isinstance(line, Input):
            now = rerun.step(line)
            # Another table counts its states, and how long sensors were quiet, from its beginning.
            if differs(msgspec.structs.replace(line, seq=now.seq, due=None), now) is not None:
                return None
            made.append(now)
        elif isinstance(line, Seen):
            made.append(rerun.seen())
        else:
            made.append(line)
    return made


def _without_raw(lines: Sequence[Line], until: float) -> Iterator[Line]:
    """All lines after ``until``, and only the inputs of those before it."""
    late = False
    for line in lines:
        late = late or (not isinstance(line, (Head, Seen)) and line.t > until)
        if late or not isinstance(line, (Raw, Seen)):
            yield line
