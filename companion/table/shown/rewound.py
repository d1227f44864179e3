"""The board before some of the last moves, for whoever thinks of going back there."""

from __future__ import annotations

from companion.model.rewind import Rewind
from companion.play import taking_back
from companion.table.moment import Moment
from companion.wood.marbles import expected_holes


def rewind(moment: Moment, move: int) -> Rewind | None:
    """How the board stood before a move; None if that move cannot be taken back."""
    game = moment.game
    at = None if game is None else taking_back.first_step(game, move)
    if game is None or at is None:
        return None
    numbers = taking_back.moves_from(game, at)
    before = game.steps[at].play.before
    holes = expected_holes(moment.known_seating(), before.occupancy())
    return Rewind(numbers[0], len(numbers), holes)
