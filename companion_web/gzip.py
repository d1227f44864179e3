"""Pages, styles and scripts travel packed: a phone at the far end of the garden waits less.

Only what is asked for now and then is packed; the streams and the small answers of the API, which
come with every touch, are left as they are.
"""

from __future__ import annotations

import gzip
from typing import Final

from flask import Flask, Response, request

PACKED: Final = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml"})
"""Kinds of answer that are packed."""
LEAST: Final = 1024
"""Fewer bytes than these travel in one packet anyway."""
EFFORT: Final = 5
"""gzip's level: above it a Pi works twice as long for a hundredth less."""


def squeeze(app: Flask) -> None:
    """Pack the answers of ``app`` for whoever takes gzip."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    if response.mimetype not in PACKED or response.status_code in (206, 304):
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
