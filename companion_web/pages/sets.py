"""The pages of data files: the list, one file, and forms that work without scripts."""

from __future__ import annotations

import json
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import FileRefused
from companion.games.data_forms import DataForms
from companion.games.packs import PACKS
from companion.store.shelf import LONGEST, tidy
from companion_web.access.seats import greet
from companion_web.api.keepers import is_keeper, need_keeper
from companion_web.api.set_views import (
    Looked,
    OwnSet,
    all_sets,
    find_set,
    forms_json,
    look,
    look_json,
    need_own,
    read_text,
    the_game,
)
from companion_web.api.sets import NAMED
from companion_web.context import web
from companion_web.words.texts import words_of
from engine.data_files import write_data_file

from .kept_files import as_file, file_title, name_pages, plain_name
from .parts import say

sets_pages = Blueprint("sets", __name__)

PREFIX: Final = "sets.js."


@sets_pages.get("/sets")
def sets() -> Response:
    """All data files."""
    greet()
    return _list_page()


def _list_page(
    *, refusal: str = "", looked: Looked | None = None, status: int = 200, pasted: str = ""
) -> Response:
    page = render_template(
        "sets.html",
        sets=all_sets(),
        strays=web().sets.strays(),
        game=the_game().name,
        refusal=refusal,
        looked=looked,
        pasted=pasted,
        keeper=is_keeper(),
        longest=LONGEST,
    )
    return Response(page, status, mimetype="text/html")


# ----------------------------------------------------------------------------------------- one file


@sets_pages.get("/sets/new")
def new() -> Response:
    """A copy of a file (``like``), not kept yet."""
    greet()
    try:
        found = find_set(request.args.get("like", "sample"))
    except FileRefused as refused:
        return _list_page(refusal=web().refused(refused), status=refused.status)
    name = web().sets.free_name(say("tracks.copy_name", name=found.label))
    return _set_page(OwnSet(name, name, found.data, looked=found.looked), saved=False)


@sets_pages.get("/sets/<name>")
def one(name: str) -> Response:
    """One file: what it holds, every mistake with its place, and its text to change."""
    greet()
    try:
        found = find_set(name)
    except FileRefused as refused:
        return _list_page(refusal=web().refused(refused), status=refused.status)
    return _set_page(found, saved=True)


def _set_page(
    found: OwnSet, *, saved: bool, refusal: FileRefused | None = None, text: str | None = None
) -> Response:
    game, keeper = the_game().name, is_keeper()
    forms = PACKS.of(game).forms
    edited = keeper and not found.fixed and isinstance(found.data, dict)
    page = render_template(
        "set.html",
        own=found,
        saved=saved,
        page_data=_page_data(found, forms, saved=saved) if edited and forms else "",
        text=write_data_file(found.data) if text is None else text,
        keeper=keeper,
        game=game,
        refusal=web().refused(refusal) if refusal else "",
        taken=refusal is not None and refusal.code in ("name-taken", "file-changed"),
        longest=LONGEST,
    )
    return Response(page, refusal.status if refusal else 200, mimetype="text/html")


def _page_data(found: OwnSet, forms: DataForms, *, saved: bool) -> Markup:
    """What the editor's script begins with."""
    language = web().language
    told = {
        "words": {k: text for k, text in words_of(language).items() if k.startswith(PREFIX)},
        "forms": forms_json(forms),
        "data": found.data,
        "look": look_json(found.looked),
        "name": found.name if saved else "",
        "mark": found.mark,
        "game": the_game().name,
    }
    # In a script element only this sign could end the data early.
    return Markup(json.dumps(told, ensure_ascii=False).replace("<", "\\u003c"))


# ------------------------------------------------------------------------------------------ keeping


@sets_pages.post("/sets/save")
def save() -> AnyResponse:
    """Keep a file by form: fields ``text``, ``name``, ``seen``, ``replace``."""
    greet()
    need_keeper()
    return _kept(
        request.form.get("text", ""),
        request.form.get("name", ""),
        request.form.get("seen") or None,
        replace="replace" in request.form,
    )


@sets_pages.post("/sets/import")
def take_in() -> AnyResponse:
    """Keep an uploaded file or a pasted text under the typed name, or the file's own."""
    greet()
    need_keeper()
    file, pasted = request.files.get("file"), request.form.get("text", "")
    title = say("sets.new_name")
    if file is not None and file.filename:
        title = file_title(file.filename)
        try:
            pasted = file.stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            return _list_page(refusal=say("sets.no_text", file=title[:80]), status=400)
    if not pasted.strip():
        return _list_page(refusal=say("sets.nothing"), status=400)
    name = tidy(request.form.get("name", "")) or web().sets.free_name(
        plain_name(title, say("sets.new_name"))
    )
    return _kept(pasted, name, None, replace=False, taken_in=True)


def _kept(
    text: str, name: str, seen: str | None, *, replace: bool, taken_in: bool = False
) -> AnyResponse:
    """Keep what the text holds. What cannot be kept is shown again, with all that is wrong."""
    data, wrong = read_text(text)
    if wrong:
        told = Looked(mistakes=wrong, count=len(wrong))
        if taken_in:
            return _list_page(refusal=say("sets.not_kept"), looked=told, status=400, pasted=text)
        return _set_page(OwnSet(name, name, mark=seen or "", looked=told), saved=False, text=text)
    try:
        need_own(name)
        if replace:
            seen = web().sets.mark(name)
        kept = web().sets.save(name, data, seen=seen)
    except FileRefused as refused:
        found = OwnSet(name, name, data, seen or "", look(data))
        return _set_page(found, saved=False, refusal=refused)
    return redirect(url_for("sets.one", name=kept.name), 303)


@sets_pages.get("/sets/<name>/file")
def export(name: str) -> Response:
    """The data file to download."""
    found = find_set(name)
    return as_file(found.label, write_data_file(found.data))


name_pages(sets_pages, "sets", NAMED)
