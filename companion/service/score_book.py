"""The score book of this board: nights, corrections, and the people who play here."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from companion.games.packs import words
from companion.games.seat_names import is_anothers
from companion.model import score_refusals, seat_refusals
from companion.model.message import Message
from companion.model.names import LONGEST, known_as, plain
from companion.model.night import SCHEMES, Night
from companion.model.past import GameResult, Past, SeatResult
from companion.model.players import HELPS, MOST_AHEAD, Player
from companion.scoring.corrections import asked_for, corrections
from companion.scoring.nights import ends, nights
from companion.scoring.play_file import play_file
from companion.scoring.regulars import regulars
from companion.scoring.tables import csv_text
from companion.store.score_rows import ScoreRows
from companion.words import render


class ScoreBook:
    """``companion.model.night.Scores`` and ``companion.model.players.Players``.

    ``colours``  those that a player may have; ``wall``: seconds since the epoch
    """

    def __init__(
        self, past: Past, rows: ScoreRows, colours: Sequence[str], wall: Callable[[], float]
    ) -> None:
        self._past, self._rows, self._colours, self._wall = past, rows, colours, wall
        self._lock = threading.Lock()

    # ------------------------------------------------------------------------------------ nights

    def nights(self) -> Sequence[Night]:
        """All nights, the newest first."""
        return nights(self._past.games(), self._rows.marks(), self._wall())

    def csv(self, night: Night) -> str:
        """A night as a table for spreadsheets."""
        return csv_text(night)

    def play_file(self, night: Night) -> Mapping[str, Any]:
        """A night as a play file of BG Stats, in English and in this machine's own time."""
        return play_file(night, "Trackside", _game_name, _seat_name, datetime.fromtimestamp)

    def end(self, who: str) -> None:
        """End the night that goes on, with the newest game."""
        with self._lock:
            games = self._past.games()
            found = nights(games, self._rows.marks(), self._wall())
            if not found or found[0].ended is not None:
                raise score_refusals.no_night()
            self._rows.write(self._wall(), who, "end", [{"after": games[0].number}])

    def reopen(self, who: str) -> None:
        """Go on with the newest night after all, if somebody ended it."""
        with self._lock:
            games, marks = self._past.games(), self._rows.marks()
            if not games or games[0].number not in ends(marks):
                raise score_refusals.no_night()
            self._rows.write(self._wall(), who, "reopen", [{"after": games[0].number}])

    def choose(self, who: str, night: int, scheme: str) -> None:
        """Count a night's points by another scheme."""
        if scheme not in SCHEMES:
            raise score_refusals.no_such_scheme(scheme, SCHEMES)
        with self._lock:
            found = next((one for one in self.nights() if one.number == night), None)
            if found is None:
                raise score_refusals.unknown_night()
            if found.scheme != scheme:
                data = {"night": night, "scheme": scheme}
                self._rows.write(self._wall(), who, "scheme", [data])

    def correct(self, who: str, game_id: str, changes: Mapping[tuple[int, str], str]) -> None:
        """Correct a finished game."""
        with self._lock:
            games = (game for game in self._past.games() if game.over and game.id == game_id)
            result = next(games, None)
            if result is None:
                raise score_refusals.unknown_game()
            lines = corrections(self._rows.marks(), game_id)
            data = asked_for(result, lines, changes)
            _refuse_colours(result, data)
            self._rows.write(self._wall(), who, "correct", data)

    # ----------------------------------------------------------------------------------- players

    def players(self) -> Sequence[Player]:
        """All that are kept, and all that have played or play now, by name."""
        games = self._past.games()
        newest = games[0] if games else None
        going = newest is not None and not (newest.over or newest.closed)
        now = newest.seats if newest is not None and going else ()
        past = nights(games, self._rows.marks(), self._wall())
        return regulars(self._rows.players(), past, now)

    def keep(self, player: Player, was: str = "") -> None:
        """Keep somebody."""
        name = plain(player.name)
        if not 1 <= len(name) <= LONGEST:
            raise score_refusals.player_name(name, LONGEST)
        if player.colour and player.colour not in self._colours:
            raise score_refusals.player_wish("colour", player.colour)
        if player.help not in HELPS:
            raise score_refusals.player_wish("help", player.help)
        if not 0 <= player.ahead <= MOST_AHEAD:
            raise score_refusals.player_wish("ahead", player.ahead)
        known, before = known_as(name), known_as(was)
        with self._lock:
            if known != before and known in self._rows.players():
                raise score_refusals.player_known()
            self._rows.keep(known, msgspec.structs.replace(player, name=name), before or known)

    def forget(self, name: str) -> None:
        """Keep nothing for that name any more."""
        if not self._rows.forget(known_as(name)):
            raise score_refusals.unknown_player()


def _refuse_colours(result: GameResult, data: Sequence[Mapping[str, object]]) -> None:
    """Refuse a name that becomes the colour of another seat, as a new game does."""
    held = {seat.seat: seat.colours for seat in result.seats}
    players = [held.get(seat, ()) for seat in range(max(held, default=-1) + 1)]
    for one in data:
        if one["field"] == "name" and is_anothers(str(one["now"]), int(str(one["seat"])), players):
            raise seat_refusals.anothers_colour(str(one["now"]))


def _game_name(game: str) -> str:
    return words(f"game.{game}")


def _seat_name(seat: SeatResult) -> str:
    """``Green bot (good)``, or the colour of somebody without a name."""
    kind = "bot" if seat.bot else "colour"
    name = render(Message(f"{kind}.{seat.colours[0]}"))
    return f"{name} ({seat.bot})" if seat.bot else name
