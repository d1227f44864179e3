"""The list of games that were played, its filters, records that are loaded by form, playing on."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from past_games import PastGames
from recorded import GAMES, TWO, Played
from service_here import ServiceHere
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion_web.pages import history

NAMED = {**TWO, "names": ["Anna", "Max"]}


@pytest.fixture
def shop(tmp_path: Path, make_table: Any) -> Iterator[PastGames]:
    with PastGames(tmp_path, make_table()) as made:
        yield made


def test_before_the_first_game_the_page_says_where_it_will_be(shop: PastGames) -> None:
    page = shop.client.get("/history").text
    assert "The first game will be here." in page
    assert 'href="/replay' not in page


def test_games_stand_newest_first_and_filters_choose_among_them(shop: PastGames) -> None:
    Played(NAMED, shop.journal).on(40)
    Played({**GAMES["wahoo"], "names": ["Dora", "max"]}, shop.journal).on(30)
    Played({**TWO, "names": ["", ""]}, shop.journal).on(4)
    shop.journal.open_game({"game": "no such game"}, {})
    page = shop.client.get("/history").text
    assert re.findall(r'href="/replay/(\d)"', page) == ["3", "2", "1"]
    assert "One game cannot be read." in page
    assert 'class="mini"' in page
    assert page.count(">max</option>") + page.count(">Max</option>") == 1  # one person
    chosen = {
        "who=Dora": ["2"],
        "who=Max": ["2", "1"],
        "who=max": ["2", "1"],
        "rules=fast_track.classic": ["3", "1"],
        "who=Dora&rules=fast_track.classic": [],
    }
    for query, left in chosen.items():
        assert re.findall(r'href="/replay/(\d)"', shop.client.get(f"/history?{query}").text) == left
    assert (
        "Kein Spiel passt."
        in shop.client.get("/history?who=Nobody", headers={"Accept-Language": "de"}).text
    )


def test_a_day_of_the_last_week_has_its_name_though_a_day_had_23_hours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On Monday 2026-03-30 at half past midnight, a day before was Saturday by the clock."""
    monday, hour = 1774823400, 3600
    with monkeypatch.context() as there:
        there.setenv("TZ", "Europe/Berlin")
        time.tzset()
        there.setattr(history, "say", lambda key: key.rpartition(".")[2])
        there.setattr(history, "date_text", str)
        there.setattr(time, "time", lambda: monday)
        told = [history._day(monday - ago * hour) for ago in (0, 12, 36, 120, 144, -24)]
    time.tzset()
    assert told == ["0", "6", "5", "1", "2026-03-23", "2026-03-31"]


def test_a_record_is_loaded_by_form_and_a_spoilt_one_is_refused_with_its_place(
    shop: PastGames, make_browser: Any
) -> None:
    Played(NAMED, shop.journal).on(30)
    shop.journal.close_game()
    raw = shop.get("/1/record").data
    browser = make_browser(shop.app)

    def load(data: bytes, name: str = "game.json") -> Any:
        # Of more than 500 KiB the client would make a temporary file, and never close it.
        file = FileStorage(io.BytesIO(data), name)
        boundary, body = encode_multipart({"csrf_token": browser.csrf, "file": file})
        return browser.client.post(
            "/history/load",
            data=body,
            content_type=f"multipart/form-data; boundary={boundary}",
            headers={"Origin": "http://localhost"},
        )

    spoilt = json.loads(raw)
    spoilt["rows"][5][2] = "X1-X2"
    for data, said in (
        (json.dumps(spoilt).encode(), "Row 6"),
        (json.dumps({**spoilt, "version": 3}).encode(), "version 3"),
        (b"{", "no record of a Trackside game"),
        (b"", "It is no record of a Trackside game."),
    ):
        answer = load(data)
        assert answer.status_code == 400
        assert said in answer.text
    assert "Choose a file first." in load(b"", "").text
    large = load(b" " * (512 * 1024))
    assert (large.status_code, "It is no record" in large.text) == (400, True), "not too large yet"
    assert load(b" " * (518 * 1024)).status_code == 413
    assert len(shop.get("").json["games"]) == 1
    assert "cannot be played" in load(json.dumps(spoilt).encode()).text
    browser.client.set_cookie("trackside_language", "de")
    german = load(json.dumps(spoilt).encode()).text
    assert "nicht geladen. Zeile 6, X1-X2, lässt sich nicht spielen." in german
    browser.client.delete_cookie("trackside_language")
    target = load(raw).headers["Location"]
    assert re.fullmatch(r"/replay/r[0-9a-f]{12}", target)
    assert "Loaded record" in browser.client.get(target).text
    long = raw + b" " * (200 * 1024)  # the check of the form's secret reads it first
    assert load(long).headers["Location"] == target
    as_json = {"X-CSRFToken": browser.csrf, "Origin": "http://localhost"}
    sent = browser.client.post(
        "/api/games", data=long, content_type="application/json", headers=as_json
    )
    assert (sent.status_code, sent.get_json()["name"]) == (200, target.rpartition("/")[2])


