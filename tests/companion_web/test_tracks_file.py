"""A track's file by its real way, over the wire: its name may be in any script."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from werkzeug.http import parse_options_header

from companion_web import WebConfig
from companion_web.server import WebServer

SECRET = "a secret of the tests, long enough"


@pytest.fixture
def ask(make_table: Any, tmp_path: Path) -> Iterator[Any]:
    """Sends a request to a real server on loopback; the answer and its text."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    config = WebConfig(secret_key=SECRET, tracks_folder=tmp_path / "tracks")
    server = WebServer(config, table=make_table(None), listener=listener)

    def send(method: str, path: str, body: object = None) -> tuple[http.client.HTTPResponse, str]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request(
            method,
            quote(path),
            None if body is None else json.dumps(body),
            {"Content-Type": "application/json"},
        )
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer, text

    yield send
    server.close()


@pytest.mark.parametrize("name", ["日本", "Nürburgring", "Спа", "Monza (1966)", "O'Hare"])
def test_a_track_of_any_name_can_be_taken_along(ask: Any, name: str) -> None:
    course = json.loads(ask("GET", "/api/tracks/default")[1])["track"]
    kept, said = ask("PUT", f"/api/tracks/{name}", {"track": course})
    assert kept.status == 200, said
    answer, text = ask("GET", f"/tracks/{name}/file")
    assert answer.status == 200
    assert json.loads(text) == course
    assert answer.headers["Cache-Control"] == "no-store"
    kind, told = parse_options_header(answer.headers["Content-Disposition"])
    assert (kind, unquote(told["filename"])) == ("attachment", f"{name}.json")
    for page in (f"/tracks/{name}", f"/tracks/{name}/rename", f"/tracks/{name}/delete"):
        assert ask("GET", page)[0].status == 200, page
