"""What hands have taken back and make anew stands again, with what chance had brought."""

from __future__ import annotations

from companion.play.open_game import OpenGame
from companion.play.taking_back import made_again
from companion.recogniser.handside import HandSide
from companion.recogniser.ledger import Change


def stands_again(hands: HandSide, game: OpenGame, change: Change) -> int:
    """How many of the steps that are to be played stand again; the history has them already."""
    said = [n for n, (_, one) in enumerate(change.play) if not one.chance]
    path = [] if change.back else [change.play[n][0] for n in said]
    made = made_again(game, path)
    if not made:
        return 0
    actions = sum(step.said for step in made)
    end = said[actions] if actions < len(said) else len(change.play)
    left = [step.play.action.text for step in made if not step.chance]
    steps = []
    for _, one in change.play[:end]:
        counts = left[:1] == [one.text]
        steps.append((one, counts))
        del left[: int(counts)]
    hands.redone(steps, game.position)
    return end
