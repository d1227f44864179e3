"""The service page: sensors as a heat map, findings, tests, wires; and the host's PIN."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CommandRefused
from companion.games.packs import hole_name
from companion.model.commands import Tend
from companion.model.service import Finding, ServiceView
from companion_web.access.host import (
    is_here,
    lock,
    may_choose,
    may_look_after,
    need_host,
    unlock,
)
from companion_web.access.seats import greet
from companion_web.api.table import carry_out
from companion_web.context import web
from companion_web.drawing.heat_map import MAPS, heat_map
from companion_web.errors import Malformed, TooManyTries, WebError
from companion_web.words.table_words import spoken, token_kind
from companion_web.words.texts import page_text
from engine.boards import board_of

from .parts import say

service_pages = Blueprint("service", __name__)

MOST_SHOWN: Final = 8
"""How many findings are listed; the others are counted, and the map shows them all."""
COLOURS: Final = ("red", "green", "blue", "white")


# ----------------------------------------------------------------------------------------- the PIN


@service_pages.get("/host")
def host() -> Response:
    """Enter the PIN, or choose one."""
    greet()
    return _host_page()


@service_pages.post("/host")
def enter() -> AnyResponse:
    """Take the PIN: try it, or keep it as the first one."""
    greet()
    here = web()
    visitor, public = here.visitor(), here.table.view(None)
    pin = request.form.get("pin", "").strip()
    try:
        if "choose" in request.form:
            if not may_choose(here.pin, visitor, public):
                return _host_page(refusal=say("host.not_yours"), status=403)
            here.pin.choose(pin)
        elif not here.pin.known:
            return _host_page(refusal=say("host.none"), status=409)
        elif (left := here.pin.check(pin, request.remote_addr or "")) is not None:
            return _host_page(refusal=say(f"host.wrong.{min(left, 2)}"), status=403)
    except TooManyTries as error:
        response = _host_page(refusal=here.refused(error), status=429)
        response.headers["Retry-After"] = str(error.seconds)
        return response
    except WebError as error:
        return _host_page(refusal=here.refused(error), status=error.status)
    unlock(here.pin)
    return redirect(_next(), 303)


@service_pages.post("/host/leave")
def leave() -> AnyResponse:
    """Note that this browser is the host's no more."""
    lock()
    return redirect(url_for("pages.menu"), 303)


def _next() -> str:
    """The page to show after the PIN: any of our own, and no other address."""
    wanted = request.values.get("next", "")
    pages = current_app.url_map.bind("")
    own = wanted.startswith("/") and urlsplit(wanted).path == wanted
    return wanted if own and wanted != "/host" and pages.test(wanted, "GET") else "/service"


def _host_page(*, refusal: str = "", status: int = 200) -> Response:
    here = web()
    if here.pin.damaged:
        refusal, status = say("refused.pin_damaged", file="host-pin"), 503
    visitor, public = here.visitor(), here.table.view(None)
    page = render_template(
        "host.html",
        known=here.pin.known,
        damaged=here.pin.damaged,
        fixed=here.pin.fixed,
        open=visitor.host,
        chooses=may_choose(here.pin, visitor, public),
        next=_next(),
        refusal=refusal,
    )
    return Response(page, status, mimetype="text/html")


# ------------------------------------------------------------------------------------ the board


@service_pages.get("/service")
def service() -> AnyResponse:
    """The board's health; the PIN first."""
    greet()
    here = web()
    if not may_look_after(here.pin, here.visitor(), here.table.view(None)):
        return redirect(url_for("service.host", next="/service"), 302)
    return _service_page()


@service_pages.post("/service")
def tend() -> AnyResponse:
    """Begin, lead or end a test; the fields are those of the command ``service``."""
    greet()
    form = request.form
    do = form.get("do", "")
    if not do:
        raise Malformed("Say what to do: the field `do` is missing.")
    try:
        carry_out(Tend(do, form.get("hole", ""), form.get("value", "")))
    except CommandRefused as refused:
        return _service_page(refusal=web().refused(refused), status=refused.status)
    return redirect(url_for("service.service", **_chosen()), 303)


@service_pages.get("/service/board.toml")
def board_file() -> Response:
    """The board file with the wires that were learned, to be kept."""
    here = web()
    need_host(here.pin, here.visitor(), here.table.view(None))
    response = Response(here.table.wiring(), mimetype="application/toml")
    response.headers["Content-Disposition"] = 'attachment; filename="board.toml"'
    return response


@service_pages.post("/service/board-file")
def save_board_file() -> AnyResponse:
    """Put those wires into the board file that the service works by."""
    greet()
    here = web()
    need_host(here.pin, here.visitor(), here.table.view(None))
    try:
        if here.table.service().check is not None:
            carry_out(Tend("stop"))  # keep its findings; further marbles would mix old and new
        here.table.wiring(save=True)
    except CommandRefused as refused:
        return _service_page(refusal=web().refused(refused), status=refused.status)
    return redirect(url_for("service.service", saved=1, **_chosen()), 303)


def _chosen() -> dict[str, Any]:
    """The map and the hole that the page shows, as its address keeps them."""
    chosen = {name: request.values.get(name, "") for name in ("map", "hole")}
    return {name: text for name, text in chosen.items() if text}


