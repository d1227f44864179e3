"""Memory of hands for a game that is taken up again: last gesture, pace and sensors."""

from __future__ import annotations

from collections.abc import Mapping

from companion.play import dice
from companion.play.open_game import OpenGame
from companion.recogniser.boardstate import BoardState
from companion.recogniser.candidates import Candidate, Options, fit
from companion.recogniser.handside import HandSide
from companion.recogniser.matching import Match
from companion.recogniser.recogniser import Recogniser
from companion.recogniser.rethinking import Before
from companion.wood.marbles import expected_holes
from companion.wood.seating import Seating, alike
from engine.game import Position


def learned(hands: HandSide, game: OpenGame, aside: Mapping[str, str], now: float) -> None:
    """Take up what is known of hands and sensors. ``aside``: those that the game's rows set aside.

    From the game before, only the sensors count, and the new game writes them down. The wood stays
    the same from game to game, but the people may change.
    """
    assert hands.seating is not None
    hands.dwells.forget()
    for number, seconds in game.dwells.items():
        hands.dwells.set(number, seconds)
    names, before = hands.seating.names, hands.health.aside
    kept = {hole: why for hole, why in before.items() if hole in names and hole not in aside}
    for hole, why in kept.items():
        game.set_aside(hole, why)
    hands.health.aside = {**aside, **kept}
    for hole, why in (*aside.items(), *kept.items()):
        hands.set_aside(hole, why, now)


def last_gesture(game: OpenGame, seating: Seating, dwell: float) -> Before | None:
    """The last move as hands would have made it; None if no hand made the last step.

    It counts as just accepted: after a power cut its marble may be on its way again.
    """
    last = game.last
    if last is None or last.action.prelude or not last.action.displacements:
        return None
    before, after = last.before, last.after
    if not alike(game.position.occupancy(), after.occupancy()):
        return None  # chance has moved a marble since then
    if game.steps[-1].chance and dice.is_throw(game.steps[-1].play.action):
        return None  # somebody has thrown since then
    options = Options(before).named()
    candidate = next((c for c in options.direct if c.action == last.action), None)
    if candidate is None:
        return None
    recogniser = Recogniser(_played(seating, before, after), options, dwell)
    match = _match(recogniser.state, candidate)
    return None if match is None else Before(recogniser, before.occupancy(), match)


def _played(seating: Seating, before: Position, after: Position) -> BoardState:
    """The board of the position before, with every lift and put that leads to the one after."""
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
    """The match of the move with that board."""
    for world in state.worlds:
        found = fit(state, state.deviations(world), world, candidate)
        if found is not None and found.complete:
            return Match(world, candidate, found)
    return None
