"""Commands to the table, their senders and the table's answer: plain data with one JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Act(Struct, frozen=True, tag="act", tag_field="command", forbid_unknown_fields=True):
    """Make an action (engine notation). Moves made on the page and bots use it.

    ``seat``  the seat to act for, if several seats may make the same action. Without it the
              caller's own seat acts; a claim window is let go by for all of the caller's seats.
    ``window``  the number of the claim window that this answers. Another one is not answered by it.
    """

    action: str
    seat: int | None = None
    window: int | None = None


class Roll(Struct, frozen=True, tag="roll", tag_field="command", forbid_unknown_fields=True):
    """Have the service throw the dice that are due. ``seat``: whose, if several seats may throw."""

    seat: int | None = None


class Skip(Struct, frozen=True, tag="skip", tag_field="command", forbid_unknown_fields=True):
    """Let every claim window of this turn go by, or (``on`` false) no longer.

    ``seat``  the seat to do so for; without it all of the caller's seats
    """

    on: bool = True
    seat: int | None = None


class Pause(Struct, frozen=True, tag="pause", tag_field="command", forbid_unknown_fields=True):
    """Stop the clocks, or (``on`` false) let them go on.

    ``window``  the number of the claim window in which somebody wants to react; no other is stopped
    """

    on: bool = True
    window: int | None = None


class Card(Struct, frozen=True, tag="card", tag_field="command", forbid_unknown_fields=True):
    """A card was played: rank ``A 2 … 10 J Q K JOKER``."""

    card: str


class Undo(Struct, frozen=True, tag="undo", tag_field="command", forbid_unknown_fields=True):
    """Take back the last ``steps`` actions, or all from the move of number ``move`` on."""

    steps: int = 1
    move: int | None = None


class Redo(Struct, frozen=True, tag="redo", tag_field="command", forbid_unknown_fields=True):
    """Make again what the last takeback took."""


class Deny(Struct, frozen=True, tag="deny", tag_field="command", forbid_unknown_fields=True):
    """Say that the last move was not played as the table has read it. ``move``: its number."""

    move: int


class Answer(Struct, frozen=True, tag="answer", tag_field="command", forbid_unknown_fields=True):
    """Answer the open question."""

    ask: str
    option: str


class New(Struct, frozen=True, tag="new", tag_field="command", forbid_unknown_fields=True):
    """Start a new game.

    ``players``  tokens of each player in seat order, or by the player's id
    ``hands``    ``physical``: anybody at the table may act; ``virtual``: only the holders of the
                 seats may act, and the service deals what the game has to deal
    ``bots``     level of each seat's bot, in seat order; empty for a person
    ``help``     level of help for each seat, as the setting ``assistance``; empty: that setting
    ``options``  what else the game's offer declares, by name (a race: ``laps``, 1 to 99)
    """

    game: str
    rules: str | None = None
    board: str | None = None
    players: list[list[str]] | dict[str, list[str]] | None = None
    teams: list[list[int]] | None = None
    first: int | None = None
    hands: str = "physical"
    names: list[str] | None = None
    bots: list[str] | None = None
    help: list[str] | None = None
    options: dict[str, Any] | None = None


class Again(Struct, frozen=True, tag="again", tag_field="command", forbid_unknown_fields=True):
    """Start the game that is over anew: rules, names, bots; whoever sits keeps the seat."""


class HandOver(
    Struct, frozen=True, tag="hand_over", tag_field="command", forbid_unknown_fields=True
):
    """Hand a seat to somebody else, in the middle of a game.

    ``name``  the person who plays on; empty for one without a name
    ``bot``   the level of the bot that plays on; empty for a person, who keeps the last one's name
    ``help``  the level of help there from now on, as in ``new``. Left out, it stays with its
              person; another name has that of the table
    ``free``  whoever holds the seat gets up, so that the next one can take it
    ``back``  have who played there before the last change, with name or bot, and help
    """

    seat: int
    name: str | None = None
    bot: str | None = None
    help: str | None = None
    free: bool = False
    back: bool = False


class Deal(Struct, frozen=True, tag="deal", tag_field="command", forbid_unknown_fields=True):
    """Have the page deal the cards from here on: nobody has cards of paper at hand."""


class Leave(Struct, frozen=True, tag="leave", tag_field="command", forbid_unknown_fields=True):
    """Leave the guided first game: from here on it is a game like any other."""


class PlayOn(Struct, frozen=True, tag="play_on", tag_field="command", forbid_unknown_fields=True):
    """Start a new game after ``move`` of a ``game`` that is over; that one stays as it is.

    ``names``, ``bots``  who plays now, in seat order; as they were if left out
    ``new``, ``position``  the game to begin, and how it stands; filled in on the way
    """

    game: str
    move: int
    names: list[str] | None = None
    bots: list[str] | None = None
    new: New | None = None
    position: dict[str, Any] | None = None


class Close(Struct, frozen=True, tag="close", tag_field="command", forbid_unknown_fields=True):
    """Close the open game; it stays in the journal. ``over``: only if it is over."""

    over: bool = False


class Keep(Struct, frozen=True, tag="keep", tag_field="command", forbid_unknown_fields=True):
    """Take what stands on the board as the position, if that is clear (PP-12)."""


class Edit(Struct, frozen=True, tag="edit", tag_field="command", forbid_unknown_fields=True):
    """Set any position: hole → token of every marble on the board, and the seat that plays (PP-12).

    Marbles that are not named go where the game keeps those that are not on its track.
    """

    marbles: dict[str, str]
    seat: int | None = None


class SetAside(
    Struct, frozen=True, tag="set_aside", tag_field="command", forbid_unknown_fields=True
):
    """Stop believing a hole's sensor; people are asked about the hole where it matters (PP-13)."""

    hole: str


