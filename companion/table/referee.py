"""The referee: the only one that changes the game, after hands, commands and time.

It has one thread and no I/O of its own. Everybody else reads the ``Moment`` and asks the referee
for a change by one of its verbs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from companion.errors import JournalError
from companion.model.journal import Row
from companion.model.message import Message
from companion.model.states import TableState
from companion.play import dice
from companion.play.clocks import RETRY_SECONDS
from companion.play.open_game import OpenGame, TakenUp
from companion.recogniser.matching import Match
from companion.recogniser.recogniser import Decision, Kind
from companion.recogniser.sensor_health import CHATTERS
from engine.action import Action
from engine.events import Event
from engine.game import CHANCE, OVER, Position

from .held_moment import HeldMoment
from .inventory import Keeping
from .moment import Moment
from .remembering import learned
from .restoring import restored
from .shown.notices import to_play

MOST_COMMITS: Final = 4
"""At most this many actions come of one change."""
NONE_ASIDE: Final[Mapping[str, str]] = MappingProxyType({})


class Referee:
    """The referee plays what hands, commands and time lead to, and keeps the moment."""

    def __init__(self, held: HeldMoment) -> None:
        self.tools, self.seats = held.tools, held.seats
        self._held = held

    @property
    def moment(self) -> Moment:
        """The moment that stands now."""
        return self._held

    # --------------------------------------------------------------------- opening and closing

    def opened(
        self, game: OpenGame, *, set_out: bool, aside: Mapping[str, str] = NONE_ASIDE
    ) -> None:
        """Take a game that was begun or taken up. ``aside``: sensors that its rows set aside."""
        self._held.opened(game, set_out=set_out)
        learned(self._held.hands, game, aside, self._held.now())

    def begun(self, game: OpenGame) -> None:
        """Take another game that was begun: every seat is free."""
        self._held.seats.clear()
        self._held.notice = None
        self.opened(game, set_out=self.tools.board_kind != "serial")

    def resume(
        self, taken: TakenUp, rows: Sequence[Row], *, greet: bool, set_out: bool = True
    ) -> None:
        """Go on with a recorded game. ``greet``: say so, as after a power cut."""
        held = self._held
        held.seats.take_up(rows)
        self.opened(taken.game, set_out=set_out, aside=taken.aside)
        held.seq = max(held.seq, taken.game.last_row * 1000 + 999)
        held.notice = None
        if not taken.whole:
            held.notice = Message("notice.checkpoint")
        elif greet:
            held.notice = to_play(held, "notice.resumed", "notice.resumed_plain")
        self.evaluate()

    def close(self) -> None:
        """Close the open game."""
        self.tools.journal.close_game()
        self._held.seats.clear()
        self._held.notice = None
        self._held.closed()

    # ----------------------------------------------------------------------------- being played

    def play(
        self,
        path: Iterable[Action],
        match: Match | None = None,
        *,
        auto: bool = False,
        joined: bool = False,
        thrown: bool = False,
    ) -> None:
        """Write and make actions; if JournalError stops them, those already made stand.

        ``auto``    the table made them; ``thrown``: the service threw these dice
        ``joined``  they are taken back together
        """
        held, game = self._held, self._held.game
        assert game is not None
        events: list[Event] = []
        made = False
        try:
            for action in path:
                marks = {"auto": auto, "joined": joined and made, "thrown": thrown}
                events += game.play(action, dwells=held.hands.dwells.learned, **marks)
                made = True
        finally:
            if made:
                held.notice = None
                held.follow(events, match)

    def throw(self, action: Action) -> None:
        """Make a throw of chance's dice that somebody asked for."""
        assert self._held.game is not None
        self._held.follow(self._held.game.draw(self.tools.rng, action))

    def _draw(self) -> None:
        """Draw and write what chance is due for, before anything else happens."""
        held = self._held
        while held.game is not None and held.game.position.to_act is CHANCE:
            if dice.waits(held.game.position):
                return  # until somebody asks for them
            held.follow(held.game.draw(self.tools.rng), drawn=True)

    def undo(self, steps: int) -> None:
        """Take ``steps`` actions back, as the page asks; the marbles follow."""
        held = self._held
        assert held.game is not None
        held.game.undo(steps, self.tools.rng)
        held.clocks.anew()
        held.follow()
        held.saying.hold()
        held.disorder.going_back = True
        held.notice = Message("notice.undone")

    def take_back(self) -> None:
        """Take back what hands undid, or do in another way instead (PP-5, PP-11)."""
        held = self._held
        assert held.game is not None
        held.game.undo(1, self.tools.rng, by="hands")
        held.gone_back()
        held.saying.hold()
        held.notice = Message("notice.undone")

    def edit(self, position: Position) -> None:
        """Go on from another position (PP-12)."""
        assert self._held.game is not None
        self._held.game.edit(position)
        self._held.clocks.anew()
        self._held.follow()

    def keep(self, keeping: Keeping) -> None:
        """Take the board as it stands, and ask for the next colour (PP-12)."""
        self._held.disorder.keeping = keeping

    def set_aside(self, hole: str, why: str | None) -> None:
        """Write that a hole's sensor is not believed, or is again (None); then act on it."""
        held, game = self._held, self._held.game
        assert game is not None
        game.set_aside(hole, why)
        held.hands.set_aside(hole, why, held.now())
        held.unread()
        key = "notice.believed" if why is None else "notice.aside"
        held.notice = Message(key, nested={"h": game.presenter.hole(game.position, hole)})

    # --------------------------------------------------------------------------- what time brings

    def stir(self) -> None:
        """Let the clocks run, since somebody is there, unless a hand only sets the board up."""
        if self._held.state not in (TableState.SERVICE, TableState.CORRECTION):
            self._held.clocks.stir()

    def pause(self) -> None:
        """Stop the clocks, as somebody asked."""
        self._held.clocks.stop()

    # -------------------------------------------------------------------------------- being told

    def say(self, notice: Message | None) -> None:
        """Tell everybody something."""
        self._held.notice = notice

    def advise(self, seat: int) -> None:
        """Work out a good action for a seat (PP-23)."""
        held, game = self._held, self._held.game
        assert game is not None
        held.notice = None
        held.hints.ask(game.position, seat, dealt=game.dealt)

    # -------------------------------------------------------------------------------- evaluating

    def evaluate(self) -> None:
        """Follow what stands on the board and on the clock to its end; then light it."""
        held = self._held
        now = held.now()
        try:
            self._watch_sensors(now)
            waiting = self._follow_hands(now)
        except JournalError as error:
            held.notice = Message(error.key)
            held.alarms.read = now + RETRY_SECONDS
            waiting = False
        if held.game is not None:
            with suppress(JournalError):  # nothing here needs it; the next change tries again
                held.game.touch(held.hands.touched)
        held.saying.follow(held.only_action(), now)
        held.follow_clocks()
        if not waiting:
            held.hints.stand(held.position, still=held.verdict.still)
            held.lights.show(held)
        held.count()

    def changed(self) -> None:
        """Count a visible change, and light it."""
        self._held.follow_clocks()
        self._held.count()

    def _watch_sensors(self, now: float) -> None:
        """Set chattering sensors aside; believe them again after a quiet time (PP-13)."""
        hands = self._held.hands
        while hands.chattering:
            hole = hands.chattering[0]
            if hole not in self._held.aside:
                self.set_aside(hole, CHATTERS)
            hands.chattering.pop(0)
        for hole in hands.quiet(now):
            self.set_aside(hole, None)

    def _follow_hands(self, now: float) -> bool:
        """Ask the recogniser until nothing more follows; True while a dwell runs."""
        held = self._held
        for _ in range(MOST_COMMITS):
            self._draw()
            playing = held.position is not None and held.position.to_act is not OVER
            decision = held.hands.decide(now) if playing else None
            if decision is None:
                held.unread()
                return False
            again = held.hands.second_thoughts(now, decision)
            if again is not None and held.hands.takes_back(again):
                self.take_back()
                continue
            decision = again or decision
            held.alarms.read = decision.until
            if decision.kind is Kind.WAIT:
                held.wait(decision)
                return True
            if decision.kind is Kind.COMMIT:
                self._commit(decision.matches[0])
            elif not self._restored(decision, now):
                held.judge(decision)
                return False
        return False

    def _commit(self, match: Match) -> None:
        """Play what the hands have announced."""
        held = self._held
        assert match.candidate is not None
        held.hands.accepted(match)
        try:
            self.play(match.candidate.path, match)
        except JournalError:
            held.hands.forget_accepted(held.options)
            raise

    def _restored(self, decision: Decision, now: float) -> bool:
        """Take actions back if hands have set an earlier position out again (PP-11)."""
        held, game = self._held, self._held.game
        earlier = restored(held, decision, held.disorder.rested)
        if game is None or earlier is None:
            return False
        if now < earlier.due:
            held.alarms.read = earlier.due
            return False
        game.undo(earlier.steps, self.tools.rng, by="hands", whole=False)
        held.clocks.anew()
        held.hands.before = None
        held.follow(match=Match(earlier.world, None))
        held.saying.hold()
        held.notice = Message("notice.restored", {"n": str(earlier.steps)})
        return True
