"""A hint on demand: who may ask for one, when, and what the asker is told (PP-23)."""

from __future__ import annotations

from typing import Final

from companion.errors import CommandRefused
from companion.model.states import TableState
from companion.play import dice
from companion.play.open_game import OpenGame
from companion.table.core import Core

CHOOSING: Final = frozenset((TableState.CHOOSE_CARD, TableState.CHOOSE_MOVE, TableState.CHOOSE))
"""States in which somebody is to choose and no hand has begun."""


def advise(core: Core, game: OpenGame, seats: frozenset[int]) -> None:
    """Work out a hint for one of these acting seats; CommandRefused says what is to be done first.

    It stands on lights and page until something changes. A hint about held cards shows their
    holder only, and nothing on the board.
    """
    refusal = _refusal(core)
    if refusal is not None:
        raise refusal
    core.notice = None
    core.hints.ask(game.position, min(seats), dealt=game.dealt)


def may_ask(core: Core, audience: int | None) -> bool:
    """Whether that audience is offered a hint now."""
    game = core.game
    if game is None or _refusal(core) is not None:
        return False
    return audience in core.acting or (audience is None and not game.dealt)


def _refusal(core: Core) -> CommandRefused | None:
    if core.settings.assistance == "none":
        return CommandRefused(
            "no-hints", "The setting assistance is none: hints are off.", key="refusal.no_hints"
        )
    thrown = core.game is not None and dice.throws(core.game.position)
    if core.state not in CHOOSING or not core.acting or thrown:
        return CommandRefused(
            "not-now",
            "There is no hint while something else is under way; finish that first.",
            key="refusal.hint_later",
        )
    if core.state is TableState.CHOOSE_CARD and core.game is not None and _in_real_hands(core.game):
        return CommandRefused("no-card", "Say which card was played first.", key="refusal.no_card")
    return None


def _in_real_hands(game: OpenGame) -> bool:
    """Whether the cards to choose from are held by people, where the table cannot see them."""
    return not game.dealt and bool(game.presenter.cards())
