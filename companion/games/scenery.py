"""What a page draws of a game besides its tokens: ``Presenter.scenery``. The base draws nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from companion.model.drive import Deed, Drive
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.street import StreetView
from companion.model.view import HoleView, Prompt
from engine.game import Position

Names = Mapping[int, str]
"""Seat number → player's name; unnamed players are left out."""

Way = tuple[str, str]
"""Two places: where a token comes from, and where it goes."""
Ends = tuple[Message, Message]
"""Their names."""


class Pictured(NamedTuple):
    """A moment to be drawn.

    ``recent``  the last steps that stand, chance and all, the newest at the end
    ``real``    a board of wood lies on the table, beside the page
    """

    position: Position
    names: Names
    recent: Sequence[GameStep] = ()
    real: bool = False


class Outcome(NamedTuple):
    """An action's line with what dice said of it, what came of it, and how many steps told it."""

    line: Message
    came: Message | None
    steps: int


class Rolls(NamedTuple):
    """Dice of one line: whose they are, "" for nobody's, what is said, and how many steps told it.

    ``name``  the player's name, as a param; "" for nobody
    """

    token: str
    name: str
    line: Message
    came: Message | None
    steps: int


class Scenery:
    """The pictures of one game. Each part may be left as it is here.

    ``into``  the key of a place → the sentence that calls a token into it, instead of "on" it
    ``onto``  a token without a name of its own → the sentence that calls one of them on to a place
    ``calls`` its own keys that call hands to put something right; each has a form for what the
              table's hand does itself: key and ``.told``
    ``counts``  the key of what "Why?" counts by where no card is played: so many spaces, ``n``
    """

    # A pen's holes have no names of their own, and a marble goes only into its own pen.
    into: Mapping[str, str] = MappingProxyType({"hole.pen": "correction.pen"})
    onto: Mapping[str, str] = MappingProxyType({})
    calls: frozenset[str] = frozenset()
    counts: str = ""

    def street(self, position: Position) -> StreetView | None:
        """The street that the wood stands for; None if the wood is drawn as it is."""
        return None

    def ends(self, position: Position, way: Way, names: Ends) -> Ends:
        """What is said together of where a token comes from and goes to."""
        return names

    def led(self, moment: Pictured, street: StreetView, owed: Mapping[str, str]) -> StreetView:
        """The street while hands still have to move something.

        ``owed``  hole → where its token goes, empty for off the board
        """
        return street

    def told(
        self, position: Position, holes: Mapping[str, HoleView], held: Collection[str] = ()
    ) -> Mapping[str, HoleView]:
        """The holes with what their lights say besides: chances, rivals.

        ``held``  the tokens in hands
        """
        return holes

    def prompt(self, moment: Pictured, prompt: Prompt, holes: Mapping[str, HoleView]) -> Prompt:
        """The prompt with what the drawing adds: what its lights mean, how much is left to do."""
        return prompt

    def taken(self, still: bool) -> Message | None:
        """What is said of a token that was taken off, and is in a hand; None: it has a pen."""
        return None

    def led_back(self, moment: Pictured) -> str:
        """The token that goes back to where it came from, by the rules; "" for none."""
        return ""

    def drive(self, moment: Pictured) -> Drive | None:
        """What drivers need beside the wood, but for the buttons of whoever is asked."""
        return None

    def deeds(self, position: Position, seat: int | None) -> tuple[Deed, ...]:
        """The buttons of a seat beside its drive; None: the public."""
        return ()

    def follows(self, step: GameStep) -> bool:
        """Whether this step only goes on with an action before it: its dice, passes, reactions."""
        return False

    def rolls(self, steps: Sequence[GameStep], names: Names) -> Rolls | None:
        """The line of the die that the first of these steps threw, if no action has asked for it.

        None: it is a die of the seat whose turn it is.
        """
        return None

    def outcome(self, deed: GameStep, steps: Sequence[GameStep], names: Names) -> Outcome | None:
        """What dice said of an action, and what came of it; None if nothing is decided.

        ``steps``  those that follow it (``follows``)
        """
        return None
