"""The names of a game's seats: whose would be taken for somebody else, and how they are made to
fit where a game of before has them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, Final

from companion.model.names import LONGEST, known_as, plain
from companion.words.catalogue import LANGUAGES, sentences

COLOUR: Final = "colour."
CUT: Final = "…"
"""The last letter of a name that was cut."""
Players = Sequence[Sequence[str]]
"""By seat, its colours."""


@cache
def colours_called() -> Mapping[str, str]:
    """What a colour is called, in every language, as ``known_as`` has it → the colour."""
    return {
        known_as(name): key.removeprefix(COLOUR)
        for language in LANGUAGES
        for key, name in sentences(language).items()
        if key.startswith(COLOUR)
    }


def is_anothers(name: str, seat: int, players: Players) -> bool:
    """Whether a name is the colour of another seat. One's own colour is a name like any other.

    >>> is_anothers("red", 1, [["A"], ["D"]]), is_anothers("Rot", 0, [["A"], ["D"]])
    (True, False)
    """
    colour = colours_called().get(known_as(name))
    own = players[seat] if seat < len(players) else ()
    return colour is not None and colour not in own and any(colour in held for held in players)


def anothers_colour(names: Sequence[str], players: Players) -> str:
    """The first name that is the colour of another seat; empty where there is none."""
    return next((name for n, name in enumerate(names) if is_anothers(name, n, players)), "")


def fitting_name(name: str, seat: int, players: Players, others: Iterable[str]) -> str:
    """The name as this seat can have it beside the ``others``: cut, and told apart by a number.

    >>> fitting_name("Bartholomew the Second", 0, [["A"], ["D"]], ())
    'Bartholomew the S…'
    >>> fitting_name("Anna", 0, [["A"], ["D"]], ["anna"])
    'Anna (2)'
    >>> fitting_name("Green", 0, [["A"], ["D"]], ())
    'Green (2)'
    """
    tidy = plain(name)
    if not tidy:
        return ""
    taken = {known_as(one) for one in others}
    for number in count(1):
        fit = _cut(tidy, f" ({number})" if number > 1 else "")
        if known_as(fit) not in taken and not is_anothers(fit, seat, players):
            return fit
    raise AssertionError("count never ends")  # pragma: no cover


def players_of(options: Mapping[str, Any]) -> list[list[str]]:
    """By seat, its colours, from the options of a game; none where they have another form."""
    told = options.get("players")
    held = told if isinstance(told, list) else []
    return [one if isinstance(one, list) else [] for one in held]


def fitting(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game with names that the command ``new`` takes; bots have none."""
    players, bots = players_of(options), options.get("bots") or ()
    out: list[str] = []
    if not options.get("names"):
        return dict(options)
    for seat, name in enumerate(options["names"]):
        bot = seat < len(bots) and bots[seat]
        out.append("" if bot else fitting_name(name, seat, players, out))
    return {**options, "names": out}


def _cut(name: str, tail: str) -> str:
    """The name with its tail, in as many letters as a name may have."""
    if len(name) + len(tail) <= LONGEST:
        return name + tail
    kept = name[: LONGEST - len(tail) - len(CUT)]
    while kept and unicodedata.category(kept[-1]) in ("Cf", "Zs"):
        kept = kept[:-1]
    return kept + CUT + tail
