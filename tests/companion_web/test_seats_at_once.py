"""Two phones want one seat, or a request is slow: what the person saw and asked for counts.

All of it on the real service: page, loop, table, journal.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from service_here import ServiceHere
from two_forms import first

from companion.errors import CommandRefused
from companion.model.commands import Caller, Card
from companion_web.api.table import carry_out

DEALT = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["D"], ["E"]],
    "names": ["Anna", "", "Ben"],
    "hands": "virtual",
}


@pytest.fixture
def here(tmp_path: Path) -> Iterator[ServiceHere]:
    service = ServiceHere(tmp_path)
    yield service
    service.close()


@pytest.fixture
def phones(here: ServiceHere, make_browser: Callable[..., Any]) -> Callable[..., list[Any]]:
    """So many phones that have the page of seats open, after a host has begun that game."""

    def opened(count: int = 2, **game: Any) -> list[Any]:
        host = make_browser(here.app)
        host.post("/api/commands", {"command": "new", **DEALT, **game})
        out = [make_browser(here.app, address=f"192.168.7.{n}") for n in range(2, count + 2)]
        for phone in out:
            phone.seen = fields(phone.get("/join").text)
        return [host, *out]

    return opened


def fields(page: str) -> dict[str, list[str]]:
    """The hidden fields of the form in which a seat is chosen, as the page was sent."""
    form = re.search(r'<form method="post" action="/join">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[1]):
        found.setdefault(name, []).append(value)
    found.pop("csrf_token")
    return found


def sit(phone: Any, seat: int) -> Any:
    """The phone asks for the seat that it saw on its page."""
    return phone.submit("/join", {**phone.seen, "seat": str(seat)})


def told(answer: Any) -> str:
    """The sentence that the page says first."""
    found = re.search(r'role="alert">([^<]*)<', answer.text)
    return html.unescape(found[1]) if found else ""


def offered(answer: Any) -> list[int]:
    """The seats that can still be chosen."""
    radios = re.findall(r'type="radio" name="seat" value="(\d)"([^>]*)>', answer.text)
    return [int(seat) for seat, rest in radios if " disabled" not in rest]


def holders(here: ServiceHere) -> list[bool]:
    players = here.service.loop.view(None).players
    return [here.service.loop.holder(p.seat) not in (None, "bot") for p in players]


@pytest.mark.parametrize("bots", [[], ["", "good", ""]])
def test_of_two_phones_that_want_one_seat_one_sits_and_the_other_sees_what_is_left(
    phones: Callable[..., list[Any]], here: ServiceHere, bots: list[str]
) -> None:
    _, first, second = phones(bots=bots)
    assert sit(first, 1).status_code == 303
    late = sit(second, 1)
    assert (late.status_code, told(late)) == (409, "This seat was just taken.")
    assert offered(late) == [0, 2]
    assert " checked" not in late.text, "a second tap must not take another seat"
    assert holders(here) == [False, True, False]
    assert second.get("/api/seats").get_json()["seats"][0]["yours"] is False
    second.seen = fields(late.text)
    assert sit(second, 2).status_code == 303


@pytest.mark.parametrize("bots", first(1, [[], ["", "good", ""]]))
def test_at_the_very_same_moment_exactly_one_sits(
    phones: Callable[..., list[Any]], here: ServiceHere, bots: list[str]
) -> None:
    for _ in range(5):
        _, *guests = phones(4, bots=bots)
        gate = Barrier(len(guests))

        def ask(phone: Any, gate: Barrier = gate) -> Any:
            gate.wait(10)
            return sit(phone, 1)

        with ThreadPoolExecutor(len(guests)) as pool:
            answers = list(pool.map(ask, guests))
        assert sorted(one.status_code for one in answers) == [303, 409, 409, 409]
        late = [one for one in answers if one.status_code == 409]
        assert {told(one) for one in late} == {"This seat was just taken."}
        assert holders(here) == [False, True, False]


def test_a_seat_that_was_seen_free_is_not_taken_from_a_bot_that_plays_there_since(
    phones: Callable[..., list[Any]], here: ServiceHere
) -> None:
    host, phone = phones(1)
    host.post("/api/commands", {"command": "hand_over", "seat": 1, "bot": "good"})
    late = sit(phone, 1)
    assert (late.status_code, told(late)) == (409, "A bot plays on this seat now.")
    assert here.service.loop.view(None).players[1].bot == "good"
    phone.seen = fields(late.text)
    assert sit(phone, 1).status_code == 303, "now it was seen, and asked for"


def test_a_slow_request_takes_no_seat_of_the_next_game(
    phones: Callable[..., list[Any]], here: ServiceHere
) -> None:
    host, phone = phones(1)
    host.post("/api/commands", {"command": "new", **DEALT})
    late = sit(phone, 1)
    said = "Another game has begun meanwhile. Choose a seat again."
    assert (late.status_code, told(late)) == (409, said)
    assert holders(here) == [False, False, False]
    refused = phone.post("/api/seats", {"seat": 1, "game": phone.seen["game"][0]})
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "other-game")


def test_between_bot_and_person_nobody_sees_an_empty_seat(
    phones: Callable[..., list[Any]], here: ServiceHere
) -> None:
    """The bot gets up and the person sits down in one step."""
    _, phone = phones(1, bots=["", "good", ""])
    loop, seen = here.service.loop, list[tuple[str, bool]]()

    def look(_: int) -> None:
        player = loop.view(None).players[1]
        seen.append((player.bot, player.taken))

    stop = loop.subscribe(look)
    assert sit(phone, 1).status_code == 303
    stop()
    assert seen
    assert ("", False) not in seen
    assert seen[-1] == ("", True)


def test_a_script_takes_a_bots_seat_in_one_step(
    phones: Callable[..., list[Any]], here: ServiceHere
) -> None:
    phones(0, bots=["", "good", ""])
    script = here.app.test_client(use_cookies=False)
    refused = script.post("/api/seats", json={"seat": 1})
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "seat-taken")
    assert script.post("/api/seats", json={"seat": 1, "bot": True}).status_code == 200
    assert here.service.loop.view(None).players[1].bot == ""


def test_whoever_has_lost_the_seat_meanwhile_plays_no_card_of_the_next_one_there(
    phones: Callable[..., list[Any]], here: ServiceHere
) -> None:
    """The command waits in the loop's queue while somebody else sits down."""
    _, first, second = phones(first=1)
    sit(first, 1)
    loop = here.service.loop
    stale = Caller(frozenset((1,)), name=loop.holder(1) or "")
    first.submit("/leave", {})
    assert sit(second, 1).status_code == 303
    card = loop.view(1).hand[0]
    with pytest.raises(CommandRefused, match="Take a seat first"):
        loop.submit(Card(card), stale)
    loop.submit(Card(card), Caller(frozenset((1,)), name=loop.holder(1) or ""))


