"""The turn of a bot: what it has decided, when it does something next, what its hand has begun."""

from __future__ import annotations

from collections import deque
from typing import Final

from companion.model.message import Message
from companion.model.states import AT_REST, TableState
from companion.model.stroke import Stroke
from companion.play import dice
from companion.play.open_game import OpenGame
from companion.recogniser.candidates import Options, options
from companion.recogniser.ledger import Change
from engine.action import Action
from engine.game import Position
from hardware.ports import LinkState

from . import bot_hand
from .errands import Errands, Moved
from .moment import Moment
from .shown.bots import bot_plays

CARD_SECONDS: Final = 0.7
"""Seconds for which a bot's card lies before its marble is lifted."""
LIFT_SECONDS: Final = 0.4
"""Seconds for which its marble is in the hand."""
LEG_SECONDS: Final = 0.28
"""Seconds that a marble takes from hole to hole."""
ERRAND_SECONDS: Final = 1.2
"""Seconds after a word until its hand begins to bring the marbles: whoever brings them is first."""
REST_SECONDS: Final = 0.5
"""Seconds between a move and what a bot does next."""
DOWN_SECONDS: Final = 3.0
"""Seconds that a bot waits for a board whose cable is out; then it plays on without (PP-14)."""
DOWN: Final = (LinkState.DOWN, LinkState.REFUSED)
HURRIED_SECONDS: Final = 0.06
"""Seconds for each of these once somebody has asked for the end: the sensors must feel it."""
MOST_TRIES: Final = 3
"""So often the hand tries the same stroke; then people are led through the move."""
MOST_STROKES: Final = 64
"""At most this many strokes wait for the hand."""


