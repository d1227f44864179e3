"""The dialogue with the people: what they are shown and asked, and what their answers mean.

It decides nothing of what was played: the tracker does (``deciding``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.wood.marbles import World
from engine.events import Event
from engine.game import OVER, Position

from .answering import choose, choose_none
from .asking import Asked, Questions
from .believed import amiss, believed, still_waiting
from .boardstate import BoardState
from .candidates import NONE, Options
from .candidates import options as options_of
from .decisions import Ask, AskColours, AskWhere, Decision, Lead, Rest, Wait
from .facts import Seats, Told
from .guidance import Guidance
from .lasting import Lasting
from .reading import Reading
from .saying import bare
from .showing import Kind, Showing
from .tracking import Tracking, asks_before, just_made


class Dialogue:
    """What people are shown of the hands, and the question that stands.

    ``board``    the believed marbles, as they were shown last; None while no game is open
    ``asked``    the question that stands, with what each answer means
    ``anew``     a marble in the hand as a new move, while it may as well go on with its last (PP-5)
    ``moved``    the marbles by the position that stands, where ``board`` speaks of the one before
                 it: its last move may go on (PP-5)
    ``as_it_stands``  what would be shown of the position that stands, if no last move went on
    ``explains`` somebody has asked why, and no hand has done anything since (PP-8)
    ``lasting``  what is known of the hands besides, and outlives a restart
    """

    def __init__(self) -> None:
        self.board: BoardState | None = None
        self.asked: Asked | None = None
        self.anew: tuple[BoardState, Showing] | None = None
        self.moved: BoardState | None = None
        self.explains = False
        self.lasting = Lasting()
        self.as_it_stands: tuple[BoardState, Showing] | None = None
        self._tracking: Tracking | None = None
        self._shown: Reading | None = None
        """What was believed when people were shown something last."""
        self._asked_of: object = None
        """The stories of which people were asked last."""

    @property
    def _follows(self) -> Tracking:
        assert self._tracking is not None
        return self._tracking

    @property
    def again(self) -> Position | None:
        """The position in which a question begins that asks about a move already played."""
        return None if self.asked is None else self.asked.before

    # ------------------------------------------------------------------------------- beginnings

    def follow(self, tracking: Tracking) -> None:
        """The board is tracked from another beginning."""
        self._tracking, self.lasting.debts, self.explains = tracking, None, False
        self.close()

    def begin(self) -> None:
        """Another game is open."""
        self.lasting = Lasting()

    def take_up(self, lasting: Lasting) -> None:
        """Go on as before a restart."""
        self.lasting, self._asked_of = lasting, self._follows.state.stories

    def stand(
        self, events: Iterable[Event], *, by_hands: bool = False, goes_on: bool = False
    ) -> None:
        """The table stands at another position. ``events``: who may wait in a hand (PP-6).

        ``by_hands``  what the hands are about since is no debt
        ``goes_on``   the same marbles belong on the board: what was owed still is
        """
        self.close()
        self.explains = False
        if not goes_on:
            self.lasting.stand(events, by_hands=by_hands)

    def close(self) -> None:
        """Nothing is shown or asked until the board is read again."""
        self.board = self.asked = None

    def touched(self, hole: str, *, felt: bool) -> None:
        """A hand has changed that hole: what was owed there is begun to be paid.

        ``felt``  its sensor is believed
        """
        self.explains = False
        if self.lasting.debts:
            self.lasting.debts.discard(hole)
        if felt:
            self.lasting.still_out = 0

    def explain(self) -> None:
        """Somebody asks why a marble may not stand where it was put."""
        self.explains = True

    # ------------------------------------------------------------------------------------ shown

    def show(self, position: Position, options: Options) -> Showing:
        """What people are shown of what the tracker believes. ``options``: what may be played."""
        tracking = self._follows
        self.anew = self.moved = self.as_it_stands = None
        occupancy = position.occupancy()
        self._shown = read = tracking.read
        seating, waiting = tracking.game.seating, self.lasting.waiting
        self.lasting.waiting = still_waiting(seating, occupancy, read.standing, waiting)
        self.board = believed(tracking, occupancy, self.lasting.waiting)
        self.board.seen_by(
            lambda: read.felt, lambda: read.owed_first, lambda: read.unfelt, lambda: read.called
        )
        said = tracking.decision
        if isinstance(said, Rest):  # the likely stories differ in hands and pens at most
            del self.board.worlds[1:]
        debts = self._untouched_debts()
        world = self.board.plain(self.board.worlds[0])
        fits = isinstance(said, Rest) and not self.board.blocking(world)
        if fits and not _waits_for_a_word(tracking):
            self.asked = None
            return self._at_rest(world)
        owed_first = isinstance(said, Lead) and read.untouched
        guide = Guidance(
            self.board,
            NONE if owed_first else options,
            debts,
            cards=read.infers_card(tracking.standing_log),
            dwelt=tracking.state.dwelt,
            waits=isinstance(said, Wait),
            aside=read.unfelt,
            called=read.called_home & debts,
        )
        questions = Questions(tracking, self.board, guide)
        self.asked = _question(said, questions, tracking)
        if self.asked is not None:
            return self.asked.showing
        if fits:
            return self._at_rest(world)
        if isinstance(said, Wait) and read.may_replace(tracking.standing_log):
            return Showing(Kind.LIFTED, world)  # no light of another move leads out of that
        if position.to_act is OVER:
            owed_only = amiss(self.board) <= debts
            return _after_the_end(world, waits=isinstance(said, Wait) or owed_only)
        shown = guide.showing()
        if _is_led(tracking, self.board, shown):
            shown = replace(shown, kind=Kind.CORRECTION)
        led = shown.kind in (Kind.WRONG, Kind.CORRECTION)
        if led and may_be_right(tracking):
            rests = tracking.state.dwelt  # nobody is led out of what may be right
            return Showing(Kind.LIFTED, world) if rests else replace(shown, kind=Kind.WAIT)
        if shown.kind is Kind.CARD:
            self.asked = questions.cards(shown)
        return self._again(shown, options)

    def _at_rest(self, world: World) -> Showing:
        """All is well: what was not meant is over."""
        self.lasting.unmeant.clear()
        return Showing(Kind.REST, world)

    @property
    def is_news(self) -> bool:
        """Whether people would be shown something else now than they are."""
        if self._shown is None or self.board is None or self.asked is not None:
            return True
        return not self._follows.read.shows_as(self._shown)

    def _untouched_debts(self) -> set[str]:
        """Holes that were not as the position has them when it began, and are untouched (PP-17)."""
        assert self.board is not None
        if self._follows.waiting_for_a_word:
            return set()  # the hands have gone on already
        if self.lasting.debts is None or self._follows.read.untouched:
            self.lasting.debts = amiss(self.board)
        return self.lasting.debts

    def _again(self, shown: Showing, options: Options) -> Showing:
        """The last move going on, if that makes more sense of the hand than a new one (PP-5): where
        else could its card have taken the marble?"""
        tracking = self._follows
        before = tracking.ledger.last_move(tracking.state)
        if before is None or shown.kind not in (Kind.STRAY, Kind.LIFTED, Kind.WRONG):
            return shown
        named = shown.kind is Kind.LIFTED and any(
            m.candidate and m.candidate.prelude is None for m in shown.matches
        )
        if named and not tracking.read.goes_on:
            return shown
        board = believed(tracking, before.occupancy(), Counter())
        open_to = _open_to(before, tracking, options)
        again = Guidance(board, open_to, dwelt=tracking.state.dwelt).showing()
        if again.kind not in (Kind.LIFTED, Kind.HALF):
            return shown
        assert self.board is not None
        self.as_it_stands = self.board, shown
        if shown.kind is Kind.LIFTED:
            self.anew = self.as_it_stands
        if not tracking.read.goes_on:
            self.moved = self.board
        self.board = board
        return again

    def asks(self, question: str) -> None:
        """Note the id of the question that stands now; empty: none does."""
        self.lasting.question, self._asked_of = question, self._follows.state.stories

    @property
    def question(self) -> str:
        """The id of the question that was asked last, if nothing was told since: a gap, or a
        restart, does not make it another one."""
        return self.lasting.question if self._asked_of == self._follows.state.stories else ""

    # -------------------------------------------------------------------------- what they say

    def takes(self, text: str, seats: frozenset[int]) -> bool:
        """Whether that action fits what stands on the board, though the table is not there yet.

        ``seats``  those of whoever names it; where cards are dealt it is one of theirs
        """
        tracking = self._follows
        open_still = tracking.read.may_be_over or self.asked is not None
        return open_still and tracking.takes(text, self._whose(seats))

    def asks_before(self, text: str, seats: frozenset[int]) -> bool:
        """Whether the question that stands has to be answered before that action is named."""
        return self.asked is not None and asks_before(self._follows, text, self._whose(seats))

    def just_made(self, text: str, seats: frozenset[int]) -> bool:
        """Whether hands have just made the action that is named, for one of these seats."""
        return just_made(self._follows, text, seats)

    def tell(self, text: str, seats: frozenset[int]) -> None:
        """Somebody has named that action: what stands before it is over (PP-5).

        A card that is asked for answers the question, though others have moved since (PP-7).
        """
        asked = _earlier(self.asked, text, self._follows, self._whose(seats))
        if asked is None:
            self._follows.tell(text, self._whose(seats))
        else:
            self.answer((asked,))

    def _whose(self, seats: frozenset[int]) -> Seats:
        """The seats that a word may be of, where nobody may say it for another."""
        return seats if self._follows.board.dealt else None

    def answer(self, chosen: Sequence[int]) -> None:
        """One reading of the question was chosen, or several are left of it."""
        assert self.asked is not None
        self.lasting.question = ""
        choose(self._follows, self.asked, chosen)

    def deny(self) -> None:
        """None of the readings is true."""
        assert self.asked is not None
        self.lasting.question = ""
        asked = self.asked
        self.lasting.still_out += asked.showing.kind is Kind.UNSEEN
        if asked.neither is not None:
            asked.neither()
            return
        matches = asked.showing.matches
        self.lasting.unmeant |= {goal for m in matches if m.candidate for goal in m.candidate.goals}
        choose_none(self._follows, asked)


def corrected(dialogue: Dialogue, shown: Showing) -> Showing:
    """The same as a correction: it leads to the position that stands, never to the one before its
    last move."""
    if dialogue.as_it_stands is not None:
        dialogue.board, found = dialogue.as_it_stands
        dialogue.as_it_stands = dialogue.anew = dialogue.moved = None
        shown = replace(found, until=shown.until)
    return replace(shown, kind=Kind.CORRECTION)


def may_be_right(tracking: Tracking) -> bool:
    """Whether a hand is waited for, and the board fits a likely story that has played more: nobody
    is led out of that (I4)."""
    waits = isinstance(tracking.decision, Wait)
    return waits and tracking.read.may_have_played(tracking.standing_log)


def _is_led(tracking: Tracking, board: BoardState, shown: Showing) -> bool:
    """Whether what is out is on the way that the lights have led it (PP-17).

    Where a test was lost, a new action begins once what it has moved is home.
    """
    if shown.kind is Kind.STRAY:
        out = {board.marbles[shown.marble].token}
    elif shown.kind is Kind.LIFTED and tracking.ledger.is_undone(tracking.state):
        out = tracking.read.lifted
    else:
        return False
    return bool(out) and out <= tracking.read.led_home


def _open_to(before: Position, tracking: Tracking, options: Options) -> Options:
    """What the last move may have been instead: any of its card, but where it is settled."""
    found, last = options_of(before).named(), tracking.ledger.last_action(tracking.state)
    settled = last is not None and last.seat in options.settled
    return found.only(last) if settled else found


def _after_the_end(world: World, *, waits: bool) -> Showing:
    """Nobody makes a move any more: what hands leave elsewhere is led back.

    A last move that was made on the page ends the game before hands have made it, too.
    """
    return Showing(Kind.LIFTED if waits else Kind.CORRECTION, world)


def _earlier(asked: Asked | None, text: str, tracking: Tracking, whose: Seats) -> int | None:
    """The answer that names a card by that text, where it is asked for and not of the last move."""
    if asked is None or not asked.by_word:
        return None
    for n, log in enumerate(asked.names):
        card = next((one for one in reversed(log) if not one.moves), None)
        last = bare(log) == bare(tracking.state.committed)
        if card is not None and Told(text, seats=whose).names(card) and not last:
            return n
    return None


def _question(said: Decision, questions: Questions, tracking: Tracking) -> Asked | None:
    """What people are asked now, if anything."""
    aside = tracking.read.unfelt
    if isinstance(said, Ask):
        return questions.unseen(said, aside) or questions.readings(said)
    if isinstance(said, AskColours):
        return questions.colours(said.holes)
    if isinstance(said, AskWhere) and aside:
        return questions.where(aside)
    if _waits_for_a_word(tracking):
        return questions.word()
    return None


def _waits_for_a_word(tracking: Tracking) -> bool:
    """Whether something that stands waits for a word, and follows on what the table has played."""
    waits = tracking.state.dwelt and bool(tracking.waiting_for_a_word)
    return waits and tracking.change() is None
