"""What the loop drives: the table it owns, and the recorder it tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.upkeep.service_mode import Tending
from hardware.ports import LightFrame, SensorEvent

from .commands import Caller, Command, Outcome
from .ports import Questions
from .view import View


class OwnQuestions(Questions, Protocol):
    """What the loop asks besides, to set a virtual board out."""

    def expected_tokens(self) -> Mapping[str, str]:
        """Hole → token, as the position says."""

    def tokens_beside(self) -> tuple[str, ...]:
        """Tokens that lie beside the board as the position says, who is to move first."""


class OwnedTable(Protocol):
    """The table as the loop drives it; ``companion.table.table.Table``."""

    @property
    def seq(self) -> int:
        """Rises with every visible change."""

    @property
    def frames(self) -> int:
        """Rises with every change of the lights, also where nothing else changes."""

    @property
    def questions(self) -> OwnQuestions:
        """Whom to ask what changes nothing."""

    def resume(self) -> None:
        """Take up the journal's open game."""

    def sensors(self, event: SensorEvent) -> None:
        """A debounced change, a full picture, or news of the link."""

    def remark(self, hole: str, token: str) -> None:
        """Which marble the virtual hand is about to put into a hole; empty: it does not say."""

    def command(self, command: Command, caller: Caller) -> Outcome:
        """Carry out; raises CommandRefused."""

    def sit(self, seat: int, holder: str) -> Outcome:
        """Take a seat."""

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        """Free a holder's seats, or that one of them."""

    def tick(self) -> None:
        """Time has come (``deadline``)."""

    def deadline(self) -> float | None:
        """Clock time of the next tick that is needed."""

    def view(self, audience: int | None) -> View:
        """Snapshot for one audience."""

    def lights(self) -> LightFrame:
        """What the pixels show."""

    @property
    def tending(self) -> Tending | None:
        """The service mode that runs."""


class Recorder(Protocol):
    """Where hole changes are kept, unsynced (PP-41); commands and decisions it hears otherwise."""

    def event(self, event: SensorEvent) -> None:
        """A raw sensor event."""

    def flush(self) -> None:
        """Nothing else to do: write what was gathered."""
