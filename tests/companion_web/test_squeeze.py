"""Pages travel packed to clients that take gzip, and read the same."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

TAKES = {"Accept-Encoding": "gzip, deflate"}
DONE = {"buffered": True}
"""For the client: read the answer whole and close its file."""


@pytest.mark.parametrize(
    "path", ["/menu", "/new", "/static/js/table.js", "/static/css/table.css", "/api/board"]
)
def test_packed_or_not_the_text_is_the_same(app: Any, path: str) -> None:
    client = app.test_client()
    client.get("/menu", **DONE)  # its cookie settles what forms carry
    plain, packed = client.get(path, **DONE), client.get(path, headers=TAKES, **DONE)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    text = gzip.decompress(packed.data).decode()
    assert len(text) == len(plain.text)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_packed_file_is_not_sent_again_while_it_is_known(app: Any) -> None:
    client = app.test_client()
    first = client.get("/static/js/table.js", headers=TAKES, **DONE)
    known = {**TAKES, "If-None-Match": first.headers["ETag"]}
    again = client.get("/static/js/table.js", headers=known, **DONE)
    assert first.headers["ETag"].startswith("W/")
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/api/table", "/health", "/static/icon.svg"])
def test_what_is_small_or_comes_with_every_touch_is_left_as_it_is(app: Any, path: str) -> None:
    assert "Content-Encoding" not in app.test_client().get(path, headers=TAKES, **DONE).headers


def test_who_refuses_gzip_gets_none(app: Any) -> None:
    refusing = app.test_client().get("/new", headers={"Accept-Encoding": "gzip;q=0"}, **DONE)
    assert "Content-Encoding" not in refusing.headers
    head = app.test_client().head("/static/js/table.js", headers=TAKES, **DONE)
    assert "Content-Encoding" not in head.headers
