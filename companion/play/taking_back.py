"""Going back any number of moves: from which step on all is taken back; and forth again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.action import Action

from .open_game import BY_HANDS, OpenGame
from .steps import players, without
from .takebacks import Takeback


def first_step(game: OpenGame, move: int) -> int | None:
    """The place of the first step to be taken back, so that a move has not been made.

    Its card goes with it, and so does what was made together with it. A bot's move would only come
    again, so the last move of a person before it goes too. None if no such move can be taken back.
    """
    steps = game.steps
    made = (i for i, step in enumerate(steps) if step.counts and step.number >= move >= 1)
    at = next(made, None)
    if at is None:
        return None
    while at < len(steps) and steps[at].chance:
        at += 1
    if at == len(steps):
        return None
    bots = game.bots.keys()
    while at and bots and not steps[at].arranged and players(steps[at : at + 1]) <= bots:
        at = max((i for i in range(at) if not steps[i].chance), default=at)
        if players(steps[: at + 1]) <= bots:
            break
    while at and (steps[at].joined or steps[at - 1].play.action.prelude):
        at -= 1
    return at


def with_bots(game: OpenGame, steps: int) -> int:
    """So many actions of people, with those of bots after them, which would only come again.

    Where bots have all seats there are none of people: then as many of bots.
    """
    if {seat.number for seat in game.position.seats} <= game.bots.keys():
        return steps
    left, people, taken = list(game.steps), 0, 0
    while people < steps and any(not step.chance for step in left):
        kept, _ = without(left, 1, whole=True)
        last = left[len(kept) :]
        people += last[-1].arranged or not players(last) <= game.bots.keys()
        taken, left = taken + 1, kept
    return max(taken, steps if not game.bots else 1)


def undone_by(game: OpenGame) -> frozenset[int]:
    """The seats whose actions undo would take back."""
    return game.played_by(with_bots(game, 1)) if game.can_undo else frozenset()


def moves_from(game: OpenGame, at: int) -> list[int]:
    """The numbers of the moves from a step on."""
    return [step.number for step in game.steps[at:] if step.counts]


def actions_from(game: OpenGame, at: int) -> int:
    """How many actions that are, with cards and without chance."""
    return sum(not step.chance for step in game.steps[at:])


def redone_by(game: OpenGame) -> frozenset[int]:
    """The seats whose actions redo would make again, or drop for those."""
    if not game.takebacks.undone:
        return frozenset()
    last = game.takebacks.undone[-1]
    return players((*game.steps[last.kept :], *last.steps))


def replaced(game: OpenGame, actions: int, rng: random.Random) -> bool:
    """Take back so many actions, as hands did on the board (PP-5, PP-11).

    Whether redo may make them again after what was played instead: more than one move is gone (I8).
    """
    before = game.takebacks.replaced
    if not game.undo(actions, rng, by=BY_HANDS, whole=False):
        return False
    taken = game.takebacks.undone[-1].steps
    return before or sum(bool(s.play.action.displacements) for s in taken) > 1


def made_again(game: OpenGame, path: Sequence[Action]) -> Sequence[str]:
    """Make again what the last takeback took, if the path begins with it and chance had its part.

    Hands took it back and make it anew, or were misread: the card that was drawn lies there still.
    A takeback that somebody asked the page for stays one (FT-7). The actions that stand so; none if
    it is not so. ``path``: what is to be played, without what chance or the table itself does.
    """
    last = game.takebacks.undone[-1] if game.takebacks.undone else None
    if last is None or not last.by_hands or last.kept != len(game.steps):
        return ()
    if not _chance_was_in(game, last):
        return ()
    taken = [step.play.action.text for step in last.steps if step.said]
    if not taken or [action.text for action in path[: len(taken)]] != taken:
        return ()
    actions = [step.play.action.text for step in last.steps if not step.chance]
    game.redo(by_hands=actions)
    return actions


def _chance_was_in(game: OpenGame, last: Takeback) -> bool:
    """Whether chance had brought something since, or a deck was shuffled anew because of it."""
    return any(step.chance for step in last.steps) or last.steps[0].play.before != game.position
