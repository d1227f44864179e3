"""The people who are kept, and what is taken of them for a seat that they get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import JournalError
from companion.model.commands import HandOver
from companion.model.names import known_as
from companion.model.players import Player
from companion_web.context import web


def known_people() -> dict[str, Player]:
    """Those that are kept, by name without case; a journal that cannot be read knows nobody."""
    try:
        return {known_as(one.name): one for one in web().book.players()}
    except JournalError:
        return {}


def with_own_help(command: HandOver) -> HandOver:
    """The command with the level of help that is kept of whoever plays on, where none is told."""
    if command.help is not None or not command.name:
        return command
    one = known_people().get(known_as(command.name))
    return msgspec.structs.replace(command, help=one.help) if one and one.help else command


def helps_for(names: Sequence[str], before: Mapping[str, Any]) -> list[str]:
    """The levels of help by seat for who plays now; ``before``: the options of the game before.

    Help belongs to a person: it comes along with the name, to another seat, too. Somebody else has
    the level that is kept of that name, or that of the table. Who has no name stays where it is.
    """
    had = [known_as(str(name)) for name in before.get("names") or ()]
    helps = [str(level) for level in before.get("help") or ()]
    here = [known_as(name) for name in names]
    count = max(len(here), len(helps))
    had, helps, here = (one + [""] * (count - len(one)) for one in (had, helps, here))
    of_name = {name: level for name, level in zip(had, helps, strict=False) if name}
    known = known_people()
    return [
        (of_name[name] if name in of_name else known[name].help if name in known else "")
        if name
        else ("" if had[seat] else helps[seat])
        for seat, name in enumerate(here)
    ]
