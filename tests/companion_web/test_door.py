"""The door before the server's threads: whoever asks too fast waits there, and holds no thread."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from waiting import until

from companion_web import WebConfig, create_app, pace
from companion_web.access.security import LATE, SEATED
from companion_web.door import CLIENT, Door, client_of
from companion_web.pace import COMMAND, LOOK, MOST_OF_ONE, MOST_WAIT, Client
from companion_web.server import WebServer

SECRET = "a secret of the tests, long enough"


def asking(method: str = "POST", address: str = "192.168.0.7", **headers: str) -> Any:
    """A connection with one request."""
    request = SimpleNamespace(error=None, command=method, headers=headers)
    return SimpleNamespace(addr=(address, 5000), requests=[request], late=None)


class Hall:
    """A door whose clock and processor time are set by hand, and whoever came in."""

    def __init__(self) -> None:
        self.now = 100.0
        self.used = 0.0
        self.inside: list[Any] = []
        self.door = Door(self.inside.append, lambda: self.now, lambda: self.used)

    def let_in(self, count: int) -> bool:
        return len(self.inside) == count


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall()
    yield made
    made.door.close()


def test_whoever_asks_too_fast_waits_before_the_door_until_the_clock_has_gone_on(
    hall: Hall,
) -> None:
    for _ in range(round(MOST_OF_ONE / COMMAND)):
        hall.door.come(asking())
    assert hall.let_in(100)
    one_too_many = asking()
    hall.door.come(one_too_many)
    assert hall.let_in(100)
    hall.door.come(asking(address="192.168.0.8"))
    assert hall.let_in(101), "others do not wait for it"
    hall.now += 0.2
    until(lambda: hall.let_in(102))
    assert hall.inside[-1] is one_too_many
    assert one_too_many.late is False


def test_whose_turn_did_not_come_goes_in_to_be_refused(hall: Hall) -> None:
    for _ in range(200):
        hall.door.come(asking())
    hall.now += MOST_WAIT
    until(lambda: hall.let_in(200))
    assert [each.late for each in hall.inside] == sorted(each.late for each in hall.inside)
    assert hall.inside[-1].late is True


@pytest.mark.parametrize(("method", "least"), [("GET", 0.0), ("POST", COMMAND)])
def test_an_answer_costs_the_processor_time_that_it_took(
    hall: Hall, method: str, least: float
) -> None:
    client = Client("", "somebody")

    def app(environ: Any, start_response: Any) -> list[bytes]:
        hall.used += took / 1000
        return []

    for took in (0.5, 7.0, 900.0):
        before = hall.door._pace.rank(client, hall.now)[1]
        hall.door._pace.spend(client, LOOK if method == "GET" else COMMAND, hall.now)
        hall.door.priced(app)({"REQUEST_METHOD": method, CLIENT: client}, None)
        after = hall.door._pace.rank(client, hall.now)[1]
        assert after - before == pytest.approx(max(least, took))


def test_whoever_holds_a_seat_in_the_app_goes_before_others_of_its_address(hall: Hall) -> None:
    def app(environ: Any, start_response: Any) -> list[bytes]:
        environ[SEATED] = True
        return []

    player = asking(COOKIE="player")
    client = client_of(player, player.requests[0])
    hall.door.priced(app)({"REQUEST_METHOD": "POST", CLIENT: client}, None)
    hall.door._pace.spend(client, 10 * COMMAND, hall.now)
    for n in range(200):
        hall.door.come(asking(COOKIE=f"other {n}"))
    before = len(hall.inside)
    hall.door.come(player)
    hall.now += 0.2
    until(lambda: len(hall.inside) > before)
    assert hall.inside[before] is player


def test_the_app_notes_in_the_request_whether_who_sent_it_holds_a_seat(
    table: Any, make_app: Callable[..., Any], make_browser: Callable[..., Any]
) -> None:
    app = make_app(table)
    browser, inner, seen = make_browser(app), app.wsgi_app, list[Any]()

    def spy(environ: Any, start_response: Any) -> Any:
        answer = inner(environ, start_response)
        seen.append(environ.get(SEATED))
        return answer

    app.wsgi_app = spy

    def noted(method: str, path: str, **more: Any) -> Any:
        headers = {"X-CSRFToken": browser.csrf}
        browser.client.open(path, method=method, headers=headers, **more).close()
        return seen[-1]

    assert noted("GET", "/api/table") is False
    assert noted("POST", "/api/seats", json={"seat": 1}) is True
    assert noted("GET", "/api/stream") is True
    assert noted("GET", "/static/icon.svg") is None
    assert noted("DELETE", "/api/seats") is False


def test_a_browser_is_known_by_its_cookies_and_a_script_by_its_token() -> None:
    def known(**headers: str) -> Client:
        one = asking(**headers)
        return client_of(one, one.requests[0])

    assert known(COOKIE="a") != known(COOKIE="b")
    assert known(COOKIE="a", AUTHORIZATION="t") == known(COOKIE="b", AUTHORIZATION="t")
    assert known() == Client("192.168.0.7", "")
    assert known(COOKIE="a").house == known(COOKIE="b").house


def test_whoever_waited_in_vain_is_told_so_in_both_languages(table: Any) -> None:
    browser = create_app(WebConfig(secret_key=SECRET), table=table).test_client()
    late = {"environ_overrides": {LATE: True}}
    told = browser.post("/api/commands", json={"command": "undo"}, **late)
    assert (told.status_code, told.json["error"]["code"]) == (429, "too-many")
    assert told.headers["Retry-After"] == "5"
    said = browser.get("/table", headers={"Accept-Language": "de"}, **late)
    assert (said.status_code, "Zu viele Anfragen" in said.text) == (429, True)


@pytest.fixture
def serve(table: Any) -> Iterator[Callable[[], int]]:
    """Starts a real server and stops it; gives the port."""
    servers: list[WebServer] = []

    def start() -> int:
        listener = socket.create_server(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        servers.append(WebServer(WebConfig(secret_key=SECRET), table=table, listener=listener))
        return port

    yield start
    for server in servers:
        server.close()


def asked(port: int, body: str | None = None) -> tuple[int, Any]:
    """Status and answer of one request on a connection of its own."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        path, method = ("/health", "GET") if body is None else ("/api/commands", "POST")
        line.request(method, path, body, {"Content-Type": "application/json"})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        line.close()


