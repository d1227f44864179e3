"""What the table's template needs: the view, its words, the drawn board and the script's data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from companion.games.packs import first_board
from companion.lights.roles import CALLS, LIFTS, PUTS, Role
from companion.model.message import Message
from companion.model.names import LONGEST
from companion.model.street import StreetView
from companion.model.view import View
from companion_web.api.page_view import PageView
from companion_web.api.views import page_of
from companion_web.drawing.board import Say, board_shape, board_svg, names_of
from companion_web.drawing.light_marks import BADGED, HALO, MARKED, SEAT_ROLES, disc_defs
from companion_web.drawing.street_board import street_board_svg
from companion_web.words.table_words import page_words, token_kind, with_page_words
from engine.board import Board


def json_data(data: object) -> Markup:
    """JSON for a data block in the page: no ``<`` can end the element early."""
    return Markup(msgspec.json.encode(data).decode().replace("<", "\\u003c"))


def page_data(view: View, board: Board, say: Say, language: str) -> dict[str, Any]:
    """Words and constants for the script; the board's spaces and routes come by /api/board."""
    names = names_of(board, say, played(view))
    return {
        "words": page_words(language, token_kind(board)),
        "badged": sorted(BADGED),
        "marked": sorted(MARKED),
        "halo": dict(HALO),
        "seatRoles": sorted(SEAT_ROLES),
        "lifts": _names(LIFTS),
        "puts": _names(PUTS),
        "calls": _names(CALLS),
        "game": view.game.id if view.game else None,
        "street": ground_of(view.street) if view.street else None,
        "names": names.holes,
        "special": names.special,
        "colours": names.colours,
        "longestName": LONGEST,
        "sides": list(dict.fromkeys(space.side for space in board.spaces if space.side)),
    }


def _names(roles: Iterable[Role]) -> list[str]:
    return sorted(role.value for role in roles)


def ground_of(street: StreetView) -> dict[str, Any]:
    """What the mats make of a street; the script has others drawn when it changes."""
    names = ("columns", "median", "finish", "mirror")
    return {name: msgspec.to_builtins(getattr(street, name)) for name in names}


def _drawing(view: View, board: Board, say: Say, used: tuple[str, ...] | None) -> str:
    """The street of the view, or the board as it is."""
    if view.street is not None:
        return street_board_svg(view, view.street, board, say)
    return board_svg(view, board, say, used)


def played(view: View) -> list[str]:
    """The tokens of all players, in the order of their seats."""
    return [colour.colour for player in view.players for colour in player.colours]


def table_context(
    view: View,
    board: Board | None,
    render: Callable[[Message, str], str],
    language: str = "en",
    at_rest: tuple[Board, tuple[str, ...]] | None = None,
    *,
    screen: bool = False,
    page: PageView | None = None,
) -> Mapping[str, Any]:
    """Everything ``table.html`` reads, beside the app's own ``csrf_token``, theme and address.

    ``render`` gives the table's messages in a language (``companion.words.render``).
    ``at_rest``  the board that is drawn without a game, and the colours that are painted on it
    ``screen``  everybody at the table looks at it
    ``page``  what the page makes of the view, where it is made already
    """
    unlit, painted = at_rest or (first_board(), ())
    drawn = board or unlit
    say = with_page_words(render, language, token_kind(drawn))

    def word(key: str, **params: object) -> str:
        return say(Message(f"page.{key}", {name: str(value) for name, value in params.items()}))

    names = names_of(drawn, say, played(view))

    return {
        "view": view,
        "tell": say,
        "word": word,
        "colours": names.colours,
        "language": language,
        "page": page or page_of(view, board, render, language, screen=screen),
        "shape": "street" if view.street else board_shape(drawn),
        "discs": Markup(disc_defs()),
        "board_svg": Markup(_drawing(view, drawn, say, None if board else painted)),
        "page_data": json_data(page_data(view, drawn, say, language)),
    }
