"""What the table shows and what it is told: plain data with one JSON form (msgspec structs).

A ``View`` is one immutable snapshot for one audience (a seat, or None for the public). It holds
message keys with parameters, never sentences: words are rendered at the edge (``companion.words``).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field


class Message(Struct, frozen=True):
    """One sentence for people: key of the catalogue and its named parts.

    A param whose text begins with ``@`` names another message key (``@colour.A``, ``@hole.track``)
    that is rendered first; ``nested`` carries messages that need parts of their own.
    """

    key: str
    params: dict[str, str] = field(default_factory=dict)
    nested: dict[str, Message] = field(default_factory=dict)


class HoleView(Struct, frozen=True, omit_defaults=True):
    """What one hole shows: the marble believed to stand there, the winning role, the place."""

    token: str = ""
    role: str = ""
    colour: str = ""
    """Seat colour of roles that take it (turn, missing, extra, pen, winner)."""
    place: str = ""
    """The engine's place where it differs from the hole (seating, pens)."""


class Prompt(Struct, frozen=True):
    """The one sentence on top. ``mood``: say, ask, refusal, correction, link, win, idle."""

    message: Message
    support: Message | None = None
    mood: str = "say"
    seat: int | None = None
    colour: str = ""


class Reason(Struct, frozen=True):
    """Why a placement is wrong: the rule, headline, detail line and the marble in the way."""

    rule: str | None
    message: Message
    detail: Message | None = None
    blocked_by: str | None = None


class Arrow(Struct, frozen=True):
    """The white arrow: hole → hole (wrong → return, extra → missing)."""

    frm: str
    to: str


class Hinted(Struct, frozen=True):
    """A good idea that was asked for: the action, and the sentence that says it."""

    action: str
    message: Message


class Owed(Struct, frozen=True):
    """One displacement that the hands still owe (PP-17). ``frm`` or ``to`` may be empty."""

    token: str
    frm: str
    to: str
    blocking: bool
    message: Message


class Option(Struct, frozen=True):
    """One answer to a question. ``token`` gives it a marble, ``hole`` a place.

    ``label``    what stands on its key, where all options are short ones
    ``actions``  the actions it stands for; after an answer that leaves several, more is asked
    """

    id: str
    message: Message
    token: str = ""
    hole: str = ""
    label: str = ""
    actions: tuple[str, ...] = ()


class Ask(Struct, frozen=True):
    """A question that the table cannot answer from the sensors (PP-3, PP-13).

    ``param``  the named choice that is asked for, if it is one (``speed``, ``token``)
    """

    id: str
    message: Message
    options: tuple[Option, ...]
    param: str = ""


class Doubt(Struct, frozen=True):
    """A hole whose sensor may lie: what it says now, and the sentence that says otherwise (PP-13).

    ``full``  whether the sensor reads a marble there
    """

    hole: str
    full: bool
    message: Message


class Choice(Struct, frozen=True):
    """One legal action as the page needs it: text, what hands do, named choices, its line."""

    action: str
    seat: int
    moves: tuple[tuple[str, str], ...]
    """Displacements place → place, as the notation names them."""
    params: dict[str, str]
    message: Message
    takes: tuple[str, ...] = ()
    """Tokens it captures."""


class PadKey(Struct, frozen=True):
    """One key of the pad, or one held card. ``moves``: how many it has now, None if not shown.

    ``lights``  hole → role: what a held card could do now; in its holder's view only
    ``seat``    who may press it, where that is not whoever is to act; ``colour`` whose it is
    ``hole``    of keys that name a space
    """

    action: str
    param: str
    value: str
    label: str
    caption: Message | None = None
    moves: int | None = None
    enabled: bool = True
    lights: dict[str, str] = field(default_factory=dict)
    seat: int | None = None
    colour: str = ""
    hole: str = ""


class DiceAsk(Struct, frozen=True):
    """Dice that people throw now, to be told on the page: one entry a seat that may.

    The action is ``prefix`` and the ``faces`` shown, one a die, in order. ``labels`` are the faces
    as they look on the die, in the same order as ``faces``.
    """

    seat: int
    count: int
    faces: tuple[str, ...]
    labels: tuple[str, ...]
    prefix: str
    param: str
    message: Message


class Chip(Struct, frozen=True):
    """One thing a player may spend once: what stands on it, and whether it is gone."""

    label: str
    used: bool = False


class Fact(Struct, frozen=True):
    """One number of the game that everybody should see, and the line that says it."""

    key: str
    value: str
    message: Message


class Standing(Struct, frozen=True):
    """One runner in the order of a race.

    ``place``  1 … once it has finished; ``lap`` laps done
    ``state``  empty while on the road, else ``grid``, ``paddock``, ``spun``, ``finished``
    ``done``   has had its go in this round; ``to_act`` has it now
    """

    token: str
    seat: int
    place: int = 0
    lap: int = 0
    state: str = ""
    message: Message | None = None
    tokens: tuple[Chip, ...] = ()
    to_act: bool = False
    done: bool = False


class Race(Struct, frozen=True):
    """How a race stands: leader first, those that have finished before all others.

    ``left``  laps that the leader still has to go, ``label`` the line that says so
    """

    order: tuple[Standing, ...]
    laps: int
    left: int
    label: Message
    round: int = 0
    facts: tuple[Fact, ...] = ()


