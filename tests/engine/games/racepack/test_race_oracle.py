"""The engine against a second, slow reading of the rules text (``oracle/naive_race.py``).

Where the two differ, one of them has misread a sentence.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from racepack_circuits import FIXED
from racepack_races import LETTERS, new_race, players_of
from two_forms import first

from engine.errors import EngineError
from engine.games.racepack import RacepackGame
from engine.games.racepack.generate import circuit
from engine.games.racepack.road import road
from engine.games.racepack.track import Track

sys.path.append(str(Path(__file__).parents[2] / "oracle"))
naive_race = importlib.import_module("naive_race")

Json = dict[str, Any]
GAME = RacepackGame()


def compare(position: Json, chosen: Iterable[str]) -> None:
    """The legal list with its marks; for the chosen actions the position after or the code."""
    shown = json.dumps(position)
    loaded = GAME.load(position)
    assert loaded.to_json() == position, shown
    legal = sorted({action.text for action in loaded.legal()})
    assert legal == naive_race.legal(position), shown
    if position["phase"] == "move":
        slow = naive_race.movements(position)
        notes = loaded.legal_notes()
        assert notes["moves"] == {text: trial.to for text, trial in slow.items()}
        for mark in ("roll", "stop", "finish"):
            assert notes[mark] == sorted(t for t, trial in slow.items() if getattr(trial, mark))
    for action in chosen:
        wanted, code = outcome(position, action)
        if code is None:
            assert loaded.apply(action).position.to_json() == wanted, f"{action} in {shown}"
            continue
        with pytest.raises(EngineError) as told:
            loaded.apply(action)
        assert told.value.code == code, f"{action} in {shown}"


def outcome(position: Json, action: str) -> tuple[Json, str | None]:
    """The oracle's position after an action, or the code with which it refuses."""
    try:
        return naive_race.apply(position, action), None
    except naive_race.Refused as refused:
        return position, str(refused)


def random_position(rng: random.Random, track: Track) -> Json:
    """A crowded position in phase move: cars near one another, some spun out, tokens at random."""
    ground = road(track)
    count = rng.choice([1, 2, 3, 4, 6, 8])
    middle = rng.randrange(ground.tiles)
    near = [s for s in range(len(ground.spaces)) if (ground.tile[s] - middle) % ground.tiles < 5]
    places = rng.sample(near, count)
    cars: Json = {}
    for seq, (letter, s) in enumerate(zip(LETTERS, places, strict=False), start=1):
        car: Json = {"at": ground.spaces[s], "c": rng.choice([1, 1, 2, 3])}
        if ground.corner[s] and rng.random() < 0.25:
            car = {"spun": ground.tile[s], "seq": seq, "c": 1}
        elif ground.entry[s]:
            car["keep"] = rng.random() < 0.6
        if ground.track.pit is not None:
            car["pits"] = rng.randrange(2)
        cars[letter] = car
    pool = rng.random() < 0.2
    players = players_of(count, teams=count in (2, 4, 6) and rng.random() < 0.4)
    holders = players if pool else cars
    tokens = {name: rng.choices([*"12345", *("W" * pool)], k=rng.randrange(4)) for name in holders}
    driver = rng.choice(list(cars))
    turn: Json = {"car": driver}
    if "at" in cars[driver] and rng.random() < 0.6:
        turn |= {"made": rng.choice([1, 2]), "speed": rng.randrange(1, 8)}
    lying = rng.sample(near, 3)
    options: Json = {"timer": True} if rng.random() < 0.2 else {}
    if rng.random() < 0.5:
        options["extra_hazards"] = rng.choice([0, 1])
    state = {
        "game": "racepack",
        "track": track.to_json(),
        "laps": rng.choice([1, 2]),
        "players": players,
        "token_mode": "pool" if pool else "car",
        "cars": cars,
        "tokens": tokens,
        "hazards": [{"at": ground.spaces[s], "up": rng.random() < 0.5} for s in lying],
        "turn": turn,
        "options": options,
    }
    return GAME.load(state).to_json()


WRONG = ("F8", "X", "D6", "D3", "-", "!a:2", "!zz:1", "", "T", "E0.0L", "Dx", "H4.0L", "L1*1")


