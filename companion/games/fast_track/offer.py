"""What a new game of Fast Track can be chosen from."""

from __future__ import annotations

from typing import ClassVar, Final

from companion.games.offer import Offer, RulesOffer
from engine.games.fast_track.profiles import PROFILES

GAME: Final = "fast_track"


class FastTrackOffer(Offer):
    """Fast Track as the set-up page offers it: with cards of paper, or dealt to phones (FT-8)."""

    hands: ClassVar[tuple[str, ...]] = ("physical", "virtual")


OFFER: Final = FastTrackOffer(
    GAME,
    tuple(
        RulesOffer(sheet.name, sheet.boards, sheet.several_colours, not sheet.common_deck)
        for sheet in PROFILES.values()
    ),
)
