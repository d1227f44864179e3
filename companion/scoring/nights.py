"""Which games make a night, and how its players stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.model.names import known_as
from companion.model.night import (
    NIGHT_SECONDS,
    SCHEMES,
    Mark,
    Night,
    NightGame,
    Scheme,
    Standing,
)
from companion.model.past import GameResult, SeatResult

from .corrections import corrected, corrections, counts


def nights(games: Sequence[GameResult], marks: Sequence[Mark], now: float) -> tuple[Night, ...]:
    """All nights, the newest first. ``games`` in any order; ``now``: seconds since the epoch."""
    ended_by = ends(marks)
    schemes = {int(m.data["night"]): m.data["scheme"] for m in marks if m.kind == "scheme"}
    made = []
    for number, group in enumerate(_grouped(games, ended_by), 1):
        opened, last = group[0].started, group[-1]
        ended = ended_by.get(last.number)
        if ended is None and now >= opened + NIGHT_SECONDS:
            ended = max(last.ended, opened + NIGHT_SECONDS)
        scheme: Scheme = schemes[number] if schemes.get(number) in SCHEMES else SCHEMES[0]
        finished = tuple(_game(game, marks, scheme) for game in group if game.over)
        made.append(Night(number, opened, ended, scheme, finished, _standings(finished)))
    return tuple(reversed(made))


def ends(marks: Sequence[Mark]) -> dict[int, float]:
    """The games after which somebody ended a night, and when."""
    found: dict[int, float] = {}
    for mark in marks:
        if mark.kind == "end":
            found[int(mark.data["after"])] = mark.at
        elif mark.kind == "reopen":
            found.pop(int(mark.data["after"]), None)
    return found


def _grouped(games: Iterable[GameResult], ended_by: Collection[int]) -> Iterator[list[GameResult]]:
    """The games of each night: a night opens with its first game."""
    group: list[GameResult] = []
    for game in sorted(games, key=lambda one: one.number):
        late = group and game.started >= group[0].started + NIGHT_SECONDS
        if group and (late or group[-1].number in ended_by):
            yield group
            group = []
        group.append(game)
    if group:
        yield group


def _game(result: GameResult, marks: Sequence[Mark], scheme: Scheme) -> NightGame:
    lines = corrections(marks, result.id)
    known, counted = corrected(result, lines), counts(lines)
    points = tuple(_points(known, seat, scheme) if counted else 0 for seat in known.seats)
    return NightGame(known, points, counted, lines)


def _points(result: GameResult, seat: SeatResult, scheme: Scheme) -> int:
    by_place = max(0, len(result.seats) - seat.place + 1)
    home = seat.home or 0
    if scheme == "all":
        return by_place + seat.won + home
    return {"places": by_place, "wins": int(seat.won), "home": home}[scheme]


class _Played(NamedTuple):
    """What one player did in one game. ``game``: its number among those of the night, from 0."""

    game: int
    seat: SeatResult
    points: int


def key_of(seat: SeatResult) -> str:
    """Names a player in a night: a person by its name, else by its colour; a bot by its colour."""
    if seat.bot:
        return f"bot {seat.colours[0]}"
    return f"name {known_as(seat.name)}" if seat.name else f"seat {seat.colours[0]}"


def _standings(games: Sequence[NightGame]) -> tuple[Standing, ...]:
    """The players by points; then who has more wins, then who came first to the table."""
    played: dict[str, list[_Played]] = {}
    for n, game in enumerate(games):
        for seat, points in zip(game.result.seats, game.points, strict=True):
            if game.counts:
                played.setdefault(key_of(seat), []).append(_Played(n, seat, points))
    found = [_standing(key, of, len(games)) for key, of in played.items()]
    found.sort(key=lambda one: (-one.points, -one.wins))
    people = sorted((one.points for one in found if not one.bot), reverse=True)
    return tuple(_ranked(one, people) for one in found)


def _ranked(one: Standing, people: Sequence[int]) -> Standing:
    if one.bot:
        return one
    rank = people.index(one.points) + 1
    values = {f: getattr(one, f) for f in one.__struct_fields__}
    return Standing(**{**values, "rank": rank, "best": rank == 1 and one.points > 0})


def _standing(key: str, played: Sequence[_Played], games: int) -> Standing:
    seats = [one.seat for one in played]
    last, turns = seats[-1], sum(seat.turns for seat in seats)
    places = {one.game: one.seat.place for one in played}
    return Standing(
        key=key,
        name=last.name,
        bot=last.bot,
        colours=last.colours,
        rank=0,
        best=False,
        points=sum(one.points for one in played),
        wins=sum(seat.won for seat in seats),
        places=tuple(places.get(n, 0) for n in range(games)),
        ahead=last.ahead,
        home=_sum(seat.home for seat in seats),
        took=_sum(seat.took for seat in seats),
        lost=_sum(seat.lost for seat in seats),
        back=_sum(seat.back for seat in seats),
        waited=max((s.waited for s in seats if s.waited is not None), default=None),
        seconds=round(sum(s.seconds for s in seats) / turns, 1) if turns else None,
    )


def _sum(values: Iterable[int | None]) -> int | None:
    """The sum of those that there are; None if there is none."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None
