"""What a data file holds, checked and ready to play with (FF-2 … 8, FF-155)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ...told import Told
from .endings import deck_size
from .grid import Mat

ACTION, REACTION, MOD, CREW = "action", "reaction", "mod", "crew"
TYPES: Final = (ACTION, REACTION, MOD, CREW)

BEFORE: Final = (
    "test.announced", "test.rolled", "test.tied", "card.played", "damage.pending",
    "spinout.pending", "drift.announced", "advance.announced", "pullover.announced",
)  # fmt: skip
AFTER: Final = (
    "moved", "displaced", "damaged", "spun_out", "repaired", "style.scored", "mats.changed",
    "wave.entered", "turn.start", "turn.end", "card.resolved",
)  # fmt: skip
"""FF-150: names of events that open windows, before and after them."""

OPS: Final = (
    "test_mod", "reroll", "win_tie", "cancel", "prevent", "damage", "repair", "advance", "drift",
    "fall_back", "spin_out", "draw", "discard_hand", "discard_driver", "discard_mod", "style",
    "action", "civ_wave", "civ_remove", "new_mats", "manual",
)  # fmt: skip
SELF, CHOOSE, CHOOSE_OTHER, CHOSEN, TESTER = (
    "self", "choose", "choose_other", "chosen", "choose_tester",
)  # fmt: skip
WHO: Final = (SELF, CHOOSE, CHOOSE_OTHER, CHOSEN, TESTER)
LIMITS: Final = ("not_leader", "not_last")
USES: Final = ("advance", "drift", "defend", "curb", "mats", "repair")
"""FF-155: what the bonus of a mod may be for."""

START, FINISH, REGULAR = "start", "finish", "regular"
ROLES: Final = (START, FINISH, REGULAR)


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card (FF-155)."""

    op: str
    who: str = SELF
    n: int = 1
    test: bool = True


@dataclass(frozen=True, slots=True)
class When:
    """The conditions of a trigger; what is None does not matter."""

    kind: str | None = None
    who: str | None = None
    type: str | None = None
    spell: bool | None = None


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a mod adds, and for what; ``when`` None: always."""

    to: str
    n: int
    when: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or the ability of a racer, by its id in the data file."""

    id: str
    type: str
    name: str
    copies: int = 1
    style: bool = False
    spell: bool = False
    do: tuple[Effect, ...] = ()
    on: str | None = None
    when: When = When()
    early: bool = False
    exclusive: str | None = None
    limit: str | None = None
    cost_style: int = 0
    bonus: tuple[Bonus, ...] = ()
    drive: int = 0
    fixit: int = 0


@dataclass(frozen=True, slots=True)
class Racer:
    """FF-2: the numbers of the whole face and of the damaged one, and maybe an ability."""

    id: str
    name: str
    speed: tuple[int, int]
    complexity: tuple[int, int]
    ability: Card | None = None


@dataclass(frozen=True, slots=True)
class StreetMat:
    """A mat of the data file."""

    id: str
    role: str
    mat: Mat


@dataclass(frozen=True)
class Content:
    """One data file, or two of which the second gave only cards (FF-142).

    ``sets``  id and digest of each file, the first one first
    """

    sets: tuple[tuple[str, str], ...]
    die_sides: int
    half_width: int
    civilians: int
    civilian_speed: int
    civilian_complexity: int
    returned_mats: int
    finish_in_bottom: int
    expected_deck: int
    hand_limit: int
    actions: int
    mod_slots: int
    endgame_turn_cost: int
    racers: Mapping[str, Racer]
    mats: Mapping[str, StreetMat]
    cards: Mapping[str, Card]

    @cached_property
    def play_cards(self) -> tuple[str, ...]:
        """Every single card, sorted: ``p07.2`` is the second copy of p07."""
        return tuple(
            sorted(f"{c.id}.{n}" for c in self.cards.values() for n in range(1, c.copies + 1))
        )

    @cached_property
    def by_copy(self) -> Mapping[str, Card]:
        """The card of each copy."""
        return {name: self.cards[name.rpartition(".")[0]] for name in self.play_cards}

    def of_role(self, role: str) -> tuple[str, ...]:
        """The ids of the mats of that role, sorted."""
        return tuple(sorted(mat.id for mat in self.mats.values() if mat.role == role))

    @cached_property
    def finish(self) -> tuple[str, ...]:
        """The two finish mats."""
        return self.of_role(FINISH)

    @cached_property
    def street_deck(self) -> tuple[str, ...]:
        """The regular and the finish mats, sorted."""
        return tuple(sorted((*self.of_role(REGULAR), *self.finish)))

    @cached_property
    def deck_size(self) -> int:
        """FF-16: how many of them come before the returned ones."""
        return deck_size(len(self.of_role(REGULAR)), self.returned_mats)

    @cached_property
    def warnings(self) -> tuple[Told, ...]:
        """FF-16: what differs from the printed rules without being wrong."""
        if self.deck_size == self.expected_deck:
            return ()
        text = "the street deck has {n} mats, not {wanted} (FF-16)"
        return (Told("deck_size", text, n=self.deck_size, wanted=self.expected_deck),)

    @cached_property
    def triggers(self) -> frozenset[str]:
        """The events on which a card or ability of this content may be played."""
        abilities = [racer.ability for racer in self.racers.values()]
        return frozenset(
            card.on
            for card in (*self.cards.values(), *abilities)
            if card is not None and card.on is not None
        )
