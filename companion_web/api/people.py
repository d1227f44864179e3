"""The people who are kept, and what is taken of them for a seat that they get."""

from __future__ import annotations

import msgspec

from companion.errors import JournalError
from companion.model.commands import HandOver
from companion.model.players import Player
from companion_web.context import web


def known_people() -> dict[str, Player]:
    """Those that are kept, by name without case; a journal that cannot be read knows nobody."""
    try:
        return {one.name.casefold(): one for one in web().book.players()}
    except JournalError:
        return {}


def with_own_help(command: HandOver) -> HandOver:
    """The command with the level of help that is kept of whoever plays on, where none is told."""
    if command.help is not None or not command.name:
        return command
    one = known_people().get(" ".join(command.name.split()).casefold())
    return msgspec.structs.replace(command, help=one.help) if one and one.help else command
