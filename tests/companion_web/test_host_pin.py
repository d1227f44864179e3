"""The host's PIN: chosen once, tried a few times, and what it opens."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Any

import pytest

from companion_web.access.host import TRIES, TRIES_OF_ALL, WAIT, HostPin
from companion_web.errors import Forbidden, TooManyTries, WebError

PHONE = {"REMOTE_ADDR": "192.168.7.9"}
NEW = {"command": "new", "game": "fast_track", "rules": "classic", "board": "hex"}
GAME = {**NEW, "players": [["A"], ["D"]]}
BOTH = {key: value for key, value in GAME.items() if key != "command"}


class Hands:
    """A clock that is moved by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def phone(make_browser: Any) -> Any:
    """Makes browsers of another device."""

    def make(app: Any) -> Any:
        app.wsgi_app = _From(app.wsgi_app, "192.168.7.9")
        return make_browser(app)

    return make


class _From:
    """Every request comes from that address."""

    def __init__(self, app: Any, address: str) -> None:
        self._app, self._address = app, address

    def __call__(self, environ: dict[str, Any], start: Any) -> Any:
        return self._app({**environ, "REMOTE_ADDR": self._address}, start)


# ------------------------------------------------------------------------------------ by itself


def test_a_chosen_pin_is_kept_hashed_and_for_us_alone(tmp_path: Path, clock: Hands) -> None:
    """Four digits may stand in a hash by chance, eight hardly ever."""
    path = tmp_path / "host-pin"
    pin = HostPin(path=path, clock=clock)
    assert not pin.known
    pin.choose("25802580")
    assert "25802580" not in path.read_text("ascii")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = HostPin(path=path, clock=clock)
    assert again.known
    assert again.check("25802580", "a") is None
    assert again.check("0000", "a") == 2


@pytest.mark.parametrize("text", ["", "123", "123456789", "12a4", "١٢٣٤", "1234\n"])
def test_a_pin_is_four_to_eight_digits(tmp_path: Path, text: str) -> None:
    pin = HostPin(path=tmp_path / "host-pin")
    with pytest.raises(WebError, match="4 to 8 digits"):
        pin.choose(text)
    assert not pin.known


def test_the_settings_pin_cannot_be_changed_on_the_page(tmp_path: Path) -> None:
    pin = HostPin("4711", tmp_path / "host-pin")
    with pytest.raises(Forbidden):
        pin.choose("2580")
    assert pin.check("4711", "a") is None


def test_a_folder_that_cannot_be_written_keeps_no_pin(tmp_path: Path) -> None:
    pin = HostPin(path=tmp_path / "missing" / "host-pin")
    with pytest.raises(WebError, match="cannot be kept"):
        pin.choose("2580")
    assert not pin.known


def test_three_wrong_tries_wait_a_minute_and_the_next_three_two(clock: Hands) -> None:
    pin = HostPin("2580", clock=clock)
    assert [pin.check("0000", "a") for _ in range(TRIES)] == [2, 1, 0]
    with pytest.raises(TooManyTries, match="Try again in a minute"):
        pin.check("2580", "a")  # the right one waits too: else tries would be free
    assert pin.check("2580", "b") is None
    clock.now += WAIT
    assert [pin.check("0000", "a") for _ in range(TRIES)] == [2, 1, 0]
    with pytest.raises(TooManyTries, match="2 minutes"):
        pin.check("2580", "a")
    clock.now += 2 * WAIT
    assert pin.check("2580", "a") is None
    assert pin.check("0000", "a") == 2


def test_many_addresses_are_slowed_down_together(clock: Hands) -> None:
    pin = HostPin("2580", clock=clock)
    for n in range(TRIES_OF_ALL):
        pin.check("0000", f"10.0.0.{n}")
    with pytest.raises(TooManyTries):
        pin.check("2580", "10.0.1.1")
    clock.now += WAIT
    assert pin.check("2580", "10.0.1.1") is None


# -------------------------------------------------------------------------------- on the page


def test_without_a_pin_this_machine_and_the_host_come_in_and_others_do_not(
    make_table: Any, make_app: Any, make_browser: Any, phone: Any
) -> None:
    table = make_table()
    assert make_browser(make_app(table)).get("/service").status_code == 200
    app = make_app(table)
    starter, other = phone(app), phone(app)
    assert starter.get("/service").status_code == 302
    assert starter.post("/api/commands", GAME).status_code == 200
    assert starter.get("/service").status_code == 200
    assert other.get("/service").status_code == 302
    assert other.get("/api/service").json["error"]["code"] == "no-pin"
    refused = other.post("/api/commands", {"command": "service", "do": "visit"})
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "no-pin")
    assert other.submit("/service", {"do": "visit"}).status_code == 403
    assert table.service_mode is None
    assert "Ask them" in other.get("/host").text
    assert other.submit("/host", {"pin": "2580", "choose": "1"}).status_code == 403


