"""The look of boards: seats' colours and symbols, surfaces, the style sheet of a drawn board.

The look is no rule. It stands here once because the page, the pictures in the documents and
``trackside engine`` share it. Every class and custom property begins with ``ts-``. A drawn board
carries only classes, no inline style: the page serves ``board_rules()`` and ``theme_tokens()`` as a
style sheet, and the standalone picture embeds them.

Classes: ``ts-board`` (root) · ``ts-wood`` ``ts-grain-dark`` ``ts-grain-light`` ``ts-edge``
``ts-edge-light`` ``ts-shadow`` · ``ts-pool`` (turn light under a side, shown with ``ts-on``) ·
``ts-groove`` ``ts-band`` ``ts-ring`` ``ts-inlay`` · ``ts-bed`` ``ts-home`` ``ts-pen`` ``ts-spot``
``ts-channel`` ``ts-bar`` ``ts-badge`` ``ts-glyph`` (paint; ``ts-bare`` without seat) · ``ts-lip``
``ts-dimple`` · ``ts-marble`` with ``ts-ground`` ``ts-outline`` ``ts-body`` ``ts-shine``
``ts-symbol`` · ``ts-road`` ``ts-joint`` ``ts-kerb`` ``ts-kerb-mark`` ``ts-lane`` ``ts-rail``
``ts-wall`` ``ts-box`` ``ts-start`` ``ts-flag`` ``ts-way`` ``ts-label`` ``ts-number``
``ts-square`` (a painted road) · ``ts-coin`` (``ts-on``: in force) ``ts-coin-mark`` · ``ts-wheel`` ·
``ts-seat-A`` … set ``--ts-seat``, ``--ts-ink``, ``--ts-rim`` for all inside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ..board import Board


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat's English name, colours (``#rrggbb``) and the name of its symbol."""

    name: str
    colour: str
    ink: str
    rim: str
    symbol: str


SEATS: Final[Mapping[str, SeatLook]] = MappingProxyType(
    {
        "A": SeatLook("Red", "#c2203b", "#ffffff", "#e0909d", "dot"),
        "B": SeatLook("Orange", "#dd8630", "#1a120c", "#eec298", "bar"),
        "C": SeatLook("Yellow", "#ffee5e", "#1a120c", "#fff6ae", "triangle"),
        "D": SeatLook("Green", "#18dcae", "#1a120c", "#8ceed6", "ring"),
        "E": SeatLook("Blue", "#6b91e4", "#1a120c", "#b5c8f2", "plus"),
        "F": SeatLook("Purple", "#6c46c4", "#ffffff", "#b6a2e2", "bars"),
    }
)
"""The seats clockwise from the bottom. A table may recolour a seat; its symbol stays."""

RESERVE: Final[Mapping[str, SeatLook]] = MappingProxyType(
    {
        "G": SeatLook("White", "#f8f5ee", "#1a120c", "#ffffff", "diamond"),
        "H": SeatLook("Black", "#2a2522", "#f8f5ee", "#9a948c", "cross"),
    }
)
"""Two more, for games with up to eight players: the colours that the page keeps in reserve."""

PLAIN: Final = SeatLook("White", "#f8f5ee", "#1a120c", "#ffffff", "query")
"""The look of a token that belongs to no seat: a question mark instead of a seat's symbol."""


def look_of(token: str) -> SeatLook:
    """The look of a token: that of the seat whose letter it begins with, else ``PLAIN``."""
    return SEATS.get(token[:1]) or RESERVE.get(token[:1], PLAIN)


def number(value: float) -> str:
    """A coordinate as short text with at most one decimal; never ``-0``.

    >>> number(-0.04), number(12.0), number(3.26)
    ('0', '12', '3.3')
    """
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def tight(path: str) -> str:
    """Path data without the blanks before a minus, and without a nought before a point.

    >>> tight("M-4 -2q0.5 -0.3 8 0")
    'M-4-2q.5-.3 8 0'
    """
    return re.sub(r"(?<![\d.])0\.", ".", path.replace(" -", "-"))


def circle_path(x: float, y: float, r: float) -> str:
    """A circle as path data (two arcs), for many circles in one path."""
    n = number
    return f"M{n(x - r)} {n(y)}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0 {n(-2 * r)} 0z"


def _box(x: float, y: float, width: float, height: float) -> str:
    n = number
    return f"M{n(x)} {n(y)}h{n(width)}v{n(height)}h{n(-width)}z"


