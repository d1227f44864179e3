"""Any board and position as SVG, from board data and occupancy alone.

``svg(position)`` is a whole picture with its style inside. The page draws with the same pieces:
``board_defs`` and ``board_paint`` once (only classes, see ``look``), ``hole_xy`` and ``marble`` for
everything that changes. All coordinates are thousandths of the board's unit. ``turn`` turns the
board by whole sides, so that side number ``turn`` lies at the bottom; symbols stay upright.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from ..board import Board
from ..game import CHANCE, OVER, Position
from .look import (
    RESERVE,
    SEATS,
    board_rules,
    look_of,
    number,
    seat_class,
    symbol_path,
    theme_tokens,
)
from .svg_paint import MARBLE_RADIUS, RIM, SYMBOL, Frame, board_defs, board_paint, outline_path
from .svg_road import car, car_body, car_roof, coin

__all__ = [
    "RESERVE",
    "SEATS",
    "board_defs",
    "board_paint",
    "board_rules",
    "car",
    "car_body",
    "car_roof",
    "coin",
    "hole_xy",
    "marble",
    "outline_path",
    "svg",
    "symbol_path",
    "theme_tokens",
    "title_of",
    "view_box",
]


def hole_xy(board: Board, hole: str, turn: int = 0) -> tuple[float, float]:
    """A hole's centre in thousandths, one decimal; KeyError if the board has no such hole.

    >>> from engine.boards.marble import board_for
    >>> hole_xy(board_for("hex"), "A9")
    (-186.0, 843.8)
    """
    x, y = Frame(board, turn).hole(hole)
    return round(x, 1) + 0.0, round(y, 1) + 0.0


def view_box(board: Board) -> str:
    """The ``viewBox`` in thousandths: ``-1000 -926 2000 1852`` for the hex board."""
    return " ".join(number(1000 * value) for value in board.view_box)


def marble(token: str, pitch: float) -> str:
    """One marble about the origin; ``pitch`` in the drawing's units (thousandths: 93 on hex)."""
    n = number
    body = (MARBLE_RADIUS - RIM / 2) * pitch
    return (
        f'<g class="ts-marble {seat_class(token)}">'
        f'<circle class="ts-ground" cy="{n(0.04 * pitch)}" r="{n(0.41 * pitch)}"/>'
        f'<circle class="ts-outline" r="{n((MARBLE_RADIUS + 0.035) * pitch)}" '
        f'stroke-width="{n(0.07 * pitch)}"/>'
        f'<circle class="ts-body" r="{n(body)}" stroke-width="{n(RIM * pitch)}"/>'
        f'<circle class="ts-shine" r="{n(body)}" fill="url(#ts-shine)"/>'
        f'<path class="ts-symbol" fill-rule="evenodd" d="{symbol_path(token, SYMBOL * pitch)}"/>'
        "</g>"
    )


def seat_letters(position: Position) -> dict[str, str]:
    """By token, the letter of its look: its own if every token is a letter, else its seat's."""
    letters = (*SEATS, *RESERVE)
    tokens = {token: seat.number for seat in position.seats for token in seat.colours}
    if all(token in letters for token in tokens):
        return {token: token for token in tokens}
    return {token: letters[number % len(letters)] for token, number in tokens.items()}


def _coins(frame: Frame, position: Position) -> str:
    """Everything that lies on spaces under the tokens."""
    drawn = []
    for hole, kind in sorted(position.marks().items()):
        x, y = frame.hole(hole)
        body = coin(kind, frame.pitch)
        drawn.append(f'<g transform="translate({number(x)} {number(y)})">{body}</g>')
    return f'<g class="ts-coins">{"".join(drawn)}</g>' if drawn else ""


def _tokens(frame: Frame, position: Position) -> tuple[str, list[str]]:
    """All tokens that stand on the board, and a phrase for every tray beside it."""
    drawn, beside = [], []
    places = frame.board.places
    letters = seat_letters(position)
    for name, tokens in sorted(position.occupancy().items()):
        holes = places[name].holes if name in places else ()
        if tokens and not holes:
            beside.append(f"{name}: {' '.join(tokens)}")
        for hole, token in zip(holes, tokens, strict=False):
            x, y = frame.hole(hole)
            space = frame.board.space(hole)
            if space.shape == "square":
                turned = frame.degrees + (space.heading or 0.0)
                body = car(letters.get(token, token), frame.pitch, turned)
            else:
                body = marble(token, frame.pitch)
            drawn.append(f'<g transform="translate({number(x)} {number(y)})">{body}</g>')
    return "".join(drawn), beside


def _acting(position: Position) -> tuple[str, ...]:
    acting = position.to_act
    if acting is CHANCE or acting is OVER or not isinstance(acting, frozenset):
        return ()
    return tuple(c for seat in position.seats if seat.number in acting for c in seat.colours)


def title_of(position: Position) -> str:
    """The picture's title: ``GAME board, Red to move``."""
    name = position.game.replace("_", " ").title()
    if position.to_act is OVER:
        return f"{name} board, the game is over"
    if position.to_act is CHANCE:
        return f"{name} board, waiting for chance"
    known = (*SEATS, *RESERVE)
    colours = [look_of(c).name if c in known else c for c in _acting(position)]
    return f"{name} board, {' and '.join(colours)} to move"


def svg(position: Position, theme: str = "dark", turn: int = 0) -> str:
    """A position as one SVG document with its style inside; the same text for equal positions.

    ``theme`` is ``dark`` or ``light`` (KeyError for another), ``turn`` the side at the bottom.
    """
    board = position.board
    frame = Frame(board, turn)
    road = any(space.shape == "square" for space in board.spaces)
    used = {colour for seat in position.seats for colour in seat.colours}
    tokens, beside = _tokens(frame, position)
    aside = f"<desc>Beside the board: {escape('; '.join(beside))}</desc>" if beside else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(board)}" class="ts-board" '
        f'role="img"><title>{escape(title_of(position))}</title>{aside}'
        f"<style>.ts-board{{{theme_tokens(theme, road)}}}\n{board_rules(road)}</style>"
        f"{board_defs(board, turn)}{board_paint(board, used, turn, _acting(position))}"
        f'{_coins(frame, position)}<g class="ts-tokens">{tokens}</g></svg>'
    )