# ----------------------------------------------------------------------------------- playing on


def play_and_close(service: ServiceHere, actions: int) -> None:
    """Anna and Max play dealt cards, always the first action that is offered; then it is closed."""
    ask, do = service.get, service.post
    do("/api/commands", {"command": "new", **NAMED, "first": 0, "hands": "virtual"})
    seats = [do("/api/seats", {"seat": seat})["token"] for seat in (0, 1)]
    for _ in range(actions):
        acting = next(p["seat"] for p in ask("/api/table")["players"] if p["to_act"])
        action = ask("/api/table", seats[acting])["legal"][0]
        do("/api/commands", {"command": "act", "action": action}, seats[acting])
    do("/api/commands", {"command": "close"}, seats[0])


def test_a_new_game_goes_on_from_a_move_and_the_old_one_stays(tmp_path: Path) -> None:
    with ServiceHere(tmp_path) as service:
        ask, do = service.get, service.post
        play_and_close(service, 8)
        old = ask("/api/games/1")
        move = max(n for n, one in enumerate(old["moves"][1:]) if one["seat"] == 0)
        stands = ask(f"/api/games/1/moves/{move}")["position"]
        on = {"command": "play_on", "game": "1", "move": move, "names": ["Dora", ""]}
        do("/api/commands", {**on, "bots": ["", "good"]})
        view = ask("/api/table")
        assert (view["game"]["number"], view["can_undo"]) == (2, False)
        assert [(p["name"], p["bot"]) for p in view["players"]] == [("Dora", ""), ("", "good")]
        assert view["position"]["marbles"] == stands["marbles"]
        assert ask("/api/games/1") == old
        assert [game["name"] for game in ask("/api/games")["games"]] == ["2", "1"]


@pytest.mark.parametrize("move", [0, 2])
def test_whoever_plays_on_chooses_the_next_card(tmp_path: Path, move: int) -> None:
    """The card that was played there next is no part of what is played on."""
    with ServiceHere(tmp_path) as service:
        ask, do = service.get, service.post
        play_and_close(service, 7)
        assert ask(f"/api/games/1/moves/{move}")["position"]["card"] is None
        do("/api/commands", {"command": "play_on", "game": "1", "move": move})
        view = ask("/api/table")
        assert (view["card"], view["state"]) == (None, "choose_card")


def test_whoever_plays_on_reads_no_hand_of_the_game_before(tmp_path: Path) -> None:
    """The hands are dealt anew, as large as they were."""
    with ServiceHere(tmp_path) as service:
        ask, do = service.get, service.post

        def hands() -> list[list[str]]:
            """Both hands, before the game is closed."""
            tokens = [do("/api/seats", {"seat": seat})["token"] for seat in (0, 1)]
            told = [ask(f"/api/hand?seat={n}", token) for n, token in enumerate(tokens)]
            do("/api/commands", {"command": "close"}, tokens[0])
            return [[card["card"] for card in hand["cards"]] for hand in told]

        do("/api/commands", {"command": "new", **NAMED, "first": 0, "hands": "virtual"})
        before, found = hands(), []
        page = service.app.test_client().get("/replay/1/on?move=0").text
        assert "The cards are dealt anew." in page
        for _ in range(3):
            do("/api/commands", {"command": "play_on", "game": "1", "move": 0})
            found.append(hands())
        assert all(list(map(len, one)) == [5, 5] for one in (before, *found))
        assert before not in found
        assert len({str(one) for one in found}) > 1


