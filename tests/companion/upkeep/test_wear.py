"""The counts of every sensor (PP-13)."""

from __future__ import annotations

from companion.upkeep.wear import FLICKERS, WORN, WearLog
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot


def log(*present: bool) -> WearLog:
    made = WearLog()
    made.feel(Snapshot(present, 0.0))
    return made


def test_touches_are_counted_and_how_long_marbles_rest() -> None:
    wear = log(False, False)
    for hole, full, t in [(0, True, 1.0), (0, False, 3.0), (0, True, 10.0), (0, False, 14.0)]:
        wear.feel(HoleChange(hole, full, t))
    assert (wear.holes[0].changes, wear.holes[0].flickers, wear.holes[0].rest) == (4, 0, 3.0)
    assert wear.never(1)
    assert not wear.never(0)


def test_a_bouncing_contact_is_one_touch_and_some_flickers() -> None:
    wear = log(False)
    for n in range(7):
        wear.feel(HoleChange(0, n % 2 == 0, 1.0 + n * 0.002))
    assert (wear.holes[0].changes, wear.holes[0].flickers) == (1, 6)
    wear.feel(HoleChange(0, False, 5.0))
    assert wear.holes[0].changes == 2
    assert 3.9 < wear.holes[0].rest < 4.1


def test_only_more_flickers_than_touches_explain_are_told() -> None:
    wear = log(False, False)
    for n in range(FLICKERS + 1):
        wear.feel(HoleChange(0, n % 2 == 0, 1.0 + n * 0.01))
        wear.feel(HoleChange(1, n % 2 == 0, 1.0 + n))
    assert wear.flickers(0)
    assert not wear.flickers(1)


def test_a_clock_that_begins_anew_makes_no_flicker() -> None:
    wear = log(False)
    wear.feel(HoleChange(0, True, 100.0))
    wear.feel(HoleChange(0, False, 1.0))
    assert (wear.holes[0].changes, wear.holes[0].flickers, wear.holes[0].rests) == (2, 0, 0)


def test_a_picture_keeps_the_counts_and_another_board_begins_anew() -> None:
    wear = log(False, False)
    wear.feel(HoleChange(0, True, 1.0))
    wear.feel(LinkChange(LinkState.DOWN))
    wear.feel(Snapshot((True, False), 2.0))
    assert wear.holes[0].changes == 1
    wear.feel(Snapshot((True, False, True), 3.0))
    assert [hole.changes for hole in wear.holes] == [0, 0, 0]
    wear.feel(HoleChange(7, True, 4.0))  # no such hole: nothing happens


def test_a_board_is_used_when_half_its_holes_are() -> None:
    wear = log(False, False, False)
    for hole in (0, 1):
        for n in range(WORN):
            wear.feel(HoleChange(hole, n % 2 == 0, n + 1.0))
    assert wear.used
    assert not log(False).used
    assert not WearLog().used
