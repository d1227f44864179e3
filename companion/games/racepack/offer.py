"""The offer of a race of Racepack: what people may choose, and its translation for the engine.

At the table a car is called by the letter of its colour, A to H, so that recogniser, lights and
page know it. A list of players stands in seat order. The engine orders seats by the players' ids,
so it gets their numbers as ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Final

from companion.games.offer import Offer, RulesOffer, Wish
from engine.board import Board
from engine.boards import board_of
from engine.drawing.look import RESERVE, SEATS
from engine.errors import BadConfig
from engine.games.racepack.setup import SIZES

GAME: Final = "racepack"
SHEET: Final = "race"
KIND: Final = "tiles"
LETTERS: Final = (*SEATS, *RESERVE)
"""The letters that cars can have."""

LAPS: Final = (1, 2, 3, 4, 5, 8, 12)
"""The laps on offer: those that the die shows, and long races (RP-23)."""
EXTRA_HAZARDS: Final = 4
"""The nulls of the second set (RP-78)."""

RACE_KEYS: Final = ("ranking", "laps", "hazards", "token_mode", "track", "setup")
"""Keys of the command ``new``, at its top or among its options."""
DICE: Final = Wish("dice", ("table", "service"), "table", woodless="service")
RACE_OPTIONS: Final = ("timer", "extra_hazards", "dice")
"""RP-80's ``options`` and ours."""
OURS: Final = ("cut",)
"""Options that only the table reads."""


