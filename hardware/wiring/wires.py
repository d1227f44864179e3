"""Every hole has one input and its pixels, and nothing has two holes: duplicates, gaps, counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from hardware.wiring.model import PICO_PIXELS, HoleWire, PixelPart, SensorPart
from hardware.wiring.pins import MOST_RING, Tell
from hardware.wiring.values import pico_chips


@dataclass(frozen=True, slots=True)
class Known:
    """The parts that could be read, and those that could not.

    ``unread``  parts of the file with a mistake of their own, ``sensors.main``: whatever hangs on
                them is only compared with itself
    ``whole``   every hole's own line could be read
    """

    sensors: Sequence[SensorPart]
    pixels: Sequence[PixelPart]
    unread: Collection[str] = ()
    whole: bool = True


def check_wires(
    wires: Sequence[HoleWire],
    known: Known,
    holes: Sequence[str] | None,
    named: Collection[str],
    tell: Tell,
) -> None:
    """Report what is wrong between holes, inputs and pixels; ``named`` are the file's own holes."""
    sensors, pixels = known.sensors, known.pixels
    _names(holes, named, tell)
    for part in sensors:
        _chain(part, tell)
    _one_each(sensors, pixels, tell)
    if sensors or known.unread:
        _inputs(wires, {part.name: part for part in sensors}, known.unread, tell)
    if pixels or known.unread:
        _pixels(wires, {part.name: part for part in pixels}, known.unread, tell)
    _rings(wires, tell)
    for strip in pixels:
        if known.whole:  # else the pixel may be that of a line that was reported already
            _count(strip, wires, tell)
        if strip.driver == "pico":
            _pico(strip, wires, sensors, tell)


