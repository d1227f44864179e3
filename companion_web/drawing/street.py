"""A street with its lights as SVG: rings, figures, badges, plates, the arrow home, the labels.

The painted street is ``engine.drawing``'s; roles, shapes and colours are those of every board
(``light_marks``, ``light_sheet``). What a street adds stands here: a figure is the chance in a
hundred, a small disc the rival, a plate the chance to push.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from math import hypot
from types import MappingProxyType
from typing import Final

from companion.model.view import HoleView
from engine.board import Board, Space
from engine.drawing.look import SEATS, number
from engine.drawing.street import CIVILIAN, ROWS, Street, row_y
from engine.drawing.street_cars import (
    ASIDE,
    broken_paint,
    car_class,
    cars_paint,
    lay_by_paint,
    lay_by_spots,
    ranks_paint,
    side_class,
    stand,
)
from engine.drawing.street_paint import (
    fade_paint,
    margins_paint,
    mats_paint,
    signs_paint,
    street_box,
    street_defs,
    wood_paint,
)

from .light_marks import (
    BADGED,
    HALO,
    MARKED,
    ROLES,
    SEAT_ROLES,
    UNKNOWN,
    halo,
    light_defs,
    token_id,
)

Spot = tuple[int, int]
"""Row and column. A spot beyond the last row is a car's in the lay-by: its place among them."""
Lights = Mapping[Spot, HoleView]
Label = Callable[[int, int], str]

NOBODY: Final[Mapping[Spot, str]] = MappingProxyType({})
POOL: Final = 175
"""Radius of the turn light under the mover's car, in hundredths of a pitch."""
_OUT: Final = 0.9
"""Size of a light round a car that is pushed out."""
_PLATE: Final = (
    '<rect id="plate" class="plate" x="-40" y="-19" width="80" height="38" rx="18" '
    'stroke-width="4"/><circle id="rival" class="rival-disc" r="21.5" stroke-width="4"/>'
    '<path id="step" class="line" stroke-width="6" d="M-14 9H-1V-8H14"/>'
)
_OVER: Final = (
    '<g class="flyers"/><g class="focus-mark" visibility="hidden"><circle class="focus-case" '
    'r="66" stroke-width="22"/><circle class="focus-line" r="66" stroke-width="10"/></g>'
)
"""Layers for the page's script: cars in flight, and the mark of the focus."""
_GROUND: Final = Board(
    "street", (Space("", "", "", None, 0.0, 0.0, 0.0, "square"),), {}, 0.1, (0, 0, 0, 0)
)
"""The scale for the marks of the lights: a pitch of 100 thousandths."""


class _Drawn:
    """One street and its lights, while they are drawn."""

    def __init__(self, street: Street, lights: Lights) -> None:
        self.street = street
        self.lights = lights
        self._out = {(car.row, car.column): car for car in street.cars if car.pushed == "out"}
        self._beside = {(car.row, n): (x, y) for n, (car, x, y) in enumerate(lay_by_spots(street))}

    def at(self, spot: Spot) -> tuple[float, float, float]:
        """Centre and size of the light of a spot."""
        if spot in self._beside:
            x, y = self._beside[spot]
            return x, y - 15, 0.62
        if self._is_out(spot, self.lights[spot]):
            return *stand(self.street, self._out[spot]), _OUT
        row, column = spot
        size = ASIDE if self.street.is_beside(column) else 1.0
        return round(100 * self.street.x(column), 1), 100 * row_y(row), size

    def side(self, spot: Spot) -> str:
        """The class of the side that a spot is on."""
        return "ts-beside" if spot in self._beside else side_class(self.street, spot[1])

    def halos(self) -> str:
        """The glow under the cars."""
        out = []
        for spot, shown in self.lights.items():
            if shown.role in HALO:
                x, y, size = self.at(spot)
                fill = f"seat-{_seat(shown)}" if shown.role in SEAT_ROLES else shown.role
                classes = f"halo role-{shown.role} {self.side(spot)}"
                out.append(_glow(x, y, 100 * HALO[shown.role] * size, classes, fill))
        return "".join(out)

    def pool(self, spot: Spot, seat: str) -> str:
        """The turn light under the mover's car."""
        x, y = 100 * self.street.x(spot[1]), 100 * row_y(spot[0])
        glow = _glow(x, y, POOL, f"pool ts-pool ts-on {self.side(spot)}", f"seat-{_look(seat)}")
        return f'<g clip-path="url(#wood-edge)">{glow}</g>'

    def rings(self) -> str:
        """Wells and rings with dot, figure or mark, under the cars; the pushed car's last."""
        lit = sorted(self.lights.items(), key=lambda one: self._is_out(*one))
        return "".join(self._group(spot, self._ring(spot, shown)) for spot, shown in lit)

    def _is_out(self, spot: Spot, shown: HoleView) -> bool:
        return spot in self._out and bool(shown.token)

    def over(self) -> str:
        """Badges and plates, over the cars."""
        return "".join(
            self._group(spot, drawn)
            for spot, shown in self.lights.items()
            if (drawn := _badges(shown))
        )

    def _group(self, spot: Spot, drawn: str) -> str:
        x, y, size = self.at(spot)
        scale = f"scale({size:g})" if size != 1 else ""
        return (
            f'<g class="{self.side(spot)}" transform="translate({number(x)} {number(y)}){scale}">'
            f"{drawn}</g>"
        )

    def _ring(self, spot: Spot, shown: HoleView) -> str:
        kind = f"light role-{shown.role}{_seat_class(shown)}"
        drawn = f'<use class="dark" href="#well"/><use class="{kind}" href="#r-{shown.role}"/>'
        if shown.role == "origin" or self._is_out(spot, shown):
            return f'<use class="{kind}" href="#r-{shown.role}"/>'
        if shown.token:
            return drawn
        if shown.figure and shown.role == "destination":
            return drawn + _figure(shown.figure, 37, 13)
        if shown.role in MARKED:
            drawn += f'<use class="{kind}" href="#k-{shown.role}"/>'
        return drawn


