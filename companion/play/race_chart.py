"""The chart of a race. It comes from the steps that stand, so what was taken back is not in it."""

from __future__ import annotations

from typing import Final

from companion.games.presenter import Presenter
from companion.model.chart import Chart, ChartCar, ChartLap, ChartTurn, Happening
from companion.model.message import Message
from companion.model.race import Race, Standing
from engine.game import OVER, Position

from . import bots
from .open_game import OpenGame, lately

ROUND: Final = "round"
LAP: Final = "lap"
BESIDE: Final = "paddock"
"""State of a runner that has no place on the track yet."""


def begun(race: Race | None, *, over: bool) -> bool:
    """Whether there is anything to put in a chart."""
    return race is not None and (over or race.round > 1)


def chart(game: OpenGame) -> Chart | None:
    """The chart of the open game; None if it is no race or has not begun."""
    now = game.presenter.race(game.position, game.names)
    if now is None or not now.order:
        return None
    over = game.position.to_act is OVER
    steps = tuple(lately(game))[::-1]
    turns = _Turns(game, steps[0].play.before if steps else game.position)
    for step in steps:
        turns.take(step.play.after, game.presenter.happenings(step.play))
    turns.end(over)
    return Chart(
        laps=now.laps,
        over=over,
        cars=tuple(
            ChartCar(s.token, s.seat, bots.people(game.options).get(s.seat, ""), s.place, s.lap)
            for s in sorted(now.order, key=lambda s: (s.seat, s.token))
        ),
        turns=tuple(turns.done),
        by_lap=_by_lap(turns.done),
    )


class _Turns:
    """The points of a chart, step by step."""

    def __init__(self, game: OpenGame, first: Position) -> None:
        self.done: list[ChartTurn] = []
        self._game = game
        self._round = 0
        self._events: list[Happening] = []
        self._at = first
        self._start()

    @property
    def _presenter(self) -> Presenter:
        return self._game.presenter

    def take(self, after: Position, happenings: tuple[Happening, ...]) -> None:
        """Add one step: where it led, and what happened."""
        self._at = after
        if not self.done:
            self._start()
        for happening in happenings:
            if happening.kind == ROUND:
                # The other happenings of this step belong to the round that it ended.
                label = Message("chart.round", {"n": str(happening.n - 1)})
                ended = tuple(h for h in happenings if h.kind != ROUND)
                self._point(happening.n - 1, label, (*self._events, *ended))
                self._events = []
                return
        self._events += happenings

    def end(self, over: bool) -> None:
        """Close the round that is under way, or the one in which the race ended."""
        if self.done and (self._events or over):
            key = "chart.finish" if over else "chart.now"
            self._point(self._round + 1, Message(key), tuple(self._events))

    def _start(self) -> None:
        """Add the order at the start, once everybody has a place."""
        race = self._presenter.race(self._at, self._game.names)
        if race is None or any(standing.state == BESIDE for standing in race.order):
            return
        fresh = all(standing.state == "grid" for standing in race.order)
        self._round = 0 if fresh else race.round - 1
        key = "chart.grid" if fresh else "chart.from_here"
        self._point(self._round, Message(key, {"n": str(race.round)}), ())

    def _point(self, number: int, label: Message, events: tuple[Happening, ...]) -> None:
        race = self._presenter.race(self._at, self._game.names)
        assert race is not None
        self._round = number
        order = tuple(standing.token for standing in race.order)
        self.done.append(ChartTurn(number, label, order, _most(race.order), events))


def _most(order: tuple[Standing, ...]) -> int:
    return max((standing.lap for standing in order), default=0)


def _by_lap(turns: list[ChartTurn]) -> tuple[ChartLap, ...]:
    """The laps, each with its runners in the order in which they did it."""
    laps: dict[int, list[str]] = {}
    for turn in turns:
        for happening in turn.events:
            if happening.kind == LAP:
                laps.setdefault(happening.n, []).append(happening.token)
    return tuple(
        ChartLap(lap, Message("chart.lap", {"n": str(lap)}), tuple(order))
        for lap, order in sorted(laps.items())
    )
