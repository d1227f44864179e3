"""Bots learn from games against themselves: the tables of values that ship with the games."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.action import Action
from engine.bots.learning import Played, Pupil
from engine.bots.levels import valued
from engine.bots.rule_of_thumb import best_of, choices_of
from engine.errors import BadConfig
from engine.game import Position
from engine.values import Features, Values

from .playing import played_out, spread
from .tables import BotTable

AT_ONCE: Final = 50
"""So many games are played with the same table before anything is learned from them."""
CURIOUS: Final = 33
"""One choice of so many is drawn, so that bots also see what they would never do."""


@dataclass(frozen=True)
class Job:
    """A training."""

    table: BotTable
    games: int
    seed: int


def checked(table: BotTable, games: int, seed: int) -> Job:
    """The training of these options; BadConfig names what is wrong."""
    if table.first().values() is None:
        raise BadConfig(f"game: {table.game} counts no features, so there is nothing to learn.")
    if games < 1:
        raise BadConfig(f"games: a number from 1 on, not {games}.")
    return Job(table, games, seed)


def run(job: Job, processes: int = 1, progress: Callable[[int], None] = lambda _: None) -> Values:
    """The table that was learned, from the game's first guess on."""
    values = job.table.first().values()
    assert values is not None
    guess = values.guess
    pupil = Pupil(guess.weights, job.games)
    for first in range(0, job.games, AT_ONCE):
        now = guess.with_weights(pupil.weights, {})
        numbers = range(first, min(first + AT_ONCE, job.games))
        each = max(1, -(-len(numbers) // processes))
        chunks = [(job, now, numbers[at : at + each]) for at in range(0, len(numbers), each)]
        for games in spread(_played, chunks, processes):
            for game in games:
                pupil.learn(game)
        progress(numbers.stop)
    return guess.with_weights(pupil.mean, _told(job))


def _told(job: Job) -> dict[str, object]:
    table = job.table
    return {
        "game": table.game,
        "rules": table.rules,
        "board": table.board,
        "players": table.players,
        "games": job.games,
        "seed": job.seed,
    }


def _played(chunk: tuple[Job, Values, range]) -> list[Played]:
    job, values, numbers = chunk
    games = [_game(job, values, random.Random(f"{job.seed}/{number}")) for number in numbers]
    return [game for game in games if game is not None]


def _game(job: Job, values: Values, rng: random.Random) -> Played | None:
    turns = list[Features]()

    def chooser(position: Position, acting: frozenset[int], new_turn: bool) -> Action:
        if new_turn:
            turns.append(position.features())
        return _chosen(position, values, rng)

    winner = played_out(job.table.first(), rng, chooser).won_by
    return None if winner is None else Played(turns, winner)


def _chosen(position: Position, values: Values, rng: random.Random) -> Action:
    choices = choices_of(position, None, "there is nothing to do")
    action = choices[rng.randrange(len(choices))]
    if len(choices) > 1 and rng.randrange(CURIOUS):
        known = position.known_to(action.seat)
        action = best_of(choices, valued(known, choices, "middle", values), rng)
    return action
