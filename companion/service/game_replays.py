"""The games to be watched: those of the journal, and records that people loaded."""

from __future__ import annotations

import hashlib
import json
import random
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from companion.errors import FileRefused
from companion.games.pack import GamePack, Packs
from companion.games.seat_names import fitting
from companion.model.journal import GameRecord
from companion.model.past import GameResult, Past
from companion.model.refusals import no_such_game
from companion.model.replay import Onward, Replay
from companion.play import records, watching
from companion.play.bad_rows import BAD_ROW, reason
from companion.play.following import Following
from companion.play.open_game import order
from companion.play.results import result
from companion.store import refusals
from companion.store.shelf import Shelf, parsed
from engine.errors import IllegalAction
from engine.game import OVER, Position
from engine.registry import Registry

MOST_KEPT: Final = 8
"""So many games are kept as they were worked out; the pages of one ask for it again and again."""
MARK: Final = "r"
"""The first letter of the name of a record that somebody loaded."""
RECORD_BYTES: Final = 512 * 1024
"""At most so many bytes are in a record: one of 300 moves has 10,000."""


class GameReplays:
    """``companion.model.replay.Replays`` over the journal and a shelf of records.

    ``revision``  of the rules
    """

    def __init__(
        self, past: Past, shelf: Shelf, registry: Registry, packs: Packs, revision: str
    ) -> None:
        self._past, self._shelf = past, shelf
        self._registry, self._packs, self._revision = registry, packs, revision
        self._kept: OrderedDict[tuple[str, int], Replay] = OrderedDict()
        self._withheld: dict[tuple[str, int, bool], FileRefused | None] = {}
        self._loaded: dict[str, tuple[str, GameResult]] = {}
        self._lock = threading.Lock()
        self._following: tuple[Following, Replay] | None = None
        self._followed = threading.Lock()
        self._rng = random.SystemRandom()

    def replay(self, name: str) -> Replay:
        """A game move by move; worked out once while it is looked at."""
        return self._watched(name, self._over(name))

    def now(self) -> Replay | None:
        """The game at the table; of one that was asked for before only new rows are read."""
        with self._followed:
            known = self._following
            record = self._past.going(0 if known is None else known[0].newest)
            if record is None:
                return None
            if known is not None and known[0].game_id != record.game_id:
                self._following = known = None
                record = self._past.going(0)
            if record is None or (known is not None and not record.rows):
                return None if known is None else known[1]
            self._following = None  # whatever stops it, it is begun anew and takes no row twice
            try:
                following = known[0] if known else self._follow(record)
                following.take(record.rows)
                told = following.replay()
            except BAD_ROW:
                return None
            self._following = following, told
            return told

    def _follow(self, record: GameRecord) -> Following:
        return Following(self._registry, self._pack(record), record)

    def _watched(self, name: str, record: GameRecord) -> Replay:
        key = name, record.rows[-1].seq
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        try:
            made = watching.watched(self._registry, self._pack(record), record)
        except BAD_ROW as error:
            raise refusals.game_unreadable(reason(error)) from error
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made

    def position(self, name: str, move: int) -> Position:
        """The position after a move, without what only some may know."""
        return self._at(self._line(self._over(name)), move).public()

    def written(self, name: str) -> bytes:
        """The record of a game. Before a dealt one is over for good nobody gets it: it tells the
        hands with which it would go on. A record that somebody loaded is no secret.
        """
        record = self._over(name)
        try:
            made = records.written(self._registry, self._packs, record)
        except BAD_ROW as error:
            raise refusals.game_unreadable(reason(error)) from error
        stands = self._line(record).game.position
        goes_on = not record.closed or stands.to_act is not OVER
        if (
            name not in self._shelf
            and goes_on
            and stands.view(None)["position"] != stands.to_json()
        ):
            raise refusals.hands_hidden()
        return (json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n").encode()

    def withheld(self, name: str) -> FileRefused | None:
        """Why nobody gets the record of a game; None for who asks for one that is given."""
        record = self._over(name)
        if name in self._shelf or (record.closed and self._watched(name, record).over):
            return None
        key = name, record.rows[-1].seq, record.closed
        if key not in self._withheld:
            try:
                self.written(name)
                self._withheld[key] = None
            except FileRefused as refused:
                self._withheld[key] = refused
        return self._withheld[key]

    def loaded(self) -> Sequence[tuple[str, GameResult]]:
        """The loaded records by name, the newest game first."""
        out = []
        for name in self._shelf.names():
            try:
                out.append((name, self._short(name)))
            except FileRefused:
                continue  # the list of the journal's games is not to fail for a file
        return sorted(out, key=lambda one: -one[1].started)

    def load(self, raw: bytes) -> str:
        """Take a record in. The same record has the same name, so it is kept once."""
        try:
            data = parsed(raw, "record", RECORD_BYTES)
        except FileRefused as error:
            why = str(error).removesuffix(" Mend it or take another.")
            raise refusals.bad_record(why, "file.record.form", {}) from error
        name = MARK + hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]
        if name not in self._shelf:
            self._read(data, name)
            self._shelf.save(name, data)
        return name

    def forget(self, name: str) -> None:
        """Delete a loaded record."""
        if name not in self._shelf:
            raise no_such_game(name)
        self._shelf.delete(name)

    def onward(self, name: str, move: int) -> Onward:
        """A game from the middle of another. All hands are dealt anew: anybody may sit down there,
        and whoever has the record knows what was held.
        """
        record = self._over(name)
        line = self._line(record)
        position = self._at(line, move)
        if position.to_act is OVER:
            raise refusals.over_there()
        position = position.dealt_anew([order(one, self._rng) for one in position.held()])
        return Onward(fitting(line.game.options), position.to_json())

    # ------------------------------------------------------------------------------------ inside

    def _over(self, name: str) -> GameRecord:
        """All rows of a game that nobody plays any more."""
        if name in self._shelf:
            return self._read(self._shelf.read(name).data, name)
        found = [g for g in self._past.games() if str(g.number) == name]
        record = self._past.record(found[0].id) if found else None
        if record is None:
            raise no_such_game(name)
        if not (found[0].over or record.closed):
            raise refusals.still_played()
        return record

    def _line(self, record: GameRecord) -> watching.Line:
        try:
            pack = self._pack(record)
            good, _ = watching.readable(self._registry, pack, record)
            return watching.line_of(self._registry, pack, good)
        except BAD_ROW as error:
            raise refusals.game_unreadable(reason(error)) from error

    def _at(self, line: watching.Line, move: int) -> Position:
        try:
            return watching.position_at(line, move)
        except IllegalAction:
            raise refusals.no_such_move(move, len(line.moves)) from None

    def _read(self, data: Any, name: str) -> GameRecord:
        try:
            return records.read(self._registry, self._packs, data, name, self._revision)
        except records.Unfit as error:
            raise refusals.bad_record(str(error), error.key, error.params) from error

    def _short(self, name: str) -> GameResult:
        kept = self._shelf.read(name)
        if self._loaded.get(name, ("",))[0] != kept.mark:
            record = self._read(kept.data, name)
            self._loaded[name] = kept.mark, result(self._registry, self._pack(record), record)
        return self._loaded[name][1]

    def _pack(self, record: GameRecord) -> GamePack:
        return self._packs.of(str(record.rows[0].data.get("game")))
