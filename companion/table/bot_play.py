"""The play of the bots: what a bot does when its time has come."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import JournalError
from companion.model.message import Message
from companion.play import bots, dice
from companion.play.clocks import RETRY_SECONDS
from companion.play.open_game import OpenGame
from engine.action import Action
from engine.game import CHANCE

from . import bot_hand
from .held_moment import HeldMoment
from .referee import Referee


class BotPlay:
    """The duty of the table towards its bots."""

    def __init__(self, held: HeldMoment, referee: Referee) -> None:
        self._held = held
        self._referee = referee

    def due(self) -> float | None:
        """When a bot does something next."""
        return self._held.itself.bot.due

    def act(self) -> None:
        """Do the next thing that the bot has to do."""
        held, turn = self._held, self._held.itself.bot
        game, now, turn.due = held.game, held.now(), None
        if game is None:
            return
        if turn.settling:
            stroke = bot_hand.settling(held, game)
            if stroke is not None:
                if not turn.move(stroke, now):
                    self._referee.evaluate()
                return
        if turn.seat is None:
            return
        if turn.action is None:
            self._decide(game, turn.seat)
        elif not held.hands.playing:
            self._play(turn.action)
        else:
            self._move(game, turn.action)

    def _decide(self, game: OpenGame, seat: int) -> None:
        """Decide, and do at once what no marble announces."""
        turn = self._held.itself.bot
        if game.position.to_act is CHANCE:
            self._throw(game)
            return
        moment = f"{game.id} {len(game.steps)}"
        try:
            action = bots.decided(game.position, game.bots[seat], seat, moment)
        except Exception:  # whatever is wrong with it, the game goes on
            found = _without_a_move(game, seat)
            if found is None:
                turn.stuck = True  # then people play its move
                self._held.follow()
                self._referee.evaluate()
                return
            action = found
        if not action.displacements:
            self._play(action)
            return
        turn.action = action
        if turn.moves_by_itself(self._held):
            turn.due = self._held.now()
        self._held.follow()
        self._referee.evaluate()

    def _move(self, game: OpenGame, action: Action) -> None:
        """Have the hand make the decided move; what its marbles do not tell is said."""
        held, turn = self._held, self._held.itself.bot
        stroke = bot_hand.towards(held, game, action)
        if stroke is not None:
            turn.move(stroke, held.now())
        elif turn.complete(held.now()) and not self._referee.hear(
            action.text, frozenset((action.seat,))
        ):
            self._play(action)

    def _throw(self, game: OpenGame) -> None:
        """Have the service throw the dice that wait for the bot."""
        throw = dice.throws(game.position)[0]
        self._saved(lambda: self._referee.throw(dice.thrown(throw, self._held.tools.rng)))

    def _play(self, action: Action) -> None:
        thrown = dice.is_throw(action)
        self._saved(lambda: self._referee.play((action,), thrown=thrown))

    def _saved(self, act: Callable[[], None]) -> None:
        """Do something that is written; a journal that refuses it is asked again a little later."""
        held = self._held
        try:
            act()
        except JournalError as error:
            held.notice = Message(error.key)
            held.itself.bot.due = held.now() + RETRY_SECONDS
            self._referee.changed()
        else:
            self._referee.evaluate()


def _without_a_move(game: OpenGame, seat: int) -> Action | None:
    """Any action of that seat where no marble is to be moved; None where one may be.

    People cannot do that for a bot: its cards are nobody else's business.
    """
    legal = [action for action in game.position.legal() if action.seat == seat]
    return None if not legal or any(action.displacements for action in legal) else legal[0]
