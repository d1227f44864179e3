"""Corrections of finished games: what may be corrected, and the game as it is then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.model import score_refusals, seat_refusals
from companion.model.names import LONGEST, plain, twice
from companion.model.night import WHOLE_GAME, Corrected, Mark
from companion.model.past import GameResult, SeatResult

COUNTS = "counts"
YES, NO = "yes", "no"


def corrections(marks: Iterable[Mark], game_id: str) -> tuple[Corrected, ...]:
    """The corrections of a game, the oldest first."""
    return tuple(
        Corrected(mark.at, mark.who, int(d["seat"]), str(d["field"]), str(d["was"]), str(d["now"]))
        for mark in marks
        if mark.kind == "correct" and (d := mark.data).get("game") == game_id
    )


def counts(lines: Sequence[Corrected]) -> bool:
    """Whether a game counts for its night."""
    return next((one.now for one in reversed(lines) if one.field == COUNTS), YES) == YES


def corrected(result: GameResult, lines: Sequence[Corrected]) -> GameResult:
    """A game with its corrections. Whoever comes in first has won."""
    seats = list(result.seats)
    for line in lines:
        for n, seat in enumerate(seats):
            if seat.seat == line.seat:
                seats[n] = _changed(seat, line.field, line.now)
    return msgspec.structs.replace(result, seats=tuple(seats))


def _changed(seat: SeatResult, field: str, now: str) -> SeatResult:
    if field == "name":
        return msgspec.structs.replace(seat, name=now)
    if field == "place":
        return msgspec.structs.replace(seat, place=int(now), won=now == "1")
    if seat.home == int(now):
        return seat
    # How far the others were from home is not known of another number of them.
    return msgspec.structs.replace(seat, home=int(now), to_go=0 if now == str(seat.of) else None)


def asked_for(
    result: GameResult, lines: Sequence[Corrected], changes: Mapping[tuple[int, str], str]
) -> list[dict[str, object]]:
    """The data of the marks that these changes make: only what becomes another.

    CommandRefused if something cannot be so, with nothing changed.
    """
    now = corrected(result, lines)
    places = {seat.seat: seat.place for seat in now.seats}
    places |= {seat: _number(to) for (seat, field), to in changes.items() if field == "place"}
    if min(places.values(), default=1) != 1:
        raise score_refusals.nobody_first()
    names = {seat.seat: seat.name for seat in now.seats if not seat.bot}
    renamed = {seat: plain(to) for (seat, field), to in changes.items() if field == "name"}
    if renamed.items() - names.items() and (same := twice((names | renamed).values())):
        raise seat_refusals.same_name(same)
    out: list[dict[str, object]] = []
    for (seat, field), to in changes.items():
        was, then = _pair(now, lines, seat, field, to)
        if was != then:
            out.append({"game": result.id, "seat": seat, "field": field, "was": was, "now": then})
    if any(one["field"] in ("place", "home") for one in out):
        homes = {seat.seat: seat.home for seat in now.seats if seat.home is not None}
        homes |= {seat: _number(to) for (seat, field), to in changes.items() if field == "home"}
        _look_at_the_first(result, places, homes)
    return out


def _look_at_the_first(
    result: GameResult, places: Mapping[int, int], homes: Mapping[int, int]
) -> None:
    """Nobody is first with more marbles on the way than the game's own winner had.

    That is none by most rules; by some the last marble wins outside of the home row.
    """
    of = {seat.seat: seat.of or 0 for seat in result.seats}
    short = [(seat.of or 0) - (seat.home or 0) for seat in result.seats if seat.place == 1]
    if not short:
        return
    for seat, home in homes.items():
        if places[seat] == 1 and of[seat] - home > max(short):
            raise score_refusals.first_not_home(of[seat] - max(short))


def _pair(
    now: GameResult, lines: Sequence[Corrected], seat: int, field: str, to: str
) -> tuple[str, str]:
    """What it was, and what it shall be."""
    if (seat, field) == (WHOLE_GAME, COUNTS) and to in (YES, NO):
        return YES if counts(lines) else NO, to
    if field == COUNTS:
        raise score_refusals.no_such_count(to)
    one = next((each for each in now.seats if each.seat == seat), None)
    if one is None:
        raise seat_refusals.unknown_seat(seat)
    if field == "name" and not one.bot:
        return one.name, _name(one.name, plain(to))
    if field == "place" and 1 <= _number(to) <= len(now.seats):
        return str(one.place), str(_number(to))
    if field == "home" and one.home is not None and 0 <= _number(to) <= (one.of or 0):
        return str(one.home), str(_number(to))
    raise score_refusals.no_such_correction(field, to)


def _name(was: str, to: str) -> str:
    """What somebody is called then; a longer name of before may stay."""
    if to != was and len(to) > LONGEST:
        raise seat_refusals.long_name(LONGEST)
    return to


def _number(text: str) -> int:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
