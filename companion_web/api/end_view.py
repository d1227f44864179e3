"""The end of a game as the page shows it: places, marbles home, and the way to the next game."""

from __future__ import annotations

from msgspec import Struct

from companion.model.places import Placed
from companion.model.view import View
from companion_web.drawing.board import Say

from .race_view import called, word
from .rights import Rights


class EndRow(Struct, frozen=True):
    """One player in order of place. ``label`` is what a reader hears of its marbles."""

    place: int
    colours: tuple[str, ...]
    who: str
    note: str
    home: int
    of: int
    label: str


class EndShown(Struct, frozen=True):
    """The foot of a game that is over. Where a key would be refused, it is left out.

    ``again``  this visitor may start the same game anew
    ``undo``   it may take the end back, as may whoever may start it anew
    ``night``  it may end the night
    ``watch``  where the game can be watched
    """

    rows: tuple[EndRow, ...]
    again: bool
    undo: bool
    night: bool
    watch: str


def end_shown(view: View, say: Say, rights: Rights, *, ends: bool) -> EndShown:
    """The end for this audience; ``ends``: a night goes on, and this visitor may end it."""
    return EndShown(
        rows=tuple(_row(view, placed, say) for placed in view.places),
        again=rights.again,
        undo=view.can_undo and (rights.again or rights.may(view.undo_of)),
        night=ends and rights.again,
        watch="" if view.game is None else f"/replay/{view.game.number}",
    )


def _row(view: View, placed: Placed, say: Say) -> EndRow:
    player = next(one for one in view.players if one.seat == placed.seat)
    who, note = called(say, player), say(placed.note)
    return EndRow(
        placed.place,
        tuple(colour.colour for colour in player.colours),
        who,
        note,
        placed.home,
        placed.of,
        word(say, "end.row", home=placed.home, of=placed.of),
    )
