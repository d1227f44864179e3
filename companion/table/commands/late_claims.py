"""Claims that came too late: the refusal says who was first (RP-44)."""

from __future__ import annotations

from companion.model import refusals
from companion.model.step import GameStep
from companion.play.claims import CLAIM, is_open
from companion.play.open_game import OpenGame, lately
from companion.play.steps import Step
from engine.action import LET_GO


def refuse_late(game: OpenGame, text: str, seats: frozenset[int]) -> None:
    """Refuse a claim on a shut window and say who was first (RP-44); otherwise do nothing."""
    closer: Step | None = None
    if is_open(game.position):
        return
    for step in lately(game):
        if step.chance:
            continue
        before = step.play.before
        if not is_open(before):
            return
        closer = closer or step
        late = {a.seat for a in before.legal() if a.text == text and a.seat in seats}
        if late:
            _refuse(game, closer.play, late)
            return


def _refuse(game: OpenGame, closer: GameStep, late: set[int]) -> None:
    """Refuse claims after the action that shut the window, unless the same seat made it."""
    seat = closer.action.seat
    if closer.action.params.get(CLAIM) == LET_GO:
        raise refusals.shut()
    if seat not in late:
        raise refusals.too_late(seat, game.presenter.player(closer.before, seat, game.names))
