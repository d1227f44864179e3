"""One whole race on the page: dice told, cars lifted and put by clicks, until all places are taken.

Nothing bypasses the real thing: ``trackside play`` runs with its virtual board behind the
pseudo-terminal, and every car is moved by clicks on spaces that the page has lit (RP-80 … RP-88).
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

from engine.action import Action
from engine.game import OVER, Position
from engine.registry import REGISTRY

pytestmark = pytest.mark.needs_chromium

NAMES = ["Anna", "Ben", "Carla", "Dora"]
DEADLINE = 150.0


def progress(position: Position, car: str) -> tuple[int, int, int]:
    """How far a car has come: crossings of the line, tile, row."""
    data: Any = position.to_json()
    at = data["cars"][car]
    if at["place"]:
        return (99, 0, 0)
    if at["at"] is None:
        return (at["c"], at["spun"] or 0, -1)
    tile, _, rest = at["at"].partition(".")
    return (at["c"], int(tile), int(rest[0]))


class Driver:
    """Drives as far as it goes, rolls and claims, for everybody."""

    def __init__(self, page: Any, service: Any, seed: int) -> None:
        self.page = page
        self.service = service
        self.rng = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.answers: set[str] = set()

    @property
    def view(self) -> Any:
        return self.service.get("api/table")

    def position(self, view: Any) -> Position:
        position: Position = REGISTRY.game("racepack").load(view["position"])
        return position

    def wait(self, true: Callable[[], bool], what: str) -> None:
        until(true, lambda: (what, self.view["prompt"]["text"], self.view["ask"]))

    def moved_on(self, view: Any, what: str) -> None:
        """Wait until the race has gone on: another view alone may only tell of the board."""
        self.wait(lambda: self.view["position"] != view["position"], what)

    def click(self, selector: str, view: Any, what: str) -> None:
        """Press a key of the page, once it is there, and wait for what comes of it."""
        self.page.page.click(selector)
        self.done[what] += 1
        self.moved_on(view, what)

    def go_on(self) -> bool:
        """One thing that the table waits for; whether the race is still on."""
        view = self.view
        self.page.drawn(view["seq"])
        position = self.position(view)
        if position.to_act is OVER:
            return False
        if view["owed"]:
            self.pay(view)
        elif view["dice"]:
            self.tell_dice(view)
        elif view["window"]:
            self.claim(view)
        elif view["pad"]:
            keys = [key for key in view["pad"] if key["param"] == "space"]
            hole = self.rng.choice(keys)["hole"]
            self.page.tap(hole)
            self.done["space"] += 1
            self.moved_on(view, "space")
        elif any(hole.get("role") in ("movable", "destination") for hole in view["holes"].values()):
            self.drive(view, position)
        else:
            self.wait(lambda: self.view["seq"] != view["seq"], "the table's own move")
        return True

    def pay(self, view: Any) -> None:
        """Move what the table asks for: a car off the road, or one that closes up."""
        owed = view["owed"][0]
        if owed["frm"] in view["holes"] and view["holes"][owed["frm"]].get("token"):
            self.page.tap(owed["frm"])
        if owed["to"]:
            self.page.tap(owed["to"])
        self.done["owed"] += 1
        self.wait(lambda: self.paid(owed), f"owed {owed}")

    def paid(self, owed: Any) -> bool:
        """Whether the car stands where it belongs, or is off the road."""
        view = self.view
        there = view["holes"].get(owed["to"], {}).get("token") == owed["token"]
        return owed not in view["owed"] and (there or not owed["to"])

    def tell_dice(self, view: Any) -> None:
        ask = view["dice"][0]
        self.page.shows("dice")
        faces = self.rng.choices(ask["faces"], k=ask["count"])
        for face in faces[:-1]:
            self.page.page.click(f'[data-face="{face}"]')
        self.click(f'[data-face="{faces[-1]}"]', view, f"dice of {ask['count']}")

    def claim(self, view: Any) -> None:
        """Now and then somebody plays a token, else everybody passes."""
        self.page.shows("claim")
        tokens = [key for key in view["window"]["keys"] if key["value"] not in ("-", "--")]
        if tokens and self.rng.random() < 0.15:
            key = self.rng.choice(tokens)
            seat, value = key["seat"], key["value"]
            if self.page.page.locator(picker := f'[data-claimer="{key["colour"]}"]').count():
                self.page.page.click(picker)
            self.click(f'[data-claim="{value}"][data-seat="{seat}"]', view, "claim")
        else:
            values = {key["value"] for key in view["window"]["keys"]}
            self.click(f'[data-claim="{"--" if "--" in values else "-"}"]', view, "pass")

    def choose(self, position: Position, offered: list[Action]) -> Action:
        turn: Any = position.to_json()["turn"]
        far = {a.text: progress(position.apply(a).position, turn["car"]) for a in offered}
        best = max(far.values())
        ways = [action for action in offered if far[action.text] == best]
        # Without a token where it goes as far: some are to be left for claims.
        plain = [action for action in ways if "token" not in action.params]
        return self.rng.choice(plain or ways)

    def drive(self, view: Any, position: Position) -> None:
        offered = [action for action in position.distinct() if action.displacements]
        action = self.choose(position, offered)
        frm, to = action.displacements[0]
        if frm in position.board.holes:
            self.page.role(frm, "movable")
            self.page.tap(frm)
        self.page.role(to, "destination")
        self.page.tap(to)
        self.done["drive"] += 1
        before = view["position"]
        self.wait(lambda: self.answered(before, action.text), f"{action.text} from {frm}")

    def answered(self, before: Any, text: str) -> bool:
        """Whether the movement stands; a speed or token that is asked for is answered."""
        now = self.view
        ask = now["ask"]
        if ask is not None and ask["id"] not in self.answers:
            told = [option for option in ask["options"] if text in option["actions"]]
            if not told:
                return False  # asked of what stands before the car has arrived; fails if it stays
            chosen = told[0]
            self.page.page.click(f'[data-option="{chosen["id"]}"]')
            self.answers.add(ask["id"])
            self.done[f"asked {ask['param']}"] += 1
        return bool(now["position"] != before)


@pytest.mark.slow
def test_a_whole_race_is_driven_and_won_on_the_page(
    open_page: Callable[..., Any], service: Any
) -> None:
    service.post(
        "api/commands",
        {
            "command": "new",
            "game": "racepack",
            "players": [["A"], ["B"], ["C"], ["D"]],
            "names": NAMES,
            "options": {"laps": 1, "dice": "table"},
        },
    )
    page = open_page(service.url, (1440, 900))
    driver = Driver(page, service, seed=5)
    end = time.monotonic() + DEADLINE
    while driver.go_on():
        assert time.monotonic() < end, f"no end after {driver.done}"
    page.says("wins!")
    page.shows("over")
    final: Any = driver.view["position"]
    places = {car: state["place"] for car, state in final["cars"].items()}
    assert sorted(places.values()) == [0, 1, 2, 3]
    winner = NAMES["ABCD".index(next(car for car, place in places.items() if place == 1))]
    assert page.prompt == f"{winner} wins!"
    assert page.page.inner_text(".step-1 .name") == winner
    ranks = page.page.eval_on_selector_all(
        "#players [data-runner]", "rows => rows.map(row => row.dataset.runner)"
    )
    assert ranks == sorted(places, key=lambda car: places[car] or 9)
    seen = ("drive", "dice of 3", "dice of 1", "space", "owed", "asked speed", "pass", "claim")
    assert all(driver.done[what] for what in seen), f"this seed must show them all: {driver.done}"
