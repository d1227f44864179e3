"""The page for a television: board, one sentence, how it stands. Nobody's hand is in it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from flask import Blueprint, Response, render_template, request
from msgspec import Struct

from companion.errors import JournalError
from companion.model.night import Night, Standing
from companion.model.view import PlayerView, View
from companion_web.access.host import may_look_after
from companion_web.api.night_view import chosen
from companion_web.api.page_view import PageView
from companion_web.context import NOBODY, web
from companion_web.drawing.street_board import callings
from companion_web.words.table_words import Teller

from .night import player_name, title_of
from .parts import phones, say
from .standing import how_it_stands
from .table import table_context

tv_pages = Blueprint("tv", __name__)

PLACES_SECONDS: Final = 20
"""Seconds for which the places of a game stand before the standings of its night."""
MOST_STANDINGS: Final = 8
"""At most so many lines of the standings; more would be too small to read from a sofa."""


class Line(Struct, frozen=True):
    """One row: who, what stands beside the name, marbles home of all. ``lit``: this one moves."""

    colours: Sequence[str]
    who: str
    note: str = ""
    rank: int = 0
    home: int = 0
    of: int = 0
    count: str = ""
    lit: bool = False


class Die(Struct, frozen=True):
    """One die of the test that was just decided. ``won``: it decided for this one."""

    colour: str
    who: str
    face: int
    added: str
    sum: str
    won: bool


@tv_pages.get("/tv")
def television() -> Response:
    """The whole page; ``?calm``: nothing is celebrated, ``?curve``: the host wants the chances."""
    here = web()
    view = here.shown(NOBODY, None, here.language).view
    drawn = here.table.drawing() if view.game else None
    context = dict(table_context(view, drawn, here.renderer.text, here.language, screen=True))
    page = render_template("tv.html", **context, calm="calm" in request.args, **_side(context))
    return Response(page, mimetype="text/html")


@tv_pages.get("/tv/side")
def side() -> Response:
    """The column beside the board alone; the script puts it there after every change."""
    here = web()
    view = here.shown(NOBODY, None, here.language).view
    drawn = here.table.drawing() if view.game else None
    context = dict(table_context(view, drawn, here.renderer.text, here.language, screen=True))
    page = render_template("partials/tv_side.html", **context, **_side(context))
    return Response(page, mimetype="text/html")


def _side(context: dict[str, object]) -> dict[str, object]:
    view, page, tell = context["view"], context["page"], context["tell"]
    assert isinstance(view, View)
    assert isinstance(page, PageView)
    assert isinstance(tell, Teller)
    night, failed = _night()
    wait = _until_standings(view, night)
    over = any(player.winner for player in view.players)
    free = [] if over else _free(view)
    lines = _standings(night) if wait == 0 else _lines(view, page, night, tell)
    return {
        "lines": lines,
        "stands_for_night": wait == 0 and bool(lines),
        "wait": wait,
        "plays": view.game is not None and not over,
        "dice": _dice(view, tell),
        "failed": failed,
        "night": say("tv.no_night") if night is None else title_of(night),
        "free": free,
        "bots": bool(free) and all(player.bot for player in free),
        "phones": phones("/join" if view.game and not over else "/"),
        "stands": how_it_stands() if _wants_curve(view) else None,
    }


def _wants_curve(view: View) -> bool:
    """Whether the host, in this browser, has chosen to show the chances to win to everybody."""
    here = web()
    return (
        "curve" in request.args
        and view.game is not None
        and may_look_after(here.pin, here.visitor(), view)
    )


def _night() -> tuple[Night | None, bool]:
    """The night that goes on, or none; and whether it cannot be read."""
    try:
        found = chosen(None)
    except JournalError:
        return None, True
    return (found if found is not None and found.ended is None else None), False


def _free(view: View) -> list[PlayerView]:
    """The players whose seats a phone may take."""
    table = web().table
    return [one for one in view.players if one.bot or table.holder(one.seat) is None]


def _lines(view: View, page: PageView, night: Night | None, tell: Teller) -> list[Line]:
    """Those who play, or how a game has ended."""
    if page.end is not None and page.end.rows:
        return [
            Line(row.colours, row.who, row.note, row.place, row.home, row.of, lit=row.place == 1)
            for row in page.end.rows
        ]
    acting = page.turns
    if page.race is not None and view.race is not None:
        seats = {runner.token: runner.seat for runner in view.race.order}
        return [
            Line(
                (one.token,),
                one.name,
                one.note,
                rank,
                count=one.lap,
                lit=seats.get(one.token) in acting,
            )
            for rank, one in enumerate(page.race.order, 1)
        ]
    if view.drive is not None:
        names = callings(view, tell)
        return [
            Line(
                (sheet.token,),
                names[sheet.token],
                sheet.model,
                rank,
                count=say("tv.style", n=sheet.style),
                lit=sheet.seat in acting,
            )
            for rank, sheet in enumerate(view.drive.sheets, 1)
        ]
    return [_player(view, page, at, night) for at in range(len(view.players))]


def _dice(view: View, tell: Teller) -> list[Die]:
    """The dice of the last test with their sums, as people at the table see them."""
    thrown = () if view.drive is None else view.drive.thrown
    who = callings(view, tell)
    return [
        Die(one.token, who[one.token], one.face, *_added(one.face, one.sum), one.won)
        for one in thrown
    ]


def _added(face: int, total: int | None) -> tuple[str, str]:
    """What is added to a face, and the sum; empty where cards have changed it."""
    if total is None:
        return "", ""
    return f"{'−' if total < face else '+'} {abs(total - face)}", str(total).replace("-", "−")


def _player(view: View, page: PageView, at: int, night: Night | None) -> Line:
    player, shown = view.players[at], page.players[at]
    colours = [one.colour for one in player.colours]
    wins = 0
    if night is not None and not player.bot:
        wins = next((one.wins for one in night.standings if one.name == player.name), 0)
    note = say(f"tv.level.{player.bot}") if player.bot else ""
    if wins:
        note = say("tv.win" if wins == 1 else "tv.wins", n=wins)
    note = " · ".join(filter(None, (note, _ahead(player.ahead))))
    return Line(
        colours,
        shown.who,
        note,
        home=sum(one.home for one in player.colours),
        of=sum(one.of for one in player.colours),
        lit=player.seat in page.turns,
    )


def _until_standings(view: View, night: Night | None) -> int | None:
    """Seconds until the standings stand there; 0 between games, None while a game goes on.

    Those of a game that has ended come once its places have been read, with its points in them.
    """
    if view.game is None:
        return 0
    ended = [] if night is None else [one.result for one in night.games]
    found = next((one for one in ended if one.id == view.game.id), None)
    if found is None or not any(player.winner for player in view.players):
        return None
    stood = web().stood.seconds(f"{found.id} {found.ended}", time.time() - found.ended)
    return max(0, round(PLACES_SECONDS - stood))


def _standings(night: Night | None) -> list[Line]:
    """How the players of a night stand."""
    return [] if night is None else [_standing(one) for one in night.standings[:MOST_STANDINGS]]


def _standing(one: Standing) -> Line:
    count = say("tv.point" if one.points == 1 else "tv.points", n=one.points)
    name, note = player_name(one), _ahead(one.ahead)
    return Line(one.colours, name, note, one.rank, count=count, lit=one.best)


def _ahead(marbles: int) -> str:
    """How many marbles began home; empty for none."""
    return f"+{marbles}" if marbles else ""
