"""Bots of two kinds play each other; who wins is counted, and how true the chances were.

Every deal is played twice with changed seats: dice and cards are the same where play allows it.
With more than two players the kinds sit alternately, and a game counts for the kind that wins it.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Final

from companion.proof.figures import Row, percentile
from engine.action import Action
from engine.bots.curve import win_chances
from engine.bots.rule_of_thumb import best_of, choices_of, taken
from engine.errors import BadConfig
from engine.game import Position
from engine.search import LEVELS, Level, choose, hint

from .playing import played_out, spread
from .tables import BotTable

EACH: Final = 10
"""So many games are handed to a process at a time."""
STEPS: Final = 20
"""Chances are sorted into so many boxes, to be compared with what came."""

Box = tuple[int, float, int]
Bot = Callable[[Position, random.Random, int], Action]


def _greedy(position: Position, rng: random.Random, seat: int) -> Action:
    choices = choices_of(position, seat, "there is nothing to take")
    return best_of(choices, [taken(position, action) for action in choices], rng)


def _random(position: Position, rng: random.Random, seat: int) -> Action:
    choices = choices_of(position, seat, "there is nothing to do")
    return choices[rng.randrange(len(choices))]


def _of(level: Level) -> Bot:
    return lambda position, rng, seat: choose(position, level, rng, seat)


BOTS: Final[Mapping[str, Bot]] = {
    "random": _random,
    "greedy": _greedy,
    "hint": hint,
    **{level: _of(level) for level in LEVELS},
}
"""The levels, and what they are compared with: any action, the one that takes most, the hint."""


@dataclass(frozen=True)
class Job:
    """A match."""

    table: BotTable
    bots: tuple[str, str]
    games: int
    seed: int


@dataclass
class Score:
    """What came of some games."""

    games: int = 0
    won: Counter[int] = field(default_factory=Counter)
    """By number of the kind; games without a winner are in ``games`` alone."""
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    """Seconds of each choice, by kind."""
    boxes: dict[int, Box] = field(default_factory=dict)
    """By box of the chance: how many, their sum, and how many of them won."""

    def add(self, other: Score) -> None:
        """Take in the score of further games."""
        self.games += other.games
        self.won += other.won
        for mine, theirs in zip(self.times, other.times, strict=True):
            mine += theirs
        for box, more in other.boxes.items():
            self._put(box, more)

    def told(self, chances: Sequence[float], winner: int) -> None:
        """Note the chances of a moment, and who won."""
        for team, chance in enumerate(chances):
            self._put(min(STEPS - 1, int(chance * STEPS)), (1, chance, int(team == winner)))

    def _put(self, box: int, more: Box) -> None:
        before = self.boxes.get(box, (0, 0.0, 0))
        self.boxes[box] = (before[0] + more[0], before[1] + more[1], before[2] + more[2])

    @property
    def calibration(self) -> float | None:
        """By how much the told chances were off, on the mean over all that was told."""
        count = sum(box[0] for box in self.boxes.values())
        off = sum(abs(total - won) for _, total, won in self.boxes.values())
        return off / count if count else None


def checked(table: BotTable, bots: Sequence[str], games: int, seed: int) -> Job:
    """The match of these options; BadConfig names what is wrong."""
    wrong = next((bot for bot in bots if bot not in BOTS), None)
    if wrong is not None:
        raise BadConfig(f"bots: there is no {wrong!r:.40}; known are {', '.join(BOTS)}.")
    if len(bots) != 2:
        raise BadConfig("bots: name two, with a comma between them, such as good,middle.")
    if games < 2 or games % 2:
        raise BadConfig(f"games: an even number from 2 on, since seats are changed; not {games}.")
    return Job(table, (bots[0], bots[1]), games, seed)


def run(job: Job, processes: int = 1, progress: Callable[[Score], None] = lambda _: None) -> Score:
    """Play a match."""
    total = Score()
    chunks = [(job, first) for first in range(0, job.games, EACH)]
    for score in spread(_played, chunks, processes):
        total.add(score)
        progress(total)
    return total


def _played(chunk: tuple[Job, int]) -> Score:
    job, first = chunk
    total = Score()
    for number in range(first, min(first + EACH, job.games)):
        total.add(_game(job, number))
    return total


def _game(job: Job, number: int) -> Score:
    deal, changed = divmod(number, 2)
    thought = random.Random(f"{job.seed}/{number}/bots")
    first = job.table.first()
    kind = [(seat + changed) % 2 for seat in range(len(first.seats))]
    score, told = Score(games=1), list[Sequence[float]]()

    def chooser(position: Position, acting: frozenset[int], new_turn: bool) -> Action:
        seat = min(acting)
        chances = win_chances(position) if new_turn else None
        if chances is not None:
            told.append(chances)
        began = process_time()
        action = BOTS[job.bots[kind[seat]]](position, thought, seat)
        score.times[kind[seat]].append(process_time() - began)
        return action

    last = played_out(first, random.Random(f"{job.seed}/{deal}/chance"), chooser)
    winner = last.won_by
    if winner is not None:
        score.won[next(kind[s.number] for s in last.seats if s.team == winner)] += 1
        for chances in told:
            score.told(chances, winner)
    return score


def row(job: Job, score: Score) -> Row:
    """The row of a match (interfaces.md); ``p99_ms`` is of the first kind's choices."""
    won = score.won[0]
    low, high = bounds(won, score.games)
    calibration = score.calibration
    return {
        "name": "match",
        "game": job.table.game,
        "rules": job.table.rules,
        "players": job.table.players,
        "a": job.bots[0],
        "b": job.bots[1],
        "games": score.games,
        "won_a": won,
        "share_a": round(won / score.games, 4),
        "low95": round(low, 4),
        "high95": round(high, 4),
        "p99_ms": round(percentile(score.times[0], 0.99) * 1000, 2),
        "calibration": None if calibration is None else round(calibration, 4),
    }


def bounds(won: int, games: int) -> tuple[float, float]:
    """The share's 95 % bounds (Wilson).

    >>> low, high = bounds(60, 100)
    >>> round(low, 3), round(high, 3)
    (0.502, 0.691)
    """
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    wide = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - wide) / scale, (middle + wide) / scale
