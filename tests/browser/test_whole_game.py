"""One whole game on two screens: cards tapped, marbles lifted and put by clicks, until one wins.

Nothing bypasses the real thing: ``trackside play`` runs with its virtual board behind the
pseudo-terminal, and every marble is moved by clicks on holes that the page has lit.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from waiting import until

from engine.action import Action
from engine.boards.marble import board_for, track
from engine.events import Captured
from engine.game import Position
from engine.registry import REGISTRY

pytestmark = pytest.mark.needs_chromium

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Q", "K", "JOKER")
WAY = track("hex")
PLACES = board_for("hex").places
DEADLINE = 240.0
RESTART = 12
"""After so many moves the service ends and starts again."""


def progress(place: str, colour: str) -> float:
    """How far a marble has come, in steps; the ring counts as the short way that it is."""
    if place.startswith(f"{colour}h"):
        return 90.0 + 3 * int(place[-1])
    place = place.rstrip("*")
    if place in ("p", f"{colour}8"):
        return 0.0
    if place == "X":
        return 60.0
    if place.endswith("0") and place[1:] == "0":
        ring = [hole for hole in WAY if hole[1:] == "0"]
        left = (ring.index(f"{colour}0") - ring.index(place)) % len(ring)
        return 76.0 - 2 * left
    return 1.0 + (WAY.index(place) - WAY.index(f"{colour}9")) % len(WAY)


def score(position: Position, colour: str) -> float:
    data: Any = position.to_json()
    if data["winner"] is not None:
        return 1e6
    return sum(progress(place, colour) for place in data["marbles"][colour])


def plans(position: Position) -> list[tuple[str, Action]]:
    """Every card with every action it allows, but swaps (the table would have to ask)."""
    found = []
    for rank in RANKS:
        after = position.apply(f"card:{rank}").position
        found += [(rank, action) for action in after.legal() if "=" not in action.text]
    return found


class Player:
    """Chooses cards and moves for both seats: the first one with sense, the second by chance."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, position: Position) -> tuple[str, Action]:
        ways = plans(position)
        seat = next(iter(position.to_act))  # type: ignore[arg-type]
        if seat == 1:
            moving = [way for way in ways if way[1].displacements]
            return self.rng.choice(moving or ways)
        colour = position.seats[seat].colours[0]

        def worth(way: tuple[str, Action]) -> float:
            after, events = position.apply(f"card:{way[0]}").position.apply(way[1])
            takes = sum(isinstance(event, Captured) for event in events)
            again = after.to_act == position.to_act
            return score(after, colour) + 60 * takes + 6 * again

        # Going back over the own turn-in would be a short way home: the game is to go round.
        ways = [way for way in ways if way[0] != "4"]
        best = max(map(worth, ways))
        return self.rng.choice([way for way in ways if worth(way) == best])


SIT = """async seat => (await fetch('/api/seats', {method: 'POST', body: JSON.stringify({seat}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""


class Hands:
    """Play on two screens, each with its own seat, by clicking what is lit there."""

    def __init__(self, pages: Sequence[Any], service: Any) -> None:
        self.pages = pages
        self.page = pages[0]
        self.service = service
        self.clicks = 0
        for seat, page in enumerate(pages):
            assert page.page.evaluate(SIT, seat) == 200

    def position(self) -> Position:
        """As both screens show it; the next hand is that of who is to act."""
        view = self.service.get("api/table")
        for page in self.pages:
            page.drawn(view["seq"])
        acting = [player["seat"] for player in view["players"] if player["to_act"]]
        self.page = self.pages[acting[0] if acting else 0]
        position: Position = REGISTRY.game("fast_track").load(view["position"])
        return position

    def tap(self, hole: str) -> None:
        self.page.tap(hole)
        self.clicks += 1

    def lit(self, place: str, *roles: str) -> str:
        """A hole of that place that shows one of these lights; waits for it."""
        holes = PLACES[place].holes
        selector = ",".join(
            f'[data-hole="{hole}"][data-role="{role}"]' for hole in holes for role in roles
        )
        found = self.page.page.wait_for_selector(selector, state="attached")
        hole: str = found.get_attribute("data-hole")
        return hole

    def play(self, rank: str, action: Action) -> None:
        self.page.page.wait_for_selector(f'[data-card="{rank}"]')
        self.page.card(rank)
        for frm, to in action.displacements:
            self.tap(self.lit(frm, "movable"))
            self.tap(self.lit(to, "destination", "capture", "pen"))

    def bring_home(self) -> None:
        """Put captured marbles into their pens, where the pen holes glow."""
        for _ in range(8):
            held = self.service.get("api/table")["in_hand"]
            if not held:
                return
            self.put_away(held)

    def put_away(self, held: list[dict[str, str]]) -> None:
        """Put the first of the marbles in hand into its pen."""
        self.tap(self.lit(f"{held[0]['token']}p", "pen"))
        self.wait(lambda: self.service.get("api/table")["in_hand"] != held)

    def until(self, wanted: object) -> None:
        """Wait for the table to have come to this position."""
        self.wait(lambda: self.service.get("api/table")["position"] == wanted)

    def seats(self) -> list[int]:
        """The seat that the service gives each screen."""
        asked = [page.page.request.get(page.url + "api/table").json() for page in self.pages]
        return [view["seat"] for view in asked]

    def wait(self, true: Callable[[], bool]) -> None:
        until(true, lambda: self.service.get("api/table")["prompt"]["text"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "other_size"), [((1440, 900), (768, 1024)), ((360, 640), (1920, 1080))]
)
def test_a_whole_game_is_played_and_won_on_two_screens_over_a_restart(
    size: tuple[int, int],
    other_size: tuple[int, int],
    open_page: Callable[..., Any],
    start_service: Any,
    tmp_path: Path,
) -> None:
    """After a restart nobody reloads and nobody sits down again."""
    service = start_service(tmp_path, dwell_ms=120, said_ms=150)
    service.new(players=[["A"], ["D"]])
    page = open_page(service.url, size)
    other = open_page(service.url, other_size, "light")
    hands, player = Hands((page, other), service), Player(seed=2)
    end = time.monotonic() + DEADLINE
    moves = taken = split = 0
    while service.get("api/table")["position"]["winner"] is None:
        assert time.monotonic() < end, f"no winner after {moves} moves"
        position = hands.position()
        rank, action = player.choose(position)
        after, events = position.apply(f"card:{rank}").position.apply(action)
        taken += sum(isinstance(event, Captured) for event in events)
        split += len(action.displacements) > 1
        hands.play(rank, action)
        wanted = after.to_json()
        hands.until(wanted)
        moves += 1
        if moves == RESTART:
            assert service.close() == 0
            port = urlsplit(service.url).port
            hands.service = service = start_service(tmp_path, dwell_ms=120, said_ms=150, port=port)
            assert hands.seats() == [0, 1]
        if wanted["winner"] is None:
            hands.bring_home()
    page.says("wins!")
    page.shows("over")
    assert sorted(page.with_role("winner")) == ["Ah1", "Ah2", "Ah3", "Ah4"]
    final: Any = hands.position().to_json()
    assert final["winner"] == 0
    assert hands.clicks > 2 * 15
    assert taken, "this seed must show a capture"
    assert split, "this seed must show a shared seven"
    shown = {hole: token for hole, (token, _) in page.holes().items() if token}
    stands = {place.rstrip("*") for place in final["marbles"]["A"]}
    assert {hole for hole, token in shown.items() if token == "A"} == stands
    assert hands.seats() == [0, 1]
    assert moves > RESTART
    assert service.close() == 0
