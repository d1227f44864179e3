"""What happened to cars in a race, for its chart (RP-23, RP-45, RP-60, RP-72)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.presenter import Presenter
from companion.model.chart import Happening
from companion.model.message import Message
from companion.model.step import GameStep
from engine.events import Event
from engine.games.racepack import events as race

KINDS: Final[dict[type[Event], str]] = {
    race.LapDone: "lap",
    race.Finished: "finished",
    race.SpunOut: "spun",
    race.HazardHit: "hazard",
    race.PitStop: "pit",
    race.TurnLost: "late",
    race.Skipped: "blocked",
}
"""Events that a chart tells of."""

SIGNS: Final = {
    "spun": "cross",
    "late": "clock",
    "hazard": "wave",
    "pit": "stop",
    "finished": "tick",
}
"""Kind → its sign on the line of the car."""


def happenings(words: Presenter, step: GameStep) -> Iterator[Happening]:
    """What came of an action, in the order of the events."""
    for event in step.events:
        if isinstance(event, race.RoundBegun):
            n = event.round
            yield Happening("round", "", n, Message("chart.round", {"n": str(n)}))
            continue
        kind = KINDS.get(type(event))
        if kind is None:
            continue
        token = getattr(event, "token", "")
        n = getattr(event, "laps", 0) or getattr(event, "place", 0)
        message = Message(f"news.{kind}", {"c": words.token(token), "n": str(n)})
        yield Happening(kind, token, n, message, SIGNS.get(kind, ""))