@pytest.mark.parametrize("over", [True, False])
def test_whoever_plays_on_is_offered_only_moves_that_lead_on(shop: PastGames, over: bool) -> None:
    """At the end of a game the form stood there, and what it sent was refused."""
    Played({**GAMES["wahoo"], "names": ["Anna", "Max"]}, shop.journal).on(5_000 if over else 30)
    shop.journal.close_game()
    last = len(shop.get("/1").json["moves"]) - 1

    def shown(move: int | str, language: str = "en") -> tuple[int, bool, str]:
        """The status, whether there is a form to send, and what the page refuses."""
        asked = {"Accept-Language": language}
        answer = shop.client.get(f"/replay/1/on?move={move}", headers=asked)
        said = re.search(r'class="refusal"[^>]*>(.*?)</p>', answer.text)
        form = 'data-command="play_on"' in answer.text and 'action="/replay/1/on"' in answer.text
        return answer.status_code, form, said[1] if said else ""

    there = 409, False, "The game is over there. Choose an earlier move."
    german = 409, False, "Dort ist das Spiel vorbei. Wähl einen früheren Zug."
    onward = 200, True, ""
    assert shown(0) == shown(last - 1) == onward
    assert shown(last) == shown("") == (there if over else onward)
    assert shown(last, "de") == (german if over else onward)
    for beyond in (last + 1, -1):
        said = f"This game has {last} moves, so there is no move {beyond}."
        assert shown(beyond) == (404, False, said)
    said = f"Dieses Spiel hat {last} Züge, also keinen Zug {last + 1}."
    assert shown(last + 1, "de") == (404, False, said)


def test_what_comes_too_late_is_refused_without_a_form(shop: PastGames, make_browser: Any) -> None:
    Played(GAMES["wahoo"], shop.journal).on(5_000)
    shop.journal.close_game()
    browser, last = make_browser(shop.app), len(shop.get("/1").json["moves"]) - 1
    form = {"csrf_token": browser.csrf, "move": last, "names": ["", ""], "bots": ["", ""]}
    answer = browser.client.post("/replay/1/on", data=form, headers={"Origin": "http://localhost"})
    assert (answer.status_code, "The game is over there." in answer.text) == (409, True)
    assert 'data-command="play_on"' not in answer.text


def test_help_goes_on_with_its_person_and_not_with_the_seat(tmp_path: Path) -> None:
    """Anna changes seats and keeps hers; Cara is known; who is new has that of the table."""
    with ServiceHere(tmp_path) as service:
        do = service.post
        four = {**TWO, "players": [["A"], ["B"], ["C"], ["D"]]}
        who = {"names": ["Anna", "Max", "Dora", ""], "help": ["none", "hint", "none", "legal"]}
        do("/api/commands", {"command": "new", **four, **who, "first": 0})
        seat = do("/api/seats", {"seat": 3})["token"]
        client = service.app.test_client(use_cookies=False)
        assert client.put("/api/players/Cara", json={"help": "hint"}).status_code == 200
        do("/api/commands", {"command": "close"}, seat)
        on = {"command": "play_on", "game": "1", "move": 0}
        do("/api/commands", {**on, "names": ["Cara", "anna", "Zoe", ""]})
        assert helps(service) == ["hint", "none", "", "legal"]
        assert helps(service, REMOTE_ADDR="192.168.1.20") == [""] * 4
        seat = do("/api/seats", {"seat": 0})["token"]
        do("/api/commands", {"command": "close"}, seat)
        do("/api/commands", on)
        assert helps(service) == who["help"]


def helps(service: ServiceHere, **environ: str) -> list[str]:
    """The levels of help by seat, as the host is told them, or a phone that only watches."""
    client = service.app.test_client(use_cookies=False)
    told = client.get("/api/seats", environ_overrides=environ).json["seats"]
    return [line["help"] for line in told]
