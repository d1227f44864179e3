"""The record of a game as JSON: made from the journal's rows, and read back with every check.

A record holds all that was chosen, every action, every throw and shuffle with its time, and the
last position. So it leads to the same game anywhere, and to the same text. It tells every hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from companion.games.offer import HOUSE, named_house
from companion.games.pack import Packs
from companion.games.seat_names import fitting, fitting_name, players_of
from companion.model.journal import GameRecord, Row
from engine.errors import IllegalAction, Misfit
from engine.registry import Registry
from engine.search import LEVELS

from . import bots
from .bad_rows import BAD_ROW, reason
from .beginning import unplayed
from .open_game import ACTION, CHANCE_ROW, EDIT, PLAYER, REDO, UNDO, OpenGame
from .steps import without

FORM: Final = "trackside game"
VERSION: Final = 1
NEW: Final = "new"
OWN: Final = "help"
"""What each person has chosen for itself: no record tells it, but one that does is read."""
MOST_ROWS: Final = 20_000
KINDS: Final = (ACTION, CHANCE_ROW, UNDO, REDO, EDIT, PLAYER)
"""Rows that lead on. Who sat where and which sensors were believed is nobody else's business."""
KEPT: Final[Mapping[str, tuple[str, ...]]] = {
    UNDO: ("steps", "shuffled"),
    EDIT: ("position", "step", "joined", "learnt", "dealt"),
    PLAYER: ("name", "bot", "help"),
}
"""By kind, what of a row's data a record holds; of an action it holds the seat."""


class Unfit(ValueError):
    """Something is no record. The text is a sentence that says what, where and why.

    ``key`` and ``params`` are the message for people: what, and where.
    """

    def __init__(self, text: str, key: str, **params: object) -> None:
        super().__init__(text)
        self.key = f"file.record.{key}"
        self.params = {name: str(value) for name, value in params.items()}


def written(registry: Registry, packs: Packs, record: GameRecord) -> dict[str, Any]:
    """A game as plain data. One of ``BAD_ROW`` if its rows lead nowhere."""
    options = {key: told for key, told in record.rows[0].data.items() if key != OWN}
    game = unplayed(registry, packs.of(str(options.get("game"))), record)
    for row in record.rows:
        game.repeat(row)
    return {
        "form": FORM,
        "version": VERSION,
        "rules": record.revision,
        "started": round(record.started),
        "options": options,
        "rows": [_line(row, record.started) for row in record.rows if row.kind in KINDS],
        "final": game.position.to_json(),
    }


def read(registry: Registry, packs: Packs, data: object, name: str, revision: str) -> GameRecord:
    """A record read back, and played through. Unfit says what is wrong with it.

    ``name``  that it has here; ``revision``: of the rules that play it through
    """
    told = _head(data)
    started = told["started"]
    rows = [Row(0, NEW, "", dict(told["options"]), float(started))]
    for number, line in enumerate(told["rows"], 1):
        rows.append(_row(line, number, float(started)))
    rows = _named(rows)
    record = GameRecord(
        game_id=name, number=0, revision=told["rules"], started=float(started),
        rows=tuple(rows), checkpoint_seq=0, checkpoint=None, closed=True,
    )  # fmt: skip
    _play_through(registry, packs, record, told["final"], revision)
    return record


def _line(row: Row, started: float) -> list[Any]:
    """One row in short: seconds since the beginning, what, and what belongs to it."""
    at = max(0.0, round(row.at - started, 1))
    if row.kind == ACTION:
        return [at, int(row.data.get("seat", 0)), row.text]
    data = {key: row.data[key] for key in KEPT.get(row.kind, ()) if key in row.data and key != OWN}
    return [at, row.kind, row.text, *([data] if data else [])]


def _head(data: object) -> dict[str, Any]:
    """The parts of a record, each of its type."""
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise Unfit("It is no record of a Trackside game.", "form")
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise _no_part("version", "a whole number")
    if version != VERSION:
        said = f"It is of version {version}; this Trackside reads version {VERSION}."
        raise Unfit(said, "version", a=version, b=VERSION)
    kinds = {"rules": str, "started": int | float, "options": dict, "rows": list, "final": dict}
    for key, kind in kinds.items():
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool):
            raise _no_part(key)
    if further := sorted(set(data) - set(kinds) - {"form", "version"}):
        part = further[0][:40]
        said = f"It has a part {part!r} that no record has."
        raise Unfit(said, "further", part=part)
    if len(data["rows"]) > MOST_ROWS:
        said = f"It has {len(data['rows'])} rows; at most {MOST_ROWS} are read."
        raise Unfit(said, "rows", n=MOST_ROWS)
    if not 0 <= data["started"] < 1e11:
        raise _no_part("started", "a time")
    _check_seats(data["options"])
    data = {**data, "options": fitting(data["options"])}
    further = data["options"].get("options")
    if isinstance(further, dict) and HOUSE in further:
        named = {**further, HOUSE: _house(further[HOUSE])}
        return {**data, "options": {**data["options"], "options": named}}
    return data


def _house(name: object) -> str:
    """The name of a house, as one is kept."""
    try:
        return named_house(name)
    except Misfit as wrong:
        raise Unfit(f"Its house has no fit name. {wrong}", "house") from None


