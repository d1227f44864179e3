"""What the table is told: commands, who sends them, the answer. Plain data with one JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Act(Struct, frozen=True, tag="act", tag_field="command", forbid_unknown_fields=True):
    """Make that action (engine notation). Used for moves made on the page and for bots.

    ``seat``  for whom, where several seats may say the same; left out: the caller's own. A claim
              window is then let go by for all of the caller's seats.
    """

    action: str
    seat: int | None = None


class Roll(Struct, frozen=True, tag="roll", tag_field="command", forbid_unknown_fields=True):
    """Have the service throw the dice that are due. ``seat``: whose, where several are to throw."""

    seat: int | None = None


class Pause(Struct, frozen=True, tag="pause", tag_field="command", forbid_unknown_fields=True):
    """Stop the clocks, or (``on`` false) let them go on."""

    on: bool = True


class Card(Struct, frozen=True, tag="card", tag_field="command", forbid_unknown_fields=True):
    """A card was played: rank ``A 2 … 10 J Q K JOKER``."""

    card: str


class Undo(Struct, frozen=True, tag="undo", tag_field="command", forbid_unknown_fields=True):
    """Take back the last action, ``steps`` times."""

    steps: int = 1


class Answer(Struct, frozen=True, tag="answer", tag_field="command", forbid_unknown_fields=True):
    """Answer the open question."""

    ask: str
    option: str


class New(Struct, frozen=True, tag="new", tag_field="command", forbid_unknown_fields=True):
    """Start a new game.

    ``players``  tokens of each player in seat order, or by the player's id
    ``hands``    ``physical``: whoever is at the table may act; ``virtual``: the holders of the
                 seats only, and the service deals what the game has to deal
    ``options``  what else the game's offer declares, by name
    """

    game: str
    rules: str | None = None
    board: str | None = None
    players: list[list[str]] | dict[str, list[str]] | None = None
    teams: list[list[int]] | None = None
    first: int | None = None
    hands: str = "physical"
    names: list[str] | None = None
    options: dict[str, Any] | None = None


class Close(Struct, frozen=True, tag="close", tag_field="command", forbid_unknown_fields=True):
    """Close the open game; it stays in the journal."""


class Keep(Struct, frozen=True, tag="keep", tag_field="command", forbid_unknown_fields=True):
    """Take what stands on the board as the position, where that is clear (PP-12)."""


class Edit(Struct, frozen=True, tag="edit", tag_field="command", forbid_unknown_fields=True):
    """Set any position: hole → token of every marble on the board, and who is to play (PP-12).

    Marbles that are named nowhere go where the game keeps those that are not on its track.
    """

    marbles: dict[str, str]
    seat: int | None = None


class SetAside(
    Struct, frozen=True, tag="set_aside", tag_field="command", forbid_unknown_fields=True
):
    """Do not believe that hole's sensor any more; it is asked for where it matters (PP-13)."""

    hole: str


class Restore(Struct, frozen=True, tag="restore", tag_field="command", forbid_unknown_fields=True):
    """Believe that hole's sensor again."""

    hole: str


class Hint(Struct, frozen=True, tag="hint", tag_field="command", forbid_unknown_fields=True):
    """Show what would be good to do now, until something changes (PP-23)."""


class Tend(Struct, frozen=True, tag="service", tag_field="command", forbid_unknown_fields=True):
    """Look after the board: begin a test of it, lead it, end it. The host's command.

    ``do``     ``hole``, ``visit``, ``colour``, ``chase``, ``learn`` begin a test; ``skip``,
               ``back``, ``here``, ``stop`` lead it; ``aside`` and ``believe`` concern a sensor;
               ``end`` gives the board back to the game
    ``value``  the colour of ``colour``; ``ask`` where ``learn`` shall ask for every light's hole
    ``board``  the kind of the board where no game is open; the service fills it in
    ``chain``  all holes in the order of the pixels' chain, for ``chase``; the service fills it in
    """

    do: str
    hole: str = ""
    value: str = ""
    board: str = ""
    chain: tuple[str, ...] = ()


class Report(Struct, frozen=True, tag="report", tag_field="command", forbid_unknown_fields=True):
    """Something was misread: the last minute is kept as a file (PP-41)."""


Command = (
    Act
    | Roll
    | Pause
    | Card
    | Undo
    | Answer
    | New
    | Close
    | Keep
    | Edit
    | SetAside
    | Restore
    | Hint
    | Tend
    | Report
)


def with_options(data: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON form of a command; of ``new``, a field that is a game's own is an option.

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
    """Who sends a command: the seats it holds; ``table`` for a browser that plays for the table.

    In ``physical`` hands ``table`` may act for whoever is to move (as any hand at the table may);
    in ``virtual`` hands only a seat's holder acts for it. ``host``  who runs this game: takes back
    what anybody has played.
    """

    seats: frozenset[int] = frozenset()
    table: bool = False
    name: str = ""
    host: bool = False


class Outcome(Struct, frozen=True):
    """A command was carried out; the state it led to."""

    seq: int
