"""What the table's template needs: the view, its words, the drawn board and the script's data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from companion.games.setups import OFFERS
from companion.model.message import Message
from companion.model.view import Choice, Owed, PlayerView, View
from companion_web.drawing.board import (
    Say,
    board_shape,
    board_svg,
    is_swap,
    moved_in_hand,
    moves_again,
    names_of,
)
from companion_web.drawing.light_marks import BADGED, HALO, MARKED, SEAT_ROLES, disc_defs
from companion_web.words.table_words import page_words, token_kind, with_page_words
from engine.board import Board


def may_act(view: View) -> bool:
    """Whether who looks may choose now: the seat to act, or anybody where cards lie open."""
    if view.seat is None:
        return view.game is not None and view.game.hands == "physical"
    return any(player.seat == view.seat and player.to_act for player in view.players)


def goes_on(view: View) -> bool:
    """Whether the last move goes on in a hand: its own foot, not the keys of who is next (PP-5).

    Held cards stay in their holder's sight.
    """
    if view.hand is not None or not moves_again(view) or moved_in_hand(view) is None:
        return False
    return may_act(view) or view.seat == view.prompt.seat


def foot_kind(view: View) -> str:
    """Which foot the state asks for; the page's script chooses in the same order (foot.js)."""
    if view.game is None:
        return "none"
    if view.ask is not None:
        return "ask"
    if view.reason is not None:
        return "wrong"
    if any(p.winner for p in view.players):
        return "over"
    if view.prompt.mood == "correction" and view.owed:
        return "correction"
    if view.state == "stray" and view.doubts:
        return "stray"
    if view.hand == () and not any(p.to_act for p in view.players):
        return "drawing"
    if view.window is not None and view.window.keys:
        return "claim"
    if view.dice:
        return "dice"
    if any(key.param == "roll" for key in view.pad):
        return "roll"
    if goes_on(view):
        return "lifted"
    if not may_act(view):
        return "hand" if view.hand is not None and view.pad else "wait"
    return _acting_foot(view)


def _acting_foot(view: View) -> str:
    """The foot of who is to choose something."""
    if (view.card or view.race) and moved_in_hand(view) is not None:
        return "lifted"
    if view.card is not None and view.choices:
        return "moves"
    if view.hand is not None and view.pad:
        return "hand"
    if view.pad:
        return "pad" if all(key.param == "card" for key in view.pad) else "keys"
    return "go" if view.race and view.choices else "wait"


def single_moves(view: View) -> list[Choice]:
    """The moves of one marble (or swaps); splits are named together as a number of ways."""
    return [c for c in view.choices if not is_split(c)]


def offered_moves(view: View) -> list[Choice]:
    """The moves with a row of their own in the foot: a good idea first, if one was asked for."""
    singles = single_moves(view)
    shown = singles[: 1 if len(singles) < len(view.choices) else 2]
    if view.hint is None:
        return shown
    ideas = [c for c in view.choices if c.action == view.hint.action]
    return [*ideas, *(c for c in shown if c not in ideas)][: max(1, len(shown))]


def answer_columns(answers: list[str]) -> str:
    """Short answers, colours say, stand side by side where a phone has too few rows for them."""
    short = sum(len(answer) <= 8 for answer in answers)
    if len(answers) <= 3 or short < 2:
        return ""
    return " in-two" if short <= 4 else " in-three"


def owed_rows(view: View) -> list[tuple[Owed, int]]:
    """What to put right now and next: debts that sound the same are one row with their number."""
    rows: list[tuple[Owed, int]] = []
    for owed in view.owed:
        if rows and (rows[-1][0].token, rows[-1][0].message) == (owed.token, owed.message):
            rows[-1] = (rows[-1][0], rows[-1][1] + 1)
        else:
            rows.append((owed, 1))
    return rows[:2]


def is_split(choice: Choice) -> bool:
    """Two different marbles move, one after the other."""
    return len(choice.moves) > 1 and not is_swap(choice)


def _json(data: object) -> Markup:
    """JSON for a data block in the page: no ``<`` can end the element early."""
    return Markup(msgspec.json.encode(data).decode().replace("<", "\\u003c"))


def page_data(
    view: View, board: Board, say: Say, language: str, *, host: bool = False
) -> dict[str, Any]:
    """Words and constants for the script; the board's spaces and routes come by /api/board."""
    names = names_of(board, say, played(view))
    return {
        "words": page_words(language, token_kind(board)),
        "badged": sorted(BADGED),
        "marked": sorted(MARKED),
        "halo": dict(HALO),
        "seatRoles": sorted(SEAT_ROLES),
        "game": view.game.id if view.game else None,
        "host": host,
        "names": names.holes,
        "special": names.special,
        "colours": names.colours,
        "sides": list(dict.fromkeys(space.side for space in board.spaces if space.side)),
    }


def played(view: View) -> list[str]:
    """The tokens of all players, in the order of their seats."""
    return [colour.colour for player in view.players for colour in player.colours]


def _first_board() -> Board:
    offer = next(iter(OFFERS.values()))
    return offer.board(offer.rules[0].boards[0])


def table_context(
    view: View,
    board: Board | None,
    render: Callable[[Message, str], str],
    language: str = "en",
    *,
    host: bool = False,
) -> Mapping[str, Any]:
    """Everything ``table.html`` reads, beside the app's own ``csrf_token``, theme and address.

    ``render`` gives the table's messages in a language (``companion.words.render``); ``host`` says
    that this browser started the game.
    """
    # Without a game the page shows an unlit board, the first that a game can be played on.
    drawn = board or _first_board()
    say = with_page_words(render, language, token_kind(drawn))

    def word(key: str, **params: object) -> str:
        return say(Message(f"page.{key}", {name: str(value) for name, value in params.items()}))

    names = names_of(drawn, say, played(view))

    def who(player: PlayerView) -> str:
        if player.name or player.called is None:
            return player.name or names.colours[player.colours[0].colour]
        return say(player.called)

    splits = [c for c in view.choices if is_split(c)]
    return {
        "view": view,
        "tell": say,
        "word": word,
        "who": who,
        "names": names,
        "colours": names.colours,
        "language": language,
        "foot": foot_kind(view),
        "shape": board_shape(drawn),
        "held": moved_in_hand(view),
        "may_act": may_act(view),
        "offered": offered_moves(view),
        "splits": splits,
        "owed_rows": owed_rows(view),
        "columns": answer_columns(
            [say(one.message) for one in view.ask.options] if view.ask else []
        ),
        "discs": Markup(disc_defs()),
        "board_svg": Markup(board_svg(view, drawn, say, None if board else ())),
        "page_data": _json(page_data(view, drawn, say, language, host=host)),
    }
