"""The page of the people who play here."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CommandRefused
from companion.model.names import LONGEST
from companion.model.players import HELPS, MOST_AHEAD, Player
from companion_web.access.seats import greet
from companion_web.api.keepers import is_keeper
from companion_web.api.night_view import day_of, need_scorer
from companion_web.context import web
from engine.drawing.look import SEATS

players_pages = Blueprint("players", __name__)


@players_pages.get("/players")
def players() -> Response:
    """The list, and a form for somebody new."""
    greet()
    return _page()


@players_pages.post("/players")
def keep() -> AnyResponse:
    """Keep somebody, by form."""
    need_scorer()
    wish = Player(
        request.form.get("name", ""),
        request.form.get("colour", ""),
        request.form.get("help", ""),
        request.form.get("ahead", 0, type=int),
    )
    try:
        web().book.keep(wish, was=request.form.get("was", ""))
    except CommandRefused as refused:
        return _page(refused, wish)
    return redirect(url_for("players.players"), 303)


@players_pages.post("/players/forget")
def forget() -> AnyResponse:
    """Keep nothing for a name any more."""
    need_scorer()
    web().book.forget(request.form.get("was", ""))
    return redirect(url_for("players.players"), 303)


def _page(refused: CommandRefused | None = None, wish: Player | None = None) -> Response:
    page = render_template(
        "players.html",
        keeper=is_keeper(),
        players=web().book.players(),
        refusal="" if refused is None else web().refused(refused),
        wish=wish or Player(""),
        colours=tuple(SEATS),
        helps=HELPS,
        aheads=range(MOST_AHEAD + 1),
        longest=LONGEST,
        day_of=day_of,
    )
    return Response(page, 200 if refused is None else refused.status, mimetype="text/html")
