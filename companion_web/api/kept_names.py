"""Files that are kept under names, tracks and data files: who may change one, and new names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import Blueprint, Response, request
from msgspec import Struct

from companion.store.shelf import Shelf

from .answers import Name
from .described import described
from .keepers import need_keeper
from .schema import read
from .table import reply


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST …/NAME/name``."""

    name: str


class Named(NamedTuple):
    """One kind of such files.

    ``shelf``     where they are kept
    ``need_own``  raises FileRefused for the name of a file that stays as it is
    """

    shelf: Callable[[], Shelf]
    need_own: Callable[[str], None]

    def own_shelf(self, name: str) -> Shelf:
        """The shelf, for a caller who may change the file of that name; else it is refused."""
        need_keeper()
        self.need_own(name)
        return self.shelf()


def name_routes(api: Blueprint, named: Named) -> None:
    """``POST …/NAME/name`` and ``DELETE …/NAME``."""

    @api.post("/<name>/name")
    @described(Name, takes=Rename, refuses=(404, 409))
    def rename(name: str) -> Response:
        """Give a file another name."""
        shelf = named.own_shelf(name)
        return reply({"name": shelf.rename(name, read(request.get_data(), Rename).name)})

    @api.delete("/<name>")
    @described(Name, refuses=(404, 409))
    def delete(name: str) -> Response:
        """Delete a file."""
        named.own_shelf(name).delete(name)
        return reply({"name": name})
