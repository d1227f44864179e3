"""A moment of a race: the last settled state, the texts since, and what is asked."""

from __future__ import annotations

from typing import Final

from .asking import Ask, Flow
from .events import StreetEvent
from .game_run import GameRun
from .play import begun, event, settled
from .race import Race, State

UNKNOWN: Final = Ask("unknown", (), "", ())


class Moment:
    """``base`` is the last settled state and never changes; ``state`` is the present one.

    ``since``  the texts from there to here; none if this moment is settled itself
    """

    __slots__ = ("_ask", "base", "race", "since", "state")

    def __init__(
        self,
        race: Race,
        base: State,
        since: tuple[str, ...],
        state: State,
        ask: Ask | None = UNKNOWN,
    ) -> None:
        self.race = race
        self.base = base
        self.since = since
        self.state = state
        self._ask = ask

    @property
    def ask(self) -> Ask | None:
        """The question, worked out once; None when the race is over."""
        if self._ask is UNKNOWN:
            self._ask = settled(self.race, self.state)
        return self._ask


class NoAnswer(Exception):
    """A text does not answer the question."""


def at_rest(race: Race, state: State, ask: Ask | None = UNKNOWN) -> Moment:
    """A settled moment."""
    return Moment(race, state, (), state, ask)


def _started(race: Race, base: State, text: str) -> tuple[GameRun, Flow[Ask | None]]:
    run = begun(race, base.copy())
    return run, event(run, text)


def after(moment: Moment, text: str) -> tuple[Moment, list[StreetEvent]]:
    """The moment after a text, and what happened; NoAnswer if the text answers nothing.

    An event is played anew from its base: rules in progress cannot be copied.
    """
    race, base = moment.race, moment.base
    if moment.ask is None or moment.ask.answer(text) is None:
        raise NoAnswer(text)
    texts = (*moment.since, text)
    run, flow = _started(race, base, texts[0])
    told: list[StreetEvent] = []
    try:
        ask = next(flow)
        told = run.paused()
        for each in texts[1:]:
            answer = ask.answer(each)
            if answer is None:
                raise NoAnswer(each)
            ask = flow.send(answer)
            told = run.paused()
    except StopIteration as end:
        told = run.paused()
        run.pack.renumber()
        return at_rest(race, run.state, end.value), told
    return Moment(race, base, texts, run.state, ask), told
