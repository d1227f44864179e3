"""From levels to numbered edges."""

from __future__ import annotations

import pytest

from firmware_bridge.firmware.core.messages import MAX_EDGES, PRESENT
from firmware_bridge.firmware.core.scanner import QUEUE, SENTINELS, Edge, Outbox, Scanner


def levels(*present: int, holes: int = 133) -> list[bool]:
    """A reading of a living chain with marbles in those holes."""
    return [hole in present for hole in range(holes)] + list(SENTINELS)


def test_the_first_reading_gives_no_edges_but_is_known() -> None:
    scanner = Scanner(133)
    assert scanner.inputs == 136 == 17 * 8
    assert scanner.read(levels(4), 0) == []
    assert scanner.known
    assert scanner.present[4]


def test_a_change_gives_an_edge_with_its_time() -> None:
    scanner = Scanner(133)
    scanner.read(levels(4), 0)
    edges = scanner.read(levels(9, 132), 12)
    assert [(e.hole, e.present, e.t) for e in edges] == [
        (4, False, 12),
        (9, True, 12),
        (132, True, 12),
    ]
    assert scanner.read(levels(9, 132), 13) == []


@pytest.mark.parametrize("level", [False, True])
def test_a_chain_that_reads_one_level_is_not_believed(level: bool) -> None:
    scanner = Scanner(133)
    scanner.read(levels(4), 0)
    assert scanner.read([level] * 136, 5) == []
    assert not scanner.alive
    assert not scanner.known
    assert scanner.present[4], "what was known stays until a good reading"


def test_after_a_dead_chain_the_first_good_reading_gives_no_edges() -> None:
    scanner = Scanner(133)
    scanner.read(levels(4), 0)
    scanner.read([False] * 136, 5)
    assert scanner.read(levels(5), 9) == []
    assert scanner.alive
    assert scanner.present[5]


def test_a_reading_of_another_length_is_a_dead_chain() -> None:
    scanner = Scanner(133)
    assert scanner.read(levels(holes=132), 0) == []
    assert not scanner.alive


def filled(count: int, step: int = 1) -> Outbox:
    """An outbox with so many edges."""
    box = Outbox()
    for at in range(count):
        box.add(Edge(at % 133, bool(at & 1), at * step))
    return box


def test_edges_are_kept_until_the_host_has_them() -> None:
    box = filled(5)
    assert (box.base, box.next, len(box)) == (0, 5, 5)
    assert box.got(3)
    assert (box.base, box.next, len(box)) == (3, 5, 2)
    assert box.batch(0) == (3, [(3 | PRESENT, 0), (4, 1)])
    assert not box.got(2), "older than what is kept"
    assert not box.got(6), "newer than what was ever sent"


def test_numbers_wrap() -> None:
    box = Outbox()
    box.base = box.next = 0xFFFE
    for at in range(4):
        box.add(Edge(at, True, at))
    assert (box.base, box.next) == (0xFFFE, 2)
    assert box.got(1)
    assert len(box) == 1


def test_a_full_queue_is_given_up_and_says_so() -> None:
    assert not filled(QUEUE).overflowed
    box = filled(QUEUE)
    box.add(Edge(1, True, 99))
    assert box.overflowed
    assert len(box) == 0
    assert not box.got(3), "the host hears that these are gone"
    box.clear()
    assert not box.overflowed


def test_a_batch_ends_at_its_size_and_where_time_does_not_fit() -> None:
    assert len(filled(100).batch(10)[1]) == MAX_EDGES
    first, rows = filled(10, step=30000).batch(2)
    assert first == 60000
    assert [after for _, after in rows] == [0, 30000, 60000]


def test_a_batch_ends_before_an_edge_that_is_earlier_than_its_first() -> None:
    """No message holds a negative time: the batch would end the program."""
    box = Outbox()
    for t in (1000, 1004, 999, 1005):
        box.add(Edge(1, True, t))
    assert box.batch(0) == (1000, [(1 | PRESENT, 0), (1 | PRESENT, 4)])
    assert box.batch(2) == (999, [(1 | PRESENT, 0), (1 | PRESENT, 6)])


def test_a_skipped_number_forgets_what_nobody_saw() -> None:
    box = filled(3)
    box.skip()
    assert (box.base, box.next, len(box)) == (4, 4, 0)
