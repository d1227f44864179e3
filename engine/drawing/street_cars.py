"""The cars of a street as SVG: racers, damaged racers, cars that nobody drives, pushed pairs.

Each shape is defined once, about the origin and driving up, and used by ``<use>``. Lengths are in
hundredths of a pitch.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .look import number, seat_class, symbol_path, tight
from .street import CIVILIAN, Car, Street, row_y

_WHEELS: Final = "M-29-25h58v15h-58zM-29 10h58v15h-58z"
_BODY: Final = (
    "M-24.5 29Q-24.5 36.5-17 36.5H17Q24.5 36.5 24.5 29V-14Q24.5-36.5 3-36.5H-3Q-24.5-36.5-24.5-14z"
)
_TORN: Final = (
    "M-24.5 29Q-24.5 36.5-17 36.5H17Q24.5 36.5 24.5 29V-35L15-23 8-36 0-24-9-36-15-24-24.5-34z"
)
_SCREEN: Final = "M-18-14Q0-27 18-14L13-6Q0-15-13-6z"
_CRACK: Final = "M-3-19L-6-13 4-11-2-4"
_BOX: Final = "M-22.7-27q0-8.7 8.7-8.7h28q8.7 0 8.7 8.7v54q0 8.7-8.7 8.7h-28q-8.7 0-8.7-8.7z"
_UP: Final = "M-14 3L0-11 14 3M-14 18L0 4 14 18"
_DOWN: Final = "M-14-20L0-6 14-20M-14-5L0 9 14-5"
_LAMPS: Final = "M-18.5 28.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM10.5 28.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
WRENCH: Final = (
    "M-4-21V-12L0-9 4-12V-21A10.5 10.5 0 0 1 4.5-1V17A4.5 4.5 0 0 1-4.5 17V-1A10.5 10.5 0 0 1-4-21z"
)
"""A wrench that stands upright; signs and badges turn it."""

SYMBOL_Y: Final = 13
_SYMBOL: Final = 15
ABOVE: Final = "translate(0-9)scale(.75)"
"""Where a symbol stands that has a number below it."""
_MOVER: Final = (-25, -19)
_OUT: Final = (24, 21)
"""Where the two cars of a pushed pair stand about their space."""
PAIR: Final = 0.84
TILT: Final = 16
ASIDE: Final = 0.62
"""Size of a car in the lay-by."""
_BROKEN: Final = (-33, -33)


def car_defs(tokens: Iterable[str]) -> str:
    """The shapes, and a roof's symbol ``y-A`` for each racer among the tokens."""
    drawn = (
        '<g id="under"><ellipse class="ts-ground" cy="5" rx="29" ry="38"/>'
        f'<path class="ts-wheel" d="{_WHEELS}"/></g>'
    )
    for name, hull, more in (
        ("car", _BODY, f'<path class="ts-screen" d="{_SCREEN}"/>'),
        ("hurt", _TORN, f'<path class="ts-crack" stroke-width="3.5" d="{_CRACK}"/>'),
        ("civ", _BOX, ""),
    ):
        drawn += (
            f'<path id="{name}-hull" d="{hull}"/><g id="{name}"><use href="#under"/>'
            f'<use class="ts-outline" stroke-width="14" href="#{name}-hull"/>'
            f'<use class="ts-body" stroke-width="5" href="#{name}-hull"/>{more}</g>'
        )
    for name, chevron, more in (
        ("civ-up", _UP, ""),
        ("civ-down", _DOWN, f'<path class="ts-lamp" d="{_LAMPS}"/>'),
    ):
        drawn += (
            f'<g id="{name}"><use href="#civ"/>'
            f'<path class="ts-chevron" stroke-width="6" d="{chevron}"/>{more}</g>'
        )
    roofs = "".join(
        f'<path id="y-{token}" class="ts-symbol" '
        f'transform="translate(0 {SYMBOL_Y})" d="{tight(symbol_path(token, _SYMBOL))}"/>'
        for token in dict.fromkeys(tokens)
        if token != CIVILIAN
    )
    broken = (
        '<g id="broken"><circle class="ts-broken" r="19.5" stroke-width="3"/>'
        '<use class="ts-broken-tool" transform="scale(.62)" href="#tool"/></g>'
    )
    return f"{drawn}{roofs}{broken}"


def car_class(token: str) -> str:
    """The class that sets a car's colours."""
    return "ts-seat-civ" if token == CIVILIAN else seat_class(token)


