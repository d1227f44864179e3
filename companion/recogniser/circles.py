"""Circles: whether hands that follow the lights, or answer, come back where they have been (I5)."""

from __future__ import annotations

from typing import Final, NamedTuple

from .decisions import AskColours, AskWhere, Rest
from .outlook import changed
from .state import Owed
from .tracking import Tracking

IN_VAIN: Final = 2
"""Hands have come back to the same so many times before it counts as a circle. Whoever follows a
light that is right comes on; once somebody may do something else."""


class Shown(NamedTuple):
    """What the sensors said, by which debts the lights led, and which holes or tokens were asked
    for.

    ``touched``  what was lifted and put back since, where nothing but a token was asked for
    """

    levels: bytes
    debts: frozenset[Owed]
    holes: tuple[int, ...]
    tokens: bytes
    touched: frozenset[int] = frozenset()

    def after(self, since: set[int]) -> Shown:
        """The same, and what hands have done since it was shown before."""
        seeks = self.tokens and not self.debts
        return self._replace(touched=frozenset(since)) if seeks else self

    def comes_round(self, since: set[int]) -> bool:
        """Whether hands have come back to this by what they were shown. ``since``: the holes that
        have changed. Who touches one other marble and puts it back goes in no circle; but where a
        token is sought the lights of a move shine, so whoever touches the same again may."""
        shown = {debt.hole for debt in self.debts}.union(self.holes, self.touched)
        return bool(shown) and (len(since) > 1 or not shown.isdisjoint(since))


class Circles:
    """How often the same lights, or the same question, have come since the board last fitted.

    A story that is true leads to an end. So where the same comes again and again, no likely story
    is, and none of them can say so.
    """

    def __init__(self) -> None:
        self._met: dict[Shown, int] = {}
        self._since: dict[Shown, set[int]] = {}
        self._levels = b""

    def close(self, tracking: Tracking) -> bool:
        """Note what is shown now that the hands are still; whether that closes a circle. Then it
        begins anew."""
        said, state = tracking.decision, tracking.state
        if isinstance(said, Rest):
            self.begin()
        news, self._levels = changed(self._levels, state.levels), state.levels
        for since in self._since.values():
            since.update(news)
        holes = said.holes if isinstance(said, AskColours) else ()
        tokens = said.tokens if isinstance(said, AskWhere) else b""
        known = Shown(state.levels, state.shown, holes, tokens)
        since = self._since.get(known, set())
        shown = known.after(since)
        self._met[shown] = self._met.get(shown, 0) + shown.comes_round(since)
        self._since[known] = set()
        if self._met[shown] < IN_VAIN:
            return False
        self.begin()
        return True

    def begin(self) -> None:
        """What was shown before does not count any more."""
        self._met.clear()
        self._since.clear()
