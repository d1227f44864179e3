"""The white arrow that leads a marble: a bent shaft with a head."""

from __future__ import annotations

from math import hypot

from companion.model.view import Arrow
from engine.board import Board
from engine.drawing.svg import hole_xy


def arrow_path(board: Board, arrow: Arrow) -> str:
    """The white arrow's path: a bent shaft from rim to rim and its head; empty for equal holes."""
    (ax, ay), (bx, by) = hole_xy(board, arrow.frm), hole_xy(board, arrow.to)
    length = hypot(bx - ax, by - ay)
    p = board.pitch * 1000
    if length < p / 2:
        return ""
    ux, uy = (bx - ax) / length, (by - ay) / length
    bend = min(0.22 * length, 1.6 * p) if length > 3 * p else 0.0
    start, end = min(0.6 * p, length * 0.25), min(0.66 * p, length * 0.3)
    sx, sy = ax + ux * start - uy * bend * 0.2, ay + uy * start + ux * bend * 0.2
    mx, my = (ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend
    ex, ey = bx - ux * end - uy * bend * 0.25, by - uy * end + ux * bend * 0.25
    vx, vy = ex - mx, ey - my
    size = hypot(vx, vy) or 1.0
    vx, vy = vx / size, vy / size
    back, half = 0.34 * p, 0.25 * p
    left = (ex - vx * back - vy * half, ey - vy * back + vx * half)
    right = (ex - vx * back + vy * half, ey - vy * back - vx * half)
    return (
        f"M{sx:.1f} {sy:.1f}Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}"
        f"M{left[0]:.1f} {left[1]:.1f}L{ex:.1f} {ey:.1f}L{right[0]:.1f} {right[1]:.1f}"
    )
