"""What happened in a recorded game, worked out from the rows that stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple

from companion.games.offer import house_of
from companion.games.pack import GamePack
from companion.games.presenter import Presenter
from companion.games.tally import Tally
from companion.model.journal import GameRecord, Row
from companion.model.past import GameResult, SeatResult
from engine.game import OVER, Position
from engine.registry import Registry

from . import beginning, bots, handicap
from .bad_rows import BAD_ROW, reason
from .curves import curve
from .open_game import ACTION, CHANCE_ROW, EDIT, OpenGame
from .places import far, places
from .steps import Step, players

BREAK_SECONDS: Final = 600.0
"""Whoever needs longer than this for one thing has had supper meanwhile; it is not counted."""

MOMENTS: Final = 40
"""So many moments of the win curve are kept with a result."""


class Made(NamedTuple):
    """A step that stands, and the seconds since the row before it."""

    step: Step
    seconds: float


def result(registry: Registry, pack: GamePack, record: GameRecord) -> GameResult:
    """One game in short; one that cannot be read any more says why."""
    options: Mapping[str, Any] = record.rows[0].data
    try:
        game = beginning.unplayed(registry, pack, record)
        made = retold(game, record.rows)
        over = game.position.to_act is OVER
        seats = seats_of(game, pack.tally, made, over=over)
    except BAD_ROW as error:
        return _head(record, options, why=reason(error))
    moves = sum(one.step.counts for one in made)
    line = _short_curve(game, made) if over or record.closed else ()
    return _head(record, options, over=over, seats=seats, moves=moves, curve=line)


def _short_curve(game: OpenGame, made: Sequence[Made]) -> tuple[tuple[int, ...], ...]:
    """The win curve at so many moments that a row of a list can draw it."""
    stood = [one.step.play.before for one in made if one.step.counts] + [game.position]
    many = min(MOMENTS, len(stood))
    if many < 2:
        return ()
    return curve([stood[round(n * (len(stood) - 1) / (many - 1))] for n in range(many)])


def _head(record: GameRecord, options: Mapping[str, Any], **rest: Any) -> GameResult:
    played = [row.at for row in record.rows if row.kind in (ACTION, CHANCE_ROW)]
    return GameResult(
        id=record.game_id,
        number=record.number,
        game=str(options.get("game", "")),
        rules=str(options.get("rules") or ""),
        board=str(options.get("board") or ""),
        house=house_of(options),
        started=record.started,
        ended=max([record.started, *played]),
        closed=record.closed,
        **rest,
    )


def retold(game: OpenGame, rows: Sequence[Row]) -> list[Made]:
    """Make the rows of a recorded game again, from its beginning. One of ``BAD_ROW`` if it fails.

    What was taken back is not among the steps. Those before the marbles were set by hand are.
    """
    telling = Retelling(game)
    telling.take(rows)
    return telling.made


class Retelling:
    """A recorded game whose rows are made again as they come.

    The seconds of each step are kept under its identity, so no step may go that can come back.
    """

    def __init__(self, game: OpenGame) -> None:
        self.game = game
        self._done: list[Made] = []
        self._seconds: dict[int, float] = {}
        self._kept: list[Step] = []
        self._before: float | None = None

    def take(self, rows: Sequence[Row]) -> None:
        """Make these rows, too. One of ``BAD_ROW`` if that fails."""
        game = self.game
        for row in rows:
            standing = game.steps
            game.repeat(row)
            if standing and not game.steps and not game.takebacks.undone:
                self._done += [self._of(step) for step in standing]
            if game.steps and row.kind in (ACTION, CHANCE_ROW, EDIT):
                before = row.at if self._before is None else self._before
                # A clock that was set back has taken no time away from anybody.
                self._seconds[id(game.steps[-1])] = max(0.0, row.at - before)
                self._kept.append(game.steps[-1])
            self._before = row.at

    @property
    def made(self) -> list[Made]:
        """The steps that stand, and those before the marbles were set by hand."""
        return [*self._done, *(self._of(step) for step in self.game.steps)]

    def _of(self, step: Step) -> Made:
        return Made(step, self._seconds.get(id(step), 0.0))


@dataclass
class _Count:
    """What was counted of one seat."""

    turns: int = 0
    seconds: float = 0.0
    took: int = 0
    lost: int = 0
    back: int = 0
    waits: int = 0
    waited: int = 0

    def wait(self, *, waiting: bool) -> None:
        """Note whether a turn ended with no marble on its way."""
        self.waits = self.waits + 1 if waiting else 0
        self.waited = max(self.waited, self.waits)


def seats_of(
    game: OpenGame, tally: Tally, made: Sequence[Made], *, over: bool
) -> tuple[SeatResult, ...]:
    """What each seat did in these steps, and how far it is."""
    position = game.position
    counts = _counted(game.presenter, position, tally, made)
    reached = _places(game, tally) if over else {}
    winners = _winners(game) if over else ()
    names, ahead = bots.people(game.options), handicap.ahead(game.options)
    first = next((one.step.play.action.seat for one in made if _acted(one)), None)
    out = []
    for seat in position.seats:
        n, count = seat.number, counts[seat.number]
        marbles = far(game.presenter, position, n) if tally.marbles else None
        out.append(
            SeatResult(
                seat=n,
                colours=tuple(seat.colours),
                team=seat.team,
                name=names.get(n, ""),
                bot=game.bots.get(n, ""),
                won=n in winners,
                place=reached.get(n, 0),
                turns=count.turns,
                seconds=round(count.seconds, 1),
                home=None if marbles is None else marbles.home,
                of=None if marbles is None else marbles.of,
                to_go=None if marbles is None else marbles.left,
                ahead=ahead.get(n, 0),
                took=count.took if tally.marbles else None,
                lost=count.lost if tally.marbles else None,
                back=count.back if tally.marbles else None,
                waited=None if marbles is None else count.waited,
                began=n == first,
            )
        )
    return tuple(out)


def _winners(game: OpenGame) -> tuple[int, ...]:
    return game.presenter.winners(game.position, game.last)


def _places(game: OpenGame, tally: Tally) -> Mapping[int, int]:
    """Seat → place; equal seats share the better one, and the places after it stay empty."""
    if tally.marbles:
        standing = places(game.presenter, game.position, _winners(game))
        return {one.seat: one.place for one in standing}
    groups = tally.order(game.position, _winners(game))
    ahead = [sum(map(len, groups[:n])) for n in range(len(groups))]
    return {seat: 1 + ahead[n] for n, group in enumerate(groups) for seat in group}


def _counted(
    presenter: Presenter, position: Position, tally: Tally, made: Sequence[Made]
) -> Mapping[int, _Count]:
    """What was counted, by seat."""
    counts = {seat.number: _Count() for seat in position.seats}
    owner = {colour: seat.number for seat in position.seats for colour in seat.colours}
    acted = [one for one in made if _acted(one)]
    for one in acted:
        play = one.step.play
        for event in play.events:
            if (lost := owner.get(tally.lost(event) or "")) is not None:
                counts[lost].lost += 1
                counts[play.action.seat].took += play.action.seat != lost
            if (back := owner.get(tally.sent_back(event) or "")) is not None:
                counts[back].back += 1
    for (seat, _), turn in groupby(acted, key=_turn):
        done = list(turn)
        count = counts[seat]
        count.turns += 1
        count.seconds += sum(one.seconds for one in done if one.seconds <= BREAK_SECONDS)
        if tally.marbles:
            there = far(presenter, done[-1].step.play.after, seat)
            count.wait(waiting=there.home < there.of and not there.way)
    return counts


def _turn(made: Made) -> tuple[int, int | None]:
    """Whose turn it is, and its number where the game counts them."""
    play = made.step.play
    return play.action.seat, play.before.turn_number


def _acted(made: Made) -> bool:
    """Whether a seat did it, not chance, and it tells something."""
    return not made.step.chance and bool(players((made.step,)))