def _glow(x: float, y: float, radius: float, classes: str, fill: str) -> str:
    return (
        f'<circle class="{classes}" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" '
        f'fill="url(#halo-{fill})"/>'
    )


def _figure(chance: str, size: int, down: float) -> str:
    """A chance in a hundred; beside three digits a ring has no room for the sign."""
    percent = f'<tspan font-size="{0.6 * size:g}">%</tspan>' if len(chance) < 3 else ""
    at = f'y="{down:g}" font-size="{size}"'
    return f'<text class="figure role-destination" {at}>{escape(chance)}{percent}</text>'


def _badges(shown: HoleView) -> str:
    """The rival or the step, the badge of a role on a car, the plate of a push."""
    out = []
    if shown.role in BADGED and shown.token and shown.role != "pen":
        kind = f"light role-{shown.role}{_seat_class(shown)}"
        drawn = f'<use class="dark" href="#disc"/><use class="{kind}" href="#b-{shown.role}"/>'
        out.append(f'<g class="badge">{drawn}</g>')
    if shown.badge == "step":
        out.append(
            '<g class="rival role-destination" transform="translate(41-41)">'
            '<use class="rival-dark" href="#rival"/><use href="#step"/></g>'
        )
    elif shown.badge:
        rival = _look(shown.badge)
        out.append(
            f'<g class="rival {car_class(rival)}" transform="translate(41-41)">'
            f'<use href="#rival"/><use href="#y-{rival}" '
            'transform="scale(.8)translate(0-13)"/></g>'
        )
    if shown.figure and shown.role == "capture":
        out.append(
            f'<g transform="translate(0 53)"><use class="role-capture" href="#plate"/>'
            f"{_figure(shown.figure, 27, 9.5)}</g>"
        )
    return "".join(out)


def _seat(shown: HoleView) -> str:
    return _look(shown.colour or shown.token)


def _look(token: str) -> str:
    """The letter whose look a token has: ``A`` for ``A2``, ``civ`` for ``c3``."""
    return CIVILIAN if token[:1] == CIVILIAN[0] else token_id(token)


def _seat_class(shown: HoleView) -> str:
    return f" seat-{_seat(shown)}" if shown.role in SEAT_ROLES else ""


def home_arrow(street: Street, start: Spot, end: Spot) -> str:
    """The path of the white arrow that leads a car to the space beside it, round both rings."""
    (ax, ay), (bx, by) = (
        (100 * street.x(column), 100 * row_y(row)) for row, column in (start, end)
    )
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    # It bends to the side with fewer cars; to the right, or up, where both are alike.
    sides = [(-uy, ux), (uy, -ux)] if uy > 0 or ux < 0 else [(uy, -ux), (-uy, ux)]
    sides = [(-sx, -sy) for sx, sy in sides]
    there = {(car.column, car.row) for car in street.cars}

    def crowd(side: tuple[float, float]) -> int:
        dx, dy = round(side[0]), round(side[1])
        return sum((column + dx, row + dy) in there for row, column in (start, end))

    sx, sy = min(sides, key=crowd)
    px, py = ax + 58 * sx + 12 * ux, ay + 58 * sy + 12 * uy
    qx, qy = bx + 55 * sx - 6 * ux, by + 55 * sy - 6 * uy
    mx, my = (px + qx) / 2 + 40 * sx, (py + qy) / 2 + 40 * sy
    back = (qx + 30 * sx - 18 * ux, qy + 30 * sy - 18 * uy)
    fore = (qx + 31 * sx + 16 * ux, qy + 31 * sy + 16 * uy)
    n = number
    return (
        f"M{n(px)} {n(py)}Q{n(mx)} {n(my)} {n(qx)} {n(qy)}"
        f"M{n(back[0])} {n(back[1])}L{n(qx)} {n(qy)}L{n(fore[0])} {n(fore[1])}"
    )


