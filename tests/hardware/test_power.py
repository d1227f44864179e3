"""The current of a frame and its cap (PP-22)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import BadSetting
from hardware.ports import LightFrame, Look, Motion
from hardware.power import Supply, capped, estimate_ma, look_ma

DARK = Look(0, 0, 0)


def frame(look: Look, lit: int, dark: int = 0) -> LightFrame:
    """So many holes of one look and so many dark ones."""
    return LightFrame((DARK, look), (1,) * lit + (0,) * dark)


def test_each_channel_is_counted() -> None:
    supply = Supply(4.0, channel_ma=(20, 20, 20), idle_ma=1)
    assert look_ma(Look(255, 0, 0), supply) == 20
    assert look_ma(Look(255, 255, 255), supply) == 60
    assert estimate_ma(frame(Look(255, 0, 0), 10, 5), supply) == 10 * 20 + 15
    assert estimate_ma(frame(Look(255, 0, 0), 0, 5), supply) == 5


def test_each_channel_has_its_own_current_pp_22() -> None:
    supply = Supply(4.0, channel_ma=(16, 12, 10), idle_ma=0.5)
    assert look_ma(Look(255, 0, 0), supply) == 16
    assert look_ma(Look(0, 255, 255), supply) == 22
    assert look_ma(Look(1, 1, 1, Motion.FADE_WHITE), supply) == 38
    assert estimate_ma(frame(Look(0, 255, 0), 10, 10), supply) == 10 * 12 + 20 * 0.5


def test_a_ring_draws_n_times_as_much() -> None:
    lit = frame(Look(255, 255, 255), 10)
    assert estimate_ma(lit, Supply(4.0, ring=8)) == 8 * estimate_ma(lit, Supply(4.0))


def test_a_fade_to_white_counts_as_white() -> None:
    fade = Look(10, 0, 0, Motion.FADE_WHITE)
    assert look_ma(fade, Supply(1.0)) == 60


def test_a_frame_that_fits_is_left_alone() -> None:
    lit = frame(Look(255, 255, 255), 10)
    assert capped(lit, Supply(0.61)) is lit


def test_a_frame_that_does_not_fit_is_scaled_alike() -> None:
    lit = LightFrame((DARK, Look(200, 100, 0), Look(0, 0, 240)), (1, 2) * 20)
    small = capped(lit, Supply(0.3))
    assert estimate_ma(small, Supply(0.3)) <= 300
    assert small.cells == lit.cells
    look = small.palette[1]
    assert look.red == pytest.approx(2 * look.green, abs=2)
    assert estimate_ma(small, Supply(0.3)) > 280, "no more is taken than needed"


def test_a_supply_below_the_idle_current_lights_nothing() -> None:
    small = capped(frame(Look(9, 9, 9), 10), Supply(0.005))
    assert small.palette == (DARK, DARK)


@given(
    st.lists(
        st.tuples(
            st.integers(0, 255), st.integers(0, 255), st.integers(0, 255), st.sampled_from(Motion)
        ),
        min_size=1,
        max_size=6,
    ),
    st.lists(st.integers(0, 6), min_size=1, max_size=60),
    st.floats(0.05, 5.0),
    st.integers(1, 8),
)
def test_the_cap_always_holds(
    looks: list[tuple[int, int, int, Motion]], cells: list[int], amperes: float, ring: int
) -> None:
    palette = (DARK, *(Look(*look) for look in looks))
    lit = LightFrame(palette, tuple(cell % len(palette) for cell in cells))
    supply = Supply(amperes, ring=ring)
    idle = len(cells) * ring
    assert estimate_ma(capped(lit, supply), supply) <= max(supply.milliamps, idle) + 1e-6


@pytest.mark.parametrize("options", [{"amperes": 0}, {"amperes": 1, "ring": 0}])
def test_a_supply_that_cannot_be_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(BadSetting):
        Supply(**options)
