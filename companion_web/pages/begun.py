"""A game that a page has begun: where its person sits, and which page comes next."""

from __future__ import annotations

from flask import redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.model.commands import New
from companion_web.access.places import sat_down
from companion_web.access.seats import held_seats
from companion_web.api.table import carry_out
from companion_web.context import web


def begin(game: New) -> AnyResponse:
    """Begin it. Raises CommandRefused, Forbidden.

    If one person plays against bots, whoever began it sits there. Where cards are dealt to several
    people, they choose their seats.
    """
    carry_out(game)
    here = web()
    bots = game.bots or []
    people = [seat for seat in range(len(game.players or ())) if not any(bots[seat : seat + 1])]
    if len(people) == 1:
        here.table.sit(people[0], here.visitor().holder or "")
        sat_down(here.table, people[0])
    elif game.hands == "virtual" and not held_seats(
        here.table, here.visitor(), here.table.view(None)
    ):
        return redirect(url_for("setup.join"), 303)
    return redirect(url_for("pages.table"), 303)
