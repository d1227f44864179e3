"""The runs of the hands simulator: chunks of gestures, each with a seed, counted row by row."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.packs import OFFERS
from companion.proof.figures import Row
from engine.errors import BadConfig

from .disturbances import NAMES
from .evening import MakeWorld, evening
from .games import random_games
from .person import Outcome
from .world import SimulatedWorld

CHUNK: Final = 500
"""Gestures with one seed.

So the figures do not depend on how many processes share them.
"""
PTY_CHUNK: Final = 50
FAILED_CHUNK: Final = 2000
"""Gestures of a chunk with sensors that stay broken.

Games are then played to their end, and a chunk holds some of them.
"""
MOST_FAILED: Final = 20
COUNTS: Final = (
    "wrong",
    "illegal",
    "stuck",
    "replaced",
    "indistinguishable",
    "questions",
    "corrections",
)


@dataclass(frozen=True)
class Job:
    """What to simulate. ``rules`` None means the game's first sheet.

    ``board`` None means all its boards.
    """

    game: str
    rules: str | None
    board: str | None
    gestures: int
    seed: int
    disturbances: tuple[str, ...] = NAMES
    pty: bool = False
    """True for real time, through a real pseudo-terminal."""
    failed: int = 0
    """Number of sensors in every game that fail before it begins and are never repaired."""


class Tally:
    """Sums of outcomes, by disturbance and for all."""

    def __init__(self) -> None:
        names = (*NAMES, "all")
        self.gestures = dict.fromkeys(names, 0)
        self.sums = {name: dict.fromkeys(COUNTS, 0) for name in names}
        self.told: list[str] = []
        self.games = 0
        """Number of games that were played to their end."""

    def add(self, outcome: Outcome, where: str = "") -> None:
        """Count one gesture. ``where`` it was made helps to find it again."""
        self.games += outcome.ended
        for name in (*outcome.had, "all"):
            self.gestures[name] += 1
            for count in COUNTS:
                self.sums[name][count] += int(getattr(outcome, count))
        if outcome.wrong or outcome.illegal or outcome.stuck:
            self.told.append(f"{where} {sorted(outcome.had)} {outcome.told}")

    def merge(self, other: Tally) -> None:
        """Add another tally's sums."""
        for name, sums in other.sums.items():
            self.gestures[name] += other.gestures[name]
            for count, value in sums.items():
                self.sums[name][count] += value
        self.told += other.told
        self.games += other.games

    @property
    def failures(self) -> int:
        """The sum of wrong, illegal and stuck gestures."""
        return sum(self.sums["all"][name] for name in ("wrong", "illegal", "stuck"))

    def rows(self, job: Job) -> list[Row]:
        """The rows of interfaces.md: one for each disturbance and one for all.

        With sensors that stay broken, the rows also have their number and that of ended games.
        """
        total = self.gestures["all"]
        more = {"failed": job.failed, "games": self.games} if job.failed else {}
        return [
            {
                "game": job.game,
                "rules": job.rules,
                "disturbance": name,
                "rate": round(self.gestures[name] / total, 4) if total else 0.0,
                "gestures": self.gestures[name],
                **self.sums[name],
                **more,
            }
            for name in (*NAMES, "all")
        ]


def checked(job: Job) -> Job:
    """The job with its rules filled in. BadConfig names what does not exist."""
    offer = OFFERS.get(job.game)
    if offer is None:
        raise BadConfig(f"no game {job.game!r}; known are {', '.join(OFFERS)}")
    sheets = [sheet.name for sheet in offer.rules]
    rules = job.rules or (sheets[0] if sheets else None)
    sheet = offer.sheet(rules) if rules is not None else None
    if rules is not None and sheet is None:
        raise BadConfig(f"{job.game} has no rules {rules!r}; there are {', '.join(sheets)}")
    if job.board is not None and sheet is not None and job.board not in sheet.boards:
        raise BadConfig(f"{rules} is played on {', '.join(sheet.boards)}, not on {job.board!r}")
    if job.gestures < 1:
        raise BadConfig(f"at least one gesture, please, not {job.gestures}")
    if not 0 <= job.failed <= MOST_FAILED:
        raise BadConfig(f"0 to {MOST_FAILED} failed sensors, please, not {job.failed}")
    unknown = sorted(set(job.disturbances) - set(NAMES))
    if unknown:
        raise BadConfig(f"no disturbance {unknown[0]!r}; there are {', '.join(NAMES)}")
    return replace(job, rules=rules)


def options(job: Job) -> Callable[[random.Random], Mapping[str, Any]]:
    """Random games of a checked job."""
    return random_games(job.game, job.rules, job.board)


def simulate(job: Job, chunk: int) -> Tally:
    """One chunk of a checked job."""
    size = min(_size(job), job.gestures - chunk * _size(job))
    tally = Tally()
    seed = job.seed * 1_000_003 + chunk
    made = evening(options(job), _world(job), size, job.disturbances, seed, job.failed)
    for number, outcome in enumerate(made):
        tally.add(outcome, f"{job.rules} seed {job.seed} chunk {chunk} gesture {number}:")
    return tally


def _world(job: Job) -> MakeWorld:
    """The world of a job. The one with a real terminal brings the database along, so it is loaded
    only where it is asked for."""
    if not job.pty:
        return SimulatedWorld
    from .pty_world import PtyWorld

    return PtyWorld


def _size(job: Job) -> int:
    if job.failed:
        return FAILED_CHUNK
    return PTY_CHUNK if job.pty else CHUNK


def run(job: Job, jobs: int = 1, heard: Callable[[Tally], None] = lambda tally: None) -> Tally:
    """Run all chunks of a checked job in that many processes. ``heard`` gets the sums so far.

    Raises BadConfig unless there is at least one process.
    """
    if jobs < 1:
        raise BadConfig(f"at least one process (--jobs), please, not {jobs}")
    chunks = range(-(-job.gestures // _size(job)))
    total = Tally()
    for tally in _tallies(job, chunks, jobs):
        total.merge(tally)
        heard(total)
    return total


def _tallies(job: Job, chunks: Sequence[int], jobs: int) -> Iterable[Tally]:
    if jobs <= 1:
        for chunk in chunks:
            yield simulate(job, chunk)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(simulate, [job] * len(chunks), chunks)
