"""Small pieces every template uses: words, theme, seat discs, the quiet board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlencode

import segno
from flask import redirect, request, url_for
from markupsafe import Markup, escape
from msgspec import Struct
from werkzeug.wrappers import Response as AnyResponse

from companion.games.offer import house_of
from companion.games.packs import OFFERS, words
from companion.model.message import Message
from companion.model.past import NAMELESS
from companion.model.view import HoleView, View
from companion_web.access.host import open_to_seats
from companion_web.context import phone_address, web
from companion_web.words.texts import page_text
from engine.board import Board
from engine.drawing.look import RESERVE, SEATS, symbol_path
from engine.drawing.svg import board_defs, board_paint, car, hole_xy, marble, view_box

from .lights import near_marbles

EMPTY: Final[Mapping[str, HoleView]] = MappingProxyType({})
THEME_COOKIE: Final = "trackside_theme"
THEMES: Final = ("system", "dark", "light")


def shown_at(endpoint: str) -> AnyResponse:
    """Lead a form that was sent to the page that shows what it says.

    Only what was chosen stands in that address, and not the form's secret.
    """
    told = [(key, text) for key, text in request.form.items(multi=True) if key != "csrf_token"]
    return redirect(f"{url_for(endpoint)}?{urlencode(told)}", 303)


def theme() -> str:
    """``dark``, ``light``, or ``system`` for whatever the device prefers."""
    wanted = request.cookies.get(THEME_COOKIE, "system")
    return wanted if wanted in THEMES else "system"


def disc(colour: str, size: int = 24) -> Markup:
    """A seat's round mark with its symbol, ``size`` pixels wide; decoration beside its name."""
    return Markup(
        '<svg class="disc seat-disc seat-{}" viewBox="-12 -12 24 24" width="{}" height="{}" '
        'aria-hidden="true"><circle r="11.3"/><path fill-rule="evenodd" d="{}"/></svg>'
    ).format(colour, size, size, symbol_path(colour, 5.6))


def colour_name(colour: str) -> str:
    """The name of a seat's colour for people; a token without a seat has its own name."""
    known = colour in SEATS or colour in RESERVE
    return web().text(Message(f"colour.{colour}")) if known else colour


def bot_name(colour: str) -> str:
    """The name of the bot that plays a colour."""
    return web().text(Message(f"bot.{colour}"))


def date_text(iso: str) -> str:
    """A day as people write it: ``20 Nov 2026`` for ``2026-11-20``."""
    year, month, day = iso.split("-")
    return say("date", day=day.lstrip("0"), month=say(f"date.month.{int(month)}"), year=year)


def quiet_board(
    board: Board, colours: Collection[str], label: str, holes: Mapping[str, HoleView] = EMPTY
) -> Markup:
    """The board with the paint of those colours and what stands in the holes, nothing lit."""
    tokens = "".join(
        '<g transform="translate({} {})">{}</g>'.format(
            *hole_xy(board, hole), _standing(board, hole, what.token[:1])
        )
        for hole, what in holes.items()
        if what.token and hole in board.holes
    )
    drawing = f"<defs>{board_defs(board)}</defs>{board_paint(board, colours)}{tokens}"
    return Markup('<svg class="ts-board" viewBox="{}" role="img" aria-label="{}">{}</svg>').format(
        view_box(board), escape(label), Markup(drawing)
    )


def _standing(board: Board, hole: str, token: str) -> str:
    """A token as it stands in a hole: a car on a square, else a marble."""
    space, pitch = board.space(hole), board.pitch * 1000
    return (
        car(token, pitch, space.heading or 0.0) if space.shape == "square" else marble(token, pitch)
    )


