"""Who may ask: sessions and CSRF, tokens, origins, host names, and the headers of every answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion_web.access.security import CONTENT_POLICY, SeatTokens, cookie_name

TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
PAGES = ["/", "/table", "/new", "/join", "/menu", "/rules", "/lights", "/nothing-here"]
CARD = {"command": "card", "card": "6"}


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


@pytest.mark.parametrize(
    "path", [*PAGES, "/api/table", "/api/board", "/health", "/static/icon.svg"]
)
def test_every_answer_carries_the_policies(script: FlaskClient, path: str) -> None:
    headers = script.get(path, buffered=True).headers
    assert headers["Content-Security-Policy"] == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("path", [*PAGES, "/api/table", "/api/board", "/health"])
def test_nothing_private_is_kept_by_caches(script: FlaskClient, path: str) -> None:
    answer = script.get(path)
    assert answer.headers["Cache-Control"] == "no-store"
    assert {"Cookie", "Authorization"} <= set(answer.vary)


@pytest.mark.parametrize("path", PAGES)
def test_pages_hold_no_inline_script_or_style(script: FlaskClient, path: str) -> None:
    text = script.get(path).text
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    for attributes in re.findall(r"<script([^>]*)>", text):
        assert "src=" in attributes or 'type="application/json"' in attributes


def test_a_browser_must_show_the_csrf_value_of_its_page(browser: Any) -> None:
    assert code(browser.client.post("/api/commands", json=CARD)) == (403, "csrf")
    wrong = browser.client.post("/api/commands", json=CARD, headers={"X-CSRFToken": "guess"})
    assert code(wrong) == (403, "csrf")
    assert browser.post("/api/commands", CARD).status_code == 200


def test_a_forms_csrf_value_is_asked_even_without_a_cookie(script: FlaskClient) -> None:
    for path in ("/form/command", "/form/hands", "/new", "/join", "/leave", "/theme"):
        answer = script.post(path, data={"command": "undo"})
        assert answer.status_code == 403
        assert "out of date" in answer.text


def test_a_token_needs_no_csrf_value_unless_a_session_comes_along(
    app: Any, script: FlaskClient, browser: Any
) -> None:
    token = script.post("/api/seats", json={"seat": 0}).get_json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    assert code(browser.client.post("/api/commands", json=CARD, headers=bearer)) == (403, "csrf")
    assert script.post("/api/commands", json=CARD, headers=bearer).status_code == 200


def test_scripts_are_given_no_cookie(script: FlaskClient) -> None:
    for answer in (
        script.get("/api/table"),
        script.post("/api/seats", json={"seat": 0}),
        script.post("/api/commands", json={"command": "new", **TWO}),
    ):
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(app: Any) -> None:
    cookie = app.test_client().get("/menu").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert cookie.startswith(app.config["SESSION_COOKIE_NAME"] + "=")


def test_two_services_on_one_host_keep_their_cookies_apart() -> None:
    assert cookie_name("one secret") != cookie_name("another secret")


@pytest.mark.parametrize(
    "header",
    ["Bearer nonsense", "Bearer ", "Basic YTpi", "Bearer " + SeatTokens("x" * 20).issue("h", 0)],
)
def test_a_forged_token_is_refused(script: FlaskClient, header: str) -> None:
    for answer in (
        script.get("/api/table", headers={"Authorization": header}),
        script.post("/api/commands", json=CARD, headers={"Authorization": header}),
    ):
        assert code(answer) == (401, "bad-token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_is_good_for_its_own_seat_only(script: FlaskClient) -> None:
    first = script.post("/api/seats", json={"seat": 0}).get_json()["token"]
    bearer = {"Authorization": f"Bearer {first}"}
    second = script.post("/api/seats", json={"seat": 1}, headers=bearer).get_json()["token"]
    assert script.get("/api/table?seat=1", headers=bearer).get_json()["seat"] == 0
    other = {"Authorization": f"Bearer {second}"}
    assert script.get("/api/table", headers=other).get_json()["seat"] == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_request_of_another_site_is_refused(
    script: FlaskClient, table: Any, headers: dict[str, str]
) -> None:
    before = table.seq
    for path, data in (
        ("/api/commands", {"command": "new", **TWO}),
        ("/api/seats", {"seat": 0}),
        ("/api/hands", {"do": "lift", "hole": "Ap1"}),
    ):
        assert code(script.post(path, json=data, headers=headers)) == (403, "foreign-origin")
    assert table.seq == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
    ],
)
def test_no_page_of_another_site_opens_a_hand(browser: Any, headers: dict[str, str]) -> None:
    """A link there would lead this browser, with its cookie, to its own hand."""
    assert code(browser.get("/api/hand?seat=0", headers=headers)) == (403, "foreign-origin")
    for own in ({"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {}):
        assert code(browser.get("/api/hand?seat=0", headers=own)) == (403, "forbidden")


def test_the_own_origin_is_fine(script: FlaskClient) -> None:
    answer = script.post(
        "/api/seats",
        json={"seat": 0},
        headers={"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8080", 200),
        ("192.168.1.20:8080", 200),
        ("[fe80::1]:8080", 200),
        ("trackside", 200),
        ("trackside.local", 200),
        ("board.fritz.box", 200),
        ("board.local.", 200),
        ("board.local.:8080", 200),
        ("fritz.box.evil.example", 421),
        ("evil.example", 421),
        ("evil.example.", 421),
        ("board.local..", 421),
    ],
)
def test_foreign_names_that_point_here_are_not_answered(
    script: FlaskClient, host: str, status: int
) -> None:
    assert script.get("/api/table", headers={"Host": host}).status_code == status


@pytest.mark.parametrize("path", ["/", "/join", "/static/icon.svg", "/api/table"])
@pytest.mark.parametrize("host", ["..local", "a..b", "a" * 64 + ".local"])
def test_a_host_that_is_no_name_is_refused_and_crashes_nothing(
    script: FlaskClient, host: str, path: str
) -> None:
    answer = script.get(path, headers={"Host": host})
    assert answer.status_code in {400, 421}
    assert answer.get_json()["error"]["code"] in {"malformed", "unknown-host"}


def test_a_name_in_the_settings_is_answered(table: Any, make_app: Callable[..., Any]) -> None:
    script = make_app(table, hosts=("board.example.org",)).test_client(use_cookies=False)
    assert script.get("/api/table", headers={"Host": "board.example.org"}).status_code == 200


def test_a_short_secret_is_refused(table: Any) -> None:
    from companion_web import WebConfig, create_app

    with pytest.raises(ValueError, match="16 letters"):
        create_app(WebConfig(secret_key="short"), table=table)


def test_templates_never_switch_escaping_off(root: Path) -> None:
    for path in (root / "companion_web" / "templates").rglob("*.html"):
        assert "|safe" not in path.read_text(encoding="utf-8").replace(" ", "")


def test_names_of_players_are_text_wherever_they_stand(
    make_table: Callable[..., Any], make_app: Callable[..., Any], make_browser: Callable[..., Any]
) -> None:
    evil = '<script>alert("1")</script>'
    browser = make_browser(make_app(make_table({**TWO, "names": [evil, "Ben"]})))
    for path in ("/", "/join", "/new"):
        text = browser.get(path).text
        assert evil not in text
        assert "alert(" not in text or "&lt;script" in text or "\\u003cscript" in text
