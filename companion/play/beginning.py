"""The beginning of a game, and a recorded one that goes on.

The row ``new`` holds all that was chosen, a data file too. So a game is taken up from the journal
alone, whatever has become of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import JournalError
from companion.games.lesson import LEARN
from companion.games.pack import GamePack
from companion.model.journal import GameRecord, Journal
from engine.errors import EngineError
from engine.game import Game, Position
from engine.registry import Registry

from . import bots
from .bad_rows import BAD_ROW
from .no_journal import NoJournal
from .open_game import ACTION, ASIDE, CHANCE_ROW, PACE, PLAYER, Again, OpenGame


def begin(
    journal: Journal,
    registry: Registry,
    pack: GamePack,
    options: dict[str, Any],
    *,
    quick: bool = False,
) -> OpenGame:
    """Begin a game; EngineError says what does not fit, JournalError why nothing was written.

    ``quick``  bots take half the time from its beginning on
    """
    game = pack.offer.with_data(registry.game(str(options["game"])), options)
    position = game.new(pack.offer.engine_options(options))
    record = journal.open_game(options, position.to_json())
    opened = _opened(journal, game, pack, record, options, position)
    if quick:
        opened.note(PACE, "", {"quick": True})
    if opened.lesson is not None:
        opened.edit(game.load(opened.lesson.prepared(position, 1)))
    return opened


def quick_lately(journal: Journal) -> bool:
    """Whether bots were to be quick in the newest game, and so are in the next one."""
    rows = journal.latest(PACE)
    return bool(rows and rows[-1].data.get("quick"))


def last_options(journal: Journal) -> Mapping[str, Any] | None:
    """The options of the newest game, with those who played last in its seats; None without one.

    JournalError if they cannot be read.
    """
    begun = journal.latest("new")
    if not begun:
        return None
    options: Mapping[str, Any] = begun[-1].data
    try:
        for row in journal.latest(PLAYER):
            options = bots.handed(options, int(row.text), row.data)
    except BAD_ROW as error:
        raise JournalError(f"Who played last cannot be read: {error}") from error
    return options


@dataclass(frozen=True)
class TakenUp:
    """A recorded game that goes on.

    ``whole``  all of it could be read; if false, only its last checkpoint
    ``aside``  the sensors that its rows set aside: hole → why (PP-13)
    ``again``  the rows after those that the facts of the hands know
    """

    game: OpenGame
    whole: bool
    aside: Mapping[str, str]
    again: Sequence[Again] = ()


def resume(journal: Journal, registry: Registry, pack: GamePack, record: GameRecord) -> TakenUp:
    """Take up a recorded game."""
    options = next(row.data for row in record.rows if row.kind == "new")
    game = pack.offer.with_data(registry.game(str(options["game"])), options)
    aside: dict[str, str] = {}
    try:
        position = game.new(pack.offer.engine_options(options))
    except EngineError:
        if record.checkpoint is None:
            raise
        position = game.load(record.checkpoint)
        opened = _opened(journal, game, pack, record, dict(options), position)
        return TakenUp(opened, False, aside)
    opened = _opened(journal, game, pack, record, dict(options), position)
    again: list[Again] = []
    whole = _replayed(opened, record, aside, again)
    return TakenUp(opened, whole, aside, again)


def unplayed(registry: Registry, pack: GamePack, record: GameRecord) -> OpenGame:
    """A recorded game as it was before its first move, to be looked through; nothing is written.

    One of ``BAD_ROW`` if it cannot be begun any more.
    """
    options = next(row.data for row in record.rows if row.kind == "new")
    game = pack.offer.with_data(registry.game(str(options["game"])), options)
    position = game.new(pack.offer.engine_options(options))
    return _opened(NoJournal(), game, pack, record, dict(options), position)


def _replayed(
    game: OpenGame, record: GameRecord, aside: dict[str, str], again: list[Again]
) -> bool:
    """Make the journal's rows again; False if only the last checkpoint could be taken up.

    A newer engine may read a game otherwise; then the checkpoint is what was played (PP-15).
    ``aside``  receives the sensors that the rows set aside: hole → why (PP-13)
    ``again``  receives the rows after those that the facts of the hands know
    """
    known = record.facts[0].after if record.facts else game.last_row
    try:
        for row in record.rows:
            game.repeat(row)
            if row.seq > known:
                grown = row.kind in (ACTION, CHANCE_ROW)
                again.append(Again(row, game.position, game.steps[-1].play if grown else None))
            if row.kind == ASIDE and row.data.get("why"):
                aside[row.text] = str(row.data["why"])
            elif row.kind == ASIDE:
                aside.pop(row.text, None)
            stands = record.checkpoint if row.seq == record.checkpoint_seq else None
            if stands is not None and game.position.to_json() != stands:
                break
        else:
            return True
    except BAD_ROW:
        pass  # then the game goes on from its checkpoint, and people are told so
    if record.checkpoint is None:
        return False
    game.begin_at(game.game.load(record.checkpoint))
    return False


def _opened(
    journal: Journal,
    game: Game,
    pack: GamePack,
    record: GameRecord,
    options: dict[str, Any],
    position: Position,
) -> OpenGame:
    return OpenGame(
        journal=journal,
        game=game,
        presenter=pack.presenter,
        claim_time=pack.claim_time,
        advice=pack.advice,
        options=options,
        id=record.game_id,
        number=record.number,
        started=record.started,
        initial=position,
        position=position,
        lesson=pack.lesson if (options.get("options") or {}).get(LEARN) else None,
        last_row=record.rows[-1].seq if record.rows else 0,
    )
