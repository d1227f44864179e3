"""A game that goes on, as it can be watched so far: only what is new is worked out."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.offer import house_of
from companion.games.pack import GamePack
from companion.model.journal import GameRecord, Row
from companion.model.replay import Replay, Watched
from engine.game import OVER
from engine.registry import Registry

from . import beginning
from .curves import curve, decided, turning_points
from .move_words import MoveWords
from .results import Retelling, seats_of
from .watching import Line, arranged_in, line_from, stands


class Following:
    """One recorded game; ``take`` its rows as they come, then ask for its ``replay``.

    The same as ``watching.watched`` of all rows, but that seats are counted at the end alone.
    ``record`` has at least the first row. One of ``BAD_ROW`` if it cannot be begun any more.
    """

    def __init__(self, registry: Registry, pack: GamePack, record: GameRecord) -> None:
        self.game_id = record.game_id
        self.newest = 0
        """The number of the newest row that was taken."""
        self._pack, self._head = pack, record.rows[0]
        game = beginning.unplayed(registry, pack, record)
        self._begun, self._retelling = game.position, Retelling(game)
        self._line: Line | None = None
        self._names: object = None
        self._stands: list[Watched] = []
        self._curve: tuple[tuple[int, ...], ...] = ()

    def take(self, rows: Sequence[Row]) -> None:
        """Make these rows; one of ``BAD_ROW`` if they cannot be made, and all of it is void."""
        self._retelling.take(rows)
        if rows:
            self.newest = rows[-1].seq

    def replay(self) -> Replay:
        """The game as far as it goes."""
        game, made = self._retelling.game, self._retelling.made
        line, words = line_from(game, self._begun, made), MoveWords(game)
        names, position, over = dict(game.names), game.position, game.position.to_act is OVER
        told = self._told_before(line) if names == self._names else 0
        self._stands = stands(line, words, self._stands[:told])
        since = line.positions[told:]
        drawn, arranged = curve(since), arranged_in(line)
        self._curve = self._curve[:told] + drawn if drawn or not since else ()
        self._line, self._names = line, names
        options = self._head.data
        return Replay(
            id=game.id,
            number=game.number,
            game=str(options.get("game", "")),
            rules=str(options.get("rules") or ""),
            board=position.board.kind,
            started=game.started,
            seats=seats_of(game, self._pack.tally, made if over else (), over=over),
            names={one.number: words.who(position, one.number) for one in position.seats},
            stands=tuple(self._stands),
            curve=self._curve,
            turns=turning_points(self._curve, words.teams(position), arranged),
            decided=decided(self._curve, words.teams(position), arranged),
            over=over,
            house=house_of(options),
            dealt=bool(position.held()),
        )

    def _told_before(self, line: Line) -> int:
        """How many moments are as they were: the beginning, and moves that lead to the same."""
        known = self._line
        if known is None or known.first is not line.first:
            return 0
        same = 1
        for one, other in zip(known.moves, line.moves, strict=False):
            if one.step is not other.step or one.after is not other.after or one.at != other.at:
                break
            same += 1
        return same
