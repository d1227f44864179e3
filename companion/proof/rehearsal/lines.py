"""The lines of a script, read strictly: what each key holds, and which keys stand together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeGuard, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from companion.config import Milliseconds
from companion.errors import Malformed
from companion.model.commands import Command, New
from companion.model.reading import read_as, read_command
from companion.table.settings import TableSettings

from .clock import micros

KINDS: Final = ("new", "edge", "hand", "picture", "link", "power", "command")
"""Keys of which a line holds at most one; a picture may also come with the link or the power."""
OF_NEW: Final = ("position", "seed", "dealt", "settings", "present")
"""Keys that stand beside ``new`` only."""


LATEST: Final = 1e12
"""The latest time in seconds. Beyond it, binary fractions are too coarse for a dwell."""

T = TypeVar("T")


def given(value: T | UnsetType) -> TypeGuard[T]:
    """Whether a line holds that key."""
    return value is not UNSET


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings that a script may choose, as ``TableSettings`` explains them."""

    dwell_ms: Milliseconds | UnsetType = UNSET
    said_ms: Milliseconds | UnsetType = UNSET
    claim_seconds: Annotated[float, Meta(ge=0, le=3_600)] | UnsetType = UNSET
    counted: bool | UnsetType = UNSET
    assistance: Literal["none", "legal", "hint"] | UnsetType = UNSET


class Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """What the virtual hand does at a hole. ``token``: the marble that it puts, if it says so."""

    do: Literal["lift", "put"]
    hole: str
    token: str | None = None


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a script (docs/rehearse.md)."""

    at: float = 0.0
    id: Any = UNSET
    look: bool = False
    seat: int | None = None
    board: bool | Literal["serial", "virtual"] | UnsetType = UNSET
    new: dict[str, Any] | UnsetType = UNSET
    position: dict[str, Any] | UnsetType = UNSET
    seed: int = 0
    dealt: list[list[str]] | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET
    present: list[str] | UnsetType = UNSET
    edge: tuple[str, bool] | UnsetType = UNSET
    stamp: float | UnsetType = UNSET
    hand: Hand | UnsetType = UNSET
    picture: list[str] | UnsetType = UNSET
    link: Literal["up", "down"] | UnsetType = UNSET
    power: Literal["cut", "on"] | UnsetType = UNSET
    command: dict[str, Any] | UnsetType = UNSET

    @property
    def t(self) -> int:
        """The line's time in microseconds."""
        return micros(self.at)

    @property
    def stamped(self) -> int:
        """The device's time of an edge in microseconds."""
        return self.t if self.stamp is UNSET else micros(self.stamp)

    def told(self) -> Command | None:
        """The line's command. ``Malformed`` says why there is none in it."""
        return None if self.command is UNSET else read_command(self.command)

    def begun(self) -> New | None:
        """The game that the line begins. ``Malformed`` says what is wrong with it."""
        if self.new is UNSET:
            return None
        command = read_command({"command": "new", **self.new})
        if not isinstance(command, New):
            raise Malformed("`new` holds the fields of the command new, and no other command.")
        return command

    def table_settings(self, board: str) -> TableSettings:
        """The table's settings; what the line leaves open is as in the service."""
        given = {} if self.settings is UNSET else msgspec.to_builtins(self.settings)
        return TableSettings(**{"counted": board != "virtual", **given})


def read_line(data: object) -> Line:
    """The line that the data of a script means. ``Malformed`` names what is wrong with it."""
    if not isinstance(data, Mapping):
        raise Malformed("A line is a JSON object.")
    line = read_as(data, Line)
    if "at" not in data and not given(line.new):
        raise Malformed("`at` is missing; it is the line's time in seconds.")
    _check_times(line)
    kinds = [key for key in KINDS if key in data]
    if "picture" in kinds and (line.link == "up" or line.power == "on"):
        kinds.remove("picture")
    if len(kinds) > 1:
        raise Malformed(f"`{kinds[0]}` and `{kinds[1]}` cannot stand on one line.")
    for key in OF_NEW:
        if key in data and line.new is UNSET:
            raise Malformed(f"`{key}` stands beside `new` only.")
    if line.stamp is not UNSET and line.edge is UNSET:
        raise Malformed("`stamp` stands beside `edge` only.")
    _check_board(line)
    _check_holes(line)
    return line


def _check_times(line: Line) -> None:
    for key, value in (("at", line.at), ("stamp", line.stamp)):
        if isinstance(value, float) and not (math.isfinite(value) and value >= 0):
            raise Malformed(f"`{key}` is a finite number from 0 up, not {value!r}.")
        if isinstance(value, float) and value > LATEST:
            raise Malformed(f"`{key}` is at most {LATEST:,.0f}; later times are not exact.")
    if line.stamped > line.t:
        raise Malformed("`stamp` is the device's time where it is earlier than `at`, never later.")


def _check_holes(line: Line) -> None:
    for key, holes in (("picture", line.picture), ("present", line.present)):
        for hole, times in Counter(holes).items() if given(holes) else ():
            if times > 1:
                raise Malformed(f"`{key}` names {hole[:20]!r} twice.")


def _check_board(line: Line) -> None:
    if isinstance(line.board, str) and line.new is UNSET:
        raise Malformed("`board` names the kind of board beside `new` only.")
    if line.board is True and not line.look:
        raise Malformed("`board` as true stands beside `look` only.")
