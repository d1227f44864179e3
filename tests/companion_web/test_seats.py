"""Who sees and does what: the table's own browser, seats, several seats on one tablet, no leaks."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from service_here import ServiceHere

from companion.model.commands import HandOver

TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
CARD = {"command": "card", "card": "6"}


def sit_button(page: str) -> tuple[str, str]:
    """The seat that is chosen on the page, if one is, and what the button says that sits down."""
    chosen = "".join(re.findall(r'name="seat" value="(\d)"[^>]* checked', page))
    (button,) = re.findall(r"data-sit[^>]*>([^<]*)<", page)
    return chosen, html.unescape(button)


def honey(page: str) -> list[str]:
    """What the leading buttons of the page say."""
    sheet = page[page.index("data-join") :]
    return re.findall(r'class="[^"]*\bhoney\b[^"]*"[^>]*>([^<]*)<', sheet)


def test_a_browser_without_a_seat_plays_for_the_table_with_open_cards(browser: Any) -> None:
    assert browser.post("/api/commands", CARD).status_code == 200
    assert browser.get("/api/table").get_json()["position"]["card"] == "6"


def test_with_dealt_hands_a_browser_needs_a_seat(
    dealt: Any, make_app: Callable[..., Any], make_browser: Callable[..., Any]
) -> None:
    browser = make_browser(make_app(dealt))
    refused = browser.post("/api/commands", CARD)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (403, "no-seat")
    assert browser.get("/api/table").get_json()["hand"] is None
    assert browser.submit("/join", {"seat": "0"}).headers["Location"] == "/"
    hand = browser.get("/api/table").get_json()["hand"]
    assert len(hand) == 5
    card = next(card for card in hand)
    assert browser.post("/api/commands", {"command": "card", "card": card}).status_code == 200


def test_a_browser_with_a_seat_acts_only_for_it(app: Any, make_browser: Any) -> None:
    green = make_browser(app)
    assert green.post("/api/seats", {"seat": 1}).status_code == 200
    refused = green.post("/api/commands", CARD)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "not-your-turn")


def test_one_screen_takes_all_seats_at_once(
    app: Any, dealt: Any, make_app: Callable[..., Any], make_browser: Callable[..., Any]
) -> None:
    """Two taps from the table; not offered once somebody sits elsewhere, or cards lie open."""
    hidden = make_app(dealt)
    screen, phone = make_browser(hidden), make_browser(hidden)
    key = "All seats on this screen"
    assert key in screen.get("/join").text
    assert screen.submit("/join", {"all": "1", "game": "another"}).status_code == 409
    game = screen.get("/api/table").get_json()["game"]["id"]
    assert screen.submit("/join", {"all": "1", "game": game}).headers["Location"] == "/"
    seats = screen.get("/api/seats").get_json()["seats"]
    assert [one["yours"] for one in seats] == [True, True]
    assert screen.get("/api/table").get_json()["hand"] is None, "face down"
    assert key not in phone.get("/join").text
    screen.submit("/leave", {})
    phone.submit("/join", {"seat": "0"})
    assert key not in screen.get("/join").text
    late = screen.submit("/join", {"all": "1", "game": game})  # drawn before the phone sat down
    assert (late.status_code, "This seat was just taken." in late.text) == (409, True)
    seats = screen.get("/api/seats").get_json()["seats"]
    assert [one["yours"] for one in seats] == [False, False]
    assert key not in make_browser(app).get("/join").text


def test_one_tablet_holds_several_seats_and_shows_the_one_to_act(
    dealt: Any, make_app: Callable[..., Any], make_browser: Callable[..., Any]
) -> None:
    tablet = make_browser(make_app(dealt))
    assert tablet.get("/api/table").get_json()["seat"] is None
    for seat in (1, 0):
        tablet.post("/api/seats", {"seat": seat})
    assert tablet.get("/api/table").get_json()["seat"] == 0
    assert tablet.get("/api/table?seat=1").get_json()["seat"] == 1
    assert tablet.get("/api/table?seat=5").get_json()["seat"] == 0
    assert tablet.get("/api/table?seat=x").get_json()["seat"] == 0


def test_a_seat_survives_the_browser_and_is_offered_again_after_a_new_game(
    app: Any, make_browser: Callable[..., Any]
) -> None:
    browser = make_browser(app)
    browser.submit("/join", {"seat": "1"})
    assert "your seat" in browser.get("/join").text
    browser.post("/api/commands", {"command": "new", **TWO})
    again = browser.get("/join").text
    assert "your seat before" in again
    assert "Sit there again" in again


def test_the_first_free_seat_is_chosen_beforehand_and_the_button_names_it(
    table: Any, app: Any, make_browser: Callable[..., Any], monkeypatch: Any
) -> None:
    """Nobody reads the browser's own words for a field that was left open."""
    assert sit_button(make_browser(app).get("/join").text) == ("0", "Sit at Red")
    make_browser(app).submit("/join", {"seat": "0"})
    late = make_browser(app)
    assert sit_button(late.get("/join").text) == ("1", "Sit at Green")
    shown = table.view(None)
    bot = msgspec.structs.replace(shown.players[1], bot="good")
    with_bot = msgspec.structs.replace(shown, players=[shown.players[0], bot])
    monkeypatch.setattr(table, "view", lambda audience: with_bot)
    assert sit_button(late.get("/join").text) == ("1", "Take the bot's seat")


