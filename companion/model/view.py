"""The view: what the table shows, as plain data with one JSON form (msgspec structs).

``commands`` holds what the table is told.

A ``View`` is one immutable snapshot for one audience (a seat, or None for the public). It holds
message keys with parameters, never sentences: words are rendered at the edge (``companion.words``).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from .choices import Choice, DiceAsk, PadKey, Timer, Window
from .drive import Drive
from .hand import Hand
from .message import Message
from .places import Placed
from .race import Race
from .street import StreetView


class HoleView(Struct, frozen=True, omit_defaults=True):
    """What one hole shows: the marble believed to stand there, the winning role and the place."""

    token: str = ""
    role: str = ""
    colour: str = ""
    """Seat colour of roles that take it (turn, missing, extra, pen, winner)."""
    place: str = ""
    """The engine's place, if its name differs from the hole's (seating, pens)."""
    figure: str = ""
    """The chance in a hundred that a car gets there, or that the one there is pushed."""
    badge: str = ""
    """What the light says besides: the seat of a rival, or ``step`` for a curb."""


class Prompt(Struct, frozen=True):
    """The one sentence on top. ``mood``: say, ask, refusal, correction, link, win or idle.

    ``own``  it tells of the audience's own hand, so nobody reads it aloud
    """

    message: Message
    support: Message | None = None
    mood: str = "say"
    seat: int | None = None
    colour: str = ""
    own: bool = False


class Reason(Struct, frozen=True):
    """Why a placement is wrong: the rule, headline, detail line and the marble in the way.

    ``why``   the answer to "Why?" by counting; ``walk``: the holes that were counted, in order
    ``ends``  the hole of a legal move in which that count ends; empty where it is none
    ``told``  somebody has asked why: the count is lit until a hand does something
    """

    rule: str | None
    message: Message
    detail: Message | None = None
    blocked_by: str | None = None
    why: Message | None = None
    walk: tuple[str, ...] = ()
    ends: str = ""
    told: bool = False


class Arrow(Struct, frozen=True):
    """The white arrow: hole → hole (wrong → return, extra → missing)."""

    frm: str
    to: str


class Hinted(Struct, frozen=True):
    """A hint that was asked for: the action, and the sentence that says it.

    ``others``  there are further ideas, for whoever asks again
    """

    action: str
    message: Message
    others: bool = False


class Owed(Struct, frozen=True):
    """One displacement that the hands still owe (PP-17). ``frm`` or ``to`` may be empty."""

    token: str
    frm: str
    to: str
    blocking: bool
    message: Message


class Option(Struct, frozen=True):
    """One answer to a question. ``token`` is its marble, ``hole`` its place.

    ``label``    the text of its key, if all options are short
    ``at``       of numbered readings (``ask.was``): where the move ended, and its number stands
    ``actions``  the actions it stands for; if an answer leaves several, the next question follows
    """

    id: str
    message: Message
    token: str = ""
    hole: str = ""
    label: str = ""
    actions: tuple[str, ...] = ()
    at: str = ""


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


class ColourView(Struct, frozen=True):
    """Progress of one colour: how many are home of how many."""

    colour: str
    home: int
    of: int


class PlayerView(Struct, frozen=True):
    """One player: seat number, name ("" = unnamed), colours, team, taken by a phone or not.

    ``called``  the name for an unnamed player, if it is not the first colour
    ``takes``   how many marbles of others this player's moves have sent off so far
    ``cards``   how many cards it holds, where everybody may know
    ``bot``     the level of the bot that plays this seat; empty for a person
    ``ahead``   marbles that were home before the first turn
    """

    seat: int
    name: str
    colours: tuple[ColourView, ...]
    team: int
    taken: bool = False
    to_act: bool = False
    winner: bool = False
    takes: int = 0
    called: Message | None = None
    cards: int | None = None
    bot: str = ""
    ahead: int = 0


class MoveLine(Struct, frozen=True):
    """One of the last moves. The view lists the newest first; ``label``: the card as it looks.

    ``came``  what came of it, where dice have decided
    ``back_of``  in dealt hands, the people whose actions going back there takes back; None where
                 nobody can go back: only a throw came since
    """

    number: int
    seat: int
    colour: str
    card: str
    action: str
    message: Message
    took: tuple[str, ...] = ()
    spoken: Message | None = None
    label: str = ""
    came: Message | None = None
    back_of: tuple[int, ...] | None = ()


class GameView(Struct, frozen=True):
    """The game that is open. ``options`` are those of the command ``new``, with names and hands."""

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
    """A marble believed to be in somebody's hand, and the hole it was lifted from.

    ``sure``  false where another one may be there instead; then no colour is shown as known
    """

    token: str
    frm: str
    sure: bool = True


class Thought(Struct, frozen=True):
    """The last move as the table has read it from the wood: its number, and the line that says it.

    People may say that it was another (command ``deny``).
    """

    move: int
    message: Message


class BotView(Struct, frozen=True):
    """The turn of a bot. ``action``: its move, once it has decided; ``quick``: in half the time.

    ``stuck``  it finds nothing to do: anybody plays for it
    """

    seat: int
    action: str = ""
    stuck: bool = False
    quick: bool = False


class LessonView(Struct, frozen=True):
    """The step of the guided first game, of how many."""

    step: int
    of: int


class CutCard(Struct, frozen=True):
    """The card that a seat cut for the first turn, as it looks."""

    seat: int
    colour: str
    label: str


class Pending(Struct, frozen=True):
    """The single action without choice that the table will make itself (PP-18)."""

    action: str
    seconds: float


class View(Struct, frozen=True):
    """All that one audience may see. ``position`` and ``legal`` are the engine's, for that seat."""

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
    called_for: tuple[Owed, ...] = ()
    """What the sentence on top calls hands to put right. It stays while a hand does it."""
    ask: Ask | None = None
    card: PadKey | None = None
    """The card that is played and waits for its move."""
    pad: tuple[PadKey, ...] = ()
    """Keys that mean something to this audience now: the card pad, or its hand."""
    hand: tuple[str, ...] | None = None
    """Ranks this seat holds, in virtual hands only."""
    held: Hand | None = None
    """The same cards with their faces, in games whose cards have any, and what they may do."""
    choices: tuple[Choice, ...] = ()
    """Legal moves with their displacements (not the preludes)."""
    players: tuple[PlayerView, ...] = ()
    moves: tuple[MoveLine, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    """Whether something was taken back and nobody has played since (PP-11)."""
    undo_of: tuple[int, ...] = ()
    """In dealt hands, the people whose actions undo takes back. Whoever holds all these seats may
    do it, and so may the host."""
    redo_of: tuple[int, ...] = ()
    """The same for redo."""
    undo_card: bool = False
    """True if undo would take back only the card."""
    assistance: str = "legal"
    """What is shown before a move: ``none``, ``legal``, ``hint`` (PP-23)."""
    can_hint: bool = False
    """Whether this audience may ask for a hint now."""
    hint: Hinted | None = None
    """The hint that was asked for. If it names a held card, only the holder's view has it."""
    pending: Pending | None = None
    bot: BotView | None = None
    """The bot that is to act."""
    pays: bool = False
    """Whether play waits for the table's own hand to put marbles right; ``hurry`` hastens it."""
    watched: Prompt | None = None
    """In the public view, what those hear who only watch dealt cards: who is doing what."""
    thought: Thought | None = None
    """What the table thinks happened, until the next lift."""
    notice: Message | None = None
    doubts: tuple[Doubt, ...] = ()
    """Holes that can be set aside with one tap, if that would explain what is seen (PP-13)."""
    aside: dict[str, str] = field(default_factory=dict)
    """Holes whose sensors are not believed: hole → ``chatter`` or ``lies``."""
    marks: dict[str, str] = field(default_factory=dict)
    """What lies on holes besides marbles, unsensed: hole → ``hazard`` or ``hazard-up``."""
    race: Race | None = None
    """The standing of a race, in games that are one."""
    street: StreetView | None = None
    """The street that the wood stands for, in games that have one."""
    drive: Drive | None = None
    """What drivers need beside the street: tiles, buttons, schematics, dice."""
    dice: tuple[DiceAsk, ...] = ()
    """Dice that people throw now and tell on the page."""
    window: Window | None = None
    """The claim window that is open."""
    timer: Timer | None = None
    """The time that the rules give the seat that is to move."""
    paused: bool = False
    """Whether somebody has stopped the clocks."""
    chances: int = 0
    """1 if this audience may see how it stands, the chances to win, and 0 if not.

    A number, since with an open window every audience is sent equally many bytes.
    """
    help: str = ""
    """The level of help of this seat, for nobody else; empty: that of the table."""
    chart: bool = False
    """Whether the page can fetch a chart of the race."""
    can_deal: bool = False
    """Whether people who chose cards of paper are offered dealt ones; for their first turns."""
    cuts: tuple[CutCard, ...] = ()
    """What was cut for the first turn; a tie's last round counts."""
    cuts_lie: bool = False
    """Whether they still lie on the table: until the first move."""
    lesson: LessonView | None = None
    """The step of the guided first game; None in any other."""
    places: tuple[Placed, ...] = ()
    """Who came in which place once the game is over; empty in races, whose ``race`` says so."""
