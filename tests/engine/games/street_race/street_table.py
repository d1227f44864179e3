"""What the tests of the street race share: positions set up by hand, and how to play on."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from engine.errors import EngineError
from engine.game import OVER, Position
from engine.games.street_race.sample import SAMPLE
from engine.registry import REGISTRY, load
from engine.search import random_action

Json = dict[str, Any]
GAME = REGISTRY.game("fhtagn")


def new(players: int = 3, **options: Any) -> Position:
    """The first position with the sample set."""
    return GAME.new({"game": "fhtagn", "players": players, "options": options})


def data(*cards: Json, **change: Any) -> Json:
    """The sample with cards of a test's own, and fillers that do nothing."""
    held: Json = copy.deepcopy(SAMPLE)
    filler = {"id": "f", "type": "action", "name": "F", "copies": 40, "do": [{"op": "manual"}]}
    held["cards"] = [*cards, filler]
    return {**held, **change}


def begun(source: Position, **change: Any) -> Json:
    """The same race in phase act, everybody placed and nothing dealt, as JSON to be changed.

    ``at``    car → space, ``dmg`` cars that are damaged, ``civs`` id → space and face,
    ``hands`` player → cards, ``gangs`` and ``style`` likewise, ``mats`` F and O, ``turn``
    """
    position: Json = copy.deepcopy(source.to_json())
    at = change.pop("at", {"A": "1F1", "B": "2F1", "C": "3F1"})
    for car in position["cars"]:
        car["at"] = at.get(car["id"])
        car["dmg"] = car["id"] in change.get("dmg", ())
        car["driver"] = change.get("drivers", {}).get(car["id"])
        car["mods"] = sorted(change.get("mods", {}).get(car["id"], []))
    for name, (cell, face) in change.pop("civs", {}).items():
        position["cars"].append({"id": name, "kind": "civ", "at": cell, "face": face})
    for key in ("hands", "gangs"):
        position[key] |= {player: sorted(held) for player, held in change.get(key, {}).items()}
    position["style"] |= change.get("style", {})
    used = {card for key in ("hands", "gangs") for held in position[key].values() for card in held}
    used |= {card for car in position["cars"] for card in car.get("mods", [])}
    used |= {car.get("driver") for car in position["cars"]}
    used |= set(change.get("discards", ()))
    position["discards"] = sorted(change.get("discards", ()))
    position["pile"] = [card for card in position["pile"] if card not in used]
    position |= {"phase": "act", "turn": change.get("turn", "A"), "actions": 4}
    position |= {key: change[key] for key in ("actions", "phase", "end", "turns") if key in change}
    if "street" in change:
        forward, oncoming = change["street"]
        deck = [mat for mat in position["mats"]["deck"] if mat not in change["street"]]
        gone = deck[-change["drawn"] + 2 :] if change.get("drawn", 2) > 2 else []
        deck = [mat for mat in deck if mat not in gone]
        position["mats"] = {"F": forward, "O": oncoming, "deck": deck, "next": [],
                            "drawn": change.get("drawn", 2)}  # fmt: skip
    return position


def at(position: Position | Json) -> dict[str, str]:
    """Car → space."""
    held = position if isinstance(position, dict) else position.to_json()
    cars: list[Json] = held["cars"]  # type: ignore[assignment]
    return {car["id"]: car["at"] for car in cars}


def car(position: Position, name: str) -> Json:
    cars: list[Json] = position.to_json()["cars"]  # type: ignore[assignment]
    return next(each for each in cars if each["id"] == name)


def ask(position: Position) -> tuple[str, list[str]]:
    """What is asked, and of whom."""
    held: Any = position.to_json()["ask"]
    return held["kind"], held["who"]


def texts(position: Position) -> list[str]:
    return [action.text for action in position.legal()]


def play(position: Position, *lines: str) -> Position:
    """The position after these lines."""
    for line in lines:
        position = position.apply(line).position
    return position


def code(position: Position, line: str) -> str:
    """The code with which a line is refused; the position stays as it was."""
    before = position.to_json()
    try:
        position.apply(line)
    except EngineError as error:
        assert position.to_json() == before
        return error.code
    raise AssertionError(f"{line} was accepted")


def told(position: Position, *lines: str) -> list[Json]:
    """The events of the last of these lines."""
    for line in lines[:-1]:
        position = position.apply(line).position
    return [event.to_json() for event in position.apply(lines[-1]).events]


def random_game(
    players: int, seed: int, first: Position | None = None, most: int = 20_000, **options: Any
) -> list[tuple[Position, str]]:
    """A random game to its end: positions, each with the text that followed it."""
    rng = random.Random(seed)
    position = first or new(players, **options)
    found = []
    while position.to_act is not OVER:
        assert len(found) < most, "this game does not end"
        action = random_action(position, rng)
        advances = [one for one in position.legal() if one.text.startswith("adv")]
        if advances and rng.randrange(4) == 0:
            action = advances[0]
        found.append((position, action.text))
        position = position.apply(action).position
    return [*found, (position, "")]


def loaded(position: Json, content: Json | None = None) -> Position:
    """A position read from JSON, with a data file if wanted."""
    beside = {} if content is None else {"data": content}
    return REGISTRY.load(position, beside)


def with_cards(*cards: Json, players: int = 3, options: Json | None = None, **change: Any) -> Any:
    """A race in phase act with cards of a test's own."""
    content = data(*cards)
    first = GAME.with_beside({"data": content}).new(
        {"game": "fhtagn", "players": players, "options": options or {}}
    )
    return loaded(begun(first, **change), content)


__all__: Sequence[str] = (
    "GAME", "SAMPLE", "ask", "at", "begun", "car", "code", "data", "load", "loaded", "new", "play",
    "random_game", "texts", "told", "with_cards",
)  # fmt: skip
