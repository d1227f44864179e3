"""The street that the wood stands for now, as the page draws it: plain data, beside the tokens."""

from __future__ import annotations

from msgspec import Struct, field

from engine.drawing.street import Column

from .message import Message


class StreetView(Struct, frozen=True):
    """A street without its cars: the holes' tokens say where those are.

    ``columns``  what the mats make of each column, from the left
    ``where``    the columns' names, ``special`` what is special about their ground, empty or not
    ``names``    the columns' numbers on the wood; ``beside`` those of the wood's columns left and
                 right of the street, empty without any
    ``letters``  the wood's rows, the road ahead first
    ``last``     row of the last racer
    ``wraps``    the first row is rank 8 now, since a car stands there, and no road ahead
    ``hurt``     tokens that show their damaged face
    ``down``     holes in which a car comes the other way
    ``out``      hole → the token that was pushed off it and has no place yet
    ``aside``    tokens that wait beside the street, with their ranks
    ``order``    holes with cars in their order, the front one first
    ``coming``   signs of the street that comes next, from the left; empty where nobody may know it
    """

    columns: tuple[Column, ...]
    where: tuple[Message, ...]
    special: tuple[Message | None, ...]
    names: tuple[str, ...]
    beside: tuple[str, str]
    letters: str
    last: int
    wraps: bool = False
    median: bool = False
    finish: bool = False
    mirror: bool = False
    hurt: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    out: dict[str, str] = field(default_factory=dict)
    aside: tuple[tuple[str, int], ...] = ()
    order: tuple[str, ...] = ()
    coming: tuple[Message, ...] = ()
