"""Pixels at this machine: places, rings, motions, the current cap, and what goes wrong."""

from __future__ import annotations

import threading

import pytest
from waiting import until
from wood import MemoryChain

from firmware_bridge.firmware.core.lights import Lights
from hardware.errors import BadFrame, BadSetting, NoDriver
from hardware.neopixels import HostLights
from hardware.ports import Clock, LightFrame, Look, Motion

DARK = Look(0, 0, 0)
RED, BLUE = Look(255, 0, 0), Look(0, 0, 255)
R, B, OFF = b"\xff\0\0", b"\0\0\xff", b"\0\0\0"


def strip(
    chain: MemoryChain, clock: Clock, places: list[int], *, holes: int = 3, count: int = 3
) -> HostLights:
    """That chain with the firmware's own light engine."""
    engine = Lights(holes, len(places) // holes)
    return HostLights(engine, lambda: chain, places, holes=holes, count=count, clock=clock)


def test_a_hole_lights_its_own_pixel(clock: Clock) -> None:
    chain = MemoryChain()
    with strip(chain, clock, [2, 0, 4], count=5) as lights:
        lights.show(LightFrame((DARK, RED, BLUE), (1, 2, 0)))
        assert chain.until(bool) == B + OFF + R + OFF + OFF
    assert chain.now == OFF * 5
    assert chain.closed == 1


def test_a_ring_is_as_many_pixels_wherever_they_are_pp_22(clock: Clock) -> None:
    chain = MemoryChain()
    with strip(chain, clock, [4, 5, 0, 1], holes=2, count=6) as lights:
        lights.show(LightFrame((DARK, RED, BLUE), (1, 2)))
        assert chain.until(bool) == B + B + OFF + OFF + R + R


def test_a_still_picture_is_sent_once_and_a_moving_one_again_and_again(clock: Clock) -> None:
    chain = MemoryChain()
    with strip(chain, clock, [0, 1, 2]) as lights:
        lights.show(LightFrame((DARK, RED), (1, 0, 0)))
        chain.until(bool)
        assert chain.sent.empty()
        moving = Look(255, 0, 0, Motion.BREATHE)
        lights.show(LightFrame((DARK, moving), (1, 0, 0)))
        reds = {chain.until(bool)[0] for _ in range(8)}
        assert len(reds) > 3
        lights.show(LightFrame((DARK, RED), (0, 0, 1)))
        chain.until(lambda colours: colours == OFF + OFF + R)


def test_show_does_not_wait_for_a_slow_wire_and_the_latest_wins(clock: Clock) -> None:
    free = threading.Event()

    class Slow(MemoryChain):
        """A wire that stands still until it is let go."""

        def show(self, colours: bytes) -> None:
            """Wait, then send."""
            free.wait(5)
            super().show(colours)

    chain = Slow()
    lights = strip(chain, clock, [0, 1, 2])
    before = clock.now()
    for at in range(100):
        lights.show(LightFrame((DARK, Look(at, 0, 0)), (1, 0, 0)))
    assert clock.now() - before < 1
    free.set()
    chain.until(lambda colours: colours[0] == 99)
    assert chain.sent.empty()
    lights.close()


def test_the_cap_scales_the_picture_pp_22(clock: Clock) -> None:
    chain, engine = MemoryChain(), Lights(3)
    engine.cap = 63
    with HostLights(engine, lambda: chain, [0, 1, 2], holes=3, count=3, clock=clock) as lights:
        lights.show(LightFrame((DARK, Look(255, 255, 255)), (1, 1, 1)))
        colours = chain.until(bool)
        # 3 mA of dark pixels, so 60 mA for light of 180: a third.
        assert set(colours) == {85}
        assert lights.power.capped
        assert lights.power.limit_ma == 63
        assert lights.power.peak_ma <= 63


def test_off_leaves_the_wire_dark(clock: Clock) -> None:
    chain = MemoryChain()
    lights = strip(chain, clock, [0, 1, 2])
    lights.off()
    assert chain.sent.empty()
    lights.show(LightFrame((DARK, Look(9, 9, 9, Motion.BLINK)), (1, 1, 1)))
    lights.off()
    assert chain.now == OFF * 3
    lights.close()
    lights.close()
    lights.show(LightFrame((DARK, RED), (1, 1, 1)))
    assert chain.now == OFF * 3


def test_a_chain_that_cannot_be_opened_says_why_and_is_tried_again(clock: Clock) -> None:
    chain = MemoryChain()
    tries: list[str] = ["The library neopixel is missing.", ""]

    def opened() -> MemoryChain:
        if sentence := tries.pop(0):
            raise NoDriver(sentence)
        return chain

    with HostLights(Lights(1), opened, [0], holes=1, count=1, clock=clock, retry=0.01) as lights:
        lights.show(LightFrame((DARK, RED), (1,)))
        assert chain.until(bool) == R
        until_well(lights)
        assert tries == []


def until_well(lights: HostLights) -> None:
    """Wait until nothing is amiss with the pixels: it is known when the picture has left."""
    until(lambda: not lights.fault, lambda: lights.fault)


def test_what_fails_only_when_it_is_sent_is_told_and_tried_again(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """As at the Pi's own pins without root: opened well, sent never, closed with an error too."""
    good = MemoryChain()

    class Refusing(MemoryChain):
        def show(self, colours: bytes) -> None:
            raise NoDriver("The pixels at D18 need root on this Pi.")

        def close(self) -> None:
            raise RuntimeError("need root")

    chains: list[MemoryChain] = [Refusing(), Refusing(), good]
    make = chains.pop
    with HostLights(
        Lights(1), lambda: make(0), [0], holes=1, count=1, clock=clock, retry=0.01
    ) as lights:
        lights.show(LightFrame((DARK, RED), (1,)))
        assert good.until(bool) == R
        until_well(lights)
    assert [record.message for record in caplog.records] == [
        "The pixels at D18 need root on this Pi."
    ], "told once, not at every try"


def test_a_chain_that_breaks_is_told_and_off_does_not_wait_for_it(clock: Clock) -> None:
    chain = MemoryChain()
    lights = HostLights(Lights(1), lambda: chain, [0], holes=1, count=1, clock=clock, retry=60)
    lights.show(LightFrame((DARK, RED), (1,)))
    chain.until(bool)
    chain.breaks = True
    lights.off()
    assert lights.fault.startswith("The pixels cannot be written (pulled out)")
    lights.close()
    assert chain.closed >= 1


def test_a_frame_that_does_not_fit_is_refused(clock: Clock) -> None:
    lights = strip(MemoryChain(), clock, [0, 1, 2])
    with pytest.raises(BadFrame):
        lights.show(LightFrame((DARK,), (0, 0)))
    with pytest.raises(BadFrame):
        lights.show(LightFrame((DARK,), (0, 1, 0)))
    with pytest.raises(BadSetting):
        strip(MemoryChain(), clock, [0, 1])
    with pytest.raises(BadSetting):
        strip(MemoryChain(), clock, [0, 1, 3])
