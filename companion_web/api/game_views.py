"""Games that were played as plain data: the short form of a list, and one move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace

from companion.games.lesson import LEARN
from companion.model.commands import New, PlayOn
from companion.model.past import GameResult
from companion.model.replay import Replay, Replays, Watched
from companion.store import refusals
from companion.words.worded_view import plain
from companion_web.context import web

from .people import helps_for


def the_replays() -> Replays:
    """The games that may be watched; FileRefused where none are kept."""
    replays = web().replays
    if replays is None:
        raise refusals.no_folder()
    return replays


def listed() -> list[tuple[str, GameResult]]:
    """Every game that was played here, the newest first, then the loaded records."""
    here = web()
    loaded = () if here.replays is None else here.replays.loaded()
    return [*((str(game.number), game) for game in here.past.games()), *loaded]


def short(name: str, game: GameResult) -> dict[str, Any]:
    """A game in a list. Of one that is still played only what everybody sees."""
    data: dict[str, Any] = to_builtins(game)
    return {"name": name, "loaded": not name.isdigit(), **data}


def long(replay: Replay) -> dict[str, Any]:
    """A game move by move; each move has only the holes that it changed."""
    before: Mapping[str, str] = {}
    moves = []
    for stand in replay.stands:
        moves.append(_move(stand, before))
        before = stand.holes
    return {
        "number": replay.number,
        "game": replay.game,
        "rules": replay.rules,
        "house": replay.house,
        "board": replay.board,
        "started": replay.started,
        "over": replay.over,
        "seats": to_builtins(replay.seats),
        "moves": moves,
        "curve": replay.curve,
        "turning": _plain(replay.turns),
        "why": replay.why,
    }


def _move(stand: Watched, before: Mapping[str, str]) -> dict[str, Any]:
    data: dict[str, Any] = _plain(stand)
    return {**data, "holes": changes(before, stand.holes)}


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Hole → what stands there now, of the holes that changed; empty for nothing.

    >>> changes({"A1": "A", "A2": "B"}, {"A2": "B", "A3": "A"})
    {'A3': 'A', 'A1': ''}
    """
    come = {hole: token for hole, token in after.items() if before.get(hole) != token}
    return come | {hole: "" for hole in before if hole not in after}


def _plain(data: Any) -> Any:
    here = web()
    return plain(data, here.renderer.words, here.language)


def filled(command: PlayOn) -> PlayOn:
    """The command with the game that it begins: that of the record, with who plays now."""
    onward = the_replays().onward(command.game, command.move)
    known = {k: onward.options[k] for k in New.__struct_fields__ if onward.options.get(k)}
    further = dict(known.get("options") or {})
    for once in ("cut", LEARN):
        further.pop(once, None)
    known["options"] = further or None
    known["first"] = onward.options.get("first")
    if command.names is not None:
        known["names"] = command.names
        known["help"] = helps_for(command.names, onward.options)
    if command.bots is not None:
        known["bots"] = command.bots if any(command.bots) else None
    return replace(command, new=convert(known, New), position=onward.position)
