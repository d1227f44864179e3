"""The live board as SVG markup: everything that a ``View`` lays over the painted wood.

The page's script changes the same elements in place (``static/js/board.js``), so every element here
has a fixed way to be found: ``[data-hole]``, ``[data-halo]``, ``[data-badge]``. All coordinates are
thousandths of the board's unit. Layers, from below: paint, halos, holes (well, ring, mark,
marble), badges, arrow, focus.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import NamedTuple

from companion.games.packs import hole_name
from companion.model.message import Message
from companion.model.view import Arrow, HoleView, View
from engine.board import Board, Space
from engine.drawing.svg import board_defs, board_paint, hole_xy, view_box

from .arrow import arrow_path
from .cuts import cuts
from .light_marks import BADGED, HALO, MARKED, SEAT_ROLES, light_defs, token_id
from .mover import lit_sides, mover_of

Say = Callable[[Message], str]
"""A message in the words of the page's language."""

_UPRIGHT = re.compile(
    r'<path class="(ts-(?:glyph|symbol))"([^>]*?) transform="translate\(([^)]*)\)"([^>]*)/>'
)


def side_number(board: Board, colour: str) -> int:
    """The place of a side among the board's sides, clockwise from the bottom; 0 when unknown."""
    return board.sides.index(colour) if colour in board.sides else 0


class Names(NamedTuple):
    """Words of one board in one language, by hole and by colour."""

    holes: Mapping[str, str]
    special: Mapping[str, str]
    colours: Mapping[str, str]


def names_of(board: Board, say: Say, tokens: Iterable[str] = ()) -> Names:
    """Every hole's name, what is special about it, every colour's name; ``tokens`` play too."""
    colours = dict.fromkeys((*(space.side for space in board.spaces if space.side), *tokens))
    return Names(
        {space.id: say(hole_name(space)) for space in board.spaces},
        {s.id: told for s in board.spaces if (told := _special(s, say))},
        {colour: say(Message(f"colour.{colour}")) for colour in colours},
    )


def _special(space: Space, say: Say) -> str:
    """What is special about a space of its kind, where the words have something to say of it."""
    key = f"page.special.{space.kind.replace('-', '_')}"
    told = say(Message(key))
    return "" if told == key else told


def hole_label(
    hole: str,
    shown: HoleView,
    names: Names,
    say: Say,
    mover: str,
    mark: str = "",
    count: int = 0,
) -> str:
    """*Name, what is special, marble, light*: ``Red 9, pen exit, Red marble, may move.``

    ``mark``   what lies there and is no token, as ``View.marks`` names it
    ``count``  its number in the count of "Why?", or 0
    """
    parts = [names.holes[hole]]
    lit = shown.role not in ("", "turn")
    if hole in names.special:
        parts.append(names.special[hole])
    if mark:
        parts.append(say(Message(f"page.mark.{mark}")))
    if shown.token:
        known = names.colours.get(shown.token)
        key = "page.label.marble" if known else "page.label.some_marble"
        parts.append(say(Message(key, {"c": known or ""})))
    elif lit or hole in names.special:
        parts.append(say(Message("page.label.empty")))
    if count and shown.role == "hint":
        parts.append(say(Message("page.label.counted", {"n": str(count)})))
    elif lit:
        who = mover if shown.role == "capture" else shown.colour or shown.token
        params = {"c": names.colours.get(who, who)}
        parts.append(say(Message(f"page.label.{shown.role}", params)))
    return ", ".join(parts) + "."


def _coin(mark: str) -> str:
    """The drawing of what lies on a space, over its well and under the token."""
    return f'<use class="coin" href="#x-{"up" if mark.endswith("-up") else "coin"}"/>'


def _light(shown: HoleView, hole: str, mark: str) -> str:
    role = shown.role
    if role in ("", "turn"):
        return _coin(mark) if mark else ""
    seat = f" seat-{shown.colour or shown.token}" if role in SEAT_ROLES else ""
    step = f" step-{hole[-1]}" if hole[-1:].isdigit() else ""
    light = f'<use class="dark" href="#well"/><use class="light role-{role}{seat}{step}" '
    light += f'href="#r-{role}"/>'
    if mark:
        light += _coin(mark)
    if not shown.token and role in MARKED:
        light += f'<use class="light upright role-{role}{seat}{step}" href="#k-{role}"/>'
    return light


def _token(space: Space, token: str) -> str:
    """A marble, or a car that looks along the road with its symbol upright."""
    if not token:
        return ""
    seat = token_id(token)
    if space.shape != "square":
        return f'<use class="marble upright" href="#m-{seat}"/>'
    return (
        f'<g class="marble"><use href="#c-{seat}" transform="rotate({space.heading or 0:g})"/>'
        f'<use class="upright" href="#s-{seat}"/></g>'
    )


def _hole(board: Board, space: Space, shown: HoleView, label: str, mark: str, first: bool) -> str:
    x, y = hole_xy(board, space.id)
    place = f' data-place="{escape(shown.place)}"' if shown.place else ""
    turned = f' data-heading="{space.heading or 0:g}"' if space.shape == "square" else ""
    lies = f' data-mark="{escape(mark)}"' if mark else ""
    return (
        f'<g class="hole" data-hole="{space.id}" data-token="{escape(shown.token)}" '
        f'data-role="{escape(shown.role)}"{place}{turned}{lies} role="button" '
        f'tabindex="{0 if first else -1}" aria-label="{escape(label)}" '
        f'transform="translate({x:g} {y:g})">'
        f'<circle class="hit" r="{board.pitch * 500:g}"/>'
        f"{_light(shown, space.id, mark)}"
        f"{_token(space, shown.token)}</g>"
    )


