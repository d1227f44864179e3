"""The set-up of a new game as a form: what was chosen, what may be chosen, what does not fit.

Pure: the form's values in, a ``Wizard`` out. Live changes (GET) are adjusted until they fit. A
submitted form (POST) is checked, and every error appears under its field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

from companion.games.house import House
from companion.games.offer import (
    DATA_MORE,
    DATA_NAME,
    HOUSE,
    SWITCHES,
    Offer,
    RulesOffer,
    Value,
    Wish,
)
from companion.games.packs import OFFERS
from companion.games.seat_names import anothers_colour, fitting
from companion.model.commands import New
from companion.model.names import LONGEST, known_as, twice
from companion.model.players import HELPS, MOST_AHEAD, Player
from companion.model.view import GameView
from engine.data_files import KEY, games_with_data
from engine.search import LEVELS

from .wizard_rules import chosen_rules, rules_of

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
NOBODY: Final = Player("")
AHEAD: Final = "ahead"
"""Field, and further option of a game: by player the marbles that begin home."""
BEFORE: Final = "rules_before"
"""Field: the rules of the last game, as the field ``rules`` would have them."""
HANDS_BEFORE: Final = "hands_before"
"""Field: the cards as the page showed them chosen, so that a choice of the other ones is known."""
AHEADS: Final = tuple(str(count) for count in range(MOST_AHEAD + 1))
AMONG_PLAYERS: Final = frozenset(("names", "players"))
"""Fields of the second step: a form with an error in one of them is shown there."""
T = TypeVar("T")


class Values(Protocol):
    """A form or query: several values for a field (werkzeug's MultiDict)."""

    def get(self, key: str) -> str | None:
        """The first value of a field."""

    def getlist(self, key: str) -> list[str]:
        """All values of a field."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player of the form. ``bot``: the level of the bot that plays; empty for a person.

    ``ahead``, ``help``  as the form has them; empty: what is kept of that person, if anything is
    """

    colours: tuple[str, ...]
    name: str
    team: int
    bot: str = ""
    ahead: str = ""
    help: str = ""

    @property
    def value(self) -> str:
        """The colours as the field ``players`` carries them."""
        return " ".join(self.colours)


@dataclass(frozen=True)
class Wizard:
    """The form as it stands; ``errors`` by field name (keys of the page's words).

    ``wishes``  what else is chosen, by name; ``course`` the name of a board laid by the players
    ``data``    the name of the data file, in a game that is played with one; empty: the usual one
    ``more``    the name of a second one, of which only the cards are taken; empty for none
    ``house``   by whose rules it is played, if not by those of the sheet alone
    ``houses``  those of this game that can be chosen
    ``last``    the rules of the last game, where they are those of no sheet and no kept house
    ``gone``    the name of a house that was chosen and cannot be played by any more
    ``wood``    the board is a real one
    """

    offer: Offer
    sheet: RulesOffer
    board: str
    hands: str
    count: int
    each: int
    partners: int
    rows: tuple[Row, ...]
    first: str
    step: int
    wishes: Mapping[str, Value] = field(default_factory=dict)
    course: str = ""
    data: str = ""
    more: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    house: House | None = None
    houses: Sequence[House] = ()
    last: House | None = None
    gone: str = ""
    wood: bool = False

    @property
    def takes_data(self) -> bool:
        """Whether the game is played with a data file."""
        return self.offer.game in games_with_data()

    @property
    def offered(self) -> tuple[Wish, ...]:
        """The game's further options."""
        return _offered(self.offer, self.board, self.count, self.each, wood=self.wood)

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players that go with the further options."""
        return self.offer.counts_with(self.board, self.wishes)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that a bot may have."""
        return LEVELS

    @property
    def alone(self) -> bool:
        """Whether one person plays, against bots."""
        return sum(not row.bot for row in self.rows) == 1

    @property
    def cardless(self) -> Row | None:
        """The first bot that cannot hold cards of paper, where there could be such; else None."""
        return next((row for row in self.rows if row.bot and len(self.offer.hands) > 1), None)

    @property
    def colours(self) -> tuple[str, ...]:
        """All colours at the table."""
        return tuple(colour for row in self.rows for colour in row.colours)

    @property
    def choices(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The colours that each player may have."""
        return self.offer.choices(self.board, self.count, self.each)

    @property
    def special(self) -> bool:
        """Whether somebody has marbles ahead, or help of its own."""
        return any(row.ahead or row.help for row in self.rows)

    def command(
        self,
        course: object = None,
        data: Mapping[str, Any] = NOTHING,
        people: Mapping[str, Player] = NOTHING,
    ) -> New:
        """The command that starts this game.

        ``course``  the board laid by the players; ``data``: options that say which data file
        ``people``  those that are kept, by name without case
        """
        known = [people.get(known_as(row.name), NOBODY) for row in self.rows]
        pairs = list(zip(self.rows, known, strict=True))
        ahead = [int(row.ahead) if row.ahead else one.ahead for row, one in pairs]
        helps = ["" if row.bot else row.help or one.help for row, one in pairs]
        cut = self.first == "cut"
        options: dict[str, Any] = {"cut": True} if cut else {}
        options |= self.wishes
        if self.offer.ahead and any(ahead):
            options[AHEAD] = ahead
        if self.offer.course and course is not None:
            options[self.offer.course] = course
        options |= data
        if self.house is not None:
            named = {HOUSE: self.house.name} if self.house.name else {}
            options |= {**named, SWITCHES: dict(self.house.switches)}
        return New(
            game=self.offer.game,
            rules=self.sheet.name,
            board=self.board,
            players=[list(row.colours) for row in self.rows],
            teams=[list(team) for team in self.offer.teams(self.count, self.partners)],
            first=None if cut else int(self.first),
            hands=self.hands,
            names=[row.name for row in self.rows],
            bots=[row.bot for row in self.rows] if any(row.bot for row in self.rows) else None,
            help=helps if any(helps) else None,
            options=options or None,
        )


def read_wizard(
    values: Values, *, strict: bool = False, wood: bool = False, houses: Sequence[House] = ()
) -> Wizard:
    """The form from its values, with defaults for missing ones. ``strict`` looks for errors.

    ``wood``    the board is a real one, whose players have cards and dice at hand; elsewhere the
    page deals, and the table throws
    ``houses``  the house rules that can be played by, of all games
    """
    offer = OFFERS.get(values.get("game") or "") or next(iter(OFFERS.values()))
    own = [one for one in houses if one.game == offer.game]
    rules = chosen_rules(values.getlist("rules"), values.getlist(BEFORE), offer, own)
    sheet = rules.sheet
    board = _fit(values.get("board"), sheet.boards, str)
    least = offer.counts(board)[0]
    first = _offered(offer, board, least, 1, wood=wood)
    chosen = {one.name: one.read(values.get(one.name)) for one in first}
    count = _fit(values.get("count"), offer.counts_with(board, chosen), int, 4)
    each = _fit(values.get("each"), offer.colours_each(sheet, board, count), int)
    partners = _fit(values.get("teams"), offer.team_sizes(sheet, count), int)
    rows = _rows(values, offer, board, count, each, partners)
    told = rows
    if values.get("hands") == "physical" and values.get(HANDS_BEFORE) == "virtual":
        rows = _without_bots(rows, offer)
    wishes = _offered(offer, board, count, each, wood=wood)
    errors = _errors(rows, rules.gone) if strict else _clashes(rows)
    if strict and rows != told:
        errors["names"] = "wizard.error.bot_without_cards"
    begins = ("cut", *map(str, range(count))) if sheet.drawn else ("0",)
    return Wizard(
        offer,
        sheet,
        board,
        _hands(values.get("hands"), offer, rows, "physical" if wood else "virtual"),
        count,
        each,
        partners,
        rows,
        _fit(values.get("first"), begins, str),
        _fit(values.get("step"), (1, 2, 3), int, 2 if errors.keys() & AMONG_PLAYERS else 1),
        {wish.name: wish.read(values.get(wish.name)) for wish in wishes},
        (values.get(offer.course) or "") if offer.course else "",
        values.get(KEY) or "",
        values.get(DATA_MORE) or "",
        errors,
        rules.house,
        own,
        rules.last,
        rules.gone,
        wood,
    )


def _offered(offer: Offer, board: str, count: int, each: int, *, wood: bool) -> tuple[Wish, ...]:
    """The further options, as they are offered at this kind of board."""
    return tuple(wish.at(wood=wood) for wish in offer.offered(board, count, each))


def values_of(game: GameView) -> dict[str, list[str]]:
    """The form's values that would start the same game again."""
    options: Mapping[str, Any] = fitting(game.options)
    chosen: Mapping[str, Any] = options.get("options") or {}
    wishes = {
        name: [Wish.text(value)]
        for name, value in chosen.items()
        if isinstance(value, str | int) and name not in ("cut", HOUSE)
    }
    players = options.get("players") or []
    teams = options.get("teams") or []
    return {
        "game": [game.name],
        "rules": rules_of(options, game.name, game.rules),
        "board": [game.board],
        "hands": [game.hands],
        "count": [str(len(players))] if players else [],
        "each": [str(len(players[0]))] if players else [],
        "teams": [str(len(teams[0]))] if teams else [],
        "players": [" ".join(colours) for colours in players],
        "names": list(options.get("names") or []),
        "bots": list(options.get("bots") or []),
        AHEAD: [str(count) for count in chosen.get(AHEAD) or ()],
        **wishes,
        KEY: [str(chosen[DATA_NAME])] if DATA_NAME in chosen else [],
    }


def _rows(
    values: Values, offer: Offer, board: str, count: int, each: int, partners: int
) -> tuple[Row, ...]:
    sides = offer.sides(board)
    usual = offer.usual(board, count, each)
    told = [tuple(text.split()) for text in values.getlist("players")]
    choices = offer.choices(board, count, each)
    fits = len(told) == count and all(
        set(colours) in map(set, may) for colours, may in zip(told, choices, strict=True)
    )
    players: Sequence[tuple[str, ...]] = told if fits else usual
    names = [" ".join(name.split()) for name in values.getlist("names")]
    names = [*names, *([""] * count)][:count]
    bots = [level if level in LEVELS else "" for level in values.getlist("bots")]
    bots = [*bots, *([""] * count)][:count]
    ahead = _each(values.getlist(AHEAD), AHEADS, count)
    helps = _each(values.getlist("help"), HELPS, count)
    # Players are listed clockwise by their first colour (set-up rule of the engine).
    order = sorted(range(count), key=lambda i: min(sides.index(c) for c in players[i]))
    team = {seat: n for n, seats in enumerate(offer.teams(count, partners)) for seat in seats}
    return tuple(
        Row(
            tuple(sorted(players[i], key=sides.index)),
            "" if bots[i] else names[i],
            team[at],
            bots[i],
            ahead[i] if offer.ahead else "",
            helps[i],
        )
        for at, i in enumerate(order)
    )


def _without_bots(rows: Sequence[Row], offer: Offer) -> tuple[Row, ...]:
    """Whoever has just chosen cards of paper has people in all seats: a bot cannot hold them."""
    held = len(offer.hands) > 1
    return tuple(replace(row, bot="") if held else row for row in rows)


def _each(told: Sequence[str], known: Sequence[str], count: int) -> list[str]:
    """One value a player; empty where none of the known ones is told."""
    fit = [text if text in known else "" for text in told]
    return [*fit, *([""] * count)][:count]


def _hands(text: str | None, offer: Offer, rows: Sequence[Row], usual: str) -> str:
    """Cards of paper or dealt ones; a bot needs dealt ones."""
    if any(row.bot for row in rows) and "virtual" in offer.hands:
        return "virtual"
    return _fit(text, offer.hands, str, usual)


def _clashes(rows: Sequence[Row]) -> dict[str, str]:
    colours = [colour for row in rows for colour in row.colours]
    return {"players": "wizard.error.twice"} if len(set(colours)) < len(colours) else {}


def _errors(rows: Sequence[Row], gone: str) -> dict[str, str]:
    errors = _clashes(rows)
    if gone:
        errors["rules"] = "wizard.error.house_gone"
    if any(len(row.name) > LONGEST for row in rows):
        errors["names"] = "wizard.error.long_name"
    elif twice(row.name for row in rows):
        errors["names"] = "wizard.error.same_name"
    elif anothers_colour([row.name for row in rows], [row.colours for row in rows]):
        errors["names"] = "wizard.error.anothers_colour"
    return errors


def _fit(
    text: str | None, choices: Sequence[T], kind: Callable[[str], T], usual: T | None = None
) -> T:
    """The chosen value if it is allowed, else the default, else the first."""
    try:
        wanted = kind(text) if text else usual
    except ValueError:
        wanted = usual
    if wanted is not None and wanted in choices:
        return wanted
    return usual if usual is not None and usual in choices else choices[0]
