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
from engine.drawing.look import number, tight
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
                value if i % 7 in (2, 3, 4) else number(float(value) * factor)
                for i, value in enumerate(values)
            ]
        else:
            scaled = [number(float(value) * factor) for value in values]
        out.append(command + " ".join(scaled))
    return tight("".join(out))


def mark_path(role: str, size: float) -> str:
    """Path data of a role's mark, ``size`` being one pitch; empty when the role has none."""
    return _scaled(_MARKS[role][1], size) if role in _MARKS else ""


def _circle(name: str, radius: float, width: float, dashes: str = "") -> str:
    sizes = f'r="{number(radius)}" stroke-width="{number(width)}"'
    return f'<circle class="{name}" {sizes}{dashes}/>'


def _ring(role: str, p: float) -> str:
    shape = _RINGS.get(role, "")
    length = 2 * 3.14159265 * 0.45 * p
    dashes = {
        "dotted": f' stroke-dasharray="0 {length / 16:.2f}" stroke-linecap="round"',
        "dashed": f' stroke-dasharray="{length / 20:.2f} {length / 30:.2f}"',
    }.get(shape, "")
    parts = []
    if role == "capture":
        ends = [[number(value * p) for value in ray] for ray in _RAYS]
        rays = tight("".join(f"M{a} {b}L{c} {d}" for a, b, c, d in ends))
        parts.append(f'<path class="case" stroke-width="{number(0.2 * p)}" d="{rays}"/>')
        parts.append(f'<path class="line" stroke-width="{number(0.1 * p)}" d="{rays}"/>')
    if role in SEAT_ROLES:
        parts.append(_circle("rim", 0.505 * p, 0.03 * p))
    parts.append(_circle("line", 0.45 * p, 0.09 * p, dashes))
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
    return f'<path class="line" stroke-width="{number(0.085 * p)}" d="{path}"/>'


def _well(_: str, p: float) -> str:
    return f'<circle class="well" r="{number(0.5 * p)}"/>'


def _disc(_: str, p: float) -> str:
    at = 0.46 * p
    centre = f'cx="{number(at)}" cy="{number(-at)}"'
    return f'<circle class="disc-case" {centre} r="{number(0.34 * p)}"/>'


def _badge(role: str, p: float) -> str:
    at = 0.46 * p
    scale = 0.72 if role not in ("winner",) else 0.85
    return (
        f'<g transform="translate({number(at)}{number(-at)})"><use href="#b"/>'
        f'<use href="#k-{role}" transform="scale({scale})"/></g>'
    )


def _badge_ring(_: str, p: float) -> str:
    return _circle("line", 0.31 * p, 0.06 * p)


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
    groups |= {"b": (_badge_ring, "")}
    groups |= {f"b-{role}": (_badge, role) for role in ROLES if role in BADGED}
    if only is not None:  # a badge is drawn with a ring, and with the mark of its role
        badges = [name for name in only if name.startswith("b-")]
        only = {*only, *(f"k-{name[2:]}" for name in badges), *("b" for _ in badges)}
    drawn = {
        name: draw(what, p) for name, (draw, what) in groups.items() if only is None or name in only
    }
    names = [name for name in HALO if name not in SEAT_ROLES]
    names += [f"seat-{seat}" for seat in (*SEATS, *(RESERVE if "square" in shapes else ()))]
    halos = "".join(halo(name) for name in names if only is None or f"halo-{name}" in only)
    return f"<defs>{_named(drawn)}{halos}</defs>"


def _named(drawn: Mapping[str, str]) -> str:
    """Each shape under its name; one that is like another before it uses that one."""
    out, seen = [], dict[str, str]()
    for name, shape in drawn.items():
        first = seen.setdefault(shape, name)
        if first != name:
            out.append(f'<use id="{name}" href="#{first}"/>')
        elif re.fullmatch(r"<g .*</g>|<[^>]*>", shape) and shape.count("<g") < 2:
            out.append(shape.replace(" ", f' id="{name}" ', 1))
        else:
            out.append(f'<g id="{name}">{shape}</g>')
    return "".join(out)


def halo(name: str) -> str:
    """The gradient ``halo-NAME`` of a glow. The sheet of the lights says its colour."""
    return (
        f'<radialGradient id="halo-{name}">'
        '<stop offset=".3"/><stop offset=".58"/><stop offset="1"/></radialGradient>'
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