def test_a_server_in_between_is_not_this_machine(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    browser = make_browser(make_app(make_table()))
    answer = browser.get("/service", headers={"X-Forwarded-For": "203.0.113.7"})
    assert answer.status_code == 302


def test_a_phone_chooses_the_first_pin_while_no_game_is_open(
    make_table: Any, make_app: Any, phone: Any, tmp_path: Path
) -> None:
    app = make_app(make_table(), pin_file=tmp_path / "host-pin")
    mine, other = phone(app), phone(app)
    assert "Choose a PIN" in mine.get("/host").text
    answer = mine.submit("/host", {"pin": "2580", "choose": "1", "next": "/service"})
    assert answer.headers["Location"] == "/service"
    assert mine.get("/service").status_code == 200
    assert other.get("/service").headers["Location"].startswith("/host?next=")
    assert other.submit("/host", {"pin": "1111", "choose": "1"}).status_code == 403
    wrong = other.submit("/host", {"pin": "1111"})
    assert wrong.status_code == 403
    assert "Not that PIN. Two tries left." in wrong.text
    assert "Not that PIN. One try left." in other.submit("/host", {"pin": "1112"}).text
    other.submit("/host", {"pin": "1113"})
    waits = other.submit("/host", {"pin": "2580"})
    assert waits.status_code == 429
    assert int(waits.headers["Retry-After"]) <= WAIT


def test_another_pin_closes_what_the_old_one_opened(
    make_table: Any, make_app: Any, phone: Any, tmp_path: Path
) -> None:
    app = make_app(make_table(), pin_file=tmp_path / "host-pin")
    one, other = phone(app), phone(app)
    one.submit("/host", {"pin": "2580", "choose": "1"})
    other.submit("/host", {"pin": "2580"})
    assert other.get("/service").status_code == 200
    one.submit("/host", {"pin": "1379", "choose": "1"})
    assert one.get("/service").status_code == 200
    assert other.get("/service").status_code == 302
    one.submit("/host/leave", {})
    assert one.get("/service").status_code == 302


def test_nobody_is_led_elsewhere_after_the_pin(make_table: Any, make_app: Any, phone: Any) -> None:
    browser = phone(make_app(make_table(), host_pin="2580"))
    answer = browser.submit("/host", {"pin": "2580", "next": "//evil.example/"})
    assert answer.headers["Location"] == "/service"


def test_with_a_pin_a_new_game_needs_it_or_a_seat(
    make_table: Any, make_app: Any, phone: Any
) -> None:
    table = make_table()
    app = make_app(table, host_pin="2580")
    script = app.test_client(use_cookies=False)
    refused = script.post("/api/commands", json=GAME)
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "no-seat")
    assert table.position is None
    assert script.post("/api/commands", json=GAME, headers={"Host-Pin": "2580"}).status_code == 200
    token = script.post("/api/seats", json={"seat": 0}).json["token"]
    held = {"Authorization": f"Bearer {token}"}
    assert script.post("/api/commands", json=GAME, headers=held).status_code == 200
    guest = phone(app)
    assert guest.get("/new").headers["Location"].startswith("/host?next=")
    assert guest.submit(
        "/new",
        {
            "game": "fast_track",
            "rules": "classic",
            "board": "hex",
            "count": "2",
            "players": ["A", "D"],
        },
    ).status_code in (400, 403)
    guest.submit("/host", {"pin": "2580", "next": "/new"})
    assert guest.get("/new").status_code == 200


WISHES = {"game": "fast_track", "rules": "classic", "board": "hex", "count": "2", "first": "0"}


@pytest.mark.parametrize(("path", "form"), [("/play", {}), ("/learn", {}), ("/new", WISHES)])
def test_a_refusal_on_a_page_is_told_in_its_language(
    make_table: Any, make_app: Any, phone: Any, path: str, form: dict[str, str]
) -> None:
    guest = phone(make_app(make_table(), host_pin="2580"))
    told = guest.client.post(
        path,
        data={**form, "csrf_token": guest.csrf},
        headers={"Accept-Language": "de"},
    )
    assert told.status_code == 403
    assert "Gib die PIN ein, um ein Spiel zu beginnen." in told.text  # there is no seat to take
    assert "Take a seat" not in told.text


def in_german(guest: Any, path: str, **form: str) -> Any:
    """The answer to a form, for a browser that wants German."""
    data = {**form, "csrf_token": guest.csrf}
    return guest.client.post(path, data=data, headers={"Accept-Language": "de"})


