"""A game as text, one action a line, replayable bit for bit.

::

    trackside record 1
    {"board":"hex","game":"NAME","hands":"virtual","players":[["A"],["D"]],"rules":"classic"}
    chance shuffle:0 7 K 2 …
    0 card:A
    0 Ap-A9
    final {"board":"hex", …}

The second line holds the options of ``Game.new`` with the game's name, or ``{"position": …}`` for a
game that was taken up in the middle. Then each line has a seat's number and its action, or
``chance`` and what it brought. ``final``, if there, is the last position: a replay must reach
exactly that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from .action import CHANCE_SEAT, Action
from .errors import BadRecord, EngineError, NotJson
from .events import Event
from .game import Game, Position
from .json_text import read_json

HEADING: Final = "trackside record 1"
FIRST_ACTION_LINE: Final = 3
"""1-based line of the first action."""


class Games(Protocol):
    """The list in which games are looked up; ``engine.registry.Registry`` fits."""

    def game(self, name: str) -> Game:
        """The game of that name; an EngineError otherwise."""

    def load(self, data: object) -> Position:
        """A position from its JSON form; an EngineError otherwise."""


class Entry(NamedTuple):
    """One action: its seat (``CHANCE_SEAT`` for chance) and its text."""

    seat: int
    text: str


class Step(NamedTuple):
    """One replayed action: its 1-based line, the position after it, and what happened."""

    line: int
    entry: Entry
    position: Position
    events: tuple[Event, ...]


class Replay(NamedTuple):
    """All positions from the first to the last, and the last one again."""

    positions: tuple[Position, ...]
    final: Position


def _plain(value: object) -> str:
    """JSON on one line, keys sorted, so that equal data is equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A game's options, its actions in order, and its last position if known.

    ``to_text`` and ``from_text`` undo each other; equal records have equal text.
    """

    options: Mapping[str, object]
    entries: tuple[Entry, ...] = ()
    final: Mapping[str, object] | None = None

    def to_text(self) -> str:
        """The record as text, ending with a line feed; BadRecord if an action is no line."""
        lines = [HEADING, _plain(dict(self.options))]
        for number, entry in enumerate(self.entries, start=FIRST_ACTION_LINE):
            if not entry.text or not entry.text.isprintable():
                raise BadRecord(f"Action {entry.text!r} does not fit on a line.", line=number)
            who = "chance" if entry.seat == CHANCE_SEAT else str(entry.seat)
            lines.append(f"{who} {entry.text}")
        if self.final is not None:
            lines.append(f"final {_plain(dict(self.final))}")
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read ``to_text()`` back; BadRecord names the line that cannot be read."""
        lines = text.replace("\r\n", "\n").split("\n")
        if lines[-1] == "":
            lines.pop()
        if not lines or lines[0] != HEADING:
            raise BadRecord(f"Line 1 must be {HEADING!r}.", line=1)
        if len(lines) < 2:
            raise BadRecord("Line 2 must hold the game's options as a JSON object.", line=2)
        options = _read_object(lines[1], 2)
        final: Mapping[str, object] | None = None
        body = lines[2:]
        if body and body[-1].startswith("final "):
            final = _read_object(body[-1].removeprefix("final "), len(lines))
            body.pop()
        entries = tuple(_read_entry(line, n) for n, line in enumerate(body, FIRST_ACTION_LINE))
        return cls(options, entries, final)

    def then(self, action: Action) -> Record:
        """The record with one more action; its last position is open again."""
        return Record(self.options, (*self.entries, Entry(action.seat, action.text)))


def _read_object(text: str, line: int) -> Mapping[str, object]:
    try:
        data = read_json(text)
    except NotJson as error:
        raise BadRecord(f"Line {line}: {error.alone}.", line=line) from None
    if not isinstance(data, dict):
        raise BadRecord(f"Line {line} must hold a JSON object.", line=line)
    return data


def _read_entry(line: str, number: int) -> Entry:
    who, blank, text = line.partition(" ")
    if not blank or not text or not text.isprintable():
        raise BadRecord(
            f"Line {number} must be a seat's number or 'chance', a blank and the action.",
            line=number,
        )
    if who == "chance":
        return Entry(CHANCE_SEAT, text)
    if not who.isascii() or not who.isdigit() or len(who) > 3 or str(int(who)) != who:
        raise BadRecord(f"Line {number}: {who[:20]!r} is neither a seat nor 'chance'.", line=number)
    return Entry(int(who), text)


def first_position(record: Record, registry: Games) -> Position:
    """The position in which the record begins; BadRecord if its options do not fit."""
    try:
        if "position" in record.options:
            return registry.load(record.options["position"])
        name = record.options.get("game")
        if not isinstance(name, str):
            raise BadRecord("Line 2 must name the game.", line=2)
        return registry.game(name).new(record.options)
    except BadRecord:
        raise
    except EngineError as error:
        raise BadRecord(f"Line 2: {error}", line=2) from error


def action_for(position: Position, entry: Entry) -> Action:
    """The action that an entry means here: the legal one, or what chance brought, unchecked.

    BadRecord, without a line, if that seat has no such action.
    """
    if entry.seat == CHANCE_SEAT and position.chance() is not None:
        return Action(CHANCE_SEAT, entry.text)
    text = position.listed(entry.text)
    for action in position.legal():
        if action.text == text and action.seat == entry.seat:
            return action
    who = "chance" if entry.seat == CHANCE_SEAT else f"seat {entry.seat}"
    raise BadRecord(f"{who} cannot do {entry.text[:60]!r} here")


def steps(record: Record, registry: Games) -> Iterator[Step]:
    """Replay action by action; BadRecord names the line of the first that cannot be made.

    Everything yielded before it stands: a viewer stops at the last good move.
    """
    position = first_position(record, registry)
    line = FIRST_ACTION_LINE - 1
    for line, entry in enumerate(record.entries, FIRST_ACTION_LINE):
        try:
            position, events = position.apply(action_for(position, entry))
        except EngineError as error:
            raise BadRecord(f"Line {line}: {error}", line=line) from error
        yield Step(line, entry, position, events)
    if record.final is not None and _plain(dict(record.final)) != _plain(position.to_json()):
        raise BadRecord(f"Line {line + 1}: the game ends in another position.", line=line + 1)


def replay(record: Record, registry: Games) -> Replay:
    """All positions of a record; BadRecord with the line that cannot be read or replayed."""
    positions = [first_position(record, registry)]
    positions += [step.position for step in steps(record, registry)]
    return Replay(tuple(positions), positions[-1])


def closed(record: Record, registry: Games) -> Record:
    """The same record with its last position written down."""
    opened = Record(record.options, record.entries)
    return Record(record.options, record.entries, replay(opened, registry).final.to_json())