@pytest.mark.parametrize("bot", ["", "good"])
def test_who_sits_already_is_led_to_the_table_and_takes_no_other_seat_unawares(
    table: Any, app: Any, make_browser: Callable[..., Any], monkeypatch: Any, bot: str
) -> None:
    player = make_browser(app)
    player.submit("/join", {"seat": "0"})
    shown = table.view(None)
    other = msgspec.structs.replace(shown.players[1], bot=bot)
    with_bot = msgspec.structs.replace(shown, players=[shown.players[0], other])
    monkeypatch.setattr(table, "view", lambda audience: with_bot)
    page = player.get("/join").text
    assert honey(page) == ["To the table"]
    assert sit_button(page) == ("", "Take one more seat")
    nothing = player.submit("/join", {})
    assert nothing.status_code == 400
    assert "Tap a free seat first." in nothing.text


def test_without_scripts_the_key_of_a_seat_that_is_waited_for_leads_to_it_chosen(
    dealt: Any, make_app: Callable[..., Any], make_browser: Callable[..., Any]
) -> None:
    app = make_app(dealt)
    player = make_browser(app)
    player.submit("/join", {"seat": "1"})
    page = player.get("/").text
    (key,) = re.findall(r'<a class="button[^"]*" href="([^"]+)"[^>]*>Take Red&#39;s seat<', page)
    there = player.get(key).text
    assert sit_button(there) == ("0", "Sit at Red")
    assert honey(there) == ["Sit at Red"]
    for nobodys in ("/join?seat=7", "/join?seat=x"):
        assert sit_button(player.get(nobodys).text) == ("", "Take one more seat")
    make_browser(app).submit("/join", {"seat": "0"})
    assert " checked" not in player.get(key).text


def test_without_scripts_who_sits_tells_who_plays_on_there(
    dealt: Any, make_app: Callable[..., Any], make_browser: Callable[..., Any]
) -> None:
    """The panel that does so else is a script's."""
    app = make_app(dealt)
    sitter, other = make_browser(app), make_browser(app, address="192.168.1.9")
    sitter.submit("/join", {"seat": "1"})
    form = re.search(r'<noscript>(<form class="hand-name".*?)</noscript>', sitter.get("/join").text)
    assert form
    fields = dict(re.findall(r'name="(hand|name)" value="([^"]*)"', form[1]))
    assert fields == {"hand": "1", "name": ""}
    sitter.submit("/join", fields | {"name": "Cara"})
    command, caller = dealt.commands[-1]
    assert (command, caller.seats) == (HandOver(1, "Cara"), {1})
    assert "hand-name" not in other.get("/join").text


