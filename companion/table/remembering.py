"""The last gesture of a game taken up again: it may still be changed by hand (PP-5, PP-15)."""

from __future__ import annotations

from engine.game import Position

from .boardstate import BoardState
from .candidates import Candidate, Options, fit
from .handside import Before
from .marbles import expected_holes
from .matching import Match
from .opengame import OpenGame
from .recogniser import Recogniser
from .seating import Seating


def last_gesture(game: OpenGame, seating: Seating, dwell: float) -> Before | None:
    """The last move as hands would have made it, just accepted; None if no hand made the last step.

    After a power cut a marble may be on its way again from where that move has put it.
    """
    step = game.steps[-1] if game.steps else None
    if (
        step is None
        or step.chance
        or step.play.action.prelude
        or not step.play.action.displacements
    ):
        return None
    before, after = step.play.before, step.play.after
    options = Options(before).named()
    candidate = next((c for c in options.direct if c.action == step.play.action), None)
    if candidate is None:
        return None
    recogniser = Recogniser(_played(seating, before, after), options, dwell)
    match = _match(recogniser.state, candidate)
    return None if match is None else Before(recogniser, before.occupancy(), match)


def _played(seating: Seating, before: Position, after: Position) -> BoardState:
    """The board of the position before, with all lifted and put that leads to the one after."""
    first = expected_holes(seating, before.occupancy())
    then = expected_holes(seating, after.occupancy())
    standing = [(token, hole) for hole, token in first.items()]
    state = BoardState.settle(seating, before.occupancy(), standing)
    for hole, token in first.items():
        if then.get(hole) != token:
            state.change(hole, False)
    for hole, token in then.items():
        if first.get(hole) != token:
            state.change(hole, True)
    return state


def _match(state: BoardState, candidate: Candidate) -> Match | None:
    """How the move agrees with that board."""
    for world in state.worlds:
        found = fit(state, state.deviations(world), world, candidate)
        if found is not None and found.complete:
            return Match(world, candidate, found)
    return None
