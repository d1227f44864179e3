"""The live marks of the drawn board as SVG definitions: one shape for every light role.

Everything is drawn about the origin in thousandths of the board's unit, with classes only; the
colours and motions of the roles are ``light_sheet``'s. Ids: ``m-A`` … a marble, ``c-A`` … a car
driving up and ``s-A`` … the symbol on its roof, ``x-coin`` a coin that lies on a space and ``x-up``
one in force, ``r-ROLE`` a ring, ``k-ROLE`` the mark inside an empty hole, ``b-ROLE`` the badge
beside a marble, ``halo-NAME`` the glow. ``well`` and ``disc`` are the dark under ring and
badge: they are drawn by themselves, since a light that blinks must leave its shape on light wood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from companion.lights.roles import PRIORITY, SEATED
from engine.board import Board
from engine.drawing.svg import RESERVE, SEATS, car_body, car_roof, coin, marble, symbol_path

ROLES: Final = tuple(role.value for role in PRIORITY)
"""Every light role, the strongest first: where two meet on a hole, the first one shows."""

SEAT_ROLES: Final = frozenset(role.value for role in SEATED)
"""Roles that shine in a seat's colour."""

UNKNOWN: Final = "none"
"""Stands for a marble whose colour nobody knows, in ids and classes."""

HALO: Final[Mapping[str, float]] = MappingProxyType(
    {
        "movable": 0.86,
        "destination": 0.98,
        "capture": 0.92,
        "wrong": 0.92,
        "return": 0.92,
        "missing": 0.72,
        "extra": 0.72,
        "pen": 0.92,
        "ask": 0.92,
        "hint": 0.98,
        "winner": 0.86,
    }
)
"""Radius of the glow in pitches, for the roles that have one."""

_RINGS: Final[Mapping[str, str]] = MappingProxyType(
    {"origin": "dotted", "fault": "dotted", "missing": "dashed"}
)

_MARKS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "destination": ("dot", "M-.13 0a.13 .13 0 1 0 .26 0a.13 .13 0 1 0-.26 0z"),
        "wrong": ("stroke", "M-.15-.15L.15 .15M.15-.15L-.15 .15"),
        "return": ("stroke", "M0-.21V.19M-.16 .04L0 .2L.16 .04"),
        "missing": ("stroke", "M0-.21V.21M-.21 0H.21"),
        "extra": ("stroke", "M-.19 0H.19"),
        "pen": ("stroke", "M-.23 .02L0-.2L.23 .02M-.15-.04V.2H.15V-.04"),
        "ask": ("stroke", "M-.11-.09A.115 .115 0 1 1 .045 .02Q0 .045 0 .08M0 .205V.21"),
        "hint": (
            "dot",
            "M0-.28Q.045-.045 .28 0Q.045 .045 0 .28Q-.045 .045-.28 0Q-.045-.045 0-.28z",
        ),
        "winner": (
            "dot",
            "M0-.25L.065-.08L.24-.077L.1 .033L.149 .202L0 .107L-.149 .202L-.1 .033L-.24-.077"
            "L-.065-.08z",
        ),
        "fault": ("stroke", "M0-.2V.06M0 .195V.2"),
    }
)
"""Kind (stroked or filled) and path of each mark, in pitches."""

MARKED: Final = frozenset(_MARKS)
"""Roles that show a mark inside an empty hole."""

BADGED: Final = MARKED - {"destination"}
"""Roles whose mark moves to a badge at the upper right when a marble covers the hole."""

_NUMBER = re.compile(r"-?\d*\.?\d+")


def _scaled(path: str, factor: float) -> str:
    """A path in pitches as one in thousandths; arc flags (bare 0 and 1) stay in their place.

    The paths above write arcs as ``A rx ry rotation large sweep x y``.
    """
    out: list[str] = []
    for command, body in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = _NUMBER.findall(body)
        if command in "Aa":
            scaled = [
                value if i % 7 in (2, 3, 4) else f"{float(value) * factor:.1f}"
                for i, value in enumerate(values)
            ]
        else:
            scaled = [f"{float(value) * factor:.1f}" for value in values]
        out.append(command + " ".join(scaled))
    return "".join(out)


def mark_path(role: str, size: float) -> str:
    """Path data of a role's mark, ``size`` being one pitch; empty when the role has none."""
    return _scaled(_MARKS[role][1], size) if role in _MARKS else ""