def follow(position: Json, rng: random.Random, depth: int = 3) -> None:
    """Compare here and along a few actions onward, into rolls and claims."""
    for _ in range(depth):
        legal = naive_race.legal(position)
        chosen = rng.sample(legal, min(2, len(legal)))
        compare(position, [*chosen, rng.choice(WRONG)])
        if not legal:
            return
        rolls = [text for text in legal if text.endswith("2") and len(text) == 2]
        position = naive_race.apply(position, rng.choice(rolls or legal))


@pytest.mark.parametrize("name", first(4, sorted(FIXED)))
def test_engine_and_oracle_agree_on_crowded_positions(name: str) -> None:
    rng = random.Random(f"crowd {name}")
    for _ in range(6):
        follow(random_position(rng, FIXED[name]), rng)


@pytest.mark.parametrize("seed", range(4))
def test_engine_and_oracle_agree_on_circuits_by_chance(seed: int) -> None:
    rng = random.Random(f"circuit {seed}")
    track = circuit(
        rng,
        tiles=24 + 2 * seed,
        walls=seed % 2 == 1,
        chicanes=seed % 3,
        pit=seed == 2,
        wide=seed > 2,
    )
    for _ in range(4):
        follow(random_position(rng, track), rng)


@pytest.mark.parametrize("cars", [4, 5, *(pytest.param(n, marks=pytest.mark.slow) for n in (6, 8))])
def test_engine_and_oracle_agree_along_a_race(cars: int) -> None:
    """RP-24 … RP-73: from the grid on."""
    rng = random.Random(f"race {cars}")
    options = {"extra_hazards": 1} if cars == 5 else {}
    position = new_race(cars, laps=1, hazards=["6.0L", "14.1R"], options=options).to_json()
    for number in range(2000):
        legal = naive_race.legal(position)
        if not legal:
            assert position["phase"] == "over"
            return
        action = rng.choice(legal)
        compare(position, [action]) if number % 6 == 0 or position["round"] < 2 else None
        position = GAME.load(position).apply(action).position.to_json()
    raise AssertionError("a race of one lap did not end")


def test_the_oracle_passes_every_shared_play(shared: Path) -> None:
    """Not the engine's: proves that the oracle is worth comparing with."""
    cases = json.loads((shared / "rules" / "racepack_cases.json").read_text("utf-8"))["cases"]
    wrong = []
    for case in (case for case in cases if case["op"] == "play"):
        given = case.get("state")
        position = (GAME.load(given) if given else GAME.new(case["config"])).to_json()
        expect, code = case["expect"], None
        for action in case.get("actions", ()):
            position, code = outcome(position, action)
        moves = naive_race.movements(position) if position["phase"] == "move" else {}
        got = {text: trial.to for text, trial in moves.items()}
        fits = [
            expect.get("error") == code,
            got == expect.get("moves", got),
            got.items() >= expect.get("include", {}).items(),
            not set(got) & set(expect.get("exclude", ())),
            all(
                {t for t, trial in moves.items() if getattr(trial, mark)} == set(expect[mark])
                for mark in ("roll", "stop", "finish")
                if mark in expect
            ),
            all(
                position["cars"][name][field] == value
                for name, fields in expect.get("cars", {}).items()
                for field, value in fields.items()
            ),
            all(
                position[key] == expect[key]
                for key in ("order", "round", "phase", "threshold", "skipped")
                if key in expect
            ),
        ]
        if not all(fits):
            wrong.append(case["id"])
    assert not wrong


def count(position: Json, depth: int) -> int:
    """Sequences of so many actions by the oracle alone."""
    if depth == 0:
        return 1
    following = (naive_race.apply(position, action) for action in naive_race.legal(position))
    return sum(count(after, depth - 1) for after in following)


@pytest.mark.slow
def test_the_oracle_counts_the_first_depths_of_the_perft_table() -> None:
    path = Path(__file__).parents[2] / "data" / "perft_racepack.json"
    for row in json.loads(path.read_text("utf-8"))["positions"]:
        if row["position"]["phase"] != "hazards":
            assert [count(row["position"], depth) for depth in range(3)] == row["counts"][:3]
