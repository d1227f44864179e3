"""The cut for the first turn (FT-6): pure, every draw is an action that the caller applies.

Everybody cuts a card, in any order. The highest begins, and players who tie cut again. A profile
without a cut (butterfly, BF-1) is decided from the start.

>>> cut = cut_for("classic", 2).apply("cut:0 K").apply("cut:1 JOKER")
>>> cut.first
1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...action import Action
from ...errors import BadConfig, BadPosition, IllegalAction, Misfit
from ...game import ChanceRequest
from .profiles import PROFILES
from .switches import house
from .track import DECK

HEIGHT: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JOKER")
"""Ranks from the lowest to the highest in a cut (FT-6)."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One moment of the cut.

    ``players``  the number of players at the table
    ``rounds``   what was cut: for each round sorted pairs of seat and rank; the last round may be
                 unfinished
    ``in_play``  seats that cut in the last round
    """

    players: int
    rounds: tuple[tuple[tuple[int, str], ...], ...]
    in_play: tuple[int, ...]

    @property
    def to_cut(self) -> tuple[int, ...]:
        """Seats that still have to cut in this round; none once the first player is known."""
        if self.first is not None:
            return ()
        done = dict(self.rounds[-1]) if self.rounds else {}
        return tuple(seat for seat in self.in_play if seat not in done)

    @property
    def first(self) -> int | None:
        """The seat that begins, or None while cards are still cut."""
        return self.in_play[0] if len(self.in_play) == 1 else None

    @property
    def tied(self) -> bool:
        """Whether this is a round among players who tied."""
        return self.first is None and len(self.rounds) > 1

    def legal(self) -> tuple[Action, ...]:
        """Every cut that may be told now, in order of seat and text."""
        return tuple(
            Action(seat, f"cut:{seat} {rank}", params={"card": rank})
            for seat in self.to_cut
            for rank in sorted(HEIGHT)
        )

    def chance(self) -> ChanceRequest | None:
        """The next cut as chance, for dealt cards: one card of the seat's own deck."""
        if not self.to_cut:
            return None
        seat = self.to_cut[0]
        return ChanceRequest("cut", seat, DECK, f"cut:{seat} ")

    def apply(self, action: Action | str) -> Cut:
        """The cut after one more card; IllegalAction if that seat or card is not awaited."""
        text = action.text if isinstance(action, Action) else action
        awaited = {f"cut:{seat} {rank}": (seat, rank) for seat in self.to_cut for rank in HEIGHT}
        if text not in awaited:
            seats = ", ".join(str(seat) for seat in self.to_cut) or "nobody"
            raise IllegalAction(f"{text!r} is no cut awaited now; to cut: {seats} (FT-6).")
        done = tuple(sorted((*(self.rounds[-1] if self.rounds else ()), awaited[text])))
        rounds = (*self.rounds[:-1], done)
        if len(done) < len(self.in_play):
            return Cut(self.players, rounds, self.in_play)
        best = max(HEIGHT.index(rank) for _, rank in done)
        highest = tuple(seat for seat, rank in done if HEIGHT.index(rank) == best)
        if len(highest) > 1:
            rounds = (*rounds, ())
        return Cut(self.players, rounds, highest)

    def to_json(self) -> dict[str, object]:
        """Players and rounds as plain data; ``load_cut`` reads it back."""
        rounds = [{str(seat): rank for seat, rank in group} for group in self.rounds]
        return {"players": self.players, "rounds": rounds}


def cut_for(rules: str, players: int, switches: object = None) -> Cut:
    """The cut before a game: FT-6, or already decided for the first listed player (BF-1).

    BadConfig for unknown rules, switches that cannot be played, or fewer than two players.
    """
    if rules not in PROFILES:
        raise BadConfig(f"Unknown rules {rules!r}; choose one of {', '.join(PROFILES)}.")
    if players < 2:
        raise BadConfig("A cut needs at least two players.")
    try:
        cuts = house(rules, switches).cut_for_first
    except Misfit as wrong:
        raise BadConfig(str(wrong)) from None
    in_play = tuple(range(players)) if cuts else (0,)
    return Cut(players, ((),) if len(in_play) > 1 else (), in_play)


def load_cut(data: object, rules: str = "classic", switches: object = None) -> Cut:
    """Read ``Cut.to_json()`` back by cutting again; BadPosition if the cuts do not lead there.

    ``rules``, ``switches``  as ``cut_for`` had them
    """
    if not isinstance(data, dict) or set(data) != {"players", "rounds"}:
        raise BadPosition("A cut has exactly the keys players and rounds.")
    players, rounds = data["players"], data["rounds"]
    if type(players) is not int or not isinstance(rounds, list):
        raise BadPosition("A cut's players is a number, its rounds a list.")
    try:
        cut = cut_for(rules, players, switches)
        for group in rounds:
            if not isinstance(group, dict):
                raise BadPosition("Each round of a cut is an object of seat and rank.")
            for seat, rank in group.items():
                cut = cut.apply(f"cut:{seat} {rank}")
    except (BadConfig, IllegalAction) as error:
        raise BadPosition(f"This cut cannot have happened: {error}") from error
    if cut.to_json() != data:
        raise BadPosition("The rounds of this cut do not follow from one another (FT-6).")
    return cut