def side_class(street: Street, column: int) -> str:
    """``ts-l`` or ``ts-r`` on the street, ``ts-beside`` in a margin."""
    return "ts-beside" if street.is_beside(column) else f"ts-{street.side(column)}"


def body(car: Car) -> str:
    """One car about the origin, from the defined shapes."""
    if car.token == CIVILIAN:
        return f'<use href="#civ-{"down" if car.down else "up"}"/>'
    return f'<use href="#{"hurt" if car.hurt else "car"}"/>{_roof(car)}'


def _roof(car: Car) -> str:
    """The symbol; with a number below it, it is smaller."""
    if not car.number:
        return f'<use href="#y-{car.token}"/>'
    return (
        f'<use href="#y-{car.token}" transform="{ABOVE}"/>'
        f'<text class="ts-number" y="33" font-size="24">{car.number}</text>'
    )


def stand(street: Street, car: Car) -> tuple[float, float]:
    """Where a car stands, in hundredths; cars of a pushed pair stand beside their space's middle.

    >>> from engine.drawing.street import Column
    >>> stand(Street((Column("lane"),) * 6), Car("A", 3, 1))
    (-165.0, -50.0)
    """
    x, y = 100 * street.x(car.column), 100 * row_y(car.row)
    dx, dy = {"by": _MOVER, "out": _OUT}.get(car.pushed, (0, 0))
    return round(x + dx, 1), round(y + dy, 1)


def place(street: Street, car: Car) -> str:
    """The ``transform`` of a car."""
    x, y = stand(street, car)
    text = f"translate({number(x)} {number(y)})"
    if street.is_beside(car.column):
        return f"{text}scale({ASIDE:g})"
    if car.pushed:
        text += (f"rotate({TILT})" if car.pushed == "out" else "") + f"scale({PAIR:g})"
    return text


def cars_paint(street: Street) -> str:
    """All cars on the street; one that is pushed out lies on top."""
    ordered = sorted(street.cars, key=lambda car: car.pushed == "out")
    return "".join(
        f'<g class="ts-car {side_class(street, car.column)} {car_class(car.token)}" '
        f'transform="{place(street, car)}">{body(car)}</g>'
        for car in ordered
    )


def broken_paint(street: Street) -> str:
    """The badges of damaged racers, over the lights."""
    out = []
    for car in street.cars:
        if car.hurt:
            x, y = stand(street, car)
            size = ASIDE if street.is_beside(car.column) else 1
            dx, dy = (size * part for part in _BROKEN)
            at = f'x="{number(x + dx)}" y="{number(y + dy)}"'
            if size != 1:
                at = f'transform="translate({number(x + dx)} {number(y + dy)})scale({size:g})"'
            out.append(f'<use class="{side_class(street, car.column)}" href="#broken" {at}/>')
    return "".join(out)


def ranks_paint(street: Street) -> str:
    """The ranks of cars that stand in a margin of the wood, below each."""
    return "".join(
        f'<g class="ts-beside" transform="translate({number(100 * street.x(car.column))} '
        f'{number(100 * row_y(car.row))})"><text class="ts-rank" y="48" font-size="24">{car.rank}'
        "</text></g>"
        for car in street.cars
        if car.rank and street.is_beside(car.column)
    )


def lay_by_spots(street: Street) -> list[tuple[Car, float, float]]:
    """The cars beside the street with their places in the right margin, the last one lowest."""
    x = 100 * (street.edge + 0.31)
    found = []
    count = len(street.lay_by)
    step = min(100.0, 700 / max(1, count - 1))
    for n, car in enumerate(sorted(street.lay_by, key=lambda car: car.row)):
        y = 100 * row_y(7) - (count - 1 - n) * step
        found.append((car, round(x, 1), round(y, 1)))
    return found


def lay_by_paint(street: Street) -> str:
    """The lay-by: each car small, its true rank under it."""
    out = []
    for car, x, y in lay_by_spots(street):
        out.append(
            f'<g class="ts-beside {car_class(car.token)}" transform="translate({number(x)} '
            f'{number(y)})"><rect class="ts-aside" x="-26" y="-48" width="52" height="96" rx="8"/>'
            f'<g transform="translate(0 -15)scale({ASIDE:g})">{body(car)}</g>'
            f'<text class="ts-rank" y="38" font-size="24">{car.row}</text></g>'
        )
    return "".join(out)
