"""What the pixels show: motions of page.md 2, rings, brightness, current cap, calm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware.core import lights as core
from firmware_bridge.firmware.core.lights import Lights
from hardware.ports import Motion


def strip(*cells: int, motion: int = 0, colour: tuple[int, int, int] = (200, 100, 50)) -> Lights:
    """A strip whose palette is dark and one look."""
    lights = Lights(len(cells))
    lights.full(1, [(0, 0, 0, 0), (*colour, motion)], bytes(cells), 0)
    return lights


def red(lights: Lights, t: int, hole: int = 0) -> int:
    """Red of one hole at ``t`` ms."""
    return lights.render(t)[3 * hole]


def test_every_motion_of_the_ports_is_known_by_its_number() -> None:
    for motion in Motion:
        assert getattr(core, motion.name) == motion.value


def test_look_zero_is_dark_whatever_the_palette_says() -> None:
    lights = Lights(2)
    lights.full(1, [(255, 255, 255, 0), (1, 2, 3, 0)], bytes((0, 1)), 0)
    assert lights.render(0) == bytearray((0, 0, 0, 1, 2, 3))


CYCLES = [
    (Motion.BREATHE, 1800, 255, 140),
    (Motion.BREATHE_SLOW, 3200, 255, 153),
    (Motion.PULSE, 1200, 255, 115),
    (Motion.BLINK_FAST, 400, 255, 0),
    (Motion.BLINK, 625, 255, 0),
    (Motion.BLINK_SLOW, 1250, 255, 0),
    (Motion.FLASH_TWICE, 1600, 255, 0),
    (Motion.TWINKLE, 2000, 255, 140),
    (Motion.FAULT_BLINK, 4000, 255, 64),
]


@pytest.mark.parametrize(("motion", "period", "high", "low"), CYCLES)
def test_a_motion_has_its_period_and_range(
    motion: Motion, period: int, high: int, low: int
) -> None:
    """PP-20: periods and levels are page.md's, also far along the device's clock."""
    values = [core.level(motion.value, t) for t in range(period)]
    assert max(values) == high
    assert min(values) == low
    again = [core.level(motion.value, t + 9000 * period) for t in range(period)]
    assert values == again
    for shorter in (2, 3, 4, 5):
        if period % shorter == 0:
            part = period // shorter
            assert values[part:] + values[:part] != values, "the period is the shortest one"


def test_two_flashes_of_120_ms_every_1600_ms() -> None:
    lit = [t for t in range(1600) if core.level(core.FLASH_TWICE, t)]
    assert lit == [*range(120), *range(240, 360)]


def test_a_blink_is_dark_half_of_the_time() -> None:
    for motion, period in ((core.BLINK, 625), (core.BLINK_SLOW, 1250), (core.BLINK_FAST, 400)):
        lit = sum(1 for t in range(period) if core.level(motion, t))
        assert abs(lit - period / 2) <= 1


def test_a_chase_lights_one_hole_after_the_other_for_400_ms() -> None:
    lights = strip(1, 0, 1, 1, motion=core.CHASE)
    for slot, hole in enumerate([0, 2, 3, 0]):
        bright = [at for at in range(4) if red(lights, 400 * slot + 200, at) == 200]
        assert bright == [hole]
        assert red(lights, 400 * slot + 200, 1) == 0


def test_a_sweep_fills_its_holes_within_2400_ms_and_then_stays() -> None:
    lights = Lights(4)
    palette: list[tuple[int, ...]] = [(0, 0, 0, 0), (90, 0, 0, core.SWEEP)]
    lights.full(1, palette, bytes(4), 1000)
    lights.full(2, palette, bytes((1, 1, 1, 1)), 5000)
    lit = [sum(1 for at in range(4) if red(lights, 5000 + t, at)) for t in (0, 700, 1300, 1900)]
    assert lit == [1, 2, 3, 4]
    assert red(lights, 500000, 3) == 90
    lights.full(3, palette, bytes((1, 1, 1, 1)), 9000)
    assert red(lights, 9000, 3) == 90, "a frame that repeats it does not start it again"
    lights.full(4, palette, bytes(4), 9100)
    lights.full(5, palette, bytes((1, 1, 1, 1)), 9200)
    assert red(lights, 9200, 3) == 0, "a new one starts from the beginning"


def test_a_fade_goes_to_white_and_back_in_1200_ms() -> None:
    lights = strip(1, motion=core.FADE_WHITE)
    assert lights.render(0) == bytearray((200, 100, 50))
    assert lights.render(600) == bytearray((255, 255, 255))
    assert lights.render(1200) == bytearray((200, 100, 50))


def test_dim_is_dimmer_and_still() -> None:
    lights = strip(1, motion=core.DIM)
    assert 0 < red(lights, 0) < 100
    assert not lights.moving()
    assert strip(1, motion=core.BREATHE).moving()
    assert not strip(0, motion=core.BREATHE).moving(), "nothing lit, nothing moves"


def test_an_unknown_motion_is_steady() -> None:
    assert red(strip(1, motion=99), 12345) == 200


@pytest.mark.parametrize(("motion", "period", "high", "low"), CYCLES)
def test_calm_halves_every_rate(motion: Motion, period: int, high: int, low: int) -> None:
    """PP-23: calm slows down, it does not stop."""
    lights = strip(1, motion=motion.value)
    usual = [red(lights, t) for t in range(0, period, 5)]
    lights.calm = True
    assert [red(lights, 2 * t) for t in range(0, period, 5)] == usual


def test_a_calm_sweep_takes_twice_as_long() -> None:
    lights = strip(1, 1, 1, 1, motion=core.SWEEP)
    lights.calm = True
    assert [red(lights, t, 3) for t in (1900, 3500, 3700)] == [0, 0, 200]


def test_a_ring_shows_its_holes_colour_on_every_pixel() -> None:
    lights = Lights(133, ring=8)
    lights.full(1, [(0, 0, 0, 0), (1, 2, 3, 0)], bytes(132) + b"\x01", 0)
    pixels = lights.render(0)
    assert len(pixels) == 3 * 1064
    assert pixels[-24:] == bytearray((1, 2, 3)) * 8
    assert not any(pixels[:-24])


def test_brightness_scales_every_channel() -> None:
    lights = strip(1)
    lights.brightness = 51
    assert lights.render(0) == bytearray((40, 20, 10))


def test_the_cap_scales_until_the_estimate_fits() -> None:
    """PP-22: ten white pixels want 600 mA and 10 mA of idling; 310 mA leave half of the light."""
    lights = strip(*[1] * 10, colour=(255, 255, 255))
    assert not any(pixel != 255 for pixel in lights.render(0))
    assert lights.peak == 610
    lights.cap = 310
    pixels = lights.render(0)
    assert lights.capped
    assert set(pixels) == {127}
    assert sum(pixels) * 20 / 255 + 10 <= 310
    lights.cap = 5
    assert not any(lights.render(0)), "a supply below the idle current lights nothing"
    lights.cap = 700
    assert set(lights.render(0)) == {255}
    assert not lights.capped


def test_each_channel_has_its_own_current() -> None:
    """PP-22: red 16, green 12, blue 10 and 0.5 mA, ten pixels."""
    lights = strip(*[1] * 10, colour=(255, 0, 255))
    lights.draw, lights.idle = (160, 120, 100), 5
    lights.render(0)
    assert lights.peak == 10 * 26 + 5
    lights.cap = 135
    assert set(lights.render(0)) == {127, 0}


def test_a_whole_chain_of_rings_is_counted_and_capped() -> None:
    """PP-22: 1,064 white pixels want 63.8 A and 1.1 A of idling; 10 A leave a seventh of it."""
    lights = Lights(133, ring=8)
    lights.full(1, [(0, 0, 0, 0), (255, 255, 255, 0)], b"\x01" * 133, 0)
    lights.render(0)
    assert lights.peak == 1064 * 60 + 1064
    lights.cap, lights.peak = 10_000, 0
    pixels = lights.render(0)
    assert lights.peak == 10_000
    assert len(pixels) == 3 * 1064
    assert 9_800 < sum(pixels) * 20 / 255 + 1064 <= 10_000


@given(
    st.lists(
        st.tuples(*[st.integers(0, 255)] * 3, st.sampled_from([motion.value for motion in Motion])),
        min_size=1,
        max_size=5,
    ),
    st.lists(st.integers(0, 5), min_size=1, max_size=40),
    st.integers(1, 8),
    st.integers(0, 255),
    st.integers(1, 4000),
    st.tuples(*[st.integers(0, 255)] * 3),
    st.integers(0, 30),
    st.integers(0, 10_000),
)
def test_what_is_shown_never_draws_more_than_the_cap(
    looks: list[tuple[int, ...]],
    cells: list[int],
    ring: int,
    brightness: int,
    cap: int,
    draw: tuple[int, int, int],
    idle: int,
    t: int,
) -> None:
    """PP-22, at every moment of every motion; a supply below the idle current lights nothing."""
    lights = Lights(len(cells), ring)
    palette = [(0, 0, 0, 0), *looks]
    lights.full(1, palette, bytes(cell % len(palette) for cell in cells), 0)
    lights.brightness, lights.cap, lights.draw, lights.idle = brightness, cap, draw, idle
    pixels = lights.render(t)
    base = len(cells) * ring * idle / 10
    drawn = sum(value * draw[at % 3] / 2550 for at, value in enumerate(pixels))
    assert drawn + base <= max(cap, base) + 1e-6
    assert drawn + base <= lights.peak + 1
    assert lights.capped or drawn + base <= cap


def test_a_delta_changes_looks_and_cells() -> None:
    lights = strip(1, 1, 0)
    lights.delta(2, [(2, 9, 9, 9, 0), (1, 7, 7, 7, 0)], [(0, 2), (2, 1)], 0)
    assert lights.render(0) == bytearray((9, 9, 9, 7, 7, 7, 7, 7, 7))
    assert lights.frame == 2


@pytest.mark.parametrize(
    ("looks", "cells"),
    [([], [(3, 1)]), ([], [(0, 2)]), ([(9, 0, 0, 0, 0)], []), ([(1, 5, 5, 5, 0)], [(0, 7)])],
)
def test_a_bad_delta_changes_nothing(
    looks: list[tuple[int, ...]], cells: list[tuple[int, ...]]
) -> None:
    lights = strip(1, 1, 0)
    before = bytes(lights.render(0)), lights.frame, lights.picture
    with pytest.raises(ValueError):
        lights.delta(2, looks, cells, 0)
    assert (bytes(lights.render(0)), lights.frame, lights.picture) == before


def test_a_bad_whole_frame_changes_nothing() -> None:
    lights = strip(1, 0)
    with pytest.raises(ValueError, match="3 cells for 2 holes"):
        lights.full(2, [(0, 0, 0, 0)], bytes(3), 0)
    with pytest.raises(ValueError, match="look 4 of 1"):
        lights.full(2, [(0, 0, 0, 0)], bytes((4, 0)), 0)
    assert lights.frame == 1


def test_plain_colours_are_shown_as_they_are_and_darkness_ends_them() -> None:
    lights = Lights(2)
    lights.raw(7, bytes((1, 2, 3, 4, 5, 6)))
    assert lights.render(99) == bytearray((1, 2, 3, 4, 5, 6))
    assert not lights.moving()
    with pytest.raises(ValueError, match="5 bytes for 2 pixels"):
        lights.raw(8, bytes(5))
    picture = lights.picture
    lights.dark()
    assert not any(lights.render(99))
    assert (lights.frame, lights.picture) == (0, picture + 1)
