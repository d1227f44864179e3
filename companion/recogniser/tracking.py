"""One open game as the tracker follows it: holes and tokens by name in, actions out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from companion.wood.marbles import pairing
from companion.wood.seating import Seating
from engine.action import CHANCE_SEAT
from engine.game import Position

from .beginning import looked_at, recalled
from .decisions import Ask, Decision
from .endings import EMPTY, UNSURE, Log, Step, Wood
from .facts import (
    UNFELT,
    Agreed,
    Answer,
    Circled,
    Colour,
    Doubted,
    Dwell,
    Fact,
    Heard,
    Misread,
    Named,
    Picture,
    Place,
    Reset,
    RuledOut,
    Seats,
    Stands,
    Told,
    Unlike,
    Waited,
)
from .game_endings import GameEndings, said
from .ledger import ELSEWHERE, Change, Ledger, Moved, Past, Recent
from .logs import shared
from .options import Option
from .outlook import Board
from .pruning import pruned
from .reading import Reading
from .saying import bare, elsewise, following, is_taken, takes_back_alone
from .state import Patience, State, replace
from .touches import Touches
from .tracker import step


class Tracking:
    """The tracker over one open game.

    ``game``     the game by numbers, ``board`` its outlooks
    ``state``    what is believed
    ``ledger``   what the table has played, and may play
    ``touches``  when tokens were lifted and put
    ``paired``   which marble of an occupancy stands in which hole
    ``heard``    the facts that are to be kept for a restart, each with the anchor of its time
    """

    def __init__(self, seating: Seating, position: Position, standing: Mapping[str, str]) -> None:
        """``standing``: full hole → its token, or an empty text where nobody knows it."""
        self.game: Final = GameEndings(seating, position)
        self.board: Final = Board(self.game)
        self.touches: Final = Touches()
        self.paired: Final = pairing(seating)
        self.heard: Final[list[tuple[Heard, int]]] = []
        story = looked_at(self.game, position, standing)
        number = self.game.number(position)
        self.ledger: Final = Ledger(self.game, self.board, number)
        levels = bytes(token != EMPTY for token in story.wood)
        self.state = State(number, ((story, 0),), levels)
        self._read = Reading(self.game, self.board, self.state)

    def recall(self, recent: Recent) -> None:
        """The last actions of the game may still be changed by the hands (PP-5, PP-11)."""
        found = recalled(self.game, self.state, recent)
        if found is not None:
            self.state, made = found
            self.ledger.begin(self.state.anchor, made)

    # ------------------------------------------------------------------------------------- facts

    def happens(self, fact: Fact) -> None:
        """A fact that follows from another one, or from a row of the game."""
        self.state = step(self.board, self.state, fact)

    def _hears(self, fact: Fact) -> None:
        """A fact that nothing else tells: a restart needs it (I7)."""
        self.heard.append((fact, self.state.anchor))
        self.happens(fact)

    def edge(self, hole: str, full: bool, at: float) -> bool:
        """A sensor changed at a time in seconds; False where that is no news."""
        number = self.game.numbers.get(hole)
        if number is None or self.state.levels[number] == full:
            return False
        if self.state.levels[number] == UNFELT and self.state.patience is not Patience.STILL_OUT:
            return False
        self._hears(self.touches.edge(number, full, at))
        return True

    def dwell(self) -> None:
        """Nothing has changed for a dwell. The lift order decides between orders of one end."""
        self._hears(Dwell())
        asked = self.decision
        if isinstance(asked, Ask) and not asked.back:
            first = self.ledger.seen_first(asked.options, self.state.anchor, self.touches)
            if first is not None:
                self.happens(Answer(first))

    def waited(self) -> None:
        """A token in a hand has been waited for long enough."""
        self._hears(Waited())

    def circled(self) -> None:
        """The lights have led hands in a circle: what these have touched last is asked for."""
        self._hears(Circled(frozenset(self.touches.lifts)))

    def picture(self, full: Iterable[str]) -> bool:
        """All sensors at once, after a gap; False where neither that nor what is led is news."""
        before, levels = self.state, _felt(self.game, self.state.levels, set(full))
        news = levels != before.levels
        if news or before.holding or before.shown:
            self._hears(Picture(levels))
        return news or self.state.shown != before.shown

    def stands(self, standing: Mapping[str, str]) -> None:
        """The marbles stand so, as all stories say: only where in its pen each stands is new."""
        wood = _standing(self.game, standing)
        self.heard.append((Stands(wood), self.state.anchor))
        self.state = in_these_pens(self.board, self.state, wood)

    def remark(self, hole: str, token: str) -> None:
        """The virtual hand, or somebody, says which token stands in a hole; empty: none."""
        if hole in self.game.numbers and token in ("", *self.game.tokens):
            self._hears(Colour(self.game.numbers[hole], self.game.token(token)))

    def unlike(self, hole: str, tokens: Iterable[str]) -> None:
        """Somebody says that none of these tokens (empty: nothing) stands in a hole."""
        self._hears(Unlike(self.game.numbers[hole], frozenset(map(self.game.token, tokens))))

    def place(self, token: str, hole: str) -> None:
        """Somebody says that a marble of the hand stands in that hole, or (empty) in none."""
        self._hears(Place(self.game.token(token), self.game.numbers[hole] if hole else None))

    def answer(self, option: Option | None) -> None:
        """A question was answered; None: none of these. What is chosen may be spent."""
        self.heard.append((Answer(option), self.state.anchor))
        if option is not None:
            self.ledger.agree(option.log)
        self.happens(Answer(option))
        if option is not None:
            self.happens(Waited())  # whoever has answered need not put down what is in the hand

    def agree(self, log: Log) -> None:
        """Somebody agrees to what those steps spend."""
        self.heard.append((Agreed(log), self.state.anchor))
        self.ledger.agree(log)

    def name(self, logs: Sequence[Log]) -> None:
        """Somebody names the card of the next move: what was played began with one of these."""
        self.ledger.agree(tuple(step for log in logs for step in log))
        self._hears(Named(tuple(logs)))
        self.happens(Waited())

    def said(self, past: Past) -> None:
        """The table has played an action that somebody said, or that chance brought.

        Whoever asks for a throw says that the move before it is over (PP-5).
        """
        before, action, after, thrown, forced = past
        number = self.game.number(after)
        if number == self.game.number(before):
            return  # nobody sees what happened: a deck was shuffled
        text, by = said(before.public(), action), action.seat != CHANCE_SEAT
        seats = frozenset({action.seat}) if self.board.dealt and by else None
        if self.game.number(before) != self.ledger.stands or not self.takes(text, seats):
            self.reset(after)
            return
        fact = Told(text, forced or (not by and not thrown), seats)
        self.happens(fact)
        path = self.game.told(self.ledger.stands, text)
        assert path is not None
        self.ledger.add(fact.made(path), counts=by)
        self.drawn(after)

    def undone(self, change: Change) -> None:
        """The table has taken back what a change says."""
        self.ledger.cut(change.kept)

    def redone(self, steps: Iterable[tuple[Step, bool]], position: Position) -> None:
        """The table has made again what it had taken back. Beside each step: is it an action?"""
        for one, counts in steps:
            self.ledger.add([one], counts=counts, by_hands=True)
        self.drawn(position)

    def made(self, one: Step, after: Position) -> None:
        """The table has played the next step of a change."""
        self.ledger.add([one], counts=True, by_hands=True)
        self.drawn(after)

    def drawn(self, position: Position) -> None:
        """Chance may have brought something that everybody sees, such as the next card."""
        number = self.game.number(position)
        stands = self.ledger.stands
        if stands == number:
            return
        before = self.game.at(stands)
        for action in before.legal():
            path = self.game.told(stands, said(before, action))
            if path and path[-1].position == number and not path[-1].moves:
                fact = Told(path[-1].text, chance=True, at=stands)
                self.happens(fact)
                self.ledger.add(fact.made(path), counts=False)
                return
        self.reset(position)

    def reset(self, position: Position, moved: Moved = ELSEWHERE) -> bool:
        """The table stands elsewhere, the wood as read; whether what hands have begun goes on."""
        number, stood = self.game.number(position), self.ledger.stands
        if moved.unplayed:
            self.heard.append((Reset(number), self.state.anchor))
        history = self.ledger.go(number, moved, self.state)
        goes_on = stood != number and self.board.same_wood(stood, number)
        self.happens(Reset(number, goes_on=goes_on, history=history))
        return goes_on

    def distrust(self, hole: str, *, doubted: bool, lies: bool = False) -> None:
        """A sensor is not believed any more, or believed again (PP-13).

        ``lies``  somebody says that what it told last is not true
        """
        number = self.game.numbers.get(hole)
        if number is not None:
            self._hears(Doubted(number, doubted, lies))

    # ---------------------------------------------------------------------------------- decisions

    @property
    def read(self) -> Reading:
        """What the likely stories say."""
        if self._read.state is not self.state:
            self._read = Reading(self.game, self.board, self.state)
        return self._read

    @property
    def standing_log(self) -> Log:
        """What the table has played since the anchor."""
        return self.ledger.since(self.state)

    @property
    def waiting_for_a_word(self) -> Log:
        """The steps that wait for somebody's word: a card and its move, or a move that spends."""
        return self.ledger.waiting_for_a_word(self.state)

    def change(self) -> Change | None:
        """What the table has to take back and to play; None if nothing."""
        return self.ledger.change(self.state, self.touches)

    @property
    def decision(self) -> Decision:
        """What the tracker says now."""
        return self.read.decision

    def rule_out(self, options: Iterable[Option]) -> None:
        """Somebody says that none of these was played."""
        self._hears(RuledOut(_logs(options), self.state.committed))

    def misread(self) -> bool:
        """Somebody says that the last move was misread. Whether something else may have been
        played: then it is taken back, and that is asked."""
        before = self.state
        self._hears(Misread())
        return self.state != before

    def deny_word(self, options: Iterable[Option]) -> None:
        """None of these was meant, nor what follows on it; perhaps nothing was played."""
        logs = following(self.board, self.state, _logs(options))
        left = self.ledger.allowed(self.state)
        if not elsewise(self.board, self.state, logs):
            left = self.standing_log
            self.answer(Option(left))
        self._hears(RuledOut(logs, left))

    def tell(self, text: str, seats: Seats = None) -> None:
        """Somebody names an action before the table has played what stands on the board.

        ``seats``  whose it must be; None: anybody names it for whoever is to move
        """
        self._hears(Told(text, seats=seats))

    def takes(self, text: str, seats: Seats = None) -> bool:
        """Whether some likely story lets that action be said now."""
        return is_taken(self.board, self.state, Told(text, seats=seats))


