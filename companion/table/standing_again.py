"""What hands have taken back and make anew stands again, with what chance had brought."""

from __future__ import annotations

from companion.play.open_game import OpenGame
from companion.play.taking_back import made_again
from companion.recogniser.ledger import Change, standing_again

from .held_moment import HeldMoment


def stands_again(held: HeldMoment, game: OpenGame, change: Change) -> int:
    """How many of the steps that are to be played stand again; the history has them already."""
    path = [] if change.back else [action for action, one in change.play if not one.chance]
    actions = made_again(game, path)
    if not actions:
        return 0
    steps = standing_again(change, actions)
    held.hands.redone(steps, game.position)
    held.notice = None
    return len(steps)
