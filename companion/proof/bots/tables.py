"""The tables that bots play at: a game as the set-up page offers it, cards dealt, dice thrown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.offer import Wish
from companion.games.packs import OFFERS
from engine.errors import BadConfig
from engine.game import Position
from engine.registry import REGISTRY


@dataclass(frozen=True)
class BotTable:
    """What is played: game, rule sheet, board, number of players."""

    game: str
    rules: str
    board: str
    players: int

    @property
    def new(self) -> Mapping[str, Any]:
        """Fields of the command ``new``: everybody alone, and all chance by the service."""
        offer = OFFERS[self.game]
        sheet = offer.sheet(self.rules)
        assert sheet is not None
        each = min(offer.colours_each(sheet, self.board, self.players))
        colours = offer.usual(self.board, self.players, each)
        out: dict[str, Any] = {
            "game": self.game,
            "rules": self.rules,
            "board": self.board,
            "players": [list(own) for own in colours],
        }
        if "virtual" in offer.hands:
            out["hands"] = "virtual"
        wishes = {
            wish.name: _by_service(wish) for wish in offer.wishes(self.board, self.players, each)
        }
        return out | ({"options": wishes} if wishes else {})

    def first(self) -> Position:
        """The first position."""
        offer = OFFERS[self.game]
        return REGISTRY.game(self.game).new(offer.engine_options(offer.settled(self.new)))


def _by_service(wish: Wish) -> Any:
    """The usual value, or the one that has no hand throw anything."""
    return "service" if "service" in wish.values else wish.usual


def checked(game: str, rules: str | None, board: str | None, players: int) -> BotTable:
    """The table of these options; BadConfig names what nobody offers."""
    offer = OFFERS.get(game)
    if offer is None:
        raise BadConfig(f"game: there is no {game!r:.40}; known are {', '.join(OFFERS)}.")
    sheet = offer.rules[0] if rules is None else offer.sheet(rules)
    if sheet is None:
        known = ", ".join(sheet.name for sheet in offer.rules)
        raise BadConfig(f"rules: no sheet {rules!r:.40}; known are {known}.")
    kind = board or sheet.boards[0]
    if kind not in sheet.boards:
        raise BadConfig(f"board: {kind!r:.20} is not one of {', '.join(sheet.boards)}.")
    counts = [n for n in offer.counts(kind) if offer.colours_each(sheet, kind, n)]
    if players not in counts:
        raise BadConfig(f"players: {players} cannot play this; {_listed(counts)} can.")
    return BotTable(game, sheet.name, kind, players)


def _listed(counts: list[int]) -> str:
    return ", ".join(map(str, counts))