def qr_code(text: str) -> Markup | None:
    """A QR code to be scanned, dark on white in both themes; None for a text that is too long."""
    try:
        code = segno.make_qr(text, error="m")
    except segno.DataOverflowError:
        return None
    size = code.symbol_size(border=4)[0]
    path = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(code.matrix_iter(border=4))
        for x, dark in enumerate(row)
        if dark
    )
    return Markup(
        '<svg class="qr" viewBox="0 0 {} {}" role="img" aria-label="{}" '
        'shape-rendering="crispEdges"><path d="{}"/></svg>'
    ).format(size, size, text, path)


class Phones(Struct, frozen=True):
    """How a phone opens a page: its address and code to be scanned, or ``closed``: why it cannot.

    ``address``  without the scheme, in parts that a line may end after
    """

    parts: tuple[str, ...]
    code: Markup | None
    closed: str

    @property
    def host(self) -> str:
        """The address without the page."""
        return self.parts[0] if self.parts else ""


def phones(path: str) -> Phones:
    """How phones open the page of that path."""
    address = phone_address(path)
    if address is None:
        key = "phones.no_network" if web().config.open_to_phones else "phones.closed"
        return Phones((), None, say(key))
    parts = address.split("://")[1].rstrip("/").split("/")
    return Phones(tuple(parts), qr_code(address), "")


def say(key: str, **params: object) -> str:
    """One text of the page in the language of this answer."""
    return page_text(key, web().language, **params)


def setup_text(key: str, **params: object) -> str:
    """One name of a game, rule sheet or board in the language of this answer."""
    return words(key, web().language, **params)


def at_rest() -> bool:
    """Whether a new game ends none that is played: none is open, or it is over."""
    view = web().table.view(None)
    return view.game is None or view.state == "over"


def menu_entries(view: View) -> list[tuple[str, str, str]]:
    """The places that the menu leads to, in its order: name, address, and a note beside it."""
    game, free = view.game, sum(not player.taken for player in view.players)
    seats = [("join", "/join", say("menu.free", n=free) if free else "")] if game else []
    number = say("menu.game", number=game.number) if game else say("menu.no_game")
    return [
        ("table", "/", number),
        *seats,
        ("night", "/night", ""),
        ("history", "/history", ""),
        ("players", "/players", ""),
        ("tv", "/tv", say("menu.tv_line")),
        ("new", "/new", ""),
        ("house", "/house", ""),
        ("rules", "/rules", ""),
        ("lights", "/lights", ""),
    ]


def alike(tokens: Collection[str]) -> list[str]:
    """A sentence for every pair of these seats whose marbles look much alike."""
    return [
        say(f"lights.near.{view}", a=colour_name(one), b=colour_name(other))
        for one, other, view in near_marbles(web().config.lights, tokens)
    ]


def house_title(house: str) -> str:
    """The name of a house in words, also of one without a name; empty for none."""
    return setup_text("house.unnamed") if house == NAMELESS else house


def rules_title(game: str, rules: str, house: str) -> str:
    """The rules of a game in words; those of a game with a single sheet are the game."""
    offer = OFFERS.get(game)
    if house:
        return house_title(house)
    if offer is None or len(offer.rules) < 2 or offer.sheet(rules) is None:
        return setup_text(f"game.{game}")
    return setup_text(f"rules.{game}.{rules}")


def asks_pin(key: str) -> str:
    """What sends a guest for the PIN; without a game there is no seat to take instead."""
    return say(open_to_seats(key, web().table.view(None)))


def jinja_globals() -> dict[str, Any]:
    """What all templates may use."""
    return {
        "say": say,
        "asks_pin": asks_pin,
        "setup_text": setup_text,
        "disc": disc,
        "colour_name": colour_name,
        "bot_name": bot_name,
        "alike": alike,
        "house_of": house_of,
        "house_title": house_title,
        "rules_title": rules_title,
        "quiet_board": quiet_board,
        "menu_entries": menu_entries,
        "theme": theme(),
        "lights_sheet": url_for("pages.lights_css", v=web().lights.version),
        "language": web().language,
        "notes": [web().text(note) for note in web().config.notes],
    }
