"""A night as a play file of BG Stats, which that app opens and takes into its own record.

The form is that of the app's own files (docs/night.md says where it is documented): lists of
players, locations, games and plays that refer to each other by numbers within the file. The
``uuid`` of a play stays the same, so a file that is taken in twice does not make two plays of one.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from companion.model.names import known_as
from companion.model.night import Night, NightGame
from companion.model.past import NAMELESS, GameResult, SeatResult

OURS: Final = UUID("6f2f7c2e-5d0c-4d57-9a62-8f3c3f0f3b55")
"""Our own namespace of ids."""
ABOUT: Final = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a "
    "share, export or open-in function to open it with Board Game Stats."
)
"""What every such file begins with."""
ANONYMOUS: Final = 1
"""The number of the player that stands for all people who have no name of their own."""
PERSON: Final = '{"isNpc":0}'
NO_PERSON: Final = '{"isNpc":1}'
"""What a player's entry says of a bot."""
PLACE: Final = 1
"""The number of the one location."""


def play_file(
    night: Night,
    place: str,
    game_name: Callable[[str], str],
    seat_name: Callable[[SeatResult], str],
    local: Callable[[float], datetime],
) -> dict[str, Any]:
    """The file's data. Games that do not count are left out.

    ``place``      the location's name
    ``game_name``  the name of a game of the registry; ``seat_name``: of a bot or unnamed player
    ``local``      the table's own time
    """
    played = [game for game in night.games if game.counts]
    games = _Numbered("game")
    people = _Numbered("player", first=ANONYMOUS + 1)
    plays = []
    for one in played:
        number = games.number(one.result.game)
        scores = [_score(one, seat, people, seat_name) for seat in one.result.seats]
        plays.append(_play(one, number, scores, local))
    newest = max((_changed(one) for one in played), default=None)
    changed = "" if newest is None else _stamp(local(newest))
    seats = {_key(s): s for one in reversed(played) for s in one.result.seats}  # as first called
    return {
        "about": ABOUT,
        "players": [
            _entry(
                ANONYMOUS,
                "Anonymous player",
                _id("player", ""),
                changed,
                isAnonymous=True,
                metaData=PERSON,
            ),
            *(
                _entry(
                    n,
                    seat_name(seats[key]) if seats[key].bot else seats[key].name,
                    _id("player", key),
                    changed,
                    isAnonymous=False,
                    metaData=NO_PERSON if seats[key].bot else PERSON,
                )
                for key, n in people.known.items()
            ),
        ],
        "locations": [_entry(PLACE, place, _id("location", place), changed)],
        "games": [
            _entry(
                n,
                game_name(game),
                _id("game", game),
                changed,
                cooperative=False,
                highestWins=True,
                noPoints=not _has_marbles(played, game),
                usesTeams=False,
                bggId=0,
                bggYear=0,
            )
            for game, n in games.known.items()
        ],
        "plays": plays,
        "userInfo": {"meRefId": ANONYMOUS},
    }


class _Numbered:
    """Things of the file, each with its number in it."""

    def __init__(self, kind: str, first: int = 1) -> None:
        self.kind = kind
        self.known: dict[str, int] = {}
        self._first = first

    def number(self, thing: str) -> int:
        """Its number; a new one for a thing not seen before."""
        return self.known.setdefault(thing, self._first + len(self.known))


def _play(
    one: NightGame, game: int, scores: list[dict[str, Any]], local: Callable[[float], datetime]
) -> dict[str, Any]:
    result = one.result
    ended = local(result.ended)
    teams = len({seat.team for seat in result.seats}) < len(result.seats)
    return {
        "uuid": _id("play", result.id),
        "modificationDate": _stamp(local(_changed(one))),
        "entryDate": _stamp(ended),
        "playDate": _stamp(ended),
        "playDateYmd": int(ended.strftime("%Y%m%d")),
        "durationMin": max(0, round((result.ended - result.started) / 60)),
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "usesTeams": teams,
        "gameRefId": game,
        "locationRefId": PLACE,
        "board": _board(result),
        "scoringSetting": 0,
        "playImages": "[]",
        "playerScores": scores,
    }


def _changed(one: NightGame) -> float:
    """When it became what it is: at its end, or by its last correction."""
    return max([one.result.ended, *(line.at for line in one.lines)])


def _board(result: GameResult) -> str:
    """The rules, as that app keeps them beside the game."""
    if result.house == NAMELESS:
        return f"{result.rules} {NAMELESS}"
    return result.house or (result.rules if result.rules != result.game else "")


def _score(
    one: NightGame, seat: SeatResult, people: _Numbered, seat_name: Callable[[SeatResult], str]
) -> dict[str, Any]:
    key = _key(seat)
    out = {
        "score": "" if seat.home is None else str(seat.home),
        "winner": seat.won,
        "newPlayer": False,
        "startPlayer": seat.began,
        "playerRefId": people.number(key) if key else ANONYMOUS,
        "rank": seat.place,
        "seatOrder": seat.seat + 1,
    }
    if not key:
        out["role"] = seat_name(seat)
    if len({each.team for each in one.result.seats}) < len(one.result.seats):
        out["team"] = str(seat.team + 1)
    return out


def _key(seat: SeatResult) -> str:
    """Who that is, in every game: a bot by its colour and level; empty for one without a name."""
    return f"bot {seat.colours[0]} {seat.bot}" if seat.bot else known_as(seat.name)


def _has_marbles(games: list[NightGame], game: str) -> bool:
    seats = (seat for one in games if one.result.game == game for seat in one.result.seats)
    return any(seat.home is not None for seat in seats)


def _entry(number: int, name: str, uuid: str, changed: str, **more: object) -> dict[str, Any]:
    return {"uuid": uuid, "id": number, "name": name, "modificationDate": changed, **more}


def _id(kind: str, text: str) -> str:
    return str(uuid5(OURS, f"{kind} {text}"))


def _stamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S")
