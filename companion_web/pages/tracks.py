"""The pages of tracks: the list, the editor, and forms for browsers without scripts."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from typing import Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import FileRefused
from companion.store.shelf import LONGEST, parsed, tidy
from companion_web.access.seats import greet
from companion_web.api.keepers import is_keeper, need_keeper
from companion_web.api.track_views import (
    STANDARD,
    all_tracks,
    find,
    label_of,
    picture,
    read_course,
    sketch_json,
    the_courses,
    view_box,
    why,
    wishes_of,
)
from companion_web.api.tracks import NAMED
from companion_web.context import web
from companion_web.words.texts import words_of
from engine.errors import BadConfig

from .kept_files import as_file, file_title, name_pages, plain_name
from .parts import say

tracks_pages = Blueprint("tracks", __name__)

PREFIX: Final = "tracks.js."
SIZES: Final = (24, 28, 32, 36, 40, 44, 48)
"""The numbers of tiles offered for a track by chance."""


@tracks_pages.get("/tracks")
def tracks() -> Response:
    """All tracks."""
    greet()
    return _list_page()


def _list_page(*, refusal: str = "", status: int = 200) -> Response:
    page = render_template(
        "tracks.html",
        tracks=all_tracks(),
        strays=web().shelf.strays(),
        game=the_courses().game,
        refusal=refusal,
        keeper=is_keeper(),
        sizes=SIZES,
    )
    return Response(page, status, mimetype="text/html")


# ----------------------------------------------------------------------------------------- editor


@tracks_pages.get("/tracks/new")
def new() -> Response:
    """The editor with nothing in it, with a copy (``like``), or with a track by chance."""
    greet()
    if "surprise" in request.args:
        try:
            course = the_courses().surprise(random.SystemRandom(), wishes_of(request.args))
        except BadConfig as error:
            return _list_page(refusal=why(error), status=400)
        return _editor(course, name=web().shelf.free_name(say("tracks.surprise_name")))
    like = request.args.get("like", "")
    if like:
        return _editor(
            find(like).data,
            name=web().shelf.free_name(say("tracks.copy_name", name=label_of(like))),
        )
    return _editor(read_course({"tiles": []}), name=web().shelf.free_name(say("tracks.new_name")))


@tracks_pages.get("/tracks/<name>")
def track(name: str) -> Response:
    """The editor with a track; without scripts its picture and what is wrong with it."""
    greet()
    try:
        found = find(name)
    except FileRefused as refused:
        return _list_page(refusal=web().refused(refused), status=refused.status)
    return _editor(found.data, name=found.name, mark=found.mark, saved=True)


def _editor(
    course: Any,
    *,
    name: str,
    mark: str = "",
    saved: bool = False,
    refusal: FileRefused | None = None,
) -> Response:
    sketch = the_courses().sketch(course)
    fixed = name == STANDARD
    language = web().language
    look = sketch_json(course)
    data: dict[str, Any] = {
        "words": {k: text for k, text in words_of(language).items() if k.startswith(PREFIX)},
        "look": look,
        "name": name if saved and not fixed else "",
        "mark": mark,
        "saved": saved and not fixed,
        "keeper": is_keeper(),
        "longest": LONGEST,
        "game": the_courses().game,
        "laying": asdict(the_courses().laying),
    }
    page = render_template(
        "track.html",
        name=name,
        label=label_of(name),
        offered=web().shelf.free_name(say("tracks.copy_name", name=label_of(name)))
        if fixed
        else name,
        fixed=fixed,
        saved=saved,
        mark=mark,
        keeper=data["keeper"],
        drawing=Markup(sketch.picture),
        flaws=look["flaws"],
        facts=look["facts"],
        box=view_box(sketch, 3),
        course=json.dumps(course),
        refusal=web().refused(refusal) if refusal else "",
        game=the_courses().game,
        taken=refusal is not None and refusal.code in ("name-taken", "file-changed"),
        sizes=SIZES,
        longest=LONGEST,
        # In a script element only this sign could end the data early.
        page_data=Markup(json.dumps(data).replace("<", "\\u003c")),
    )
    return Response(page, refusal.status if refusal else 200, mimetype="text/html")


# ------------------------------------------------------------------------------------------ keeping


@tracks_pages.post("/tracks/save")
def save() -> AnyResponse:
    """Keep a track by form: fields ``track`` (JSON), ``name``, ``seen``, ``replace``."""
    greet()
    need_keeper()
    name = request.form.get("name", "")
    course = read_course(parsed(request.form.get("track", "").encode(), say("tracks.this")))
    return _kept(course, name, request.form.get("seen") or None, "replace" in request.form)


@tracks_pages.post("/tracks/import")
def take_in() -> AnyResponse:
    """Keep an uploaded file under its own name, or under the typed one."""
    greet()
    need_keeper()
    file = request.files.get("file")
    if file is None or not file.filename:
        return _list_page(refusal=say("tracks.no_file"), status=400)
    title = file_title(file.filename)
    try:
        data = parsed(file.stream.read(), title)
        course = the_courses().read(data)
    except BadConfig as error:
        sentence = say("tracks.bad_file", file=title[:80], why=why(error))
        return _list_page(refusal=sentence, status=400)
    except FileRefused as refused:
        return _list_page(refusal=web().refused(refused), status=refused.status)
    typed = tidy(request.form.get("name", ""))
    return _kept(course, typed or plain_name(title, say("tracks.new_name")), None, False)


def _kept(course: Any, name: str, seen: str | None, replace: bool) -> AnyResponse:
    shelf = web().shelf
    try:
        if replace:
            seen = shelf.mark(name)
        kept = shelf.save(name, course, seen=seen)
    except FileRefused as refused:
        return _editor(course, name=name, refusal=refused)
    return redirect(url_for("tracks.track", name=kept.name), 303)


@tracks_pages.get("/tracks/<name>/file")
def export(name: str) -> Response:
    """The track as a file to download."""
    found = find(name)
    return as_file(found.label, json.dumps(found.data, ensure_ascii=False))


def _drawn(name: str) -> Markup:
    """The picture of a track, where it can be read."""
    try:
        found = find(name)
    except FileRefused:
        return Markup("")
    return picture(found.sketch, name) if found.sketch else Markup("")


name_pages(tracks_pages, "tracks", NAMED, _drawn)