def _halo(board: Board, hole: str, shown: HoleView) -> str:
    if shown.role not in HALO:
        return ""
    x, y = hole_xy(board, hole)
    seat = shown.colour or shown.token
    name = f"seat-{seat}" if shown.role in SEAT_ROLES else shown.role
    return (
        f'<circle class="halo role-{shown.role}" data-halo="{hole}" cx="{x:g}" cy="{y:g}" '
        f'r="{HALO[shown.role] * board.pitch * 1000:.1f}" fill="url(#halo-{name})"/>'
    )


def _badge(board: Board, hole: str, shown: HoleView) -> str:
    if shown.role not in BADGED or not shown.token:
        return ""
    x, y = hole_xy(board, hole)
    seat = f" seat-{shown.colour or shown.token}" if shown.role in SEAT_ROLES else ""
    return (
        f'<g class="badge" data-badge="{hole}" transform="translate({x:g} {y:g})">'
        f'<use class="dark upright" href="#disc"/>'
        f'<use class="light upright role-{shown.role}{seat}" href="#b-{shown.role}"/></g>'
    )


def _arrow(board: Board, arrow: Arrow | None) -> str:
    path = "" if arrow is None else arrow_path(board, arrow)
    wide, thin = board.pitch * 230, board.pitch * 130
    return (
        '<g class="arrow" aria-hidden="true">'
        f'<path class="arrow-case" stroke-width="{wide:.1f}" d="{path}"/>'
        f'<path class="arrow-line" stroke-width="{thin:.1f}" d="{path}"/></g>'
    )


@lru_cache(maxsize=64)
def _paint(board_kind: str, used: tuple[str, ...], lit: tuple[str, ...], board: _ById) -> str:
    """The painted wood, its symbols wrapped so that a style can turn them upright."""
    paint = board_paint(board.board, used, 0, lit)
    wrapped = r'<g transform="translate(\3)"><path class="\1 upright"\2\4/></g>'
    return (
        board_defs(board.board)
        + light_defs(board.board)
        + "<<paint>>"
        + _UPRIGHT.sub(wrapped, paint)
    )


class _ById:
    """A board as a cache key: boards hold mappings, so they go by identity."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.board is self.board


def board_shape(board: Board) -> str:
    """``wide`` for a board much wider than high: pages have room below it; else ``tall``."""
    _, _, width, height = board.view_box
    return "wide" if height <= 0.7 * width else "tall"


def board_title(view: View, say: Say) -> str:
    """``GAME board, Red to move``."""
    name = view.game.name.replace("_", " ").title() if view.game else ""
    colours = [say(Message(f"colour.{colour}")) for colour in lit_sides(view)]
    if view.game is None or not colours:
        return say(Message("page.board", {"game": name})).strip()
    return say(Message("page.board_to_move", {"game": name, "c": " + ".join(colours)}))


def own_turn(view: View, board: Board) -> int:
    """The place of the side of whoever looks, which narrow screens turn to the bottom."""
    own = next((p.colours[0].colour for p in view.players if p.seat == view.seat), "")
    return side_number(board, own)


def board_svg(view: View, board: Board, say: Say, used: Iterable[str] | None = None) -> str:
    """The whole board as one ``<svg>``, right without any script.

    ``used``: colours that play; by default those of the view's players (all when there are none).
    A seat's own side is marked by a class ``turn-N``; narrow screens turn the board by it.
    """
    played = [c.colour for player in view.players for c in player.colours]
    names = names_of(board, say, played)
    colours = tuple(used if used is not None else played or list(names.colours))
    defs, paint = _paint(board.kind, colours, lit_sides(view), _ById(board)).split("<<paint>>")
    mover = mover_of(view)
    dark = HoleView()
    shown = {space.id: view.holes.get(space.id, dark) for space in board.spaces}
    walk = view.reason.walk if view.reason and view.reason.told else ()
    counts = {hole: n for n, hole in enumerate(walk, 1)}
    labels = {
        hole: hole_label(
            hole, what, names, say, mover, view.marks.get(hole, ""), counts.get(hole, 0)
        )
        for hole, what in shown.items()
    }
    holes = "".join(
        _hole(board, s, shown[s.id], labels[s.id], view.marks.get(s.id, ""), i == 0)
        for i, s in enumerate(board.spaces)
    )
    halos = "".join(_halo(board, hole, what) for hole, what in shown.items())
    badges = "".join(_badge(board, hole, what) for hole, what in shown.items())
    turn = own_turn(view, board)
    group = escape(say(Message("page.board_group")))
    p = board.pitch * 1000
    return (
        f'<svg class="ts-board board-{board.kind} turn-{turn}" viewBox="{view_box(board)}" '
        f'data-board="{board.kind}" preserveAspectRatio="xMidYMid meet">'
        f"<title>{escape(board_title(view, say))}</title>{defs}"
        f'<g class="turned">{paint}'
        f'<g class="halos" aria-hidden="true">{halos}</g>'
        f'<g class="holes" role="group" aria-label="{group}">{holes}</g>'
        f'<g class="badges" aria-hidden="true">{badges}</g>{_arrow(board, view.arrow)}'
        f"{cuts(board, view)}"
        '<g class="flyers" aria-hidden="true"></g>'
        '<g class="focus-mark" aria-hidden="true" visibility="hidden">'
        f'<circle class="focus-case" r="{0.66 * p:.1f}" stroke-width="{0.22 * p:.1f}"/>'
        f'<circle class="focus-line" r="{0.66 * p:.1f}" stroke-width="{0.1 * p:.1f}"/></g>'
        "</g></svg>"
    )
