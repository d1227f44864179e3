"""The lines of a flight: one JSON object each, a head first (docs/traces.md)."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.errors import TraceError
from companion.intake import Unreadable, taken
from companion.lights.layers import Lit
from companion.model.journal import Facts, GameRecord
from companion.model.view import View

VERSION: Final = 1
"""This number rises when older programs cannot read what is written now."""

LOOKS: Final = frozenset({"theme"})
"""Settings that change only how things look; a flight holds none of them."""

MOST_BYTES: Final = 64_000_000
"""A file longer than this is no flight."""


class Head(Struct, frozen=True, tag="head", tag_field="is"):
    """The first line: everything that the table began with, except its looks.

    ``t`` is the clock's time at ``wall`` (seconds since the epoch). ``base`` is the game that was
    taken up, None if none was open; ``seq`` is the number of the table's first state. ``views``
    names the form of a view, so that only views of one form are compared. ``quick`` tells whether
    bots were to take half the time in the newest game.
    """

    version: int
    trackside: str
    revision: str
    wall: float
    t: float
    board: str
    settings: dict[str, Any]
    base: GameRecord | None
    seq: int
    views: str
    quick: bool = False


class Wrote(Struct, frozen=True, omit_defaults=True):
    """One call of the journal, and its answer. ``call``: open, row or close.

    ``failed``: why it was not written. For ``open``, ``data`` holds the options.
    """

    call: str
    kind: str = ""
    text: str = ""
    data: dict[str, Any] = {}
    seq: int = 0
    game: str = ""
    number: int = 0
    at: float = 0.0
    position: dict[str, Any] | None = None
    failed: str | None = None


class Input(Struct, frozen=True, tag="in", tag_field="is", omit_defaults=True):
    """One thing that the table was told, when, and what came of it.

    ``kind``  resume, hole, picture, link, remark, come, command, sit, leave or tick
    ``what``  its parts: ``[hole, full, t]``, ``["0110…", t]``, ``[state, reason]``,
              ``[hole, token]``, ``[command, seats, for the table]`` (and ``host`` if it is one),
              ``[seat, who]``, ``[who]``; empty for the others
    ``state`` and ``seq``  of the table afterwards; ``due``: when it wants to be told the time; 0:
              never, None in files older than this field
    ``facts`` what the hands did, as the journal keeps it for a restart: it decides nothing
    ``wrote`` what it wrote into the journal; ``drew``: what chance brought, ``[bits, value]``
    ``refused`` the code of a refusal; ``broke``: the name of an error nobody expected
    """

    kind: str
    t: float
    what: list[Any] = []
    state: str = ""
    seq: int = 0
    wrote: tuple[Wrote, ...] = ()
    drew: tuple[tuple[int, float], ...] = ()
    refused: str | None = None
    broke: str | None = None
    due: float | None = None
    facts: tuple[Facts, ...] = ()


class Raw(Struct, frozen=True, tag="raw", tag_field="is"):
    """What the sensors said before debounce: evidence, not replayed. ``what``: as in Input."""

    kind: str
    t: float
    what: list[Any]


class Seen(Struct, frozen=True, tag="view", tag_field="is", omit_defaults=True):
    """What was shown here: number and digest of the public view.

    ``lit`` is the digest of the lights whatever the theme, if they changed; None in files
    older than this field.
    """

    seq: int
    digest: str
    lit: str | None = None


Line = Head | Input | Raw | Seen


class Flight(Struct, frozen=True):
    """A flight that was read: its head and the lines after it."""

    head: Head
    lines: tuple[Input | Raw | Seen, ...]

    @property
    def inputs(self) -> tuple[Input, ...]:
        """Only what the table was told."""
        return tuple(line for line in self.lines if isinstance(line, Input))


_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def encode(line: Line) -> bytes:
    """A line with its newline."""
    return _ENCODER.encode(line) + b"\n"


def read_flight(path: Path, size: int | None = None) -> Flight:
    """The flight in a file (its first ``size`` bytes); TraceError names what is wrong with it.

    A last line without its end is left out: the power may go at any time.
    """
    try:
        data = taken(path, MOST_BYTES)
    except Unreadable as error:
        raise TraceError(f"{path.name} cannot be read: {error}.") from error
    return parse(path.name, data if size is None else data[:size])


def parse(name: str, data: bytes) -> Flight:
    """The flight in those bytes; ``name`` is what an error calls it."""
    whole = data[: data.rfind(b"\n") + 1].splitlines()
    if not whole:
        raise TraceError(f"{name} is empty: a flight begins with its head.")
    _check_version(name, whole[0])
    decoder = msgspec.json.Decoder(Line)
    lines: list[Line] = []
    for number, line in enumerate(whole, 1):
        try:
            lines.append(decoder.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise TraceError(f"{name}, line {number}, cannot be read: {error}.") from error
    head, *rest = lines
    if not isinstance(head, Head):
        raise TraceError(f"{name} is no flight: its first line is not a head.")
    kept = tuple(line for line in rest if not isinstance(line, Head))
    if len(kept) != len(rest):
        raise TraceError(f"{name} has a second head; one file holds one flight.")
    return Flight(head, kept)


def _check_version(name: str, line: bytes) -> None:
    try:
        head = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TraceError(f"{name}, line 1, cannot be read: {error}.") from error
    version = head.get("version") if isinstance(head, dict) else None
    if isinstance(head, dict) and head.get("is") == "head" and version != VERSION:
        raise TraceError(f"{name} is of version {version!r}; this program reads {VERSION}.")


def write_flight(path: Path, lines: Iterable[Line]) -> None:
    """Write a whole flight, or nothing; OSError if the folder does not take it.

    Only its user can read the file, since dealt hands stand in it.
    """
    draft = path.with_name(f".{path.name}.new")
    draft.touch(mode=0o600)
    draft.write_bytes(b"".join(encode(line) for line in lines))
    draft.replace(path)


def digest(view: View) -> str:
    """A short name of everything that a view shows."""
    return hashlib.blake2b(_ENCODER.encode(view), digest_size=8).hexdigest()


def lights_digest(lit: Mapping[str, Lit]) -> str:
    """A short name for what all lights mean, whatever the theme."""
    return hashlib.blake2b(_ENCODER.encode(lit), digest_size=8).hexdigest()


@cache
def view_form() -> str:
    """A short name for the form of a view; it changes when fields come or go."""
    schema = _ENCODER.encode(msgspec.json.schema(View))
    return hashlib.blake2b(schema, digest_size=4).hexdigest()


def masked(data: Mapping[str, Any]) -> dict[str, Any]:
    """A journal row's data with the holder's id masked, since the id opens a seat."""
    out = dict(data)
    if isinstance(out.get("holder"), str):
        out["holder"] = mask(out["holder"])
    return out


def mask(holder: str) -> str:
    """A stand-in for a holder's id: always the same for one id, with no way back."""
    return hashlib.blake2b(holder.encode(), digest_size=6, person=b"trackside").hexdigest()


def masked_record(record: GameRecord | None) -> GameRecord | None:
    """A recorded game without the ids of holders."""
    if record is None:
        return None
    rows = tuple(msgspec.structs.replace(row, data=masked(row.data)) for row in record.rows)
    return msgspec.structs.replace(record, rows=rows)


def make_head(
    settings: object,
    *,
    board: str,
    revision: str,
    wall: float,
    t: float,
    base: GameRecord | None,
    seq: int,
    quick: bool = False,
) -> Head:
    """A head for a table with those settings (a dataclass); how lights look is left out."""
    plain = {
        field.name: getattr(settings, field.name)
        # Any dataclass may come (tests have their own); no protocol exists for their type.
        for field in dataclasses.fields(settings)  # type: ignore[arg-type]
        if field.name not in LOOKS
    }
    program, views = _program(), view_form()
    return Head(VERSION, program, revision, wall, t, board, plain, base, seq, views, quick)


def _program() -> str:
    try:
        return metadata.version("trackside")
    except metadata.PackageNotFoundError:
        return "0"