def looked(tracking: Tracking, hole: str, token: str) -> None:
    """Somebody answers which token stands in a hole; empty: none. Whoever has answered need not
    put down what is in the hand."""
    tracking.remark(hole, token)
    tracking.waited()


def just_made(tracking: Tracking, text: str, seats: Seats = None) -> bool:
    """Whether hands have made that action last, and no dwell has passed since: whoever names it
    then has seen the board, and not yet the page. What was put last is a part of it."""
    state = tracking.state
    made = tracking.ledger.made_since(state)
    last = next((n for n in reversed(range(len(made))) if made[n].counts), -1)
    if state.rested or state.last < 0 or last < 0:
        return False
    step, by_hands = made[last].step, made[last].by_hands
    before = made[last - 1].step.position if last else state.anchor
    stood, stands = (tracking.board.outlook(at).wood for at in (before, step.position))
    exact = state.last < tracking.board.exact and stood[state.last] != stands[state.last]
    put = state.levels[state.last] == 1 and exact
    own = seats is None or step.seat in (None, *seats)
    return put and own and by_hands and step.moves and step.text == text


def asks_before(tracking: Tracking, text: str, seats: Seats = None) -> bool:
    """Whether a question has to be answered before that action is said."""
    return takes_back_alone(tracking.board, tracking.state, Told(text, seats=seats))


