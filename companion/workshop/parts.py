"""The parts to buy for a board, counted from its board file and its geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist
from typing import Final

from companion.workshop.currents import Currents, amperes
from companion.workshop.feeds import SensorFeed, sensor_feed
from companion.workshop.loom import DAMPING, building_order, fed
from companion.workshop.measure import Point, Scaled, mm
from companion.workshop.prices import SEEN, total
from hardware.wiring import BoardFile, SensorPart

SLACK: Final = 30.0
"""Millimetres of wire to spare at every joint."""
WASTE: Final = 1.15
"""Wire to buy for each metre used."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the list: how many, of what, and what to know."""

    count: str
    item: str
    note: str = ""


def parts(board: BoardFile, at: Scaled, drawn: Currents, *, marble: float = 16.0) -> list[Part]:
    """Everything to buy, in the order of building. Lengths of wire are estimates."""
    found = [*_wood(at, marble)]
    for part in board.sensors:
        found += _sensors(board, part)
    found += _steel(board, at)
    found += _pixels(board)
    found += _regulator(sensor_feed(board))
    found += _power(board, drawn)
    found += _computers(board)
    found += _wires(board, at, drawn)
    listed = _joined(found)
    euros = total((part.count, part.item) for part in listed)
    note = f"an estimate by prices of {SEEN}, without tools and postage"
    return [*listed, Part("", f"about {euros} € in all", note)]


def _joined(found: Sequence[Part]) -> list[Part]:
    """The list with equal items of several arrays in one line."""
    joined: dict[tuple[str, str], Part] = {}
    for part in found:
        key = part.item, part.note
        before = joined.get(key)
        if before is not None and before.count.isdigit() and part.count.isdigit():
            joined[key] = Part(str(int(before.count) + int(part.count)), *key)
        else:
            joined[key] = part
    return list(joined.values())


def _wood(at: Scaled, marble: float) -> Iterator[Part]:
    left, top, right, bottom = at.box
    yield Part("1", f"board of wood, {ceil(right - left)} × {ceil(bottom - top)} mm", "10 to 18 mm")
    pens = [place for place in at.board.places.values() if place.kind == "pen"]
    tokens = sum(place.capacity for place in pens)
    squares = all(space.shape == "square" for space in at.board.spaces)
    if squares:
        yield Part("1 each", "magnet for every pawn", "under its foot, all the same way round")
    elif tokens:
        each = pens[0].capacity
        yield Part(str(tokens), f"marble of {mm(marble)}", f"{len(pens)} colours, {each} each")
        yield Part(str(tokens), "magnet for a marble", "5 × 5 mm, in its middle: docs/building.md")


def _steel(board: BoardFile, at: Scaled) -> Iterator[Part]:
    """Steel discs for hall switches.

    A hall switch does not see a lying magnet. Steel behind it turns a rolling magnet upright.
    """
    if all(space.shape == "square" for space in at.board.spaces):
        return  # pawns stand
    if halls := sensor_feed(board).sensors:
        yield Part(str(halls), "steel disc, 5 mm", "behind each hall switch; reeds need none")


def _sensors(board: BoardFile, part: SensorPart) -> Iterator[Part]:
    count = sum(1 for w in board.holes if w.input is not None and w.input.part == part.name)
    if part.driver == "matrix":
        yield Part(str(count), "reed switch", "hall switches need a wire of their own each")
        yield Part(str(count), "diode 1N4148", "one at every switch")
        if part.pull == "none":
            yield Part(str(len(part.columns)), "resistor 10 kΩ", "one a column")
        return
    if part.draws:
        yield Part(str(count), "hall switch", "runs at 3.3 V, open drain, both poles")
        yield Part(str(count), "capacitor 100 nF", "at every hall switch, its feed to ground")
    else:
        yield Part(str(count), "reed switch", "one that closes, 10 to 15 AT")
    if part.driver == "gpio":
        if part.pull == "none":
            yield Part(str(count), "resistor 10 kΩ", "one a sensor")
        return
    yield Part(str(part.chips), "shift register 74HC165", "16 legs")
    yield Part(str(part.chips), "IC socket, 16 legs")
    yield Part(str(part.chips), "capacitor 100 nF", "at every chip, leg 16 to 8")
    yield Part(str(count), "resistor 10 kΩ", "one a sensor; arrays of eight save work")
    yield Part("2", f"resistor {DAMPING}", "in the wires of clock and latch")


