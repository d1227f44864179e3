"""The judge: what the table shows at rest, against the true wood and what people meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.errors import EngineError
from engine.game import Position
from engine.registry import load

from .memory import Memory
from .seen import Seen
from .world import World, colours, is_as_wanted, wanted

WRONG: Final = "wrong"
ILLEGAL: Final = "illegal"
STUCK: Final = "stuck"
ALIKE: Final = "indistinguishable"


class Finding(NamedTuple):
    """One mistake of the table: its kind and a sentence that says what was seen.

    ``colours``  the table is at rest with colours that are not there: it should have asked
    """

    verdict: str
    what: str
    colours: bool = False


class Stuck(Exception):
    """Following the table leads nowhere; the text says how."""


def at_rest(seen: Seen, memory: Memory, world: World) -> Finding | None:
    """The finding of a moment in which the table says that all is well.

    Right is a table that has what people meant; also one that has an earlier position of theirs, as
    long as the wood stands so: then the lights have led people back, and they play it again.
    """
    shown = seen.position
    if memory.overtaken(shown):
        position = memory.now
    else:
        place = memory.place(shown)
        if place is None:
            return _never_meant(shown, memory)
        position = memory.meant[place].position
    return _wood(seen, position, world)


def _never_meant(shown: Mapping[str, Any] | None, memory: Memory) -> Finding:
    if memory.json(memory.now) == memory.now.to_json():  # nothing is kept from the public
        try:
            load(dict(shown or {}))
        except EngineError as error:
            return Finding(ILLEGAL, f"The position is impossible: {error}")
    return Finding(WRONG, f"Committed other than meant: {differing(memory, shown)}.")


def differing(memory: Memory, shown: Mapping[str, Any] | None) -> str:
    """The keys in which the table's position differs from what was meant, with both values."""
    meant = memory.json(memory.now)
    keys = sorted({*meant, *(shown or {})})
    return "; ".join(
        f"{key} is {(shown or {}).get(key)}, meant {meant.get(key)}"
        for key in keys
        if (shown or {}).get(key) != meant.get(key)
    )


def _wood(seen: Seen, position: Position, world: World) -> Finding | None:
    """All is well only if every colour stands where the position has it, but for what is owed."""
    if is_as_wanted(position, world.wood):
        return None
    here, there = colours(position.board, world.wood), wanted(position)
    owed = Counter(str(one["token"]) for one in seen.owed)
    for place in sorted({*here, *there}):
        more = here.get(place, Counter()) - there.get(place, Counter())
        less = there.get(place, Counter()) - here.get(place, Counter())
        if more or any(owed[token] < count for token, count in less.items()):
            found, should = dict(here.get(place, {})), dict(there.get(place, {}))
            what = f"All is well, but {place} holds {found}, not {should}."
            return Finding(WRONG, what, colours=True)
        owed -= less
    return None
