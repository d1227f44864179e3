"""The offer of a game on the set-up page: sheets, boards, players, colours, teams, wishes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, Final, NamedTuple

from companion.errors import FileRefused
from companion.model.past import NAMELESS
from companion.store.shelf import checked
from engine.board import Board
from engine.boards.marble import SIDES, board_for
from engine.boards.seats import usual_seats, usual_teams
from engine.errors import BadConfig, Misfit, shown
from engine.game import Game, Position
from engine.switches import Switches
from engine.told import Told

from .lesson import LEARN

DATA_NAME: Final = "data_name"
"""Option that holds the name under which a data file is kept, so that it can be chosen again."""
DATA_MORE: Final = "data_more"
"""The same of a second file, of which only the cards are taken."""
SWITCHES: Final = "switches"
"""Option with the switches in which a house differs from its sheet."""
HOUSE: Final = "house"
"""Option with the name of the house whose rules they are."""
OURS: Final = frozenset(
    {"names", "bots", "help", "options", "cut", LEARN, DATA_NAME, DATA_MORE, HOUSE}
)
"""Options of a game that are the service's own, not the engine's."""


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """One rule sheet of a game.

    ``boards``   kinds of board it is played on
    ``several``  a player may hold several colours, and players may form teams
    ``drawn``    chance may decide who begins; else the first player listed begins
    """

    name: str
    boards: tuple[str, ...]
    several: bool
    drawn: bool


Value = str | int | bool
Rounds = Sequence[Mapping[str, str]]
"""The rounds of a cut for the first turn: seat (as JSON has it) → card; the last one decides."""


class Cutting(NamedTuple):
    """A cut with cards of paper, told one by one.

    ``seat``   who cuts next; None once it is decided
    ``first``  who begins, once that is decided; ``tied``: the seats that cut again
    ``rounds`` what was cut; ``cards``: rank and label of each card that may be told
    """

    seat: int | None
    first: int | None
    tied: tuple[int, ...]
    rounds: Rounds
    cards: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """One more thing to choose: a field of the form, and a key of the game's ``options``.

    Words: ``wish.GAME.NAME``, and ``wish.GAME.NAME.VALUE`` for each value that is a text. Two
    values, the first of them nothing (False, 0), make a switch. ``woodless``: the usual value
    where nobody has wood before them, if that is another one.
    """

    name: str
    values: tuple[Value, ...]
    usual: Value
    woodless: Value | None = None

    def at(self, *, wood: bool) -> Wish:
        """The same as it is offered at a real board or without one: there its own value is first.

        >>> Wish("dice", ("table", "service"), "table", "service").at(wood=False).values
        ('service', 'table')
        """
        if wood or self.woodless is None:
            return self
        rest = tuple(value for value in self.values if value != self.woodless)
        return Wish(self.name, (self.woodless, *rest), self.woodless)

    @property
    def switch(self) -> bool:
        """Whether it is a switch; ``wish.GAME.NAME.line`` says what it means."""
        return len(self.values) == 2 and self.values[0] in (False, 0)

    def read(self, text: str | None) -> Value:
        """The value that a form's field means; the usual value for anything else."""
        return next((value for value in self.values if self.text(value) == text), self.usual)

    @staticmethod
    def text(value: Value) -> str:
        """A value as the form's field carries it.

        >>> Wish.text(True), Wish.text(4)
        ('yes', '4')
        """
        return str(value) if not isinstance(value, bool) else "yes" if value else "no"


def house_of(options: Mapping[str, Any]) -> str:
    """The name of the house by whose rules a game with these options is played; empty: a sheet's.

    >>> house_of({"options": {"house": "Ours"}}), house_of({"options": None})
    ('Ours', '')
    >>> house_of({"options": {"switches": {"jack_swaps": False}}})
    '*'
    """
    further = options.get("options") or {}
    return str(further.get(HOUSE) or (NAMELESS if further.get(SWITCHES) else ""))


def named_house(told: object) -> str:
    """The name of a house as one is kept; Misfit says what does not fit."""
    if not isinstance(told, str):
        said = "{value} is no name of a house"
        raise Misfit(Told("no_house_name", said, value=shown(told)))
    try:
        return checked(told)
    except FileRefused as refused:
        raise Misfit(str(refused)) from None


