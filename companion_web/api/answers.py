"""The shapes of answers that are put together of several parts.

A struct with ``UNSET`` leaves that key out where it has nothing to say.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from companion.model.hand import Hand
from companion.model.night import Night, NightGame
from companion.model.past import GameResult, SeatResult
from companion.model.players import Player
from companion.model.replay import Turning, Watched
from companion.model.view import View

from .page_view import PageView
from .schema import SeatLine


class ShownView(View, frozen=True, kw_only=True):
    """A view with its words. ``fill``: blanks, while a covered window is open."""

    page: PageView
    fill: str | UnsetType = UNSET


class ShownHand(Hand, frozen=True, kw_only=True):
    """A look at a hand; ``fill``: blanks."""

    fill: str


class Space(Struct, frozen=True):
    """One space of the drawing."""

    id: str
    place: str
    kind: str
    side: str | None
    x: float
    y: float
    heading: float | None
    shape: str | None


class OtherPlace(Struct, frozen=True):
    """A place whose name is not that of its hole."""

    kind: str
    side: str | None
    holes: list[str]


class BoardShown(Struct, frozen=True):
    """How the board is drawn. ``own``: the side of the caller, at the bottom."""

    kind: str
    pitch: float
    view_box: list[float]
    own: str | None
    spaces: list[Space]
    places: dict[str, OtherPlace]
    neighbours: dict[str, list[str]]
    routes: Any


class Seats(Struct, frozen=True):
    """All seats of the open game, and the names of those who play here again and again."""

    seats: list[SeatLine]
    people: list[str]


class Kept(Struct, frozen=True):
    """The name of a kept file and the mark of what stands in it now."""

    name: str
    mark: str


class Name(Struct, frozen=True):
    """The name of a file, once it has it or had it."""

    name: str


class TrackLine(Struct, frozen=True):
    """A track of the list. ``broken``: why it cannot be read."""

    name: str
    label: str
    sound: bool
    facts: str
    broken: str | None


class Tracks(Struct, frozen=True):
    """All tracks."""

    tracks: list[TrackLine]


class FlawLine(Struct, frozen=True):
    """What is wrong with a track: the places of the ``tiles`` that it concerns."""

    code: str
    text: str
    tiles: list[int]
    unfinished: bool


class SketchedTrack(Struct, frozen=True):
    """A track as the editor shows it."""

    track: Any
    sound: bool
    flaws: list[FlawLine]
    facts: str
    picture: str
    bounds: list[float]
    scale: float
    offers: dict[str, list[Any]]


class KeptTrack(SketchedTrack, frozen=True, kw_only=True):
    """A kept track."""

    name: str
    mark: str


class DicedTrack(Struct, frozen=True):
    """Where the dice of a set-up could lay hazards."""

    picture: str
    text: str


class SetLine(Struct, frozen=True):
    """A data file of the list. ``mistakes``: how many it has; ``broken``: why it cannot be read."""

    name: str
    label: str
    sound: bool
    notes: list[str]
    mistakes: int
    broken: str | None


class Sets(Struct, frozen=True):
    """All data files that can be chosen."""

    sets: list[SetLine]


class MistakeLine(Struct, frozen=True):
    """One mistake in a data file; ``path``: keys and indexes that lead to it."""

    text: str
    short: str
    path: list[str | int]


class LookedSet(Struct, frozen=True):
    """What the loader says of a data file."""

    sound: bool
    count: int
    notes: list[str]
    mistakes: list[MistakeLine]


class SavedSet(LookedSet, frozen=True, kw_only=True):
    """The same of a file that was kept now."""

    name: str
    mark: str


class KeptSet(LookedSet, frozen=True, kw_only=True):
    """A kept data file."""

    name: str
    mark: str
    data: Any


class LookedHouse(Struct, frozen=True):
    """House rules: what differs from the sheet, and each pair that cannot be played, in words."""

    game: str
    sheet: str
    switches: dict[str, bool]
    clashes: list[str]


class KeptHouseRules(LookedHouse, frozen=True, kw_only=True):
    """Kept house rules."""

    name: str
    mark: str


class HouseLine(Struct, frozen=True):
    """House rules of the list. ``rules``: null where the file cannot be read; ``broken`` says why.

    ``sound``  they can be played by
    """

    name: str
    sound: bool
    rules: LookedHouse | None
    broken: str | None


class Houses(Struct, frozen=True):
    """All house rules that are kept."""

    houses: list[HouseLine]


class ListedGame(GameResult, frozen=True, kw_only=True):
    """A game in the list."""

    name: str
    loaded: bool


class Games(Struct, frozen=True):
    """All games, the newest first, then the loaded records."""

    games: list[ListedGame]


class WatchedGame(Struct, frozen=True):
    """A game move by move; ``holes`` of a move are those that it changed."""

    name: str
    number: int
    game: str
    rules: str
    house: str
    board: str
    started: float
    over: bool
    seats: list[SeatResult]
    moves: list[Watched]
    curve: list[list[int]]
    turning: list[Turning]
    why: str


class PositionAfter(Struct, frozen=True):
    """The position after a move."""

    move: int
    position: dict[str, Any]


class NightShown(Struct, frozen=True):
    """A night; null before the first game."""

    night: Night | None


class Nights(Struct, frozen=True):
    """All nights, the newest first."""

    nights: list[Night]


class CorrectedGame(Struct, frozen=True):
    """A game as corrected."""

    game: NightGame


class People(Struct, frozen=True):
    """The people who play here."""

    players: list[Player]


class Worded(Struct, frozen=True):
    """A sentence for people: its key, its parts, its text."""

    key: str
    params: dict[str, str]
    text: str
