"""How it stands, and how it went: beside the table only, and never for who wants no help."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from recorded import TWO, Played
from service_here import ServiceHere

from companion.games.street_race import on_page
from companion.model.message import Message
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal
from companion_web.access.host import HostPin
from companion_web.context import EXTENSION

END = 'data-key="end-night"'
HANDS = {"names": ["Anna", "Max"], "hands": "virtual", "first": 0}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServiceHere]:
    """A service whose open game is just over."""
    (tmp_path / "board-id").write_text("house", encoding="utf-8")
    journal = SqlJournal(
        sqlite_url(tmp_path / "journal.db"), board_id="house", revision="1", wall=time.time
    )
    assert Played({**TWO, **HANDS}, journal).on(5_000).result().over
    journal.close()
    service = ServiceHere(tmp_path)
    yield service
    service.close()


def page(service: ServiceHere, path: str, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return service.app.test_client(use_cookies=False).get(path, headers=headers)


def test_the_end_has_curve_replay_night_and_the_way_out_of_it(house: ServiceHere) -> None:
    shown = page(house, "/").text
    assert "Who was winning" in shown
    assert shown.count('class="tl-line"') == 2
    turned = re.search(
        r'<b>The turning point:</b> <a href="/replay/1\?move=(\d+)">Move \1</a>\.</span> '
        r"<span>(?:Anna|Max) .*\.</span> "
        r"<span>(?:Anna|Max)(?:'|&#39;)s chance: from \d+ to \d+ %\.</span></p>",
        shown,
    )
    assert turned
    there = page(house, f"/replay/1?move={turned[1]}").text
    assert "<h2>The turning point</h2>" in there
    assert 'href="/replay/1" data-key="watch-it"' in shown
    assert '<a class="button" data-key="watch" href="/replay/1">' in shown
    assert END in shown
    assert re.search(r'night-panel".*Anna.*Max|night-panel".*Max.*Anna', shown, re.S)
    part = page(house, "/stands/part").text
    assert "Who was winning" in part
    assert "<html" not in part


def test_the_night_is_ended_only_while_it_goes_on_and_by_who_may(house: ServiceHere) -> None:
    """Else the key would only be refused; who sits or has the PIN may, where there is one."""
    here = house.app.extensions[EXTENSION]
    open_to_all, here.pin = here.pin, HostPin("2468")
    assert END not in page(house, "/").text
    assert not page(house, "/api/table").json["page"]["end"]["night"]
    here.pin = open_to_all
    assert page(house, "/api/table").json["page"]["end"]["night"]
    client = house.app.test_client(use_cookies=False)
    assert client.post("/api/night/end", json={}).status_code == 200
    assert END not in page(house, "/").text
    reopened = client.post("/api/night/reopen", json={})
    assert reopened.json["night"]["ended"] is None


@pytest.mark.parametrize(
    ("who", "pin", "may"),
    [
        ("a guest", "", False),
        ("a guest", "2468", False),
        ("who sits there", "2468", True),
        ("who entered the PIN", "2468", True),
        ("who began the game", "", True),
        ("the board's own page", "", True),
        ("the board's own page", "2468", False),
    ],
)
def test_again_stands_there_for_exactly_those_who_may_begin_it(
    house: ServiceHere, make_browser: Any, who: str, pin: str, may: bool
) -> None:
    """Somebody sits at the table, so a guest may not. A host without a seat saw no key."""
    house.app.extensions[EXTENSION].pin = HostPin(pin)
    phone = make_browser(house.app, address="192.168.1.20")
    assert phone.post("/api/seats", {"seat": 1}).status_code == 200
    if who != "who sits there":
        own = who == "the board's own page"
        phone = make_browser(house.app, address="127.0.0.1" if own else "192.168.1.21")
    if who == "who entered the PIN":
        phone.submit("/host", {"pin": pin})
    if who == "who began the game":
        with phone.client.session_transaction() as kept:
            kept["host"] = house.get("/api/table")["game"]["id"]
    end = phone.get("/api/table").json["page"]["end"]
    assert (end["again"], end["undo"], end["night"]) == (may, may, may)
    assert ('data-key="again"' in phone.get("/").text) is may
    assert phone.post("/api/commands", {"command": "again"}).status_code == (200 if may else 403)


def test_after_the_night_the_first_page_is_at_rest_and_the_game_in_the_history(
    house: ServiceHere,
) -> None:
    """Before, the table showed its finished game for good, and Play now was gone."""
    shown = page(house, "/").text
    assert "Again, same seats" in shown
    assert "Play now" not in shown
    assert house.app.test_client(use_cookies=False).post("/api/night/end", json={}).json
    shown = page(house, "/").text
    assert "Nobody plays yet." in shown
    assert "Play now" in shown
    assert re.search(r"Same seats again.*Anna, Max", shown, re.S)
    assert 'href="/replay/1"' in page(house, "/history").text
    assert page(house, "/api/night").json["night"]["games"]


def test_how_it_stands_is_told_to_players_alone_and_to_none_who_want_no_help(
    house: ServiceHere,
) -> None:
    house.post("/api/commands", {"command": "new", **TWO, **HANDS, "help": ["", "none"]})
    anna, max_ = (house.post("/api/seats", {"seat": n})["token"] for n in (0, 1))
    assert page(house, "/stands/part").status_code == 403
    refused = page(house, "/stands/part", max_)
    assert refused.status_code == 403
    for said in ("Wide open", "Chance to win", "tl-line", "%"):
        assert said not in refused.text
    told = page(house, "/stands/part", anna)
    assert told.status_code == 200
    assert "Chance to win · Wide open" in told.text
    assert "%" not in told.text
    assert "Who was winning" not in page(house, "/", anna).text


def test_without_scripts_it_is_a_page_of_its_own(house: ServiceHere) -> None:
    assert page(house, "/stands").headers["Location"] == "/"  # the end of a game tells it there
    house.post("/api/commands", {"command": "new", **TWO, **HANDS, "help": ["", "none"]})
    anna, max_ = (house.post("/api/seats", {"seat": n})["token"] for n in (0, 1))
    told = page(house, "/stands", anna).text
    assert "<h1>How it stands</h1>" in told
    assert "Wide open" in told
    assert 'href="/stands"' in page(house, "/", anna).text
    assert page(house, "/stands", max_).status_code == 403
    assert 'href="/stands"' not in page(house, "/", max_).text


def test_without_a_game_nothing_stands_in_any_way(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    """The page spoke of players who want no help."""
    answer = make_browser(make_app(make_table())).get("/stands", headers={"Accept-Language": "de"})
    assert answer.status_code == 409
    assert "Es läuft kein Spiel; beginne zuerst eines." in answer.text
    assert 'href="/new"' in answer.text


def test_the_television_has_the_curve_where_the_host_opens_it(house: ServiceHere) -> None:
    """Without a PIN this machine is the host's; a phone that opens the same address is not."""
    client = house.app.test_client(use_cookies=False)
    house.post("/api/commands", {"command": "new", **TWO, **HANDS})
    assert "tv-curve" in client.get("/tv?curve").text
    assert "tv-curve" in client.get("/tv/side?curve").text
    assert "tv-curve" not in client.get("/tv").text
    phone = {"REMOTE_ADDR": "192.168.1.20"}
    assert "tv-curve" not in client.get("/tv?curve", environ_overrides=phone).text


