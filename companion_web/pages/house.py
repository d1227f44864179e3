"""The pages of house rules: the list, and one page on which every switch is a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import FileRefused
from companion.games.house import House, read_house, with_switches
from companion.games.packs import OFFERS
from companion.store.shelf import LONGEST, tidy
from companion.words.catalogue import keys
from companion_web.access.seats import greet
from companion_web.api.house import NAMED
from companion_web.api.house_views import (
    all_houses,
    changes_of,
    clash_line,
    find_house,
    line_of,
    told_switches,
)
from companion_web.api.keepers import is_keeper, need_keeper
from companion_web.context import web
from engine.errors import Misfit
from engine.switches import Switch

from .kept_files import name_pages
from .parts import say, setup_text, shown_at
from .wizard_rules import AS_LAST, HOUSED, chosen_rules

house_pages = Blueprint("house", __name__)

LONGEST_BACK: Final = 4000
"""At most this many letters of the set-up are carried along."""


class SwitchRow(Struct, frozen=True):
    """One switch of the page.

    ``usual``   whether it is on in the sheet
    ``clashes``  numbers of the pairs that name it
    """

    switch: Switch
    on: bool
    usual: bool
    page: str
    clashes: tuple[int, ...]


@house_pages.get("/house")
def house() -> Response:
    """All houses."""
    greet()
    return _list_page()


def _list_page(*, refusal: str = "", status: int = 200) -> Response:
    page = render_template(
        "houses.html",
        houses=all_houses(),
        line_of=line_of,
        changes_of=changes_of,
        clash_line=clash_line,
        housed=HOUSED,
        strays=web().houses.strays(),
        offers=with_switches(),
        refusal=refusal,
        keeper=is_keeper(),
    )
    return Response(page, status, mimetype="text/html")


# ------------------------------------------------------------------------------ the switch page


@house_pages.get("/house/new")
def new() -> Response:
    """A sheet (``game``, ``sheet``) to begin a house with, or a copy of one (``like``)."""
    greet()
    try:
        if like := request.args.get("like", ""):
            found = find_house(like)
            name = web().houses.free_name(say("tracks.copy_name", name=found.name))
            return _house_page(House(name, found.game, found.sheet, found.switches))
        return _house_page(_begun(request.args))
    except FileRefused as refused:
        return _list_page(refusal=web().refused(refused), status=refused.status)


@house_pages.get("/house/change")
def change() -> Response:
    """From the set-up: the rules that are chosen there; what else is chosen comes along."""
    greet()
    back = urlencode(list(request.args.items(multi=True)))[:LONGEST_BACK]
    rules = request.args.get("rules", "")
    try:
        if rules.startswith(HOUSED):
            found = find_house(rules.removeprefix(HOUSED))
            return _house_page(found, of=found.name, back=back)
        if rules.startswith(AS_LAST):
            begun = _begun(request.args)
            found_last = chosen_rules([rules], (), OFFERS[begun.game], ()).house
            if found_last is not None:
                name = web().houses.free_name(found_last.name or begun.name)
                made = House(name, begun.game, found_last.sheet, found_last.switches)
                return _house_page(made, back=back)
    except FileRefused as refused:
        return _list_page(refusal=web().refused(refused), status=refused.status)
    return _house_page(_begun({**request.args, "sheet": rules}), back=back)


@house_pages.get("/house/look")
def look() -> Response:
    """The page as the form now is; nothing is kept. Scripts ask for it at every change."""
    greet()
    return _house_page(_formed(request.args), of=request.args.get("of", ""))


@house_pages.post("/house/change")
def sent_change() -> AnyResponse:
    """The same for a form, whose secret is to stand in no address."""
    return shown_at("house.change")


@house_pages.post("/house/look")
def sent_look() -> AnyResponse:
    """The same for a form, whose secret is to stand in no address."""
    return shown_at("house.look")


@house_pages.get("/house/<name>")
def one(name: str) -> Response:
    """A kept house, to be changed."""
    greet()
    try:
        found = find_house(name)
    except FileRefused as refused:
        return _list_page(refusal=web().refused(refused), status=refused.status)
    return _house_page(found, of=found.name)


@house_pages.post("/house/save")
def save() -> AnyResponse:
    """Keep the house of the form, unless two of its settings exclude each other."""
    greet()
    need_keeper()
    form = request.form
    made, of = _formed(form), form.get("of", "")
    if form.get("was", made.sheet) != made.sheet:
        said = say("house.other_sheet", sheet=setup_text(f"rules.{made.game}.{made.sheet}"))
        return _house_page(made, of=of, refusal=said, status=409)
    if made.clashes:
        said = clash_line(made.game, made.clashes[0])
        return _house_page(made, of=of, refusal=said, status=409)
    shelf = web().houses
    seen = form.get("seen") if _same(of, made.name) else None
    try:
        if _same(form.get("replace", ""), made.name):
            seen = shelf.mark(made.name)
        kept = shelf.save(made.name, made.data, seen=seen or None)
    except FileRefused as refused:
        taken = refused.code in ("name-taken", "file-changed")
        told = web().refused(refused)
        return _house_page(made, of=of, refusal=told, taken=taken, status=refused.status)
    if back := _back(form):
        kept_form = parse_qsl(back, keep_blank_values=True)
        others = [(key, text) for key, text in kept_form if key not in ("rules", "game")]
        chosen = [("game", made.game), ("rules", f"{HOUSED}{kept.name}"), *others]
        return redirect(f"{url_for('setup.new')}?{urlencode(chosen)}", 303)
    return redirect(url_for("house.house"), 303)


def _same(one: str, other: str) -> bool:
    """Whether both are the name of one file."""
    return bool(one) and tidy(one).casefold() == tidy(other).casefold()


def _begun(values: Mapping[str, str]) -> House:
    """A sheet, with a free name for the house; the first one where none of that name is."""
    games = with_switches()
    offer = OFFERS.get(values.get("game", ""), games[0])
    listed = offer.switches or games[0].switches
    assert listed is not None
    game = offer.game if offer.switches else games[0].game
    sheet = values.get("sheet", "")
    sheet = sheet if sheet in listed.sheets else next(iter(listed.sheets))
    return House(web().houses.free_name(say("house.ours")), game, sheet, {})


def _formed(values: MultiDict[str, str]) -> House:
    """The house of a form. Another sheet than before begins with all that it says."""
    begun = _begun(values)
    name = values.get("name", "")[: 2 * LONGEST]
    told = {"game": begun.game, "sheet": begun.sheet}
    if values.get("was", begun.sheet) == begun.sheet:
        known = begun.listed.sheets[begun.sheet]
        switches = told_switches(values.getlist("switches"), known)
        try:
            return read_house(name, {**told, "switches": switches}, values.get("seen", ""))
        except Misfit:  # pragma: no cover - every switch is told, and each is on or off
            pass
    return read_house(name, told, values.get("seen", ""))


def _back(values: Mapping[str, str]) -> str:
    return values.get("back", "")[:LONGEST_BACK]


def _house_page(
    made: House,
    *,
    of: str = "",
    back: str | None = None,
    refusal: str = "",
    taken: bool = False,
    status: int = 200,
) -> Response:
    carried = _back(request.values) if back is None else back
    clashes = [clash_line(made.game, clash) for clash in made.clashes]
    groups: dict[str, list[SwitchRow]] = {}
    for row in _rows(made):
        groups.setdefault(row.switch.group, []).append(row)
    page = render_template(
        "house.html",
        made=made,
        of=of,
        groups=groups,
        clashes=clashes,
        group_line=lambda group: _group_line(made.game, group),
        firsts=_firsts(groups.values()),
        changed=line_of(made),
        sheets=list(made.listed.sheets),
        back=carried,
        leave=f"{url_for('setup.new')}?{carried}" if carried else url_for("house.house"),
        refusal=refusal,
        taken=taken,
        keeper=is_keeper(),
        longest=LONGEST,
        setup_text=setup_text,
    )
    return Response(page, status, mimetype="text/html")


def _group_line(game: str, group: str) -> str:
    """What explains a group's words; empty where nothing needs to."""
    key = f"house.{game}.group.{group}.line"
    return setup_text(key) if key in keys(web().language) else ""


def _rows(made: House) -> list[SwitchRow]:
    usual, offer = made.listed.sheets[made.sheet], OFFERS[made.game]
    return [
        SwitchRow(
            one,
            made.switches.get(one.name, usual[one.name]),
            usual[one.name],
            offer.page_of(one.rules[0], made.sheet),
            tuple(
                number
                for number, clash in enumerate(made.clashes)
                if one.name in (clash.one.name, clash.other.name)
            ),
        )
        for one in made.listed.all
    ]


def _firsts(groups: Iterable[Sequence[SwitchRow]]) -> dict[int, str]:
    """Where each pair is told: number of the pair → the later one of its two rows."""
    found: dict[int, str] = {}
    for rows in groups:
        for row in rows:
            found |= dict.fromkeys(row.clashes, row.switch.name)
    return found


name_pages(house_pages, "house", NAMED)
