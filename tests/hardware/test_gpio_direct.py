"""One pin a hole, on gpiozero's mock pins."""

from __future__ import annotations

import pytest
from gpiozero.pins.mock import MockFactory
from wood import Ear

from hardware.errors import Closed
from hardware.gpio_direct import GpioDirect
from hardware.ports import Clock, HoleChange, LinkState


def test_every_edge_is_told_with_its_time(pins: MockFactory, ear: Ear, clock: Clock) -> None:
    with GpioDirect([4, 17, 27], clock, factory=pins, look=60) as sensors:
        assert sensors.holes == 3
        sensors.start(ear)
        assert ear.snapshot() == (False, False, False)
        pins.pin(17).drive_low()
        assert ear.change() == (1, True)
        before = clock.now()
        pins.pin(4).drive_low()
        pins.pin(17).drive_high()
        pins.pin(4).drive_high()
        told = [ear.change(), ear.change(), ear.change()]
        assert told == [(0, True), (1, False), (0, False)]
        times = [event.t for event in ear.all[-3:] if isinstance(event, HoleChange)]
        assert before <= times[0] <= times[1] <= times[2] <= clock.now()


@pytest.mark.parametrize(("active", "pull"), [("high", "down"), ("high", "none"), ("low", "none")])
def test_polarity_and_pull_are_the_files(
    pins: MockFactory, ear: Ear, clock: Clock, active: str, pull: str
) -> None:
    pin = pins.pin(4)
    pins.pin(5)
    with GpioDirect([4, 5], clock, active=active, pull=pull, factory=pins, look=60) as sensors:
        there, gone = (pin.drive_high, pin.drive_low)
        if active == "low":
            there, gone = gone, there
        gone()
        sensors.start(ear)
        ear.snapshot()
        assert pin.pull == {"down": "down", "none": "floating"}[pull]
        there()
        assert ear.change() == (0, True)
        gone()
        assert ear.change() == (0, False)


def test_an_edge_that_was_missed_is_seen_at_the_next_look(
    pins: MockFactory, ear: Ear, clock: Clock
) -> None:
    with GpioDirect([4], clock, factory=pins, look=0.02) as sensors:
        sensors.start(ear)
        ear.snapshot()
        # The kernel dropped the edge: the level changed and no callback came.
        pins.pin(4)._state = False
        assert ear.change() == (0, True)


def test_pins_that_fail_while_they_are_read_are_told_and_opened_again_pp_14(
    pins: MockFactory, ear: Ear, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GpioDirect([4], clock, factory=pins, look=0.02, retry=0.01) as sensors:
        sensors.start(ear)
        ear.snapshot()
        with monkeypatch.context() as broken:
            broken.setattr(type(pins.pin(4)), "_get_state", lambda pin: 1 / 0)
            assert "The sensors are gone (division by zero)" in ear.link(LinkState.DOWN)
        assert ear.link(LinkState.UP) == ""
        assert ear.snapshot() == (False,)


def test_a_snapshot_comes_when_asked_for(pins: MockFactory, ear: Ear, clock: Clock) -> None:
    with GpioDirect([4], clock, factory=pins, look=60) as sensors:
        sensors.start(ear)
        ear.snapshot()
        sensors.resync()
        assert ear.snapshot() == (False,)


def test_a_wrong_pin_is_told_in_a_sentence_and_the_others_let_go(
    pins: MockFactory, ear: Ear, clock: Clock
) -> None:
    with GpioDirect([4, 99], clock, factory=pins, retry=60) as sensors:
        sensors.start(ear)
        assert "BCM 99 is no pin of this Raspberry Pi" in ear.link(LinkState.DOWN)
        with GpioDirect([4], clock, factory=pins) as other:
            other.start(ear)
            assert ear.snapshot() == (False,)


def test_a_pull_that_the_pi_has_soldered_is_told(pins: MockFactory, ear: Ear, clock: Clock) -> None:
    with GpioDirect([2], clock, active="high", pull="down", factory=pins) as sensors:
        sensors.start(ear)
        assert "BCM 2 has a pull-up resistor of its own" in ear.link(LinkState.DOWN)


def test_it_can_be_closed_twice_and_not_begun_again(pins: MockFactory, clock: Clock) -> None:
    sensors = GpioDirect([4], clock, factory=pins)
    sensors.close()
    sensors.close()
    with pytest.raises(Closed):
        sensors.start(lambda event: None)
