"""The briefing: three answers in words for people who do not look at the board."""

from __future__ import annotations

from msgspec import Struct

from .message import Message


class Spot(Struct, frozen=True):
    """One marble of the asker's own: its hole, its token, and where that is.

    ``hole``  empty where it lies beside the board
    """

    hole: str
    token: str
    message: Message


class Briefing(Struct, frozen=True):
    """What can I do? Where are my marbles? What happened? Each answer is a few sentences.

    It never tells of a hidden hand: whoever holds cards looks at them by ``/api/hand``.

    ``seat``   whose answers these are; None for what everybody may know
    ``spots``  the own marbles, in the order of the sentences; a page numbers them on the board
    ``hand``   the seat holds dealt cards
    ``lights``  the board can show where they are (command ``where``)
    """

    seat: int | None
    can: tuple[Message, ...]
    where: tuple[Message, ...]
    happened: tuple[Message, ...]
    spots: tuple[Spot, ...] = ()
    hand: bool = False
    lights: bool = False
