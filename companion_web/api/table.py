"""The JSON routes (docs/http.md). They translate and decide nothing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask import Blueprint, Response, request

from companion.games.board_data import board_json, own_side
from companion.model.briefing import Briefing
from companion.model.chart import Chart
from companion.model.commands import Again, Command, HandOver, New, Outcome, PlayOn, Tend
from companion.model.ports import HandsPort
from companion.model.rewind import Rewind
from companion.model.service import ServiceView
from companion.words.worded_view import plain
from companion_web.access.host import need_begin, need_host, seats_to_free
from companion_web.access.places import handed_on
from companion_web.access.seats import audience_of, caller_of, held_seats, started
from companion_web.access.security import need_own_site
from companion_web.context import asker, wanted_seat, web
from companion_web.errors import Conflict, Forbidden

from .answers import BoardShown, ShownHand, ShownView
from .described import STREAM, described
from .game_views import filled
from .people import with_own_help
from .schema import Done, HandRequest, read, read_command
from .views import LOOK, fill

api = Blueprint("api", __name__, url_prefix="/api")


def reply(data: object, status: int = 200) -> Response:
    """Any struct or plain data as a JSON answer."""
    return Response(msgspec.json.encode(data), status, mimetype="application/json")


@api.get("/table")
@described(ShownView, asks=("seat",), flags=("watch",))
def table_view() -> Response:
    """The caller's view."""
    shown = web().shown(asker(), wanted_seat(), web().language)
    response = Response(shown.body, mimetype="application/json")
    response.headers["X-Seq"] = str(shown.view.seq)
    return response


@api.get("/stream")
@described(str, asks=("seat",), flags=("watch",), kind=STREAM)
def stream() -> Response:
    """The caller's view after every change, as server-sent events."""
    here, visitor, wanted, language = web(), asker(), wanted_seat(), web().language

    def payload() -> tuple[int, bytes]:
        shown = here.shown(visitor, wanted, language)
        return shown.view.seq, shown.body

    gone: Callable[[], bool] | None = request.environ.get("waitress.client_disconnected")
    last = request.headers.get("Last-Event-ID", type=int)
    events = here.hub.join(payload, last, gone, request.remote_addr or "")
    response = Response(events, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


@api.get("/board")
@described(BoardShown, refuses=(409,), asks=("seat",), flags=("watch",))
def board() -> Response:
    """The drawing of the board, which changes only with the game."""
    drawn = web().table.drawing()
    if drawn is None:
        raise Conflict("No game is open, so there is no board to draw.", code="no-game")
    shown = web().shown(asker(), wanted_seat(), web().language)
    return reply(board_json(drawn, own_side(shown.view, drawn)))


@api.get("/chart")
@described(Chart, refuses=(409,), whoever=True)
def chart() -> Response:
    """How a race went so far."""
    here = web()
    made = here.table.chart()
    if made is None:
        raise Conflict("There is no race to be charted.", code="no-chart")
    return reply(plain(made, here.renderer.words, here.language))


@api.get("/rewind")
@described(Rewind, refuses=(409,), asks=("move",), whoever=True)
def rewind() -> Response:
    """The board as it stood before the move ``?move=N``, which may be taken back."""
    here = web()
    made = here.table.rewind(request.args.get("move", 0, type=int))
    if made is None:
        raise Conflict(code="nothing-to-undo", key="refused.rewind")
    return reply(made)


@api.get("/briefing")
@described(Briefing, refuses=(409,), asks=("seat",), flags=("watch",))
def briefing() -> Response:
    """What can I do, where are my marbles, what happened: in words, for whoever does not look."""
    here = web()
    made = here.table.briefing(audience_of(here.table, asker(), wanted_seat()))
    if made is None:
        raise Conflict("No game is open, so there is nothing to tell.", code="no-game")
    return reply(plain(made, here.renderer.words, here.language))


@api.get("/hand")
@described(ShownHand, refuses=(403, 409), asks=("seat",))
def hand() -> Response:
    """The hand of ``?seat=N``, for whoever holds that seat: it looks, and nothing is kept."""
    need_own_site()
    here, seat = web(), wanted_seat()
    if seat is None or seat not in held_seats(here.table, here.visitor(), here.table.view(None)):
        raise Forbidden(key="refused.not_your_hand")
    made = here.table.hand(seat)
    if made is None:
        raise Conflict(code="no-hand", key="refused.no_hand")
    data = plain(made, here.renderer.words, here.language)
    response = reply({**data, "fill": fill(data, LOOK)})
    response.headers["Cache-Control"] = "no-store"
    return response


@api.post("/commands")
@described(Done, takes=Command, refuses=(404, 409))
def commands() -> Response:
    """Carry out one command."""
    command = read_command(request.get_data())
    return reply(Done(carry_out(command).seq))


def carry_out(command: Command) -> Outcome:
    """Submit a command for whoever asks; refuse the host's commands to others."""
    here = web()
    visitor = here.visitor()
    caller = caller_of(here.table, visitor)
    if isinstance(command, Tend):
        need_host(here.pin, visitor, here.table.view(None))
    elif isinstance(command, New | PlayOn):
        need_begin(here.pin, visitor, here.table.view(None), caller.seats)
    elif isinstance(command, HandOver):
        may = command.seat in seats_to_free(here.pin, here.table, visitor, here.table.view(None))
        caller = msgspec.structs.replace(caller, host=caller.host or may)
        command = with_own_help(command)
    if isinstance(command, PlayOn):
        command = filled(command)
    outcome = here.table.submit(command, caller)
    if isinstance(command, New | Again | PlayOn):
        started(here.table, visitor)
    elif isinstance(command, HandOver) and visitor.browser and command.seat in caller.seats:
        handed_on(here.table, visitor, command.seat)
    return outcome


@api.get("/service")
@described(ServiceView, refuses=(403,))
def service() -> Response:
    """The board for whoever looks after it: sensors, findings, the test, the device."""
    here = web()
    need_host(here.pin, here.visitor(), here.table.view(None))
    return reply(here.table.service())


@api.post("/hands")
@described(Done, takes=HandRequest, refuses=(404, 409), whoever=True)
def hands() -> Response:
    """Lift or put a marble on the virtual board."""
    wish = read(request.get_data(), HandRequest)
    here = web()
    use_hand(here.table.hands, wish)
    return reply(Done(here.table.view(None).seq))


def use_hand(port: HandsPort | None, wish: HandRequest) -> None:
    """Do what the hand was asked for; ``Conflict`` on a real board."""
    if port is None:
        raise Conflict(
            "This board is a real one: move the marble by hand.", code="no-virtual-board"
        )
    if wish.do == "lift":
        port.lift(wish.hole)
    else:
        port.put(wish.hole, wish.token, wish.origin)
