"""Pages before the game: the set-up of a new one, and taking a seat."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CommandRefused, FileRefused
from companion.games.packs import OFFERS
from companion.model import seat_refusals
from companion.model.commands import HandOver
from companion.model.names import LONGEST
from companion.model.players import HELPS
from companion.model.seen_seat import SeenSeat
from companion.model.view import GameView, View
from companion_web.access.host import free_seat, may_begin, seats_to_free
from companion_web.access.places import got_up, last_seats, sat_down
from companion_web.access.seats import greet, held_seats, mark_of
from companion_web.access.security import AFRESH
from companion_web.access.sessions import begin_afresh, is_lost
from companion_web.api.house_views import all_houses, line_of, playable
from companion_web.api.people import known_people
from companion_web.api.set_views import all_sets, chosen, find_set, look, usual
from companion_web.api.table import carry_out
from companion_web.api.track_views import STANDARD, all_tracks, find, the_courses
from companion_web.context import web
from companion_web.errors import Forbidden, Malformed

from .begun import begin
from .cutting import TOLD, cut_page, cutting
from .parts import at_rest, phones, say, shown_at
from .wizard import AHEADS, BEFORE, Wizard, read_wizard, values_of
from .wizard_rules import last_value, value_of

setup_pages = Blueprint("setup", __name__)

FAULTY: Final = frozenset(("same-name", "malformed"))
"""Codes of refusals that speak of a name itself."""


class Handing(Struct, frozen=True):
    """A seat that is handed on by name: what was typed, the ``refusal`` of it, and whether the name
    is at ``fault``.
    """

    seat: int
    name: str
    refusal: str = ""
    fault: bool = False


@setup_pages.get("/new")
def new() -> AnyResponse:
    """The set-up. Values in the query are live changes; without any it begins with the last
    game.
    """
    greet()
    here = web()
    visitor, public = here.visitor(), here.table.view(None)
    if not may_begin(here.pin, visitor, public, held_seats(here.table, visitor, public)):
        return redirect(url_for("service.host", next="/new"), 302)
    values = request.args
    game = public.game
    if not values and game is not None:
        values = MultiDict(values_of(game))
        _recall(values, game)
        frees = seats_to_free(here.pin, here.table, visitor, public)
        # Of others' help the set-up tells nothing to who may not change it.
        values.setlist(
            "help",
            [here.table.view(p.seat).help if p.seat in frees else "" for p in public.players],
        )
    return _wizard_page(read_wizard(values, wood=public.board == "serial", houses=playable()))


@setup_pages.post("/new/look")
def sent() -> AnyResponse:
    """The set-up as a form without scripts now is; its secret is to stand in no address."""
    return shown_at("setup.new")


@setup_pages.post("/new")
def start() -> AnyResponse:
    """Start the game, or show what does not fit."""
    greet()
    wood = web().table.view(None).board == "serial"
    wizard = read_wizard(request.form, strict=True, wood=wood, houses=playable())
    course, wrong = _course(wizard)
    data, unfit = _data(wizard)
    if wizard.errors or wrong or unfit:
        return _wizard_page(wizard, status=400)
    cut = cutting(wizard, request.form)
    if cut is not None and cut.first is None:
        return cut_page(wizard, cut, request.form)
    command = wizard.command(course, data, known_people())
    if cut is not None:
        told = request.form.getlist(TOLD)
        command = msgspec.structs.replace(command, options={**(command.options or {}), "cut": told})
    try:
        return begin(command, here="elsewhere" not in request.form)
    except (CommandRefused, Forbidden) as refused:
        return _wizard_page(wizard, refusal=web().refused(refused), status=refused.status)


def _recall(values: MultiDict[str, str], game: GameView) -> None:
    """The track of the last game, where it is kept under a name."""
    key = OFFERS[game.name].course if game.name in OFFERS else ""
    driven = (game.options.get("options") or {}).get(key) if key else None
    if driven is not None:
        same = [track.name for track in all_tracks() if track.data == driven]
        values.setlist(key, same[:1])


def _course(wizard: Wizard) -> tuple[object, str]:
    """The chosen track and why it cannot be raced on, in words; (None, "") where there is none."""
    if not wizard.offer.course:
        return None, ""
    try:
        track = find(wizard.course or STANDARD)
    except FileRefused as refused:
        return None, web().refused(refused)
    why = the_courses().refusal(track.data, len(wizard.colours))
    return track.data, "" if why is None else web().text(why)


def _data(wizard: Wizard) -> tuple[dict[str, Any], str]:
    """The options that say which data file is played with, and why that cannot be, in words."""
    if not wizard.takes_data:
        return {}, ""
    name, more = wizard.data or usual(), wizard.more
    try:
        found = find_set(name)
        looked = look(found.data, find_set(more).data) if more else found.looked
        if looked.sound:
            return chosen(name, more), ""
    except FileRefused as refused:
        return {}, web().refused(refused)
    if found.looked.sound:
        return {}, say("sets.unfit", why=looked.mistakes[0].text)
    return {}, say("sets.unsound", n=found.looked.count)


def _wizard_page(wizard: Wizard, *, refusal: str = "", status: int = 200) -> Response:
    course, wrong = _course(wizard)
    board = wizard.offer.board(wizard.board)
    if course is not None and not the_courses().flaws(course):
        board = the_courses().board(course)
    page = render_template(
        "wizard.html",
        wizard=wizard,
        offers=list(OFFERS),
        drawing=board,
        courses=all_tracks() if wizard.offer.course else [],
        course_error=wrong,
        sets=all_sets() if wizard.takes_data else [],
        data=wizard.data or usual(),
        data_error=_data(wizard)[1],
        longest_name=LONGEST,
        people=[one for one in known_people().values() if len(one.name) <= LONGEST],
        house_line=line_of,
        value_of=value_of,
        last_value=last_value,
        before=BEFORE,
        houses_broken=any(not one.sound for one in all_houses()),
        aheads=AHEADS,
        helps=HELPS,
        refusal=refusal,
        replaces=not at_rest(),
        board_says=_board_says(),
    )
    return Response(page, status, mimetype="text/html")


def _board_says() -> str:
    """The reason why a real board is not there or does not fit; empty when all is well."""
    public = web().table.view(None)
    return public.link_reason if public.link in ("down", "refused") else ""


@setup_pages.get("/join")
def join() -> Response:
    """Take a seat; ``?seat=N`` is chosen beforehand while nobody sits there."""
    greet()
    return _join_page(wanted=request.args.get("seat", type=int))


@setup_pages.post("/join")
def sit() -> AnyResponse:
    """Take the seat; if somebody was quicker, say so and show the free ones.

    With a field ``hand`` hand that seat on, by name.
    """
    greet()
    here = web()
    if "hand" in request.form:
        return _hand_on(Handing(_seat(request.form["hand"]), request.form.get("name", "")))
    if "all" in request.form:
        return _sit_at_all(SeenSeat(request.form.get("game")))
    seat = request.form.get("seat", type=int)
    if seat is None:
        return _join_page(refusal=say("join.none"), status=400)
    bots = request.form.getlist("bot", type=int)
    seen = SeenSeat(request.form.get("game"), bot=seat in bots)
    try:
        here.table.sit(seat, here.visitor().holder or "", seen)
    except CommandRefused as refused:
        return _refused_seat(refused)
    sat_down(here.table, seat)
    return redirect(url_for("pages.table"), 303)


def _hand_on(handing: Handing) -> AnyResponse:
    """Hand the seat on. Where that is refused, the form says why, and keeps what was typed."""
    try:
        carry_out(HandOver(handing.seat, handing.name))
    except CommandRefused as refused:
        if web().table.view(None).game is None:
            raise
        told = msgspec.structs.replace(
            handing, refusal=web().refused(refused), fault=refused.code in FAULTY
        )
        return _join_page(handing=told, status=refused.status)
    return redirect(url_for("pages.table"), 303)


def _sit_at_all(seen: SeenSeat) -> AnyResponse:
    """Take every seat, for one screen for the whole table.

    Where somebody sits elsewhere by now, the page shows who.
    """
    here = web()
    view = here.table.view(None)
    if not _fit_one_screen(view, held_seats(here.table, here.visitor(), view)):
        return _refused_seat(seat_refusals.seat_taken())
    for seat in free_of_bots(view):
        try:
            here.table.sit(seat, here.visitor().holder or "", seen)
        except CommandRefused as refused:
            return _refused_seat(refused)
        sat_down(here.table, seat)
    return redirect(url_for("pages.table"), 303)


def free_of_bots(view: View) -> list[int]:
    """Seats that wait for a person."""
    table = web().table
    return [p.seat for p in view.players if not p.bot and table.holder(p.seat) is None]


def _fit_one_screen(view: View, mine: tuple[int, ...]) -> bool:
    """Whether this browser may take all seats at once: dealt hands, and nobody sits elsewhere."""
    free = free_of_bots(view)
    people = [player for player in view.players if not player.bot]
    dealt = view.game is not None and view.game.hands == "virtual"
    return dealt and len(free) > 1 and len(free) + len(mine) == len(people)


def _refused_seat(refused: CommandRefused) -> Response:
    """Somebody was quicker: the page says so, and shows the seats as they are now."""
    if refused.status != 409 or web().table.view(None).game is None:
        raise refused
    return _join_page(refusal=web().refused(refused), status=409)


@setup_pages.post("/leave")
def leave() -> AnyResponse:
    """Leave the seats; with a field ``seat``, free that seat for somebody else.

    The field has the number of the seat and the mark of whom the page showed there.
    """
    greet()
    here = web()
    number, _, mark = request.form.get("seat", "").partition(".")
    if number:
        try:
            free_seat(here.pin, here.table, here.visitor(), _seat(number), mark or None)
        except CommandRefused as refused:
            return _refused_seat(refused)
    else:
        here.table.leave(here.visitor().holder or "")
        got_up()
    return redirect(url_for("setup.join"), 303)


def _seat(number: str) -> int:
    try:
        return int(number)
    except ValueError:  # a number of thousands of digits, too
        raise Malformed("`seat` is no whole number.") from None


@setup_pages.get(AFRESH)
def lost() -> Response:
    """For a browser whose cookie cannot be read: what that means, and what to do."""
    return Response(render_template("afresh.html"), mimetype="text/html")


@setup_pages.post(AFRESH)
def afresh() -> AnyResponse:
    """Give up a cookie that cannot be read, and go on with a new one."""
    if is_lost():
        begin_afresh()
        greet()
    return redirect(url_for("setup.join"), 303)


def _first_choice(before: int | None, free: list[int], bots: list[int]) -> int | None:
    """The seat that is chosen beforehand for whoever has none: one's own of before, else a free
    one, else a bot's.
    """
    people = (seat for seat in free if seat not in bots)
    return before if before is not None else next(people, next(iter(free), None))


def _join_page(
    *,
    wanted: int | None = None,
    refusal: str = "",
    handing: Handing | None = None,
    status: int = 200,
) -> Response:
    here = web()
    visitor = here.visitor()
    view = here.table.view(None)
    mine = held_seats(here.table, visitor, view)
    last = last_seats()
    bots = [player.seat for player in view.players if player.bot]
    free = [p.seat for p in view.players if p.bot or here.table.holder(p.seat) is None]
    others = [p.seat for p in view.players if p.seat not in free and p.seat not in mine]
    before = next((seat for seat in last if seat in free), None)
    chosen = None if mine else _first_choice(before, free, bots)
    if wanted in free:
        chosen = wanted
    frees = [p for p in others if p in seats_to_free(here.pin, here.table, visitor, view)]
    if handing is not None and handing.seat not in (*mine, *frees):
        refusal, handing = handing.refusal, None  # its form is there no more
    page = render_template(
        "join.html",
        tell=here.text,
        view=view,
        drawing=here.table.drawing(),
        paint=[colour.colour for player in view.players for colour in player.colours],
        mine=mine,
        free=free,
        bots=bots,
        bots_only=set(free) <= set(bots),
        before=before,
        chosen=None if refusal else chosen,
        whole=_fit_one_screen(view, mine),
        frees=frees,
        handing=handing,
        marks={seat: mark_of(here.table.holder(seat) or "") for seat in others},
        asks_host=here.pin.known,
        refusal=refusal,
        taken=here.refused(seat_refusals.seat_taken()),
        phones=phones(url_for("setup.join")),
        longest=LONGEST,
    )
    return Response(page, status, mimetype="text/html")
