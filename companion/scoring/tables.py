"""A night as a table for spreadsheets: one line a seat of every finished game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from companion.model.night import Night

HEAD: Final = (
    *("night", "game", "counts", "started", "ended", "rules", "board", "moves", "seat", "player"),
    *("bot", "colours", "team", "place", "won", "points", "home", "of", "to_go", "ahead", "took"),
    *("lost", "sent_back", "longest_wait", "turns", "seconds_a_turn"),
)
"""The columns. Times are in UTC; what a game has no notion of is empty."""
FORMULAE: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for the beginning of a formula."""


def csv_text(night: Night) -> str:
    """The table as CSV (RFC 4180), with its head."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    writer.writerows(_lines(night))
    return out.getvalue()


def _lines(night: Night) -> Iterator[tuple[object, ...]]:
    for game in night.games:
        result = game.result
        rules = result.rules if result.rules != result.game else ""
        house = f"({_plain(result.house)})" if result.house else ""  # without a name: (*)
        played = " ".join(filter(None, (result.game, rules, house)))
        times = (_utc(result.started), _utc(result.ended))
        for seat, points in zip(result.seats, game.points, strict=True):
            yield (
                *(night.number, result.number, int(game.counts), *times, played, result.board),
                *(result.moves, seat.seat + 1, _plain(seat.name), seat.bot, "".join(seat.colours)),
                *(seat.team + 1, seat.place, int(seat.won), points, seat.home, seat.of, seat.to_go),
                *(seat.ahead, seat.took, seat.lost, seat.back, seat.waited, seat.turns),
                round(seat.seconds / seat.turns, 1) if seat.turns else None,
            )


def _utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _plain(name: str) -> str:
    """The name so that no spreadsheet computes it."""
    return f"'{name}" if name.startswith(FORMULAE) else name
