"""What a new game can be chosen from: rule sheets, boards, players, colours, teams.

The one place where the set-up page learns about games; it shows whatever stands in ``OFFERS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion.games.racepack import offer
from companion.games.racepack.tiles import tile_routes
from companion.words.po_files import catalogue, fill
from engine.board import Board
from engine.boards.marble import SIDES
from engine.boards.routes import routes
from engine.games.fast_track.profiles import PROFILES

from .offer import Offer, RulesOffer

__all__ = ["OFFERS", "WORDS", "Offer", "RulesOffer", "keyboard_routes", "words"]

WORDS: Final = Path(__file__).parent / "words"


OFFERS: Final[Mapping[str, Offer]] = {
    offer.game: offer
    for offer in (
        Offer(
            "fast_track",
            tuple(
                RulesOffer(sheet.name, sheet.boards, sheet.several_colours, not sheet.common_deck)
                for sheet in PROFILES.values()
            ),
        ),
        offer.OFFER,
    )
}
"""The games by name, in the order in which they are offered."""


def words(key: str, language: str = "en", **params: object) -> str:
    """A name or line of the set-up, e.g. ``game.NAME`` or ``rules.NAME.classic``.

    Without one, the last part of the key stands in for it, so that no page shows a bare key.

    >>> words("rules.some_game.house_rules")
    'House rules'
    """
    found = catalogue(WORDS, language).get(key) or catalogue(WORDS, "en").get(key)
    if found is None:
        return key.rpartition(".")[2].replace("_", " ").capitalize()
    return fill(found, params)


def keyboard_routes(board: Board, own: str | None = None) -> dict[str, dict[str, Any]]:
    """Hole → key → hole for moving the focus; empty for a board without routes of its own.

    ``own`` is the side below the middle. Keys: ``right left up down next_corner previous_corner``.
    """
    if board.kind not in SIDES:
        return {hole: dict(ways) for hole, ways in tile_routes(board).items()}
    ways = routes(board.kind, own or SIDES[board.kind][0])
    return {
        hole: {key: target for key, target in route._asdict().items() if target is not None}
        for hole, route in ways.items()
    }
