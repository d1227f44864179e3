"""The holes of a Fast Track board as small numbers (FT-1 … FT-4).

The place of a marble is one *code* below 128, so that a position is a short ``bytes`` and a route a
bit mask. Codes, in this order, for ``S`` sides and ``L`` = 14 × S main-track holes:

====================  ===========================================================
``0 … L-1``           main track, ``A0`` … ``A13``, ``B0`` …
``L``                 the bull's eye ``X``
next 4 × S            home rows, ``Ah1`` … ``Ah4``, ``Bh1`` …
next S                pens, ``Ap``, ``Bp`` …: the marbles of one pen share a code
next S                marked corners: ``A0*`` (FT-14 committed, BF-6 in FT mode)
next S                marked ``A8+``: reached from the turn-in (BF-5)
====================  ===========================================================
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

SIDE: Final = 14
"""Main-track holes on each side (FT-1)."""

TURN_IN: Final = 7
PEN_EXIT: Final = 9
HOME_ROW: Final = 4

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JOKER")
"""All ranks, in the order of the rules text."""

DECK: Final[tuple[str, ...]] = tuple(
    rank for rank in RANKS for _ in range(2 if rank == "JOKER" else 4)
)
"""The 54 cards of a deck in rank order."""

VALUE: Final[dict[str, int]] = {rank: int(rank) if rank.isdigit() else 1 for rank in RANKS}
"""FT-9: how far each card moves."""

PLAY_AGAIN: Final = frozenset({"A", "JOKER", "6", "J", "Q", "K"})
"""FT-7, BF-2: cards after which another card follows."""

ENTERING: Final = frozenset({"A", "JOKER", "6"})
"""FT-12, BF-3: cards that bring a marble out of its pen."""

ROYAL: Final = frozenset({"J", "Q", "K"})
"""FT-17, BF-9: cards that bring a marble out of the bull's eye."""

SIDES: Final[dict[str, str]] = {"hex": "ABCDEF", "square": "ABCD"}


class Track:
    """Names, numbers and bits of the holes of one board. Make it with ``track_for``."""

    __slots__ = (
        "bits", "bullseye", "code_of", "codes", "corner_bits", "flat_hole", "hole_bits",
        "home_bits", "homes", "kind", "length", "mark_bit", "marked_corners", "marked_eights",
        "names", "pens", "places", "sides", "unmark",
    )  # fmt: skip

    def __init__(self, kind: str) -> None:
        sides = SIDES[kind]
        count = len(sides)
        self.kind = kind
        self.sides = sides
        self.length = length = SIDE * count
        self.bullseye = length
        self.homes = tuple(length + 1 + HOME_ROW * s for s in range(count))
        """Code of ``h1`` of each side; the other three follow."""
        start = length + 1 + HOME_ROW * count
        self.pens = tuple(range(start, start + count))
        self.marked_corners = tuple(range(start + count, start + 2 * count))
        self.marked_eights = tuple(range(start + 2 * count, start + 3 * count))
        self.codes = start + 3 * count
        self.mark_bit = 1 << self.codes
        """The bit in a colour's mask for a marked corner; no route ever holds it."""

        track = [f"{sides[h // SIDE]}{h % SIDE}" for h in range(length)]
        rows = [f"{side}h{k}" for side in sides for k in range(1, HOME_ROW + 1)]
        corners = [f"{side}0" for side in sides]
        eights = [f"{side}8" for side in sides]
        shared = [*track, "X", *rows]
        self.places = (*shared, *(f"{side}p" for side in sides), *corners, *eights)
        """The place (``Position.occupancy()`` key) of each code."""
        marks = [*(f"{c}*" for c in corners), *(f"{e}+" for e in eights)]
        self.names = (*shared, *("p" for _ in sides), *marks)
        """The marble's text in a position, for each code."""
        self.code_of = {name: code for code, name in enumerate(self.names) if name != "p"}

        plain_corners = [SIDE * s for s in range(count)]
        plain_eights = [SIDE * s + 8 for s in range(count)]
        holes = list(range(self.codes))
        for marked, plain in (
            *zip(self.marked_corners, plain_corners, strict=True),
            *zip(self.marked_eights, plain_eights, strict=True),
        ):
            holes[marked] = plain
        self.flat_hole = bytes(holes)
        """Code → the same code without mark."""
        unmark = bytearray(range(256))
        for marked, plain in zip(self.marked_corners, plain_corners, strict=True):
            unmark[marked] = plain
        self.unmark = bytes(unmark)
        """For ``bytes.translate``: takes the mark from corners (BF-8), not from an ``A8+``."""
        bits = [1 << hole for hole in holes]
        for pen in self.pens:
            bits[pen] = 0
        self.hole_bits = tuple(bits)
        """Bit of each code's hole; 0 for a pen."""
        for marked in self.marked_corners:
            bits[marked] |= self.mark_bit
        self.bits = tuple(bits)
        """The same with ``mark_bit`` for a marked corner."""
        self.corner_bits = sum(1 << corner for corner in plain_corners)
        self.home_bits = tuple(sum(1 << (h + k) for k in range(HOME_ROW)) for h in self.homes)

    def is_corner(self, hole: int) -> bool:
        """Whether an unmarked code is a Fast Track space (FT-3, FT-4)."""
        return hole < self.length and hole % SIDE == 0

    def is_home(self, code: int) -> bool:
        """Whether a code lies in a home row."""
        return self.bullseye < code < self.pens[0]

    def on_track(self, code: int) -> bool:
        """Whether a marble of that code stands on the main track, corners included."""
        return code < self.length or code >= self.marked_corners[0]

    def mask(self, codes: bytes) -> int:
        """The holes of some marbles of one colour as bits."""
        out = 0
        for code in codes:
            out |= self.bits[code]
        return out

    def to_own_corner(self, side: int, corner: int) -> int:
        """Ring steps, clockwise, from a corner (unmarked code) to the side's own one (FT-22)."""
        return (side - corner // SIDE) % len(self.sides)

    def texts(self, codes: bytes) -> tuple[str, ...]:
        """The texts of a colour's marbles in the interchange form, kept: a move changes few."""
        return _texts(self, codes)

    def order(self, code: int) -> tuple[bool, str]:
        """Sort key of the interchange form: pens first, then by hole text."""
        name = self.names[code]
        return (name != "p", name)


@lru_cache(maxsize=1024)
def _texts(track: Track, codes: bytes) -> tuple[str, ...]:
    return tuple(track.names[code] for code in sorted(codes, key=track.order))


@cache
def track_for(kind: str) -> Track:
    """The track of a board kind, ``hex`` or ``square``; KeyError for another."""
    return Track(kind)
