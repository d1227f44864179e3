"""The page of a night: how its players stand, its games, their corrections, the export."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CommandRefused, JournalError
from companion.model.names import LONGEST, known_as
from companion.model.night import SCHEMES, WHOLE_GAME, Corrected, Night, Standing
from companion.model.past import SeatResult
from companion_web.access.seats import greet
from companion_web.api.keepers import is_keeper
from companion_web.api.night_view import (
    by_place,
    chosen,
    day_of,
    end_night,
    game_of,
    need_scorer,
    night_json,
    rows,
    wanted_night,
)
from companion_web.context import web
from companion_web.drawing.dot_line import dot_line
from companion_web.drawing.timeline import mini_curve

from .parts import bot_name, colour_name, date_text, say

night_pages = Blueprint("night", __name__)

SHORT_NIGHTS: Final = 12
"""So many nights are listed at the foot."""
NOTHING: Final[Mapping[tuple[int, str], str]] = MappingProxyType({})


@night_pages.get("/night")
def night() -> Response:
    """The newest night, or ``?night=N``."""
    greet()
    try:
        found = wanted_night()
        nights = web().book.nights()
    except JournalError:
        page = render_template("night.html", night=None, failed=True, **_tools())
        return Response(page, 503, mimetype="text/html")
    table = web().table.view(None)
    page = render_template(
        "night.html",
        night=found,
        failed=False,
        rows=[] if found is None else rows(found, player_name),
        newest=bool(nights) and found is not None and found.number == nights[0].number,
        others=[one for one in nights if found is None or one.number != found.number][
            :SHORT_NIGHTS
        ],
        game=table.game,
        playing=table.game is not None and table.state != "over",
        **_tools(),
    )
    return Response(page, mimetype="text/html")


@night_pages.post("/night/end")
def end() -> AnyResponse:
    """End the night that goes on; nothing more is to be done where another phone was first."""
    with suppress(CommandRefused):
        end_night()
    return redirect(url_for("night.night"), 303)


@night_pages.post("/night/reopen")
def reopen() -> AnyResponse:
    """Go on with the night that was ended last, unless it goes on already."""
    with suppress(CommandRefused):
        web().book.reopen(need_scorer())
    return redirect(url_for("night.night"), 303)


@night_pages.post("/night/scheme")
def scheme() -> AnyResponse:
    """Count a night's points by another scheme."""
    number = request.form.get("night", -1, type=int)
    web().book.choose(need_scorer(), number, request.form.get("scheme", ""))
    return redirect(url_for("night.night", night=number), 303)


@night_pages.get("/night/<int:number>.<form>")
def export(number: int, form: str) -> Response:
    """The night as a file: ``csv``, ``json`` or ``bgsplay``."""
    if form not in ("csv", "json", "bgsplay"):
        abort(404)
    found = chosen(number)
    assert found is not None
    name = f"trackside-{day_of(found.opened)[1]}"
    if form == "csv":
        return _file(web().book.csv(found), "text/csv; charset=utf-8", f"{name}.csv")
    data = night_json(found) if form == "json" else web().book.play_file(found)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return _file(text, "application/json", f"{name}.{form}")


def _file(text: str, kind: str, name: str) -> Response:
    response = Response(text, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@night_pages.get("/night/games/<name>")
def game(name: str) -> Response:
    """The corrections of one finished game; ``name`` is its id."""
    greet()
    return _game_page(name)


@night_pages.post("/night/games/<name>")
def correct(name: str) -> AnyResponse:
    """Correct it by form: fields ``FIELD-SEAT``, and ``counts``."""
    who = need_scorer()
    changes = {(WHOLE_GAME, "counts"): "yes" if "counts" in request.form else "no"}
    for key, text in request.form.items():
        field, found, seat = key.rpartition("-")
        if found and field in ("name", "place", "home") and seat.isdecimal():
            changes[int(seat), field] = text
    try:
        web().book.correct(who, name, changes)
    except CommandRefused as refused:
        return _game_page(name, refused, changes)
    return redirect(url_for("night.game", name=name), 303)


FAULTY: Final = {"nobody-first": "place", "first-not-home": "home", "same-name": "name"}
"""Code of a refusal → the field that it speaks of."""


def _game_page(
    game_id: str,
    refused: CommandRefused | None = None,
    entered: Mapping[tuple[int, str], str] = NOTHING,
) -> Response:
    """The form; after a refusal with what was entered, and the fault at its field."""
    found = game_of(game_id)
    faulty = "" if refused is None else FAULTY.get(refused.code, "")
    needed = 0 if refused is None else int(refused.params.get("all", 0))

    def value(seat: SeatResult, field: str) -> str:
        return entered.get((seat.seat, field), str(getattr(seat, field)))

    def wrong(seat: SeatResult, field: str) -> bool:
        """Marbles are wrong only of somebody who is first with fewer home than this game asks,
        and a name where it is the one that cannot be.
        """
        if field != faulty or refused is None:
            return False
        if field == "name":
            return known_as(value(seat, field)) == known_as(str(refused.params.get("name", "")))
        first = value(seat, "place") == "1"
        return field != "home" or (first and int(value(seat, "home")) < needed)

    page = render_template(
        "night_game.html",
        game=found,
        longest=LONGEST,
        refusal="" if refused is None else web().refused(refused),
        seats=by_place(found.result.seats),
        value=value,
        wrong=wrong,
        counts=entered.get((WHOLE_GAME, "counts"), "yes" if found.counts else "no") == "yes",
        line=lambda one: _line(found.result.seats, one),
        **_tools(),
    )
    return Response(page, 200 if refused is None else refused.status, mimetype="text/html")


def _line(seats: tuple[SeatResult, ...], one: Corrected) -> str:
    """One line of the audit: ``20:14, Dora: Max, place: 2 → 1``."""
    _, day, hour = day_of(one.at)
    seat = next((seat for seat in seats if seat.seat == one.seat), None)
    told = {value: say(f"night.{value}") for value in ("yes", "no")}
    return say(
        "night.line",
        when=f"{date_text(day)} {hour}",
        who=say("night.host") if one.who == "host" else one.who or say("night.somebody"),
        what=say(f"night.field.{one.field}"),
        of="" if seat is None else f"{seat_name(seat)}, ",
        was=told.get(one.was, one.was or "–"),
        now=told.get(one.now, one.now or "–"),
    )


def seat_name(seat: SeatResult | Standing) -> str:
    """The name of a player: a bot's, a person's, or the colour."""
    return bot_name(seat.colours[0]) if seat.bot else seat.name or colour_name(seat.colours[0])


def player_name(standing: Standing) -> str:
    """The same for a line of the standings."""
    return seat_name(standing)


def title_of(found: Night | None) -> str:
    """What a night is called: by its day of the week."""
    if found is None:
        return say("nav.night")
    return say(f"night.on.{day_of(found.opened)[0]}")


def _won(found: Night) -> str:
    """Who wins that night; nothing while nobody does."""
    best = [player_name(one) for one in found.standings if one.best]
    return say("night.won", n=len(best), p=" & ".join(best)) if best else ""


def _tools() -> dict[str, object]:
    return {
        "keeper": is_keeper(),
        "schemes": SCHEMES,
        "title_of": title_of,
        "won_by": _won,
        "day_of": day_of,
        "date_text": date_text,
        "seat_name": seat_name,
        "by_place": by_place,
        "dot_line": dot_line,
        "curve_of": lambda game: Markup(mini_curve(game.curve, game.team_colours)),
    }
