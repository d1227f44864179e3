"""The board taken as it stands: the colour of each marble that nobody can explain (PP-12).

Sensors tell only whether a marble is there. What is known stays. Each unknown marble is asked for
once, among the colours that are not all on the board yet. While a marble of the game stands
nowhere, the holes set aside that are believed empty are asked for, too: it may be there (PP-13).
Marbles that then stand nowhere are taken to be where the game keeps them (its presenter's
``rearranged``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Keeping:
    """The answers so far. ``tokens``: hole → token, believed or told; ``all``: token → number.

    ``placed``   token → how many of its marbles the game has on holes
    ``unfelt``   holes set aside: what is believed there, nobody feels
    ``strange``  holes whose marble belongs to no colour of this game; unfelt ones that are empty
    ``said``     holes whose colour was told
    """

    id: str
    tokens: Mapping[str, str]
    all: Mapping[str, int]
    placed: Mapping[str, int] = field(default_factory=dict)
    unfelt: frozenset[str] = field(default_factory=frozenset)
    strange: frozenset[str] = field(default_factory=frozenset)
    said: frozenset[str] = field(default_factory=frozenset)

    @property
    def hole(self) -> str:
        """The next hole to ask for; empty text if everything is known."""
        unknown = {hole for hole, token in self.tokens.items() if not token} - self.strange
        if not unknown and self._lost:
            unknown = set(self.unfelt - self.strange - self.tokens.keys())
        return min(unknown, default="")

    @property
    def _lost(self) -> bool:
        """Whether a marble that the game has on a hole stands nowhere."""
        there = Counter(self.known.values())
        return any(there[token] < count for token, count in self.placed.items())

    @property
    def colours(self) -> tuple[str, ...]:
        """Colours that lack marbles, or have one that is only believed where nobody feels it."""
        believed = self.unfelt - self.said
        sure = Counter(token for hole, token in self.known.items() if hole not in believed)
        return tuple(token for token, count in self.all.items() if sure[token] < count)

    def told(self, token: str, again: str) -> Keeping:
        """Take the colour of the marble that was asked for; empty if it is none of these."""
        hole = self.hole
        if not token:
            return replace(self, id=again, strange=self.strange | {hole})
        tokens, said = {**self.tokens, hole: token}, self.said | {hole}
        if Counter(tokens.values())[token] > self.all[token]:
            del tokens[min(h for h in self.unfelt - said if tokens.get(h) == token)]
        return replace(self, id=again, tokens=tokens, said=said)

    @property
    def known(self) -> dict[str, str]:
        """Hole → token of all marbles of the game."""
        return {hole: token for hole, token in self.tokens.items() if token}
