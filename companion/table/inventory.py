"""The board taken as it stands: the colour of each marble that nobody can explain (PP-12).

Sensors tell only whether a marble is there. What is known stays. Each unknown marble is asked for
once, among the colours that are not all on the board yet. Marbles that stand nowhere are taken to
be where the game keeps them (its presenter's ``rearranged``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Keeping:
    """The answers so far. ``tokens``: hole → token, believed or told; ``all``: token → number.

    ``strange``  holes whose marble belongs to no colour of this game
    ``said``     holes whose colour was told
    """

    id: str
    tokens: Mapping[str, str]
    all: Mapping[str, int]
    strange: frozenset[str] = field(default_factory=frozenset)
    said: frozenset[str] = field(default_factory=frozenset)

    @property
    def hole(self) -> str:
        """The next hole to ask for; empty text if everything is known."""
        unknown = sorted(h for h, token in self.tokens.items() if not token)
        return next((hole for hole in unknown if hole not in self.strange), "")

    @property
    def colours(self) -> tuple[str, ...]:
        """Colours that still lack marbles."""
        there = Counter(token for token in self.tokens.values() if token)
        return tuple(token for token, count in self.all.items() if there[token] < count)

    def told(self, token: str, again: str) -> Keeping:
        """Take the colour of the marble that was asked for; empty if it is none of these."""
        hole = self.hole
        if not token:
            return replace(self, id=again, strange=self.strange | {hole})
        tokens, said = {**self.tokens, hole: token}, self.said | {hole}
        return replace(self, id=again, tokens=tokens, said=said)

    @property
    def known(self) -> dict[str, str]:
        """Hole → token of all marbles of the game."""
        return {hole: token for hole, token in self.tokens.items() if token}
