"""The offer of Fast Track: what people may choose for a new game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from companion.games.offer import Cutting, Offer, Rounds, RulesOffer
from engine.games.fast_track.cut import cut_for
from engine.games.fast_track.profiles import PROFILES

from .cards import RANKS, FastTrackCards

GAME: Final = "fast_track"


class FastTrackOffer(Offer):
    """Fast Track as the set-up page offers it: with cards of paper, or dealt to phones (FT-8)."""

    hands: ClassVar[tuple[str, ...]] = ("physical", "virtual")
    held_to_look: ClassVar[bool] = True
    ahead: ClassVar[bool] = True

    def first_player(self, options: Mapping[str, Any], rng: random.Random) -> tuple[int, Rounds]:
        """FT-6: everybody cuts, the highest begins, ties cut again; BF-1: the first listed."""
        players = options.get("players")
        count = len(players) if isinstance(players, list) else 0
        cut = cut_for(str(options.get("rules")), count)
        while cut.first is None:
            request = cut.chance()
            if request is None:
                return 0, ()
            cut = cut.apply(request.prefix + rng.choice(request.domain))
        rounds = [{str(seat): card for seat, card in one} for one in cut.rounds]
        return cut.first, tuple(rounds)

    def cutting(self, rules: str, players: int, told: Sequence[str]) -> Cutting | None:
        """FT-6, with the players' own cards."""
        cut = cut_for(rules, players)
        for card in told:
            seat = next(iter(cut.to_cut), None)
            if seat is None:
                break
            cut = cut.apply(f"cut:{seat} {card}")
        cards = FastTrackCards()
        return Cutting(
            next(iter(cut.to_cut), None),
            cut.first,
            cut.in_play if cut.tied else (),
            tuple({str(seat): card for seat, card in one} for one in cut.rounds),
            tuple((rank, cards.label(rank)) for rank in RANKS),
        )


OFFER: Final = FastTrackOffer(
    GAME,
    tuple(
        RulesOffer(sheet.name, sheet.boards, sheet.several_colours, not sheet.common_deck)
        for sheet in PROFILES.values()
    ),
)
