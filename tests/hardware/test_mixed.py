"""Several arrays and chains as one board, in the board's own order of holes."""

from __future__ import annotations

import pytest

from hardware.errors import BadFrame, BadSetting
from hardware.mixed import ArrayPart, MixedLights, MixedSensors, StripPart
from hardware.mock import ManualClock, MockLights, MockSensors
from hardware.ports import (
    HoleChange,
    LightFrame,
    LinkChange,
    LinkState,
    Look,
    SensorEvent,
    Snapshot,
)
from hardware.power import Supply, estimate_ma

UP = LinkChange(LinkState.UP)


@pytest.fixture
def told() -> list[SensorEvent]:
    return []


def test_one_array_tells_the_boards_holes_in_its_own_time(told: list[SensorEvent]) -> None:
    wood = MockSensors(4, present=[3], clock=ManualClock(7.0))
    board = MixedSensors([ArrayPart("main", wood, {0: 2, 1: 0, 3: 1})], 3, ManualClock(100.0))
    board.start(told.append)
    assert told == [UP, Snapshot((False, True, False), 7.0)]
    told.clear()
    wood.clock.advance(1)
    wood.put(0)
    wood.put(2)  # an input without a hole
    wood.lift(3)
    assert told == [HoleChange(2, True, 8.0), HoleChange(1, False, 8.0)]
    assert board.holes == 3


def two(clock: ManualClock) -> tuple[MockSensors, MockSensors, MixedSensors]:
    """Two arrays whose clocks began at other times."""
    left = MockSensors(2, present=[0], clock=ManualClock(1000.0))
    right = MockSensors(2, clock=ManualClock(5.0))
    parts = [ArrayPart("left", left, {0: 3, 1: 0}), ArrayPart("right", right, {0: 1, 1: 2})]
    return left, right, MixedSensors(parts, 4, clock)


def test_two_arrays_are_up_when_both_are(told: list[SensorEvent]) -> None:
    _, _, board = two(ManualClock(50.0))
    board.start(told.append)
    assert told == [UP, Snapshot((False, False, False, True), 50.0)]


def test_changes_of_two_devices_come_in_the_hosts_time(told: list[SensorEvent]) -> None:
    clock = ManualClock(50.0)
    left, right, board = two(clock)
    board.start(told.append)
    told.clear()
    for seconds, array, hole in ((0.1, left, 1), (0.2, right, 0), (0.3, left, 0)):
        for each in (clock, left.clock, right.clock):
            each.advance(seconds)
        array.lift(hole) if array is left and hole == 0 else array.put(hole)
    assert [(e.hole, e.present) for e in told if isinstance(e, HoleChange)] == [
        (0, True),
        (1, True),
        (3, False),
    ]
    assert [e.t for e in told if isinstance(e, HoleChange)] == pytest.approx([50.1, 50.3, 50.6])


def test_one_part_that_goes_takes_the_board_down_and_names_itself_pp_14(
    told: list[SensorEvent],
) -> None:
    left, right, board = two(ManualClock())
    board.start(told.append)
    told.clear()
    right.unplug("The cable is out.")
    assert told == [LinkChange(LinkState.DOWN, "right: The cable is out.")]
    left.put(1)  # unseen as long as the board is down, but not forgotten
    right.put(1)
    assert len(told) == 1
    right.plug()
    assert told[1] == UP
    assert told[-1] == Snapshot((True, False, True, True), 0.0)


def test_a_link_that_comes_back_without_news_leaves_the_board_as_it_was(
    told: list[SensorEvent],
) -> None:
    """As a Pico's does whose chain was cut for a moment: no snapshot, for nothing changed."""
    left, right, board = two(ManualClock())
    board.start(told.append)
    told.clear()
    ear = board._ear(0)
    ear(LinkChange(LinkState.DOWN, "The chain is cut."))
    ear(UP)
    left.put(1)
    assert told[1:] == [UP, HoleChange(0, True, 0.0)]
    told.clear()
    ear(LinkChange(LinkState.DOWN, "The chain is cut."))
    right.put(0)
    ear(UP)
    assert told[1:] == [UP, Snapshot((True, True, False, True), 0.0)]


def test_a_snapshot_waits_for_every_part(told: list[SensorEvent]) -> None:
    class Late(MockSensors):
        """It opens, but says nothing yet."""

        def resync(self) -> None:
            """Not yet."""

    parts = [ArrayPart("a", MockSensors(1), {0: 0}), ArrayPart("b", Late(1), {0: 1})]
    board = MixedSensors(parts, 2, ManualClock())
    board.start(told.append)
    assert told == [UP]
    board.resync()
    assert told == [UP]


def test_a_board_without_sensors_says_so(told: list[SensorEvent]) -> None:
    board = MixedSensors([], 9, ManualClock())
    board.start(told.append)
    assert told == [LinkChange(LinkState.NONE, "This board has no sensors: play on the page.")]
    board.resync()
    board.close()


def test_holes_that_no_input_feels_are_refused() -> None:
    with pytest.raises(BadSetting):
        MixedSensors([ArrayPart("main", MockSensors(2), {0: 0})], 2, ManualClock())
    with pytest.raises(BadSetting):
        MixedSensors([ArrayPart("main", MockSensors(2), {0: 0, 1: 0})], 1, ManualClock())


def test_each_strip_shows_its_own_holes() -> None:
    left, right = MockLights(3), MockLights(1)
    board = MixedLights([StripPart(left, (2, None, 0)), StripPart(right, (1,))], 3)
    board.show(LightFrame((Look(0, 0, 0), Look(9, 0, 0), Look(0, 9, 0), Look(0, 0, 9)), (1, 2, 3)))
    assert left.frame.cells == (3, 0, 1)
    assert right.frame.cells == (2,)
    board.off()
    assert right.look(0) == Look(0, 0, 0)
    board.close()
    board.close()
    assert left.closed
    assert right.closed
    with pytest.raises(BadFrame):
        board.show(LightFrame((), (0, 0)))


def test_strips_on_one_supply_share_it_pp_22() -> None:
    supply = Supply(0.1)
    left, right = MockLights(2), MockLights(2)
    board = MixedLights([StripPart(left, (0, 1)), StripPart(right, (2, 3))], 4, supply)
    board.show(LightFrame((Look(0, 0, 0), Look(255, 255, 255)), (1, 1, 1, 1)))
    drawn = estimate_ma(left.frame, supply) + estimate_ma(right.frame, supply)
    assert 90 < drawn <= 100
