"""The JSON of nights, corrections and players (docs/http.md)."""

from __future__ import annotations

from typing import Literal

from flask import Blueprint, Response, request
from msgspec import Struct

from companion.model.players import Player
from companion_web.context import web

from .answers import CorrectedGame, Nights, NightShown, People
from .described import described
from .night_view import chosen, end_night, game_of, need_scorer, night_json, wanted_night
from .schema import read
from .table import reply

night_api = Blueprint("night_api", __name__, url_prefix="/api")


class Nothing(Struct, frozen=True):
    """``POST /api/night/end`` and ``…/reopen``: nothing needs to be said."""


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/night/scheme``."""

    night: int
    scheme: str


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """One change of a game: ``seat`` is -1 for ``counts``."""

    field: Literal["name", "place", "home", "counts"]
    now: str
    seat: int = -1


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/games/ID/corrections``: all of them, or none."""

    changes: list[Change]


class PlayerWish(Struct, frozen=True, forbid_unknown_fields=True):
    """``PUT /api/players/NAME``. ``name``: what that player shall be called from now on."""

    name: str | None = None
    colour: str = ""
    help: str = ""
    ahead: int = 0


@night_api.get("/night")
@described(NightShown, refuses=(404,), asks=("night",), whoever=True)
def night() -> Response:
    """A night: ``?night=N``, else the newest."""
    return reply(night_json(wanted_night()))


@night_api.get("/nights")
@described(Nights, whoever=True)
def nights() -> Response:
    """All nights, the newest first."""
    return reply({"nights": web().book.nights()})


@night_api.post("/night/end")
@described(NightShown, takes=Nothing, refuses=(409,))
def end() -> Response:
    """End the night that goes on, and close a game that is over."""
    end_night()
    return reply(night_json(chosen(None)))


@night_api.post("/night/reopen")
@described(NightShown, takes=Nothing, refuses=(409,))
def reopen() -> Response:
    """Go on with the night that was ended last."""
    web().book.reopen(need_scorer())
    return reply(night_json(chosen(None)))


@night_api.post("/night/scheme")
@described(NightShown, takes=Choice, refuses=(404, 409))
def scheme() -> Response:
    """Count a night's points by another scheme."""
    wish = read(request.get_data(), Choice)
    web().book.choose(need_scorer(), wish.night, wish.scheme)
    return reply(night_json(chosen(wish.night)))


@night_api.post("/games/<name>/corrections")
@described(CorrectedGame, takes=Changes, refuses=(404, 409))
def correct(name: str) -> Response:
    """Correct a finished game; ``name`` is its id."""
    wish = read(request.get_data(), Changes)
    changes = {(one.seat, str(one.field)): one.now for one in wish.changes}
    web().book.correct(need_scorer(), name, changes)
    return reply({"game": game_of(name)})


@night_api.get("/players")
@described(People, whoever=True)
def players() -> Response:
    """The people who play here."""
    return reply({"players": web().book.players()})


@night_api.put("/players/<name>")
@described(People, takes=PlayerWish, refuses=(404, 409))
def keep(name: str) -> Response:
    """Keep somebody with colour, help and marbles ahead."""
    need_scorer()
    wish = read(request.get_data(), PlayerWish)
    player = Player(wish.name or name, wish.colour, wish.help, wish.ahead)
    web().book.keep(player, was=name)
    return players()


@night_api.delete("/players/<name>")
@described(People, refuses=(404, 409))
def forget(name: str) -> Response:
    """Keep nothing for that name any more."""
    need_scorer()
    web().book.forget(name)
    return players()