def test_over_the_wire_a_flood_is_refused_in_the_end(
    serve: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "MOST_OF_ONE", 3 * COMMAND)
    monkeypatch.setattr(pace, "MOST_WAIT", 0.0)
    port = serve()
    told = [asked(port, '{"command":"undo"}') for _ in range(9)]
    statuses = [status for status, _ in told]
    assert 429 in statuses
    assert statuses[0] != 429
    refused = next(body for status, body in told if status == 429)
    assert refused["error"]["code"] == "too-many"


def test_over_the_wire_bursts_of_play_are_not_slowed(serve: Callable[[], int]) -> None:
    port = serve()
    assert {asked(port, '{"command":"undo"}')[0] for _ in range(40)} == {403}
    assert {asked(port)[0] for _ in range(40)} == {200}


def test_over_the_wire_the_stream_of_whoever_sits_goes_on(
    serve: Callable[[], int], table: Any
) -> None:
    """It is told of after its request is over, when nobody can be asked who sent that."""
    port = serve()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    json_type = {"Content-Type": "application/json"}
    line.request("POST", "/api/seats", '{"seat":0}', json_type)
    token = json.loads(line.getresponse().read())["token"]
    line.request("GET", "/api/stream", headers={"Authorization": f"Bearer {token}"})
    stream = line.getresponse()
    numbers = list[str]()
    for _ in range(2):
        while not (told := stream.readline().decode()).startswith("id: "):
            assert told, "the stream has ended"
        numbers.append(told)
        table.sit(1, f"somebody {len(numbers)}")
        table.leave(f"somebody {len(numbers)}")
    line.close()
    assert numbers[0] != numbers[1]