def _service_page(*, refusal: str = "", status: int = 200) -> Response:
    here = web()
    shown = here.table.service()
    chosen = _chosen()
    page = render_template(
        "service.html",
        service=shown,
        refusal=refusal,
        saved="saved" in request.args,
        here=is_here(),
        pin=here.pin,
        colours=COLOURS,
        **_words(shown, chosen.get("hole", ""), chosen.get("map", "")),
    )
    return Response(page, status, mimetype="text/html")


def _words(service: ServiceView, hole: str, shown: str) -> dict[str, Any]:
    """Drawing, names and sentences of the page."""
    here = web()
    shown = shown if shown in MAPS else MAPS[0]
    if not service.kind:
        return {"drawing": None, "headline": say("service.no_board"), "maps": MAPS, "map": shown}
    board = here.table.drawing() or board_of(service.kind)
    names = {space.id: here.text(hole_name(space)) for space in board.spaces}
    names = _told_apart(names)
    states = {state.hole: state for state in service.holes}
    check = service.check
    kind = token_kind(board)
    asks = check is not None and check.kind == "learn" and check.note == "where"
    if check is not None and check.kind == "hole":
        hole = check.hole
    elif check is not None and not asks:
        hole = ""
    return {
        "drawing": heat_map(board, service, names, shown, hole, here.language),
        "full": say(spoken("service.full", kind, here.language)),
        "names": names,
        "chosen": states.get(hole),
        "asks": asks,
        "headline": headline(service, here.language),
        "findings": [
            (f, finding(f, names, here.language, kind)) for f in service.findings[:MOST_SHOWN]
        ],
        "more": max(0, len(service.findings) - MOST_SHOWN),
        "said": check_words(service, names, here.language, kind),
        "maps": MAPS,
        "map": shown,
        "ends": MAP_ENDS[shown],
    }


MAP_ENDS: Final = {
    "changes": ("0", "1", "5", "10", "20+"),
    "flickers": ("0", "1", "5", "10", "20+"),
    "rest": ("0", "½ s", "2 s", "10 s", "1 min+"),
}
"""Where the five steps of each map begin."""


def _told_apart(names: dict[str, str]) -> dict[str, str]:
    """Number the holes that share a name (a pen's four): here each one counts by itself."""
    many: dict[str, list[str]] = {}
    for hole, name in names.items():
        many.setdefault(name, []).append(hole)
    return {
        hole: name if len(many[name]) == 1 else f"{name} {many[name].index(hole) + 1}"
        for hole, name in names.items()
    }


def headline(service: ServiceView, language: str) -> str:
    """The sentence on top while no test runs."""

    def tell(key: str, **params: object) -> str:
        return page_text(f"service.{key}", language, **params)

    many, seen = len(service.holes), sum(bool(hole.changes) for hole in service.holes)
    if service.device.board == "none":
        return tell("no_board")
    if service.device.link != "up":
        return tell("refused" if service.device.link == "refused" else "no_link")
    found = len(service.findings)
    if found:
        return tell("look.one") if found == 1 else tell("look", n=found)
    if seen == many:
        return tell("well", n=many)
    return tell("seen", n=seen, of=many) if seen else tell("fresh")


def finding(found: Finding, names: dict[str, str], language: str, kind: str = "marble") -> str:
    """One finding as a sentence: ``Red 7 never changed: magnet or sensor.``"""
    key = spoken(f"service.finding.{found.kind}", kind, language)
    return page_text(key, language, h=names.get(found.hole, found.hole), n=found.n)


def check_words(
    service: ServiceView, names: dict[str, str], language: str, kind: str = "marble"
) -> tuple[str, str]:
    """Headline and second line of the test that runs; ``kind`` is what people put on the board."""
    check = service.check
    if check is None:
        return "", ""
    if service.device.link != "up":
        return page_text("service.no_link", language), service.device.reason
    params: dict[str, object] = {
        "h": names.get(check.hole, ""),
        "other": names.get(check.other, ""),
        "left": check.left,
        "of": check.of,
        "number": check.number + 1,
        "felt": len(check.felt),
        "open": len(check.open),
    }

    def tell(key: str) -> str:
        return page_text(spoken(f"service.{key}", kind, language), language, **params)

    if check.kind == "hole":
        return tell(f"hole.{check.note}"), tell("hole.number")
    if check.kind == "visit":
        if check.done:
            return tell("visit.done_open" if check.open else "visit.done"), tell("visit.then")
        return tell("visit"), tell("visit.next")
    if check.kind == "colour":
        limit = service.device.power.limit_ma if service.device.power is not None else 0
        params["amps"] = limit / 1000
        capped = bool(limit) and check.colour == "white"
        return tell(f"colour.{check.colour}"), tell("colour.capped" if capped else "colour.look")
    if check.kind == "chase":
        return tell("chase.done" if check.done else "chase"), tell("chase.look")
    if check.done:
        return tell("learn.done"), ""
    ask = "learn.ask" if check.colour == "ask" else "learn"
    return tell(ask), tell(f"learn.{check.note}" if check.note else "learn.next")
