"""The drawings of docs/reading_hands.md: what hands do, and below it what the sensors say.

``python tests/docs/hands_pictures.py`` draws them anew into ``docs/pictures``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from drawn_sheet import DARK, INK, PAPER, QUIET, WOOD, Sheet

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
GAP, RIM = 44, 30
RED, YELLOW = "red", "yellow"
FILL = {RED: "#c2203b", YELLOW: "#ffe45c"}


def marble(sheet: Sheet, x: float, y: float, colour: str) -> None:
    """A marble with its seat's symbol: a dot for Red, a triangle for Yellow."""
    sheet.put(f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="{FILL[colour]}" stroke="{INK}"/>')
    if colour == RED:
        sheet.put(f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="#fff"/>')
    else:
        sheet.put(f'<path d="M{x:g} {y - 7:g}l7 12h-14z" fill="{INK}"/>')


def plank(
    sheet: Sheet, x: float, y: float, names: Sequence[str], stands: Mapping[str, str],
    full: Sequence[str] | None = None,
) -> None:  # fmt: skip
    """A row of holes with what stands there; below it what each sensor says."""
    width = 2 * RIM + GAP * (len(names) - 1)
    sheet.put(
        f'<rect x="{x:g}" y="{y:g}" width="{width}" height="50" rx="12" fill="{WOOD}" '
        f'stroke="{DARK}"/>'
    )
    for at, name in enumerate(names):
        middle = x + RIM + GAP * at
        sheet.put(f'<circle cx="{middle:g}" cy="{y + 25:g}" r="9" fill="#4a2f1a"/>')
        if name in stands:
            marble(sheet, middle, y + 25, stands[name])
        sheet.text(middle, y - 7, name, size=12, colour=QUIET)
        felt = name in (stands if full is None else full)
        sheet.put(
            f'<rect x="{middle - 9:g}" y="{y + 60:g}" width="18" height="12" rx="3" '
            f'fill="{INK if felt else PAPER}" stroke="{INK}"/>'
        )


def hand(sheet: Sheet, x: float, y: float, colours: Sequence[str]) -> None:
    """Marbles in a hand."""
    sheet.text(x, y + 5, "in the hand:", size=13, anchor="start", colour=QUIET)
    for at, colour in enumerate(colours):
        marble(sheet, x + 100 + 36 * at, y, colour)


def swap() -> str:
    """Two marbles out at once, and two ways to stand again."""
    sheet, row = Sheet(760, 318, "A swap, or nothing: the sensors say the same"), _four()
    before, after = {"9": RED, "12": YELLOW}, {"9": YELLOW, "12": RED}
    for x, words in ((24, "1  Before"), (280, "2  Both lifted"), (540, "3  Both stand again")):
        sheet.text(x, 32, words, bold=True, anchor="start")
    plank(sheet, 24, 70, row, before)
    plank(sheet, 280, 70, row, {})
    hand(sheet, 286, 170, (RED, YELLOW))
    sheet.text(540, 56, "they changed places:", size=13, anchor="start", colour=QUIET)
    plank(sheet, 540, 84, row, after)
    sheet.text(540, 186, "each went back:", size=13, anchor="start", colour=QUIET)
    plank(sheet, 540, 214, row, before)
    _legend(sheet, 24, 290, "Both ends look alike to the sensors, so the table asks.")
    return sheet.svg()


def dark() -> str:
    """A capture while the cable is out, or a marble in a wrong pen."""
    sheet, row = Sheet(860, 340, "A capture in the dark"), (*_four(), "pen")
    before = {"9": RED, "12": YELLOW}
    for x, words in (
        (24, "1  Before"),
        (330, "2  The cable is out"),
        (596, "3  The cable is in again"),
    ):
        sheet.text(x, 32, words, bold=True, anchor="start")
    plank(sheet, 24, 70, row, before)
    sheet.put(f'<rect x="330" y="70" width="196" height="72" rx="12" fill="{INK}"/>')
    sheet.text(428, 112, "nobody looks", colour=PAPER)
    sheet.text(596, 56, "Red took Yellow:", size=13, anchor="start", colour=QUIET)
    plank(sheet, 596, 84, row, {"12": RED, "pen": YELLOW})
    sheet.text(596, 186, "Red lies in Yellow's pen:", size=13, anchor="start", colour=QUIET)
    plank(sheet, 596, 214, row, {"12": YELLOW, "pen": RED})
    _legend(
        sheet, 24, 318, "Hole 9 has emptied, the pen has filled, and hole 12 is as full as before."
    )
    return sheet.svg()


def sleeve() -> str:
    """A sleeve over three holes while two marbles change places."""
    sheet, row = Sheet(900, 262, "A swap beside a sleeve"), ("2", "3", "4", "5", "6")
    before, covered = {"5": RED}, ("2", "3", "4")
    for x, words in (
        (24, "1  Before"),
        (320, "2  A sleeve, and a lift"),
        (620, "3  The sleeve is gone"),
    ):
        sheet.text(x, 32, words, bold=True, anchor="start")
    plank(sheet, 24, 70, row, before)
    sheet.text(24, 178, "Yellow stands further on", size=13, anchor="start", colour=QUIET)
    plank(sheet, 320, 70, row, {}, covered)
    sheet.put(
        '<rect x="326" y="62" width="136" height="66" rx="30" fill="#6b7f99" fill-opacity=".85"/>'
    )
    hand(sheet, 326, 178, (RED, YELLOW))
    sheet.text(620, 178, "and Red stands in Yellow's hole", size=13, anchor="start", colour=QUIET)
    plank(sheet, 620, 70, row, {"5": YELLOW})
    _legend(
        sheet, 24, 234, "Three holes filled although no hand had put anything there: sensors lie."
    )
    return sheet.svg()


def _four() -> tuple[str, ...]:
    return ("9", "10", "11", "12")


def _legend(sheet: Sheet, x: float, y: float, words: str) -> None:
    """What the little boxes mean, and what follows."""
    for at, (name, fill) in enumerate((("full", INK), ("empty", PAPER))):
        left = x + 66 * at
        sheet.put(
            f'<rect x="{left:g}" y="{y - 10:g}" width="18" height="12" rx="3" fill="{fill}" '
            f'stroke="{INK}"/>'
        )
        sheet.text(left + 23, y, name, size=12, anchor="start", colour=QUIET)
    sheet.text(x + 150, y, words, size=13, anchor="start")


PICTURES = {"hands_swap": swap, "hands_dark": dark, "hands_sleeve": sleeve}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), "utf-8")
