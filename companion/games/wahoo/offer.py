"""The offer of a game of Wahoo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from companion.games.offer import Offer, RulesOffer, Wish
from engine.errors import BadConfig

GAME: Final = "wahoo"
DICE: Final = Wish("dice", ("table", "service"), "table", woodless="service")
"""WA-3: a real die, or one that the service throws."""


class WahooOffer(Offer):
    """Wahoo as the set-up page offers it (WA-1)."""

    ahead: ClassVar[bool] = True

    def wishes(self, kind: str, players: int, each: int) -> tuple[Wish, ...]:
        """The choice of who throws."""
        return (DICE,)

    def settled(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with sheet and board named; BadConfig for other games' options."""
        out = {
            **options,
            "rules": options.get("rules") or GAME,
            "board": options.get("board") or "hex",
        }
        if out["rules"] != GAME:
            raise BadConfig(f"rules: this game has no sheet {out['rules']!r:.40}; leave it out.")
        players = out.get("players")
        alone = [[seat] for seat in range(len(players))] if isinstance(players, list) else None
        if out.get("teams") not in (None, alone):
            raise BadConfig("teams: nobody has partners in this game; leave it out.")
        return out

    def engine_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The request to the engine; ``options`` as ``settled`` gave them."""
        asked = {key: options[key] for key in ("game", "board", "players") if key in options}
        first = options.get("first")
        further = {k: v for k, v in (options.get("options") or {}).items() if k != "cut"}
        return {**asked, "first": first or 0, **further}


OFFER: Final = WahooOffer(GAME, (RulesOffer(GAME, ("hex", "square"), False, False),))
