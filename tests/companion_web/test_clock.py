"""A clock that runs behind, jumps or runs ahead takes nobody's seat; nor does a damaged cookie."""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import re
import socket
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from service_here import ServiceHere

from companion.proof.under_test import ServiceUnderTest
from companion_web import WebConfig
from companion_web.access.host import HOURS, HostPin
from companion_web.access.security import AFRESH
from companion_web.server import WebServer

DAY = 86_400.0
TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
DEALT = {"command": "new", **TWO, "hands": "virtual"}
CARD = {"command": "card", "card": "6"}


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the machine's wall clock by so many seconds from what it really is.

    A phone, which counts the days of its cookies, has a clock of its own.
    """
    real = time.time
    monkeypatch.setattr(http.cookiejar, "time", SimpleNamespace(time=real))

    def shift(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + seconds)

    return shift


@pytest.mark.parametrize("shift", [-1000 * DAY, -DAY, -2.0, 40 * DAY, 5000 * DAY])
def test_a_seat_is_kept_whatever_the_clock_says(
    browser: Any, wall: Callable[[float], None], shift: float
) -> None:
    assert browser.submit("/join", {"seat": "0"}).status_code == 303
    wall(shift)
    assert browser.get("/api/table").get_json()["seat"] == 0
    assert "Set-Cookie" not in browser.get("/menu").headers
    assert browser.post("/api/commands", CARD).status_code == 200
    wall(0)
    assert browser.get("/api/table").get_json()["seat"] == 0


@pytest.mark.parametrize("shift", [-1000 * DAY, 5000 * DAY])
def test_a_page_fetched_by_a_wrong_clock_is_good_after_it_was_set(
    app: Any, make_browser: Any, wall: Callable[[float], None], shift: float
) -> None:
    wall(shift)
    browser = make_browser(app)
    wall(0)
    assert browser.submit("/join", {"seat": "0"}).status_code == 303
    assert browser.post("/api/commands", CARD).status_code == 200


def test_the_browser_counts_the_days_of_its_cookie_itself(app: Any) -> None:
    """A date is the server's: one behind by a month ends the cookie at once (RFC 6265, 5.3.3)."""
    assert "Max-Age=2592000" in app.test_client().get("/menu").headers["Set-Cookie"]


def test_after_a_power_cut_with_the_clock_behind_everybody_still_sits(
    tmp_path: Path, wall: Callable[[float], None]
) -> None:
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    phone = urllib.request.build_opener(jar)

    def ask(service: ServiceUnderTest, path: str, body: object = None) -> Any:
        page = phone.open(service.url + "menu", timeout=10).read().decode()
        value = re.search(r'name="csrf-token" content="([^"]+)"', page)
        assert value is not None
        headers = {"Content-Type": "application/json", "X-CSRFToken": value[1]}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(service.url + path, data, headers)
        with phone.open(asked, timeout=10) as answer:
            return json.load(answer)

    with ServiceHere(tmp_path) as service:
        ask(service, "api/commands", DEALT)
        ask(service, "api/seats", {"seat": 1})
        hand = ask(service, "api/table")["hand"]
        assert hand
    wall(-40 * DAY)
    with ServiceHere(tmp_path) as service:
        view = ask(service, "api/table")
        assert view["seat"] == 1
        assert len(view["hand"]) == len(hand)
        ask(service, "api/seats", {"seat": 0})  # and may do something
    wall(0)
    with ServiceHere(tmp_path) as service:
        assert [line["yours"] for line in ask(service, "api/seats")["seats"]] == [True, True]


# ------------------------------------------------------------------------- a cookie without sense


@pytest.mark.parametrize(
    "text", ["nonsense", "eyJob2xkZXIiOiJ4In0.aaaaaa.bbbb", "é.é.é", "W10.x.y"]
)
def test_looking_never_replaces_a_cookie_that_cannot_be_read(app: Any, text: str) -> None:
    client = app.test_client()
    client.set_cookie(app.config["SESSION_COOKIE_NAME"], text)
    for page in ("/", "/table", "/new", "/join", "/menu", "/host", AFRESH, "/api/table"):
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert "Set-Cookie" not in answer.headers, page


