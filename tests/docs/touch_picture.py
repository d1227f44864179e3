"""The drawing of the marks that fingers find on a board (docs/building.md)."""

from __future__ import annotations

import math

from drawn_sheet import DARK, INK, PAPER, QUIET, SIGNAL, WOOD, Sheet

from engine.boards import board_of
from engine.boards.marble import SIDES, track
from engine.drawing.look import symbol_path


def touch() -> str:
    """The board from above with its marks: notches, a groove, dots, a raised sign at each pen."""
    sheet = Sheet(810, 440, "Marks for fingers: notch, groove, dots, and a raised sign at each pen")
    board = board_of("hex")
    big = 205.0
    at = {s.id: (225 + big * s.x, 220 + big * s.y) for s in board.spaces}
    corners = [(225 + big * x, 220 + big * y) for x, y in board.outline]
    edge = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    sheet.put(f'<polygon points="{edge}" fill="{WOOD}" stroke="{DARK}" stroke-width="2"/>')
    for x, y in corners:
        _notch(sheet, x, y, math.atan2(220 - y, 225 - x))
    way = [at[hole] for hole in track("hex")]
    sheet.wire([*way, way[0]], DARK, 1.5)
    for space in board.spaces:
        x, y = at[space.id]
        sheet.put(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.6" fill="{PAPER}" stroke="{DARK}"/>')
    for side in SIDES["hex"]:
        out = math.atan2(at[f"{side}7"][1] - 220, at[f"{side}7"][0] - 225)
        _dots(sheet, at[f"{side}9"], out, 1)
        _dots(sheet, at[f"{side}7"], out, 2)
        pen = [at[f"{side}p{n}"] for n in range(1, 5)]
        middle = (sum(x for x, _ in pen) / 4, sum(y for _, y in pen) / 4)
        sheet.put(
            f'<path transform="translate({middle[0]:.1f} {middle[1]:.1f})" fill="{INK}" '
            f'fill-rule="evenodd" d="{symbol_path(side, 4.0)}"/>'
        )
    _touch_words(sheet)
    return sheet.svg()


def _notch(sheet: Sheet, x: float, y: float, inward: float) -> None:
    """A notch in the edge, its tip towards the middle."""
    wide = [
        (x + 9 * math.cos(inward + turn), y + 9 * math.sin(inward + turn)) for turn in (1.2, -1.2)
    ]
    tip = (x + 13 * math.cos(inward), y + 13 * math.sin(inward))
    corner = (x - 3 * math.cos(inward), y - 3 * math.sin(inward))
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in (corner, wide[0], tip, wide[1]))
    sheet.put(f'<polygon points="{points}" fill="{PAPER}" stroke="{DARK}"/>')


def _dots(sheet: Sheet, hole: tuple[float, float], out: float, count: int) -> None:
    """Raised dots between a hole and the edge of the wood, side by side."""
    for n in range(count):
        aside = (n - (count - 1) / 2) * 6
        x = hole[0] + 10 * math.cos(out) - aside * math.sin(out)
        y = hole[1] + 10 * math.sin(out) + aside * math.cos(out)
        sheet.put(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="{SIGNAL}"/>')


def _touch_words(sheet: Sheet) -> None:
    """What each mark is, beside the board."""
    rows = (
        ("Notch", "in the edge where two sides meet,", "6 mm wide, 4 mm deep"),
        ("Groove", "from hole to hole round the main track,", "2 mm wide, 1 mm deep"),
        ("One dot", "at the pen exit: here marbles enter,", "1.6 mm wide, 0.8 mm high"),
        ("Two dots", "at the turn-in: here the home row begins,", "8 mm apart"),
        ("Raised sign", "in each pen: whose side this is,", "12 mm wide, 1 mm high"),
    )
    for n, (name, where, size) in enumerate(rows):
        y = 70 + 72 * n
        if name == "Notch":
            _notch(sheet, 478, y - 12, math.pi / 2)
        elif name == "Groove":
            sheet.wire([(466, y - 5), (490, y - 5)], DARK, 2)
        elif name == "Raised sign":
            sheet.put(
                f'<path transform="translate(478 {y - 5})" fill="{INK}" fill-rule="evenodd" '
                f'd="{symbol_path("A", 7.0)}"/>'
            )
        else:
            _dots(sheet, (478, y + 5), -math.pi / 2, 1 if name == "One dot" else 2)
        sheet.text(500, y, name, bold=True, anchor="start")
        sheet.text(500, y + 19, where, size=13, anchor="start", colour=QUIET)
        sheet.text(500, y + 36, size, size=13, anchor="start", colour=QUIET)
