"""The moment: everything that stands at the table now, for reading only.

Everything that only reads takes a ``Moment``: the page, the lights, the rights of callers. Only the
referee changes what stands (``referee``); it holds the moment as ``HeldMoment``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.lights.layers import Lit
from companion.model.message import Message
from companion.model.states import TableState
from companion.model.view import Reason
from companion.play.clocks import ClockFace
from companion.play.hints import Hints
from companion.play.open_game import OpenGame
from companion.recogniser.candidates import Options
from companion.recogniser.handside import HandSide
from companion.recogniser.showing import Showing
from companion.upkeep.service_mode import ServiceMode
from companion.wood.debts import Debt
from companion.wood.seating import Seating
from engine.game import Position

from .announced import Announcement
from .bot_face import BotFace
from .card_preview import Previews
from .inventory import Keeping
from .settings import TableSettings


class Moment(Protocol):
    """Everything that stands now. Read-only: mypy forbids setting any of it."""

    @property
    def settings(self) -> TableSettings:
        """The settings of this table."""

    @property
    def board_kind(self) -> str:
        """``virtual``, ``serial`` or ``none`` (everything is played on the page, PP-16)."""

    def now(self) -> float:
        """The table's clock, in monotonic seconds."""

    # ------------------------------------------------------------------------------------ the game

    @property
    def game(self) -> OpenGame | None:
        """The open game."""

    @property
    def position(self) -> Position | None:
        """The position of the open game."""

    @property
    def acting(self) -> tuple[int, ...]:
        """Seats that may act now."""

    @property
    def seen_acting(self) -> tuple[int, ...]:
        """The same as everybody may know it: while a covered window is open, all seats."""

    @property
    def options(self) -> Options:
        """What hands may announce now."""

    @property
    def holders(self) -> Mapping[int, str]:
        """Seat → its holder; ``BOT`` holds those of the bots."""

    @property
    def state(self) -> TableState:
        """What the table is waiting for."""

    @property
    def announced(self) -> Announcement | None:
        """The only action, while it is being said (PP-18)."""

    @property
    def bot(self) -> BotFace:
        """The turn of the bot that is to act."""

    @property
    def clocks(self) -> ClockFace:
        """Time to claim, and the rules' time."""

    # ----------------------------------------------------------------------------------- the board

    @property
    def hands(self) -> HandSide:
        """What the sensors told, and what hands did with it."""

    @property
    def aside(self) -> Mapping[str, str]:
        """Hole → why its sensor is not believed (PP-13)."""

    @property
    def seating(self) -> Seating | None:
        """The mapping of holes and places; None before the first game."""

    def known_seating(self) -> Seating:
        """The mapping of the open game."""

    def expected(self) -> dict[str, str]:
        """Hole → token of the position, set out as it should be."""

    @property
    def showing(self) -> Showing | None:
        """What the hands have done, as the recogniser reads it; None if nothing is read."""

    @property
    def reason(self) -> Reason | None:
        """Why a marble may not stand where it was put (PP-8)."""

    @property
    def owed(self) -> tuple[Debt, ...]:
        """What the hands have to put right."""

    @property
    def called(self) -> tuple[Debt, ...]:
        """What hands were called to put right last, also while a dwell is awaited."""

    @property
    def back(self) -> str:
        """The hole that a stray or wrongly put marble goes back to (PP-8, PP-9)."""

    @property
    def ask_id(self) -> str:
        """The id of the question, if the showing is one."""

    @property
    def led(self) -> Message | None:
        """What hands are told while the marbles follow a takeback or a redo; None: they do not."""

    @property
    def keeping(self) -> Keeping | None:
        """The board is being taken as it stands, and a colour is asked for (PP-12)."""

    @property
    def service(self) -> ServiceMode | None:
        """Service mode, while the game waits for it."""

    # -------------------------------------------------------------------------------- what is shown

    @property
    def notice(self) -> Message | None:
        """What people were told last."""

    @property
    def hints(self) -> Hints:
        """The hint that was asked for, and the hint of the position."""

    @property
    def previews(self) -> Previews:
        """What each held card could do."""

    @property
    def lit(self) -> Mapping[str, Lit]:
        """What every lit hole means, whatever the theme."""

    @property
    def seq(self) -> int:
        """Rises with every visible change and never falls."""

    @property
    def frames(self) -> int:
        """Rises with every change of the lights, also where nothing else changes."""
