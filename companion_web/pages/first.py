"""The first page: the table at rest while nobody plays, with one tap to a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, redirect, render_template, url_for
from markupsafe import Markup
from msgspec import Struct
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CommandRefused
from companion.games.lesson import LEARN
from companion.games.offer import HOUSE, SWITCHES, Offer, house_of
from companion.games.packs import OFFERS, PACKS
from companion.games.seat_names import fitting
from companion.model.commands import New
from companion.model.view import HoleView
from companion_web.access.seats import greet
from companion_web.api.keepers import is_keeper
from companion_web.context import web
from companion_web.drawing.seat_tags import Tag, seat_tags
from companion_web.errors import Forbidden
from engine.board import Board
from engine.search import LEVELS

from .begun import begin
from .parts import colour_name, phones, rules_title, say
from .table import table_context

first_pages = Blueprint("first", __name__)

PLAYERS: Final = 2
"""Play now has so many seats: one person, one bot."""


ROOM: Final = 34
DISC: Final = 3
"""So many letters have room beside "Same seats again" on a phone; a disc takes so many of them."""


class LastSeats(Struct, frozen=True):
    """The row "Same seats again": who sat there, or how many, and their colours."""

    names: str
    colours: tuple[str, ...]


class First(Struct, frozen=True):
    """What the first page offers. ``again``: None without last seats; ``lost``: unreadable.

    ``pin``    only the PIN leads on from here: this visitor may begin no game
    ``plays``  whether Play now stands there: not on a real board, where people set the marbles
    ``line``   what Play now brings; ``support`` who sits where
    """

    pin: bool
    plays: bool
    line: str
    support: str
    again: LastSeats | None
    lost: bool
    refusal: str = ""


def first_page(*, refusal: str = "", status: int = 200) -> Response:
    """The table at rest, with what Play now sets out."""
    here = web()
    view = here.table.view(None)
    last, lost = _last()
    game = bot_game(last)
    board = OFFERS[game.game].board(str(game.board))
    person, bot = (colours[0] for colours in _seats(game)[:PLAYERS])
    plays = view.board != "serial"
    names = {"c": colour_name(person), "d": colour_name(bot)}
    first = First(
        pin=not is_keeper(),
        plays=plays,
        line=_line(game),
        support=say("first.support", **names) if plays else "",
        again=_again(last),
        lost=lost,
        refusal=refusal,
    )
    used = (person, bot) if plays else ()
    shown = msgspec.structs.replace(view, holes=_pens(board, used))
    context = dict(table_context(shown, None, here.renderer.text, here.language, (board, used)))
    tags = [Tag(person, say("first.you")), Tag(bot, say("first.bot"), bot=True)]
    drawn = Markup(str(context["board_svg"]).replace("</svg>", f"{seat_tags(board, tags)}</svg>"))
    if plays:
        context["board_svg"] = drawn
    page = render_template("table.html", **context, first=first, phones=phones("/"))
    return Response(page, status, mimetype="text/html")


def _line(game: New) -> str:
    """What Play now brings; its rules are named where they are not the usual ones."""
    line = say("first.line_cards" if game.hands == "virtual" else "first.line")
    rules, usual = _rules(game), _rules(bot_game(None))
    return line if rules == usual else say("first.line_rules", rules=rules, line=line)


def _rules(game: New) -> str:
    """The rules of a game in words."""
    return rules_title(game.game, game.rules or "", house_of({"options": game.options}))


def bot_game(last: Mapping[str, Any] | None) -> New:
    """The game of Play now: last rules and level, two seats, cards or dice by the service."""
    chosen = last or {}
    offer = OFFERS.get(str(chosen.get("game"))) or next(iter(OFFERS.values()))
    sheet = offer.sheet(str(chosen.get("rules"))) or offer.rules[0]
    board = chosen.get("board") if chosen.get("board") in sheet.boards else sheet.boards[0]
    if offer.course or PLAYERS not in offer.counts(str(board)):
        return bot_game(None)
    return New(
        game=offer.game,
        rules=sheet.name,
        board=str(board),
        players=[list(colours) for colours in offer.usual(str(board), PLAYERS, 1)],
        first=0,
        hands="virtual" if "virtual" in offer.hands else "physical",
        bots=["", _level(chosen)],
        options={**_wishes(offer, str(board)), **_house(offer, chosen)} or None,
    )


def _wishes(offer: Offer, board: str) -> dict[str, Any]:
    """The usual further options of a game without wood: the service throws the dice."""
    wishes = (wish.at(wood=False) for wish in offer.wishes(board, PLAYERS, 1))
    return {wish.name: wish.usual for wish in wishes}


def _house(offer: Offer, last: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of the last game; Play now keeps them."""
    further = last.get("options") or {}
    if offer.switches is None or last.get("game") != offer.game:
        return {}
    return {key: further[key] for key in (HOUSE, SWITCHES) if key in further}


