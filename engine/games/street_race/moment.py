"""A moment of a race: the last settled state, the texts since, and what is asked."""

from __future__ import annotations

from typing import NamedTuple

from .asking import Ask, Flow
from .events import StreetEvent
from .game_run import GameRun
from .play import begun, event, settled
from .race import Race, State


class Moment(NamedTuple):
    """``base`` is the last settled state and never changes; ``state`` is the present one.

    ``since``  the texts from there to here; none if this moment is settled itself
    """

    race: Race
    base: State
    since: tuple[str, ...]
    state: State
    ask: Ask | None


class NoAnswer(Exception):
    """A text does not answer the question."""


def at_rest(race: Race, state: State) -> Moment:
    """A settled moment."""
    return Moment(race, state, (), state, settled(race, state))


def _started(race: Race, base: State, text: str) -> tuple[GameRun, Flow[None]]:
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
    except StopIteration:
        told = run.paused()
        run.pack.renumber()
        return at_rest(race, run.state), told
    return Moment(race, base, texts, run.state, ask), told