def _no_part(part: str, needed: str = "") -> Unfit:
    """A part is missing, or of another kind than is ``needed``."""
    what = f"no {needed.removeprefix('a ')}" if needed else "of another kind"
    said = f"Its part {part!r} is missing, or {what}."
    return Unfit(said, "part", part=part)


def _check_seats(options: Mapping[str, Any]) -> None:
    """Names are texts, and bots have levels."""
    for key, needed, fits in (
        ("names", "texts", lambda one: isinstance(one, str)),
        ("bots", f"levels ({', '.join(LEVELS)})", lambda one: one in ("", *LEVELS)),
    ):
        told = options.get(key)
        if told is not None and not (isinstance(told, list) and all(map(fits, told))):
            said = f"Its {key!r} must be a list of {needed}, one a seat."
            raise Unfit(said, key, levels=", ".join(LEVELS))


def _row(line: object, number: int, started: float) -> Row:
    """One row of a record."""
    if not isinstance(line, list) or not 3 <= len(line) <= 4:
        raise Unfit(f"Row {number} must be a list of 3 or 4 parts.", "row", n=number)
    at, what, text, *rest = line
    data = rest[0] if rest else {}
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < 1e9:
        raise Unfit(f"Row {number} begins with no time.", "row", n=number)
    if not isinstance(text, str) or len(text) > 20_000 or not isinstance(data, dict):
        raise Unfit(f"Row {number} has no text of an action.", "row", n=number)
    if isinstance(what, int) and not isinstance(what, bool):
        return Row(number, ACTION, text, {"seat": what}, started + at)
    if what not in KINDS or what == ACTION:
        said = f"Row {number} is of no kind that a record has: {str(what)[:20]!r}."
        raise Unfit(said, "row", n=number)
    _check(what, text, data, number)
    return Row(number, what, text, data, started + at)


def _named(rows: Sequence[Row]) -> list[Row]:
    """The rows with names as ``new`` and ``hand_over`` would take them."""
    options, named = rows[0].data, [rows[0]]
    players = players_of(options)
    for row in rows[1:]:
        if row.kind == PLAYER:
            seat, bot = int(row.text), row.data["bot"]
            others = [name for n, name in bots.people(options).items() if n != seat and not bot]
            fit = fitting_name(row.data["name"], seat, players, others)
            row = structs.replace(row, data={**row.data, "name": fit})
            options = bots.handed(options, seat, row.data)
        named.append(row)
    return named


def _check(kind: str, text: str, data: Mapping[str, Any], number: int) -> None:
    """Whether a row's data are those of its kind."""
    steps, shuffled = data.get("steps"), data.get("shuffled", [])
    good = set(data) <= set(KEPT.get(kind, ()))
    if kind == UNDO:
        good &= isinstance(steps, int) and not isinstance(steps, bool) and steps > 0
        good &= isinstance(shuffled, list) and all(isinstance(one, str) for one in shuffled)
    elif kind == EDIT:
        good &= isinstance(data.get("position"), dict)
        good &= all(data.get(mark, True) is True for mark in KEPT[EDIT][1:])
    elif kind == PLAYER:
        good &= text.isdecimal() and len(text) < 3 and {"name", "bot"} <= set(data)
        good &= all(isinstance(one, str) for one in data.values())
        good &= data.get("bot") in ("", *LEVELS)
    if not good:
        said = f"Row {number} does not say what {kind!r} needs."
        raise Unfit(said, "row", n=number)


def _play_through(
    registry: Registry, packs: Packs, record: GameRecord, final: object, revision: str
) -> None:
    """Make every row again; the last position must be the one that was written."""
    try:
        game = unplayed(registry, packs.of(str(record.rows[0].data.get("game"))), record)
    except BAD_ROW as error:
        raise Unfit(f"Its options start no game here: {_why(error)}", "options") from error
    other = "" if record.revision == revision else (
        f" It was played by the rules of {record.revision[:40]}, and these are of {revision}."
    )  # fmt: skip
    for row in record.rows[1:]:
        try:
            _check_led(game, row)
            game.repeat(row)
        except BAD_ROW as error:
            what = row.text[:40] if row.kind in (ACTION, CHANCE_ROW) else row.kind
            said = f"Row {row.seq}, {what!r}, cannot be played: {_why(error)}{other}"
            raise Unfit(said, "unplayable", n=row.seq, what=what) from error
    if game.position.to_json() != final:
        raise Unfit(f"It ends in another position than it says.{other}", "final")


def _check_led(game: OpenGame, row: Row) -> None:
    """IllegalAction for a takeback of more than stands there, where none can be made again, and for
    a correction that does not lead to the row's position."""
    if row.kind == UNDO:
        steps = row.data["steps"]
        if (stand := without(game.steps, steps)[1]) < steps:
            raise IllegalAction(f"it takes back {steps} actions, and {stand} stand there")
    elif row.kind == REDO and not game.takebacks.undone:
        raise IllegalAction("nothing was taken back before it")
    elif row.kind == EDIT and row.text:
        if not game.position.corrects(row.text):
            raise IllegalAction(f"{row.text!r:.60} is no correction of this game")
        if game.position.apply(row.text).position != game.game.load(row.data["position"]):
            raise IllegalAction(f"{row.text!r:.60} leads to another position than it says")


def _why(error: Exception) -> str:
    """The reason as a sentence."""
    text = reason(error)
    return text if text.endswith((".", "!", "?")) else f"{text}."
