"""The cut for the first turn with cards of paper: the page asks for one card after the other."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, render_template
from markupsafe import Markup
from msgspec import Struct, to_builtins
from werkzeug.datastructures import MultiDict

from companion.games.offer import Cutting
from companion_web.drawing.light_marks import disc_defs
from engine.errors import EngineError

from .parts import colour_name, say
from .wizard import Row, Wizard

TOLD = "told"
"""Form field: the cards that were cut, in turn."""
LEFT_TO_US = "auto"
"""Form field: the service is to cut."""


class Laid(Struct, frozen=True):
    """A card that lies there, with its player."""

    colour: str
    name: str
    label: str


def cutting(wizard: Wizard, values: MultiDict[str, str]) -> Cutting | None:
    """The cut as far as it was told; None where nobody is asked to cut cards of paper."""
    asked = wizard.first == "cut" and wizard.hands == "physical" and LEFT_TO_US not in values
    if not asked or "virtual" not in wizard.offer.hands:
        return None
    options = to_builtins(wizard.command())
    try:
        return wizard.offer.cutting(options, values.getlist(TOLD))
    except EngineError:
        return wizard.offer.cutting(options, ())


def cut_page(wizard: Wizard, cut: Cutting, values: MultiDict[str, str]) -> Response:
    """Who cuts next, what lies there, and the two ways round it."""
    assert cut.seat is not None
    labels, names = dict(cut.cards), [_name(row) for row in wizard.rows]
    kept = [
        (key, text)
        for key, texts in values.lists()
        for text in texts
        if key not in ("csrf_token", TOLD, LEFT_TO_US, "first")
    ]
    laid = [
        Laid(wizard.rows[int(seat)].colours[0], names[int(seat)], labels[card])
        for one in cut.rounds[-1:]
        for seat, card in one.items()
    ]
    page = render_template(
        "cut.html",
        prompt=say("cut.prompt", p=names[cut.seat]),
        colour=wizard.rows[cut.seat].colours[0],
        tie=_tie([names[seat] for seat in cut.tied]),
        laid=laid,
        cards=cut.cards,
        kept=kept,
        told=values.getlist(TOLD),
        names=names,
        discs=Markup(disc_defs()),
    )
    return Response(page, mimetype="text/html")


def _name(row: Row) -> str:
    return row.name or colour_name(row.colours[0])


def _tie(names: Sequence[str]) -> str:
    if not names:
        return ""
    if len(names) == 2:
        return say("cut.tie", p=names[0], q=names[1])
    return say("cut.tie_more", p=", ".join(names))
