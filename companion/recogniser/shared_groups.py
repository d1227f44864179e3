"""Groups of no side, such as a lay-by: they hold just the tokens that the position has there."""

from __future__ import annotations

from typing import NamedTuple

from .endings import EMPTY, UNSURE, Position, Token, Wood
from .outlook import Board


class Shared(NamedTuple):
    """A shared group held against the position.

    ``strange``  its holes whose token does not belong into the group
    ``missing``  the tokens that belong there and stand elsewhere, sorted
    ``free``     its empty holes
    """

    strange: tuple[int, ...]
    missing: bytes
    free: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.strange or self.missing)

    def may_have(self, token: Token, bag: bytes) -> bool:
        """Whether a token that nobody knows may be one that is missing here: one of the bag."""
        return token == UNSURE and not set(self.missing).isdisjoint(bag)

    def lacks(self, wood: Wood, bag: bytes) -> set[Token]:
        """The tokens that are missing whatever stands on its holes of which nobody knows it: there
        can be no more of a token than the ``bag`` has."""
        unknown = sum(wood[n] == UNSURE for n in self.strange)
        missing = self.missing
        return {t for t in missing if missing.count(t) > min(unknown, bag.count(t))}


def in_shared(board: Board, position: Position, wood: Wood) -> tuple[Shared, ...]:
    """The shared groups of the board."""
    if not board.shared:
        return ()
    return board.once[_in_shared](board.outlook(position).in_shared, wood[board.exact :])


def _in_shared(board: Board, wanted: tuple[bytes, ...], pens: bytes) -> tuple[Shared, ...]:
    """The same by what the groups should hold, and what stands in all groups of holes."""
    wood = bytes(board.exact) + pens
    return tuple(
        _shared(wood, group, tokens) for group, tokens in zip(board.shared, wanted, strict=True)
    )


def _shared(wood: Wood, group: tuple[int, ...], tokens: bytes) -> Shared:
    strange = []
    for hole in group:
        token = wood[hole : hole + 1]
        if token in tokens:
            tokens = tokens.replace(token, b"", 1)
        elif wood[hole] != EMPTY:
            strange.append(hole)
    free = tuple(hole for hole in group if wood[hole] == EMPTY)
    return Shared(tuple(strange), tokens, free)


def astray(board: Board, position: Position, wood: Wood, base: Wood, bag: bytes = b"") -> list[int]:
    """The holes of shared groups into which a token came since the last action that does not
    belong there. One of the ``bag`` may be what belongs there."""
    if not board.shared or wood[board.exact :] == base[board.exact :]:
        return []
    found = []
    was = in_shared(board, position, base)
    for now, before in zip(in_shared(board, position, wood), was, strict=True):
        known = [base[n] for n in before.strange]
        for hole in now.strange:
            if wood[hole] in known:
                known.remove(wood[hole])
            elif not now.may_have(wood[hole], bag):
                found.append(hole)
    return found
