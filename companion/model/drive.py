"""What a driver needs beside the street: tiles, action buttons, schematics, dice. Plain data."""

from __future__ import annotations

from msgspec import Struct

from .message import Message


class Tile(Struct, frozen=True):
    """One way that the car may go.

    ``way``     its place: ``ahead``, ``back``, ``left`` or ``right``; ``place`` for a space that is
                none of these, where a car is placed
    ``action``  what tapping it plays
    ``value``   ``sure``, or the chance
    ``lines``   what belongs to it: the tie, the curb after it, who moves on
    ``car``     the token that it is about: rival, or who is pushed; "" for none
    ``style``   points that it scores
    ``hole``    where the token goes; "" where the wood has no place for it
    ``said``    the light of that place, for who does not see it
    ``of``      the token that goes
    ``figure`` and ``badge``  what the light of that place says, as in ``HoleView``
    """

    way: str
    action: str
    label: Message
    value: Message
    lines: tuple[Message, ...]
    car: str = ""
    style: int = 0
    hole: str = ""
    said: Message | None = None
    of: str = ""
    figure: str = ""
    badge: str = ""


class Deed(Struct, frozen=True):
    """One action button. It keeps its place whether or not it can be pressed.

    ``action``  what it plays; "" where a card is chosen for it, or one of the ``ways``
    ``closed``  why it cannot be pressed now
    ``ways``    the actions from which it lets people choose: which of two cars
    """

    name: str
    label: Message
    action: str = ""
    closed: Message | None = None
    ways: tuple[str, ...] = ()


class SheetRow(Struct, frozen=True):
    """One line of a schematic: a driver, a mod or the gang.

    ``name``  of the card; a gang has the names of all its cards. Empty: ``text`` says why
    ``text``  when a mod counts; how many are in a gang, for where its names have no room
    """

    sign: str
    name: str = ""
    text: Message | None = None
    bonus: str = ""


class Sheet(Struct, frozen=True):
    """One player's car, in the order of the race.

    ``speed`` and ``complexity``  of the face that shows, and of the other one
    ``drive`` and ``fixit``  what is added to its dice
    ``cards``  how many its player holds
    """

    token: str
    seat: int
    model: str
    hurt: bool
    speed: tuple[int, int]
    complexity: tuple[int, int]
    drive: int
    fixit: int
    style: int
    cards: int
    rows: tuple[SheetRow, ...]


class Thrown(Struct, frozen=True):
    """One die of the last test: whose it is, its face, the sum; ``won``: it decided for this one.

    ``sum`` is None where cards changed it.
    """

    token: str
    face: int
    sum: int | None
    won: bool


class Drive(Struct, frozen=True):
    """All of it, for one audience.

    ``tiles``  four for each car that may be lifted, or any number of places
    ``left``  actions left, and how many a turn has; None while nobody acts
    ``playing``  the words on the key of an open card, where it is not simply played
    ``of_hand``  whoever is asked has to look at the own cards
    """

    sheets: tuple[Sheet, ...]
    tiles: tuple[Tile | None, ...] = ()
    deeds: tuple[Deed, ...] = ()
    left: tuple[int, int] | None = None
    thrown: tuple[Thrown, ...] = ()
    playing: Message | None = None
    of_hand: bool = False