def symbol_path(seat: str, size: float) -> str:
    """Path data of a seat's symbol about the origin, to be filled by the even-odd rule.

    ``size`` is its half-height (page: 0.20 p on a marble), in the units of the drawing.

    >>> symbol_path("B", 20)
    'M-5 -20h10v40h-10z'
    """
    s = size
    shape = look_of(seat).symbol
    if shape == "bar":
        return _box(-0.25 * s, -s, 0.5 * s, 2 * s)
    if shape == "triangle":
        n = number
        return f"M0 {n(-0.98 * s)}L{n(0.98 * s)} {n(0.8 * s)}H{n(-0.98 * s)}z"
    if shape == "ring":
        return circle_path(0, 0, 0.92 * s) + circle_path(0, 0, 0.46 * s)
    if shape == "plus":
        arm, step = number(0.52 * s), number(0.74 * s)
        path = f"M{number(-0.26 * s)} {number(-s)}h{arm}v{step}h{step}v{arm}h-{step}"
        return f"{path}v{step}h-{arm}v-{step}h-{step}v-{arm}h{step}z"
    if shape == "bars":
        return _box(-s, -0.72 * s, 2 * s, 0.52 * s) + _box(-s, 0.2 * s, 2 * s, 0.52 * s)
    if shape == "diamond":
        a, b = number(0.78 * s), number(s)
        return f"M0 -{b}L{a} 0L0 {b}L-{a} 0z"
    if shape == "cross":
        return _cross(s)
    if shape == "query":
        return _query(s)
    return circle_path(0, 0, 0.66 * s)


def _query(s: float) -> str:
    """A question mark: a bow with its stem, and a square dot."""
    n = number
    start, end = f"{n(-0.64 * s)} {n(-0.36 * s)}", f"{n(0.2 * s)} {n(0.14 * s)}"
    bow = f"M{start}A{n(0.64 * s)} {n(0.62 * s)} 0 1 1 {end}"
    stem = f"V{n(0.4 * s)}H{n(-0.2 * s)}V{n(-0.14 * s)}"
    back = f"A{n(0.25 * s)} {n(0.25 * s)} 0 1 0 {n(-0.25 * s)} {n(-0.36 * s)}z"
    return bow + stem + back + _box(-0.21 * s, 0.58 * s, 0.42 * s, 0.42 * s)


def _cross(s: float) -> str:
    """Two crossing bars, drawn as one outline."""
    n, arm, tip = number, 0.34 * s, 0.88 * s
    ends = [(arm, 0.0), (tip, tip - arm), (tip - arm, tip), (0.0, arm)]
    points = [*ends, *((-x, y) for x, y in reversed(ends[:3]))]
    points += [(-x, -y) for x, y in ends[1:3]] + [(0.0, -arm)]
    points += [(x, -y) for x, y in reversed(ends[1:3])]
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "z"


_TOKENS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "dark": {
            "wood-1": "#6a4529",
            "wood-2": "#4a2e1a",
            "wood-3": "#38220f",
            "grain-dark": "#20120a",
            "grain-light": "#a87c52",
            "edge": "#1d120b",
            "edge-light": "#8a5c36",
            "shadow": "#000000",
            "groove": "#2c1a0d",
            "groove-alpha": ".62",
            "brass": "#c79a5b",
            "band-alpha": ".16",
            "dimple": "#170d06",
            "lip": "#8a6040",
            "lip-alpha": ".55",
            "bed-alpha": ".44",
            "home-alpha": ".45",
            "pen-alpha": ".335",
            "spot-alpha": ".66",
            "bar-alpha": ".84",
            "glyph": "#f6e6d0",
            "outline": "none",
        },
        "light": {
            "wood-1": "#dcb883",
            "wood-2": "#cda268",
            "wood-3": "#b98a50",
            "grain-dark": "#8a5c2c",
            "grain-light": "#fff0d4",
            "edge": "#8e6538",
            "edge-light": "#e8cb9e",
            "shadow": "#8a6a48",
            "groove": "#6f4a26",
            "groove-alpha": ".34",
            "brass": "#a46c22",
            "band-alpha": ".14",
            "dimple": "#4a2f1a",
            "lip": "#fff0d4",
            "lip-alpha": ".55",
            "bed-alpha": ".44",
            "home-alpha": ".63",
            "pen-alpha": ".47",
            "spot-alpha": ".82",
            "bar-alpha": ".84",
            "glyph": "#4a2f1a",
            "outline": "#3a2412",
        },
    }
)


_ROAD_TOKENS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "dark": {
            "road": "#231b16",
            "road-edge": "#8d7a63",
            "square": "#3a2f27",
            "paint": "#e9dcc3",
            "kerb": "#a5323a",
            "coin": "#b98f52",
            "coin-up": "#efc26a",
            "coin-ink": "#2a1a0c",
        },
        "light": {
            "road": "#6b5a4a",
            "road-edge": "#fff3dc",
            "square": "#57483a",
            "paint": "#fff3dc",
            "kerb": "#a9232f",
            "coin": "#b98f52",
            "coin-up": "#f2c96f",
            "coin-ink": "#2a1a0c",
        },
    }
)
"""Properties that only a painted road needs."""


def theme_tokens(theme: str, road: bool = False) -> str:
    """The custom properties of a theme (``dark`` or ``light``) as CSS declarations; KeyError.

    ``road``: include those of painted roads.
    """
    tokens = {**_TOKENS[theme], **(_ROAD_TOKENS[theme] if road else {})}
    return "".join(f"--ts-{name}:{value};" for name, value in tokens.items())


