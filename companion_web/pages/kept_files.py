"""What the pages of tracks and of data files share: files in and out, other names, deleting."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import FileRefused
from companion.store.shelf import LONGEST, tidy
from companion_web.access.seats import greet
from companion_web.api.kept_names import Named
from companion_web.context import web

from .parts import say


def no_picture(name: str) -> Markup:
    """Nothing is drawn of a file that is to be deleted."""
    return Markup("")


def file_title(title: str) -> str:
    """A browser's name of a file without its folders."""
    return title.replace("\\", "/").rpartition("/")[2]


def plain_name(title: str, otherwise: str) -> str:
    """A name from a file's name: forbidden characters become spaces.

    >>> plain_name("Kate's own+set.json", "New"), plain_name("???.json", "New")
    ("Kate's own set", 'New')
    """
    stem = title.rpartition(".")[0] or title
    kept = "".join(c if c.isalnum() or c in " -_'()" else " " for c in stem)
    return tidy(kept).lstrip(" -_'()")[:LONGEST].strip() or otherwise


def as_file(label: str, text: str) -> Response:
    """The text of a file to download."""
    # Names may be in any script; werkzeug writes them by RFC 6266, our own header could not.
    response = send_file(
        BytesIO((text + "\n").encode()),
        mimetype="application/json",
        as_attachment=True,
        download_name=f"{label}.json",
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def name_pages(
    pages: Blueprint, kind: str, named: Named, drawn: Callable[[str], Markup] = no_picture
) -> None:
    """The pages that rename and delete.

    ``kind``   the blueprint's name, its list page's, and what its words and addresses begin with
    ``drawn``  the picture of a file that is to be deleted
    """

    @pages.route(f"/{kind}/<name>/rename", methods=["GET", "POST"])
    def rename(name: str) -> AnyResponse:
        """Ask for another name, and give it."""
        greet()
        shelf = named.own_shelf(name)
        wanted, refusal, status = shelf.read_name(name), "", 200
        if request.method == "POST":
            wanted = request.form.get("name", "")
            try:
                shelf.rename(name, wanted)
                return redirect(url_for(f"{kind}.{kind}"), 303)
            except FileRefused as refused:
                refusal, status = web().refused(refused), refused.status
        told = {"name": name, "wanted": wanted, "refusal": refusal, "longest": LONGEST}
        page = render_template("kept_rename.html", page=kind, **told)
        return Response(page, status, mimetype="text/html")

    @pages.route(f"/{kind}/<name>/delete", methods=["GET", "POST"])
    def delete(name: str) -> AnyResponse:
        """Ask once, then delete."""
        greet()
        shelf = named.own_shelf(name)
        there = shelf.read_name(name)
        if request.method == "POST":
            shelf.delete(there)
            return redirect(url_for(f"{kind}.{kind}"), 303)
        page = render_template(
            "kept_delete.html",
            page=kind,
            name=there,
            picture=drawn(there),
            line=say(f"{kind}.delete_line"),
        )
        return Response(page, mimetype="text/html")
