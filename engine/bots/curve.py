"""The win curve: the chances of each team, counted from what everybody may see."""

from __future__ import annotations

from ..game import Position
from ..values import softmax


def has_chances(position: Position) -> bool:
    """Whether a game counts anything that tells who may win."""
    return position.values() is not None or position.steepness is not None


def win_chances(position: Position) -> tuple[float, ...] | None:
    """The chance of each team to win, by its number; hands of cards count for nothing.

    One for the winner of a game that is over. Where a game counts no features, its points do.
    None where that tells nothing of the end, either.
    """
    teams = {s.team: s.number for s in reversed(position.seats)}
    won = position.won_by
    if won is not None:
        return tuple(float(team == won) for team in sorted(teams))
    public = position.public()
    values, steepness = public.values(), public.steepness
    if values is not None:
        sharp = 1.0 if steepness is None else steepness
        return softmax([sharp * strength for strength in values.strengths(public.features())])
    if steepness is None:
        return None
    return softmax([steepness * (public.lead(teams[team]) or 0.0) for team in sorted(teams)])
