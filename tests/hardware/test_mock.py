"""The public dummies keep their ports."""

from __future__ import annotations

import doctest

import pytest

import hardware.debounce
import hardware.mock
import hardware.power
from hardware.errors import BadFrame, BadSetting, Closed, HardwareError, NoSuchHole
from hardware.mock import ManualClock, MockLights, MockSensors
from hardware.ports import (
    Clock,
    HoleChange,
    LightFrame,
    LightStrip,
    LinkChange,
    LinkState,
    Look,
    SensorArray,
    SensorEvent,
    Snapshot,
)


def started(holes: int = 3, **options: object) -> tuple[MockSensors, list[SensorEvent]]:
    """Sensors that report into a list."""
    seen: list[SensorEvent] = []
    sensors = MockSensors(holes, **options)  # type: ignore[arg-type]
    sensors.start(seen.append)
    return sensors, seen


def test_they_are_what_the_ports_ask_for() -> None:
    clock: Clock = ManualClock()
    array: SensorArray = MockSensors(2)
    strip: LightStrip = MockLights(2)
    assert (clock.now(), array.holes) == (0.0, 2)
    strip.off()


def test_sensors_begin_with_the_link_and_a_snapshot() -> None:
    _, seen = started(present=[1])
    assert seen == [LinkChange(LinkState.UP), Snapshot((False, True, False), 0.0)]


def test_marbles_moved_are_told_with_the_clocks_time() -> None:
    clock = ManualClock(10.0)
    sensors, seen = started(present=[1], clock=clock)
    clock.advance(0.5)
    sensors.lift(1)
    sensors.lift(1)
    sensors.put(2)
    assert seen[2:] == [HoleChange(1, False, 10.5), HoleChange(2, True, 10.5)]
    assert sensors.present == (False, False, True)


def test_an_unplugged_board_is_silent_and_comes_back_with_the_truth() -> None:
    sensors, seen = started()
    sensors.unplug("gone")
    sensors.put(0)
    sensors.resync()
    assert seen[2:] == [LinkChange(LinkState.DOWN, "gone")]
    sensors.plug()
    assert seen[3:] == [LinkChange(LinkState.UP), Snapshot((True, False, False), 0.0)]


def test_a_closed_array_says_nothing_more() -> None:
    sensors, seen = started()
    with sensors:
        pass
    sensors.close()
    sensors.put(0)
    assert len(seen) == 2
    with pytest.raises(Closed):
        sensors.start(seen.append)


def test_holes_and_sizes_that_cannot_be_are_refused() -> None:
    sensors, _ = started()
    with pytest.raises(NoSuchHole, match="hole 3 of 0 to 2"):
        sensors.put(3)
    with pytest.raises(IndexError):
        MockSensors(2, present=[2])
    with pytest.raises(BadSetting):
        MockSensors(0)
    with pytest.raises(BadSetting):
        MockLights(0)


def test_lights_remember_what_was_shown() -> None:
    red, blue = Look(9, 0, 0), Look(0, 0, 9)
    with MockLights(2) as strip:
        first = LightFrame((Look(0, 0, 0), red, blue), (1, 0))
        second = LightFrame((Look(0, 0, 0), red, blue), (0, 2))
        strip.show(first)
        strip.show(second)
        assert strip.frames == [first, second]
        assert strip.look(0) == Look(0, 0, 0)
        assert strip.look(1) == blue
        with pytest.raises(NoSuchHole):
            strip.look(2)
    assert strip.look(1) == Look(0, 0, 0), "closing puts the lights out"
    strip.close()
    with pytest.raises(Closed):
        strip.show(first)


def test_look_zero_is_dark_whatever_the_palette_says() -> None:
    strip = MockLights(1)
    strip.show(LightFrame((Look(9, 9, 9),), (0,)))
    assert strip.look(0) == Look(0, 0, 0)


@pytest.mark.parametrize("cells", [(0,), (0, 0, 0), (0, 1), (-1, 0)])
def test_a_frame_that_does_not_fit_is_refused_and_the_old_one_stays(cells: tuple[int, ...]) -> None:
    strip = MockLights(2)
    with pytest.raises(BadFrame):
        strip.show(LightFrame((Look(0, 0, 0),), cells))
    assert strip.frames == []


def test_a_clock_does_not_go_back() -> None:
    with pytest.raises(HardwareError, match="does not go back"):
        ManualClock().advance(-1)


@pytest.mark.parametrize("module", [hardware.mock, hardware.debounce, hardware.power])
def test_the_examples_hold(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (failed, tried > 0) == (0, True)
