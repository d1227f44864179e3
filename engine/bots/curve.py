"""The win curve: the chances of each team, counted from what everybody may see."""

from __future__ import annotations

from ..game import Position


def win_chances(position: Position) -> tuple[float, ...] | None:
    """The chance of each team to win, by its number; hands of cards count for nothing.

    One for the winner of a game that is over. None where a game counts no features.
    """
    won = position.won_by
    if won is not None:
        return tuple(float(team == won) for team in sorted({s.team for s in position.seats}))
    public = position.public()
    values = public.values()
    return None if values is None else values.chances(public.features())
