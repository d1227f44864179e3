"""The referee: the only one that changes the game, after hands, commands and time.

It has one thread and no I/O of its own. Everybody else reads the ``Moment`` and asks the referee
for a change by one of its verbs.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from companion.errors import JournalError
from companion.model.journal import GameRecord
from companion.model.message import Message
from companion.model.states import TableState
from companion.play import dice
from companion.play.beginning import TakenUp
from companion.play.clocks import RETRY_SECONDS
from companion.play.open_game import ASIDE, OpenGame, drawn
from companion.play.steps import is_forced
from companion.play.taking_back import replaced
from companion.recogniser.ledger import UNPLAYED, Change, Moved, Past
from companion.recogniser.showing import Kind
from engine.action import Action
from engine.game import CHANCE, Position

from . import teaching
from .fact_keeper import FactKeeper
from .held_moment import HeldMoment, Keeps
from .inventory import Keeping
from .moment import Moment
from .remembering import learned, recalled
from .sensor_watch import changed_trust, distrust, told_of
from .shown.hint import follow_wishes
from .shown.lesson import not_shown
from .shown.notices import to_play
from .standing_again import stands_again

MOST_CHANGES: Final = 4
"""At most this many changes follow one another at once."""
NONE_ASIDE: Final[Mapping[str, str]] = MappingProxyType({})


class Referee:
    """The referee plays what hands, commands and time lead to, and keeps the moment."""

    def __init__(self, held: HeldMoment) -> None:
        self.tools, self.seats, self.clocks = held.tools, held.seats, held.clocks
        self.itself, self.beacon = held.itself, held.lights.beacon
        self._held = held
        self.facts: Final = FactKeeper(held.hands, held.tools.journal)

    @property
    def moment(self) -> Moment:
        """The moment that stands now."""
        return self._held

    @property
    def _game(self) -> OpenGame:
        assert self._held.game is not None
        return self._held.game

    # --------------------------------------------------------------------- opening and closing

    def opened(
        self, game: OpenGame, *, set_out: bool, aside: Mapping[str, str] = NONE_ASIDE
    ) -> None:
        """Take a game that was begun or taken up. ``aside``: sensors that its rows set aside."""
        self._held.opened(game, set_out=set_out)
        self.facts.open(game, self._held.disorder)
        learned(self._held.hands, game, aside, self._held.now())

    def begun(self, game: OpenGame) -> None:
        """Take another game that was begun: every seat is free."""
        self._held.seats.clear()
        self._held.notice = None
        self.opened(game, set_out=self.tools.board_kind != "serial")

    def resume(self, taken: TakenUp, kept: GameRecord, *, greet: bool, set_out: bool) -> str | None:
        """Go on with a recorded game; see ``Table.resume``."""
        held = self._held
        held.seats.take_up(kept.rows)
        self.opened(taken.game, set_out=set_out, aside=taken.aside)
        stands = set_out and (self.tools.board_kind != "virtual" or not greet)  # or is laid anew
        lost = recalled(held.hands, held.disorder, taken, kept.facts) if stands else None
        held.seq = max(held.seq, taken.game.last_row * 1000 + 999)
        held.notice = to_play(held, "notice.resumed", "notice.resumed_plain") if greet else None
        if not taken.whole:
            held.notice = Message("notice.checkpoint")
        self.evaluate()
        return lost if kept.facts else None

    def close(self) -> None:
        """Close the open game."""
        self.tools.journal.close_game()
        self._held.closed()

    def reseated(self) -> None:
        """Follow other players: what a bot had decided there is no longer all that counts."""
        self.itself.bot.follow(self._held)
        self._held.follow()

    # ----------------------------------------------------------------------------- being played

    def play(
        self,
        path: Iterable[Action],
        *,
        auto: bool = False,
        joined: bool = False,
        thrown: bool = False,
    ) -> None:
        """Write and make actions; if JournalError stops them, those already made stand.

        ``auto``    the table made them; ``thrown``: the service threw these dice
        ``joined``  they are taken back together
        """
        held, game, made = self._held, self._game, False
        try:
            for action in path:
                before = game.position
                marks = {"auto": auto, "joined": joined and made, "thrown": thrown}
                events = game.play(action, dwells=held.hands.dwells.learned, **marks)
                forced = auto and is_forced(before, action)
                held.made(Past(before, action, game.position, forced=forced), events)
                made = True
        finally:
            if made:
                held.notice = None
                held.follow()

    def throw(self, action: Action) -> None:
        """Make what chance brings, such as a throw that somebody asked for."""
        game, before = self._game, self._game.position
        events = game.draw(self.tools.rng, action)
        self._held.made(Past(before, action, game.position, dice.waits(before)), events, drawn=True)
        self._held.follow()

    def _draw(self) -> None:
        """Draw and write what chance is due for, before anything else happens."""
        held = self._held
        while held.game is not None and held.game.position.to_act is CHANCE:
            if dice.waits(held.game.position):
                return  # until somebody asks for them
            self.throw(drawn(held.game.position, self.tools.rng))

    def undo(self, steps: int, mixed: Container[str] = (), *, whole: bool = True) -> None:
        """Take ``steps`` actions back; the marbles follow. Those in ``mixed`` holes may be any."""
        back = self._game.undo(steps, self.tools.rng, whole=whole)
        self._lead(Moved(back=back), "prompt.takeback", "notice.undone")
        if mixed:
            self._held.hands.forget(mixed)

    def redo(self) -> None:
        """Make again what the last takeback took; the marbles follow (PP-11)."""
        self._game.redo()
        self._lead(Moved(again=True), "prompt.redo", "notice.redone")

    def _lead(self, moved: Moved, support: str, notice: str) -> None:
        """Have the marbles follow to another position of the history."""
        held = self._held
        held.stand_at(self._game.position, moved)
        held.disorder.led, held.notice = Message(support), Message(notice)

    def edit(self, position: Position, text: str = "", *, step: bool = False) -> None:
        """Go on from another position, maybe a correction's; a ``step`` can be taken back."""
        self._game.edit(position, text, step=step)
        self._held.stand_at(position, keeps=Keeps.TIMES if text else Keeps.NOTHING)

    def deal(self, position: Position) -> None:
        """Go on with dealt cards."""
        self._game.edit(position, dealt=True)
        self.opened(self._game, set_out=False, aside=dict(self._held.aside))

    def leave_lesson(self) -> None:
        """Make the lesson a game like any other."""
        teaching.leave(self._held)

    def keep(self, keeping: Keeping) -> None:
        """Take the board as it stands, and ask for the next colour (PP-12)."""
        self._held.disorder.keeping = keeping

    def set_aside(self, hole: str, why: str | None) -> None:
        """Write that a hole's sensor is not believed, or is again (None); then act on it."""
        held, game = self._held, self._game
        game.note(ASIDE, hole, {"why": why})
        distrust(held.hands, hole, why, held.now())
        held.unread()
        held.notice = told_of(game, hole, why)

    # --------------------------------------------------------------------------- what time brings

    def stir(self) -> None:
        """Let the clocks run, since somebody is there, unless a hand only sets the board up."""
        if self._held.state not in (TableState.SERVICE, TableState.CORRECTION):
            self._held.clocks.stir()

    # -------------------------------------------------------------------------------- being told

    def say(self, notice: Message | None) -> None:
        """Tell everybody something."""
        self._held.notice = notice

    def advise(self, seat: int) -> None:
        """Work out a good action for a seat (PP-23)."""
        held, game = self._held, self._game
        held.notice = None
        held.hints.ask(game, seat)

    # -------------------------------------------------------------------------------- evaluating

    def evaluate(self) -> None:
        """Follow what stands on the board and on the clock to its end; then light it."""
        held = self._held
        now = held.now()
        try:
            for hole, why in changed_trust(held.hands, now):
                self.set_aside(hole, why)
            waiting = self._follow_hands(now)
        except JournalError as error:
            held.notice = Message(error.key)
            held.alarms.read = now + RETRY_SECONDS
            waiting = False
        held.itself.saying.follow(held.only_action(), now)
        held.follow_clocks()
        self.itself.bot.follow(held)
        if not waiting:
            follow_wishes(held, still=held.verdict.still)
        held.lights.show(held, waiting=waiting)
        held.count()
        self.facts.follow()

    def changed(self) -> None:
        """Count a visible change, and light it."""
        self._held.follow_clocks()
        self._held.count()

    def _follow_hands(self, now: float) -> bool:
        """Play what the hands have changed until nothing more follows; True while a dwell runs."""
        held = self._held
        held.hands.pass_time(now)
        for _ in range(MOST_CHANGES):
            teaching.follow(held)
            self._draw()
            change = held.hands.change()
            if change is None or held.position is None:
                break
            self._take(change)
        showing = held.hands.decide() if held.position is not None else None
        if showing is None:
            held.unread()
            return False
        held.alarms.read = showing.until
        if showing.kind is Kind.WAIT:
            held.verdict = held.verdict.waiting(showing, held.hands.dialogue.board)
            return True
        held.judge(showing)
        return False

    def _take(self, change: Change) -> None:
        """Take back and play what the hands have changed (PP-1, PP-5, PP-11)."""
        held, game, hands = self._held, self._game, self._held.hands
        if forbidden := self.itself.bot.forbids(game, change) or not_shown(game, change):
            held.turn_down(forbidden)
            return
        instead = replaced(game, change.back, self.tools.rng)
        if change.back:
            held.clocks.anew()
            hands.undone(change, game.position)
            several = change.back > 1 and not change.play
            steps = {"n": str(change.back)} if several else {}
            held.notice = Message("notice.restored" if several else "notice.undone", steps)
        try:
            for action, one in change.play[stands_again(held, game, change) :]:
                self._draw()
                if not _is_legal(game.position, action):
                    hands.reset(game.position, UNPLAYED)
                    break
                events = game.play(action, dwells=hands.dwells.learned, instead=instead)
                hands.made(one, game.position, events)
                held.notice = None
        finally:
            held.follow()

    def hear(self, text: str, seats: frozenset[int]) -> bool:
        """Whether an action that these seats name fits what the hands have begun; then it is heard:
        what stands on the board is over, or that card it was."""
        hands = self._held.hands
        if not hands.playing or not hands.dialogue.takes(text, seats):
            return False
        hands.dialogue.tell(text, seats)
        self.evaluate()
        return True


def _is_legal(position: Position, action: Action) -> bool:
    """Whether an action may still be played: other cards may have been drawn since (FT-7)."""
    return any((a.text, a.seat) == (action.text, action.seat) for a in position.legal())
