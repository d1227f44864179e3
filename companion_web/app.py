"""``create_app``: one web app for one table. No globals; nothing runs until a request comes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import BadHost, HTTPException

from companion.errors import CommandRefused, CompanionError, HandRefused
from companion.model.book import Book, NoBook
from companion.model.past import NoPast, Past
from companion.model.ports import TablePort
from companion.model.replay import Replays
from companion.words import render as render_words
from companion.words.worded_view import Render
from companion_web.access.seats import note_seat
from companion_web.access.security import cookie_name, guard
from companion_web.access.sessions import Sessions
from companion_web.api.games import games_api
from companion_web.api.house import house_api
from companion_web.api.night import night_api
from companion_web.api.schema import ErrorBody, Refusal
from companion_web.api.seats import seats_api
from companion_web.api.sets import sets_api
from companion_web.api.table import api, reply
from companion_web.api.tracks import tracks_api
from companion_web.drawing.light_marks import token_id
from companion_web.openapi.routes import openapi
from companion_web.pages.briefing import briefing_pages
from companion_web.pages.chart import charts
from companion_web.pages.failures import HTTP_CODES, error_page
from companion_web.pages.first import first_pages
from companion_web.pages.hand import hand_pages
from companion_web.pages.history import history_pages
from companion_web.pages.house import house_pages
from companion_web.pages.menu import pages
from companion_web.pages.night import night_pages
from companion_web.pages.parts import jinja_globals
from companion_web.pages.players import players_pages
from companion_web.pages.replay import replay_pages
from companion_web.pages.sensors import sensors_pages
from companion_web.pages.service import service_pages
from companion_web.pages.sets import sets_pages
from companion_web.pages.setup import setup_pages
from companion_web.pages.standing import standing_pages
from companion_web.pages.street import streets
from companion_web.pages.tracks import tracks_pages
from companion_web.pages.tv import tv_pages
from companion_web.words.texts import page_text

from .context import EXTENSION, Web, WebConfig, web
from .errors import TooManyTries, WebError
from .gzip import squeeze
from .routes import App

MOST_BYTES: Final = 64 * 1024
"""The largest body that is read."""


def create_app(
    config: WebConfig,
    *,
    table: TablePort,
    past: Past | None = None,
    book: Book | None = None,
    replays: Replays | None = None,
    render: Render | None = None,
) -> Flask:
    """The web app of that table; ``render`` turns its messages into words (None: the
    catalogues of ``companion.words``); ``past``: the games that were played, if any are kept;
    ``book``: their score; ``replays``: those that may be watched.

    Serve it with the options of ``SERVER_OPTIONS``; call ``close_streams`` before stopping.
    """
    if len(config.secret_key) < 16:
        raise ValueError("The web's secret key needs at least 16 letters.")
    app = App(__name__)
    app.config.update(
        SECRET_KEY=config.secret_key,
        SESSION_COOKIE_NAME=cookie_name(config.secret_key),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
        MAX_CONTENT_LENGTH=MOST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
    )
    app.session_interface = Sessions()
    # Flask types the provider by its base class, which does not have the setting.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["seat_look"] = token_id
    app.extensions[EXTENSION] = Web(
        config, table, render or render_words, past or NoPast(), book or NoBook(), replays
    )
    squeeze(app)
    guard(app, config.hosts)
    app.register_blueprint(api)
    app.register_blueprint(seats_api)
    app.register_blueprint(openapi)
    app.register_blueprint(pages)
    app.register_blueprint(briefing_pages)
    app.register_blueprint(hand_pages)
    app.register_blueprint(charts)
    app.register_blueprint(streets)
    app.register_blueprint(setup_pages)
    app.register_blueprint(first_pages)
    app.register_blueprint(replay_pages)
    app.register_blueprint(history_pages)
    app.register_blueprint(sensors_pages)
    app.register_blueprint(service_pages)
    app.register_blueprint(night_api)
    app.register_blueprint(night_pages)
    app.register_blueprint(players_pages)
    app.register_blueprint(standing_pages)
    app.register_blueprint(tv_pages)
    app.register_blueprint(sets_api)
    app.register_blueprint(sets_pages)
    app.register_blueprint(house_api)
    app.register_blueprint(house_pages)
    app.register_blueprint(games_api)
    app.register_blueprint(tracks_api)
    app.register_blueprint(tracks_pages)
    app.after_request(_tell_door)
    app.context_processor(jinja_globals)
    app.register_error_handler(WebError, _web_error)
    app.register_error_handler(CommandRefused, _command_refused)
    app.register_error_handler(HandRefused, _hand_refused)
    app.register_error_handler(CompanionError, _companion_error)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _crash)
    return app


SEND_BUFFER: Final = 64 * 1024
"""Bytes the system may hold for one client; accepted sockets take it from the listener."""

SERVER_OPTIONS: Final[dict[str, Any]] = {
    "threads": 64,
    # Each browser keeps up to six connections; select() could not hold that many.
    "connection_limit": 500,
    "asyncore_use_poll": True,
    # Word of clients that hung up, so that their stream's place is free again: the server goes on
    # reading while it answers. What else it reads then ends the connection (channel.py).
    "channel_request_lookahead": 1,
    # A slow reader waits; what waits for it stays small, and it goes on with the newest view.
    "outbuf_high_watermark": 128 * 1024,
    "max_request_body_size": 16 * MOST_BYTES,
    "max_request_header_size": MOST_BYTES // 2,
    # Never believed; but they say that a request is not of this machine (access/host.py).
    "clear_untrusted_proxy_headers": False,
}
"""For waitress: a thread for each stream, bounded buffers, small requests.

``SEND_BUFFER`` belongs to it, as an option of the listening socket.
"""


def _tell_door(response: Response) -> Response:
    note_seat(web().table)
    return response


def _answer(refusal: Refusal, status: int) -> Response:
    """JSON for programs, the one error page for people.

    A page needs addresses, which nothing makes for a host that is no name; no browser asks so.
    """
    nameless = isinstance(request.routing_exception, BadHost)
    if nameless or request.path.startswith("/api/") or request.path == "/health":
        return reply(ErrorBody(refusal), status)
    return error_page(refusal, status)


def _web_error(error: WebError) -> Response:
    response = _answer(Refusal(error.code, web().refused(error)), error.status)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooManyTries):
        response.headers["Retry-After"] = str(error.seconds)
    return response


def _command_refused(error: CommandRefused) -> Response:
    return _answer(Refusal(error.code, web().refused(error), error.rule), error.status)


def _hand_refused(error: HandRefused) -> Response:
    status = 404 if error.code == "unknown-hole" else 409
    return _answer(Refusal(error.code, str(error)), status)


def _companion_error(error: CompanionError) -> Response:
    return _answer(Refusal("service", str(error)), 503)


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    code = HTTP_CODES.get(status, "error")
    text = page_text(f"error.{status}.text", web().language)
    if text.startswith("error."):
        text = error.description or error.name
    response = _answer(Refusal(code, text), status)
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _crash(error: Exception) -> Response:
    current_app.logger.error("%s %s failed", request.method, request.path, exc_info=error)
    return _answer(Refusal("internal", page_text("error.500.text", web().language)), 500)
