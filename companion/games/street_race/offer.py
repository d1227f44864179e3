"""The offer of a street race: three to six players, who rolls, and what is told beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from companion.games.offer import OURS, Offer, RulesOffer, Value, Wish
from engine.board import Board
from engine.data_files import KEY
from engine.drawing.look import SEATS
from engine.errors import BadConfig
from engine.game import Position
from engine.games.street_race import WoodPosition
from engine.games.street_race.endings import FEWEST, MOST
from engine.games.street_race.race import PLUS_ONE, REROLL
from engine.games.street_race.reading import MOST_DUAL
from engine.games.street_race.wood import KIND, street_wood

GAME: Final = "fhtagn"
SHEET: Final = "street"
ORDER: Final = "order"
"""Among the options: the letters of the players in the order in which they put their cars."""
DICE: Final = Wish("dice", ("service", "table"), "service")
"""FF-4: the service rolls, or people do and tell the page."""
DUAL: Final = Wish("dual", (False, True), False)
"""FF-140: two cars each, for three or four players."""
RULES: Final = (
    Wish("farsight", (False, True), False),
    Wish("any_crossing", (False, True), False),
    Wish("deploy_scores", (False, True), False),
    Wish("barrel_once", (False, True), False),
    Wish("timid_civilians", (False, True), False),
    Wish("fourth_spend", ("none", PLUS_ONE, REROLL), "none"),
    Wish("mirror", (False, True), False),
    Wish("fast", (False, True), False),
)
"""FF-141, FF-121, FF-26, FF-107, FF-45, FF-125, FF-15; whether only those who can are asked, which
tells that."""


class StreetOffer(Offer):
    """The street race as the set-up page offers it (FF-1). The service deals all cards."""

    hands: ClassVar[tuple[str, ...]] = ("virtual",)
    pages: ClassVar[str] = "street_race"
    held_to_look: ClassVar[bool] = True
    begins: ClassVar[str] = "setup.last_car"

    def board(self, kind: str) -> Board:
        """The wood of the street; BadConfig for any other kind."""
        if kind != KIND:
            raise BadConfig(f"There is no {kind} board for this game; it needs a {KIND} one.")
        return street_wood()

    def sides(self, kind: str) -> tuple[str, ...]:
        """The cars' colours, in the order of the seats."""
        return tuple(SEATS)

    def counts(self, kind: str) -> tuple[int, ...]:
        """FF-1."""
        return tuple(range(FEWEST, MOST + 1))

    def usual(self, kind: str, players: int, each: int) -> tuple[tuple[str, ...], ...]:
        """The first colours, one a seat."""
        fits = kind == KIND and each == 1 and players in self.counts(kind)
        return tuple((letter,) for letter in tuple(SEATS)[:players]) if fits else ()

    def choices(
        self, kind: str, players: int, each: int
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """FF-1: the cars go with the seats, so there is nothing to choose."""
        return tuple((colours,) for colours in self.usual(kind, players, each))

    def wishes(self, kind: str, players: int, each: int) -> tuple[Wish, ...]:
        """Dice, the named options that a table can play, and fast reactions."""
        offered = self.offered(kind, players, each)
        return tuple(one for one in offered if one is not DUAL or players <= MOST_DUAL)

    def offered(self, kind: str, players: int, each: int) -> tuple[Wish, ...]:
        """Two cars each, too, for any number: whoever wants them plays with fewer (FF-140)."""
        return (DICE, DUAL, *RULES)

    def counts_with(self, kind: str, chosen: Mapping[str, Value]) -> tuple[int, ...]:
        """FF-140: at most four players with two cars each."""
        most = MOST_DUAL if chosen.get(DUAL.name) else MOST
        return tuple(count for count in self.counts(kind) if count <= most)

    def settled(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with sheet and board named; BadConfig for what does not fit."""
        out = {
            **options,
            "rules": options.get("rules") or SHEET,
            "board": options.get("board") or KIND,
            "hands": "virtual",
        }
        if out["rules"] != SHEET:
            raise BadConfig(f"rules: this game has no sheet {out['rules']!r:.40}; leave it out.")
        if out["board"] != KIND:
            raise BadConfig(f"board: this game is played on {KIND}, not on {out['board']!r:.40}.")
        players = out.get("players")
        if not isinstance(players, list) or len(players) not in self.counts(KIND):
            raise BadConfig(f"players: a list of {FEWEST} to {MOST}, one car each (FF-1).")
        usual = [list(colours) for colours in self.usual(KIND, len(players), 1)]
        if [list(colours) for colours in players] != usual:
            letters = ", ".join(letter for (letter,) in usual)
            raise BadConfig(f"players: one car each, {letters} in the order of the seats (FF-1).")
        if out.get("teams") not in (None, [[seat] for seat in range(len(players))]):
            raise BadConfig("teams: nobody has partners in this game; leave it out.")
        if (options.get("first") or 0) not in range(len(players)):
            raise BadConfig(f"first: a number from 0 to {len(players) - 1} (FF-21).")
        _check_further(options.get("options") or {}, [letters[0] for letters in usual])
        return out

    def engine_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The request to the engine; ``options`` as ``settled`` gave them."""
        count, first = len(options["players"]), options.get("first") or 0
        letters = [letter for letter, _ in zip(SEATS, range(count), strict=False)]
        further = {k: v for k, v in (options.get("options") or {}).items() if k not in OURS}
        dice, fast = further.pop("dice", DICE.usual), further.pop("fast", False)
        data = further.pop(KEY, None)
        clockwise = [*letters[first:], *letters[:first]]
        return {
            "game": GAME,
            "players": count,
            "order": further.pop(ORDER, None) or clockwise,
            "options": {**further, "open_windows": not fast},
            "wood": {"dice": dice},
            KEY: data,
        }

    def once_more(self, further: Mapping[str, Any], over: Position) -> dict[str, Any]:
        """FF-21: whoever came last puts a car first."""
        assert isinstance(over, WoodPosition)
        ranking = over.race.moment.state.ranking or ()
        return {**further, ORDER: list(dict.fromkeys(car[0] for car in reversed(ranking)))}


def _check_further(told: Mapping[str, Any], letters: list[str]) -> None:
    """Refuse what this table decides itself, what is no switch, and what is no order."""
    order = told.get(ORDER)
    if order is not None and not (isinstance(order, list) and sorted(map(str, order)) == letters):
        raise BadConfig(f"options: order: each of the players' letters once, not {order!r:.40}.")
    for name in ("ordered", "open_windows"):
        if name in told:
            raise BadConfig(f"options: {name}: the table decides that; leave it out.")
    if not isinstance(told.get("fast", False), bool):
        raise BadConfig(f"options: fast: true or false is needed, not {told['fast']!r:.40}.")


OFFER: Final = StreetOffer(GAME, (RulesOffer(SHEET, (KIND,), several=False, drawn=False),))