class Restore(Struct, frozen=True, tag="restore", tag_field="command", forbid_unknown_fields=True):
    """Believe a hole's sensor again."""

    hole: str


class Hint(Struct, frozen=True, tag="hint", tag_field="command", forbid_unknown_fields=True):
    """Show a good move until something changes (PP-23)."""


class Why(Struct, frozen=True, tag="why", tag_field="command", forbid_unknown_fields=True):
    """Light the answer to "Why?" until a hand does something: the count of a wrong move (PP-8)."""


class Where(Struct, frozen=True, tag="where", tag_field="command", forbid_unknown_fields=True):
    """Light the caller's own marbles for four seconds. ``seat``: only that seat's."""

    seat: int | None = None


class Hurry(Struct, frozen=True, tag="hurry", tag_field="command", forbid_unknown_fields=True):
    """Have the bot end its turn at once. ``quick``: from now on in half the time, or not."""

    quick: bool | None = None


class Tend(Struct, frozen=True, tag="service", tag_field="command", forbid_unknown_fields=True):
    """Look after the board: begin, lead or end a test of it. Only the host may do so.

    ``do``     ``hole``, ``visit``, ``colour``, ``chase``, ``learn`` begin a test; ``skip``,
               ``back``, ``here``, ``stop`` lead it; ``aside`` and ``believe`` concern a sensor;
               ``end`` gives the board back to the game
    ``value``  the colour for ``colour``; ``ask`` where ``learn`` has to ask for every light's hole
    ``board``  the kind of the board where no game is open; the service fills it in
    ``chain``  all holes in the order of the pixels' chain, for ``chase``; the service fills it in
    """

    do: str
    hole: str = ""
    value: str = ""
    board: str = ""
    chain: tuple[str, ...] = ()


class Report(Struct, frozen=True, tag="report", tag_field="command", forbid_unknown_fields=True):
    """Report that something was misread: the last minute is kept as a file (PP-41)."""


Command = (
    Act
    | Roll
    | Skip
    | Pause
    | Card
    | Undo
    | Redo
    | Deny
    | Answer
    | New
    | Again
    | PlayOn
    | Leave
    | Deal
    | HandOver
    | Close
    | Keep
    | Edit
    | SetAside
    | Restore
    | Hint
    | Why
    | Where
    | Hurry
    | Tend
    | Report
)


def with_options(data: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON form of a command. In ``new``, a field that belongs to the game becomes an option.

    >>> with_options({"command": "new", "game": "chess", "clock": 5})
    {'command': 'new', 'game': 'chess', 'options': {'clock': 5}}
    """
    own = {key for key in data if key not in (*New.__struct_fields__, "command")}
    among = data.get("options") or {}
    if data.get("command") != "new" or not own or not isinstance(among, Mapping):
        return dict(data)
    plain = {key: value for key, value in data.items() if key not in own}
    return {**plain, "options": {key: data[key] for key in data if key in own} | dict(among)}


class Caller(Struct, frozen=True):
    """The sender of a command and its seats; ``table`` for a browser that plays for the table.

    In ``physical`` hands ``table`` may act for the seat that is to move, as any hand at the table
    may. In ``virtual`` hands only the holder of a seat acts for it. ``host``: the sender runs this
    game and may take back anybody's actions. ``name``: the holder of the seats, where that is known
    """

    seats: frozenset[int] = frozenset()
    table: bool = False
    name: str = ""
    host: bool = False


class Outcome(Struct, frozen=True):
    """The state that a command led to once it was carried out."""

    seq: int
