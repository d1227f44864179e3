"""Small checks that options and positions share; each one names the key and what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from ...errors import BadConfig, BadPosition, IllegalAction, Misfit, shown
from ...told import Told

NAME: Final = re.compile(r"[A-Za-z0-9_]+", re.ASCII)
"""RP-80: ids of cars and players."""

MOST_CARS: Final = 8
"""RP-80: cars in a race."""

MOST_COUNT: Final = 999_999
"""No race counts further; a larger number is a mistake."""

DICE: Final = ("table", "service")
"""Who rolls the dice: people, who enter the faces, or the service."""


def bad_position(message: str) -> NoReturn:
    """RP-86: the error for a position that does not fit."""
    raise BadPosition(message, code="bad_position")


def bad_config(message: str) -> NoReturn:
    """RP-86: the error for a race that does not fit."""
    raise BadConfig(message, code="bad_config")


def refuse(code: str, message: str) -> NoReturn:
    """RP-86: the error for an action that is not accepted here."""
    raise IllegalAction(message, code=code)


def whole(value: object, key: str, least: int, most: int | None = None) -> int:
    """A whole number in that range; Misfit otherwise. A boolean is no number."""
    if not isinstance(value, int) or isinstance(value, bool):
        said = "{key}: a whole number is needed, not {value}"
        raise Misfit(Told("race_whole", said, key=key, value=shown(value)))
    limit = MOST_COUNT if most is None else most
    if not least <= value <= limit:
        given = {"key": key, "least": least, "most": limit, "value": shown(value)}
        if most is None and value < least:
            said = "{key}: a number of at least {least} is needed, not {value}"
            raise Misfit(Told("race_least", said, **given))
        said = "{key}: a number from {least} to {most} is needed, not {value}"
        raise Misfit(Told("race_between", said, **given))
    return value


def truth(value: object, key: str) -> bool:
    """True or false; Misfit otherwise."""
    if not isinstance(value, bool):
        raise Misfit(f"{key}: true or false is needed, not {shown(value)}")
    return value


def mapping(value: object, key: str, known: Sequence[str] | None = None) -> Mapping[str, object]:
    """An object with no keys other than the known ones; Misfit otherwise."""
    if not isinstance(value, Mapping):
        raise Misfit(f"{key}: an object is needed, not {shown(value)}")
    for name in value:
        if not isinstance(name, str) or (known is not None and name not in known):
            raise Misfit(f"{key}: {shown(name)} is an unknown key; leave it out")
    return value


def texts(value: object, key: str) -> tuple[str, ...]:
    """A list of texts; Misfit otherwise."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Misfit(f"{key}: a list is needed, not {shown(value)}")
    for item in value:
        if not isinstance(item, str):
            raise Misfit(f"{key}: {shown(item)} is no text")
    return tuple(value)


def identifier(value: object, key: str) -> str:
    """RP-80: an id of a car or player; Misfit otherwise."""
    if not isinstance(value, str) or NAME.fullmatch(value) is None:
        raise Misfit(f"{key}: {shown(value)} is no id; letters, digits and _ make one")
    return value


def read_players(value: object) -> dict[str, tuple[str, ...]]:
    """The cars of each player; Misfit if an id is none, or if a car is given twice.

    Seats go by the players' ids in code-point order, since not every store keeps an object's order.
    """
    players: dict[str, tuple[str, ...]] = {}
    seen: set[str] = set()
    for name, cars in mapping(value, "players").items():
        held = texts(cars, f"players: {identifier(name, 'players')}")
        for car in held:
            if identifier(car, f"players: {name}") in seen:
                raise Misfit(f"players: the car {car} is given twice")
            seen.add(car)
        players[name] = held
    return dict(sorted(players.items()))


class OptionsRead:
    """RP-80's ``options`` and our own: ``timer``, ``extra_hazards``, ``dice``."""

    KEYS: Final = ("timer", "extra_hazards", "dice")

    def __init__(self, value: object) -> None:
        """Misfit names what is wrong."""
        data = mapping(value, "options", self.KEYS)
        timer = data.get("timer", False)
        if not isinstance(timer, bool):
            timer = whole(timer, "options: timer", 1)
        self.timer: bool | int | None = timer if "timer" in data else None
        extra = data.get("extra_hazards", 0)
        extra = whole(extra, "options: extra_hazards", 0)
        self.extra = extra if "extra_hazards" in data else None
        dice = data.get("dice", DICE[0])
        if not isinstance(dice, str) or dice not in DICE:
            raise Misfit(f"options: dice: {shown(dice)} is neither of {', '.join(DICE)}")
        self.dice: str | None = dice if "dice" in data else None


def read_mode(value: object) -> bool:
    """RP-28: whether tokens are pooled; Misfit otherwise."""
    if value not in ("car", "pool"):
        raise Misfit(f'token_mode: {shown(value)} is neither "car" nor "pool"')
    return value == "pool"
