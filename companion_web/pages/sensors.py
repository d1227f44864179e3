"""The page about sensors: which are set aside, and how to believe them again (PP-13)."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CommandRefused
from companion.games.packs import hole_name
from companion.model.commands import Command, Restore, SetAside
from companion_web.access.seats import caller_of, greet
from companion_web.context import web
from companion_web.errors import Malformed

sensors_pages = Blueprint("sensors", __name__)


@sensors_pages.get("/sensors")
def sensors() -> Response:
    """Sensors set aside, with a way back; any hole can be added."""
    greet()
    return _page()


@sensors_pages.post("/sensors")
def change() -> AnyResponse:
    """Set a hole aside, or believe it again; the fields are ``command`` and ``hole``."""
    greet()
    hole = request.form.get("hole", "")
    kinds: dict[str, type[SetAside] | type[Restore]] = {
        "set_aside": SetAside,
        "restore": Restore,
    }
    kind = kinds.get(request.form.get("command", ""))
    if kind is None or not hole:
        raise Malformed(key="refused.hole")
    command: Command = kind(hole)
    here = web()
    try:
        here.table.submit(command, caller_of(here.table, here.visitor()))
    except CommandRefused as refused:
        return _page(refusal=here.refused(refused), status=refused.status)
    return redirect(url_for("sensors.sensors"), 303)


def _page(*, refusal: str = "", status: int = 200) -> Response:
    here = web()
    view, board = here.table.view(None), here.table.drawing()
    spaces = board.spaces if board is not None else ()
    names = {space.id: here.text(hole_name(space)) for space in spaces}
    page = render_template("sensors.html", view=view, names=names, refusal=refusal)
    return Response(page, status, mimetype="text/html")
