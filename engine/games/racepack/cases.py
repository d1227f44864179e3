"""RP-90: the cases of Racepack's rules text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from ...errors import EngineError, Misfit
from ...forms import Case, Form, exact
from ...game import Game
from .cases_track import hazards_answer, track_answer
from .checks import mapping, texts, whole
from .position import RacepackPosition
from .setup import KEYS
from .state import race_order

AS_SETS: Final = frozenset({"outside", "roll", "stop", "finish"})
"""Keys that are compared without regard to order."""

STATE_KEYS: Final = ("cars", "turn", "tokens")
"""Keys that ``expect`` names by holder or field."""

Result = dict[str, object]


class RaceForm(Form):
    """``{"op", …, "expect"}`` with the ops ``track hazards grid order play``.

    ``game`` begins races and reads them back.
    """

    name = "racepack"
    keys = frozenset(
        {
            "id", "title", "cite", "rules", "op", "track", "rolls", "config", "state", "actions",
            "expect",
        }
    )  # fmt: skip

    def __init__(self, game: Game) -> None:
        self.game = game

    def recognises(self, case: Case) -> bool:
        return case.get("op") in OPS and isinstance(case.get("expect"), Mapping)

    def check(self, case: Case) -> str | None:
        op, expect = case.get("op"), case.get("expect")
        if not isinstance(op, str) or op not in OPS:
            return f"expected an op of {', '.join(OPS)} got {exact(op)}"
        if not isinstance(expect, Mapping):
            return f"expected an object as expect got {exact(expect)}"
        try:
            got = OPS[op](self.game, case)
        except EngineError as error:
            got = {"error": error.code, "error:why": str(error)}
        if got.get("error") is not None and "error" not in expect:
            return f"expected {exact(expect)} got the error {_told(got)}"
        return next(filter(None, (_compare(key, expect[key], got) for key in expect)), None)


# -- what the ops give --


def _given(case: Case, key: str) -> object:
    if key not in case:
        raise Misfit(f"{key}: missing")
    return case[key]


def _track(_: Game, case: Case) -> Result:
    return track_answer(_given(case, "track"))


def _hazards(_: Game, case: Case) -> Result:
    rolls = _given(case, "rolls")
    if not isinstance(rolls, Sequence) or isinstance(rolls, str):
        raise Misfit("rolls: a list of faces is needed")
    return hazards_answer(_given(case, "track"), [whole(face, "rolls", 0, 5) for face in rolls])


def _grid(game: Game, case: Case) -> Result:
    position = _start(game, _given(case, "config"))
    at = {
        name: position.race.road.spaces[car.at]
        for name, car in zip(position.race.cars, position.state.cars, strict=True)
    }
    return {"order": [position.race.cars[n] for n in position.state.order], "at": at}


def _order(game: Game, case: Case) -> Result:
    position = _load(game, _given(case, "state"))
    order = race_order(position.race, position.state)
    return {"order": [position.race.cars[number] for number in order]}


def _play(game: Game, case: Case) -> Result:
    if ("state" in case) == ("config" in case):
        raise Misfit("a play begins with a state or with a config")
    position = _load(game, case["state"]) if "state" in case else _start(game, case["config"])
    actions = texts(case.get("actions", ()), "actions")
    for number, action in enumerate(actions, start=1):
        try:
            after = position.apply(action).position
        except EngineError as error:
            if number < len(actions):
                raise Misfit(f"action {number}, {action!r}: {error.code}: {error}") from None
            return _seen(position) | {"error": error.code, "error:why": str(error)}
        assert isinstance(after, RacepackPosition)
        position = after
    return _seen(position)


OPS: Final[Mapping[str, Callable[[Game, Case], Result]]] = {
    "track": _track,
    "hazards": _hazards,
    "grid": _grid,
    "order": _order,
    "play": _play,
}


def _start(game: Game, config: object) -> RacepackPosition:
    position = game.new(mapping(config, "config", KEYS))
    assert isinstance(position, RacepackPosition)
    return position


def _load(game: Game, state: object) -> RacepackPosition:
    position = game.load(state)
    assert isinstance(position, RacepackPosition)
    return position


def _seen(position: RacepackPosition) -> Result:
    """Everything that the ``expect`` of a play may name."""
    data, race = position.to_json(), position.race
    notes = position.legal_notes()
    hazards = position.state.hazards
    return {
        **notes,
        "include": notes["moves"],
        "exclude": [action.text for action in position.legal()],
        "hazards_up": [race.road.spaces[hazard.at] for hazard in hazards if hazard.up],
        "laps_left": position.laps_left,
        "error": None,
        **{
            key: data[key]
            for key in ("cars", "turn", "tokens", "order", "round", "phase", "threshold", "skipped")
        },
    }


# -- comparing --


def _compare(key: str, wanted: object, got: Result) -> str | None:
    """None if this part of ``expect`` holds."""
    if key not in got:
        if got.get("error") is not None:
            return f"expected {key} {exact(wanted)} got the error {_told(got)}"
        return f"expected only keys that the op gives got {key}"
    found = got[key]
    if key == "exclude":
        return _excluded(wanted, found)
    if key == "include" or key in STATE_KEYS or key == "at":
        return _part(key, wanted, found)
    if key == "outside":
        return _part(key, wanted, found, same=_same_set)
    same = _same_set if key in AS_SETS else _same
    return None if same(wanted, found) else f"expected {key} {exact(wanted)} got {exact(found)}"


def _told(got: Result) -> str:
    return f"{got['error']}: {got['error:why']}"


def _same(wanted: object, found: object) -> bool:
    return exact(wanted) == exact(found)


def _same_set(wanted: object, found: object) -> bool:
    if not isinstance(wanted, list) or not isinstance(found, list):
        return _same(wanted, found)
    return {exact(item) for item in wanted} == {exact(item) for item in found}


def _excluded(wanted: object, found: object) -> str | None:
    if not isinstance(wanted, Iterable) or not isinstance(found, list):
        return f"expected a list of notations as exclude got {exact(wanted)}"
    there = [text for text in wanted if text in found]
    return f"expected none of {exact(wanted)} got {exact(there)}" if there else None


def _part(
    key: str,
    wanted: object,
    found: object,
    same: Callable[[object, object], bool] = _same,
) -> str | None:
    """Only the named fields; objects within (a car) again only by their named fields."""
    if not isinstance(wanted, Mapping) or not isinstance(found, Mapping):
        return f"expected {key} {exact(wanted)} got {exact(found)}"
    for name, value in wanted.items():
        if name not in found:
            return f"expected {key} {name} {exact(value)} got none"
        if isinstance(value, Mapping) and isinstance(found[name], Mapping):
            failure = _part(f"{key} {name}", value, found[name], same)
            if failure is not None:
                return failure
        elif not same(value, found[name]):
            return f"expected {key} {name} {exact(value)} got {exact(found[name])}"
    return None