class Offer:
    """One game as the set-up page offers it.

    ``hands``   values of the command's ``hands`` to choose from
    ``course``  key of the options that holds a board laid by the players (``courses``), or empty
    ``each``, ``begins``  keys of words: how many colours a player has, who begins
    ``held_to_look``     a screen with several seats shows a hand only while somebody holds its bar
    ``ahead``   some marbles may be home before the first turn (key ``ahead`` of the options)
    ``pages``   what the names of its rules pages begin with, where that is not the game's name
    ``switches``  what a house may play otherwise than the sheets
    """

    hands: ClassVar[tuple[str, ...]] = ("physical",)
    course: ClassVar[str] = ""
    each: ClassVar[str] = "setup.each"
    begins: ClassVar[str] = "setup.listed"
    pages: ClassVar[str] = ""
    switches: ClassVar[Switches | None] = None
    held_to_look: ClassVar[bool] = False
    ahead: ClassVar[bool] = False

    def __init__(self, game: str, rules: tuple[RulesOffer, ...]) -> None:
        self.game = game
        self.rules = rules

    def sheet(self, name: str) -> RulesOffer | None:
        """The rule sheet of that name, if there is one."""
        return next((sheet for sheet in self.rules if sheet.name == name), None)

    def housed(self, sheet: RulesOffer, switches: Mapping[str, bool]) -> RulesOffer:
        """What that sheet offers in a house that differs in these switches."""
        return sheet

    def page_of(self, rule: str, sheet: str) -> str:
        """The sheet whose page tells a rule that was quoted in a game by ``sheet``."""
        return sheet

    def board(self, kind: str) -> Board:
        """The board of that kind, for drawing; BadConfig when there is none."""
        return board_for(kind)

    def sides(self, kind: str) -> tuple[str, ...]:
        """The colours of that board, clockwise."""
        return tuple(SIDES[kind])

    def counts(self, kind: str) -> tuple[int, ...]:
        """How many players may sit at that board."""
        return tuple(range(2, len(self.sides(kind)) + 1))

    def colours_each(self, sheet: RulesOffer, kind: str, players: int) -> tuple[int, ...]:
        """How many colours each player may hold."""
        sizes = (1, 2, 3) if sheet.several else (1,)
        return tuple(size for size in sizes if self.usual(kind, players, size))

    def team_sizes(self, sheet: RulesOffer, players: int) -> tuple[int, ...]:
        """How many players may be partners; 1 means that all play alone."""
        sizes = (1, 2, 3) if sheet.several else (1,)
        return tuple(n for n in sizes if players % n == 0 and players // n >= 2)

    def usual(self, kind: str, players: int, each: int) -> tuple[tuple[str, ...], ...]:
        """The colours offered first to each player; empty if they do not fit."""
        try:
            return usual_seats(kind, players, each)
        except BadConfig:
            return ()

    def choices(
        self, kind: str, players: int, each: int
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The colours that each player may choose, in the order of the seats."""
        return (tuple(combinations(self.sides(kind), each)),) * players

    def wishes(self, kind: str, players: int, each: int) -> tuple[Wish, ...]:
        """The other things that may be chosen, in the order of the form."""
        return ()

    def offered(self, kind: str, players: int, each: int) -> tuple[Wish, ...]:
        """``wishes``, and what may be chosen although it then decides the number of players."""
        return self.wishes(kind, players, each)

    def counts_with(self, kind: str, chosen: Mapping[str, Value]) -> tuple[int, ...]:
        """The numbers of players that go with what was chosen of ``offered``."""
        return self.counts(kind)

    def teams(self, players: int, size: int) -> tuple[tuple[int, ...], ...]:
        """Teams whose partners sit alternately; BadConfig if the players cannot be divided so."""
        return usual_teams(players, size)

    # ---------------------------------------------------------------------------- the new game

    def settled(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a new game as they are kept; EngineError says what does not fit."""
        return dict(options)

    def engine_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options for the engine: without names, with the game's further options."""
        plain = {k: v for k, v in options.items() if k not in OURS and v is not None}
        if plain.get("hands") == "physical":
            del plain["hands"]
        extra = {k: v for k, v in (options.get("options") or {}).items() if k not in OURS}
        return {**plain, **extra}

    def with_data(self, game: Game, options: Mapping[str, Any]) -> Game:
        """The game, played with what these options bring along; BadData names its mistakes.

        ``options``  as ``settled`` gave them; a position of this game is loaded by what is returned
        """
        asked = self.engine_options(options)
        return game.with_beside({key: asked[key] for key in game.beside if key in asked})

    def once_more(self, further: Mapping[str, Any], over: Position) -> dict[str, Any]:
        """What the next game takes over of the ``options`` of one that is over, and of its end."""
        return dict(further)

    def cutting(self, options: Mapping[str, Any], told: Sequence[str]) -> Cutting | None:
        """The cut as far as it was told; EngineError for another card. None: nobody cuts.

        ``options``  of the new game: ``rules``, ``players``, and its further ``options``
        """
        return None

    def first_player(self, options: Mapping[str, Any], rng: random.Random) -> tuple[int, Rounds]:
        """The first player if chance decides, and the cards that were cut for it."""
        players = options.get("players")
        return (rng.randrange(len(players)) if isinstance(players, list) and players else 0), ()