def _level(last: Mapping[str, Any]) -> str:
    """The level of the last bot; the weakest where there was none."""
    return next((level for level in last.get("bots") or () if level in LEVELS), LEVELS[0])


def _seats(game: New) -> Sequence[Sequence[str]]:
    assert isinstance(game.players, list)
    return game.players


def _last() -> tuple[Mapping[str, Any] | None, bool]:
    """The options of the newest game, and whether they cannot be read."""
    try:
        return web().table.last(), False
    except CommandRefused:
        return None, True


def _again(last: Mapping[str, Any] | None) -> LastSeats | None:
    """The last seats; None where there are none, or their game is gone."""
    players = (last or {}).get("players")
    if last is None or last.get("game") not in OFFERS or not isinstance(players, list):
        return None
    names, bots = last.get("names") or [], last.get("bots") or []
    told = []
    for seat, colours in enumerate(players):
        bot = seat < len(bots) and bots[seat]
        name = names[seat] if seat < len(names) else ""
        told.append(say("first.a_bot") if bot else name or colour_name(colours[0]))
    said = ", ".join(told)
    if len(said) > ROOM - DISC * len(players):
        said = say("first.many", n=len(players))
    return LastSeats(said, tuple(colours[0] for colours in players))


def _pens(board: Board, colours: Sequence[str]) -> dict[str, HoleView]:
    """The marbles of these colours in their pens."""
    return {
        hole: HoleView(token=place.side or "", place=name if hole != name else "")
        for name, place in board.places.items()
        if place.kind == "pen" and place.side in colours
        for hole in place.holes
    }


@first_pages.post("/play")
def play() -> AnyResponse:
    """Begin the game of Play now, and sit down."""
    return _begin(bot_game(_last()[0]))


@first_pages.post("/again")
def again() -> AnyResponse:
    """Begin the last game anew: the same rules, seats and names."""
    last, _ = _last()
    if _again(last) is None or last is None:
        return redirect(url_for("setup.new"), 303)
    fit = fitting(last)
    known = {key: fit[key] for key in New.__struct_fields__ if fit.get(key) is not None}
    known["options"] = {k: v for k, v in (last.get("options") or {}).items() if k != LEARN} or None
    return _begin(msgspec.convert(known, New))


@first_pages.post("/learn")
def learn() -> AnyResponse:
    """Begin the guided first game, on the first board that fits."""
    last = str((_last()[0] or {}).get("board"))
    lesson = next(pack.lesson for pack in PACKS if pack.lesson is not None)
    boards = sorted(lesson.boards, key=lambda board: board != last)
    games = [msgspec.convert(dict(lesson.options(board)), New) for board in boards]
    return _begin(*games)


def _begin(*games: New) -> AnyResponse:
    """Begin the first one that fits the board; where it is refused, the first page says why."""
    reason, status = "", 200
    for game in games:
        try:
            return _begun(game)
        except (CommandRefused, Forbidden) as refused:
            reason, status = web().refused(refused), refused.status
            if refused.code != "wrong-board":
                break
    return first_page(refusal=reason, status=status)


def _begun(game: New) -> AnyResponse:
    """Begin it, unless somebody was quicker."""
    greet()
    if web().table.view(None).game is not None:
        return redirect(url_for("pages.table"), 303)
    return begin(game)
