"""The loop's queue: a sensor that keeps chattering wakes nobody, and no change is lost."""

from __future__ import annotations

import queue
import threading

import pytest

from companion.service.inbox import Inbox, Item, Stop
from hardware.ports import HoleChange


def change(hole: int, t: float) -> HoleChange:
    """A hole became full."""
    return HoleChange(hole, True, t)


def taken(inbox: Inbox) -> list[Item]:
    """Everything that is there, what waits as well."""
    out: list[Item] = []
    while True:
        try:
            out.append(inbox.get_waiting())
        except queue.Empty:
            return out


def test_what_a_restless_hole_says_wakes_nobody_and_is_found_at_the_deadline() -> None:
    inbox = Inbox()
    inbox.let_wait(frozenset({7}))
    inbox.put(change(7, 1.0))
    assert inbox.empty()
    with pytest.raises(queue.Empty):
        inbox.get(timeout=0.0)
    assert taken(inbox) == [change(7, 1.0)]


def test_another_hole_wakes_the_loop_and_the_order_stays() -> None:
    inbox = Inbox()
    inbox.let_wait(frozenset({7}))
    said = [change(7, 1.0), change(7, 1.1), change(3, 1.2), change(7, 1.3)]
    for item in said:
        inbox.put(item)
    assert inbox.get(timeout=0.0) == said[0]
    assert not inbox.empty()
    assert taken(inbox) == said[1:]


def test_whatever_else_comes_brings_what_waits_with_it() -> None:
    inbox, stop = Inbox(), Stop()
    inbox.let_wait(frozenset({7}))
    inbox.put(change(7, 1.0))
    inbox.put(stop)
    assert [inbox.get(), inbox.get()] == [change(7, 1.0), stop]


def test_a_hole_that_has_come_to_rest_leaves_nothing_behind() -> None:
    inbox = Inbox()
    inbox.let_wait(frozenset({7}))
    inbox.put(change(7, 1.0))
    inbox.let_wait(frozenset())
    assert inbox.get(timeout=0.0) == change(7, 1.0)


def test_a_wait_that_is_over_before_it_begins_ends() -> None:
    """One in some 16,000 went on until the next hole changed: a marble put down was not felt."""
    waits = 0

    def wait() -> None:
        nonlocal waits
        while waits < 100_000:
            try:
                Inbox().get(timeout=1e-9)
            except queue.Empty:
                waits += 1

    waiter = threading.Thread(target=wait, daemon=True)
    waiter.start()
    before = -1
    while waiter.is_alive() and waits > before:
        before = waits
        waiter.join(10.0)
    assert waits == 100_000
