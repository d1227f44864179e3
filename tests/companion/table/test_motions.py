"""The table of motions against the firmware that carries them out, and against the design."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.lights.motions import FLASH, MOVES, Moves
from companion.lights.roles import Role
from companion.lights.theme import standard_theme
from firmware_bridge.firmware.core import lights as core
from hardware.ports import Motion

LEVELLED = [m for m in Motion if m not in (Motion.CHASE, Motion.SWEEP, Motion.FADE_WHITE)]


def test_every_motion_is_in_the_table() -> None:
    assert set(MOVES) == set(Motion)


@pytest.mark.parametrize("motion", LEVELLED)
def test_the_pixels_move_as_the_table_says_pp_20(motion: Motion) -> None:
    """Period, lowest light and time at full light, to the millisecond."""
    moves = MOVES[motion]
    if moves.still:
        (level,) = {core.level(motion.value, t) for t in range(5000)}
        assert level == pytest.approx(255 * moves.low, abs=1)
        assert motion.value in core.STILL
        return
    levels = [core.level(motion.value, t) for t in range(moves.period)]
    assert levels == [core.level(motion.value, t + moves.period) for t in range(moves.period)]
    assert min(levels) == pytest.approx(255 * moves.low, abs=1)
    if moves.lit is not None:
        assert levels.count(255) == moves.lit


def test_a_chase_a_sweep_and_a_fade_take_the_tables_times() -> None:
    assert MOVES[Motion.CHASE].period == 4 * core.CHASE_MS
    assert MOVES[Motion.CHASE].lit == core.CHASE_MS
    row = core.Lights(4)
    row.full(1, [(0, 0, 0, 0), (255, 255, 255, core.CHASE)], b"\x01" * 4, 0)
    head, *faint = row.render(0)[::3]
    assert head == 255
    assert faint == [pytest.approx(255 * MOVES[Motion.CHASE].low, abs=1)] * 3
    assert MOVES[Motion.SWEEP].period == core.SWEEP_MS
    lights = core.Lights(1)
    lights.full(1, [(0, 0, 0, 0), (9, 9, 9, core.FADE_WHITE)], b"\x01", 0)
    period = MOVES[Motion.FADE_WHITE].period
    assert lights.render(period // 2) == bytearray(b"\xff\xff\xff")
    assert lights.render(period) == bytearray((9, 9, 9))


def test_the_designs_figures_are_the_tables(shared: Path) -> None:
    """page.md 2: every number in its column of motions."""
    text = (shared / "design" / "page.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]* \| ([^|]+) \|", text, re.M))
    theme = standard_theme()

    def of(role: Role) -> tuple[str, Moves]:
        return told[role.value], MOVES[theme.look(role).moves]

    for role in (Role.TURN, Role.MOVABLE, Role.CAPTURE, Role.ASK):
        words, moves = of(role)
        seconds = re.search(r"(\d\.\d) s", words)
        assert seconds is not None
        assert moves.period == pytest.approx(1000 * float(seconds[1]))
    for role in (Role.TURN, Role.MOVABLE, Role.CAPTURE):
        words, moves = of(role)
        low = re.search(r"(\d+)–100 %", words)
        assert low is not None
        assert moves.low == moves.page == int(low[1]) / 100
    for role in (Role.WRONG, Role.MISSING, Role.EXTRA):
        words, moves = of(role)
        rate = re.search(r"(\d\.\d) Hz", words)
        assert rate is not None
        assert 1000 / moves.period == pytest.approx(float(rate[1]))
        assert moves.lit == moves.period // 2
    assert "120 ms every 1.6 s" in told["return"]
    assert (FLASH, of(Role.RETURN)[1].period) == (120, 1600)
    assert "200 ms brighter every 2 s" in told["hint"]
    assert (of(Role.HINT)[1].lit, of(Role.HINT)[1].period) == (200, 2000)
    assert "60 ms blink every 4 s" in told["fault"]
    assert (of(Role.FAULT)[1].lit, of(Role.FAULT)[1].period) == (60, 4000)
    assert "0.4 s each" in told["pen"]
    assert "2.4 s" in told["winner"]