def _names(holes: Sequence[str] | None, named: Collection[str], tell: Tell) -> None:
    if not named:
        tell(("holes",), "The file has no holes: [holes] with a line each, like A0 = { … }.")
        return
    if holes is None:
        return
    known = set(holes)
    for hole in named:
        if hole not in known:
            near = get_close_matches(hole, holes, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            tell(("holes", hole), f"{hole} is no hole of this kind of board{hint}")
    missing = [hole for hole in holes if hole not in named]
    if missing:
        tell(("holes",), f"No line for {', '.join(missing)}.")


def _chain(part: SensorPart, tell: Tell) -> None:
    at = ("sensors", part.name)
    if part.driver == "pico" and part.chips < pico_chips(part.inputs):
        tell(
            (*at, "chips"),
            f"{part.inputs} inputs and 3 sentinels need {pico_chips(part.inputs)} chips, "
            f"not {part.chips}.",
        )
    for number, _ in part.sentinels:
        if number >= part.size:
            tell(
                (*at, "sentinels"),
                f"Sentinel {number} is no input of {part.chips} chips: 0 to {part.size - 1}.",
            )


def _one_each(sensors: Sequence[SensorPart], pixels: Sequence[PixelPart], tell: Tell) -> None:
    """A Pico's firmware has one chain of sensors and one of pixels."""
    for table, parts in (("sensors", sensors), ("pixels", pixels)):
        first: dict[str, str] = {}
        for part in parts:
            if part.driver != "pico":
                continue
            other = first.setdefault(part.device, part.name)
            if other != part.name:
                tell(
                    (table, part.name, "device"),
                    f"The Pico at {part.device} is {table}.{other} already: it has one such chain.",
                )


def _inputs(
    wires: Sequence[HoleWire], parts: dict[str, SensorPart], unread: Collection[str], tell: Tell
) -> None:
    taken: dict[str, str] = {}
    for wire in wires:
        if wire.input is None:
            continue
        at, shown = ("holes", wire.hole), str(wire.input)
        part = parts.get(wire.input.part)
        if part is None:
            if f"sensors.{wire.input.part}" not in unread:
                tell(at, f"{wire.hole}: input {shown} names no [sensors.{wire.input.part}].")
        elif wire.input.number >= part.size:
            tell(at, f"{wire.hole}: input {shown} is not there: 0 to {part.size - 1}.")
        elif wire.input.number in dict(part.sentinels):
            tell(at, f"{wire.hole}: input {shown} is a sentinel.")
        if shown in taken:
            tell(at, f"{wire.hole}: input {shown} belongs to {taken[shown]} already.")
        taken.setdefault(shown, wire.hole)


def _pixels(
    wires: Sequence[HoleWire], parts: dict[str, PixelPart], unread: Collection[str], tell: Tell
) -> None:
    taken: dict[tuple[str, int], str] = {}
    for wire in wires:
        run = wire.pixels
        if run is None:
            continue
        at = ("holes", wire.hole)
        part = parts.get(run.part)
        if part is None:
            if f"pixels.{run.part}" not in unread:
                tell(at, f"{wire.hole}: pixels {run} name no [pixels.{run.part}].")
        elif run.last >= part.count:
            tell(at, f"{wire.hole}: pixels {run} are not all there: 0 to {part.count - 1}.")
        elif spare := set(run.numbers) & set(part.spare):
            tell(at, f"{wire.hole}: pixel {run.part}:{min(spare)} is listed as spare.")
        for number in run.numbers:
            other = taken.setdefault((run.part, number), wire.hole)
            if other != wire.hole:
                tell(at, f"{wire.hole}: pixel {run.part}:{number} belongs to {other} already.")
                break


def _rings(wires: Sequence[HoleWire], tell: Tell) -> None:
    lit = [(wire.hole, wire.pixels) for wire in wires if wire.pixels]
    if not lit:
        return
    first, ring = lit[0][0], len(lit[0][1].numbers)
    if ring > MOST_RING:
        tell(("holes", first), f"{first} has {ring} pixels; at most {MOST_RING} a hole.")
        return
    for hole, run in lit:
        if len(run.numbers) != ring:
            tell(("holes", hole), f"{hole} has {len(run.numbers)} pixels, but {first} has {ring}.")


def _count(strip: PixelPart, wires: Sequence[HoleWire], tell: Tell) -> None:
    used = {
        number
        for wire in wires
        if wire.pixels and wire.pixels.part == strip.name
        for number in wire.pixels.numbers
    }
    at = ("pixels", strip.name, "spare" if strip.spare else "count")
    lost = [n for n in range(strip.count) if n not in used and n not in strip.spare]
    if lost:
        tell(
            at,
            f"No hole has pixel {_ranges(lost)} of pixels.{strip.name}: "
            "give it to a hole, correct count, or list it as spare.",
        )
    for number in strip.spare:
        if number >= strip.count:
            tell(at, f"Spare pixel {number} is not there: 0 to {strip.count - 1}.")


def _pico(
    strip: PixelPart, wires: Sequence[HoleWire], sensors: Sequence[SensorPart], tell: Tell
) -> None:
    """The firmware has one light a hole; the pixels of a hole's ring lie in a row."""
    runs = [wire.pixels for wire in wires if wire.pixels and wire.pixels.part == strip.name]
    if not runs:
        return
    ring = len(runs[0].numbers)
    at = ("pixels", strip.name, "count")
    if strip.count > PICO_PIXELS:
        tell(at, f"A Pico lights {PICO_PIXELS} pixels, not {strip.count}.")
    for sensor in sensors:
        same = sensor.driver == "pico" and sensor.device == strip.device
        if same and strip.count != sensor.inputs * ring:
            tell(
                at,
                f"The Pico at {strip.device} has {sensor.inputs} inputs, so {ring} a hole make "
                f"{sensor.inputs * ring} pixels, not {strip.count}.",
            )
    for hole in _crooked(strip, wires, ring):
        tell(("holes", hole), f"{hole}: the ring begins at no multiple of {ring}.")


def _crooked(strip: PixelPart, wires: Sequence[HoleWire], ring: int) -> Iterator[str]:
    for wire in wires:
        if wire.pixels and wire.pixels.part == strip.name and wire.pixels.first % ring:
            yield wire.hole


def _ranges(numbers: Sequence[int]) -> str:
    """Rising numbers in words, neighbours joined.

    >>> _ranges([3, 7, 8, 9])
    '3, 7 to 9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if run[1:] else f"{run[0]}" for run in runs)
