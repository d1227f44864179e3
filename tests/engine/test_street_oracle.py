"""The street race against a second, slow reading of its rules (``oracle/naive_street_*.py``).

The oracle was written from the rules alone, by somebody who has not read the engine; it passes the
shared cases by itself. Where the two differ, one of them has misread a sentence.
"""

from __future__ import annotations

import copy
import importlib
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent / "oracle"))
naive = importlib.import_module("naive_street_actions")
naive_street_cases = importlib.import_module("naive_street_cases")
naive_street_sets = importlib.import_module("naive_street_sets")
naive_street_match = importlib.import_module("naive_street_match")
naive_street_road = importlib.import_module("naive_street_road")

Json = dict[str, Any]
KINDS: tuple[Json, ...] = ({}, {"dual": True}, {"ordered": True, "farsight": True})


def test_the_oracle_passes_every_shared_case(shared: Path) -> None:
    """Not the engine's: proves that the oracle is worth comparing with."""
    cases = json.loads((shared / "rules" / "fhtagn_cases.json").read_text("utf-8"))["cases"]
    assert cases
    assert {c["id"]: d for c in cases if (d := naive_street_cases.differs(c))} == {}


def sound(position: Json, data: Any) -> None:
    """Nobody shares a cell or stands where none may be, and every card is somewhere once."""
    cars = position["cars"]
    placed = [car["at"] for car in cars if car["at"]]
    assert len(placed) == len(set(placed))
    mats = {side: data.mats[position["mats"][side]] for side in "FO"}
    road = naive_street_road.Road(data.first["half_width"], mats, [])
    assert {road.ground(naive_street_road.read(cell)) for cell in placed} <= {"lane", "walk"}
    piles = [position["pile"], position["discards"], *position["hands"].values()]
    piles += [*position["gangs"].values(), *(car.get("mods", []) for car in cars)]
    piles.append([car["driver"] for car in cars if car.get("driver")])
    assert Counter(card for pile in piles for card in pile) == Counter(data.copies)


@pytest.mark.parametrize(
    "options", [pytest.param(KINDS[0], marks=pytest.mark.slow), *KINDS[1:]], ids=str
)
def test_random_games_of_the_oracle_are_sound_and_end(shared: Path, options: Json) -> None:
    sample = json.loads((shared / "rules" / "fhtagn_sample.json").read_text("utf-8"))
    game = naive_street_match.Match(random.Random(f"sound {options}"), sample, options)
    position = naive.new(game.request, game.data)
    for _ in range(3000):
        if position["ask"] is None:
            break
        text = game.pick(naive.legal(position, game.data))
        position, _ = naive.apply(position, text, game.data)
        if position["base"] is None:
            sound(position, game.data)
    racers = [car["id"] for car in position["cars"] if car["kind"] == "racer"]
    assert position["ranking"] == racers


@pytest.mark.parametrize(
    "count",
    [600, *(pytest.param(n, marks=pytest.mark.slow) for n in (2500, 60000))],
    ids=["fewest", "few", "many"],
)
def test_engine_and_oracle_agree_on_random_cases(count: int) -> None:
    found = naive_street_match.compare_cases(random.Random(f"cases {count}"), count)
    assert not found, found[0]


def test_the_engine_fails_a_case_with_a_die_or_a_choice_too_many() -> None:
    found = naive_street_match.spoilt_cases(random.Random("spoilt"), 500)
    assert not found, found[0]


@pytest.fixture(scope="module")
def sample(shared: Path) -> Json:
    """The sample's data."""
    return dict(json.loads((shared / "rules" / "fhtagn_sample.json").read_text("utf-8")))


def agree(count: int, seed: str, data: Any) -> set[str]:
    """So many positions of random games: the same texts, positions and events; what was asked."""
    rng, kinds = random.Random(seed), naive_street_match.KINDS
    compared, found, met = naive_street_match.compare_games(rng, count, kinds, data)
    assert not found, found[0]
    assert compared == count
    return set(met)


USUAL = {"act", "choose", "die", "mat", "react"}