def test_without_scripts_a_refused_hand_over_keeps_its_form_with_the_reason_and_what_was_typed(
    tmp_path: Path, make_browser: Callable[..., Any]
) -> None:
    """It led to a page of errors, and the name was gone."""
    service = ServiceHere(tmp_path)
    hands = {"names": ["Anna", "Max"], "hands": "virtual"}
    service.post("/api/commands", {"command": "new", **TWO, **hands})
    phone = make_browser(service.app, address="192.168.1.9")
    for seat, one in enumerate((make_browser(service.app), phone)):
        one.submit("/join", {"seat": str(seat)})
    for typed, reason in (
        ("ANNA", "Two players would be called ANNA. Change one name."),
        ("Red", "Red is the colour of another player. Change the name."),
        ("<Anna & Co. of the seas>", "A name has at most 18 letters."),
    ):
        refused = phone.submit("/join", {"hand": "1", "name": typed})
        assert refused.status_code in (400, 409)
        form = re.search(r'<noscript>(<form class="hand-name".*?)</noscript>', refused.text)
        assert form
        assert f'value="{html.escape(typed)}"' in form[1]
        assert f'role="alert">{reason}</p>' in form[1]
        assert 'aria-invalid="true"' in form[1]
    refused = phone.submit("/join", {"hand": "0", "name": "Cara"})
    assert refused.status_code == 403
    assert "Only who sits there, or the host, can hand this seat on." in refused.text
    assert phone.submit("/join", {"hand": "0x", "name": "Cara"}).status_code == 400
    assert phone.submit("/join", {"hand": "1", "name": "Cara"}).headers["Location"] == "/"
    assert [one["name"] for one in service.get("/api/table")["players"]] == ["Anna", "Cara"]
    service.close()


def test_a_taken_seat_shows_the_free_ones(app: Any, make_browser: Callable[..., Any]) -> None:
    first, second = make_browser(app), make_browser(app)
    first.submit("/join", {"seat": "0"})
    late = second.submit("/join", {"seat": "0"})
    assert late.status_code == 409
    assert "just taken" in late.text
    assert 'value="1"' in late.text
    assert first.submit("/leave", {}).headers["Location"] == "/join"
    assert second.submit("/join", {"seat": "0"}).status_code == 303


@pytest.mark.parametrize("seat", ["first", "9" * 5000, "1x"])
def test_what_is_no_seat_is_refused(app: Any, make_browser: Callable[..., Any], seat: str) -> None:
    assert make_browser(app).submit("/leave", {"seat": seat}).status_code in (400, 404)


def test_who_finds_no_seat_is_not_asked_where_they_sit(
    app: Any, make_browser: Callable[..., Any]
) -> None:
    first, second = make_browser(app), make_browser(app)
    for seat in ("0", "1"):
        first.submit("/join", {"seat": seat})
    page = second.get("/join").text
    assert "All seats are taken. You can still watch." in page
    assert "Where do you sit?" not in page


def test_with_dealt_hands_only_holder_and_host_free_a_seat(
    make_table: Callable[..., Any],
    make_app: Callable[..., Any],
    make_browser: Callable[..., Any],
) -> None:
    app = make_app(make_table(None))
    host, guest, stranger = (make_browser(app, address=f"192.168.7.{n}") for n in (1, 2, 3))
    assert (
        host.post("/api/commands", {"command": "new", **TWO, "hands": "virtual"}).status_code == 200
    )
    guest.submit("/join", {"seat": "0"})
    guest.post("/api/seats", {"seat": 1})
    refused = stranger.delete("/api/seats?seat=0")
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (403, "not-host")
    assert "Free this seat" not in stranger.get("/join").text
    assert stranger.submit("/leave", {"seat": "0"}).status_code == 403
    frees = {
        who: [line["may_free"] for line in who.get("/api/seats").get_json()["seats"]]
        for who in (host, guest, stranger)
    }
    assert list(frees.values()) == [[True, True], [True, True], [False, False]]
    assert "Free the seat of Red" in host.get("/join").text
    assert host.delete("/api/seats?seat=0").status_code == 200
    free = {line["seat"]: line["taken"] for line in host.get("/api/seats").get_json()["seats"]}
    assert free == {0: False, 1: True}
    assert guest.delete("/api/seats?seat=1").status_code == 200
    assert not any(line["taken"] for line in host.get("/api/seats").get_json()["seats"])


def test_the_table_is_told_that_the_host_asks(
    make_table: Callable[..., Any],
    make_app: Callable[..., Any],
    make_browser: Callable[..., Any],
) -> None:
    """With dealt hands the host takes back what anybody has played, and without a seat."""
    table = make_table(None)
    app = make_app(table)
    host, guest = (make_browser(app, address=f"192.168.7.{n}") for n in (1, 2))
    host.post("/api/commands", {"command": "new", **TWO, "hands": "virtual"})
    guest.post("/api/seats", {"seat": 1})
    for browser in (host, guest):
        browser.post("/api/commands", {"command": "undo"})
    assert [caller.host for _, caller in table.commands[-2:]] == [True, False]


