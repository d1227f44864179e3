"""Pages, styles and scripts travel packed, so that phones with a weak signal wait less.

Only answers that are rarely asked for are packed. Streams and the small answers of the API come
with every touch and stay as they are. The drawn board as data is asked for once a game.
"""

from __future__ import annotations

import gzip
from typing import Final

from flask import Flask, Response, request

PACKED: Final = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml"})
"""Kinds of answer that are packed."""
PACKED_TOO: Final = "/api/board"
"""Data that is as large as a page, and that a page asks for as it loads."""
LEAST: Final = 1024
"""Answers with fewer bytes travel in one packet anyway."""
EFFORT: Final = 5
"""gzip's level: a higher one takes a Pi twice as long and saves one hundredth."""


def squeeze(app: Flask) -> None:
    """Pack the answers of ``app`` for whoever takes gzip."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    packed = response.mimetype in PACKED or request.path == PACKED_TOO
    if not packed or response.status_code in (206, 304):
        return response
    response.vary.add("Accept-Encoding")
    if (
        request.method == "HEAD"
        or not request.accept_encodings["gzip"]
        or "Content-Encoding" in response.headers
    ):
        return response
    response.direct_passthrough = False  # a file of the static folder is read whole
    body = response.get_data()
    if len(body) < LEAST:
        return response
    response.set_data(gzip.compress(body, EFFORT, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)
    etag, _ = response.get_etag()
    if etag is not None:
        response.set_etag(etag, weak=True)  # the same text, other bytes
    return response
