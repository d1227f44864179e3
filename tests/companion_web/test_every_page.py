"""What holds of every page that the web has: a new one is found by its route and held, too."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from every_page import REFUSED, LivedHouse
from flask import Flask
from recorded import GAMES, TWO, Played
from service_here import ServiceHere
from two_forms import first

from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal
from companion.words import keys
from companion_web.access.security import CONTENT_POLICY
from companion_web.gzip import EFFORT
from companion_web.words.texts import words_of

KB = 1000
POLICIES = (
    CONTENT_POLICY,
    # A picture to keep loads nothing at all, also where somebody opens it by itself.
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
)
FOREIGN = re.compile(r"""(?:href|src|action|srcset)="\s*(?:[a-z]+:)?//|url\(["']?(?:[a-z]+:)?//""")
ASKS = re.compile(r"(?:fetch|EventSource|import|WebSocket|sendBeacon|open)\(\s*[\"'`](?!/)")
STATIC = Path(__file__).resolve().parents[2] / "companion_web" / "static"


GAMES_SHOWN = ("fhtagn", "racepack", "fast_track", "wahoo")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(one, marks=pytest.mark.slow) if n else one for n, one in enumerate(GAMES_SHOWN)
    ],
)
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    made = LivedHouse(tmp_path_factory.mktemp("house"), GAMES[request.param])
    yield made
    made.close()


def got(app: Flask, address: str, **headers: str) -> Any:
    client = app.test_client(use_cookies=False)
    return client.get(address, headers=headers, buffered=True)


@pytest.fixture(scope="module")
def english(house: LivedHouse) -> dict[str, Any]:
    """Every page of the house as whoever asks for no language gets it, fetched once."""
    return {address: got(house.app, address) for address in house.addresses()}


def loaded(text: str) -> set[str]:
    """What a browser gets for this page: styles, lights, pictures, scripts and their imports, and
    the board as data, which the table's script asks for.
    """
    found = set(re.findall(r'(?:href|src)="(/(?:static/|lights\.css)[^"]+)"', text))
    new = {one for one in found if one.endswith(".js")}
    while new:
        scripts = [(one, (STATIC.parent / one.lstrip("/")).read_text("utf-8")) for one in new]
        names = {
            f"{one.rpartition('/')[0]}/{name}"
            for one, script in scripts
            for name in re.findall(r'from "\./([\w./]+)"', script)
        }
        new = names - found
        found |= new
    return found | ({"/api/board"} if "/static/js/table.js" in found else set())


def scales(app: Flask) -> Callable[[set[str]], int]:
    """Tells what addresses weigh together as they are sent; each is asked for once."""
    weights: dict[str, int] = {}

    def weigh(addresses: set[str]) -> int:
        for one in addresses - weights.keys():
            weights[one] = len(got(app, one, **{"Accept-Encoding": "gzip"}).data)
        return sum(weights[one] for one in addresses)

    return weigh


def plain(text: str) -> str:
    """What people read of a page."""
    return re.sub(r"<script.*?</script>|<[^>]*>", " ", text, flags=re.DOTALL)


class Forms(HTMLParser):
    """The ways in which the forms of a page can be sent: whether a field of theirs is a secret, and
    by which methods.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, set[str], bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form begins, or has one more field."""
        told = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.found.append((told.get("action", ""), {told.get("method", "get").lower()}, False))
        elif self.found and tag in ("input", "button"):
            action, methods, secret = self.found[-1]
            methods = methods | ({told["formmethod"].lower()} if "formmethod" in told else set())
            self.found[-1] = (action, methods, secret or told.get("name") == "csrf_token")


def test_no_form_sends_its_secret_in_an_address(english: dict[str, Any]) -> None:
    secrets = 0
    for address, answer in english.items():
        if answer.mimetype == "text/html":
            forms = Forms()
            forms.feed(answer.text)
            for action, methods, secret in forms.found:
                assert not secret or methods == {"post"}, (address, action)
                secrets += secret
    assert secrets > 30


@pytest.mark.parametrize(
    ("sent", "shown"),
    [("/new/look", "/new"), ("/house/look", "/house/look"), ("/house/change", "/house/change")],
)
def test_a_form_that_only_looks_leads_to_an_address_without_its_secret(
    browser: Any, sent: str, shown: str
) -> None:
    told = [("game", "fast_track"), ("count", "2"), ("names", "Ä & B"), ("names", "")]
    body = {"game": "fast_track", "count": "2", "names": ["Ä & B", ""]}
    answer = browser.submit(sent, body)
    assert (answer.status_code, answer.location) == (303, f"{shown}?{urlencode(told)}")
    assert browser.get(answer.location).status_code == 200


def test_every_page_is_there_safe_light_in_both_languages_and_all_of_this_house(
    house: LivedHouse, english: dict[str, Any]
) -> None:
    """A page weighs 40 kB with all that it loads, one with a board 150 kB; none shows a key."""
    weigh = scales(house.app)
    known = {*keys(), *words_of("en")}
    pages = 0
    for address in house.addresses():
        answer = got(house.app, address, **{"Accept-Language": "de"})
        assert answer.status_code in (200, REFUSED.get(address)), address
        assert answer.headers["Content-Security-Policy"] in POLICIES, address
        if answer.mimetype != "text/html":
            continue
        pages += 1
        text = answer.text
        assert not FOREIGN.search(text), address
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), address
        board = "data-hole=" in text or "data-space=" in text
        weight = len(gzip.compress(answer.data, EFFORT)) + weigh(loaded(text))
        assert weight <= (150 if board else 40) * KB, address
        assert 'lang="de"' in text or "<html" not in text, address
        assert plain(text) != plain(english[address].text), address
        shown = set(re.findall(r"\b[a-z_]+(?:\.[a-z_]+)+\b", plain(text))) & known
        assert not shown, (address, shown)
    assert pages > 35


@pytest.mark.parametrize("colours", first(1, ["AD", "ABCDEF"]))
def test_the_table_with_the_end_of_a_long_game_is_light(colours: str, tmp_path: Path) -> None:
    """Places, the curve of every move and the night stand beside the board."""
    (tmp_path / "board-id").write_text("house", encoding="utf-8")
    url = sqlite_url(tmp_path / "journal.db")
    journal = SqlJournal(url, board_id="house", revision="1", wall=time.time)
    names = [f"Maximilian-Gustav{n}" for n in range(len(colours))]
    order = {**TWO, "players": [[one] for one in colours], "names": names, "first": 0}
    assert Played(order, journal).on(5_000).result().over
    journal.close()
    house = ServiceHere(tmp_path)
    page = got(house.app, "/", **{"Accept-Language": "de"})
    weight = len(gzip.compress(page.data, EFFORT)) + scales(house.app)(loaded(page.text))
    house.close()
    assert page.text.count('class="tl-line"') == len(colours)
    assert weight <= 150 * KB


def test_no_style_and_no_script_names_another_host() -> None:
    files = [one for kind in ("*.css", "*.js") for one in STATIC.rglob(kind)]
    assert len(files) > 20
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\([\"']?(?:[a-z]+:)?//", text), file
        assert not ASKS.search(text), file
