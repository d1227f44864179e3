"""From the text of a board file to ``BoardFile``, or to everything that is wrong with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hardware.errors import BadWiring, Finding
from hardware.power import Supply
from hardware.toml import parsed
from hardware.wiring import values
from hardware.wiring.lines import Lines, Path, find_lines
from hardware.wiring.model import (
    PIXEL_DRIVERS,
    SENSOR_DRIVERS,
    VERSION,
    BoardFile,
    HoleWire,
    Input,
    PixelPart,
    PixelRun,
    SensorPart,
)
from hardware.wiring.pins import check_pins
from hardware.wiring.values import Field
from hardware.wiring.wires import Known, check_wires

_TABLES = ("supply", "marbles", "sensors", "pixels", "holes")
_INPUT = re.compile(r"([a-z][a-z0-9_-]*):(\d{1,4})")
_RUN = re.compile(r"([a-z][a-z0-9_-]*):(\d{1,4})(?:-(\d{1,4}))?")


def read(text: str, holes: Sequence[str] | None = None) -> BoardFile:
    """The board that ``text`` describes; BadWiring carries all findings, in order of lines.

    ``holes`` are the names of all holes of that kind of board; None: they are not checked.
    """
    draft = Draft(text)
    board = draft.board(holes)
    if board is None:
        raise BadWiring(draft.sorted())
    return board


def check(text: str, holes: Sequence[str] | None = None) -> tuple[Finding, ...]:
    """Everything that is wrong with ``text``, in order of lines; empty if it can be used."""
    draft = Draft(text)
    draft.board(holes)
    return draft.sorted()


@dataclass(slots=True)
class _Parts:
    sensors: list[SensorPart]
    pixels: list[PixelPart]


class Draft:
    """The text of a board file while it is read: parsed once, its findings grow meanwhile.

    >>> Draft('kind = "hex"').kind
    'hex'
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: Lines = find_lines(text)
        self.findings: list[Finding] = []
        self._data, self._error = _data(text)

    @property
    def kind(self) -> str | None:
        """The kind of board that it names; None when it names none or is no TOML."""
        kind = self._data.get("kind")
        return kind if isinstance(kind, str) and kind else None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that it names marbles of; none when it is no TOML."""
        marbles = self._data.get("marbles")
        return tuple(marbles) if isinstance(marbles, Mapping) else ()

    def sorted(self) -> tuple[Finding, ...]:
        """The findings by line, each once."""
        return tuple(sorted(dict.fromkeys(self.findings), key=lambda finding: finding.line))

    def tell(self, path: Path, sentence: str) -> None:
        """Note what is wrong at that key."""
        self.tell_line(self.lines.line(path), sentence)

    def tell_line(self, line: int, sentence: str) -> None:
        """Note what is wrong in that line."""
        self.findings.append(Finding(line, sentence))

    def board(self, holes: Sequence[str] | None) -> BoardFile | None:
        """The board that it describes; None where anything is wrong.

        ``holes`` are the names of all holes of that kind of board; None: they are not checked.
        """
        data = self._readable()
        if data is None:
            return None
        head = self._head(data)
        tables = {key: self._table(data, key) for key in _TABLES}
        supply = self._fields(("supply",), tables["supply"], values.SUPPLY_KEYS)
        marbles = self._marbles(tables["marbles"])
        parts = _Parts(self._sensors(tables["sensors"]), self._pixels(tables["pixels"]))
        before = len(self.findings)
        wires = [
            wire
            for hole, entry in tables["holes"].items()
            if (wire := self._wire(hole, entry, tables)) is not None
        ]
        check_pins(parts.sensors, parts.pixels, self.tell)
        if isinstance(data.get("holes", {}), Mapping):
            unread = frozenset(
                f"{key}.{name}"
                for key, read_ones in (("sensors", parts.sensors), ("pixels", parts.pixels))
                for name in tables[key]
                if name not in {part.name for part in read_ones}
            )
            known = Known(parts.sensors, parts.pixels, unread, len(self.findings) == before)
            check_wires(wires, known, holes, tables["holes"], self.tell)
        if self.findings or supply is None:
            return None
        return BoardFile(
            name=head["name"],
            kind=head["kind"],
            supply=Supply(**supply, ring=_ring(wires)),
            sensors=tuple(parts.sensors),
            pixels=tuple(parts.pixels),
            holes=tuple(wires),
            marbles=marbles,
        )

    def _readable(self) -> Mapping[str, Any] | None:
        """The text as data; a line that repeats a key is reported and left out."""
        if self._error is None:
            return self._data
        for path, first, again in self.lines.twice:
            self.tell_line(again, f"{'.'.join(path)} stands twice: in line {first} already.")
        if self.findings:
            return self._without_twins()
        what, _, where = str(self._error).partition(" (at ")
        line = re.search(r"line (\d+)", where)
        # At the end of the document tomllib names no line.
        number = int(line[1]) if line else max(1, len(self.text.splitlines()))
        self.tell_line(number, f"This is no TOML: {what}.")
        return None

    def _without_twins(self) -> Mapping[str, Any] | None:
        lines = self.text.splitlines()
        for _, _, again in self.lines.twice:
            lines[again - 1] = ""
        try:
            return parsed("\n".join(lines))
        except tomllib.TOMLDecodeError:
            return None  # repeated keys are reported first; the rest when they are gone

    def _head(self, data: Mapping[str, Any]) -> dict[str, Any]:
        known = ("version", "name", "kind", *_TABLES)
        for key in data:
            if key not in known:
                self.tell((key,), f"The key {key} is unknown; known are {', '.join(known)}.")
        if "version" not in data:
            self.tell((), f"version is missing: write version = {VERSION}.")
        elif type(data["version"]) is not int or data["version"] != VERSION:
            self.tell(
                ("version",),
                f"version holds {data['version']!r}: this Trackside reads version {VERSION}.",
            )
        head = {key: data[key] for key in ("name", "kind") if key in data}
        wanted = {"name": Field(values.text, "Board"), "kind": Field(values.text)}
        return self._fields((), head, wanted) or {}

    def _table(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        value = data.get(key, {})
        if isinstance(value, Mapping):
            return value
        self.tell((key,), f"{key} holds {value!r}: must be a table, [{key}].")
        return {}

    def _fields(
        self, path: Path, table: Mapping[str, Any], wanted: Mapping[str, Field]
    ) -> dict[str, Any] | None:
        """The values of a table; None when one is wrong, missing or unknown."""
        before = len(self.findings)
        found = {}
        for key in table:
            if key not in wanted:
                name = ".".join((*path, key))
                self.tell((*path, key), f"The key {name} is unknown; known are {_list(wanted)}.")
        for key, known in wanted.items():
            name = ".".join((*path, key))
            if key not in table:
                if known.default is None:
                    self.tell(path, f"{name} is missing.")
                found[key] = known.default
                continue
            try:
                found[key] = known.read(table[key])
            except ValueError as error:
                self.tell((*path, key), f"{name} holds {_short(table[key])}: {error}.")
        return found if len(self.findings) == before else None

    def _marbles(self, table: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        wanted = {seat: Field(values.COLOUR) for seat in table}
        read = self._fields(("marbles",), table, wanted)
        return tuple((read or {}).items())

    def _sensors(self, table: Mapping[str, Any]) -> list[SensorPart]:
        parts = []
        for name, entry in table.items():
            fields = self._part(("sensors", name), entry, SENSOR_DRIVERS, values.SENSOR_KEYS)
            if fields is None:
                continue
            part = SensorPart(name=name, **fields)
            if part.driver == "pico" and not part.chips:
                part = replace(part, chips=values.pico_chips(part.inputs))
            parts.append(part)
        return parts

    def _pixels(self, table: Mapping[str, Any]) -> list[PixelPart]:
        parts = []
        for name, entry in table.items():
            fields = self._part(("pixels", name), entry, PIXEL_DRIVERS, values.PIXEL_KEYS)
            if fields is not None:
                parts.append(PixelPart(name=name, **fields))
        return parts

    def _part(
        self,
        path: Path,
        entry: object,
        drivers: Sequence[str],
        keys: Mapping[str, Mapping[str, Field]],
    ) -> dict[str, Any] | None:
        """The fields of one array or chain by its driver."""
        name = ".".join(path)
        if not values.PART_NAME.fullmatch(path[-1]):
            self.tell(path, f"{name}: a part's name is small letters and digits, like main.")
            return None
        if not isinstance(entry, Mapping):
            self.tell(path, f"{name} must be a table, [{path[0]}.main] for instance.")
            return None
        driver = entry.get("driver")
        if driver not in drivers:
            what = "is missing" if driver is None else f"holds {_short(driver)}"
            at = path if driver is None else (*path, "driver")
            self.tell(at, f"{name}.driver {what}: must be {' or '.join(drivers)}.")
            return None
        return self._fields(path, entry, keys[str(driver)])

    def _wire(
        self, hole: str, entry: object, tables: Mapping[str, Mapping[str, Any]]
    ) -> HoleWire | None:
        path = ("holes", hole)
        if not isinstance(entry, Mapping):
            self.tell(path, f"{hole} holds {_short(entry)}: must be like {{ input = 'main:0' }}.")
            return None
        for key in entry:
            if key not in ("input", "pixels"):
                self.tell(
                    (*path, key),
                    f"{hole} has the unknown key {key}; known are input, pixels.",
                )
        taken, run = self._input(path, entry), self._run(path, entry)
        self._gap(path, "input", tables, "input" in entry)
        self._gap(path, "pixels", tables, "pixels" in entry)
        return HoleWire(hole, taken, run)

    def _gap(
        self, path: Path, key: str, tables: Mapping[str, Mapping[str, Any]], there: bool
    ) -> None:
        table = "sensors" if key == "input" else "pixels"
        parts = tables[table]
        if parts and not there:
            self.tell(path, f"{path[-1]} has no {key}.")
        if there and not parts:
            self.tell(path, f"{path[-1]} has {key}, but the file has no [{table}.main].")

    def _input(self, path: Path, entry: Mapping[str, Any]) -> Input | None:
        if "input" not in entry:
            return None
        value = entry["input"]
        match = _INPUT.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            self.tell(path, f"{path[-1]}: input holds {_short(value)}: must be like 'main:0'.")
            return None
        return Input(match[1], int(match[2]))

    def _run(self, path: Path, entry: Mapping[str, Any]) -> PixelRun | None:
        if "pixels" not in entry:
            return None
        value = entry["pixels"]
        match = _RUN.fullmatch(value) if isinstance(value, str) else None
        first = int(match[2]) if match else 0
        last = int(match[3] or match[2]) if match else -1
        if match is None or last < first:
            self.tell(
                path,
                f"{path[-1]}: pixels holds {_short(value)}: must be like 'main:0' or 'main:0-7'.",
            )
            return None
        return PixelRun(match[1], first, last)


def _data(text: str) -> tuple[Mapping[str, Any], tomllib.TOMLDecodeError | None]:
    """The text as data, or why it is none."""
    try:
        return parsed(text), None
    except tomllib.TOMLDecodeError as error:
        return {}, error


def _ring(wires: Sequence[HoleWire]) -> int:
    """Pixels of the first lit hole; ``check_wires`` holds the others to it."""
    return next((len(wire.pixels.numbers) for wire in wires if wire.pixels), 1)


def _list(keys: Mapping[str, object]) -> str:
    return ", ".join(keys)


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."
