"""The one page for everything that went wrong: a title, a sentence, a button."""

from __future__ import annotations

from typing import Final

from flask import Response, render_template, request

from companion_web.access.security import AFRESH
from companion_web.api.schema import Refusal
from companion_web.context import web
from companion_web.words.texts import page_text

HTTP_CODES: Final[dict[int, str]] = {
    400: "malformed",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    409: "conflict",
    411: "length-missing",
    413: "too-large",
    414: "too-large",
    415: "unsupported-type",
    429: "too-many",
    500: "internal",
}
"""What a program is told for the errors that the web framework raises itself."""

NEXT: Final[dict[str, tuple[str, str]]] = {
    "no-game": ("/new", "error.start"),
    "no-seat": ("/join", "error.sit"),
    "unknown-file": ("/tracks", "tracks.all"),
    "no-pin": ("/host?next=/service", "error.pin"),
    "seat-taken": ("/join", "error.seats"),
    "lost-session": (AFRESH, "afresh.title"),
}
"""Code → where the button leads and what it says; otherwise it leads back to the table."""

KEPT: Final = frozenset(("house", "night", "players", "sets", "tracks", "history"))
"""Pages of what is kept, by the first part of their addresses; only the PIN opens it to a guest."""

AGAIN: Final = frozenset({"starting", "closing"})
"""Codes of a service that is there again in a moment."""
AGAIN_SECONDS: Final = 3


def error_page(refusal: Refusal, status: int) -> Response:
    """The page: title by status, the sentence as it is, one button."""
    language = web().language
    title = page_text(f"error.{status}.title", language)
    if title.startswith("error."):
        title = page_text("error.title", language)
    href, label = NEXT.get(refusal.code, ("/", "error.back"))
    if refusal.code == "no-seat" and web().table.view(None).game is None:
        # There is no seat to be taken; after the PIN the page is there from which this was sent.
        place = request.path.split("/")[1]
        href, label = f"/host?next=/{place if place in KEPT else 'new'}", "error.pin"
    page = render_template(
        "error.html",
        title=title,
        sentence=refusal.message,
        rule=refusal.rule,
        href=href,
        label=label,
    )
    response = Response(page, status, mimetype="text/html")
    if refusal.code in AGAIN and request.method == "GET":
        # Somebody who reloads during a restart has no script here that would look again.
        response.headers["Refresh"] = str(AGAIN_SECONDS)
    return response
