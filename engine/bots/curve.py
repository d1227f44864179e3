"""The win curve: the chances of each team, counted from what everybody may see."""

from __future__ import annotations

from ..game import Position
from ..values import softmax


def win_chances(position: Position) -> tuple[float, ...]:
    """The chance of each team to win, by its number; hands of cards count for nothing.

    One for the winner of a game that is over. Where a game counts no features, its score tells.
    """
    teams = sorted({seat.team for seat in position.seats})
    won = position.won_by
    if won is not None:
        return tuple(float(team == won) for team in teams)
    public = position.public()
    values = public.values()
    if values is not None:
        return values.chances(public.features())
    measure = getattr(position, "chances", None)
    if measure is not None:
        return tuple(measure())
    return softmax([0.0] * len(teams))
