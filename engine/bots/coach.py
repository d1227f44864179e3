"""The coach: why an action is good, from what differs most between it and the other actions.

It compares five parts of the evaluation after an action with their mean after the others: what the
opponents have, where the own marbles stand, what threatens them, whose turn it is, which cards are
left. The part that gains most gives the reason, in the narrowest sentence that is true of it.

Where a game counts no features, the parts of its score are compared in the same way (``weighing``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..action import Action
from ..events import Captured, Event
from ..game import Position
from ..values import Values
from .rule_of_thumb import choices_of
from .weighing import THEIRS, weighed

TAKE: Final = "hint.take"
HOME: Final = "hint.home"
OUT: Final = "hint.out"
SAFE: Final = "hint.safe"
RING: Final = "hint.ring"
KEEP: Final = "hint.keep"
ALONG: Final = "hint.along"
HOLD: Final = "hint.hold"
AGAIN: Final = "hint.again"
FLAT: Final = "hint.flat"
PLAIN: Final = "hint.plain"
EVEN: Final = 0.004
"""If the chance is better than the mean of the others by less, any action will do."""
DUST: Final = 1e-9
"""Points that differ by less are the same."""
_MAX_PRELUDES: Final = 3


@dataclass(frozen=True)
class Reason:
    """Why an action is good.

    ``key``    the sentence: hint.take or hold (the others stand worse), home, out, ring or along
               (the own marbles stand better), safe, again (the turn goes on) or keep; flat if any
               action will do; plain if it is the only one, or no part of the evaluation gains.
               Where a game counts no features, ``hint.`` and the part of its score that gains
    ``card``   the card or the face of the die that it is played with, if there is one
    ``token``  for take the token that is taken, for safe the one that threatens, if there is
               only one opponent
    """

    key: str
    card: str | None = None
    token: str | None = None


@dataclass(frozen=True)
class _Outcome:
    """Where an action leads at best."""

    chance: float
    parts: Mapping[str, float]
    counts: Mapping[str, int]
    taken: str | None


def reason(position: Position, action: Action) -> Reason:
    """Why that action is good for its seat. It looks only at what the seat may know.

    IllegalAction if it is not that seat's turn.
    """
    known = position.known_to(action.seat)
    choices_of(position, action.seat, "there is no reason")
    card = action.params.get("card") or action.params.get("die")
    values = known.values()
    if values is None:
        # What others did may hang on what they hold; then nothing can be looked up.
        there = action in known.legal()
        return _by_score(known, action, card) if there else Reason(PLAIN, card)
    choices = choices_of(known, action.seat, "there is no reason")
    team = next(s.team for s in known.seats if s.number == action.seat)
    chosen = _best(known, action, values, team)
    others = [_best(known, other, values, team) for other in choices if other != action]
    if not others:
        return Reason(PLAIN, card)
    if chosen.chance - sum(o.chance for o in others) / len(others) < EVEN:
        return Reason(FLAT, card)
    gains = {
        part: worth - sum(other.parts[part] for other in others) / len(others)
        for part, worth in chosen.parts.items()
    }
    part = max(gains, key=lambda one: gains[one])
    if gains[part] <= 0:
        return Reason(PLAIN, card)
    key = _told(part, _counts(known, values, team), chosen)
    token = {TAKE: chosen.taken, SAFE: _threat(known, team)}.get(key)
    return Reason(key, card, token)


def _by_score(known: Position, action: Action, card: str | None) -> Reason:
    """The reason from the parts of the score; what is taken is told also where it is all there is.

    Every part is a comparison with the mean of the others, and so are its sentences.
    """
    taken = next((took(events) for _, events in _ends(known, action)), None)
    there = set(known.legal())
    choices = [one for one in choices_of(known, action.seat, "there is no reason") if one in there]
    others = [weighed(known, one) for one in choices if one != action]
    if not others:
        return Reason(TAKE if taken else PLAIN, card, taken)
    chosen = weighed(known, action)
    totals = [known.on_curve(parts) for parts in (chosen, *others)]
    spread = max(totals) - min(totals)
    # A point counts most for a chance of a half: a quarter of the steepness.
    if DUST < spread < 4 * EVEN / (known.steepness or math.inf):
        return Reason(FLAT, card)
    means = {
        part: sum(other.get(part, 0.0) for other in others) / len(others)
        for part in {part for parts in (chosen, *others) for part in parts}
    }
    gains = {part: chosen.get(part, 0.0) - mean for part, mean in means.items()}
    part = max(sorted(gains), key=lambda one: gains[one])
    if gains[part] <= DUST:
        return Reason(PLAIN, card)
    if part == THEIRS:
        return Reason(TAKE if taken else HOLD, card, taken)
    return Reason(f"hint.{part}", card)


def took(events: tuple[Event, ...]) -> str | None:
    """The token that was captured, if one was."""
    return next((event.token for event in events if isinstance(event, Captured)), None)


def _told(part: str, before: Mapping[str, int], chosen: _Outcome) -> str:
    """The sentence that says of a part of the evaluation what the action did for it."""
    after = chosen.counts
    if part == "place":
        if after[HOME] > before[HOME]:
            return HOME
        if after[OUT] < before[OUT]:
            return OUT
        return RING if after[RING] > before[RING] else ALONG
    if part == "theirs":
        return TAKE if chosen.taken else HOLD
    if part == "danger":
        return SAFE if after[SAFE] < before[SAFE] else PLAIN
    return AGAIN if part == "turn" else KEEP


def _best(position: Position, action: Action, values: Values, team: int) -> _Outcome:
    """The best outcome of an action, through cards that only say how to read the next."""
    found = []
    for after, events in _ends(position, action):
        won = after.won_by == team
        chance = 1.0 if won else values.chances(after.features())[team]
        counts = _counts(after, values, team)
        found.append(_Outcome(chance, _parts(after, values, team), counts, took(events)))
    return max(found, key=lambda outcome: outcome.chance)


def _ends(
    position: Position, action: Action, depth: int = _MAX_PRELUDES
) -> Iterator[tuple[Position, tuple[Event, ...]]]:
    after, events = position.apply(action)
    following = [a for a in after.legal() if a.seat == action.seat] if action.prelude else []
    if not following or not depth:
        yield after, events
    for each in following if depth else ():
        yield from _ends(after, each, depth - 1)


def _parts(position: Position, values: Values, team: int) -> Mapping[str, float]:
    """The evaluation in five parts, each larger where it is better for the team."""
    out = {"theirs": 0.0, "place": 0.0, "danger": 0.0, "turn": 0.0, "card": 0.0}
    for number, held in enumerate(position.features()):
        for n in held:
            name, worth = values.names[n], values.weights[n]
            part = name.split(" ")[0]
            if number != team and part != "turn":
                part = "theirs"
            out[part if part in out else "place"] += worth if number == team else -worth
    return out


def _counts(position: Position, values: Values, team: int) -> Mapping[str, int]:
    """How many of the team's marbles are home, in the pen, in danger, and on the ring."""
    names = [values.names[n] for n in position.features()[team]]
    return {
        HOME: sum(name.startswith("home") for name in names),
        OUT: names.count("pen"),
        SAFE: sum(name.startswith("danger") for name in names),
        RING: sum(name == "X" or name.endswith("*") for name in names),
    }


def _threat(position: Position, team: int) -> str | None:
    """The only opponent's colour; None where several might be meant."""
    others = [token for seat in position.seats if seat.team != team for token in seat.colours]
    return others[0] if len(others) == 1 else None
