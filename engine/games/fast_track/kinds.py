"""The kinds of move that are no single step, and the action that announces a move."""

from __future__ import annotations

from typing import Final

from ...action import Action, Displacement
from ...events import SentBack, Swapped
from .steps import Step
from .track import Track


class Swap:
    """FT-21: the marbles of codes ``a`` and ``b`` change places."""

    __slots__ = ("a", "b", "displacements", "event", "text")

    def __init__(self, track: Track, a: int, b: int) -> None:
        places = track.places
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
    """FT-25: the marble of code ``code`` and that colour goes back to its pen, without a move."""

    __slots__ = ("code", "displacements", "event", "pen", "text")

    def __init__(self, track: Track, colour: str, code: int) -> None:
        places = track.places
        pen = track.pens[track.sides.index(colour)]
        self.code = code
        self.pen = bytes((pen,))
        self.text = f"{places[code]}-p"
        self.displacements = (Displacement(places[code], places[pen]),)
        self.event = SentBack(colour, places[code], places[pen])


class NoEffect:
    """FT-18, FT-19, BF-2: the card moves nothing, ``--``."""

    __slots__ = ()
    text: Final = "--"


PASS: Final = NoEffect()

Move = Step | tuple[Step, Step] | Swap | Back | NoEffect


def displacements_of(move: Move) -> tuple[Displacement, ...]:
    """What hands do to announce a move."""
    if isinstance(move, Step):
        return (move.displacement,)
    if isinstance(move, tuple):
        return (move[0].displacement, move[1].displacement)
    if isinstance(move, NoEffect):
        return ()
    return move.displacements


def action_of(seat: int, move: Move, text: str) -> Action:
    """The action that announces a move."""
    return Action(seat, text, displacements_of(move))
