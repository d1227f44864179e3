"""The virtual hand's pace: however fast a program is, every touch of a hole is felt (PP-31)."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.boards.virtual import VirtualRig
from companion.boards.virtual_hands import MARGIN, MOST, Pace, VirtualHands
from companion.errors import HandRefused
from companion.recogniser.sensor_health import CHATTER, WITHIN, Health
from companion.service.inbox import Come, Inbox
from companion.service.peoples_hands import peoples
from engine.board import Board, Space
from firmware_bridge.errors import HandsRefused
from firmware_bridge.virtual.client import HandsClient
from hardware.debounce import LIFT, PUT, Debounce
from hardware.ports import HoleChange, SensorEvent, Snapshot


class Instant:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.now += seconds


class Noted(HandsClient):
    """A board's client that notes when it was touched, and refuses what it is told to."""

    def __init__(self, clock: Instant) -> None:
        super().__init__("nowhere")
        self.clock = clock
        self.touches: list[tuple[float, str, str]] = []
        self.refuse = False

    def lift(self, hole: str) -> dict[str, object]:
        return self._note("lift", hole)

    def put(
        self, hole: str, token: str | None = None, origin: str | None = None
    ) -> dict[str, object]:
        return self._note("put", hole)

    def _note(self, do: str, hole: str) -> dict[str, object]:
        if self.refuse:
            raise HandsRefused("no", code="full-hole")
        self.touches.append((self.clock.now, do, hole))
        return {}


@pytest.fixture
def clock() -> Instant:
    return Instant()


@pytest.fixture
def board(clock: Instant) -> Noted:
    return Noted(clock)


@pytest.fixture
def hands(board: Noted, clock: Instant) -> VirtualHands:
    return VirtualHands(
        lambda: board, lambda kind, holes, tokens, beside: None, clock=clock, sleep=clock.sleep
    )


def test_a_hole_rests_for_its_debounce_before_it_is_touched_again(
    hands: VirtualHands, board: Noted
) -> None:
    hands.lift("A9")
    hands.put("A9")
    hands.lift("A9")
    (first, _, _), (second, _, _), (third, _, _) = board.touches
    assert second - first == pytest.approx(LIFT + MARGIN)
    assert third - second == pytest.approx(PUT + MARGIN)


def test_other_holes_are_touched_at_once(hands: VirtualHands, board: Noted) -> None:
    for hole in ("A9", "B2", "C3"):
        hands.lift(hole)
    assert {at for at, _, _ in board.touches} == {100.0}


def test_a_refused_touch_costs_no_rest(hands: VirtualHands, board: Noted, clock: Instant) -> None:
    board.refuse = True
    with pytest.raises(HandRefused):
        hands.put("A9")
    board.refuse = False
    hands.lift("A9")
    assert clock.now == 100.0


def test_which_marble_is_put_is_said_before_it_is_put_and_unsaid_if_refused_pp_3(
    board: Noted, clock: Instant
) -> None:
    said: list[tuple[str, str, int]] = []

    def remark(hole: str, token: str) -> None:
        said.append((hole, token, len(board.touches)))

    hands = VirtualHands(
        lambda: board, lambda kind, holes, tokens, beside: None, remark=remark, clock=clock,
        sleep=clock.sleep,
    )  # fmt: skip
    hands.put("A9", "C")
    hands.put("B2", origin="A9")
    board.refuse = True
    with pytest.raises(HandRefused):
        hands.put("C3", "C")
    assert said == [("A9", "C", 0), ("B2", "", 1), ("C3", "C", 2), ("C3", "", 2)]


def test_the_table_hears_of_each_touch_of_people_but_of_none_that_is_refused_pp_17(
    hands: VirtualHands, board: Noted
) -> None:
    inbox = Inbox()
    people = peoples(hands, inbox)
    assert people is not None
    board.refuse = True
    for touch in (people.lift, people.put):
        with pytest.raises(HandRefused):
            touch("A9")
    assert inbox.empty()
    board.refuse = False
    people.lift("A9")
    assert isinstance(inbox.get_waiting(), Come)
    people.put("A9")
    assert isinstance(inbox.get_waiting(), Come)
    assert inbox.empty()


def test_without_debounce_only_the_margin_is_waited() -> None:
    pace = Pace(lift=0, put=0)
    pace.touched("A9", full=True, now=5.0)
    assert pace.ready("A9") == pytest.approx(5.0 + MARGIN)


def test_a_tireless_hand_never_makes_a_sensor_seem_to_chatter(
    hands: VirtualHands, board: Noted
) -> None:
    for _ in range(2 * CHATTER):
        hands.lift("A9")
        hands.put("A9")
    health = Health()
    assert not any(health.changed(hole, at) for at, _, hole in board.touches)
    assert board.touches[MOST][0] - board.touches[0][0] >= WITHIN


def test_every_touch_of_a_fast_program_is_felt_through_the_pseudo_terminal(tmp_path: Path) -> None:
    """A swap lifts and fills the same holes with no pause (FT-21): all four changes count."""
    events: queue.Queue[SensorEvent] = queue.Queue()
    four = tuple(Space(f"h{n}", f"h{n}", "hole", None, n, 0.0) for n in range(4))
    drawn = Board("four", four, {}, 1.0, (0.0, 0.0, 4.0, 1.0))
    rig = VirtualRig(tmp_path, drawn, revive=lambda: None)
    debounce = Debounce(4)
    settled: list[HoleChange] = []
    try:
        rig.start(events.put)
        rig.hands.set_out("four", drawn.holes, {"h0": "A", "h1": "B"})
        feel(events, debounce, settled, lambda: debounce.settled == (True, True, False, False))
        settled.clear()
        rig.hands.lift("h0")
        rig.hands.lift("h1")
        rig.hands.put("h1", "A")
        rig.hands.put("h0", "B")
        feel(events, debounce, settled, lambda: len(settled) == 4)
    finally:
        rig.close()
    assert [(change.hole, change.present) for change in settled] == [
        (0, False),
        (1, False),
        (1, True),
        (0, True),
    ]


def feel(
    events: queue.Queue[SensorEvent],
    debounce: Debounce,
    settled: list[HoleChange],
    enough: Callable[[], bool],
) -> None:
    """Debounce what the board sends until it was enough."""
    end = time.monotonic() + 10.0
    while not enough():
        assert time.monotonic() < end, f"only {settled} settled"
        try:
            event = events.get(timeout=0.005)
        except queue.Empty:
            settled += debounce.due(time.monotonic())
            continue
        if isinstance(event, Snapshot):
            debounce.snapshot(event, time.monotonic())
        elif isinstance(event, HoleChange):
            settled += debounce.feed(event, time.monotonic())
