"""A moment of a race: the last settled state, the texts since, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .asking import Ask, Flow
from .events import StreetEvent
from .game_run import GameRun
from .play import begun, event, settled
from .race import Race, State

UNKNOWN: Final = Ask("unknown", (), "", ())


InProgress = tuple[GameRun, Flow[Ask | None]]
"""Rules that have stopped at a question, and the run that they change."""


class Moment:
    """``base`` is the last settled state and never changes; ``state`` is the present one.

    ``since``  the texts from there to here; none if this moment is settled itself
    ``written``  its JSON form, once somebody has asked for it. Nobody changes it
    """

    __slots__ = ("_ask", "_in_progress", "_rest", "base", "race", "since", "state", "written")

    def __init__(
        self,
        race: Race,
        base: State,
        since: tuple[str, ...],
        state: State,
        ask: Ask | None = UNKNOWN,
        in_progress: InProgress | None = None,
        rest: Moment | None = None,
    ) -> None:
        """``in_progress``: what has asked ``ask``. Its run has a state of its own.

        ``rest``: the moment of ``base``, if somebody has it already.
        """
        self.race = race
        self.base = base
        self.since = since
        self.state = state
        self._ask = ask
        self._in_progress = [] if in_progress is None else [in_progress]
        self._rest = rest
        self.written: Mapping[str, object] | None = None

    @property
    def rest(self) -> Moment:
        """The last settled moment; itself if it is settled."""
        if not self.since:
            return self
        if self._rest is None:
            self._rest = at_rest(self.race, self.base)
        return self._rest

    @property
    def ask(self) -> Ask | None:
        """The question, worked out once; None when the race is over."""
        if self._ask is UNKNOWN:
            self._ask = settled(self.race, self.state)
        return self._ask

    def listed(self, text: str) -> str:
        """The text as it is offered; as it is if it answers nothing."""
        return text if self.ask is None else self.ask.listed(text)

    def waiting(self) -> InProgress:
        """The rules that wait for the answer, in the middle of an event.

        They can be given one answer only and cannot be copied, so for a second one the event is
        played anew from its base.
        """
        try:
            return self._in_progress.pop()
        except IndexError:  # given away, perhaps to another thread
            return self._played_anew()

    def _played_anew(self) -> InProgress:
        run, flow = _started(self.race, self.base, self.since[0])
        ask = next(flow)
        for text in self.since[1:]:
            run.paused()
            ask = flow.send(_answered(ask, text))
        run.paused()
        return run, flow


class NoAnswer(Exception):
    """A text does not answer the question."""


def at_rest(race: Race, state: State, ask: Ask | None = UNKNOWN) -> Moment:
    """A settled moment."""
    return Moment(race, state, (), state, ask)


def _started(race: Race, base: State, text: str) -> InProgress:
    run = begun(race, base.copy())
    return run, event(run, text)


def _answered(ask: Ask | None, text: str) -> str:
    answer = None if ask is None else ask.answer(text)
    if answer is None:
        raise NoAnswer(text)
    return answer


def after(moment: Moment, text: str) -> tuple[Moment, list[StreetEvent]]:
    """The moment after a text, and what happened; NoAnswer if the text answers nothing."""
    race, base = moment.race, moment.base
    answer = _answered(moment.ask, text)
    text = moment.listed(text)
    since = (*moment.since, text)
    run, flow = moment.waiting() if moment.since else _started(race, base, text)
    try:
        ask = flow.send(answer) if moment.since else next(flow)
    except StopIteration as end:
        told = run.paused()
        run.pack.renumber()
        return at_rest(race, run.state, end.value), told
    told = run.paused()
    return Moment(race, base, since, run.state.copy(), ask, (run, flow), moment.rest), told
