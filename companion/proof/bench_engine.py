"""The bench of the engine: nodes, random games and move lists a second.

All times are processor time, because a clock on the wall also counts what the machine did for
others. Perft and python-chess (package ``chess``) take turns within each round. So both meet the
same neighbours, and the median of the rounds counts. Both sides apply every leaf, count nothing in
bulk and remember nothing between nodes. Our side goes through ``legal()`` and ``apply()``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import Any, Final, NamedTuple

from engine.game import Position
from engine.perft import perft
from engine.registry import game, load

from .figures import Row, median, percentile

REPEATS: Final = 5
CHESS_DEPTH: Final = 3
"""Depth from the first position of chess: 8,902 leaves."""

SHORTEST: Final = 0.2
"""At least this many processor seconds are counted for each side in one round."""

FOUR: Final = {"hex": [["A"], ["B"], ["D"], ["E"]], "square": [["A"], ["B"], ["C"], ["D"]]}
BOARDS: Final = (
    ("classic", "hex"),
    ("classic", "square"),
    ("stevens", "hex"),
    ("butterfly", "hex"),
)
DEPTHS: Final = {"start": 6, "middle": 4}
"""Even depths: the last ply is a move, not a card, which is the dearer half."""

MIDDLE: Final[dict[str, dict[str, list[str]]]] = {
    "hex": {
        "A": ["p", "A9", "C3", "X"],
        "B": ["p", "B9", "Bh1", "D5"],
        "D": ["p", "p", "A12", "F2"],
        "E": ["p", "B4", "E11", "Eh2"],
    },
    "square": {
        "A": ["p", "A9", "C3", "X"],
        "B": ["p", "B9", "Bh1", "D5"],
        "C": ["p", "p", "A12", "B2"],
        "D": ["p", "B4", "D11", "Dh2"],
    },
}
"""A middle game of four players. Butterfly's fifth marble waits in the pen."""

GAMES: Final = 60
LISTS: Final = 2000

RACE: Final[dict[str, object]] = {
    "game": "racepack",
    "players": {letter: [letter.lower()] for letter in "ABCDEFGH"},
    "ranking": list("ABCDEFGH"),
    "laps": 2,
    "hazards": ["6.0L", "11.0R", "16.1L", "21.0R"],
}
"""A race of eight cars, each with all its tokens."""

STREET: Final[dict[str, object]] = {"game": "fhtagn", "players": 6}
CIVILIANS: Final = 8
"""Six racers with their hands among eight Civilians."""

RACE_LISTS: Final = 1000
RACE_TAKES: Final = 3


class Board(NamedTuple):
    """The position of one perft row, with its rule sheet, board, stage and depth."""

    rules: str
    board: str
    stage: str
    depth: int
    position: Position


def run(seed: int) -> list[Row]:
    """All rows. ``seed`` is that of the random games."""
    rows = [*perft_rows(), *game_rows(seed), *legal_rows(seed)]
    rows.append(race_row("racepack", "tiles", raced(seed)))
    return [*rows, race_row("fhtagn", "street", crowded(seed))]


def row(name: str, **values: object) -> Row:
    """A row with all keys of the bench. Keys that do not apply hold None."""
    keys = ("game", "rules", "board", "stage", "depth", "nodes", "per_second", "p50_ms", "p99_ms")
    return {"name": name, **dict.fromkeys(keys), **values}


def start(rules: str, board: str) -> Position:
    """Four players, each alone, before the first card."""
    options = {"rules": rules, "board": board, "players": FOUR[board]}
    return game("fast_track").new(options)


def middle(rules: str, board: str) -> Position:
    """The same players in the middle of a game."""
    data = start(rules, board).to_json()
    extra = ["p"] if rules == "butterfly" else []
    data["marbles"] = {colour: extra + held for colour, held in MIDDLE[board].items()}
    return load(data)


# -- perft --


def perft_rows() -> list[Row]:
    """A row for each profile, board and stage, with its ratio to python-chess in those rounds."""
    boards = [
        Board(rules, board, stage, depth, make(rules, board))
        for rules, board in BOARDS
        for stage, depth, make in (
            ("start", DEPTHS["start"], start),
            ("middle", DEPTHS["middle"], middle),
        )
    ]
    chess = chess_nodes()
    rounds: dict[Board, list[Pair]] = {board: [] for board in boards}
    for board in boards:
        # Actions and events are made once and shared. A first, uncounted round makes them.
        perft(board.position, board.depth)
    for _ in range(REPEATS):
        for board in boards:
            rounds[board].append(side_by_side(partial(perft, board.position, board.depth), chess))
    rows = [
        row(
            "perft",
            game="fast_track",
            rules=board.rules,
            board=board.board,
            stage=board.stage,
            depth=board.depth,
            nodes=pairs[0].ours.nodes // pairs[0].ours.times,
            per_second=round(median([pair.ours.speed for pair in pairs])),
            ratio=round(median([pair.ratio for pair in pairs]), 3) if chess else None,
        )
        for board, pairs in rounds.items()
    ]
    if chess:
        theirs = [pair.theirs.speed for pairs in rounds.values() for pair in pairs]
        rows.append(row("python-chess", depth=CHESS_DEPTH, per_second=round(median(theirs))))
    return rows


@dataclass
class Tally:
    """The nodes that one side has counted, how often, and the processor seconds for that."""

    nodes: int = 0
    times: int = 0
    seconds: float = 0.0

    def add(self, count: Callable[[], int]) -> None:
        """Count once more."""
        begin = process_time()
        self.nodes += count()
        self.seconds += process_time() - begin
        self.times += 1

    @property
    def speed(self) -> float:
        """Nodes in a processor second."""
        return self.nodes / self.seconds


