"""The loop's queue: the wood goes before orders, chatter wakes nobody, and no change is lost."""

from __future__ import annotations

import queue
import threading

import pytest

from companion.service.inbox import MOST_OF_WOOD, Inbox, Item, Job, Stop
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


def test_what_hands_do_goes_before_what_browsers_ask() -> None:
    inbox, orders = Inbox(), [Job(lambda: None) for _ in range(3)]
    for item in (orders[0], change(7, 1.0), orders[1], change(3, 1.1), orders[2]):
        inbox.put(item)
    assert taken(inbox) == [change(7, 1.0), change(3, 1.1), *orders]


def test_a_board_that_never_rests_lets_an_order_through_now_and_then() -> None:
    inbox, job, stop = Inbox(), Job(lambda: None), Stop()
    said = [change(7, t) for t in range(2 * MOST_OF_WOOD)]
    for item in (job, stop, *said):
        inbox.put(item)
    half = MOST_OF_WOOD
    assert taken(inbox) == [*said[:half], job, *said[half:], stop]


def test_who_asks_for_the_wood_alone_leaves_the_orders_where_they_are() -> None:
    inbox, job = Inbox(), Job(lambda: None)
    inbox.put(job)
    with pytest.raises(queue.Empty):
        inbox.get(timeout=0.0, orders=False)
    inbox.put(change(7, 1.0))
    assert inbox.get(timeout=0.0, orders=False) == change(7, 1.0)
    with pytest.raises(queue.Empty):
        inbox.get_waiting(orders=False)
    assert taken(inbox) == [job]


def test_a_deadline_goes_before_an_order_and_the_next_deadline_after_it() -> None:
    inbox, jobs = Inbox(), [Job(lambda: None) for _ in range(2)]
    for job in jobs:
        inbox.put(job)
    for job in jobs:
        with pytest.raises(queue.Empty):
            inbox.get_due()
        assert inbox.get_due() is job
    inbox.put(change(7, 1.0))
    inbox.put(jobs[0])
    assert inbox.get_due() == change(7, 1.0)
    assert inbox.get(timeout=0.0) is jobs[0]


@pytest.mark.parametrize("many", [20_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_wait_that_is_over_before_it_begins_ends(many: int) -> None:
    """One in some 16,000 went on until the next hole changed: a marble put down was not felt."""
    waits = 0

    def wait() -> None:
        nonlocal waits
        while waits < many:
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
    assert waits == many