def _felt(game: GameEndings, levels: bytes, full: Container[str]) -> bytes:
    """The levels of a whole picture; a sensor that is set aside tells nothing."""
    seen = bytearray(levels)
    for hole, number in game.numbers.items():
        if seen[number] != UNFELT:
            seen[number] = hole in full
    return bytes(seen)


def _standing(game: GameEndings, standing: Mapping[str, str]) -> bytes:
    """The wood on which these marbles stand: full hole → its token, or empty for one unknown."""
    wood = bytearray(game.holes)
    for hole, token in standing.items():
        wood[game.numbers[hole]] = game.token(token) if token else UNSURE
    return bytes(wood)


def _logs(options: Iterable[Option]) -> frozenset[Log]:
    return frozenset(bare(option.log) for option in options)


def named_ahead(tracking: Tracking, text: str, seat: int) -> int:
    """How often that seat has named this for moves that the table has not played yet."""
    told, made = Told(text, seats=frozenset({seat})), bare(tracking.standing_log)
    logs = (h.log[shared(bare(h.log), made) :] for h in tracking.read.likely)
    return max(sum(told.names(one) and not one.inferred for one in log) for log in logs)


def in_these_pens(board: Board, state: State, wood: Wood) -> State:
    """The same with the tokens of the pens where that wood has them."""
    exact = board.exact
    stories = tuple(
        (h._replace(wood=h.wood[:exact] + wood[exact:], base=h.base[:exact] + wood[exact:]), cost)
        for h, cost in state.stories
    )
    levels = bytes(
        UNFELT if felt == UNFELT else token != EMPTY
        for token, felt in zip(wood, state.levels, strict=True)
    )
    return replace(state, stories=pruned(board, stories), levels=levels)