@pytest.mark.parametrize(
    ("count", "asked"),
    [(120, USUAL), pytest.param(500, USUAL | {"free"}, marks=pytest.mark.slow)],
    ids=["few", "more"],
)
def test_engine_and_oracle_agree_along_random_games(
    count: int, asked: set[str], sample: Json
) -> None:
    met = agree(count, "games", sample)
    assert asked <= met


@pytest.mark.parametrize("count", [80, pytest.param(300, marks=pytest.mark.slow)])
def test_engine_and_oracle_agree_with_other_data(count: int, sample: Json) -> None:
    rng = random.Random("data")
    agree(count, "sets", naive_street_sets.varied(rng, sample, "actions", "mods"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_engine_and_oracle_agree_along_many_games(sample: Json, seed: int) -> None:
    agree(4000, f"many {seed}", sample)
    themes = ("actions", "mods", "abilities", "after", "before")
    rng = random.Random(f"many sets {seed}")
    agree(2000, f"sets {seed}", naive_street_sets.varied(rng, sample, *themes))


@pytest.mark.parametrize(
    "spoil",
    [row[1] for row in naive_street_sets.SPOILT],
    ids=[r[0] for r in naive_street_sets.SPOILT],
)
def test_the_engine_refuses_data_with(sample: Json, spoil: Any) -> None:
    data = copy.deepcopy(sample)
    spoil(data)
    request = {"op": "new", "game": "fhtagn", "players": 3, "racers": ["r1", "r2", "r3"]}
    answer = json.loads(naive_street_match.lines.answer(json.dumps({**request, "data": data})))
    assert answer["error"]["code"] == "bad-data"


def led(data: Json, hands: dict[str, str], texts: str) -> Json:
    """The engine's position after A 1F2, B 1O1, C 2F1, these hands, and some texts."""
    request = {"game": "fhtagn", "players": 3, "racers": ["r1", "r2", "r3"], "data": data}
    position = naive_street_match.engine("new", **request)["position"]
    deal = [f"card {player} {card}" for player in "ABC" for card in hands[player].split()]
    way = [
        "place A 1F2",
        "place B 1O1",
        "place C 2F1",
        *deal,
        "mull A no",
        "mull B no",
        "mull C no",
    ]
    for text in [*way, "deploy C no", *texts.split(" | ")]:
        request = {"position": position, "action": text, "data": data}
        position = naive_street_match.engine("apply", **request)["position"]
    return dict(position)


def test_cars_stand_in_the_order_of_the_mat_that_lies_already(sample: Json) -> None:
    """FF-31, FF-40: with one lane on the forward side A's column is a walk."""
    hands = {"A": "p17.1 p17.2 p17.3", "B": "p18.1 p18.2 p18.3 p19.1"}
    hands["C"] = "p10.1 p19.2 p19.3 p20.1 p20.2"
    position = led(sample, hands, "play p10.1 | mat F m21")
    assert [car["id"] for car in position["cars"]] == ["B", "A", "C"]


def test_a_second_cancel_goes_back_to_hand(sample: Json) -> None:
    """FF-154: it is a reaction to a card that is cancelled already."""
    hands = {"A": "p14.1 p17.2 p17.3", "B": "p14.2 p18.2 p18.3 p19.1"}
    hands["C"] = "p05.1 p19.2 p19.3 p20.1 p20.2"
    position = led(sample, hands, "play p05.1 | react A p14.1 | react B p14.2")
    assert "p14.2" in position["hands"]["B"]


def test_a_reaction_to_a_resolved_card_asks_for_its_type(sample: Json) -> None:
    """FF-155: ``type`` fits the card that is resolved."""
    late = {"id": "v01", "type": "reaction", "name": "Late", "copies": 1, "on": "card.resolved"}
    late |= {"when": {"type": "action"}, "do": [{"op": "draw"}]}
    hands = {"A": "v01.1 p17.2 p17.3", "B": "p18.1 p18.2 p18.3 p19.1"}
    hands["C"] = "p05.1 p19.2 p19.3 p20.1 p20.2"
    position = led(sample | {"cards": [*sample["cards"], late]}, hands, "play p05.1")
    assert position["ask"] == {"who": ["A"], "kind": "react"}
