"""What people can choose on the page: actions, keys and cards, claim windows, dice, a clock."""

from __future__ import annotations

from msgspec import Struct, field

from .message import Message


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

    @property
    def kind(self) -> str:
        """``swap``: two marbles change places; ``split``: several move in turn; else ``move``."""
        if len(self.moves) == 2 and self.moves[0] == self.moves[1][::-1]:
            return "swap"
        return "split" if len(self.moves) > 1 else "move"


class PadKey(Struct, frozen=True):
    """One key of the pad, or one held card. ``moves``: how many it has now, None if not shown.

    ``lights``  hole → role: what a held card could do now; only in its holder's view
    ``seat``    the seat that may press it, if not the acting one; ``colour``: the colour of the key
    ``hole``    the space that a key names
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


class Laid(Struct, frozen=True):
    """A claim that lies on the table and has not worked yet: who made it, and its name."""

    seat: int
    colour: str
    label: str


class Window(Struct, frozen=True):
    """An open claim window (RP-44).

    ``seconds``  seconds left when this was shown, None without a limit; ``of``: in all, 0 without
    ``running``  false while the clock stands
    ``seats``    seats that are still asked; ``keys``: this audience's, for the public everybody's
    ``passed``   how many have let it go by
    ``laid``     what was claimed and waits, in the order in which it came
    ``covered``  nobody may learn who is able to claim, or who has let it go by: ``seats`` are all,
                 and ``keys`` hold no claims, but the caller may look at its hand
    ``asked``    this audience is still asked
    ``skips``    it lets all windows of this turn go by
    ``number``   tells this window from those before and after it
    """

    message: Message
    seconds: float | None
    of: float
    running: bool
    seats: tuple[int, ...]
    keys: tuple[PadKey, ...]
    passed: int = 0
    laid: tuple[Laid, ...] = ()
    covered: bool = False
    asked: bool = False
    skips: bool = False
    number: int = 0


class Timer(Struct, frozen=True):
    """The time that the rules give a seat (RP-74): seconds left when this was shown, and in all.

    ``running``  false while the clock stands
    ``waits``    the clock stands until somebody moves something or lets it go on
    ``action``   the action that is made when the time has run out
    """

    seat: int
    colour: str
    seconds: float
    of: float
    running: bool
    waits: bool
    action: str


class DiceAsk(Struct, frozen=True):
    """Dice that people throw now and tell on the page: one entry for each seat that may throw.

    The action's text is ``prefix``, then the ``faces`` shown, one for each die, in order.
    ``labels`` are the faces as they look on the die, in the same order as ``faces``.
    """

    seat: int
    count: int
    faces: tuple[str, ...]
    labels: tuple[str, ...]
    prefix: str
    param: str
    message: Message
