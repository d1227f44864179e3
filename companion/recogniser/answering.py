"""What the answer to a question tells the tracker."""

from __future__ import annotations

from collections.abc import Sequence

from .asking import Asked
from .showing import Kind
from .tracking import Tracking


def choose(tracking: Tracking, asked: Asked, chosen: Sequence[int]) -> None:
    """One reading was chosen, or several are left."""
    named = [asked.names[n] for n in chosen if asked.names]
    if named and all(named):
        tracking.name(named)
    elif len(chosen) == 1:
        asked.answers[chosen[0]]()
    else:
        groups = enumerate(asked.options)
        tracking.rule_out([option for n, group in groups if n not in chosen for option in group])


def choose_none(tracking: Tracking, asked: Asked) -> None:
    """No reading is true."""
    nothing = _nothing(asked)
    if asked.by_word:
        tracking.deny_word([option for group in asked.options for option in group])
    elif nothing is not None and asked.showing.kind is not Kind.CARD:
        asked.answers[nothing]()  # "none of these" is how it is offered
    else:
        tracking.answer(None)


def _nothing(asked: Asked) -> int | None:
    """The reading in which nothing was played, and nothing taken back."""
    for n, match in enumerate(asked.showing.matches):
        if match.candidate is None and not (asked.instead and asked.instead[n]):
            return n
    return None
