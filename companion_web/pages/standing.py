"""How it stands: the chances to win at the table; at the end who was winning, and the night."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import FileRefused, JournalError
from companion.model import refusals
from companion.model.replay import Replay, Turning
from companion.model.view import View
from companion_web.access.seats import greet
from companion_web.api.game_views import the_replays
from companion_web.api.night_view import Row, chosen, rows
from companion_web.api.replay_view import is_open, team_colours
from companion_web.context import wanted_seat, web
from companion_web.drawing.board import Say
from companion_web.drawing.dot_line import dot_line
from companion_web.drawing.light_marks import disc_defs
from companion_web.drawing.timeline import curve_svg
from companion_web.errors import Forbidden
from companion_web.words.table_words import with_page_words

from .night import player_name, title_of
from .parts import say
from .replay import Chance, chances

standing_pages = Blueprint("standing", __name__)


class Stands(NamedTuple):
    """How a game stands, or stood.

    ``rows``     who wins with what chance, the best first; ``open``: nobody can say
    ``turning``  the move that decided, at the end; ``told``: what was played there, and what the
                 winner's chance was before and after it
    ``said``     the rows as one sentence, for ears
    """

    curve: Markup
    rows: list[Chance]
    open: bool
    turning: Turning | None
    told: tuple[str, ...]
    address: str
    said: str = ""


@standing_pages.get("/stands")
def stands() -> AnyResponse:
    """How the game stands, as a page; at the end the table tells it."""
    greet()
    view = _shown()
    if view.game is None:
        raise refusals.no_game()
    if any(player.winner for player in view.players):
        return redirect(url_for("pages.table"), 303)
    signs = _coming(view)
    told = bool(view.chances) or not signs
    stands = _told_to(view) if told else None
    page = render_template(
        "stands.html", told=told, stands=stands, discs=Markup(disc_defs()), coming=signs
    )
    return Response(page, mimetype="text/html")


def _coming(view: View) -> list[str]:
    """The signs of the street that comes next: a public rule, whatever help a player wants."""
    here = web()
    tell = with_page_words(here.renderer.words, here.language)
    return [tell(sign) for sign in view.street.coming] if view.street else []


@standing_pages.get("/stands/part")
def part() -> Response:
    """The part of the table's page that tells how the game stands, or how it went."""
    view = _shown()
    if any(player.winner for player in view.players):
        page = render_template("partials/end_panels.html", **end_panels(view))
    else:
        page = render_template("partials/stands.html", stands=_told_to(view))
    return Response(page, mimetype="text/html")


def _shown() -> View:
    here = web()
    return here.shown(here.visitor(), wanted_seat(), here.language).view


def _told_to(view: View) -> Stands | None:
    """How it stands, for an audience that may know it."""
    if not view.chances:
        raise Forbidden(code="no-help", key="refused.help")
    return how_it_stands()


def how_it_stands() -> Stands | None:
    """How the game at the table stands; None where nobody can say."""
    try:
        found = the_replays().now()
    except (FileRefused, JournalError):
        return None
    return None if found is None or not found.curve else _told(found)


def end_panels(view: View) -> dict[str, object]:
    """What stands beside a game that is over: how it went, and the night so far."""
    night, lines = None, list[Row]()
    try:
        found = chosen(None)
        if found is not None and found.ended is None:
            night, lines = found, rows(found, player_name)
    except JournalError:
        pass  # the end of a game is told without its night, too
    return {
        "stood": how_it_stands(),
        "watch": "" if view.game is None else f"/replay/{view.game.number}",
        "night": night,
        "night_rows": lines,
        "title_of": title_of,
        "dot_line": dot_line,
    }


def _told(replay: Replay) -> Stands:
    here = web()
    tell = with_page_words(here.renderer.words, here.language)
    turning = replay.decided
    marked = None if turning is None else turning.number
    winning, wide_open = chances(replay, replay.last, tell), is_open(replay.curve[-1])
    return Stands(
        Markup(curve_svg(replay.curve, team_colours(replay), marked)),
        winning,
        wide_open,
        turning,
        () if turning is None else _turned(replay, turning, tell),
        f"/replay/{replay.number}" + ("" if turning is None else f"?move={turning.number}"),
        say("stands.said", all=say("replay.js.open")) if wide_open else _said(winning),
    )


def _turned(replay: Replay, turning: Turning, tell: Say) -> tuple[str, ...]:
    """What was played there, and what the winner's chance was before and after it."""
    return tell(replay.stands[turning.number].told), tell(turning.message)


def _said(winning: list[Chance]) -> str:
    """The chances as a sentence."""
    return say("stands.said", all=", ".join(f"{one.name} {one.text}" for one in winning))