class RaceOffer(Offer):
    """Racepack as the set-up page offers it (RP-20)."""

    course: ClassVar[str] = "track"
    each: ClassVar[str] = "setup.each_car"
    begins: ClassVar[str] = "setup.by_dice"

    def board(self, kind: str) -> Board:
        """The default circuit; BadConfig for any other kind."""
        if kind != KIND:
            raise BadConfig(f"There is no {kind} board for this game; it needs a {KIND} one.")
        return board_of(KIND)

    def sides(self, kind: str) -> tuple[str, ...]:
        """All colours; a circuit has no sides."""
        return LETTERS

    def counts(self, kind: str) -> tuple[int, ...]:
        """RP-20: two to eight."""
        return tuple(sorted({players for players, _ in SIZES}))

    def colours_each(self, sheet: RulesOffer, kind: str, players: int) -> tuple[int, ...]:
        """RP-20: one car or two, as the number of players allows."""
        return tuple(sorted(each for count, each in SIZES if count == players))

    def team_sizes(self, sheet: RulesOffer, players: int) -> tuple[int, ...]:
        """One player each, since nobody has partners; a player with two cars is a team."""
        return (1,)

    def usual(self, kind: str, players: int, each: int) -> tuple[tuple[str, ...], ...]:
        """The first letters go round the seats, then the next ones; empty outside RP-20."""
        if kind != KIND or (players, each) not in SIZES:
            return ()
        return tuple(LETTERS[seat : players * each : players] for seat in range(players))

    def wishes(self, kind: str, players: int, each: int) -> tuple[Wish, ...]:
        """RP-23, RP-88, RP-74, RP-78; RP-28 where six cars race for three."""
        found = [Wish("laps", LAPS, 3), DICE]
        if (players, each) == (3, 2):
            found.append(Wish("token_mode", ("pool", "car"), "pool"))
        return (
            *found,
            Wish("timer", (False, True), False),
            Wish("extra_hazards", (0, EXTRA_HAZARDS), 0),
        )

    def teams(self, players: int, size: int) -> tuple[tuple[int, ...], ...]:
        """Every player alone."""
        return tuple((seat,) for seat in range(players))

    def settled(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Players as lists, cars called by letters."""
        return _kept(options)

    def engine_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Op ``new`` of the engine (RP-88, RP-90)."""
        return _asked(options)


OFFER: Final = RaceOffer(GAME, (RulesOffer(SHEET, (KIND,), several=True, drawn=False),))


def _bad(message: str) -> BadConfig:
    """RP-86: the error for a race that does not fit."""
    return BadConfig(message, code="bad_config")


def _kept(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as they are kept: players as lists in seat order, their ids beside them.

    BadConfig names what does not fit.
    """
    out = dict(options)
    players = out.get("players")
    if isinstance(players, Mapping):
        # Only people's own words may be read from here on; the ids still go to the engine.
        out["ids"] = sorted(map(str, players))
        out["players"] = [list(players[name]) for name in out["ids"]]
    elif isinstance(players, Sequence) and not isinstance(players, str):
        out["ids"] = [str(seat + 1) for seat in range(len(players))]
        out["players"] = [list(cars) for cars in players]
    else:
        raise _bad("players: say who drives which cars, a list for each player (RP-20).")
    out["players"] = _lettered(out["players"])
    if not any(out.get("names") or ()) and isinstance(players, Mapping):
        out["names"] = [_name(name, cars) for name, cars in _named(out)]
    _check_ours(out)
    return out | {"rules": SHEET, "board": KIND}


def _named(options: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    return list(zip(options["ids"], options["players"], strict=True))


def _name(name: str, cars: Sequence[str]) -> str:
    """A player's id as a name, unless it only says a colour or a number."""
    return "" if name.upper() in cars or name.isdigit() else name


def _lettered(players: list[list[str]]) -> list[list[str]]:
    """Cars with letters: their own if every car has one of A to H, else in order."""
    every = list(chain.from_iterable(players))
    if len(set(every)) < len(every):
        twice = next(car for car in every if every.count(car) > 1)
        raise _bad(f"players: the car {twice} is given twice.")
    if len(every) > len(LETTERS):
        raise _bad(f"players: {len(every)} cars are too many; {len(LETTERS)} can race (RP-20)")
    upper = [car.upper() for car in every]
    own = set(upper) <= set(LETTERS) and len(set(upper)) == len(upper)
    names = dict(zip(every, upper if own else LETTERS, strict=False))
    return [[names[car] for car in cars] for cars in players]


def _check_ours(options: Mapping[str, Any]) -> None:
    """Refuse what other games have and a race does not, unless it says nothing."""
    if options.get("rules") not in (None, SHEET):
        raise _bad(f"rules: this game has no sheet {options['rules']!r:.40}; leave it out.")
    if options.get("board") not in (None, KIND):
        raise _bad(f"board: this game is raced on {KIND}, not on {options['board']!r:.40}.")
    alone = [[seat] for seat in range(len(options["players"]))]
    if options.get("teams") not in (None, alone):
        raise _bad("teams: nobody has partners here; give a player two cars instead (RP-20).")
    if options.get("first") not in (None, 0):
        raise _bad("first: the dice or `ranking` say who starts; leave it out (RP-21).")


def _asked(options: Mapping[str, Any]) -> dict[str, Any]:
    """The request to the engine; ``options`` as ``_kept`` gave them. BadConfig otherwise."""
    ids = options["ids"]
    flat = {k: v for k, v in (options.get("options") or {}).items() if k not in OURS}
    race = dict(_object(flat.pop("options", None) or {}))
    race |= {key: flat.pop(key) for key in RACE_OPTIONS if key in flat}
    out: dict[str, Any] = {"game": GAME, "players": dict(_named(options))}
    for key in RACE_KEYS:
        value = flat.pop(key, None)
        value = options.get(key) if value is None else value
        if value is not None:
            out[key] = value
    if flat:
        known = ", ".join((*RACE_KEYS, *RACE_OPTIONS))
        raise _bad(f"options: there is no {next(iter(flat))!r:.40}; known are {known}.")
    if isinstance(out.get("ranking"), Sequence):
        out["ranking"] = [_id(ids, one) for one in out["ranking"]]
    elif out.setdefault("setup", True) is False:
        out["ranking"] = list(ids)
    race = {key: value for key, value in race.items() if not _says_nothing(key, value)}
    race.setdefault("dice", "table")
    return out | {"options": race}


def _says_nothing(key: str, value: object) -> bool:
    """Whether nothing is wanted there. What is of another kind is left to the engine to refuse."""
    if key == "extra_hazards" and not isinstance(value, bool):
        return value in (None, 0)
    return value is None or (key == "timer" and value is False)


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _bad("options: options is an object with timer, extra_hazards, dice.")
    return value


def _id(ids: Sequence[str], one: object) -> object:
    """A player's id, which may also be given as a seat number."""
    if isinstance(one, int) and not isinstance(one, bool) and 0 <= one < len(ids):
        return ids[one]
    return one
