"""A dealt hand as only its holder may see it, fetched when somebody looks at it."""

from __future__ import annotations

from msgspec import Struct

from .message import Message


class HeldCard(Struct, frozen=True):
    """One card: its id, its name, and of what kind it is ("" in games with one kind).

    ``word``    on its key; ``effect``: what it does, ``when`` and for what ``cost``
    ``star``    points that playing it scores
    ``said``    its name as it is read aloud, where the label is only a sign
    ``moves``   how many moves it has now; None where that is not told
    """

    card: str
    label: str
    kind: str = ""
    word: Message | None = None
    effect: tuple[Message, ...] = ()
    when: Message | None = None
    cost: Message | None = None
    star: int = 0
    moves: int | None = None
    said: Message | None = None


class Way(Struct, frozen=True):
    """Something that may be done now with cards of the hand: places of the cards among them.

    ``deed``  the action button that it belongs to; "" for playing the card
    """

    action: str
    cards: tuple[int, ...]
    message: Message
    deed: str = ""


class Hand(Struct, frozen=True):
    """The cards in the order in which they are held, and what may be done with them now."""

    seat: int
    cards: tuple[HeldCard, ...] = ()
    ways: tuple[Way, ...] = ()
