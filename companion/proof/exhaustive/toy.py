"""A toy game that is small enough to visit every state: a ring, pens of two, two colours or three.

In turn, a player brings a marble out of the pen to the own entry (``out``), moves one by one or two
holes (``1+2``: from hole 1, two on), or swaps one with a marble of the other (``0=3``). A marble
that ends on the other's captures it. With cards, the card that allows the move is named first:
``card:1``, ``card:2``, ``card:o`` or ``card:s``; who can't use it passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from companion.recogniser.endings import EMPTY, Path, Step, Wood

A: Final = 1
EACH: Final = 2
"""Marbles of each colour, and holes of each pen."""
CARDS: Final = ("1", "2", "o", "s")
LETTERS: Final = ".abc"


class Moment(NamedTuple):
    """A position. ``card`` is empty until it is named; without cards it stays so."""

    ring: bytes
    turn: int = A
    card: str = ""


class Toy:
    """The game; it is what the tracker sees of it, too (``Endings``)."""

    def __init__(self, size: int = 5, cards: bool = False, colours: int = 2) -> None:
        self.size: Final = size
        self.cards: Final = cards
        self.colours: Final = colours
        self.exact: Final = size
        self.holes: Final = size + colours * EACH
        self.pens: Final = {
            token: tuple(range(size + (token - 1) * EACH, size + token * EACH))
            for token in range(A, A + colours)
        }
        self.entry: Final = {token: (token - A) * size // colours for token in self.pens}
        self.near: Final = tuple(self._near(n) for n in range(self.holes))
        self.welcome: Final = tuple(self._welcome(n) for n in range(self.holes))
        self.shared: Final = ()
        self.ends = cache(self._ends)
        self.moves = cache(self._moves)

    def _near(self, hole: int) -> tuple[int, ...]:
        if hole < self.size:
            return tuple(sorted({(hole - 1) % self.size, (hole + 1) % self.size}))
        pen = next(pen for pen in self.pens.values() if hole in pen)
        return tuple(other for other in pen if other != hole)

    def _welcome(self, hole: int) -> bytes:
        return bytes(token for token, pen in self.pens.items() if hole in pen)

    # -- setting out --

    def moment(self, text: str, turn: int = A) -> Moment:
        """A position from its ring, for instance ``a.b..``."""
        return Moment(bytes(LETTERS.index(letter) for letter in text), turn)

    def set_out(self, moment: Moment) -> Wood:
        """All holes, with what is not on the ring in its pens."""
        pens = b"".join(
            bytes((token,)) * (EACH - moment.ring.count(token)) + bytes(moment.ring.count(token))
            for token in self.pens
        )
        return moment.ring + pens

    # -- rules --

    def _moves(self, moment: Moment) -> Mapping[str, bytes]:
        """Text → ring after it, of the moves that the card allows, or any card."""
        ring, turn = moment.ring, moment.turn
        return {
            text: after
            for card, text, after in self._all_moves(ring, turn)
            if moment.card in ("", card)
        }

    def _all_moves(self, ring: bytes, turn: int) -> Iterator[tuple[str, str, bytes]]:
        entry = self.entry[turn]
        if ring.count(turn) < EACH and ring[entry] != turn:
            yield "o", "out", _with(ring, (entry, turn))
        for hole in range(self.size):
            if ring[hole] != turn:
                continue
            for far in (1, 2):
                to = (hole + far) % self.size
                if ring[to] != turn:
                    yield str(far), f"{hole}+{far}", _with(ring, (hole, EMPTY), (to, turn))
            for other in range(self.size):
                if ring[other] not in (EMPTY, turn):
                    after = _with(ring, (hole, ring[other]), (other, turn))
                    yield "s", f"{hole}={other}", after

    def after(self, moment: Moment, text: str) -> Moment:
        """The position after a legal action."""
        if text.startswith("card:"):
            return moment._replace(card=text[5:])
        ring = moment.ring if text == "pass" else self.moves(moment)[text]
        return Moment(ring, moment.turn % self.colours + 1)

    def legal(self, moment: Moment) -> tuple[str, ...]:
        """Every action: the cards while none is named, else the moves, else to pass."""
        if self.cards and not moment.card:
            return tuple(f"card:{card}" for card in CARDS)
        return tuple(self.moves(moment)) or ("pass",)

    # -- what the tracker sees --

    def wood(self, position: Moment) -> Wood:
        """The ring."""
        return position.ring

    def off(self, position: Moment) -> bytes:
        """Nothing belongs off the board."""
        return b""

    def in_hand(self, position: Moment) -> bytes:
        """Nothing belongs into a hand."""
        return b""

    def in_shared(self, position: Moment) -> tuple[bytes, ...]:
        """There are no shared groups."""
        return ()

    def _ends(self, position: Moment) -> Mapping[Wood, tuple[Path, ...]]:
        """Every end state, behind the card that was not named and the pass that was forced."""
        found: dict[Wood, tuple[Path, ...]] = {}
        for path in self._paths(position, ()):
            ring = path[-1].position.ring
            found[ring] = (*found.get(ring, ()), path)
        return found

    def _paths(self, position: Moment, before: Path) -> Iterator[Path]:
        """Only a pass that is forced at once is looked through, and one card."""
        for text in self.legal(position):
            after = self.after(position, text)
            if text == "pass":
                if not before:
                    yield from self._paths(after, (Step(text, after, moves=False),))
            elif not text.startswith("card:"):
                yield (*before, Step(text, after))
            else:
                yield from self._paths(after, (*before, Step(text, after, moves=False)))

    def at_once(self, position: Moment) -> bool:
        """Not before a card, and not where only a pass is left."""
        return bool(self._moves(position)) and (not self.cards or bool(position.card))

    def is_forced(self, step: Step) -> bool:
        """Only a pass is made by nobody."""
        return step.text == "pass"

    def told(self, position: Moment, text: str) -> Path | None:
        """What an action that is said leads to."""
        legal = self.legal(position)
        if legal == ("pass",) != (text,):
            after = self.after(position, "pass")
            path = self.told(after, text)
            return path and (Step("pass", after, moves=False), *path)
        if text not in legal:
            return None
        still = text == "pass" or text.startswith("card:")
        return (Step(text, self.after(position, text), moves=not still),)


def _with(ring: bytes, *puts: tuple[int, int]) -> bytes:
    after = bytearray(ring)
    for hole, token in puts:
        after[hole] = token
    return bytes(after)
