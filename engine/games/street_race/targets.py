"""Who and what the effects of a card are for: every way to play it, as words (section 17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from .content import CHOOSE, CHOOSE_OTHER, CHOSEN, SELF, Card, Effect
from .grid import WAYS
from .pack import Car
from .race import Race, State
from .run import Happening

ON_TESTERS: Final = frozenset({"test_mod", "reroll", "win_tie"})
ON_CARS: Final = frozenset(
    {"damage", "repair", "advance", "drift", "fall_back", "spin_out", "discard_driver",
     "discard_mod"}
)  # fmt: skip
ON_PLAYERS: Final = frozenset({"draw", "style", "discard_hand"})
ON_NOBODY: Final = frozenset({"cancel", "prevent", "action", "civ_wave", "new_mats", "manual"})

REMOVE: Final = "civ_remove"


class Bound(NamedTuple):
    """An effect with what was chosen for it: the car, and further words."""

    effect: Effect
    car: str | None
    words: tuple[str, ...] = ()


class Way(NamedTuple):
    """One way to play a card: its words in a command, and its effects.

    ``sets``  from where to where words stand whose order says nothing, sorted: Civilians
    """

    words: tuple[str, ...]
    bound: tuple[Bound, ...]
    sets: tuple[tuple[int, int], ...] = ()

    def meant_by(self, words: Sequence[str]) -> bool:
        """Whether words name what this way does."""
        held = list(words)
        for start, stop in self.sets:
            held[start:stop] = sorted(held[start:stop])
        return tuple(held) == self.words


def meant(ways: Iterable[Way], words: Sequence[str]) -> Sequence[str]:
    """The words of the way that is meant; those given if none is."""
    return next((way.words for way in ways if way.meant_by(words)), words)


class Targets(NamedTuple):
    """What one card may be played on. ``source``: the car whose ability it is."""

    race: Race
    state: State
    player: str
    card: Card
    happening: Happening | None = None
    source: str | None = None

    def ways(self) -> list[Way]:
        """Every way to play it now; none if an effect finds nobody."""
        return list(self._from(0, None, self.source, Way((), ())))

    def _from(self, number: int, chosen: str | None, own: str | None, so_far: Way) -> Iterator[Way]:
        if number == len(self.card.do):
            yield so_far
            return
        effect = self.card.do[number]
        for car, said in self._subjects(effect, chosen, own):
            picked = chosen if effect.who == SELF else car
            mine = car if effect.who == SELF and car is not None else own
            for words in self._words(effect, car):
                told = (car,) if said and car is not None else ()
                start = len(so_far.words) + len(told)
                found = (start, start + len(words))
                yield from self._from(
                    number + 1,
                    picked,
                    mine,
                    Way(
                        (*so_far.words, *told, *words),
                        (*so_far.bound, Bound(effect, car, words)),
                        (*so_far.sets, found) if effect.op == REMOVE else so_far.sets,
                    ),
                )

    def _subjects(
        self, effect: Effect, chosen: str | None, own: str | None
    ) -> list[tuple[str | None, bool]]:
        """The cars that an effect may be for, each with whether the command names it."""
        op, who = effect.op, effect.who
        if op in ON_NOBODY or op == REMOVE or (op in ON_PLAYERS and who == SELF):
            return [(None, False)]
        if who == CHOSEN:
            return [(chosen, False)]
        trial = self.happening.trial if self.happening else None
        testers = [car.id for car in trial.cars] if trial else []
        mine = self.race.cars_of[self.player]
        if who == SELF:
            cars = [car for car in mine if op not in ON_TESTERS or car in testers]
            if own in cars:
                return [(own, False)]
            return [(car, len(cars) > 1) for car in cars]
        placed = [car.id for car in self.state.pack.racers()]
        if who == CHOOSE:
            return [(car, True) for car in placed]
        if who == CHOOSE_OTHER:
            return [(car, True) for car in placed if car not in mine]
        return [(car, True) for car in testers]

    def _words(self, effect: Effect, name: str | None) -> list[tuple[str, ...]]:
        """What is chosen besides the car: a direction, a mod, Civilians."""
        cars = self.state.pack.cars
        if effect.op == REMOVE:
            there = sorted(car.id for car in cars.values() if not car.racer)
            return list(combinations(there, max(0, min(effect.n, len(there)))))
        car: Car | None = cars.get(name) if name else None
        if car is None:
            return [()]
        if effect.op == "drift":
            street = self.state.pack.street
            return [(way,) for way in street.possible(car.col, WAYS)] or [()]
        if effect.op == "discard_mod":
            return [(mod,) for mod in car.mods] or [()]
        return [()]


def allowed(race: Race, state: State, player: str, card: Card) -> str | None:
    """The code of why a card may not be played now at all; None if it may (FF-125, FF-155)."""
    if state.style[player] < card.cost_style:
        return "too-few-style"
    pack = state.pack
    edge = pack.leader if card.limit == "not_leader" else pack.last
    if card.limit is not None and edge is not None and edge.owner == player:
        return "not-an-option"
    return None