def _holes(street: Street, lights: Lights, label: Label) -> str:
    """The spaces, column by column. The style sheet says how large they are.

    The page's script makes buttons of them.
    """
    cars = (car for car in street.cars if car.pushed != "out")
    tokens = {(car.row, car.column): f"{car.token}{car.number}" for car in cars}
    out = []
    ends = [n for n in (-1, len(street.names)) if street.beside[n > 0]]
    for n in (*range(len(street.names)), *ends):
        x = number(100 * street.x(n) - 50)
        out.append(f'<g class="{side_class(street, n)}" transform="translate({x} 0)">')
        for row in range(ROWS):
            shown = lights.get((row, n))
            told = f' data-token="{tokens[row, n]}"' if (row, n) in tokens else ""
            # The light of a car that was pushed off a space is not the space's.
            if shown and (not shown.token or _is(shown.token, tokens.get((row, n), ""))):
                told += f' data-role="{shown.role}"'
            first = ' tabindex="0"' if row == n == 0 else ""
            out.append(
                f'<rect data-hole="{street.hole(row, n)}"{told}{first} '
                f'aria-label="{escape(label(row, n))}" '
                f'y="{number(100 * row_y(row) - 50)}"/>'
            )
        out.append("</g>")
    return "".join(out)


def _is(token: str, car: str) -> bool:
    """Whether a token is that car: ``A2``, or ``A`` of a seat with one; ``c3`` is a Civilian."""
    return token == car or (_look(token) == CIVILIAN == car)


def _all_lights() -> str:
    """Every light that a street may have, for a page whose lights change."""
    roles = [role for role in ROLES if role != "turn"]
    names = {"well", "disc", *(f"{kind}-{role}" for kind in "rkb" for role in roles)}
    names |= {f"halo-{role}" for role in HALO} | {f"halo-seat-{seat}" for seat in SEATS}
    glow = f"<defs>{halo(f'seat-{CIVILIAN}')}</defs>"
    return light_defs(_GROUND, names) + glow


def _light_defs(lights: Lights, mover: str) -> str:
    roles = {shown.role for shown in lights.values()}
    seats = {f"halo-seat-{_seat(s)}" for s in lights.values() if s.role in SEAT_ROLES}
    seats |= {f"halo-seat-{_look(mover)}"} if mover else set()
    badged = any(shown.role in BADGED and shown.token for shown in lights.values())
    wanted = {
        "well",
        "disc" if badged else "well",
        *seats,
        *(f"{kind}-{role}" for kind in "rkb" for role in roles),
    }
    defs = light_defs(_GROUND, wanted | {f"halo-{role}" for role in roles})
    if f"halo-seat-{CIVILIAN}" in seats:
        defs += f"<defs>{halo(f'seat-{CIVILIAN}')}</defs>"
    return defs


def mats_svg(street: Street) -> str:
    """What two mats make of a street that is drawn already: grounds, lines and signs."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg"><g class="mats">'
        f"{mats_paint(street)}{fade_paint(street)}</g>"
        f'<g class="signs">{signs_paint(street)}</g></svg>'
    )


def street_svg(
    street: Street,
    lights: Lights,
    title: str,
    turns: Mapping[Spot, str] = NOBODY,
    arrow: tuple[Spot, Spot] | None = None,
    label: Label | None = None,
    live: bool = False,
) -> str:
    """The whole street as one ``<svg>``, right without any script.

    ``turns``  where the mover's cars stand, and their seat
    ``arrow``  leads a car home, from one spot to another
    ``label``  the words of a space for who does not see it; without it no space is there
    ``live``   a script changes it: whatever may come is defined
    """
    drawn = _Drawn(street, lights)
    path = home_arrow(street, *arrow) if arrow else ""
    shaft = "".join(
        f'<path class="arrow-{kind}" stroke-width="{width}" d="{path}"/>'
        for kind, width in (("case", 14), ("line", 7))
        if path or live
    )
    mover = next(iter(turns.values()), "")
    pool = "".join(drawn.pool(spot, seat) for spot, seat in turns.items())
    holes = _holes(street, lights, label) if label else ""
    tokens = (*SEATS, UNKNOWN, CIVILIAN) if live else None
    shapes = _all_lights() if live else _light_defs(lights, mover)
    return (
        f'<svg class="ts-board board-street" viewBox="{street_box(street)}" role="group" '
        f'data-half="{street.half}"><title>{escape(title)}</title>{street_defs(street, tokens)}'
        f"<defs>{_PLATE}</defs>{shapes}"
        f'<g class="ts-static" aria-hidden="true">{wood_paint(street)}'
        f'<g class="signs">{signs_paint(street)}</g><g class="window"><g class="rolls">'
        f'<g class="mats">{mats_paint(street)}{fade_paint(street)}</g>'
        f'<g class="margins">{margins_paint(street, live)}</g></g></g></g>'
        '<g class="window"><g class="rolls">'
        f'<g class="live" aria-hidden="true"><g class="halos">{pool}{drawn.halos()}</g>'
        f'<g class="rings">{drawn.rings()}</g><g class="cars">{cars_paint(street)}'
        f'{lay_by_paint(street)}</g><g class="over">{broken_paint(street)}{ranks_paint(street)}'
        f'{drawn.over()}</g><g class="arrow">{shaft}</g></g>'
        f'<g class="holes">{holes}</g>{_OVER if label else ""}</g></g></svg>'
    )
