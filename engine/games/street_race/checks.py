"""Small checks that cases, data files and positions share; each names the key and what is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from ...errors import Misfit, shown
from ...told import Told

MOST_COUNT: Final = 999_999
"""No race counts further; a larger number is a mistake."""
WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


def whole(value: object, key: str, least: int | None = None, most: int | None = None) -> int:
    """A whole number in that range; Misfit otherwise. A boolean is no number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise misfit(
            key, Told("whole", "a whole number is needed, not {value}", value=shown(value))
        )
    if (least is not None and value < least) or (most is not None and value > most):
        raise misfit(key, _outside(value, least, most))
    if abs(value) > MOST_COUNT:
        raise misfit(key, _outside(value, -MOST_COUNT if least is None else least, MOST_COUNT))
    return value


def _outside(value: int, least: int | None, most: int | None) -> Told:
    """What is needed of a number that is too small or too large."""
    if least == most:
        return Told("exactly", "{least} is needed, not {value}", least=least, value=shown(value))
    if most is None:
        text = "a number of at least {least} is needed, not {value}"
        return Told("at_least", text, least=least, value=shown(value))
    text = "a number from {least} to {most} is needed, not {value}"
    return Told("between", text, least=least, most=most, value=shown(value))


def misfit(key: str, told: Told) -> Misfit:
    """The error for what stands at that place."""
    return Misfit(f"{key}: {told}", short=told)


def truth(value: object, key: str) -> bool:
    """True or false; Misfit otherwise."""
    if not isinstance(value, bool):
        raise misfit(key, Told("truth", "true or false is needed, not {value}", value=shown(value)))
    return value


def text(value: object, key: str) -> str:
    """A text; Misfit otherwise."""
    if not isinstance(value, str):
        raise misfit(key, Told("text", "a text is needed, not {value}", value=shown(value)))
    return value


def one_of(value: object, key: str, known: Collection[str]) -> str:
    """One of the known texts; Misfit otherwise."""
    if not isinstance(value, str) or value not in known:
        raise misfit(
            key,
            Told(
                "one_of", "{value} is none of {known}", value=shown(value), known=", ".join(known)
            ),
        )
    return value


def mapping(
    value: object, key: str, known: Collection[str] | None = None, needed: Collection[str] = ()
) -> Mapping[str, object]:
    """An object with no keys besides the known ones; Misfit otherwise."""
    if not isinstance(value, Mapping):
        raise misfit(key, Told("object", "an object is needed, not {value}", value=shown(value)))
    for name in value:
        if not isinstance(name, str) or (known is not None and name not in known):
            raise Misfit(f"{key}: {shown(name)} is an unknown key; leave it out")
    for name in needed:
        if name not in value:
            raise Misfit(f"{key}: {name} is missing")
    return value


def listed(value: object, key: str) -> list[object]:
    """A list; Misfit otherwise."""
    if not isinstance(value, list | tuple):
        raise misfit(key, Told("list", "a list is needed, not {value}", value=shown(value)))
    return list(value)


def texts(value: object, key: str) -> list[str]:
    """A list of texts; Misfit otherwise."""
    return [text(item, key) for item in listed(value, key)]


def need_id(value: object, key: str) -> str:
    """An id: letters, digits, ``_`` and ``-``."""
    name = text(value, key)
    if WORD.fullmatch(name) is None:
        raise misfit(
            key, Told("id", "{name} is no id; letters, digits, _ and - make one", name=shown(name))
        )
    return name
