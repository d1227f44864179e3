"""``GET /api/openapi.json``: the description of the API, to be read by programs."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, current_app

from companion_web.api.described import JSON, described

from .document import document

openapi = Blueprint("openapi", __name__, url_prefix="/api")


@openapi.get("/openapi.json")
@described(dict[str, Any], whoever=True)
def file() -> Response:
    """The OpenAPI file: this description of all JSON routes."""
    return Response(msgspec.json.encode(document(current_app)), mimetype=JSON)
