"""Positions and options of a new race from JSON: each mistake is named (FF-161)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from ...errors import BadConfig, Misfit, shown
from .checks import listed, mapping, one_of, text, texts, truth, whole
from .content import Content
from .endings import FEWEST, MOST
from .loading import check_seated
from .moment import Moment, NoAnswer, after, at_rest
from .pack import Car, Pack
from .race import PLUS_ONE, REROLL, Options, Race, State
from .reading_state import read_state
from .writing import GAME, write

KEYS: Final = (
    "game", "sets", "options", "players", "order", "turn", "turns", "phase", "actions", "advances",
    "mats", "cars", "hands", "gangs", "style", "pile", "discards", "end", "ranking", "ask", "base",
    "since",
)  # fmt: skip
NEEDED: Final = tuple(key for key in KEYS if key not in ("ask", "base", "since"))
LETTERS: Final = "ABCDEF"
MOST_DUAL: Final = 4
LONGEST: Final = 2000
"""Texts of one event."""


def read_options(value: object) -> Options:
    """The named options of a race; those left out have their defaults."""
    names = [each.name for each in fields(Options)]
    held = dict(mapping(value, "options", names))
    given: dict[str, bool | str] = {}
    for name, one in held.items():
        if name == "fourth_spend":
            given[name] = one_of(one, f"options: {name}", ("none", PLUS_ONE, REROLL))
        else:
            given[name] = truth(one, f"options: {name}")
    # mypy does not see that each value has been read as its field's type.
    return Options(**given)  # type: ignore[arg-type]


def seats(count: int, dual: bool) -> tuple[str, ...]:
    """FF-1, FF-140: the players by seat."""
    most = MOST_DUAL if dual else MOST
    if not FEWEST <= count <= most:
        raise Misfit(f"players: {FEWEST} to {most} play, not {count}")
    return tuple(LETTERS[:count])


def car_names(players: tuple[str, ...], dual: bool) -> tuple[str, ...]:
    """The racers' ids by seat."""
    return tuple(f"{p}{n}" for p in players for n in (1, 2)) if dual else players


def read_order(value: object, players: tuple[str, ...]) -> tuple[str, ...]:
    """FF-21: each player once."""
    order = tuple(texts(value, "order"))
    if sorted(order) != sorted(players):
        raise Misfit(f"order: each of {', '.join(players)} once, not {shown(list(order))}")
    return order


def first_race(content: Content, given: Mapping[str, object]) -> Race:
    """The race of a ``new``; Misfit or BadConfig say what does not fit."""
    options = read_options(given.get("options", {}))
    players = seats(whole(given.get("players"), "players"), options.dual)
    cars = car_names(players, options.dual)
    check_seated(content, len(players), len(cars))
    models = texts(given.get("racers", sorted(content.racers)[: len(cars)]), "racers")
    for model in models:
        if model not in content.racers:
            raise BadConfig(f"racers: {shown(model)} is no racer of the set", code="unknown-id")
    if len(models) != len(cars) or len(set(models)) < len(models):
        raise Misfit(f"racers: {len(cars)} different ones are needed")
    order = read_order(given.get("order", list(players)), players)
    return Race(content, options, players, order, dict(zip(cars, models, strict=True)))


def first_state(race: Race) -> State:
    """FF-16, FF-20: the start mats lie, nobody is placed, nothing is dealt."""
    content = race.content
    forward, oncoming = content.of_role("start")
    cars = {}
    for name, model in race.models.items():
        cars[name] = Car(name, name[0])
        cars[name].model = model
    return State(
        Pack(race.street(forward, oncoming), cars),
        forward,
        oncoming,
        list(content.street_deck),
        {player: [] for player in race.players},
        {player: [] for player in race.players},
        dict.fromkeys(race.players, 0),
        list(content.play_cards),
    )


def read_race(content: Content, data: Mapping[str, object]) -> Race:
    """What stays the same in a position."""
    sets = [mapping(each, "sets", ("set", "sha256"), ("set", "sha256")) for each in
            listed(data["sets"], "sets")]  # fmt: skip
    if [(one["set"], one["sha256"]) for one in sets] != list(content.sets):
        raise Misfit("sets: the data files are not those of the position")
    options = read_options(data["options"])
    named = tuple(texts(data["players"], "players"))
    players = seats(len(named), options.dual)
    if named != players:
        raise Misfit(f"players: {', '.join(players)} by seat, not {shown(list(named))}")
    models: dict[str, str] = {}
    for each in listed(data["cars"], "cars"):
        car = mapping(each, "cars", None, ("id", "kind"))
        if car["kind"] == "racer":
            mapping(car, "cars", None, ("racer",))
            models[text(car["id"], "cars: id")] = one_of(
                car["racer"], "cars: racer", content.racers
            )
    cars = car_names(players, options.dual)
    if sorted(models) != sorted(cars) or len(set(models.values())) < len(cars):
        raise Misfit(f"cars: the racers {', '.join(cars)} are needed, each once")
    order = read_order(data["order"], players)
    return Race(content, options, players, order, {name: models[name] for name in cars})


def read(content: Content, value: object) -> Moment:
    """A position; in the middle of an event it is rebuilt from its base by replay (FF-161)."""
    data = mapping(value, "position", KEYS, NEEDED)
    if data["game"] != GAME:
        raise Misfit(f"game: {shown(data['game'])} is not {GAME}")
    since = texts(data.get("since", []), "since")
    race = read_race(content, data)
    check_seated(content, len(race.players), len(race.models))
    if data.get("base") is None:
        if since:
            raise Misfit("since: texts without a base")
        return at_rest(race, read_state(race, data))
    base = mapping(data["base"], "base", KEYS, NEEDED)
    if not since or len(since) > LONGEST:
        raise Misfit("since: the texts from the base on are needed")
    if base.get("base") is not None or base.get("since"):
        raise Misfit("base: a settled position has no base of its own")
    moment = read(content, base)
    for each in since:
        try:
            moment, _ = after(moment, each)
        except NoAnswer:
            raise Misfit(f"since: {shown(each)} does not follow") from None
        if not moment.since:
            raise Misfit(f"since: the event is over with {shown(each)}")
    _check_same(data, write(moment))
    return moment


def _check_same(data: Mapping[str, object], truth_: Mapping[str, object]) -> None:
    """Every key shows the moment as it is; ``ask`` is not looked at, nor ``base``."""
    for key, value in truth_.items():
        if key in ("ask", "base", "since"):
            continue
        if not _alike(_sorted(key, data[key]), _sorted(key, value)):
            raise Misfit(f"{key}: {shown(data[key])} does not agree, {shown(value)} would")


def _sorted(key: str, value: object) -> object:
    """Cars by id, since two in one space have no order; everything else as it is."""
    if key != "cars":
        return value
    cars = [mapping(car, "cars") for car in listed(value, "cars")]
    return sorted(cars, key=lambda car: str(car.get("id")))


def _alike(one: object, other: object) -> bool:
    """Equal, and of equal types: ``1``, ``1.0`` and ``true`` differ."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return type(one) is type(other) and one == other
