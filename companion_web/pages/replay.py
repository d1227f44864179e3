"""A game that was played, move by move: the page, its board alone, and a picture to share."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CommandRefused, FileRefused
from companion.games.seat_names import fitting
from companion.model.commands import PlayOn
from companion.model.names import LONGEST
from companion.model.replay import Replay
from companion_web.access.seats import greet
from companion_web.api.game_views import the_replays
from companion_web.api.replay_view import (
    is_open,
    marks_of,
    said_name,
    script_data,
    sign_of,
    team_colours,
    team_names,
    view_of,
)
from companion_web.api.table import carry_out
from companion_web.context import web
from companion_web.drawing.board import Say, board_shape, board_svg
from companion_web.drawing.light_marks import disc_defs
from companion_web.drawing.share_picture import share_picture
from companion_web.drawing.street_board import street_board_svg
from companion_web.drawing.timeline import NARROW, WIDE, timeline_svg
from companion_web.errors import Forbidden
from companion_web.words.table_words import token_kind, with_page_words
from companion_web.words.texts import words_of
from engine.board import Board
from engine.search import LEVELS

from .parts import at_rest, say, theme
from .table import json_data, page_data, played

replay_pages = Blueprint("replay", __name__)

ROWS: Final = 13
"""Moves in the list at a time."""
SPEEDS: Final = (1, 2, 3, 4)
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture has its style inside, and loads nothing."""
PREFIX: Final = "replay.js."


class Chance(NamedTuple):
    """A row of the legend: whose chance, and how large in words."""

    colour: str
    name: str
    text: str