def _pixels(board: BoardFile) -> Iterator[Part]:
    if not board.pixels:
        return
    count = sum(part.count for part in board.pixels)
    orders = ", ".join(dict.fromkeys(part.order for part in board.pixels))
    ring = f", {board.ring} a hole" if board.ring > 1 else ""
    yield Part(str(count), "NeoPixel (WS2812B)", f"order {orders}{ring}")
    strips = len(board.pixels)
    yield Part(str(ceil(strips / 4)), "level shifter 74AHCT125", "3.3 V data to 5 V, four chains")
    yield Part(str(strips), "resistor 330 Ω", "before the first pixel")


def _regulator(feed: SensorFeed) -> Iterator[Part]:
    if feed.regulator:
        note = f"a ready module; sensors and chips draw {amperes(feed.ma)}"
        yield Part("1", f"regulator 5 V to 3.3 V, {feed.regulator:g} A", note)
        yield Part("2", "capacitor 10 µF", "at the regulator's IN and OUT")


def _power(board: BoardFile, drawn: Currents) -> Iterator[Part]:
    if not board.pixels:
        return
    has, whole = board.supply.amperes, drawn.whole
    enough = "" if has >= drawn.enough else f"; {drawn.enough:g} A would do better"
    whom = (
        f"{has:g} A for the pixels, the rest for the sensors" if whole > has else "for the pixels"
    )
    yield Part("1", f"supply 5 V, {whole:g} A", f"{whom}{enough}")
    yield Part("1", f"fuse {drawn.fuse:g} A with holder", "in the 5 V wire")
    yield Part(str(max(drawn.feeds, len(board.pixels))), "capacitor 1000 µF", "6.3 V or more")


def _computers(board: BoardFile) -> Iterator[Part]:
    yield Part("1", "Raspberry Pi", "with its own supply and card")
    if board.devices:
        count = len(board.devices)
        yield Part(str(count), "Raspberry Pi Pico", "with pins")
        yield Part(str(count), "USB cable to the Pico", "one that carries data")
        yield Part("1", "USB OTG adapter, micro USB", "only with a Pi Zero, whose socket is small")


def _wires(board: BoardFile, at: Scaled, drawn: Currents) -> Iterator[Part]:
    way = [at.points[wire.hole] for wire in building_order(board)]
    door = (0.0, at.box[3])
    along = sum(dist(a, b) + SLACK for a, b in pairwise(way)) + dist(way[0], door)
    if board.pixels:
        yield Part(_metres(3 * along), "strand for the pixels", "5 V, ground and data")
        feeds = sum(2 * (dist(at.points[hole], door) + SLACK) for hole in fed(board, drawn.feeds))
        yield Part(_metres(feeds), f"wire {drawn.wire}", "5 V and ground to every place of feeding")
    signals = sum(_signals(board, part, at, door) for part in board.sensors)
    if signals:
        yield Part(_metres(signals), "thin wire for the sensors", "signals")
    if any(part.driver != "matrix" for part in board.sensors):
        wires, words = (2, "3.3 V and ground") if sensor_feed(board).sensors else (1, "ground")
        yield Part(_metres(wires * along), f"thin wire for {words}", "along all sensors")


def _signals(board: BoardFile, part: SensorPart, at: Scaled, door: Point) -> float:
    """Millimetres of signal wire. The computer sits at the middle of the lower edge."""
    wired = sorted(
        (wire.input.number, at.points[wire.hole])
        for wire in board.holes
        if wire.input is not None and wire.input.part == part.name
    )
    if part.driver == "gpio":
        return sum(dist(point, door) + SLACK for _, point in wired)
    if part.driver == "matrix":
        width = len(part.columns)
        lines = [[p for n, p in wired if n // width == row] for row in range(len(part.rows))]
        lines += [[p for n, p in wired if n % width == column] for column in range(width)]
        return sum(_line(line, door) for line in lines)
    groups: dict[int, list[Point]] = {}
    for number, point in wired:
        groups.setdefault(number // 8, []).append(point)
    middles = [_middle(group) for group in groups.values()]
    to_chips = sum(
        dist(point, middle) + SLACK
        for middle, group in zip(middles, groups.values(), strict=True)
        for point in group
    )
    return to_chips + 5 * _line(middles, door)


def _line(points: Sequence[Point], door: Point) -> float:
    to_door = min((dist(point, door) for point in points), default=0.0)
    return sum(dist(a, b) + SLACK for a, b in pairwise(points)) + to_door


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _metres(length: float) -> str:
    return f"{ceil(WASTE * length / 1000)} m"
