"""Every game that was played: the list with its filters, and records to load."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import FileRefused, JournalError
from companion.model.names import known_as
from companion.model.past import GameResult, SeatResult
from companion_web.access.seats import greet
from companion_web.access.security import takes
from companion_web.api.game_views import listed, the_replays
from companion_web.api.games import MOST_BYTES
from companion_web.api.keepers import is_keeper, need_keeper
from companion_web.api.night_view import by_place, day_of
from companion_web.context import web
from companion_web.drawing.timeline import mini_curve

from .parts import bot_name, colour_name, date_text, rules_title, say

history_pages = Blueprint("history", __name__)

FORM_BYTES: Final = 4096
"""So much the form round a record may take."""


class Seat(NamedTuple):
    """Somebody who played: the colours, the name, and whether it won."""

    colours: Sequence[str]
    name: str
    won: bool


class Row(NamedTuple):
    """A game of the list. ``address``: of its replay, empty while it is played.

    ``when``  day and time of day; ``day``: what a phone has room for
    ``seats`` in order of place; ``won``: one of them is the winner
    """

    title: str
    when: str
    day: str
    sheet: str
    moves: str
    seats: Sequence[Seat]
    end: str
    won: bool
    address: str
    loaded: str
    curve: Markup


@history_pages.get("/history")
def history() -> Response:
    """Every game, the newest first; ``?who=NAME`` and ``?rules=GAME.SHEET`` choose among them."""
    greet()
    return _page()


@history_pages.post("/history/load")
@takes(MOST_BYTES + FORM_BYTES)
def load() -> AnyResponse:
    """Take in a record, and show it."""
    greet()
    need_keeper()
    file = request.files.get("file")
    if file is None or not file.filename:
        return _page(refusal=say("history.nothing"), status=400)
    try:
        name = the_replays().load(file.stream.read())
    except FileRefused as refused:
        return _page(refusal=web().refused(refused), status=refused.status)
    return redirect(url_for("replay.replay", name=name), 303)


@history_pages.post("/history/delete")
def delete() -> AnyResponse:
    """Delete a loaded record."""
    greet()
    need_keeper()
    try:
        the_replays().forget(request.form.get("name", ""))
    except FileRefused as refused:
        return _page(refusal=web().refused(refused), status=refused.status)
    return redirect(url_for("history.history"), 303)


def _page(*, refusal: str = "", status: int = 200) -> Response:
    try:
        games = listed()
    except JournalError as error:
        games, refusal, status = [], refusal or str(error), 503
    who, rules = request.args.get("who", ""), request.args.get("rules", "")
    whole = [(name, game) for name, game in games if not game.why]
    shown = [
        (name, game)
        for name, game in whole
        if (not who or known_as(who) in _names(game)) and (not rules or rules == _sheet(game))
    ]
    people = {known: name for _, game in reversed(whole) for known, name in _names(game).items()}
    page = render_template(
        "history.html",
        rows=[_row(name, game) for name, game in shown],
        most=MOST_BYTES + FORM_BYTES,
        broken=[game for _, game in games if game.why],
        people=[name for _, name in sorted(people.items())],
        sheets=sorted({(_sheet(game), _rules(game)) for _, game in whole}),
        who=people.get(known_as(who), who),
        rules=rules,
        filtered=bool(whole),
        keeper=is_keeper(),
        refusal=refusal,
    )
    return Response(page, status, mimetype="text/html")


def _names(game: GameResult) -> dict[str, str]:
    """The names of the people who played, by what they are known as from game to game."""
    return {known_as(one.name): one.name for one in game.seats if one.name}


def _sheet(game: GameResult) -> str:
    return f"{game.game}.{game.rules}" + (f".{game.house}" if game.house else "")


def _rules(game: GameResult) -> str:
    return rules_title(game.game, game.rules, game.house)


def _row(name: str, game: GameResult) -> Row:
    watched = game.over or game.closed
    loaded = "" if name.isdecimal() else name
    moves = say("history.moves", n=game.moves)
    return Row(
        title=say("history.record") if loaded else say("history.number", n=name),
        when=_when(game.started),
        day=_day(game.started),
        sheet=_rules(game),
        moves=moves,
        seats=[Seat(one.colours, _called(one), one.won) for one in by_place(game.seats)],
        end=_end(game),
        won=any(one.won for one in game.seats),
        address=url_for("replay.replay", name=name) if watched else "",
        loaded=loaded,
        curve=Markup(mini_curve(game.curve, game.team_colours)),
    )


def _called(seat: SeatResult) -> str:
    if seat.bot:
        return bot_name(seat.colours[0])
    return seat.name or colour_name(seat.colours[0])


def _end(game: GameResult) -> str:
    won = [_called(one) for one in game.seats if one.won]
    if won:
        return say("history.won", p=" + ".join(won))
    return say("history.unfinished") if game.closed else say("history.goes_on")


def _when(seconds: float) -> str:
    """Day and time of day where the table stands."""
    _, day, hour = day_of(seconds)
    return f"{date_text(day)} {hour}"


def _day(seconds: float) -> str:
    """The day of the week where the table stands; its date once another day has that name."""
    weekday, day, _ = day_of(seconds)
    today = date.fromisoformat(day_of(time.time())[1])
    ago = (today - date.fromisoformat(day)).days  # a day may have 23 hours
    return say(f"history.day.{weekday}") if 0 <= ago < 7 else date_text(day)
