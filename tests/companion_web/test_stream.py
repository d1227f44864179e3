"""Server-sent events: the newest view for everyone, bounded places, clean ends; over waitress."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from companion.model.commands import Act, Caller, Card, New
from companion.model.message import Message
from companion.model.places import Placed
from companion_web import WebConfig, channel, close_streams, create_app, server
from companion_web.access.seats import Visitor
from companion_web.api.stream import Hub
from companion_web.context import EXTENSION
from companion_web.errors import TooManyStreams
from companion_web.server import WebServer
from companion_web.words.texts import page_text

TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
SECRET = "a secret of the tests, long enough"


@pytest.fixture
def serve() -> Iterator[Callable[..., int]]:
    """Starts real servers and stops them; gives the port."""
    servers: list[WebServer] = []

    def start(table: Any, **settings: Any) -> int:
        listener = socket.create_server(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        config = WebConfig(secret_key=SECRET, **settings)
        servers.append(WebServer(config, table=table, listener=listener))
        return port

    yield start
    for each in servers:
        each.close()


class Listener:
    """One client of the stream, reading event by event."""

    def __init__(self, port: int, path: str = "/api/stream", **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self._connection.request("GET", path, headers=headers)
        self.answer = self._connection.getresponse()

    def block(self) -> list[str]:
        """The lines up to the next blank line."""
        lines = []
        while line := self.answer.readline().decode().rstrip("\n"):
            lines.append(line)
        return lines

    def view(self) -> dict[str, Any]:
        """The next view; its id is its seq."""
        while True:
            fields = dict(line.split(": ", 1) for line in self.block())
            if fields.get("event") == "view":
                data: dict[str, Any] = json.loads(fields["data"])
                assert fields["id"] == str(data["seq"])
                return data

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


def test_the_stream_carries_the_same_object_as_the_table(
    table: Any, serve: Callable[..., int]
) -> None:
    port = serve(table)
    listener = Listener(port)
    assert listener.answer.status == 200
    assert listener.answer.headers["Content-Type"].startswith("text/event-stream")
    assert listener.answer.headers["Cache-Control"] == "no-store"
    first = listener.view()
    plain = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    plain.request("GET", "/api/table")
    assert json.loads(plain.getresponse().read()) == first
    plain.close()
    table.sit(0, "somebody")
    assert listener.view()["seq"] == first["seq"] + 1
    listener.close()


def test_every_client_gets_every_new_state(table: Any, serve: Callable[..., int]) -> None:
    port = serve(table)
    listeners = [Listener(port) for _ in range(8)]
    for listener in listeners:
        listener.view()
    table.sit(0, "somebody")
    assert {listener.view()["seq"] for listener in listeners} == {table.seq}
    for listener in listeners:
        listener.close()


def test_a_client_that_saw_the_newest_state_waits_for_the_next(
    table: Any, serve: Callable[..., int]
) -> None:
    listener = Listener(serve(table), **{"Last-Event-ID": str(table.seq)})
    assert listener.block() == ["retry: 1000"]
    table.sit(0, "somebody")
    assert listener.view()["players"][0]["taken"] is True
    listener.close()


def test_a_quiet_stream_says_that_it_is_alive(table: Any, serve: Callable[..., int]) -> None:
    listener = Listener(serve(table, ping_seconds=0.05))
    listener.view()
    assert listener.block() == [": ping"]
    listener.close()


def test_places_are_bounded_and_free_again_when_a_client_hangs_up(
    table: Any, serve: Callable[..., int]
) -> None:
    port = serve(table, most_streams=2, ping_seconds=60.0)
    first, second = Listener(port), Listener(port)
    assert (first.view()["seq"], second.view()["seq"]) == (table.seq, table.seq)
    third = Listener(port)
    assert third.answer.status == 503
    assert json.loads(third.answer.read())["error"]["code"] == "too-many-streams"
    third.close()
    first.close()
    for _ in range(100):
        again = Listener(port)
        if again.answer.status == 200:
            break
        again.close()
    assert again.view()["seq"] == table.seq
    again.close()
    second.close()


@pytest.mark.slow
def test_a_reader_that_stalls_misses_what_was_overtaken_and_gets_the_newest(
    table: Any, serve: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the changes take on a busy machine: the stalled reader keeps its connection."""
    monkeypatch.setattr(channel, "PATIENCE", 600.0)
    monkeypatch.setattr(server, "SOCKET_OPTIONS", [])
    changes = 500
    port = serve(table)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(10)
        slow.connect(("127.0.0.1", port))
        slow.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.recv(100)
        quick = Listener(port)
        for _ in range(changes):
            table.sit(0, "somebody")
            while quick.view()["seq"] < table.seq:
                pass
        newest = b"id: %d\n" % table.seq
        text = b""
        while newest not in text:
            text += slow.recv(65536)
        assert text.count(b"event: view") < changes / 2
        quick.close()


