"""From readings to events: snapshots first, then changes, and a reason when nothing is seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wood import Ear

from hardware.errors import BadSetting, Closed, NoDriver, SensorFault
from hardware.ports import Clock, HoleChange, LinkChange, LinkState, Snapshot
from hardware.scanning import Scan, ScannedArray


class ListReader:
    """Gives what it is told to; an exception is raised instead."""

    def __init__(self, *readings: list[bool] | Exception) -> None:
        self.readings = list(readings)
        self.closed = 0

    def read(self) -> list[bool]:
        """The next reading; the last one for ever."""
        reading = self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]
        if isinstance(reading, Exception):
            raise reading
        return reading

    def close(self) -> None:
        """Count."""
        self.closed += 1


def test_the_first_reading_is_link_and_snapshot_then_only_changes_count() -> None:
    scan = Scan(3)
    assert scan.reading([True, False, False], 1.0) == [
        LinkChange(LinkState.UP),
        Snapshot((True, False, False), 1.0),
    ]
    assert scan.reading([True, False, False], 1.1) == []
    assert scan.reading([False, False, True], 1.2) == [
        HoleChange(0, False, 1.2),
        HoleChange(2, True, 1.2),
    ]


def test_a_fault_is_told_once_and_what_comes_after_it_is_a_snapshot_pp_14() -> None:
    scan = Scan(1)
    scan.reading([True], 1.0)
    assert scan.fault("broken") == [LinkChange(LinkState.DOWN, "broken", "wires")]
    assert scan.fault("broken") == []
    assert scan.edge(0, False, 1.1) == []
    assert scan.reading([False], 1.2) == [LinkChange(LinkState.UP), Snapshot((False,), 1.2)]


def test_a_reading_of_wrong_length_is_a_fault() -> None:
    (told,) = Scan(3).reading([True], 1.0)
    assert told == LinkChange(LinkState.DOWN, "The sensors gave 1 inputs, not 3.", "wires")


def test_asking_gives_a_snapshot_with_the_next_reading() -> None:
    scan = Scan(2)
    scan.reading([True, False], 1.0)
    scan.ask()
    assert scan.reading([True, True], 1.1) == [Snapshot((True, True), 1.1)]
    assert scan.reading([True, True], 1.2) == []


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1))
def test_whoever_follows_the_events_knows_every_reading(readings: list[list[bool]]) -> None:
    scan, known = Scan(4), [False] * 4
    for at, reading in enumerate(readings):
        for event in scan.reading(reading, float(at)):
            if isinstance(event, Snapshot):
                known = list(event.present)
            elif isinstance(event, HoleChange):
                known[event.hole] = event.present
        assert known == reading


def test_a_reader_that_cannot_be_opened_is_tried_again(ear: Ear, clock: Clock) -> None:
    readers: list[ListReader | None] = [None, None, ListReader([True])]

    def opened() -> ListReader:
        reader = readers.pop(0)
        if reader is None:
            raise NoDriver("SPI is off.")
        return reader

    with ScannedArray(opened, 1, 1000, clock, retry=0.01) as sensors:
        sensors.start(ear)
        assert ear.link(LinkState.DOWN) == "SPI is off."
        assert ear.link(LinkState.UP) == ""
        assert ear.snapshot() == (True,)
        assert len(ear.all) == 3


def test_a_device_that_goes_is_closed_told_and_opened_again(ear: Ear, clock: Clock) -> None:
    first, second = ListReader([True], OSError("no such device")), ListReader([False])
    readers = [first, second]
    with ScannedArray(lambda: readers.pop(0), 1, 1000, clock, retry=0.01) as sensors:
        sensors.start(ear)
        assert ear.snapshot() == (True,)
        assert "The sensors are gone (no such device)" in ear.link(LinkState.DOWN)
        assert ear.snapshot() == (False,)
        assert first.closed == 1
    assert second.closed == 1


def test_whatever_a_library_raises_is_told_and_the_reader_opened_again_pp_14(
    ear: Ear, clock: Clock
) -> None:
    """lgpio's own error is no OSError: the thread must not die of it and leave the link up."""
    readers = [ListReader([True], RuntimeError("bad GPIO handle")), ListReader([False])]
    with ScannedArray(lambda: readers.pop(0), 1, 1000, clock, retry=0.01) as sensors:
        sensors.start(ear)
        assert ear.snapshot() == (True,)
        assert "The sensors are gone (bad GPIO handle)" in ear.link(LinkState.DOWN)
        assert ear.snapshot() == (False,)


def test_a_fault_of_the_wires_keeps_the_reader_open(ear: Ear, clock: Clock) -> None:
    reader = ListReader([True], SensorFault("cut"), SensorFault("cut"), [True])
    with ScannedArray(lambda: reader, 1, 1000, clock) as sensors:
        sensors.start(ear)
        assert ear.link(LinkState.DOWN) == "cut"
        assert ear.link(LinkState.UP) == ""
        assert reader.closed == 0


def test_it_can_be_asked_for_a_snapshot_and_closed_twice(ear: Ear, clock: Clock) -> None:
    sensors = ScannedArray(lambda: ListReader([True]), 1, 1000, clock)
    sensors.start(ear)
    sensors.start(ear)
    assert ear.snapshot() == (True,)
    sensors.resync()
    assert ear.snapshot() == (True,)
    sensors.close()
    sensors.close()
    with pytest.raises(Closed):
        sensors.start(ear)


def test_sizes_that_cannot_be_are_refused(clock: Clock) -> None:
    with pytest.raises(BadSetting):
        Scan(0)
    with pytest.raises(BadSetting):
        ScannedArray(lambda: ListReader([True]), 1, 0, clock)
