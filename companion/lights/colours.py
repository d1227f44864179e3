"""Colours as people see them: contrast, colour blindness, and how far apart two colours are.

All pure. Colours are texts ``#rrggbb`` (sRGB). Sources of the formulae: WCAG 2 (contrast), Machado,
Oliveira and Fernandes 2009 at severity 1.0, applied in linear light (colour blindness), CIE 142
(CIEDE2000, D65).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from types import MappingProxyType
from typing import Final, NamedTuple

Triple = tuple[float, float, float]

VIEWS: Final[Mapping[str, tuple[Triple, Triple, Triple]]] = MappingProxyType(
    {
        "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        "protan": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deutan": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritan": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)
"""How eyes differ, as matrices on linear light."""

WELL: Final = "#120a05"
"""The ground of a lit hole on the page; lights are measured against it."""

SHINES: Final = 3.0
"""Contrast on ``WELL`` below which a colour does not count as a light of its own."""

APART: Final = 15.0
"""Marble colours nearer than this (CIEDE2000) in any view bring a warning."""


class Near(NamedTuple):
    """Two colours that come close: their names, their distance, and for which eyes."""

    one: str
    other: str
    distance: float
    view: str


def is_colour(text: object) -> bool:
    """Whether a text is a colour ``#rrggbb``.

    >>> is_colour("#12ABef"), is_colour("#12"), is_colour("red")
    (True, False, False)
    """
    if not isinstance(text, str) or len(text) != 7 or text[0] != "#":
        return False
    return all(c in "0123456789abcdefABCDEF" for c in text[1:])


@lru_cache(maxsize=1024)
def to_linear(colour: str) -> Triple:
    """Linear light of a colour, each channel 0 … 1."""
    out = []
    for at in (1, 3, 5):
        c = int(colour[at : at + 2], 16) / 255
        out.append(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
    return out[0], out[1], out[2]


def from_linear(light: Sequence[float]) -> str:
    """The colour of linear light, cut to what a screen shows."""
    out = []
    for c in light:
        c = min(1.0, max(0.0, c))
        c = 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055
        out.append(round(255 * c))
    return "#" + "".join(f"{c:02x}" for c in out)


def seen(colour: str, view: str) -> Triple:
    """Linear light of a colour as a view sees it, cut to 0 … 1."""
    light = to_linear(colour)
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True))))
        for row in VIEWS[view]
    )
    return r, g, b


def luminance(light: Triple) -> float:
    """Relative luminance of linear light, 0 … 1."""
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(one: str, other: str, view: str = "normal") -> float:
    """WCAG contrast of two colours, 1 … 21.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    a, b = luminance(seen(one, view)), luminance(seen(other, view))
    return round((max(a, b) + 0.05) / (min(a, b) + 0.05), 9)


def mixed(colour: str, other: str, share: float) -> str:
    """``share`` of ``other`` mixed into a colour, as screens mix (by their 8-bit values).

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    out = "#"
    for at in (1, 3, 5):
        a, b = int(colour[at : at + 2], 16), int(other[at : at + 2], 16)
        out += f"{round(a + (b - a) * share):02x}"
    return out


def rim(colour: str) -> str:
    """The rim of a marble: half way to white, so that it shows on any wood.

    >>> rim("#c2203b")
    '#e0909d'
    """
    return mixed(colour, "#ffffff", 0.5)


def ink(colour: str) -> str:
    """The colour for writing on a marble: white or near black, whichever reads more easily.

    >>> ink("#c2203b"), ink("#ffee5e")
    ('#ffffff', '#1a120c')
    """
    return max(("#ffffff", "#1a120c"), key=lambda other: contrast(colour, other))


@lru_cache(maxsize=256)
def light_of(colour: str) -> str:
    """The light that stands for a marble: its colour, or its rim if the colour is too dark.

    >>> light_of("#c2203b"), light_of("#2a2522")
    ('#c2203b', '#949290')
    """
    return colour if contrast(colour, WELL) >= SHINES else rim(colour)


def to_lab(light: Triple) -> Triple:
    """CIE L*a*b* (D65) of linear sRGB."""
    r, g, b = light
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (
        c ** (1 / 3) if c > 216 / 24389 else (24389 / 27 * c + 16) / 116 for c in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _hue(a: float, b: float) -> float:
    return degrees(atan2(b, a)) % 360 if a or b else 0.0


def lab_distance(one: Triple, other: Triple) -> float:
    """CIEDE2000 of two L*a*b* colours."""
    l1, a1, b1 = one
    l2, a2, b2 = other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    grey = 1.5 - 0.5 * sqrt(mean / (mean + 25**7))
    c1, c2 = hypot(a1 * grey, b1), hypot(a2 * grey, b2)
    h1, h2 = _hue(a1 * grey, b1), _hue(a2 * grey, b2)
    turn, middle = h2 - h1, (h1 + h2) / 2
    if c1 * c2 == 0:
        turn, middle = 0.0, h1 + h2
    elif abs(turn) > 180:
        middle += 180 if h1 + h2 < 360 else -180
        turn += 360 if turn < 0 else -360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    off = (light - 50) ** 2
    dl = (l2 - l1) / (1 + 0.015 * off / sqrt(20 + off))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bend = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    bend *= -sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    return sqrt(max(0.0, dl * dl + dc * dc + dh * dh + bend * dc * dh))


@lru_cache(maxsize=4096)
def distance(one: str, other: str, view: str = "normal") -> float:
    """How far apart two colours look in a view (CIEDE2000); 0 is the same.

    >>> round(distance("#c2203b", "#6c46c4"), 1)
    35.0
    """
    return lab_distance(to_lab(seen(one, view)), to_lab(seen(other, view)))


def nearest(colours: Mapping[str, str], view: str) -> Near:
    """The two colours (of two or more) that look most alike in a view."""
    pairs = combinations(sorted(colours), 2)
    return min(
        (Near(a, b, distance(colours[a], colours[b], view), view) for a, b in pairs),
        key=lambda near: near.distance,
    )


def too_near(colours: Mapping[str, str], least: float = APART) -> tuple[Near, ...]:
    """Every pair nearer than ``least`` in any view, each with the view where it is nearest."""
    found = []
    for a, b in combinations(sorted(colours), 2):
        views = (Near(a, b, distance(colours[a], colours[b], view), view) for view in VIEWS)
        closest = min(views, key=lambda near: near.distance)
        if closest.distance < least:
            found.append(closest)
    return tuple(sorted(found, key=lambda near: near.distance))