def test_a_seat_sees_its_hand_on_the_stream_and_the_public_does_not(
    dealt: Any, serve: Callable[..., int]
) -> None:
    port = serve(dealt)
    ask = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    ask.request("POST", "/api/seats", b'{"seat": 1}', {"Content-Type": "application/json"})
    token = json.loads(ask.getresponse().read())["token"]
    ask.close()
    mine = Listener(port, Authorization=f"Bearer {token}")
    public = Listener(port)
    assert len(mine.view()["hand"]) == 5
    assert public.view()["hand"] is None
    mine.close()
    public.close()


def test_closing_the_server_ends_the_streams(table: Any, serve: Callable[..., int]) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    server = WebServer(WebConfig(secret_key=SECRET), table=table, listener=listener)
    client = Listener(port)
    client.view()
    before = threading.active_count()
    server.close()
    server.close()
    assert threading.active_count() < before
    client.close()


def test_a_slow_client_skips_what_was_overtaken(table: Any) -> None:
    hub = Hub(table, 4, 60.0)
    stream = hub.join(lambda: (table.seq, b"{}"))
    assert next(stream).startswith(b"retry:")
    assert b"id: %d\n" % table.seq in next(stream)
    for seat in (0, 1):
        table.sit(seat, "somebody")
    assert b"id: %d\n" % table.seq in next(stream)
    assert next_is_silent(stream)
    hub.close()


def next_is_silent(stream: Any) -> bool:
    """Nothing but the newest state was sent: with no change the stream has nothing to say."""
    threading.Timer(0.05, stream.close).start()
    return not list(stream)


def test_the_hub_counts_its_places_and_may_be_closed_twice(table: Any) -> None:
    hub = Hub(table, 1, 60.0)
    stream = hub.join(lambda: (0, b"{}"))
    with pytest.raises(TooManyStreams) as refused:
        hub.join(lambda: (0, b"{}"))
    assert str(refused.value) == "1 screen already follows this table; close it."
    assert page_text(refused.value.key, "de", **refused.value.params) == (
        "1 Bildschirm folgt diesem Tisch schon; schließ ihn."
    )
    stream.close()
    stream.close()
    assert len(hub) == 0
    hub.close()
    hub.close()
    with pytest.raises(TooManyStreams):
        hub.join(lambda: (0, b"{}"))


def test_asking_only_for_the_headers_takes_no_place(app: Any, script: Any) -> None:
    for _ in range(3):
        with script.head("/api/stream") as answer:
            assert answer.status_code == 200
    assert len(app.extensions["trackside"].hub) == 0


def test_a_view_is_rendered_once_for_all_its_readers(table: Any, make_app: Any) -> None:
    rendered = 0

    def render(message: Any, language: str) -> str:
        nonlocal rendered
        rendered += 1
        return "words"

    from companion_web import close_streams, create_app

    app = create_app(WebConfig(secret_key=SECRET), table=table, render=render)
    client = app.test_client(use_cookies=False)
    first = client.get("/api/table").data
    once = rendered
    assert once > 0
    assert all(client.get("/api/table").data == first for _ in range(5))
    assert rendered == once
    close_streams(app)


def test_a_worker_that_ends_after_the_servers_thread_wakes_nobody(table: Any) -> None:
    """Waitress' workers pull its trigger when they are done, and by then it may be closed."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = WebServer(WebConfig(secret_key=SECRET), table=table, listener=listener)
    server.close()
    with pytest.raises(OSError):
        server._server.trigger.pull_trigger()
    server._server.pull_trigger()


def test_a_stream_asks_no_session_whether_its_visitor_is_the_host(table: Any) -> None:
    """It is sent after its request; at a game's end with a PIN it broke off and came again."""
    app = create_app(WebConfig(secret_key=SECRET, host_pin="2580"), table=table)
    here, view = app.extensions[EXTENSION], table.view
    first = Placed(0, 1, 4, 4, 0, Message("end.left"))
    table.submit(New(**TWO), Caller(table=True))
    table.view = lambda audience: msgspec.structs.replace(view(audience), places=(first,))
    here._night_goes_on = lambda: True
    guest = Visitor(holder="a guest", browser=True)
    assert here.shown(guest, None, "en").view.seat is None
    close_streams(app)


def test_who_holds_both_seats_sees_whose_turn_it_is_now(table: Any) -> None:
    """The turn passes just after it was read who is to act: the view is the next seat's."""
    table.submit(New(**{**TWO, "hands": "virtual"}), Caller(table=True))
    for seat in (0, 1):
        table.sit(seat, "both")
    app = create_app(WebConfig(secret_key=SECRET), table=table)
    view, seen = table.view, []

    def passing(audience: int | None) -> Any:
        if audience is not None and not seen:
            seen.append(audience)
            while view(None).players[0].to_act:
                first = table.position.legal()[0]
                command = Card(first.params["card"]) if first.prelude else Act(first.text)
                table.submit(command, Caller(seats=frozenset({0, 1}), table=True))
        return view(audience)

    table.view = passing
    shown = app.extensions[EXTENSION].shown(Visitor(holder="both"), None, "en")
    close_streams(app)
    assert seen == [0]
    assert view(None).players[1].to_act
    assert shown.view.seat == 1