def test_whoever_is_late_is_told_in_german_too(phones: Callable[..., list[Any]]) -> None:
    _, first, second = phones()
    sit(first, 1)
    second.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert told(sit(second, 1)) == "Dieser Platz wurde gerade genommen."


def test_a_seat_is_freed_only_of_whom_the_page_showed_there(
    phones: Callable[..., list[Any]], here: ServiceHere
) -> None:
    """The host's tap is slow: who sat there has got up, and somebody else sits there now."""
    host, first, second = phones()
    sit(first, 1)
    page = host.get("/join").text
    (button,) = re.findall(r'form="free" name="seat" value="([^"]+)"', page)
    first.submit("/leave", {})
    assert sit(second, 1).status_code == 303
    late = host.submit("/leave", {"seat": button})
    assert late.status_code == 409
    assert told(late) == "Somebody else sits there now."
    assert holders(here) == [False, True, False]
    page = host.get("/join").text
    (button,) = re.findall(r'form="free" name="seat" value="([^"]+)"', page)
    assert host.submit("/leave", {"seat": button}).status_code == 303
    assert holders(here) == [False, False, False]


def test_a_page_frees_a_seat_only_of_whom_it_was_told_of(
    phones: Callable[..., list[Any]], here: ServiceHere
) -> None:
    """The same by the panel of a chip: it says whom it saw there."""
    host, first, second = phones()
    sit(first, 1)
    seen = host.get("/api/seats").get_json()["seats"][1]["sitter"]
    assert second.get("/api/seats").get_json()["seats"][1].get("sitter", "") == ""
    first.submit("/leave", {})
    assert sit(second, 1).status_code == 303
    late = host.delete(f"/api/seats?seat=1&sitter={seen}")
    assert (late.status_code, late.get_json()["error"]["code"]) == (409, "seat-taken")
    assert holders(here) == [False, True, False]
    seen = host.get("/api/seats").get_json()["seats"][1]["sitter"]
    assert host.delete(f"/api/seats?seat=1&sitter={seen}").status_code == 200
    assert holders(here) == [False, False, False]


ALONE = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "count": "2",
    "players": ["A", "D"],
    "names": ["Anna", ""],
    "bots": ["", "beginner"],
    "hands": "virtual",
    "first": "0",
}
"""The set-up of a game of one person against a bot."""


def test_a_game_begins_also_where_its_seat_is_taken_before_its_host_sits_down(
    here: ServiceHere, make_browser: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def quicker(command: Any) -> Any:
        outcome = carry_out(command)
        here.service.loop.sit(0, "somebody quicker")
        return outcome

    monkeypatch.setattr("companion_web.pages.begun.carry_out", quicker)
    host = make_browser(here.app)
    begun = host.submit("/new", ALONE)
    assert (begun.status_code, begun.location) == (303, "/join")
    assert here.service.loop.holder(0) == "somebody quicker"
    assert "You can still watch." in host.get("/join").text or offered(host.get("/join")) == [1]


def test_whoever_sets_up_a_game_for_one_may_leave_the_seat_to_another_phone(
    here: ServiceHere, make_browser: Callable[..., Any]
) -> None:
    host, phone = make_browser(here.app), make_browser(here.app, address="192.168.7.2")
    begun = host.submit("/new", {**ALONE, "elsewhere": "1"})
    assert (begun.status_code, begun.location) == (303, "/join")
    assert holders(here) == [False, False]
    phone.seen = fields(phone.get("/join").text)
    assert sit(phone, 0).status_code == 303
    assert holders(here) == [True, False]
    host.submit("/new", ALONE)
    assert holders(here) == [True, False], "else who set it up sits there at once"
    told_more = host.get("/join").text
    assert "Tap a bot&#39;s seat to take that one, too." in told_more
