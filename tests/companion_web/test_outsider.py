"""Hidden cards show in nothing that others can ask for: every page and route, told twice.

Two services have the same game in the same position; only the cards of seat 0 and what is still to
be drawn are others. An outsider and another seat ask for all there is, and may find no difference.
In butterfly no card is held: what is drawn is played. The stream and what hands do there:
``tests/end_to_end/test_hidden_hands.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from recorded import GAMES, Played
from service_here import ServiceHere

from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal
from engine.registry import RULES_REVISION

ORDERS = {
    "classic": {**GAMES["fast_track"], "hands": "virtual"},
    "stevens": {**GAMES["fast_track"], "rules": "stevens", "hands": "virtual"},
    "street": GAMES["fhtagn"],
}
ASKED = (
    *("/api/hand?seat=0", "/api/rewind?move=1", "/api/table?watch", "/tv/side", "/tv?calm"),
    *("/api/games/1", "/api/games/1/record", "/api/games/1/moves/1"),
    *("/replay/1", "/replay/1/board", "/replay/1/record", "/replay/1/picture.svg", "/replay/1/on"),
    *("/night/1.csv", "/night/1.json", "/night/1.bgsplay"),
)
"""Addresses with a name or a question in them; all others are found by their routes."""
OWN = re.compile(
    r'name="csrf[-_]token" (?:content|value)="[^"]*"|value="[^"]{80,}"|"csrf":"[^"]*"'
    r"|127\.0\.0\.1:\d+|\b[0-9a-f]{12}\b|<path[^>]*>|\d+:\d\d|"
    r'"sitter":"[^"]*"'
)
"""What is of one service or one moment, whoever holds what: tokens, ids, QR codes, sitters."""


def lain(order: dict[str, Any]) -> dict[str, Any]:
    """A position of that game in which a card is to be chosen."""
    played = Played(order)
    for _ in range(400):
        played.on(1)
        data = played.game.position.to_json()
        ready = data.get("card", "") is None if "dealt" in data else not data.get("since")
        if ready and data.get("phase", "act") == "act" and played.game.position.to_act == {0}:
            return data
    raise AssertionError("seat 0 never chooses a card")


def others(data: dict[str, Any]) -> dict[str, Any]:
    """The same position with other hidden cards: seat 0 holds what lay deepest in the deck."""
    if "dealt" in data:
        mine, *rest = data["dealt"]
        held, deck = mine["hand"], mine["deck"]
        known = [card for card in deck if card not in held][-len(held) :]
        deep = list(deck)
        for card in known:
            deep.remove(card)
        assert len(known) == len(held)
        return {**data, "dealt": [{**mine, "hand": known, "deck": [*held, *deep]}, *rest]}
    held, pile = data["hands"]["A"], data["pile"]
    taken = pile[-len(held) :]
    hands = {**data["hands"], "A": sorted(taken)}
    return {**data, "hands": hands, "pile": [*pile[: -len(held)], *held]}


@contextmanager
def served(folder: Path, order: dict[str, Any], data: dict[str, Any]) -> Iterator[ServiceHere]:
    """A service in which the game stands so, without a board."""
    folder.mkdir()
    (folder / "board-id").write_text("house", encoding="utf-8")
    journal = SqlJournal(
        sqlite_url(folder / "journal.db"),
        board_id="house",
        revision=RULES_REVISION,
        wall=lambda: 1_800_000_000.0,
    )
    Played(order, journal)
    journal.append("edit", "", {"position": data})
    journal.close()
    service = ServiceHere(folder)
    yield service
    service.close()


def told(service: ServiceHere, seat: int | None, *asked: str) -> dict[str, str]:
    """All that somebody is told, or only what is ``asked``: address → status and text."""
    client = service.app.test_client(use_cookies=False)
    headers = {}
    if seat is not None:
        token = client.post("/api/seats", json={"seat": seat}).get_json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
    rules = [one for one in service.app.url_map.iter_rules() if "GET" in (one.methods or ())]
    plain = [one.rule for one in rules if not one.arguments and one.rule != "/api/stream"]
    assert len(plain) > 35
    found = {}
    for address in asked or (*plain, *ASKED):
        answer = client.get(address, headers=headers, buffered=True)
        assert answer.status_code < 500, address
        found[address] = f"{answer.status_code} {OWN.sub('', answer.text)}"
    return found


@pytest.mark.parametrize(
    "name",
    ["street", *(pytest.param(n, marks=pytest.mark.slow) for n in ("classic", "stevens"))],
)
def test_nothing_that_others_may_ask_for_tells_hidden_cards(tmp_path: Path, name: str) -> None:
    data = lain(ORDERS[name])
    with ExitStack() as both:
        one, two = (
            both.enter_context(served(tmp_path / folder, ORDERS[name], stands))
            for folder, stands in (("one", data), ("two", others(data)))
        )
        for seat in (None, 1):
            seen, again = told(one, seat), told(two, seat)
            assert {a: seen[a] for a in seen if seen[a] != again[a]} == {}, seat
        assert told(one, 0, "/api/table") != told(two, 0, "/api/table")