def test_the_host_of_an_earlier_game_is_no_host_of_the_next(
    make_table: Callable[..., Any],
    make_app: Callable[..., Any],
    make_browser: Callable[..., Any],
) -> None:
    app = make_app(make_table(None))
    first, second, guest = (make_browser(app, address=f"192.168.7.{n}") for n in (1, 2, 3))
    for host in (first, second):
        host.post("/api/commands", {"command": "new", **TWO, "hands": "virtual"})
    guest.post("/api/seats", {"seat": 0})
    assert first.delete("/api/seats?seat=0").status_code == 403
    assert second.submit("/leave", {"seat": "0"}).headers["Location"] == "/join"
    assert guest.get("/api/table").get_json()["seat"] is None


def test_with_open_cards_any_browser_frees_a_seat_but_a_program_only_its_own(
    app: Any, script: Any, browser: Any
) -> None:
    script.environ_base["REMOTE_ADDR"] = "192.168.7.4"
    tokens = [script.post("/api/seats", json={"seat": seat}).get_json()["token"] for seat in (0, 1)]
    bearer = {"Authorization": f"Bearer {tokens[0]}"}
    assert script.delete("/api/seats?seat=1", headers=bearer).status_code == 403
    assert script.delete("/api/seats?seat=0", headers=bearer).status_code == 200
    assert browser.delete("/api/seats?seat=1").status_code == 200
    assert browser.delete("/api/seats?seat=1").status_code == 200
    assert browser.delete("/api/seats?seat=x").status_code == 400
    assert browser.delete("/api/seats?seat=7").get_json()["error"]["code"] == "unknown-seat"
    assert not any(line["taken"] for line in browser.get("/api/seats").get_json()["seats"])


def other_hands(table: Any, seat: int | None) -> list[list[str]]:
    """The hands that this audience must not see."""
    return [
        table.position.view(other.number)["hand"]
        for other in table.position.seats
        if other.number != seat
    ]


@given(deal=st.integers(0, 10**6), steps=st.integers(0, 6))
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_hand_of_another_seat_is_in_any_answer(
    make_table: Callable[..., Any], make_app: Callable[..., Any], deal: int, steps: int
) -> None:
    """FT-8: what a seat holds is for that seat alone, in the page's source and in the JSON.

    Two tables that differ in nothing but the other seat's cards must answer alike.
    """
    import random

    answers = []
    for swap in (0, 1):
        table = make_table()
        table._rng = HandRng(deal, swap)
        app = make_app(table)
        owner = app.test_client(use_cookies=False)
        owner.post("/api/commands", json={"command": "new", **TWO, "hands": "virtual"})
        token = owner.post("/api/seats", json={"seat": 0}).get_json()["token"]
        mine = {"Authorization": f"Bearer {token}"}
        dice = random.Random(deal)
        for _ in range(steps):
            legal = owner.get("/api/table", headers=mine).get_json()["legal"]
            if not legal or table.position.to_act != frozenset({0}):
                break
            text = dice.choice(sorted(legal))
            name = "card" if text.startswith("card:") else "act"
            body = {
                "command": name,
                "card" if name == "card" else "action": text.removeprefix("card:"),
            }
            owner.post("/api/commands", json=body, headers=mine)
        view = owner.get("/api/table", headers=mine)
        public = owner.get("/api/table")
        page = owner.get("/", headers=mine).text
        seats = owner.get("/api/seats").get_json()["seats"]
        for seat in seats:
            seat.pop("sitter", None)  # by which this machine says whom it saw: other in each table
        answers.append((view.data, public.data, strip_csrf(page), seats))
        assert public.get_json()["hand"] is None
        assert view.get_json()["hand"] == table.position.view(0)["hand"]
        assert other_hands(table, 0)
    assert answers[0] == answers[1]


class HandRng:
    """Shuffles the first deck alike in both tables, every later one differently."""

    def __init__(self, seed: int, salt: int) -> None:
        self._seed, self._salt, self._calls = seed, salt, 0

    def shuffle(self, items: list[str]) -> None:
        import random

        self._calls += 1
        salt = self._salt if self._calls == 2 else 0
        random.Random(self._seed * 100 + self._calls * 10 + salt).shuffle(items)


def strip_csrf(page: str) -> str:
    """A page without its CSRF values, which differ each time."""
    import re

    return re.sub(r'(content|value)="[\w.-]{60,}"', "", page)
