"""What people are shown while the table's own hand pays what the board owes."""

from __future__ import annotations

from typing import Final

from companion.model.message import Message
from companion.play.open_game import OpenGame
from companion.table.moment import Moment
from companion.wood.debts import Debt

CALLS: Final = frozenset({"correction.off", "correction.on", "correction.pen"})
"""Sentences that call hands to do something. Each has a form that only tells it, ``….told``, for
the table's own hand, as have a game's own."""


def pays(moment: Moment) -> bool:
    """Whether play waits for the table's own hand, or nobody can tell yet what it still owes."""
    waits = any(debt.blocking for debt in moment.owed) or not moment.owed
    return moment.bot.settling and waits


def called(moment: Moment) -> tuple[Debt, ...]:
    """What the sentence on top speaks of: what hands are called to, or what the table's hand does.

    A marble in that hand is no gesture of anybody.
    """
    return moment.called or (moment.owed if pays(moment) else ())


def as_paid(moment: Moment, game: OpenGame, message: Message) -> Message:
    """The sentence for a debt as it is paid: what the table's own hand does is only told."""
    if not pays(moment) or message.key not in CALLS | game.presenter.scenery.calls:
        return message
    return Message(f"{message.key}.told", message.params, message.nested)
