"""What is told of a move in a replay: who takes whom, who comes home, and the move read aloud."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.presenter import Presenter, voiced
from companion.model.message import Message
from companion.model.step import GameStep
from engine.action import CHANCE_SEAT
from engine.game import OVER, Position

from .open_game import OpenGame
from .steps import CORRECTED, Step


def arranged(step: Step, presenter: Presenter) -> Message:
    """What is told of a step that is no action. A correction may name a hidden card, so its text is
    told to nobody."""
    if step.play.action.text != CORRECTED:
        return voiced(presenter, Message("move.arranged"))
    return Message("move.ended" if step.play.after.to_act is OVER else "move.corrected")


def arranged_aloud(step: Step, presenter: Presenter) -> Message:
    """The same as a sentence."""
    return Message("spoken.arranged", nested={"move": arranged(step, presenter)})


class MoveWords:
    """The sentences about the moves of one game."""

    def __init__(self, game: OpenGame) -> None:
        self._game = game

    def who(self, position: Position, number: int) -> str:
        """A player's name as a param of a message."""
        return self._game.presenter.player(position, number, self._game.names)

    def teams(self, position: Position) -> Sequence[Message]:
        """The names of each team, in the order of their numbers."""
        out = []
        for team in sorted({one.team for one in position.seats}):
            mates = [self.who(position, s.number) for s in position.seats if s.team == team]
            key = f"replay.team.{min(len(mates), 3)}"
            out.append(Message(key, dict(zip("pqr", mates, strict=False))))
        return out

    def beginning(self) -> Message:
        """What is told before the first move."""
        return Message("replay.begins")

    def arranged(self, step: Step) -> Message:
        """What is told where people have set the marbles otherwise, or put something right."""
        return arranged(step, self._game.presenter)

    def arranged_aloud(self, step: Step) -> Message:
        """The same as a sentence."""
        return arranged_aloud(step, self._game.presenter)

    def happened(self, step: Step, play: GameStep, took: Sequence[str], after: Position) -> Message:
        """What happened at a step: the win, however the game came to its end, else its event.

        ``play``   the step as it is credited
        ``after``  where what followed by itself has led, as a card that was drawn at the end
        """
        if after.to_act is OVER:
            presenter = self._game.presenter
            return presenter.won(after, presenter.winners(after, play), self._game.names)
        return self.arranged_aloud(step) if step.arranged else self.sentence(play, took)

    def card(self, play: GameStep) -> str:
        """The card of a move as it looks; empty without one."""
        cards = self._game.presenter.cards
        card = cards.played(play.before) if cards else None
        return cards.label(card) if cards and card else ""

    def sentence(self, play: GameStep, took: Sequence[str]) -> Message:
        """The event of a move: a capture, a marble home; else the card or the move."""
        presenter, number = self._game.presenter, play.action.seat
        if number == CHANCE_SEAT:
            return Message("replay.chance")
        who = {"p": self.who(play.before, number)}
        if took:
            owner = self._owner(play.before, took[0])
            key = "replay.takes_last" if self._last_out(play.before, owner) else "replay.takes"
            other = presenter.token(took[0]) if owner is None else self.who(play.before, owner)
            return Message(key, {**who, "q": other})
        if self._home(play.after, number) > self._home(play.before, number) and self._tells_home:
            return voiced(presenter, Message("replay.home", who))
        card = presenter.cards.played(play.before) if presenter.cards else None
        if presenter.cards is None or card is None:
            return Message("replay.moves", who)
        return Message("replay.plays", who, {"card": presenter.cards.as_object(card)})

    @property
    def _tells_home(self) -> bool:
        """Whether progress is what a marble or a car has done, and not points of style."""
        presenter = self._game.presenter
        return not presenter.pawn or "replay.home" in presenter.spoken_of

    def line(self, play: GameStep) -> Message:
        """A move in short."""
        return self._game.presenter.move(play, names=self._game.names)

    def spoken(self, play: GameStep, took: Sequence[str]) -> Message:
        """A move as it is read aloud: who, the card, where from and where to, whom it takes."""
        presenter = self._game.presenter
        move = presenter.move(play, "said", self._game.names)
        if play.action.seat == CHANCE_SEAT:
            return Message("replay.said_chance", nested={"move": move})
        params = {"p": self.who(play.before, play.action.seat)}
        nested, key = {"move": move}, "replay.said"
        card = presenter.cards.played(play.before) if presenter.cards else None
        if presenter.cards is not None and card is not None:
            nested["card"], key = presenter.cards.name(card), "replay.said_card"
        if took:
            params["q"], key = presenter.token(took[0]), f"{key}_takes"
        return Message(key, params, nested)

    def _owner(self, position: Position, token: str) -> int | None:
        return next((s.number for s in position.seats if token in s.colours), None)

    def _home(self, position: Position, number: int) -> int:
        return self._far(position, number)[0]

    def _far(self, position: Position, number: int) -> tuple[int, int]:
        """How many of a player's tokens are home, and of how many."""
        colours = next(s.colours for s in position.seats if s.number == number)
        each = [self._game.presenter.progress(position, colour) for colour in colours]
        return sum(one.home for one in each), sum(one.of for one in each)

    def _last_out(self, position: Position, number: int | None) -> bool:
        """Whether a player has a single marble that is not home."""
        home, of = (0, 0) if number is None else self._far(position, number)
        return of > 1 and home == of - 1
