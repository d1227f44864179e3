"""Fast Track as the companion's list of games has it."""

from __future__ import annotations

from typing import Final

from companion.games.marble_wood import marble_hole_name, marble_routes
from companion.games.offer import Offer, RulesOffer
from companion.games.pack import GamePack
from engine.games.fast_track.profiles import PROFILES

from .presenter import FastTrackPresenter

OFFER: Final = Offer(
    FastTrackPresenter.game,
    tuple(
        RulesOffer(sheet.name, sheet.boards, sheet.several_colours, not sheet.common_deck)
        for sheet in PROFILES.values()
    ),
)

FAST_TRACK: Final = GamePack(FastTrackPresenter(), OFFER, marble_hole_name, marble_routes)
