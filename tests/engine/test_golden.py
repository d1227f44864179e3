"""A golden play-through of every game and profile replays bit for bit.

``golden_<game>_<profile>[_<board>].txt`` are records of whole games, ``golden_digests.json`` a
digest of each of all positions, legal actions and events on the way. A change of the rules that is
meant is written anew by running this file: ``python tests/engine/test_golden.py [NAME …]``.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from engine.events import Event
from engine.game import CHANCE, OVER, Position
from engine.record import Record, closed, first_position, replay, steps
from engine.registry import REGISTRY
from engine.search import hint, random_action

DATA = Path(__file__).resolve().parent / "data"
DIGESTS = DATA / "golden_digests.json"
FILES = sorted(DATA.glob("golden_*.txt"))


def digest(record: Record) -> str:
    """One digest of everything that a play-through shows."""
    sum_ = sha256()

    def add(position: Position, events: tuple[Event, ...]) -> None:
        legal = [f"{action.seat} {action.text}" for action in position.legal()]
        happened = [event.to_json() for event in events]
        sum_.update(json.dumps([position.to_json(), legal, happened], sort_keys=True).encode())

    add(first_position(record, REGISTRY), ())
    for step in steps(record, REGISTRY):
        add(step.position, step.events)
    return sum_.hexdigest()


def golden(file: Path) -> Record:
    return Record.from_text(file.read_text("utf-8"))


def test_every_registered_game_and_profile_has_a_golden_play_through() -> None:
    held = {(str(o["game"]), o.get("rules")) for o in (golden(f).options for f in FILES)}
    for name in REGISTRY.names:
        for profile in REGISTRY.game(name).profiles or (None,):
            assert (name, profile) in held, f"no golden play-through of {name} {profile or ''}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_play_through_replays_bit_for_bit(file: Path) -> None:
    record = golden(file)
    assert record.to_text() == file.read_text("utf-8")
    assert record.final is not None
    assert replay(record, REGISTRY).final.to_act is OVER
    assert digest(record) == json.loads(DIGESTS.read_text("utf-8"))[file.stem]


def test_no_digest_stands_without_its_play_through() -> None:
    assert sorted(json.loads(DIGESTS.read_text("utf-8"))) == [file.stem for file in FILES]


@pytest.mark.parametrize("name", sorted(REGISTRY.names))
def test_the_golden_play_throughs_show_every_event_but_the_rarest(name: str) -> None:
    records = [record for record in map(golden, FILES) if record.options["game"] == name]
    seen = {event for record in records for event in events_of(record)}
    assert seen >= EVENTS[name]


SETTINGS: dict[str, dict[str, object]] = {
    "fast_track_classic": {
        "game": "fast_track",
        "hands": "virtual",
        "rules": "classic",
        "board": "hex",
        "players": [["A"], ["B"], ["D"], ["E"]],
        "teams": [[0, 2], [1, 3]],
    },
    "fast_track_classic_square": {
        "game": "fast_track",
        "hands": "virtual",
        "rules": "classic",
        "board": "square",
        "players": [["A"], ["B"], ["C"]],
    },
    "fast_track_stevens": {
        "game": "fast_track",
        "hands": "virtual",
        "rules": "stevens",
        "board": "hex",
        "players": [["A", "D"], ["B", "E"]],
    },
    "fast_track_butterfly": {
        "game": "fast_track",
        "hands": "virtual",
        "rules": "butterfly",
        "board": "hex",
        "players": [["A"], ["B"], ["D"], ["E"]],
    },
    "racepack": {
        "game": "racepack",
        "players": {"A": ["a"], "B": ["b"], "C": ["c"], "D": ["d"], "E": ["e"]},
        "laps": 2,
        "setup": True,
        "options": {"dice": "service", "extra_hazards": 2, "timer": True},
    },
    "racepack_pool": {
        "game": "racepack",
        "players": {"A": ["a", "d"], "B": ["b", "e"], "C": ["c", "f"]},
        "ranking": ["B", "C", "A"],
        "laps": 1,
        "token_mode": "pool",
        "hazards": ["6.0L", "12.1R"],
    },
    "wahoo": {
        "game": "wahoo",
        "board": "hex",
        "players": [["A"], ["C"], ["E"]],
        "dice": "service",
    },
    "fhtagn": {
        "game": "fhtagn",
        "players": 4,
        "racers": ["r1", "r2", "r5", "r8"],
        "order": ["C", "A", "D", "B"],
    },
    "fhtagn_dual": {
        "game": "fhtagn",
        "players": 3,
        "options": {"dual": True, "farsight": True, "ordered": True},
    },
}
SEEDS = {"racepack": 60, "racepack_pool": 60, "fhtagn": 12, "fhtagn_dual": 6}
"""How many games are played of which the best is kept."""

EVENTS = {
    "fast_track": {"Moved", "Captured", "Swapped", "TurnPassed", "Won", "SentBack"},
    "racepack": {
        "Gridded", "GridRolled", "HazardCounted", "HazardLaid", "HazardUp", "HazardHit", "Moved",
        "ClosedUp", "TokenSpent", "Rolled", "Claimed", "Passed", "SpunOut", "LapDone", "Finished",
        "RoundBegun", "DriverNext", "TurnPassed", "TurnLost", "Won",
    },
    "wahoo": {"Moved", "Captured", "TurnPassed", "Won"},
    "fhtagn": {
        "moved", "displaced", "damaged", "spun_out", "repaired", "style.scored", "mats.changed",
        "wave.entered", "turn.start", "turn.end", "card.resolved", "rolled", "tested", "removed",
        "renumbered", "drawn", "played", "endgame", "over",
    },
}  # fmt: skip


def play(options: dict[str, object], seed: int) -> Record:
    """A whole game, mostly sensible, with a random action now and then for variety."""
    rng = random.Random(seed)
    record = Record(options)
    position = first_position(record, REGISTRY)
    while position.to_act is not OVER:
        wild = position.to_act is CHANCE or rng.randrange(3) == 0
        action = random_action(position, rng) if wild else hint(position, rng)
        record = record.then(action)
        position = position.apply(action).position
    return closed(record, REGISTRY)


def events_of(record: Record) -> Iterator[str]:
    return (event.name for step in steps(record, REGISTRY) for event in step.events)


def write(names: list[str]) -> None:
    """Play anew: of some seeds the game with the most kinds of events, then the shortest."""
    digests = json.loads(DIGESTS.read_text("utf-8"))
    for name in names or SETTINGS:
        options = SETTINGS[name]
        games = [play(options, seed) for seed in range(SEEDS.get(name, 150))]
        best = min(games, key=lambda r: (-len(set(events_of(r))), len(r.entries)))
        (DATA / f"golden_{name}.txt").write_text(best.to_text(), "utf-8")
        digests[f"golden_{name}"] = digest(best)
    DIGESTS.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    write(sys.argv[1:])
