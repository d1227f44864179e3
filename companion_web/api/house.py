"""The JSON of house rules: looks at some, and keeps them under a name."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, request
from msgspec import Struct

from companion.store.refusals import house_clash
from companion_web.context import web

from .answers import Houses, KeptHouseRules, LookedHouse
from .described import described
from .house_views import all_houses, clash_line, find_house, house_json, sent_house
from .keepers import need_keeper
from .kept_names import Named, name_routes
from .schema import read
from .table import reply

house_api = Blueprint("house_api", __name__, url_prefix="/api/house")


def _own(name: str) -> None:
    """Every kept house may be changed."""


NAMED: Final = Named(lambda: web().houses, _own)


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/house/look``: a sheet and the switches that are turned."""

    game: str
    sheet: str
    switches: dict[str, Any] = {}


class KeepHouse(HouseRules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``PUT /api/house/NAME``: ``seen`` is the mark of the file that may be replaced."""

    seen: str | None = None


def _data(told: HouseRules) -> dict[str, Any]:
    return {"game": told.game, "sheet": told.sheet, "switches": told.switches}


@house_api.get("")
@described(Houses, whoever=True)
def listed() -> Response:
    """Every house: its rules and the pairs that cannot be played, or why it cannot be read."""
    told = [
        {
            "name": one.name,
            "sound": one.sound,
            "rules": None if one.house is None else house_json(one.house),
            "broken": one.broken or None,
        }
        for one in all_houses()
    ]
    return reply({"houses": told})


@house_api.post("/look")
@described(LookedHouse, takes=HouseRules, whoever=True)
def look() -> Response:
    """What differs from the sheet, and which pairs exclude each other; keeps nothing."""
    return reply(house_json(sent_house("", _data(read(request.get_data(), HouseRules)))))


@house_api.get("/<name>")
@described(KeptHouseRules, refuses=(404, 409), whoever=True)
def one(name: str) -> Response:
    """One house with its mark."""
    house = find_house(name)
    return reply({"name": house.name, "mark": house.mark, **house_json(house)})


@house_api.put("/<name>")
@described(KeptHouseRules, takes=KeepHouse, refuses=(404, 409))
def keep(name: str) -> Response:
    """Keep a house under that name; one that cannot be played is refused."""
    need_keeper()
    wish = read(request.get_data(), KeepHouse)
    house = sent_house(name, _data(wish))
    if house.clashes:
        clash = house.clashes[0]
        raise house_clash(str(clash), clash_line(house.game, clash))
    kept = web().houses.save(name, house.data, seen=wish.seen)
    return reply({"name": kept.name, "mark": kept.mark, **house_json(house)})


name_routes(house_api, NAMED)
