"""The board as a heat map of its sensors: one hue in five steps, a sign for what is wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Final

from markupsafe import Markup

from companion.model.service import HoleState, ServiceView
from companion_web.words.table_words import spoken, token_kind
from companion_web.words.texts import page_text
from engine.board import Board
from engine.drawing.svg import board_defs, board_paint, hole_xy, view_box

STEPS: Final = (1, 5, 10, 20)
"""Counts at which the second to fifth step of the heat map begin."""
RESTS: Final = (0.5, 2.0, 10.0, 60.0)
"""The same for the seconds that marbles rest."""
MAPS: Final = ("changes", "flickers", "rest")
"""What the map can show: changes by hands, changes without hands, how long marbles rest."""


def heat(value: float, steps: Sequence[float] = STEPS) -> int:
    """The step of the heat map, 0 to 4: how many of ``steps`` are reached.

    >>> [heat(n) for n in (0, 1, 5, 19, 20)]
    [0, 1, 2, 3, 4]
    """
    return sum(value >= step for step in steps)


def step_of(hole: HoleState, shown: str) -> int:
    """The step of the map, 0 to 4, that a hole has."""
    if shown == "rest":
        return heat(hole.rest, RESTS)
    return heat(hole.changes if shown == "changes" else hole.flickers, STEPS)


def hole_label(hole: HoleState, name: str, language: str, kind: str = "marble") -> str:
    """``Red 7, 12 changes, empty.`` for eyes that do not see the colour."""
    parts = [name]
    if hole.aside:
        parts.append(page_text("service.label.aside", language))
    if hole.changes:
        parts.append(page_text("service.label.changes", language, n=hole.changes))
        if hole.flickers:
            parts.append(page_text("service.label.flickers", language, n=hole.flickers))
    else:
        parts.append(page_text("service.label.never", language))
    full = spoken("service.label.full", kind, language)
    parts.append(page_text(full if hole.full else "service.label.empty", language))
    return ", ".join(parts) + "."


def _worn(hole: HoleState, shown: str, p: float) -> str:
    """The step's colour; ``!`` and a white ring where nothing was ever felt, a slash if aside."""
    never = " never" if not hole.changes and not hole.aside else ""
    sign = f'<circle class="heat{never} heat-{step_of(hole, shown)}" r="{0.4 * p:.1f}"/>'
    if hole.aside:
        d = 0.3 * p
        return f'{sign}<path class="slash" d="M{-d:.1f} {d:.1f}L{d:.1f} {-d:.1f}"/>'
    return f"{sign}{_bang(p)}" if never else sign


def _bang(p: float) -> str:
    path = f"M0 {-0.2 * p:.1f}V{0.05 * p:.1f}M0 {0.19 * p:.1f}v.1"
    return f'<path class="bang" d="{path}"/>'


def _toured(hole: HoleState, felt: Collection[str], passed: Collection[str], p: float) -> str:
    """The progress of a tour: a tick where the sensor answered, ``!`` where it was skipped."""
    ring = f'r="{0.4 * p:.1f}"'
    if hole.hole in felt:
        at = f"M{-0.16 * p:.1f} 0L{-0.04 * p:.1f} {0.13 * p:.1f}"
        tick = f'<path class="tick" d="{at}L{0.18 * p:.1f} {-0.14 * p:.1f}"/>'
        return f'<circle class="felt" {ring}/>{tick}'
    if hole.hole in passed:
        return f'<circle class="never heat-0" {ring}/>{_bang(p)}'
    return f'<circle class="todo" {ring}/>'


def heat_map(
    board: Board, service: ServiceView, names: Mapping[str, str], shown: str, chosen: str, lang: str
) -> Markup:
    """The drawing: every hole a link to itself, so that it can be chosen without any script."""
    check, kind = service.check, token_kind(board)
    tour = check is not None and check.kind in ("visit", "learn")
    felt = frozenset(check.felt if check is not None and tour else ())
    passed = frozenset(check.open if check is not None else ())
    holes = []
    for hole in service.holes:
        x, y = hole_xy(board, hole.hole)
        p = board.pitch * 1000
        sign = _toured(hole, felt, passed, p) if tour else _worn(hole, shown, p)
        if hole.full:
            sign += f'<circle class="full" r="{0.47 * p:.1f}"/>'
        if check is not None and hole.hole == check.hole and check.colour != "ask":
            sign += f'<circle class="lit" r="{0.6 * p:.1f}"/>'
        if hole.hole == chosen:
            sign += f'<circle class="chosen" r="{0.66 * p:.1f}"/>'
        name = hole_label(hole, names[hole.hole], lang, kind)
        holes.append(
            f'<a href="/service?map={shown}&amp;hole={hole.hole}" data-hole="{hole.hole}" '
            f'data-step="{step_of(hole, shown)}" aria-label="{escape(name)}" '
            f'transform="translate({x:g} {y:g})" tabindex="{0 if hole.number == 0 else -1}">'
            f'<circle class="hit" r="{0.5 * p:.1f}"/>{sign}</a>'
        )
    label = escape(page_text("service.map", lang))
    return Markup(
        f'<svg class="ts-board heat-board" viewBox="{view_box(board)}" role="group" '
        f'aria-label="{label}" data-heat preserveAspectRatio="xMidYMid meet">'
        f'<defs>{board_defs(board)}</defs><g class="veiled">{board_paint(board, ())}</g>'
        f"{''.join(holes)}</svg>"
    )
