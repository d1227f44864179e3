"""The table page and the pages of its menu; forms for browsers without scripts."""

from __future__ import annotations

from collections.abc import Collection
from threading import Event
from typing import Final
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.model.ports import Health
from companion_web.access.places import come_back
from companion_web.access.seats import greet
from companion_web.api.bar_view import amiss
from companion_web.api.described import described
from companion_web.api.keepers import is_keeper
from companion_web.api.schema import HandRequest, as_command
from companion_web.api.table import carry_out, reply, use_hand
from companion_web.context import wanted_seat, web
from companion_web.words import language

from .first import first_page
from .lights import lights_context
from .parts import THEME_COOKIE, THEMES, at_rest, say, theme
from .rules import find_picture, find_rules, first_picture, in_theme, list_rules
from .standing import end_panels
from .table import table_context

pages = Blueprint("pages", __name__)

YEAR = 365 * 24 * 3600
FELT_SECONDS: Final = 0.5
"""The longest that a hand by form waits until the table has felt it."""


@pages.get("/")
def table() -> AnyResponse:
    """The table; at rest, with the way to a game, when none is open."""
    return _table_page()


@pages.get("/table")
def table_always() -> AnyResponse:
    """The same."""
    return _table_page()


def _table_page() -> Response:
    greet()
    here = web()
    if here.table.view(None).game is None:
        return first_page()
    come_back(here.table, here.visitor())
    shown = here.shown(here.visitor(), wanted_seat(), here.language)
    drawn = here.table.drawing()
    context = table_context(shown.view, drawn, here.renderer.text, here.language, page=shown.page)
    over = any(player.winner for player in shown.view.players)
    panels = end_panels(shown.view) if over else {}
    return Response(render_template("table.html", **context, **panels), mimetype="text/html")


@pages.get("/health")
@described(Health, unready=Health, whoever=True)
def health() -> Response:
    """Whether it can be played: 200 ``ready``, else 503."""
    state = web().table.health()
    return reply(state, 200 if state.status == "ready" else 503)


@pages.get("/menu")
def menu() -> Response:
    """The menu: everything that is not on the table page."""
    greet()
    public = web().table.view(None)
    page = render_template(
        "menu.html",
        snapshot=public,
        amiss=amiss(public, say),
        themes=THEMES,
        languages=language.CHOICES,
        chosen=language.choice(),
    )
    return Response(page, mimetype="text/html")


@pages.post("/language")
def choose_language() -> AnyResponse:
    """Keep a language, or that of the browser, in a cookie."""
    return _kept("language", language.COOKIE, language.CHOICES)


@pages.post("/theme")
def choose_theme() -> AnyResponse:
    """Keep dark, light or system in a cookie of this browser."""
    return _kept("theme", THEME_COOKIE, THEMES)


def _kept(field: str, cookie: str, choices: Collection[str]) -> AnyResponse:
    """Keep what a form chose among ``choices`` in a cookie of this browser."""
    wanted = request.form.get(field, "")
    if wanted not in choices:
        abort(400)
    response = redirect(_back(), 303)
    response.set_cookie(cookie, wanted, max_age=YEAR, samesite="Lax", httponly=True)
    return response


def _back() -> str:
    """The page this form stood on, if it was one of ours; else the menu."""
    came = urlsplit(request.referrer or "")
    ours = came.netloc == request.host and came.path.startswith("/")
    return came.path if ours and not came.path.startswith("//") else url_for("pages.menu")


@pages.get("/rules")
def rules() -> Response:
    """The rule sheets."""
    greet()
    folder = web().config.rules_folder
    games: dict[str, list[tuple[str, str]]] = {}
    for game, name in list_rules(folder):
        games.setdefault(game, []).append((name, first_picture(folder, game, name)))
    page = render_template("rules.html", games=games, learn=at_rest() and is_keeper())
    return Response(page, mimetype="text/html")


@pages.get("/rules/<game>/<name>")
def rules_page(game: str, name: str) -> Response:
    """One rule sheet, every rule with its id as an anchor."""
    greet()
    sheet = find_rules(web().config.rules_folder, game, name)
    if sheet is None:
        abort(404)
    return Response(render_template("rules_sheet.html", sheet=sheet), mimetype="text/html")


@pages.get("/rules/pictures/<name>")
def rules_picture(name: str) -> Response:
    """A picture of the rule sheets."""
    drawing = find_picture(web().config.rules_folder, name)
    if drawing is None:
        abort(404)
    response = Response(in_theme(drawing, theme()), mimetype="image/svg+xml")
    response.headers["Vary"] = "Cookie"
    return response


@pages.get("/lights.css")
def lights_css() -> Response:
    """Colours and motions of the lights and marbles; its address changes with its text."""
    response = Response(web().lights.text, mimetype="text/css")
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


@pages.get("/lights")
def lights() -> Response:
    """What every light says."""
    greet()
    here = web()
    context = lights_context(
        here.config.lights,
        here.config.calm,
        here.language,
        here.table.view(None),
        here.table.power(),
    )
    return Response(render_template("lights.html", **context), mimetype="text/html")


@pages.post("/form/command")
def form_command() -> AnyResponse:
    """A command by form: the fields are those of ``POST /api/commands``."""
    fields = {name: text for name, text in request.form.items() if name != "csrf_token"}
    carry_out(as_command(dict(fields), strict=False))
    return redirect(url_for("pages.table"), 303)


@pages.post("/form/hands")
def form_hands() -> AnyResponse:
    """A hand by form: the fields are those of ``POST /api/hands``.

    The page that follows shows what the table has felt, which takes it a moment.
    """
    fields = {name: text for name, text in request.form.items() if name != "csrf_token" and text}
    try:
        wish = msgspec.convert(fields, HandRequest)
    except msgspec.ValidationError:
        abort(400)
    table, felt = web().table, Event()
    forget = table.subscribe(lambda _: felt.set())
    try:
        use_hand(table.hands, wish)
        felt.wait(FELT_SECONDS)
    finally:
        forget()
    return redirect(url_for("pages.table"), 303)
