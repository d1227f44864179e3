"""What people are shown while the table's own hand pays what the board owes."""

from __future__ import annotations

from companion.table.moment import Moment
from companion.wood.debts import Debt


def pays(moment: Moment) -> bool:
    """Whether play waits for the table's own hand, or nobody can tell yet what it still owes."""
    waits = any(debt.blocking for debt in moment.owed) or not moment.owed
    return moment.bot.settling and waits


def called(moment: Moment) -> tuple[Debt, ...]:
    """What the sentence on top speaks of: what hands are called to, or what the table's hand does.

    A marble in that hand is no gesture of anybody.
    """
    return moment.called or (moment.owed if pays(moment) else ())