def _ring(role: str, p: float) -> str:
    shape = _RINGS.get(role, "")
    length = 2 * 3.14159265 * 0.45 * p
    dashes = {
        "dotted": f' stroke-dasharray="0 {length / 16:.2f}" stroke-linecap="round"',
        "dashed": f' stroke-dasharray="{length / 20:.2f} {length / 30:.2f}"',
    }.get(shape, "")
    parts = []
    if role == "capture":
        rays = "".join(f"M{a * p:.1f} {b * p:.1f}L{c * p:.1f} {d * p:.1f}" for a, b, c, d in _RAYS)
        parts.append(f'<path class="case" stroke-width="{0.2 * p:.1f}" d="{rays}"/>')
        parts.append(f'<path class="line" stroke-width="{0.1 * p:.1f}" d="{rays}"/>')
    if role in SEAT_ROLES:
        parts.append(f'<circle class="rim" r="{0.505 * p:.1f}" stroke-width="{0.03 * p:.1f}"/>')
    parts.append(f'<circle class="line" r="{0.45 * p:.1f}" stroke-width="{0.09 * p:.1f}"{dashes}/>')
    return "".join(parts)


_RAYS: Final = tuple(
    (sx * 0.34, sy * 0.34, sx * 0.467, sy * 0.467) for sx in (-1, 1) for sy in (-1, 1)
)
"""Four rays of the capture light, from the ring to 0.66 pitches."""


def _mark(role: str, p: float) -> str:
    kind = _MARKS[role][0]
    path = mark_path(role, p)
    if kind == "dot":
        return f'<path class="dot" d="{path}"/>'
    return f'<path class="line" stroke-width="{0.085 * p:.1f}" d="{path}"/>'


def _well(_: str, p: float) -> str:
    return f'<circle class="well" r="{0.5 * p:.1f}"/>'


def _disc(_: str, p: float) -> str:
    at = 0.46 * p
    return f'<circle class="disc-case" cx="{at:.1f}" cy="{-at:.1f}" r="{0.34 * p:.1f}"/>'


def _badge(role: str, p: float) -> str:
    at = 0.46 * p
    scale = 0.72 if role not in ("winner",) else 0.85
    return (
        f'<g transform="translate({at:.1f} {-at:.1f})">'
        f'<circle class="line" r="{0.31 * p:.1f}" stroke-width="{0.06 * p:.1f}"/>'
        f'<g transform="scale({scale})">{_mark(role, p)}</g></g>'
    )


def light_defs(board: Board, only: Collection[str] | None = None) -> str:
    """The ``<defs>`` of marbles, rings, marks, badges and halos, once for a document.

    ``only``  ids that the document refers to; None: all
    """
    p = board.pitch * 1000
    groups: dict[str, tuple[Callable[[str, float], str], str]] = {}
    shapes = {space.shape for space in board.spaces}
    if "hole" in shapes:
        rare = [seat for seat in RESERVE if only is not None and f"m-{seat}" in only]
        groups |= {f"m-{seat}": (marble, seat) for seat in (*SEATS, *rare, UNKNOWN)}
    if "square" in shapes:
        groups |= {f"c-{seat}": (car_body, seat) for seat in (*SEATS, *RESERVE, UNKNOWN)}
        groups |= {f"s-{seat}": (car_roof, seat) for seat in (*SEATS, *RESERVE, UNKNOWN)}
        groups |= {"x-coin": (coin, ""), "x-up": (coin, "-up")}
    groups |= {"well": (_well, ""), "disc": (_disc, "")}
    groups |= {f"r-{role}": (_ring, role) for role in ROLES if role != "turn"}
    groups |= {f"k-{role}": (_mark, role) for role in _MARKS}
    groups |= {f"b-{role}": (_badge, role) for role in ROLES if role in BADGED}
    drawn = "".join(
        f'<g id="{name}">{draw(what, p)}</g>'
        for name, (draw, what) in groups.items()
        if only is None or name in only
    )
    names = [name for name in HALO if name not in SEAT_ROLES]
    names += [f"seat-{seat}" for seat in (*SEATS, *(RESERVE if "square" in shapes else ()))]
    halos = "".join(halo(name) for name in names if only is None or f"halo-{name}" in only)
    return f"<defs>{drawn}{halos}</defs>"


def halo(name: str) -> str:
    """The gradient ``halo-NAME`` of a glow, in the colour of the class ``glow-NAME``."""
    return (
        f'<radialGradient id="halo-{name}"><stop class="glow glow-{name}" offset=".3" '
        f'stop-opacity=".7"/><stop class="glow glow-{name}" offset=".58" stop-opacity=".3"/>'
        f'<stop class="glow glow-{name}" offset="1" stop-opacity="0"/></radialGradient>'
    )


def token_id(token: str) -> str:
    """The seat whose marble or car a token is drawn as: ``A`` …, or ``none`` without a seat."""
    return token[0] if token[:1] in SEATS or token[:1] in RESERVE else UNKNOWN


def disc_defs() -> str:
    """Flat discs ``d-A`` … with the seats' symbols, radius 24, for chips, prompts and lists."""
    discs = "".join(
        f'<g id="d-{seat}" class="ts-seat-{seat}"><circle class="ts-body" r="22" '
        f'stroke-width="2"/><path class="ts-symbol" fill-rule="evenodd" '
        f'd="{symbol_path(seat, 10)}"/></g>'
        for seat in (*SEATS, *RESERVE, UNKNOWN)
    )
    return f"<defs>{discs}</defs>"
