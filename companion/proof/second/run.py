"""Runs: many cases, shared among processes, counted by row; the same for any number of them."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.proof.garbage import look_seldom
from companion.proof.rehearsal.rehearsal import Rehearsal

from .alternatives import RULE
from .case import GESTURES, Case
from .judge import ALIKE
from .kinds import KINDS, RATE, ROWS
from .report import Report
from .scenario import text
from .starts import EACH, Table, start
from .talk import ByLines, FastLane, Listener, Recorded
from .whole_way import SHARE, WholeWay
from .world import set_out

APART: Final = 1_000_000
"""The cases of a seed are numbered from the seed times this."""


@dataclass(frozen=True)
class Job:
    """What to play. ``kinds``: the disturbances; ``rate``: the share of gestures of each."""

    tables: tuple[Table, ...]
    gestures: int
    seed: int = 1
    kinds: tuple[str, ...] = tuple(KINDS)
    rate: float = RATE


@dataclass
class Sum:
    """The counts of one table: gestures and findings by row."""

    table: Table
    gestures: Counter[str] = field(default_factory=Counter)
    found: dict[str, Counter[str]] = field(default_factory=dict)
    questions: Counter[str] = field(default_factory=Counter)
    corrections: Counter[str] = field(default_factory=Counter)
    replaced: Counter[str] = field(default_factory=Counter)
    lies: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    again: int = 0
    told: list[str] = field(default_factory=list)
    """A line for every finding, with the command that prints its case."""

    def take(self, report: Report) -> None:
        """Count one case."""
        self.gestures += report.gestures
        self.questions += report.questions
        self.corrections += report.corrections
        self.replaced += report.replaced
        self.lies += report.lies
        self.refused += report.refused
        self.again += report.again
        finding = report.finding
        if finding is None:
            return
        self.found.setdefault(finding.verdict, Counter()).update(report.rows)
        why = f" [{RULE}]" if finding.verdict == ALIKE else ""
        kinds = ", ".join(report.rows[1:])
        self.told.append(
            f"{finding.verdict} ({kinds}): {finding.what}{why}\n"
            f"    {again(self.table, report.seed)}"
        )

    def rows(self, rate: float) -> Iterator[dict[str, Any]]:
        """The rows of interfaces.md, for those kinds that were played."""
        for row in ROWS:
            if self.gestures[row]:
                yield {
                    "game": self.table.game,
                    "rules": self.table.rules,
                    "hands": self.table.hands,
                    "disturbance": row,
                    "rate": rate if row in KINDS else None,
                    "gestures": self.gestures[row],
                    **{name: self.found.get(name, Counter())[row] for name in VERDICTS},
                    "replaced": self.replaced[row],
                    ALIKE: self.found.get(ALIKE, Counter())[row],
                    "questions": self.questions[row],
                    "corrections": self.corrections[row],
                }


VERDICTS: Final = ("wrong", "illegal", "stuck")


@dataclass
class Result:
    """The sums of a job, table by table."""

    job: Job
    sums: list[Sum]

    @property
    def failures(self) -> int:
        """How many cases were wrong, illegal or stuck."""
        return sum(one.found.get(name, Counter())["all"] for one in self.sums for name in VERDICTS)

    @property
    def gestures(self) -> int:
        """How many gestures were made."""
        return sum(one.gestures["all"] for one in self.sums)

    @property
    def told(self) -> list[str]:
        """A line for every finding."""
        return [line for one in self.sums for line in one.told]

    def rows(self) -> list[dict[str, Any]]:
        """All rows."""
        return [row for one in self.sums for row in one.rows(self.job.rate)]


def again(table: Table, seed: int) -> str:
    """The command that prints a case as a scenario."""
    rules = f" --rules {table.rules}" if table.rules else ""
    dealt = f" --cards {table.hands}" if table.hands != "physical" else ""
    return f"trackside hands --people second --game {table.game}{rules}{dealt} --trace {seed}"


def run(
    job: Job, processes: int = 1, progress: Callable[[Result], None] = lambda result: None
) -> Result:
    """Play a job."""
    result = Result(job, [Sum(table) for table in job.tables])
    chunks = list(_chunks(job))
    if processes == 1:
        _taken(result, map(_played, chunks), progress)
    else:
        context = multiprocessing.get_context("spawn")
        with context.Pool(processes, initializer=look_seldom) as pool:
            _taken(result, pool.imap(_played, chunks), progress)
    return result


def _taken(
    result: Result,
    played: Iterator[tuple[int, list[Report]]],
    progress: Callable[[Result], None],
) -> None:
    for table, reports in played:
        for report in reports:
            result.sums[table].take(report)
        progress(result)


def _chunks(job: Job) -> Iterator[tuple[Job, int, Sequence[int]]]:
    """Seeds by table, those with one position together."""
    cases = -(-job.gestures // (GESTURES * len(job.tables)))
    first = job.seed * APART
    for begin in range(0, cases, EACH):
        seeds = range(first + begin, first + min(begin + EACH, cases))
        for table in range(len(job.tables)):
            yield job, table, seeds


def _played(chunk: tuple[Job, int, Sequence[int]]) -> tuple[int, list[Report]]:
    job, table, seeds = chunk
    reports = []
    rehearsal = Rehearsal()
    for seed in seeds:
        reports.append(case(job, job.tables[table], seed, FastLane(rehearsal)).play())
    return table, reports


def case(job: Job, table: Table, seed: int, listener: Listener) -> Case:
    """One case of a job at a table; some of them go the whole way."""
    if seed % SHARE == 0:
        first = start(table, seed // EACH).position
        full = set_out(first).wood
        listener = WholeWay(listener, first.board.holes, tuple(full))
    return Case(table, seed, listener, job.kinds, job.rate)


def scenario(job: Job, seed: int) -> tuple[Report, str]:
    """One case as a file for ``trackside rehearse --check``: its lines, and what people meant."""
    recorded = Recorded(ByLines(Rehearsal()))
    played = case(job, job.tables[0], seed, recorded)
    report = played.play()
    return report, text(played, recorded.lines)
