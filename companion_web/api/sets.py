"""The JSON of the editor of data files: looks at one, and keeps named ones."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, request
from msgspec import Struct

from companion_web.context import web

from .answers import KeptSet, LookedSet, SavedSet, Sets
from .described import described
from .keepers import need_keeper
from .kept_names import Named, name_routes
from .schema import read
from .set_views import all_sets, find_set, look, look_json, need_own, need_whole_texts
from .table import reply

sets_api = Blueprint("sets_api", __name__, url_prefix="/api/sets")
NAMED: Final = Named(lambda: web().sets, need_own)


class LookAt(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/sets/look``: the content of a data file, sound or not."""

    data: Any


class KeepSet(Struct, frozen=True, forbid_unknown_fields=True):
    """``PUT /api/sets/NAME``: ``seen`` is the mark of the file that may be replaced."""

    data: dict[str, Any]
    seen: str | None = None


@sets_api.get("")
@described(Sets, whoever=True)
def listed() -> Response:
    """Every data file: name, what it holds, how many mistakes, or why it cannot be read."""
    files = [
        {
            "name": one.name,
            "label": one.label,
            "sound": one.sound,
            "notes": list(one.looked.notes),
            "mistakes": one.looked.count,
            "broken": one.broken or None,
        }
        for one in all_sets()
    ]
    return reply({"sets": files})


@sets_api.post("/look")
@described(LookedSet, takes=LookAt, whoever=True)
def looked() -> Response:
    """What is wrong with a data file, each mistake with its place; keeps nothing."""
    return reply(look_json(look(read(request.get_data(), LookAt, halves=True).data)))


@sets_api.get("/<name>")
@described(KeptSet, refuses=(404, 409), whoever=True)
def one(name: str) -> Response:
    """One data file with its mark."""
    found = find_set(name)
    told = {"name": found.name, "mark": found.mark, "data": found.data}
    return reply({**told, **look_json(found.looked)})


@sets_api.put("/<name>")
@described(SavedSet, takes=KeepSet, refuses=(404, 409))
def keep(name: str) -> Response:
    """Keep a data file under that name, a draft too."""
    need_keeper()
    wish = read(request.get_data(), KeepSet, halves=True)
    need_own(name)
    need_whole_texts(wish.data)
    kept = web().sets.save(name, wish.data, seen=wish.seen)
    return reply({"name": kept.name, "mark": kept.mark, **look_json(look(kept.data))})


name_routes(sets_api, NAMED)
