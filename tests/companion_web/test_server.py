"""Clients that misbehave, on real sockets: they lose their connection and disturb nobody."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from two_forms import first
from waiting import until

from companion_web import WebConfig, channel
from companion_web.api.stream import house_of
from companion_web.context import EXTENSION
from companion_web.server import WebServer

SECRET = "a secret of the tests, long enough"
TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
PAGE = b"GET /table HTTP/1.1\r\nHost: localhost\r\n\r\n"
BIG = b"GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n"
SMALL = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM = b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def server(table: Any) -> Iterator[WebServer]:
    """A real server with a game of two."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    made = WebServer(WebConfig(secret_key=SECRET), table=table, listener=listener)
    made.app.add_url_rule("/big", view_func=lambda: "x" * 1_000_000)
    made.port = listener.getsockname()[1]  # type: ignore[attr-defined]
    yield made
    made.close()


@pytest.fixture
def connect(server: Any) -> Iterator[Callable[[bytes], socket.socket]]:
    """Opens a connection with a small window, sends that, and reads nothing."""
    opened: list[socket.socket] = []

    def make(said: bytes) -> socket.socket:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(10)
        client.connect(("127.0.0.1", server.port))
        client.sendall(said)
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.close()


def asked(server: Any, path: str = "/health", body: str | None = None, headers: Any = None) -> int:
    """The status of that page, asked by somebody who behaves; TimeoutError without an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=8)
    with contextlib.closing(connection):
        connection.request("GET" if body is None else "POST", path, body, headers or {})
        answer = connection.getresponse()
        answer.read()
        return answer.status


def hung_up(client: socket.socket) -> bool:
    """Whether the server has closed that connection; reads on."""
    try:
        while client.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("said", [PAGE * 20, SMALL * 400, STREAM + PAGE * 20])
def test_64_clients_that_ask_on_and_never_read_stop_nobody(
    server: Any, connect: Callable[[bytes], socket.socket], said: bytes
) -> None:
    clients = [connect(said) for _ in range(64)]
    for _ in range(5):
        assert asked(server) == 200
        assert asked(server, "/table") == 200
    for client in clients:
        assert hung_up(client)


def test_a_question_before_the_last_answer_was_read_ends_the_connection(
    server: Any, connect: Callable[[bytes], socket.socket]
) -> None:
    client = connect(BIG)
    (its,) = waited(server)
    until(lambda: bool(its.total_outbufs_len))
    # Nothing more is read from it until the answer is gone, so that the next question waits there.
    assert not its.readable()
    assert hung_up(connect(BIG + SMALL))
    client.close()


def waited(server: Any) -> list[Any]:
    """The connections, as soon as there are any."""
    channels = server._server.active_channels
    until(lambda: bool(channels))
    return list(channels.values())


@pytest.mark.parametrize("questions", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_who_asks_again_after_reading_keeps_the_connection(questions: int, server: Any) -> None:
    """The next question may come before the server's thread is done with the last."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.connect()
    mine = connection.sock
    for n in range(questions):
        connection.request("GET", "/health" if n % 10 else "/table")
        answer = connection.getresponse()
        assert answer.status == 200
        answer.read()
        assert connection.sock is mine, n
    connection.close()


