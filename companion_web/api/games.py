"""The JSON of games that were played: the list, one move by move, its record (docs/http.md)."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, request

from companion_web.access.security import takes
from companion_web.api.keepers import need_keeper

from .answers import Games, Name, PositionAfter, WatchedGame
from .described import described
from .game_views import listed, long, short, the_replays
from .table import reply

games_api = Blueprint("games_api", __name__, url_prefix="/api/games")

MOST_BYTES: Final = 512 * 1024
"""The largest record that is read."""


@games_api.get("")
@described(Games, whoever=True)
def games() -> Response:
    """Every game, the newest first, then the loaded records."""
    return reply({"games": [short(name, game) for name, game in listed()]})


@games_api.post("")
@takes(MOST_BYTES)
@described(Name, takes=dict[str, Any], refuses=(409,))
def load() -> Response:
    """Take in the record that is the body."""
    need_keeper()
    return reply({"name": the_replays().load(request.get_data())})


@games_api.get("/<name>")
@described(WatchedGame, refuses=(404, 409), whoever=True)
def one(name: str) -> Response:
    """A game that is over, move by move."""
    return reply({"name": name, **long(the_replays().replay(name))})


@games_api.get("/<name>/moves/<int:move>")
@described(PositionAfter, refuses=(404, 409), whoever=True)
def position(name: str, move: int) -> Response:
    """The position after a move, as everybody may know it."""
    stands = the_replays().position(name, move)
    return reply({"move": move, "position": stands.view(None)["position"]})


@games_api.get("/<name>/record")
@described(dict[str, Any], refuses=(404, 409), whoever=True)
def record(name: str) -> Response:
    """The record of a game, as a file to be kept."""
    answer = Response(the_replays().written(name), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="trackside-{name}.json"'
    return answer


@games_api.delete("/<name>")
@described(Name, refuses=(404, 409))
def forget(name: str) -> Response:
    """Delete a record that was loaded; no game of the journal is ever deleted."""
    need_keeper()
    the_replays().forget(name)
    return reply({"name": name})
