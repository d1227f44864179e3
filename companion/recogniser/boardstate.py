"""The marbles on the wood as the likely stories have them: a picture, made anew for each decision.

Sensors tell presence only, so each likely story is a *world* of its own, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from companion.wood.marbles import HAND, Deviation, Marble, Standing, World
from companion.wood.seating import Seating

_OFF: Final = frozenset((HAND,))
"""Home of a marble whose place has no holes."""


class BoardState:
    """The marbles of a position and the worlds they may be in.

    ``marbles``  those of the position; unknown ones are appended as they appear
    ``worlds``   the likely stories, the likeliest first
    ``present``  holes whose sensors say that they are full
    ``touched``  holes that changed since the last action
    ``unknown``  holes whose marble nobody knows in some likely story
    ``picked``   the hole out of which a marble was lifted last while others lie where they fell
                 with it: it may be any of them. Empty where none do
    ``first``    holes of debts to be paid first: hands have begun what may be an action besides
    ``unfelt``   holes whose sensors are set aside
    ``called``   hole of a shared group → the tokens that the lights may call there, if any
    """

    def __init__(
        self, seating: Seating, marbles: Sequence[Marble], worlds: Sequence[World]
    ) -> None:
        self.seating = seating
        self.marbles = list(marbles)
        self.worlds = list(worlds)
        self.touched: set[str] = set()
        self.unknown: set[str] = set()
        self.picked = ""
        self._sees: tuple[Callable[[], set[str]], ...] = (set, set, set)
        self._calls: Callable[[], Mapping[str, set[str]]] = dict
        self._homes = [seating.homes.get(m.place, _OFF) for m in marbles]
        self._away: dict[World, tuple[Deviation, ...]] = {}
        """World → its deviations: each is asked for many times."""

    def seen_by(
        self,
        present: Callable[[], set[str]],
        first: Callable[[], set[str]],
        unfelt: Callable[[], set[str]],
        called: Callable[[], Mapping[str, set[str]]],
    ) -> None:
        """How ``present``, ``first``, ``unfelt``, ``called`` are worked out, if somebody asks."""
        self._sees = present, first, unfelt
        self._calls = called

    @cached_property
    def present(self) -> set[str]:
        return self._sees[0]()

    @cached_property
    def first(self) -> set[str]:
        return self._sees[1]()

    @cached_property
    def unfelt(self) -> set[str]:
        return self._sees[2]()

    @cached_property
    def called(self) -> Mapping[str, set[str]]:
        return self._calls()

    def plain(self, world: World) -> World:
        """The same marbles on the same holes, alike ones told apart so that most are at home.

        Two red marbles that changed places are no change. A marble that nobody knows, in a hole
        whose own marble is missing, is that one.
        """
        away = [d.marble for d in self.deviations(world)]
        if not away:
            return world
        at = list(world.at)
        self._let_wait(at, [i for i in away if at[i] == HAND and not self.marbles[i].waiting])
        for i in away:
            holes = self.seating.holes.get(self.marbles[i].place, ())
            for j in away:
                known = self.marbles[j].token or (at[i] == HAND and self.marbles[i].token)
                if at[j] in holes and known == self.marbles[i].token:
                    if not self.home(i, at[i]):
                        at[i], at[j] = at[j], at[i]
                    break
        return World(tuple(at), world.lifts) if at != list(world.at) else world

    def _let_wait(self, at: list[str], held: list[int]) -> None:
        """Of two alike marbles of a pen, one home and one in the hand, the captured one waits."""
        for i in held:
            captured = Marble(self.marbles[i].token, self.marbles[i].place, True)
            for j, marble in enumerate(self.marbles):
                if marble == captured and at[j] != HAND and self.home(j, at[j]):
                    at[i], at[j] = at[j], at[i]
                    break

    def crossed(self, world: World) -> Iterator[World]:
        """The same with one marble of the hand and its like on the board the other way round: of
        two that are on their way, either may have been put first (PP-1)."""
        away = [d.marble for d in self.deviations(world)]
        for i in away:
            for j in away:
                alike = self.marbles[i].token == self.marbles[j].token
                if alike and world.at[i] == HAND != world.at[j] and not self._waits(i, j):
                    at = list(world.at)
                    at[i], at[j] = at[j], at[i]
                    yield World(tuple(at), world.lifts)

    def _waits(self, *marbles: int) -> bool:
        """Whether one of them is a captured marble, or belongs to no place."""
        return any(self.marbles[i].waiting or not self.marbles[i].place for i in marbles)

    # ------------------------------------------------------------------------------- questions

    def home(self, marble: int, at: str) -> bool:
        """Whether that marble stands where the position has it."""
        return at in self._homes[marble]

    def may_be_another(self, marble: int) -> bool:
        """Whether that marble of the hand may be another one: of those that fell together, or of
        those of which one stands where nobody knows it. A captured one waits apart from these."""
        mixed = bool(self.unknown) and not self.marbles[marble].waiting
        return mixed or (bool(self.picked) and not self.home(marble, self.picked))

    def deviations(self, world: World) -> tuple[Deviation, ...]:
        """The marbles that are not where the position has them."""
        away = self._away.get(world)
        if away is None:
            homes = self._homes
            away = tuple([Deviation(i, at) for i, at in enumerate(world.at) if at not in homes[i]])
            self._away[world] = away
        return away

    def full(self, world: World) -> set[str]:
        """Holes in which a marble stands or is believed to stand."""
        return {at for at in world.at if at != HAND}

    def way(self, marble: int, at: str) -> float:
        """How far a hole is from where that marble belongs, in board units; 0 for a tray."""
        holes = self.seating.holes.get(self.marbles[marble].place, ())
        return min((self.seating.distance(at, hole) for hole in holes), default=0.0)

    def blocking(self, world: World) -> tuple[Deviation, ...]:
        """Deviations but for captured marbles still in a hand (PP-6)."""
        away = self.deviations(world)
        return tuple([d for d in away if d.at != HAND or not self.marbles[d.marble].waiting])

    def standing(self, world: World) -> list[Standing]:
        """Token and hole of every marble (unknown ones that left the board are forgotten)."""
        return [
            (marble.token, at)
            for marble, at in zip(self.marbles, world.at, strict=True)
            if at != HAND or marble.token
        ]

    def in_hand(self, world: World) -> list[int]:
        """Marbles in a hand, the last lifted last; those on their tray are not in hand."""
        if HAND not in world.at:
            return []
        out = [i for i, at in enumerate(world.at) if at == HAND and not self.home(i, HAND)]
        return sorted(out, key=lambda i: (world.lifts.index(i) if i in world.lifts else -1, i))

    def free_holes(self, place: str, world: World) -> list[str]:
        """Holes of a place that are empty, or held by a marble that belongs elsewhere.

        Those that somebody touched come first: of a pen, the hole that a marble was lifted from.
        """
        by_hole = {at: i for i, at in enumerate(world.at) if at != HAND}
        free = [
            hole
            for hole in self.seating.holes.get(place, ())
            if hole not in by_hole or not self.home(by_hole[hole], hole)
        ]
        return sorted(free, key=lambda hole: hole not in self.touched) if len(free) > 1 else free

    def tokens(self, world: World) -> dict[str, str]:
        """Hole → token believed to stand there (empty: unknown)."""
        return {at: self.marbles[i].token for i, at in enumerate(world.at) if at != HAND}