def test_who_wants_to_do_something_is_led_to_a_new_cookie(app: Any) -> None:
    client = app.test_client()
    name = app.config["SESSION_COOKIE_NAME"]
    client.set_cookie(name, "nonsense")
    told = client.post("/api/commands", json=CARD)
    assert (told.status_code, told.get_json()["error"]["code"]) == (403, "lost-session")
    refused = client.post("/join", data={"seat": "0"})
    assert refused.status_code == 403
    assert f'href="{AFRESH}"' in refused.text
    assert "Set-Cookie" not in refused.headers
    assert f'action="{AFRESH}"' in client.get(AFRESH).text
    foreign = client.post(AFRESH, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert client.get_cookie(name).value == "nonsense"

    assert client.post(AFRESH).headers["Location"] == "/join"

    assert client.get_cookie(name).value != "nonsense"
    value = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/join").text)
    assert value is not None
    sat = client.post("/join", data={"seat": "0", "csrf_token": value[1]})
    assert sat.status_code == 303
    assert client.get("/api/table").get_json()["seat"] == 0


def test_beginning_afresh_takes_no_seat_from_a_cookie_that_can_be_read(browser: Any) -> None:
    browser.submit("/join", {"seat": "0"})
    assert browser.client.post(AFRESH).status_code == 403  # without the CSRF value
    assert "Set-Cookie" not in browser.submit(AFRESH, {}).headers
    assert browser.get("/api/table").get_json()["seat"] == 0


# ------------------------------------------------------------------------ the way back to a seat


def test_the_tables_own_machine_frees_a_seat_that_was_lost(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    app = make_app(make_table(None))
    host, lost, other = (make_browser(app, address=f"192.168.7.{n}") for n in (1, 2, 3))
    host.post("/api/commands", DEALT)
    lost.submit("/join", {"seat": "0"})
    again = make_browser(app, address="192.168.7.2")  # the same phone, its cookie gone
    assert again.submit("/join", {"seat": "0"}).status_code == 409
    assert "Was one of these your seat?" in again.get("/join").text
    assert other.delete("/api/seats?seat=0").status_code == 403
    here = make_browser(app)
    assert "Free the seat of Red" in here.get("/join").text
    assert here.delete("/api/seats?seat=0").status_code == 200
    assert again.submit("/join", {"seat": "0"}).status_code == 303
    assert again.get("/api/table").get_json()["hand"]


def test_with_a_pin_the_own_machine_needs_it_too_and_any_phone_frees_a_seat_with_it(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    app = make_app(make_table({**TWO, "hands": "virtual"}), host_pin="2580")
    sitting = make_browser(app, address="192.168.7.1")
    sitting.submit("/join", {"seat": "0"})
    here, phone = make_browser(app), make_browser(app, address="192.168.7.2")
    assert here.delete("/api/seats?seat=0").status_code == 403
    assert 'href="/host?next=/join"' in phone.get("/join").text
    assert phone.submit("/host", {"pin": "2580", "next": "/join"}).headers["Location"] == "/join"
    assert phone.delete("/api/seats?seat=0").status_code == 200


def test_what_another_server_passes_on_does_not_come_from_this_machine(make_table: Any) -> None:
    """Over the real server: it hides such headers from the app unless told not to."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    config = WebConfig(secret_key="a secret of the tests, long enough")
    server = WebServer(config, table=make_table(None), listener=listener)
    try:
        for name in ("X-Forwarded-For", "Forwarded"):
            asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            asked.request("GET", "/service", headers={name: "203.0.113.9"})
            assert asked.getresponse().status == 302, name
            asked.close()
    finally:
        server.close()


# -------------------------------------------------------------------------------- the host's PIN


@pytest.mark.parametrize("shift", [-1000 * DAY, DAY, 5000 * DAY])
def test_the_host_stays_host_when_the_clock_is_set(
    make_table: Any,
    make_app: Any,
    make_browser: Any,
    wall: Callable[[float], None],
    shift: float,
) -> None:
    app = make_app(make_table(None), host_pin="2580")
    browser = make_browser(app)
    browser.submit("/host", {"pin": "2580"})
    wall(shift)
    assert browser.get("/service").status_code == 200


def test_twelve_hours_later_or_after_a_reboot_the_pin_is_asked_again() -> None:
    now = [1000.0]
    pin = HostPin("2580", clock=lambda: now[0], boot="one")
    kept = pin.opened()
    assert HostPin("2580", clock=lambda: now[0], boot="one").is_open(kept), "the service's restart"
    now[0] += HOURS - 1
    assert pin.is_open(kept)
    now[0] += 1
    assert not pin.is_open(kept)
    now[0] = 1001.0
    assert not HostPin("2580", clock=lambda: now[0], boot="two").is_open(kept)
    assert not HostPin("1111", clock=lambda: now[0], boot="one").is_open(kept)
    for other in (None, [], kept[:2], [*kept, 1], [kept[0], 1e9], "x"):
        assert not pin.is_open(other)