_RULES: Final = """\
.ts-wood-1{stop-color:var(--ts-wood-1)}
.ts-wood-2{stop-color:var(--ts-wood-2)}
.ts-wood-3{stop-color:var(--ts-wood-3)}
.ts-glow{stop-color:var(--ts-seat)}
.ts-shadow{fill:var(--ts-shadow);stroke:var(--ts-shadow);opacity:.13;stroke-linejoin:round}
.ts-grain-dark,.ts-grain-light,.ts-edge,.ts-edge-light{fill:none}
.ts-groove,.ts-band,.ts-ring,.ts-inlay{fill:none}
.ts-grain-dark{stroke:var(--ts-grain-dark);opacity:.18}
.ts-grain-light{stroke:var(--ts-grain-light);opacity:.14}
.ts-edge{stroke:var(--ts-edge)}
.ts-edge-light{stroke:var(--ts-edge-light)}
.ts-pool{opacity:0}
.ts-pool.ts-on{opacity:1}
.ts-groove{stroke:var(--ts-groove);opacity:var(--ts-groove-alpha);stroke-linejoin:round}
.ts-band{stroke:var(--ts-brass);opacity:var(--ts-band-alpha)}
.ts-ring,.ts-inlay{stroke:var(--ts-brass)}
.ts-ring{opacity:.9}
.ts-inlay{opacity:.8}
.ts-bed{fill:#000;stroke:#000;opacity:var(--ts-bed-alpha)}
.ts-bed.ts-bare{fill:var(--ts-groove);stroke:none;opacity:calc(var(--ts-groove-alpha)*.5)}
.ts-home,.ts-pen,.ts-spot,.ts-badge{fill:var(--ts-seat)}
.ts-home{opacity:var(--ts-home-alpha)}
.ts-pen{opacity:var(--ts-pen-alpha)}
.ts-spot{opacity:var(--ts-spot-alpha)}
.ts-channel,.ts-bar{stroke:var(--ts-seat);fill:none;opacity:var(--ts-bar-alpha)}
.ts-glyph{fill:var(--ts-glyph);opacity:.9}
.ts-symbol{fill:var(--ts-ink)}
.ts-lip{fill:var(--ts-lip);opacity:var(--ts-lip-alpha)}
.ts-dimple{fill:var(--ts-dimple)}
.ts-ground{fill:#000;opacity:.42}
.ts-outline{fill:none;stroke:var(--ts-outline)}
.ts-body{fill:var(--ts-seat);stroke:var(--ts-rim)}
"""

_ROAD_RULES: Final = """\
.ts-wheel{fill:#0d0805}
.ts-road{fill:var(--ts-road);stroke:var(--ts-road-edge);stroke-linejoin:round}
.ts-square{fill:var(--ts-square)}
.ts-joint,.ts-kerb,.ts-kerb-mark,.ts-lane,.ts-rail,.ts-wall,.ts-box,.ts-way{fill:none}
.ts-joint{stroke:var(--ts-shadow);opacity:.35}
.ts-kerb{stroke:var(--ts-paint);opacity:.62}
.ts-kerb-mark{stroke:var(--ts-kerb);opacity:.85}
.ts-lane{stroke:var(--ts-paint);opacity:.34}
.ts-rail{stroke:var(--ts-paint);opacity:.7}
.ts-wall{stroke:var(--ts-brass);stroke-linecap:round}
.ts-box{stroke:var(--ts-paint);opacity:.6}
.ts-way{stroke:var(--ts-glyph);opacity:.75;stroke-linecap:round;stroke-linejoin:round}
.ts-start{fill:#120a05}
.ts-flag{fill:var(--ts-paint);opacity:.82}
.ts-label{fill:var(--ts-glyph);opacity:.72}
.ts-number{fill:var(--ts-paint);opacity:.72}
.ts-label,.ts-number{font-family:system-ui,sans-serif;font-weight:700;text-anchor:middle}
.ts-coin{fill:var(--ts-coin);stroke:var(--ts-coin-ink)}
.ts-coin.ts-on{fill:var(--ts-coin-up)}
.ts-coin-mark{fill:none;stroke:var(--ts-coin-ink);stroke-linecap:round}
"""


def board_rules(road: bool = False) -> str:
    """The style sheet of a drawn board without a theme: needs ``theme_tokens()`` on ``.ts-board``.

    ``road``: include the rules of painted roads, coins and the seats in reserve.
    """
    looks = (*SEATS.items(), *(RESERVE.items() if road else ()), ("none", PLAIN))
    seats = "".join(
        f".ts-seat-{letter}{{--ts-seat:{look.colour};--ts-ink:{look.ink};--ts-rim:{look.rim}}}\n"
        for letter, look in looks
    )
    return _RULES + (_ROAD_RULES if road else "") + seats


def seat_class(token: str) -> str:
    """The class that sets a token's seat colours: ``ts-seat-A`` … or ``ts-seat-none``."""
    known = token[:1] in SEATS or token[:1] in RESERVE
    return f"ts-seat-{token[0]}" if known else "ts-seat-none"


def sides_of(board: Board) -> tuple[str, ...]:
    """The board's sides in sensor order."""
    return tuple(dict.fromkeys(space.side for space in board.spaces if space.side is not None))