@replay_pages.get("/replay/<name>")
def replay(name: str) -> Response:
    """The page, at the end of the game or after ``?move=N``."""
    greet()
    found, board = _found(name)
    at = _move(found)
    tell = _teller(board)
    view = view_of(found, board, at)
    withheld = the_replays().withheld(name)
    data = page_data(view, board, tell, web().language)
    data["replay"] = {
        "name": name,
        "at": at,
        "moves": script_data(found, board, tell),
        "curve": found.curve,
        "over": found.over,
        "teams": list(zip(team_colours(found), team_names(found, tell), strict=True)),
        "turning": {str(one.number): tell(one.message) for one in found.turns},
        "street": view.street is not None,
        "rows": ROWS,
        "words": {k: v for k, v in words_of(web().language).items() if k.startswith(PREFIX)},
    }
    page = render_template(
        "replay.html",
        name=name,
        withheld="" if withheld is None else web().refused(withheld),
        replay=found,
        at=at,
        last=found.last,
        stand=found.stands[at],
        sign=sign_of(found, found.stands[at]),
        tell=tell,
        board_svg=Markup(_board(found, board, at, tell)),
        shape="street" if view.street else board_shape(board),
        strips=[Markup(_strip(found, at, kind)) for kind in ("wide", "narrow")],
        chances=chances(found, at, tell),
        wide_open=bool(found.curve) and is_open(found.curve[at]),
        turning=next((one for one in found.turns if one.number == at), None),
        rows=_rows(found, at),
        marked=any(marks_of(found)),
        speeds=SPEEDS,
        discs=Markup(disc_defs()),
        winners=[one for one in found.seats if one.won],
        who_won=", ".join(said_name(found, one.seat, tell) for one in found.seats if one.won),
        every=max(1, found.last // 30),
        who=team_names(found, tell),
        page_data=json_data(data),
    )
    return Response(page, mimetype="text/html")


@replay_pages.get("/replay/<name>/record")
def record(name: str) -> Response:
    """The record of the game, to be kept."""
    answer = Response(the_replays().written(name), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="trackside-{name}.json"'
    return answer


@replay_pages.get("/replay/<name>/board")
def board_alone(name: str) -> Response:
    """The drawn board after ``?move=N``; a street is drawn anew for every move."""
    found, board = _found(name)
    return Response(_board(found, board, _move(found), _teller(board)), mimetype="image/svg+xml")


@replay_pages.get("/replay/<name>/picture.svg")
def picture(name: str) -> Response:
    """The board after ``?move=N`` with its sentence, as a picture that stands alone."""
    found, board = _found(name)
    at, tell = _move(found), _teller(board)
    stand = found.stands[at]
    drawn = share_picture(
        the_replays().position(name, at),
        tell(stand.told),
        say("replay.of", n=at, last=found.last),
        list(zip(team_colours(found), team_names(found, tell), strict=True)),
        "light" if (request.args.get("theme") or theme()) == "light" else "dark",
        plain="plain" in request.args,
    )
    answer = Response(drawn, mimetype="image/svg+xml")
    answer.headers["Content-Security-Policy"] = PICTURE_POLICY
    if "keep" in request.args:
        answer.headers["Content-Disposition"] = f'attachment; filename="trackside-{name}-{at}.svg"'
    return answer


@replay_pages.get("/replay/<name>/on")
def onward(name: str) -> Response:
    """Who plays on from ``?move=N``: the seats, as the set-up has them."""
    greet()
    return _onward_page(name)


@replay_pages.post("/replay/<name>/on")
def play_on(name: str) -> AnyResponse:
    """Begin the game that goes on from there."""
    greet()
    form = request.form
    command = PlayOn(
        name, form.get("move", -1, type=int), form.getlist("names"), form.getlist("bots") or None
    )
    try:
        carry_out(command)
    except (CommandRefused, Forbidden) as refused:
        return _onward_page(name, refused)
    begun = web().table.view(None).game
    dealt = begun is not None and begun.hands == "virtual"
    return redirect(url_for("setup.join" if dealt else "pages.table"), 303)


def _onward_page(name: str, refused: CommandRefused | Forbidden | None = None) -> Response:
    """The form, with why it was refused; only the reason where nobody can play on from there."""
    found, _ = _found(name)
    move = request.values.get("move", found.last, type=int)
    barred = _barred(name, move)
    refused = barred or refused
    page = render_template(
        "replay_on.html",
        name=name,
        move=move,
        barred=barred is not None,
        seats=found.seats,
        names=_names(found),
        dealt=found.dealt,
        levels=LEVELS,
        longest_name=LONGEST,
        replaces=not at_rest(),
        refusal="" if refused is None else web().refused(refused),
    )
    return Response(page, 200 if refused is None else refused.status, mimetype="text/html")


def _barred(name: str, move: int) -> FileRefused | None:
    """Why no game goes on from that move, whoever asks."""
    try:
        the_replays().onward(name, move)
    except FileRefused as refused:
        return refused
    return None


def _names(replay: Replay) -> list[str]:
    """The names of the seats as a new game takes them; bots have none."""
    players = [list(one.colours) for one in replay.seats]
    names, bots = [one.name for one in replay.seats], [one.bot for one in replay.seats]
    found: list[str] = fitting({"names": names, "players": players, "bots": bots})["names"]
    return found


def _found(name: str) -> tuple[Replay, Board]:
    """The game and its board."""
    try:
        found = the_replays().replay(name)
        return found, the_replays().position(name, 0).board
    except FileRefused as refused:
        if refused.status == 404:
            abort(404)
        raise


def _move(replay: Replay) -> int:
    """``?move=N``, within the game; its end without one."""
    wanted = request.args.get("move", replay.last, type=int)
    return max(0, min(wanted, replay.last))


def _teller(board: Board) -> Say:
    return with_page_words(web().renderer.words, web().language, token_kind(board))


def _board(replay: Replay, board: Board, at: int, tell: Say) -> str:
    """The board as on the table; nothing on it can be pressed."""
    view = view_of(replay, board, at)
    if view.street is not None:
        drawn = street_board_svg(view, view.street, board, tell)
    else:
        drawn = board_svg(view, board, tell, played(view))
    for index in ("0", "-1"):
        drawn = drawn.replace(f'role="button" tabindex="{index}"', 'role="img"')
    return drawn


def _strip(replay: Replay, at: int, kind: str) -> str:
    sheet = WIDE if kind == "wide" else NARROW
    return timeline_svg(
        replay.last, at, marks_of(replay), replay.curve, team_colours(replay), sheet, kind
    )


def _rows(replay: Replay, at: int) -> list[Any]:
    """The moves of the list: those round the one that is shown."""
    first = max(1, min(at - ROWS // 2, replay.last - ROWS + 1))
    return list(replay.stands[first : first + ROWS])


def chances(replay: Replay, at: int, tell: Say) -> list[Chance]:
    """Who wins with what chance after a move, the best first; none without a curve."""
    if not replay.curve:
        return []
    over = replay.over and at == replay.last
    rows = zip(replay.curve[at], team_colours(replay), team_names(replay, tell), strict=True)
    return [
        Chance(colour, name, percent(chance, over=over))
        for chance, colour, name in sorted(rows, key=lambda row: -row[0])
    ]


def percent(chance: int, *, over: bool) -> str:
    """A chance in words."""
    return (
        say("replay.js.under") if chance == 0 and not over else say("replay.js.percent", n=chance)
    )
