"""Debounce by the device's clock (PP-31). Nothing here waits."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import LIFT, PUT, RESTLESS, Debounce, DeviceClock
from hardware.errors import BadSetting, HardwareError
from hardware.ports import HoleChange, Snapshot

DELAY = 5.0
"""Host time minus device time in these tests."""


def calm(*present: bool, **options: float) -> Debounce:
    """A debounce that knows what stands at device time 0."""
    made = Debounce(len(present), **options)
    made.snapshot(Snapshot(present, 0.0), DELAY)
    return made


def lift(t: float, hole: int = 0) -> HoleChange:
    """A marble leaves."""
    return HoleChange(hole, False, t)


def put(t: float, hole: int = 0) -> HoleChange:
    """A marble comes."""
    return HoleChange(hole, True, t)


def test_who_is_about_to_speak_is_heard_after_what_the_hands_have_done() -> None:
    """A change counts early once it has stood longer than a sensor bounces."""
    waiting = calm(True, False)
    waiting.feed(put(1.0, 1), 1.0 + DELAY)
    assert waiting.hurried(1.005 + DELAY) == []
    assert waiting.hurried(1.010 + DELAY) == [put(1.0, 1)]
    assert waiting.hurried(1.020 + DELAY) == []
    waiting.feed(lift(1.1, 0), 1.1 + DELAY)
    assert waiting.hurried(1.2 + DELAY) == [lift(1.1, 0)]  # it was due long ago


def test_a_hole_that_chatters_does_not_hurry() -> None:
    restless = calm(False)
    times = [1.0 + n * 0.015 for n in range(50)]
    for n, t in enumerate(times):
        restless.feed(HoleChange(0, n % 2 == 0, t), t + DELAY)
    assert restless.restless == {0}
    assert restless.hurried(times[-1] + 0.012 + DELAY) == []


def test_the_defaults_are_those_of_the_requirement() -> None:
    assert (LIFT, PUT) == (0.020, 0.040)


@pytest.mark.parametrize(("change", "wait"), [(lift(1.0), 0.020), (put(1.0, 1), 0.040)])
def test_a_change_counts_when_it_has_stood_long_enough(change: HoleChange, wait: float) -> None:
    calmed = calm(True, False)
    assert calmed.feed(change, DELAY + 1.0) == []
    assert calmed.next_deadline == pytest.approx(DELAY + 1.0 + wait)
    assert calmed.due(DELAY + 1.0 + wait - 0.001) == []
    assert calmed.due(DELAY + 1.0 + wait) == [change]
    assert calmed.due(DELAY + 9.0) == [], "told once"
    assert calmed.next_deadline is None


def test_the_deadline_that_is_named_is_late_enough() -> None:
    """Whoever sleeps until it must find something then, whatever the fractions."""
    for step in range(200):
        calmed = calm(True)
        calmed.feed(lift(step * 0.0137), DELAY + step * 0.0137)
        deadline = calmed.next_deadline
        assert deadline is not None
        assert len(calmed.due(deadline)) == 1


def test_a_bounce_that_ends_where_it_began_never_happened() -> None:
    calmed = calm(True)
    calmed.feed(lift(1.000), DELAY + 1.000)
    calmed.feed(put(1.012), DELAY + 1.012)
    assert calmed.next_deadline is None
    assert calmed.due(DELAY + 2.0) == []
    assert calmed.settled == (True,)


def test_a_chattering_put_counts_from_its_last_contact() -> None:
    calmed = calm(False)
    for t, change in ((1.00, put), (1.01, lift), (1.02, put), (1.03, lift), (1.04, put)):
        assert calmed.feed(change(t), DELAY + t) == []
    assert calmed.due(DELAY + 1.079) == []
    assert calmed.due(DELAY + 1.080) == [put(1.04)]


def test_the_devices_time_decides_and_not_that_of_arrival() -> None:
    """A late message proves by its stamps how long the change before it stood."""
    calmed = calm(True)
    assert calmed.feed(lift(1.0), DELAY + 1.300) == []
    assert calmed.feed(put(1.28), DELAY + 1.301) == [lift(1.0)]
    assert calmed.due(DELAY + 1.315) == []
    assert calmed.due(DELAY + 1.321) == [put(1.28)]


def test_changes_of_many_holes_come_in_the_order_they_happened() -> None:
    calmed = calm(True, True, False)
    calmed.feed(put(1.000, 2), DELAY + 1.0)
    calmed.feed(lift(1.015, 1), DELAY + 1.015)
    calmed.feed(lift(1.005, 0), DELAY + 1.016)
    assert calmed.due(DELAY + 2.0) == [put(1.000, 2), lift(1.005, 0), lift(1.015, 1)]


def test_without_debounce_nothing_is_held_back() -> None:
    calmed = calm(True, lift=0.0, put=0.0)
    assert calmed.feed(lift(1.0), DELAY + 1.0) == [lift(1.0)]
    assert calmed.feed(put(1.001), DELAY + 1.0) == [put(1.001)]


def test_a_copy_of_what_stands_or_is_pending_changes_nothing() -> None:
    calmed = calm(True)
    assert calmed.feed(put(0.5), DELAY + 0.5) == []
    calmed.feed(lift(1.0), DELAY + 1.0)
    calmed.feed(lift(1.01), DELAY + 1.01)
    assert calmed.due(DELAY + 1.02) == [lift(1.0)]


def test_a_snapshot_takes_everything_as_it_is() -> None:
    calmed = calm(True, False)
    calmed.feed(lift(1.0), DELAY + 1.0)
    calmed.snapshot(Snapshot((False, True), 0.1), 50.0)
    assert calmed.settled == (False, True)
    assert calmed.next_deadline is None
    calmed.feed(lift(0.2, 1), 50.1)
    assert calmed.due(50.12) == [lift(0.2, 1)], "the device's new clock holds"


def test_before_the_first_snapshot_a_change_tells_nothing() -> None:
    calmed = Debounce(2)
    assert calmed.settled is None
    assert calmed.feed(lift(1.0), 6.0) == []
    assert calmed.due(9.0) == []
    assert calm(True).feed(lift(1.0, hole=7), 6.0) == [], "a hole the board does not have"


@pytest.mark.parametrize("options", [{"lift": -0.1}, {"put": 1.5}])
def test_a_time_that_cannot_be_is_refused(options: dict[str, float]) -> None:
    with pytest.raises(BadSetting, match="debounce is 0 to 1 s"):
        Debounce(3, **options)


def test_sizes_that_cannot_be_are_refused() -> None:
    with pytest.raises(HardwareError, match="at least one hole"):
        Debounce(0)
    with pytest.raises(ValueError, match="2 holes for 3"):
        Debounce(3).snapshot(Snapshot((True, False), 0.0), 0.0)


STEPS = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 80), st.integers(0, 30)), max_size=60)


@given(STEPS)
def test_what_comes_out_alternates_and_ends_at_what_stands(
    steps: list[tuple[int, int, int]],
) -> None:
    """Any changes, any jitter of arrival: each hole alternates, and quiet shows the truth."""
    calmed = calm(False, True, False, True)
    raw = [False, True, False, True]
    seen = list(raw)
    t = now = 0.0
    out: list[HoleChange] = []
    for hole, wait, jitter in steps:
        t += wait / 1000
        now = max(now, DELAY + t + jitter / 1000)
        raw[hole] = not raw[hole]
        out += calmed.due(now)
        out += calmed.feed(HoleChange(hole, raw[hole], t), now)
    out += calmed.due(now + 1.0)
    for change in out:
        assert seen[change.hole] != change.present
        seen[change.hole] = change.present
    assert seen == raw
    assert calmed.settled == tuple(raw)


def test_the_fastest_message_sets_the_clock_and_drift_is_followed() -> None:
    clock = DeviceClock(creep=0.001)
    assert clock.host(3.0) == 3.0
    clock.heard(1.0, 6.0)
    clock.heard(2.0, 7.5)
    assert clock.host(3.0) == pytest.approx(8.0, abs=0.002)
    assert clock.device(8.0) == pytest.approx(3.0, abs=0.002)
    clock.heard(102.0, 107.08)
    assert clock.host(103.0) == pytest.approx(108.08, abs=0.003)
    clock.forget()
    clock.heard(0.0, 500.0)
    assert clock.host(1.0) == 501.0


def flickering(calmed: Debounce, seconds: float, period: float = 0.01) -> list[HoleChange]:
    """Hole 0 reads something else every ``period``; what is let through."""
    told = []
    for n in range(1, round(seconds / period) + 1):
        now = DELAY + n * period
        told += calmed.feed(HoleChange(0, n % 2 == 1, n * period), now)
        told += calmed.due(now + period / 2)
    return told


@pytest.mark.parametrize("period", [0.001, 0.01, 0.025, 0.03, 0.038])
def test_a_sensor_that_never_stands_is_heard_to_chatter(period: float) -> None:
    """Else nobody could learn that it is not to be believed (PP-13)."""
    told = flickering(calm(False), 4.0, period)
    assert 25 <= len(told) <= 38
    assert all(one.present != other.present for one, other in pairwise(told))


def test_a_marble_that_rocks_for_a_moment_is_not_heard_to_chatter() -> None:
    calmed = calm(False)
    assert flickering(calmed, RESTLESS - 0.02) == []
    calmed.feed(put(RESTLESS), DELAY + RESTLESS)
    assert len(calmed.due(DELAY + RESTLESS + PUT)) == 1


@given(st.integers(40, 90))
def test_what_stands_when_chatter_ends_is_told(changes: int) -> None:
    calmed = calm(False)
    flickering(calmed, changes * 0.01)
    calmed.due(DELAY + 9.0)
    assert calmed.settled == (changes % 2 == 1,)
    assert calmed.next_deadline is None


def test_after_a_picture_a_hole_is_given_time_again() -> None:
    calmed = calm(False)
    flickering(calmed, 2.0)
    calmed.snapshot(Snapshot((False,), 2.0), DELAY + 2.0)
    assert calmed.feed(put(2.01), DELAY + 2.01) == []
    assert calmed.feed(lift(2.02), DELAY + 2.02) == []


def test_what_a_restless_hole_says_may_come_late() -> None:
    """Whoever asks by the deadline alone hears as much, and what stands at the end."""
    calmed, waiting = calm(False), list[HoleChange]()
    told = []
    for n in range(1, 402):
        now = DELAY + n * 0.01
        waiting.append(HoleChange(0, n % 2 == 1, n * 0.01))
        deadline = calmed.next_deadline
        if not calmed.restless or deadline is None or deadline <= now:
            while waiting:
                told += calmed.feed(waiting.pop(0), now)
            told += calmed.due(now)
    assert calmed.restless == {0}
    assert 25 <= len(told) <= 38
    while (deadline := calmed.next_deadline) is not None:
        while waiting:
            told += calmed.feed(waiting.pop(0), deadline)
        told += calmed.due(deadline)
    assert calmed.restless == frozenset()
    assert calmed.settled == (True,)