class Pair(NamedTuple):
    """Both sides of one round."""

    ours: Tally
    theirs: Tally

    @property
    def ratio(self) -> float:
        """Our speed as a multiple of theirs."""
        return self.ours.speed / self.theirs.speed


def side_by_side(ours: Callable[[], int], theirs: Callable[[], int] | None) -> Pair:
    """One round. The side that has had less processor time counts next."""
    pair = Pair(Tally(), Tally())
    while True:
        behind = theirs is not None and pair.theirs.seconds < pair.ours.seconds
        tally = pair.theirs if behind else pair.ours
        if tally.times and tally.seconds >= SHORTEST:
            return pair
        tally.add(theirs if behind and theirs is not None else ours)


def chess_nodes() -> Callable[[], int] | None:
    """Counts python-chess's nodes in the two usual positions.

    None when python-chess is not installed.
    """
    try:
        import chess
    except ImportError:
        return None
    start_position = chess.Board()

    def count(board: Any, depth: int) -> int:
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(board, depth - 1) if depth > 1 else 1
            board.pop()
        return nodes

    return partial(count, start_position, CHESS_DEPTH)


# -- games --


def play_out(position: Position, rng: random.Random) -> int:
    """Play uniformly random actions to the end. Returns how many there were."""
    draw = rng.random
    count = 0
    while actions := position.legal():
        position = position.apply(actions[int(draw() * len(actions))]).position
        count += 1
    return count


def game_rows(seed: int) -> list[Row]:
    """Rows for whole games of four random players in one process."""
    rows = []
    for rules, board in BOARDS:
        rng = random.Random(seed)
        times = []
        nodes = 0
        for _ in range(GAMES if rules == "butterfly" else GAMES // 6):
            begin = process_time()
            nodes += play_out(start(rules, board), rng)
            times.append(process_time() - begin)
        rows.append(
            row(
                "games",
                game="fast_track",
                rules=rules,
                board=board,
                nodes=nodes,
                per_second=round(len(times) / sum(times), 1),
                p50_ms=round(median(times) * 1e3, 3),
                p99_ms=round(percentile(times, 0.99) * 1e3, 3),
            )
        )
    return rows


# -- move lists --


def legal_rows(seed: int) -> list[Row]:
    """Rows for ``legal()`` on fresh positions after a card, met in random games."""
    rows = []
    for rules, board in BOARDS:
        times = []
        for position in met(rules, board, seed):
            begin = process_time()
            position.legal()
            times.append(process_time() - begin)
        rows.append(
            row(
                "legal",
                game="fast_track",
                rules=rules,
                board=board,
                nodes=len(times),
                per_second=round(len(times) / sum(times)),
                p50_ms=round(median(times) * 1e3, 4),
                p99_ms=round(percentile(times, 0.99) * 1e3, 4),
            )
        )
    return rows


def met(rules: str, board: str, seed: int) -> list[Position]:
    """Positions of random games after a card. None of them was asked for its moves yet."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < LISTS:
        position = start(rules, board)
        while len(found) < LISTS and (actions := position.legal()):
            chosen = rng.choice(actions)
            if chosen.prelude:
                found.append(position.apply(chosen).position)
            position = position.apply(chosen).position
    return found


def race_row(name: str, board: str, positions: list[dict[str, object]]) -> Row:
    """A row for ``legal()`` in crowded races, in which nothing was worked out before.

    Of three measurements of a position the shortest counts, because the others measure this
    machine.
    """
    times = []
    for data in positions:
        shortest = float("inf")
        for _ in range(RACE_TAKES):
            position = load(data)
            begin = process_time()
            position.legal()
            shortest = min(shortest, process_time() - begin)
        times.append(shortest)
    return row(
        "legal",
        game=name,
        board=board,
        nodes=len(times),
        per_second=round(len(times) / sum(times)),
        p50_ms=round(median(times) * 1e3, 4),
        p99_ms=round(percentile(times, 0.99) * 1e3, 4),
    )


def raced(seed: int) -> list[dict[str, object]]:
    """Positions of random races of eight that wait for a movement."""
    rng = random.Random(seed)
    found: list[dict[str, object]] = []
    while len(found) < RACE_LISTS:
        position = game("racepack").new(RACE)
        while len(found) < RACE_LISTS and (actions := position.legal()):
            if any(action.displacements for action in actions):
                found.append(position.to_json())
            position = position.apply(rng.choice(actions)).position
    return found


def crowded(seed: int) -> list[dict[str, object]]:
    """Positions of random street races of six in the middle of a turn, with eight Civilians."""
    rng = random.Random(seed)
    found: list[dict[str, object]] = []
    while len(found) < RACE_LISTS:
        position = game("fhtagn").new(STREET)
        while len(found) < RACE_LISTS and (actions := position.legal()):
            if any(action.text == "pass" for action in actions):
                found.append(among_civilians(position.to_json()))
            position = position.apply(rng.choice(actions)).position
    return found


def among_civilians(data: dict[str, Any]) -> dict[str, object]:
    """The same with Civilians up to eight, in free inner lanes ahead of the last racer."""
    cars: list[dict[str, Any]] = data["cars"]
    taken = {car["at"] for car in cars}
    last = max(int(car["at"][:-2]) for car in cars if car["kind"] == "racer")
    free = [f"{rank}{col}" for rank in range(1, last + 1) for col in ("F1", "O1")]
    free = [cell for cell in free if cell not in taken]
    names = [f"c{n}" for n in range(1, CIVILIANS + 1)]
    for name in names:
        if free and all(car["id"] != name for car in cars):
            cell = free.pop(0)
            cars.append({"id": name, "kind": "civ", "at": cell, "face": cell[-2]})
    return data
