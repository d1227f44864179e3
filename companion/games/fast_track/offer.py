"""What a new game of Fast Track can be chosen from."""

from __future__ import annotations

from typing import Final

from companion.games.offer import Offer, RulesOffer
from engine.games.fast_track.profiles import PROFILES

GAME: Final = "fast_track"

OFFER: Final = Offer(
    GAME,
    tuple(
        RulesOffer(sheet.name, sheet.boards, sheet.several_colours, not sheet.common_deck)
        for sheet in PROFILES.values()
    ),
)
