"""The people who play here, with what they have played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model.names import known_as
from companion.model.night import Night
from companion.model.past import SeatResult
from companion.model.players import Player


def regulars(
    kept: Mapping[str, Player], nights: Sequence[Night], now: Sequence[SeatResult] = ()
) -> tuple[Player, ...]:
    """Those that are kept, and those that have played under a name or play now, by name.

    ``kept``  by name without case; ``now``: the seats of the game that goes on
    """
    found = dict(kept)
    for seat in now:
        if seat.name and not seat.bot:
            found.setdefault(known_as(seat.name), Player(seat.name, seat.colours[0]))
    games = [game for night in reversed(nights) for game in night.games if game.counts]
    for game in games:
        for seat in game.result.seats:
            if seat.bot or not seat.name:
                continue
            known = known_as(seat.name)
            one = found.get(known) or Player(seat.name, seat.colours[0])
            found[known] = Player(
                one.name,
                one.colour or (seat.colours[0] if known not in kept else ""),
                one.help,
                one.ahead,
                one.games + 1,
                one.wins + seat.won,
                game.result.ended,
            )
    return tuple(found[known] for known in sorted(found))
