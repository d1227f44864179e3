"""Earlier positions set out again on the board: so hands take moves back (PP-11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.play.open_game import OpenGame
from companion.recogniser.boardstate import BoardState
from companion.recogniser.recogniser import Decision, Kind, Recogniser
from companion.wood.marbles import World
from engine.game import acting

from .moment import Moment

RESTORED_SECONDS: Final = 2.0
"""Seconds of still hands after which an earlier position on the board is meant."""
MOST_LOOKED_AT: Final = 400
"""At most this many steps back are looked at."""


class Earlier(NamedTuple):
    """An earlier position that stands on the board.

    ``steps``  actions between it and now; ``world``: how the board reads then
    ``due``    the clock time from which it is meant
    """

    steps: int
    world: World
    due: float


def restored(moment: Moment, decision: Decision, rested: int) -> Earlier | None:
    """The earlier position that hands have set out again; None if they have not (PP-11)."""
    game, reader = moment.game, moment.hands.recogniser
    if game is None or reader is None or moment.hands.state is not reader.state:
        return None
    if decision.kind not in (Kind.WRONG, Kind.CORRECTION) or reader.changed_at is None:
        return None
    if miscounted(game, reader, decision):
        return None
    felt = not (moment.options.carded or game.undo_is_card)
    steps, world = steps_back(game, reader.state, rested, felt=felt)
    return None if world is None else Earlier(steps, world, reader.changed_at + RESTORED_SECONDS)


def miscounted(game: OpenGame, reader: Recogniser, decision: Decision) -> bool:
    """Whether the player counted wrongly: one own marble, put back a hole or two, card still there.

    Somebody else's marble that goes back where it came from is no slip of counting (PP-8, PP-11).
    """
    if decision.kind is not Kind.WRONG or not game.undo_is_card:
        return False
    marble, to_act = reader.state.marbles[decision.marble], acting(game.position)
    own = {token for s in game.position.seats if s.number in to_act for token in s.colours}
    may = {frm for option in reader.options.direct for frm, _ in option.goals}
    return marble.token in own or marble.place in may


def steps_back(
    game: OpenGame, state: BoardState, rested: int, *, felt: bool = False
) -> tuple[int, World | None]:
    """How many actions lie between the earlier position that stands on the board and now.

    The count is 0 if no earlier position stands; beside it comes how the board reads then.
    ``rested``: the number of steps whose outcome the board has shown. A position that it has not
    left yet is no going back, as after a move on the page that no hand has followed.
    ``felt``: every marble that seems to have left a hole set aside was seen lifted there. If that
    fails, a miscount is meant (PP-13).
    """
    if 0 < rested < len(game.steps):
        shown = game.steps[rested - 1].play.after
        if _standing(state, shown.occupancy(), felt=felt) is not None:
            return 0, None
    back = sum(not step.chance for step in game.steps[rested:])
    for index in range(rested - 1, max(-1, rested - 1 - MOST_LOOKED_AT), -1):
        step = game.steps[index]
        if step.chance:
            continue
        back += 1
        world = _standing(state, step.play.before.occupancy(), felt=felt)
        if world is not None:
            # Nobody takes back what another seat has played from a dealt hand.
            alone = not game.dealt or len(game.played_by(back, whole=False)) == 1
            return (back, world) if alone else (0, None)
    return 0, None


def _standing(
    state: BoardState, occupancy: Mapping[str, tuple[str, ...]], *, felt: bool
) -> World | None:
    """A reading of the board that agrees with an earlier position, marble by marble."""
    holes = state.seating.holes
    single = {place for place, its in holes.items() if len(its) == 1}
    there = {state.seating.places[hole] for hole in state.present} & single
    unseen = {state.seating.places[hole] for hole in state.aside}
    if there - unseen != {p for p, tokens in occupancy.items() if tokens and p in single} - unseen:
        return None
    worlds = (
        world for world in state.worlds if not (felt and _gone_unfelt(state, world, occupancy))
    )
    return next((world for world in worlds if _agrees(state, world, occupancy)), None)


def _gone_unfelt(state: BoardState, world: World, occupancy: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a marble must have left a hole that is set aside, though no lift was seen there."""
    return any(
        state.unfelt(i, world) and marble.token not in occupancy.get(marble.place, ())
        for i, marble in enumerate(state.marbles)
    )


def _agrees(state: BoardState, world: World, occupancy: Mapping[str, tuple[str, ...]]) -> bool:
    standing = state.standing(world)
    earlier = BoardState.settle(state.seating, occupancy, standing, None, state.aside)
    return not earlier.deviations(earlier.worlds[0])