class BotTurn:
    """The turn of the bot that is to act.

    ``seat``      whose turn it is; None where no bot is to act
    ``action``    the action that it has decided on, and that hands are to make
    ``stuck``     it finds nothing to do, so people play for it
    ``quick``     people want it to take half the time
    ``due``       the clock time at which it does something next
    ``settling``  its hand still has marbles to put away after its last move, or after a word
    ``strokes``   what its hand is to do on the virtual board, until somebody fetches it
    """

    def __init__(self, errands: Errands) -> None:
        self._errands = errands
        self.seat: int | None = None
        self.action: Action | None = None
        self.stuck = self.quick = self.settling = False
        self.due: float | None = None
        self.strokes: deque[Stroke] = deque(maxlen=MOST_STROKES)
        self._of: Position | None = None
        self._begun = self._hurried = False
        self._tried: tuple[Stroke | None, int] = (None, 0)
        self._felt: tuple[bool, ...] | None = None

    # -------------------------------------------------------------------------------- following

    def follow(self, moment: Moment) -> None:
        """Follow what stands; called after everything that changes it."""
        game = moment.game
        if game is None or not (game.bots or self.errands or self.holds):
            self._begin(None, None)
            return
        self.quick = game.quick
        seat = turn_of(game, moment.acting)
        if game.position is not self._of or seat != self.seat:
            self._hurried = self._hurried and seat is not None and seat == self.seat
            self._begin(game.position, seat)
        elif moment.hands.sensors.sensed != self._felt:
            self._forget_tries()
        self._felt = moment.hands.sensors.sensed
        idle = self.action is None and not self._in_vain
        self.settling = idle and self._settles(moment, game)
        if self.action is None and not self.settling:
            self._begun = False  # what its hand has put right belongs to no move of a bot
        if not self._may_go_on(moment):
            self.due = None
        elif self.due is None and (self.settling or self._waits(moment)):
            rest = self._first_rest(game)
            rest = DOWN_SECONDS if moment.hands.sensors.link in DOWN else rest
            self.due = moment.now() + self._as_wished(rest)

    def _first_rest(self, game: OpenGame) -> float:
        if not self.settling:
            return _rest_after(game, self.seat)
        return LEG_SECONDS if self._begun or not self.errands else ERRAND_SECONDS

    def _begin(self, position: Position | None, seat: int | None) -> None:
        self._of, self.seat = position, seat
        self.action, self.due = None, None
        self.stuck = self.settling = self._begun = False
        self._tried = (None, 0)

    def _forget_tries(self) -> None:
        """A hole has changed, so what its hand has tried in vain may be done now."""
        if self._in_vain:
            self._tried = (None, 0)

    @property
    def _in_vain(self) -> bool:
        """Whether its hand has tried a stroke too often as the holes are; people are led then."""
        return self._tried[1] > MOST_TRIES

    def _settles(self, moment: Moment, game: OpenGame) -> bool:
        """Whether the hand owes the board something: for a word, or for the last move of a bot.

        Where somebody holds another marble, or the cable is out, words are left to people.
        """
        if self.errands or self.holds:
            link = moment.hands.sensors.link
            return link not in DOWN and bot_hand.settling(moment, game) is not None
        if moment.board_kind != "virtual" or not moment.owed:
            return False
        moved = bot_hand.to_settle(moment, game)
        return any((debt.token, debt.place) in moved for debt in moment.owed)

    def _may_go_on(self, moment: Moment) -> bool:
        """Whether the bot may do something while the table stands so. In a pause it brings a move
        to its end that its hand has begun, and what words have moved: nobody else would.
        """
        if (
            moment.service is not None
            or (moment.clocks.stopped and not (self._begun or self.errands or self.holds))
            or moment.hands.sensors.link is LinkState.CONNECTING
        ):
            return False
        if self.stuck or moment.announced is not None or moment.state is TableState.OVER:
            return self.settling and not self.stuck
        return self._begun or self.settling or moment.state in AT_REST

    def _waits(self, moment: Moment) -> bool:
        """Whether only time keeps it from doing what it has to do."""
        if self.seat is None or self._in_vain:
            return False
        return self.action is None or self.moves_by_itself(moment)

    @property
    def errands(self) -> Moved:
        """The marbles that words have moved and its hand still brings."""
        return self._errands.left

    @property
    def holds(self) -> str:
        """The token that is in its hand; empty where none is."""
        return self._errands.holds

    @property
    def moves(self) -> bool:
        """Whether its hand has begun a move."""
        return self._begun

    def moves_by_itself(self, moment: Moment) -> bool:
        """Whether nobody's hands are needed for its move: on the virtual board, and on none."""
        return moment.board_kind != "serial" or not moment.hands.playing

    def options(self, game: OpenGame | None) -> Options:
        """What hands may announce: where only bots are to act, what one of them has decided on."""
        if game is None or not game.bots:
            return options(None if game is None else game.position)
        found, known = options(game.position).settling(game.bots), game.position is self._of
        decided = self.action if known else None
        people = not game.bots.keys() >= set(found.acting) or (known and self.stuck)
        return found if people and decided is None else found.only(decided)

    def forbids(self, game: OpenGame, change: Change) -> Message | None:
        """Why a move that hands have made for a bot does not count; None where it does."""
        made = [action for action, _ in change.play if action.seat in game.bots]
        if not made or (self.stuck and self.seat == made[0].seat):
            return None
        allowed = not change.back and made == [self.action]
        return None if allowed else bot_plays(game, self.action)

    # ------------------------------------------------------------------------------------- pace

    def _as_wished(self, seconds: float) -> float:
        """How long so many seconds last as people want it."""
        if self._hurried:
            return min(seconds, HURRIED_SECONDS)
        return seconds / 2 if self.quick else seconds

    def hurry(self, now: float) -> None:
        """Do the rest of the turn at once."""
        self._hurried = self.seat is not None or self.settling
        if self.due is not None:
            self.due = min(self.due, now + HURRIED_SECONDS)

    def rest(self, now: float, seconds: float = REST_SECONDS) -> None:
        """Do nothing for so long."""
        self.due = now + self._as_wished(seconds)

    def move(self, stroke: Stroke, now: float) -> bool:
        """Have the hand do that; False where it has tried it in vain, so that people are led."""
        before, times = self._tried
        times = times + 1 if stroke == before else 1
        self._tried = (stroke, times)
        if times > MOST_TRIES:
            self.due = None
            return False
        self._begun = True
        self._errands.holds = stroke.token if stroke.do == "lift" else ""
        self.strokes.append(stroke)
        self.rest(now, LIFT_SECONDS if stroke.do == "lift" else LEG_SECONDS)
        return True

    def fetched(self) -> tuple[Stroke, ...]:
        """What the hand is to do; it is told once."""
        return tuple(self.strokes.popleft() for _ in range(len(self.strokes)))

    def complete(self, now: float) -> bool:
        """Note that its hand has done all; whether it has been so for a rest."""
        again = self._begun and self._tried == (None, 1)
        self._begun, self._tried = True, (None, 1)
        self.rest(now)
        return again


def turn_of(game: OpenGame, acting: tuple[int, ...]) -> int | None:
    """The bot that is to act, or that chance's dice wait for."""
    position = game.position
    asked = acting
    if not acting and dice.waits(position):
        roller = game.presenter.roller(position)
        asked = () if roller is None else (roller,)
    return next((seat for seat in asked if seat in game.bots), None)


def _rest_after(game: OpenGame, seat: int | None) -> float:
    """Seconds before a bot does anything: longer where its card or die is to be read first."""
    last = game.steps[-1].play if game.steps else None
    read = last is not None and not last.action.displacements and last.action.seat == seat
    return CARD_SECONDS if read else REST_SECONDS
