"""Hints: a good move, shown by itself if ``assistance`` is ``hint``, else on demand.

Pure: the same position always gives the same hint, so that a record replays bit for bit.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from companion.lights.layers import Layer, Lit
from companion.lights.roles import Role
from companion.wood.seating import Seating
from engine.action import Action
from engine.bots.coach import Reason, reason
from engine.game import CHANCE, OVER, Position
from engine.search import choose, ranked

from .open_game import OpenGame

MOST: Final = 3
"""At most so many ideas, one after the other."""


@dataclass(frozen=True)
class Asked:
    """A hint that was asked for: the position of that moment, and a good action in it.

    ``why``      why it is good
    ``private``  it names a card that only its holder may see
    ``others``   further ideas, of which the first is shown if somebody asks again
    """

    of: Position
    action: Action
    why: Reason
    private: bool
    others: tuple[Action, ...] = ()

    def seen_by(self, audience: int | None) -> bool:
        """Whether an audience may see it."""
        return not self.private or audience == self.action.seat


class Hints:
    """The hint of the position that stands, worked out once, and the one that was asked for."""

    def __init__(self) -> None:
        self._of: tuple[Position, Action | None] | None = None
        self._ideas: tuple[Position, int, tuple[Action, ...]] | None = None
        self.asked: Asked | None = None

    def ask(self, game: OpenGame, seat: int) -> Asked:
        """Work out a good action for a seat that is to act, and keep it until something changes.

        Asked again in the same moment, it is the next idea, as long as there is one.
        """
        position, before = game.position, self.asked
        known = _known(game, seat)
        others: tuple[Action, ...] = ()
        if before is not None and before.of is position and before.action.seat == seat:
            others = before.others
        action, *rest = others or self._found(game, known, seat)
        others = tuple(rest)
        # Where cards are dealt, the next one to play is its holder's secret.
        secret = action.prelude or action not in position.legal_for(None)
        private = game.dealt and secret
        self.asked = Asked(position, action, reason(known, action), private, others)
        return self.asked

    def _found(self, game: OpenGame, known: Position, seat: int) -> tuple[Action, ...]:
        """The best ideas of a seat; looked for once as long as nothing is played."""
        if self._ideas is None or self._ideas[0] is not game.position or self._ideas[1] != seat:
            self._ideas = (game.position, seat, _ideas(game, known, seat))
        return self._ideas[2]

    def stand(self, position: Position | None, *, still: bool) -> None:
        """Forget what was asked for, unless nothing changed and the hands are ``still``."""
        if self.asked is not None and not (still and self.asked.of is position):
            self.asked = None

    def action(self, game: OpenGame) -> Action | None:
        """A good move for the first seat that is to act; None while it has a card to choose."""
        if self._of is None or self._of[0] is not game.position:
            self._of = (game.position, _good(game))
        return self._of[1]

    def layer(self, game: OpenGame, seating: Seating) -> Layer:
        """The holes that the good move goes to, and those that it comes from."""
        action = self.action(game)
        return {} if action is None else _ends(action, seating)

    def asked_layer(self, seating: Seating) -> Layer:
        """The same for the hint that was asked for; empty if only one seat may know it."""
        asked = self.asked
        return {} if asked is None or asked.private else _ends(asked.action, seating)


def _ends(action: Action, seating: Seating) -> Layer:
    places = [place for move in action.displacements for place in (move.to, move.frm)]
    return {
        hole: Lit(Role.HINT)
        for place in places
        for hole in seating.holes.get(place, ())
        # In a group of holes (a pen) any would do, so none is pointed at.
        if len(seating.holes[place]) == 1
    }


def _ideas(game: OpenGame, known: Position, seat: int) -> tuple[Action, ...]:
    """The best action as a bot would choose it, and the next best ones."""
    best = choose(known, game.advice, random.Random(0), seat)
    others = [action for action in ranked(known, game.advice, seat) if action != best]
    return (best, *others[: MOST - 1])


def _known(game: OpenGame, seat: int) -> Position:
    """What a hint for a seat is looked up in.

    Once a card lies on the table its moves are open to all, and so is their hint. It must not hang
    on a hand, so it is looked up in what everybody knows.
    """
    position = game.position
    holds = any(action.prelude for action in position.legal() if action.seat == seat)
    return position if game.presenter.cards is None or holds else position.public()


def _good(game: OpenGame) -> Action | None:
    position = game.position
    if position.to_act is CHANCE or position.to_act is OVER:
        return None
    legal = position.legal()
    if not legal or any(action.prelude for action in legal):
        return None
    seat = min(action.seat for action in legal)
    action = choose(_known(game, seat), game.advice, random.Random(0), seat)
    return action if action in position.legal_for(None) else None