class ColourView(Struct, frozen=True):
    """Progress of one colour: how many are home of how many."""

    colour: str
    home: int
    of: int


class PlayerView(Struct, frozen=True):
    """One player: seat number, name ("" = unnamed), colours, team, taken by a phone or not.

    ``takes``  how many marbles of others this player's moves have sent off so far
    """

    seat: int
    name: str
    colours: tuple[ColourView, ...]
    team: int
    taken: bool = False
    to_act: bool = False
    winner: bool = False
    takes: int = 0


class MoveLine(Struct, frozen=True):
    """One line of the last moves, newest first in the view."""

    number: int
    seat: int
    colour: str
    card: str
    action: str
    message: Message
    took: tuple[str, ...] = ()
    spoken: Message | None = None


class GameView(Struct, frozen=True):
    """The game that is open. ``options`` are those of op ``new`` with names and hands."""

    id: str
    number: int
    name: str
    rules: str
    board: str
    hands: str
    started: float
    """Seconds since the epoch."""
    options: dict[str, Any]


class InHand(Struct, frozen=True):
    """A marble believed to be in somebody's hand, and the hole it was lifted from."""

    token: str
    frm: str


class Pending(Struct, frozen=True):
    """The single action without choice that the table will make itself (PP-18)."""

    action: str
    seconds: float


class View(Struct, frozen=True):
    """All that one audience may see. ``position`` and ``legal`` are the engine's (that seat's)."""

    seq: int
    seat: int | None
    game: GameView | None
    position: dict[str, Any] | None
    legal: tuple[str, ...]
    prompt: Prompt
    reason: Reason | None = None
    state: str = "idle"
    """Name of the table's state (``TableState``)."""
    board: str = "none"
    """``virtual``, ``serial``, ``none``."""
    link: str = "none"
    """``up``, ``down``, ``connecting``, ``refused``, ``none``."""
    link_reason: str = ""
    holes: dict[str, HoleView] = field(default_factory=dict)
    """Only holes that hold or show something."""
    in_hand: tuple[InHand, ...] = ()
    arrow: Arrow | None = None
    owed: tuple[Owed, ...] = ()
    ask: Ask | None = None
    card: PadKey | None = None
    """The card that is played and awaits its move."""
    pad: tuple[PadKey, ...] = ()
    """Keys now meaningful for this audience: the card pad, or its hand."""
    hand: tuple[str, ...] | None = None
    """Ranks this seat holds, in virtual hands only."""
    choices: tuple[Choice, ...] = ()
    """Legal moves with their displacements (not the preludes)."""
    players: tuple[PlayerView, ...] = ()
    moves: tuple[MoveLine, ...] = ()
    can_undo: bool = False
    undo_card: bool = False
    """True when undo would take back just the card."""
    assistance: str = "legal"
    """What is shown before a move: ``none``, ``legal``, ``hint`` (PP-23)."""
    can_hint: bool = False
    """Whether this audience may ask for a hint now."""
    hint: Hinted | None = None
    """The hint that was asked for; one that names a held card is in its holder's view only."""
    pending: Pending | None = None
    notice: Message | None = None
    doubts: tuple[Doubt, ...] = ()
    """Holes that can be set aside with one tap, where that would explain what is seen (PP-13)."""
    aside: dict[str, str] = field(default_factory=dict)
    """Holes whose sensors are not believed: hole → ``chatter`` or ``lies``."""
    marks: dict[str, str] = field(default_factory=dict)
    """What lies on holes besides marbles and is not sensed: hole → ``hazard``, ``hazard-up``."""
    race: Race | None = None
    """The order of a race, in games that are one."""
    dice: tuple[DiceAsk, ...] = ()
    """Dice that people throw now; what they show is told on the page."""


# ---------------------------------------------------------------------------------------- commands


class Act(Struct, frozen=True, tag="act", tag_field="command", forbid_unknown_fields=True):
    """Make that action (engine notation). Used for moves made on the page and for bots."""

    action: str


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
    """Start a new game; the fields of op ``new`` (interfaces.md) and hands and names."""

    game: str
    rules: str | None = None
    board: str | None = None
    players: list[list[str]] | dict[str, list[str]] | None = None
    """Tokens of each player in seat order, or by the player's id."""
    teams: list[list[int]] | None = None
    first: int | None = None
    hands: str = "physical"
    names: list[str] | None = None
    ranking: list[str | int] | None = None
    laps: int | None = None
    hazards: list[str] | None = None
    token_mode: str | None = None
    track: str | dict[str, Any] | None = None
    setup: bool | None = None
    options: dict[str, Any] | None = None
    """Further options of the game."""


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
    """

    do: str
    hole: str = ""
    value: str = ""
    board: str = ""


class Report(Struct, frozen=True, tag="report", tag_field="command", forbid_unknown_fields=True):
    """Something was misread: the last minute is kept as a file (PP-41)."""


Command = (
    Act
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


class Caller(Struct, frozen=True):
    """Who sends a command: the seats it holds; ``table`` for a browser that plays for the table.

    In ``physical`` hands ``table`` may act for whoever is to move (as any hand at the table may);
    in ``virtual`` hands only a seat's holder acts for it.
    """

    seats: frozenset[int] = frozenset()
    table: bool = False
    name: str = ""


class Outcome(Struct, frozen=True):
    """A command was carried out; the state it led to."""

    seq: int