def test_a_game_of_the_night_has_its_curve_in_small(house: ServiceHere) -> None:
    assert page(house, "/night").text.count('class="mini"') == 1


def test_a_phone_reads_there_which_street_farsight_shows_ff_141(
    house: ServiceHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with no help; the column beside the board and the television have it, too."""
    signs = tuple(Message("street.sign.ahead", {"n": f"{n}+"}) for n in (4, 5))
    three = {"game": "fhtagn", "players": [["A"], ["B"], ["C"]], "names": ["", "", ""]}
    asked = {**three, "hands": "virtual", "help": ["none", "", ""]}
    for shown in ((), signs):
        monkeypatch.setattr(on_page, "coming", lambda _, shown=shown: shown)
        house.post("/api/commands", {"command": "new", **asked})
        red, orange = (house.post("/api/seats", {"seat": n})["token"] for n in (0, 1))
        assert ('href="/stands">Next street' in page(house, "/", red).text) is bool(shown)
        assert 'href="/stands">How it stands' in page(house, "/", orange).text
        assert page(house, "/stands", red).status_code == (200 if shown else 403)
        assert "Chance to win" not in page(house, "/stands", red).text
        for path, token in (("/stands", red), ("/stands", orange), ("/", red), ("/tv", "")):
            told = page(house, path, token).text
            assert ("<b>↑4+</b><b>↑5+</b>" in told) is bool(shown), path
            assert ('class="coming"' in told) is bool(shown), path
