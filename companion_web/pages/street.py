"""New mats of a street that a page shows already."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from companion_web.access.seats import greet
from companion_web.context import web
from companion_web.drawing.street import mats_svg
from companion_web.drawing.street_board import placed

streets = Blueprint("streets", __name__)


@streets.get("/street/mats")
def mats() -> Response:
    """Grounds, lines and signs of the street on the table; 404 where there is none."""
    greet()
    view = web().table.view(None)
    if view.street is None:
        abort(404)
    return Response(mats_svg(placed(view, view.street).street), mimetype="image/svg+xml")
