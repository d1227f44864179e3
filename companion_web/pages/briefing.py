"""The three answers as a page of its own: for readers, and for browsers without scripts."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.model.message import Message
from companion_web.access.seats import audience_of, greet
from companion_web.context import asker, wanted_seat, web
from companion_web.words.table_words import token_kind

briefing_pages = Blueprint("briefing", __name__)

QUESTIONS: Final = ("can", "where", "happened")


@briefing_pages.get("/briefing")
def briefing() -> AnyResponse:
    """What can I do, where are my marbles, what happened; without a game the first page."""
    greet()
    here = web()
    made = here.table.briefing(audience_of(here.table, asker(), wanted_seat()))
    drawn = here.table.drawing()
    if made is None or drawn is None:
        return redirect(url_for("pages.table"), 303)
    answers = [
        (_question(name, token_kind(drawn)), [here.text(one) for one in _told(getattr(made, name))])
        for name in QUESTIONS
    ]
    page = render_template("briefing.html", answers=answers)
    return AnyResponse(page, mimetype="text/html")


def _told(answer: tuple[Message, ...]) -> list[Message]:
    """An answer without what only the table's page can do: read the own cards."""
    return [one for one in answer if one.key != "briefing.cards"]


def _question(name: str, kind: str) -> str:
    """The key of a question; about cars one has words of its own."""
    return f"page.ask.{name}.car" if (name, kind) == ("where", "car") else f"page.ask.{name}"
