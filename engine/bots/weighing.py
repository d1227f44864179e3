"""What an action is worth part by part, where a game counts no features but its score has parts.

All faces of the first die are looked up, and of each further one the middle face; claim windows are
let go by, as bots do (``expecting``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..action import Action
from ..events import Event, TurnPassed, Won
from ..game import OVER, Position
from .expecting import LONGEST, Expectation, faces, passes
from .rule_of_thumb import WIN, of_events, score_of

WON: Final = "won"
THEIRS: Final = "theirs"
ANSWERS: Final = "answers"
NEXT: Final = "next"
"""Parts that any game may have: a win, what the others have, what they or the next throw can do."""


def weighed(position: Position, action: Action) -> Mapping[str, float]:
    """The parts of what an action is worth to its seat on the mean; larger is better.

    To the parts of the game's score come what was taken, and what the next throw may bring.
    """
    after, events = position.apply(action)
    found = Counter[str]()
    told = [event for event in events if not isinstance(event, Won)]
    found[THEIRS] += of_events(position, action.seat, told)  # type: ignore[assignment]
    for share, end in _ends(after, LONGEST):
        for name, worth in _parts(end, action.seat, events).items():
            found[name] += share * worth  # type: ignore[assignment]
    return found


def _parts(end: Position, seat: int, events: Sequence[Event]) -> dict[str, float]:
    """The parts of the score of one end, and of what may come after it."""
    parts = dict(end.terms(seat))
    team = next(s.team for s in end.seats if s.number == seat)
    if end.won_by == team:
        parts[WON] = WIN
    if end.won_by is None and end.lots():
        passed = any(isinstance(event, TurnPassed) for event in events)
        later = Expectation(seat).looked_up(end) - score_of(end, seat)
        parts[ANSWERS if passed else NEXT] = later
    return parts


def _ends(
    position: Position, more: int, share: float = 1.0, *, die: bool = True
) -> Iterator[tuple[float, Position]]:
    """Where dice and windows lead before somebody chooses again, and how likely that is.

    ``die``  whether all faces of the next die are looked up
    """
    over = position.won_by is not None or position.to_act is OVER
    if over or not more or position.chooses or position.lots():
        yield share, position
        return
    thrown = list(faces(position)) or list(passes(position)[:1])
    if not die:
        thrown = thrown[len(thrown) // 2 :][:1]
    if not thrown:
        yield share, position
    ends = Counter([position.apply(one).position for one in thrown])
    for end, times in ends.items():
        closely = die and len(thrown) == 1
        yield from _ends(end, more - 1, share * times / len(thrown), die=closely)
