"""What a new game can be chosen from: rule sheets, boards, players, colours, teams.

The one place where the set-up page learns about games; it shows whatever stands in ``OFFERS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.catalogues import catalogue, fill
from engine.board import Board
from engine.errors import BadConfig
from engine.games.fast_track import board as fast_track
from engine.games.fast_track.profiles import PROFILES

WORDS: Final = Path(__file__).parent / "words"


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """One rule sheet of a game.

    ``boards``   kinds of board it is played on
    ``several``  a player may hold several colours, players may form teams
    ``cut``      who begins is cut for; else the first player listed
    """

    name: str
    boards: tuple[str, ...]
    several: bool
    cut: bool


class Offer:
    """One game as the set-up page offers it."""

    def __init__(self, game: str, rules: tuple[RulesOffer, ...]) -> None:
        self.game = game
        self.rules = rules

    def sheet(self, name: str) -> RulesOffer | None:
        """The rule sheet of that name, if there is one."""
        return next((sheet for sheet in self.rules if sheet.name == name), None)

    def board(self, kind: str) -> Board:
        """The board of that kind, for drawing; BadConfig when there is none."""
        return fast_track.board_for(kind)

    def sides(self, kind: str) -> tuple[str, ...]:
        """The colours of that board, clockwise."""
        return tuple(fast_track.SIDES[kind])

    def counts(self, kind: str) -> tuple[int, ...]:
        """How many players may sit at that board."""
        return tuple(range(2, len(self.sides(kind)) + 1))

    def colours_each(self, sheet: RulesOffer, kind: str, players: int) -> tuple[int, ...]:
        """How many colours each player may hold."""
        sizes = (1, 2, 3) if sheet.several else (1,)
        return tuple(size for size in sizes if self.usual(kind, players, size))

    def team_sizes(self, sheet: RulesOffer, players: int) -> tuple[int, ...]:
        """How many players may be partners; 1 means that everybody plays alone."""
        sizes = (1, 2, 3) if sheet.several else (1,)
        return tuple(n for n in sizes if players % n == 0 and players // n >= 2)

    def usual(self, kind: str, players: int, each: int) -> tuple[tuple[str, ...], ...]:
        """The colours of each player that are offered first; empty when they do not fit."""
        try:
            return fast_track.usual_seats(kind, players, each)
        except BadConfig:
            return ()

    def teams(self, players: int, size: int) -> tuple[tuple[int, ...], ...]:
        """Teams whose partners sit alternately; BadConfig when they do not come out even."""
        return fast_track.usual_teams(players, size)


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
    if board.kind not in fast_track.SIDES:
        return {}
    ways = fast_track.routes(board.kind, own or fast_track.SIDES[board.kind][0])
    return {
        hole: {key: target for key, target in route._asdict().items() if target is not None}
        for hole, route in ways.items()
    }
