"""What can follow from a position, worked out once and kept as look-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

from .endings import EMPTY, Endings, Path, Position, Step, Wood

KEPT: Final = 512
"""So many positions are kept worked out; a real one may have a thousand ends."""
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
ANSWERS: Final = 4096
"""So many answers are kept of each question that many stories ask."""


class Outlook:
    """One position: its wood and its ends.

    ``wood``  the exact holes as the position has them
    ``ends``  end state → the ways there, one for each position and choice
    """

    def __init__(self, game: Endings, position: Position) -> None:
        self._game, self._position = game, position
        self.wood: Final = game.wood(position)

    @cached_property
    def off(self) -> bytes:
        """The tokens that belong on no hole, sorted."""
        return self._game.off(self._position)

    @cached_property
    def in_shared(self) -> tuple[bytes, ...]:
        """The tokens of each shared group, sorted."""
        return self._game.in_shared(self._position)

    @cached_property
    def ends(self) -> Mapping[Wood, tuple[Path, ...]]:
        """Worked out when first asked for: most positions only have to fit."""
        return {
            wood: _one_for_each_end(self._game, paths)
            for wood, paths in self._ways.items()
            if wood != self.wood
        }

    @cached_property
    def _ways(self) -> Mapping[Wood, tuple[Path, ...]]:
        return self._game.ends(self._position)

    def alike(self, last: Step) -> Iterator[Path]:
        """The ways that end as that step does, each as somebody would name it."""
        for paths in self._ways.values():
            yield from (path for path in paths if _end(path) == (last.position, last.choice))

    @cached_property
    def in_hand(self) -> bytes:
        """The tokens that the position has in a hand, sorted."""
        return self._game.in_hand(self._position)

    @cached_property
    def at_once(self) -> bool:
        """Whether tokens may be moved with nothing said before."""
        return self._game.at_once(self._position)

    @cached_property
    def _woods(self) -> tuple[Wood, ...]:
        return tuple(self.ends)

    @cached_property
    def _changing(self) -> list[int]:
        """Hole → the ends that change it, as bits by number."""
        changing = [0] * len(self.wood)
        for number, wood in enumerate(self._woods):
            for hole in changed(self.wood, wood):
                changing[hole] |= 1 << number
        return changing

    def explaining(self, holes: Iterable[int]) -> Iterator[Wood]:
        """The end states that change all these holes."""
        left = (1 << len(self._woods)) - 1
        for hole in holes:
            left &= self._changing[hole]
        return self._chosen(left)

    def within(self, holes: Iterable[int]) -> Iterator[Wood]:
        """The end states that change no other holes than these."""
        left, inside = (1 << len(self._woods)) - 1, set(holes)
        for hole, ends in enumerate(self._changing):
            if hole not in inside:
                left &= ~ends
        return self._chosen(left)

    def _chosen(self, left: int) -> Iterator[Wood]:
        """The end states with these bits."""
        while left:
            lowest = left & -left
            yield self._woods[lowest.bit_length() - 1]
            left ^= lowest

    def differ(self, end: Wood, shape: Wood) -> bool:
        """Whether an end is of another action than what stands: one that captures may end before
        its victim has come to the hole it is sent to."""
        if end == shape:
            return False
        here = {path[-1].position for path in self.ends.get(shape, ())}
        return any(path[-1].position not in here for path in self.ends[end])

    def wants(self, hole: int, token: int) -> bool:
        """Whether some end has that token newly in that hole."""
        return any(wood[hole] == token for wood in self.explaining((hole,)))


def _one_for_each_end(game: Endings, paths: Iterable[Path]) -> tuple[Path, ...]:
    """The first of the ways that lead to the same position by the same choice.

    All but the move and what is forced is inferred. Where the ways begin otherwise, a name is only
    a guess.
    """
    found: dict[tuple[Position, str], list[Path]] = {}
    for path in paths:
        found.setdefault(_end(path), []).append(path)
    return tuple(_inferred(game, ways) for ways in found.values())


def _inferred(game: Endings, ways: Sequence[Path]) -> Path:
    first = ways[0]
    steps = (
        one
        if game.is_forced(one)
        else one._replace(inferred=True, guessed=any(way[n : n + 1] != (one,) for way in ways))
        for n, one in enumerate(first[:-1])
    )
    return (*steps, first[-1])


def _end(path: Path) -> tuple[Position, str]:
    return path[-1].position, path[-1].choice


@lru_cache(maxsize=ANSWERS)
def changed(before: Wood, after: Wood) -> tuple[int, ...]:
    """The holes in which two woods differ."""
    if before == after:
        return ()
    differing = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    found: list[int] = []
    while differing:
        n = (differing & -differing).bit_length() - 1 >> 3
        found.append(n)
        beyond = n + 1 << 3
        differing = differing >> beyond << beyond
    return tuple(found)


class Answers(dict[Callable[..., Any], Callable[..., Any]]):
    """Question → the same over one board, with its answers kept. Stories differ in few things, and
    ask the same again and again. Looked up, not called: it is asked for most of all."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __missing__(self, work: Callable[..., Any]) -> Any:
        self[work] = lru_cache(maxsize=ANSWERS)(partial(work, self._board))
        return self[work]

    if TYPE_CHECKING:

        def __getitem__(
            self, work: Callable[Concatenate[Board, Asked], Answer]
        ) -> Callable[Asked, Answer]: ...


class Board:
    """A game's holes and its outlooks, with what was worked out kept.

    ``of_sides``  the holes of pens, which take the tokens of their side
    ``behind``  so many turns that are sure can still be taken back on the board; what lies before
    them has passed the anchor
    ``once``  questions of stories over this board, each answer worked out once
    ``decided``  the state that was decided last, and what was: it is asked for again and again
    ``dealt``  the cards lie in hidden hands, so each is named by its holder (PP-7)
    """

    def __init__(self, game: Endings, behind: int = 3, kept: int | None = KEPT) -> None:
        self.game: Final = game
        self.behind: Final = behind
        self.holes: Final = game.holes
        self.exact: Final = game.exact
        self.near: Final = game.near
        self.welcome: Final = game.welcome
        self.shared: Final = game.shared
        together = {hole for group in game.shared for hole in group}
        self.of_sides: Final = [n for n in range(self.exact, self.holes) if n not in together]
        self.outlook: Final = lru_cache(maxsize=kept)(self._outlook)
        self._own_pens: Final = lru_cache(maxsize=KEPT)(self._welcome)
        self.decided: tuple[object, Any] | None = None
        self.dealt = False
        self.once: Final = Answers(self)

    def _outlook(self, position: Position) -> Outlook:
        return Outlook(self.game, position)

    def same_wood(self, one: Position, other: Position) -> bool:
        """Whether the same tokens belong on the exact holes in both positions."""
        return self.outlook(one).wood == self.outlook(other).wood

    def in_own_pens(self, wood: Wood) -> bool:
        """Whether every token of a pen is welcome there. What stands in a shared group is held
        against the position."""
        return self._own_pens(wood[self.exact :])

    def _welcome(self, pens: Wood) -> bool:
        return all(
            pens[n - self.exact] == EMPTY or pens[n - self.exact] in self.welcome[n]
            for n in self.of_sides
        )


def beside(board: Board, hole: int, other: int) -> bool:
    """Whether a marble can slide from one hole to the other."""
    return other >= 0 and (hole == other or other in board.near[hole])