def test_who_reads_nothing_loses_the_connection_after_a_while(
    server: Any, connect: Callable[[bytes], socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "PATIENCE", 0.5)
    connect(BIG)
    waited(server)
    until(lambda: not server._server.active_channels)


def test_a_stream_nobody_reads_gives_its_place_and_its_thread_back(
    server: Any,
    table: Any,
    connect: Callable[[bytes], socket.socket],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channel, "PATIENCE", 0.5)
    hub = server.app.extensions[EXTENSION].hub
    connect(STREAM)
    until(lambda: len(hub) == 1)
    seats = itertools.cycle((0, 1))

    def left() -> bool:
        """More news: it fills what lies between us and the client."""
        for seat in itertools.islice(seats, 5):
            table.sit(seat, "somebody")
            table.leave("somebody")
        return len(hub) == 0

    until(left)
    until(lambda: not server._server.active_channels)


@pytest.mark.parametrize(
    "drip", first(1, [b"x", b"\r\n", b""]), ids=["headers", "blank lines", "silence"]
)
def test_who_asks_a_byte_at_a_time_holds_no_place(
    server: Any,
    connect: Callable[[bytes], socket.socket],
    monkeypatch: pytest.MonkeyPatch,
    drip: bytes,
) -> None:
    monkeypatch.setattr(channel, "IDLE", 0.5)
    clients = [connect(b"GET /table HT" if drip == b"x" else b"") for _ in range(500)]

    def goes_on() -> bool:
        for client in clients:
            with contextlib.suppress(OSError):
                client.sendall(drip)
        return bool(server._server.active_channels)

    waited(server)
    until(lambda: not goes_on(), seconds=20)
    assert asked(server) == 200


def test_a_body_a_byte_at_a_time_holds_no_place(
    server: Any, connect: Callable[[bytes], socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "IDLE", 0.5)
    head = b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{"
    assert hung_up(connect(head))


def test_one_address_has_some_of_the_connections(
    server: Any, connect: Callable[[bytes], socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "house_of", lambda address: "192.168.7.9")
    monkeypatch.setattr(channel, "MOST_OF_ONE", 5)
    first = [connect(b"") for _ in range(5)]
    until(lambda: len(server._server.active_channels) == 5)
    assert all(hung_up(connect(b"")) for _ in range(10))
    first[0].close()
    until(lambda: len(server._server.active_channels) == 4)
    assert asked(server) == 200


def test_a_client_that_is_gone_without_a_word_is_given_up_by_the_system(server: Any) -> None:
    client = socket.create_connection(("127.0.0.1", server.port))
    until(lambda: bool(server._server.active_channels))
    (its,) = server._server.active_channels.values()
    told = its.socket.getsockopt(socket.SOL_TCP, socket.TCP_USER_TIMEOUT)
    assert told == channel.PATIENCE * 1000
    client.close()


def test_a_stream_whose_client_asks_something_else_ends(
    server: Any, connect: Callable[[bytes], socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "PATIENCE", 0.5)
    hub = server.app.extensions[EXTENSION].hub
    client = connect(STREAM)
    until(lambda: len(hub) == 1)
    client.sendall(SMALL)
    assert hung_up(client)


@pytest.mark.parametrize(("size", "status"), [(60_000, 403), (70_000, 413), (900_000, 413)])
def test_a_body_that_is_too_large_is_refused(server: Any, size: int, status: int) -> None:
    body = json.dumps({"command": "card", "card": "x" * size})
    assert asked(server, "/api/commands", body, {"Content-Type": "application/json"}) == status


def test_headers_without_end_are_refused(server: Any) -> None:
    assert asked(server, "/health", None, {"X-Long": "x" * 40_000}) == 431


# ------------------------------------------------------------------------- places of one address


def test_one_address_has_some_of_the_places_and_this_machine_all(app: Any) -> None:
    hub = app.extensions[EXTENSION].hub

    def follow(address: str) -> Any:
        client = app.test_client(use_cookies=False)
        return client.get("/api/stream", environ_base={"REMOTE_ADDR": address})

    open_ones = [follow("192.168.7.9") for _ in range(16)]
    assert {answer.status_code for answer in open_ones} == {200}
    refused = follow("192.168.7.9")
    assert refused.status_code == 429
    assert refused.get_json()["error"] == {
        "code": "too-many-at-once",
        "message": "16 screens at your address already follow this table; close one of them.",
    }
    assert follow("192.168.7.10").status_code == 200
    assert {follow("127.0.0.1").status_code for _ in range(20)} == {200}
    assert len(hub) == 37
    open_ones[0].close()
    assert follow("192.168.7.9").status_code == 200


def test_what_counts_as_one_address() -> None:
    assert house_of("192.168.7.9") == house_of("::ffff:192.168.7.9") != house_of("192.168.7.8")
    assert house_of("2001:db8::1") == house_of("2001:db8::ffff:2") != house_of("2001:db8:0:1::1")
    assert house_of("127.0.0.1") == house_of("::1") == house_of("::ffff:127.0.0.1") == ""