def test_what_is_wrong_with_a_pin_is_told_in_german_too(
    make_table: Any, make_app: Any, phone: Any, tmp_path: Path
) -> None:
    guest = phone(make_app(make_table(), pin_file=tmp_path / "host-pin"))
    short = in_german(guest, "/host", pin="12", choose="1")
    assert "Eine PIN hat 4 bis 8 Ziffern." in short.text
    other = phone(make_app(make_table(), host_pin="2580"))
    tried = [in_german(other, "/host", pin="0000") for _ in range(TRIES + 1)]
    assert "Die PIN war zu oft falsch. Versuch es in einer Minute wieder." in tried[-1].text


def test_without_a_game_a_guest_is_sent_for_the_pin_and_to_no_seat(
    make_table: Any, make_app: Any, phone: Any
) -> None:
    form = {"name": "Monza", "track": '"default"'}
    for table, told, way in (
        (make_table(), "Gib die PIN ein, um Gespeichertes zu ändern.", "/host?next=/tracks"),
        (make_table(BOTH), "Nimm einen Platz oder gib die PIN ein", "/join"),
    ):
        refused = in_german(phone(make_app(table, host_pin="2580")), "/tracks/save", **form)
        assert refused.status_code == 403
        assert told in refused.text
        assert f'href="{way}"' in refused.text


@pytest.mark.parametrize("path", ["/tracks", "/sets", "/house", "/players"])
def test_without_a_game_a_page_asks_a_guest_for_the_pin_alone(
    make_table: Any, make_app: Any, phone: Any, path: str
) -> None:
    for table, seats in ((make_table(), False), (make_table(BOTH), True)):
        page = phone(make_app(table, host_pin="2580")).get(path).text
        assert 'href="/host?next=' in page
        assert ("ake a seat" in page) is seats


def test_the_first_page_offers_a_guest_the_pin_and_nothing_it_would_refuse(
    make_table: Any, make_app: Any, phone: Any
) -> None:
    guest = phone(make_app(make_table(), host_pin="2580"))
    page = guest.get("/").text
    assert 'href="/host?next=/" data-key="pin"' in page
    assert not re.findall(r'action="/(play|again|learn)"|data-key="new"', page)
    guest.submit("/host", {"pin": "2580"})
    assert 'action="/play"' in guest.get("/").text
    assert 'data-key="pin"' not in guest.get("/").text


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        *((path, path) for path in ("/", "/new", "/join", "/sets", "/house", "/players", "/night")),
        *((path, path) for path in ("/history", "/night/games/one", "/sets/mine")),
        ("", "/service"),
        ("/nowhere", "/service"),
        ("/host", "/service"),
        ("//elsewhere.example/new", "/service"),
        ("/\\elsewhere.example", "/service"),
        ("https://elsewhere.example/new", "/service"),
        ("/new?next=https://elsewhere.example", "/service"),
    ],
)
def test_the_pin_leads_to_the_page_that_asked_for_it_and_to_no_other_house(
    make_table: Any, make_app: Any, phone: Any, wanted: str, shown: str
) -> None:
    guest = phone(make_app(make_table(), host_pin="2580"))
    led = guest.submit("/host", {"pin": "2580", "next": wanted})
    assert led.headers["Location"] == shown


@pytest.mark.parametrize("path", ["/play", "/learn"])
def test_the_first_page_says_a_refusal_on_the_line_that_always_has_room(
    make_table: Any, make_app: Any, phone: Any, path: str
) -> None:
    """A second line without room is hidden, so a guest saw a red card without any reason."""
    guest = phone(make_app(make_table(), host_pin="2580"))
    told = guest.client.post(path, data={"csrf_token": guest.csrf})
    assert told.status_code == 403
    line = re.search(r"<p class=\"sentence\" data-prompt>([^<]*)</p>", told.text)
    assert line is not None
    assert "PIN" in line[1]


def test_who_knows_the_pin_frees_any_seat(make_table: Any, make_app: Any, phone: Any) -> None:
    table = make_table({**GAME, "hands": "virtual"} | {"command": None} and {
        "game": "fast_track", "rules": "classic", "board": "hex",
        "players": [["A"], ["D"]], "hands": "virtual"})  # fmt: skip
    app = make_app(table, host_pin="2580")
    script = app.test_client(use_cookies=False)
    script.post("/api/seats", json={"seat": 1})
    guest = phone(app)
    assert guest.delete("/api/seats?seat=1").status_code == 403
    guest.submit("/host", {"pin": "2580"})
    assert guest.delete("/api/seats?seat=1").status_code == 200
    assert table.holder(1) is None
