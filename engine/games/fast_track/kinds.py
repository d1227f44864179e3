"""The kinds of move that are no single step, and the action that announces a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...action import Action, Displacement
from ...events import SentBack, Swapped
from .steps import Step

if TYPE_CHECKING:
    from .setup import Setup


class Swap:
    """FT-21: the marbles of codes ``a`` and ``b`` change places."""

    __slots__ = ("a", "b", "displacements", "event", "text")

    def __init__(self, setup: Setup, a: int, b: int) -> None:
        places = setup.track.places
        if places[b] < places[a]:
            a, b = b, a
        self.a = a
        self.b = b
        self.text = f"{places[a]}={places[b]}"
        self.displacements = (
            Displacement(places[a], places[b]),
            Displacement(places[b], places[a]),
        )
        self.event = Swapped(places[a], places[b])


class Back:
    """FT-25: the marble of code ``code`` goes back to its pen in place of a move."""

    __slots__ = ("code", "displacements", "event", "pen", "text")

    def __init__(self, setup: Setup, colour: int, code: int) -> None:
        places = setup.track.places
        self.code = code
        self.pen = setup.pen_bytes[colour]
        home = places[self.pen[0]]
        self.text = f"{places[code]}-p"
        self.displacements = (Displacement(places[code], home),)
        self.event = SentBack(setup.colours[colour], places[code], home)


class NoEffect:
    """FT-18, FT-19, BF-2: the card moves nothing, ``--``."""

    __slots__ = ()
    text: Final = "--"


PASS: Final = NoEffect()

Move = Step | tuple[Step, Step] | Swap | Back | NoEffect


def action_of(seat: int, move: Move, text: str) -> Action:
    """The action that announces a move."""
    if isinstance(move, Step):
        return Action(seat, text, (move.displacement,))
    if isinstance(move, tuple):
        return Action(seat, text, (move[0].displacement, move[1].displacement))
    if isinstance(move, NoEffect):
        return Action(seat, text)
    return Action(seat, text, move.displacements)
