"""Who may keep, change and delete the files that people saved on this board."""

from __future__ import annotations

from companion_web.access.host import may_begin, open_to_seats
from companion_web.access.seats import held_seats
from companion_web.context import web
from companion_web.errors import Forbidden


def need_keeper(key: str = "refused.keep") -> None:
    """Forbidden for who may not keep, rename or delete files: as with a new game.

    ``key``  the sentence for something else that is kept
    """
    if not is_keeper():
        raise Forbidden(code="no-seat", key=open_to_seats(key, web().table.view(None)))


def is_keeper() -> bool:
    """Whether this visitor may change what is kept."""
    here = web()
    visitor, public = here.visitor(), here.table.view(None)
    return may_begin(here.pin, visitor, public, held_seats(here.table, visitor, public))
