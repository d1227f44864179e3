"""The dispatch of commands: each goes to the function that carries it out.

A refusal leaves everything as it was and says what to do (``CommandRefused``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Final

from companion.errors import JournalError
from companion.model import refusals
from companion.model.commands import (
    Act,
    Again,
    Answer,
    Caller,
    Card,
    Close,
    Command,
    Deal,
    Deny,
    Edit,
    HandOver,
    Hint,
    Hurry,
    Keep,
    Leave,
    New,
    Pause,
    PlayOn,
    Redo,
    Report,
    Restore,
    Roll,
    SetAside,
    Skip,
    Tend,
    Undo,
    Where,
    Why,
)
from companion.table.referee import Referee
from companion.upkeep import service_mode
from companion.upkeep.service_mode import Lender

from . import answering, arranging, helping, meaning, opening, playing, seating

BY_COMMAND: Final[Mapping[type[Command], Callable[[Referee, Any, Caller], None]]] = (
    MappingProxyType(
        {
            New: opening.new,
            Again: opening.again,
            PlayOn: opening.play_on,
            Close: opening.close,
            Leave: opening.leave,
            Deal: opening.deal,
            HandOver: seating.hand_over,
            Act: playing.act,
            Card: playing.card,
            Roll: playing.roll,
            Skip: playing.skip,
            Pause: playing.pause,
            Undo: playing.undo,
            Redo: playing.redo,
            Deny: answering.deny,
            Answer: answering.answer,
            Report: answering.report,
            Keep: arranging.keep,
            Edit: arranging.edit,
            SetAside: arranging.sensor,
            Restore: arranging.sensor,
            Hint: helping.advise,
            Why: helping.explain,
            Where: helping.point,
            Hurry: helping.hurry,
        }
    )
)
"""Type of command → the function that carries it out; service mode has ``Tend``."""

UNSEEN: Final = (Skip,)
"""Commands that nobody may see at once: no view changes by them."""

PLAYED: Final = (Act, Card, Answer, Roll)
"""Commands after which play goes on: a clock that was stopped runs again."""


def carry_out(referee: Referee, board: Lender, command: Command, caller: Caller) -> None:
    """Carry a command out, or raise CommandRefused. ``board`` is lent to service mode."""
    meaning.check(referee.moment.game, command)
    if isinstance(command, Tend):
        with _saved():
            service_mode.carry_out(board, command)
        return
    service = referee.moment.service
    if service is not None and not isinstance(command, Report):
        raise refusals.being_tested()
    with _saved():
        BY_COMMAND[type(command)](referee, command, caller)
    if _plays_on(referee, command):
        referee.stir()
    if isinstance(command, UNSEEN):
        return
    if service is None:
        referee.evaluate()
    else:
        referee.changed()


def _plays_on(referee: Referee, command: Command) -> bool:
    """Whether play goes on after it: people pause to put something right."""
    game = referee.moment.game
    if isinstance(command, Act) and game is not None and game.position.corrects(command.action):
        return False
    return isinstance(command, PLAYED)


@contextmanager
def _saved() -> Iterator[None]:
    """Refuse the command if the journal cannot be written."""
    try:
        yield
    except JournalError as error:
        raise refusals.not_saved(error) from error
