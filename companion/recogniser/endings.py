"""What the tracker must know of a game: where each legal action ends, as a look-up.

The tracker knows no game by name. An adapter puts a game behind ``Endings``; it may cache as it
likes, as long as equal questions get equal answers.

Holes are numbers. Those below ``exact`` are places of one hole each. The holes from ``exact`` on
belong to groups (pens), where it does not matter which hole of the group a token takes. A place
without a sensor (a tray, the table's edge) has no number: its tokens count as held in the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

Token = int
"""A colour of marbles, or one car: 1 … 254. Tokens of one colour are alike."""
Wood = bytes
"""Hole number → token there, or EMPTY, or UNSURE."""
Position = Any
"""A moment of the game, hashable. Opaque: the tracker compares and looks up, nothing else. It is
hashed often, so a small number or an object that keeps its hash serves best."""

EMPTY: Final = 0
UNSURE: Final = 255
"""In a hypothesis: a token of its bag stands here, and nobody knows which."""


class Step(NamedTuple):
    """One action that was played.

    ``text``      as the game writes it
    ``position``  the moment after it
    ``moves``     whether it moves tokens; a card, a throw and a forced pass do not
    ``inferred``  it follows from the move after it, and nobody has named it; the tracker marks it
    ``home``      tokens that the hands themselves must bring into a group: it is not over before
    ``chance``    nobody chose it: a die, a draw
    ``choice``    what it declares besides its ways, such as a speed; no sensor sees it
    ``seat``      whose act it is; None where it may be anybody's
    ``guessed``   it is inferred, and another card leads to the same: its name is one of several
    """

    text: str
    position: Position
    moves: bool = True
    inferred: bool = False
    home: bytes = b""
    choice: str = ""
    chance: bool = False
    seat: int | None = None
    guessed: bool = False

    def by_word(self) -> Step:
        """The same as somebody names it."""
        return self._replace(inferred=False, guessed=False) if self.inferred else self


Path = tuple[Step, ...]
"""Actions in a row, for instance a card that was not named and the move that it allows."""
Log = tuple[Step, ...]
"""Everything that is believed to have been played since the anchor."""


class Endings(Protocol):
    """A game as the tracker sees it."""

    @property
    def holes(self) -> int:
        """How many holes have a sensor."""

    @property
    def exact(self) -> int:
        """Holes below this number are places of their own; the others belong to groups."""

    @property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """Hole → holes beside it, from which a marble can slide over.

        The new sensor may then see the marble before the old one has let go.
        """

    @property
    def welcome(self) -> tuple[bytes, ...]:
        """Hole → tokens that may rest there although no position says so: the pen's own colour.

        Empty for exact holes, and for those of ``shared`` groups.
        """

    @property
    def shared(self) -> tuple[tuple[int, ...], ...]:
        """Groups of no side: what stands there is exactly what the position has there."""

    def in_shared(self, position: Position) -> tuple[bytes, ...]:
        """The tokens of each shared group, sorted."""

    def wood(self, position: Position) -> Wood:
        """What stands on the exact holes, ``exact`` bytes long."""

    def off(self, position: Position) -> bytes:
        """The tokens that belong on no hole (trays), sorted."""

    def in_hand(self, position: Position) -> bytes:
        """The tokens that the position has in a hand, sorted."""

    def ends(self, position: Position) -> Mapping[Wood, tuple[Path, ...]]:
        """Every end state (``exact`` bytes) and the ways to play there.

        With no card named, a path begins with the card; after a forced pass, with the pass. An end
        that leaves the wood as it is does not count: hands cannot announce it. Ways that lead to
        the same position by the same choice may be given once. A captured token is missing from
        its hole.
        """

    def at_once(self, position: Position) -> bool:
        """Whether some end has a path of one step: tokens may be moved with nothing said before."""

    def is_forced(self, step: Step) -> bool:
        """Whether a step of an end's path is a forced pass: nobody names that (PP-18)."""

    def told(self, position: Position, text: str) -> Path | None:
        """What that action leads to when it is said instead of done; None where it is not legal.

        A forced pass that comes before it is part of the path.
        """
