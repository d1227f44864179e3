"""One open game as the tracker follows it: holes and tokens by name in, actions out.

It knows what the table has played already, so it can say what is new. A card that only follows from
its move is not played unasked: it waits until somebody names it, or names the next card (PP-7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final, NamedTuple

from companion.wood.seating import Seating
from engine.action import CHANCE_SEAT, Action
from engine.game import CHANCE, Position

from . import costs
from .deciding import Ask, Decision, decide, heard, shared
from .dwell import STOP
from .endings import EMPTY, UNSURE, Log, Step, Token, Wood
from .facts import (
    UNFELT,
    Answer,
    Colour,
    Doubted,
    Dwell,
    Edge,
    Fact,
    Picture,
    Place,
    Reset,
    Stood,
    Told,
    Waited,
)
from .game_endings import GameEndings, named, said
from .hypothesis import Hypothesis, claims, first, fits
from .options import Option
from .outlook import Board, changed
from .saying import is_taken
from .state import Patience, State, likely, price
from .tracker import pruned, settled, step

SEVERAL: Final = 2
LIFTS: Final = 12
"""So many of the last lifts are remembered."""
SPENT: Final = "token"
"""The named choice of an action that uses something up; it is asked for, not only read."""
AT_ONCE: Final = 0.06
"""Seconds: a change so soon after another comes of the same movement."""


class Change(NamedTuple):
    """What the hands have changed: so many actions are taken back, then these are played.

    ``kept``  so many steps since the last reset stay
    """

    back: int
    play: tuple[Action, ...]
    kept: int


class Made(NamedTuple):
    """One step that the table has made.

    ``counts``    it is an action of the game's history
    ``by_hands``  it was read from the board, so the wood has shown it
    """

    step: Step
    counts: bool
    by_hands: bool = False


class Past(NamedTuple):
    """An action of the game, between the positions before and after it.

    ``thrown``  chance brought it, and somebody asked for it
    """

    before: Position
    action: Action
    after: Position
    thrown: bool = False


Recent = Sequence[Past]
"""The last actions of a game."""


class Tracking:
    """The tracker over one open game.

    ``game``   the game by numbers; ``state`` what is believed
    """

    def __init__(self, seating: Seating, position: Position, standing: Mapping[str, str]) -> None:
        """``standing``: full hole → its token, or an empty text where nobody knows it."""
        self.game: Final = GameEndings(seating, position)
        self.board: Final = Board(self.game)
        self.dealt = False
        """Whether the cards lie in hidden hands."""
        self.counted = True
        """Whether hands touch holes as they count (PP-2)."""
        self._put_at: dict[int, float] = {}
        self._edge_hole = -1
        self._made: list[Made] = []
        self._agreed: set[object] = set()
        self._edge_at = float("-inf")
        self._lifted: list[str] = []
        """The holes from which tokens were lifted, the last at the end."""
        number = self.game.number(position)
        story = self._story(position, standing)
        levels = bytes(token != EMPTY for token in story.wood)
        self._first = number
        self.state = State(number, ((story, 0),), levels)

    def recall(self, recent: Recent) -> None:
        """The last actions of the game may still be changed by the hands (PP-5, PP-11)."""
        (story, cost), *_ = self.state.stories
        log: Log = ()
        made: list[Made] = []
        for past in recent:
            number = self.game.number(past.before)
            if not log or log[-1].position != number:
                log, anchor, made = (), number, []
            log += (self.game.step(past.before.public(), past.action, past.after),)
            made.append(Made(log[-1], past.action.seat != CHANCE_SEAT, True))
        if not log or log[-1].position != story.position:
            return
        self._first = anchor
        self._made = made
        chance = takewhile(lambda past: past.action.seat == CHANCE_SEAT, reversed(recent))
        over = any(past.thrown for past in chance)
        others = [] if over else self._not_over(story, log, anchor)
        stories = ((story._replace(log=log), cost), *others)
        self.state = replace(self.state, anchor=anchor, stories=stories, committed=log)

    def _not_over(self, story: Hypothesis, log: Log, anchor: int) -> list[tuple[Hypothesis, int]]:
        """The story in which the last move may still go on (PP-5)."""
        n = len(log)
        while n and self._at(log[n - 2].position if n > 1 else anchor).to_act is CHANCE:
            n -= 1
        if not n or not log[n - 1].moves:
            return []
        before = log[n - 2].position if n > 1 else anchor
        base = self.game.wood(before) + story.wood[self.game.exact :]
        story = story._replace(log=log[: n - 1], position=before, base=base)
        return [(story, costs.CHANGE_OF_MIND)]

    def _story(self, position: Position, standing: Mapping[str, str]) -> Hypothesis:
        """The one story of a board that is looked at for the first time."""
        wood = bytearray(self.game.holes)
        left: Counter[Token] = Counter(
            self.game.token(token) for held in position.occupancy().values() for token in held
        )
        for hole, token in standing.items():
            if hole in self.game.numbers:
                known = self.game.token(token) if token in self.game.tokens else UNSURE
                wood[self.game.numbers[hole]] = known
                left[known] -= known != UNSURE
        out = bytes(sorted((+left).elements()))
        story = first(self.game.number(position), bytes(wood), out)
        if UNSURE not in wood:
            return story
        beside, bag = self._beside(position, out)
        return story._replace(hand=beside, bag=bag)

    def _beside(self, position: Position, out: bytes) -> tuple[bytes, bytes]:
        """The tokens that lie off the board by the position, and the others."""
        off = Counter(self.game.off(self.game.number(position)))
        beside = +(Counter(out) & off)
        rest = Counter(out) - beside
        return bytes(sorted(beside.elements())), bytes(sorted(rest.elements()))

    # ------------------------------------------------------------------------------------- facts

    def _happens(self, fact: Fact) -> None:
        self.state = step(self.board, self.state, fact)

    def edge(self, hole: str, full: bool, at: float) -> bool:
        """A sensor changed at a time in seconds; False where that is no news."""
        number = self.game.numbers.get(hole)
        if number is None or self.state.levels[number] in (full, UNFELT):
            return False
        at_once = at - self._edge_at <= AT_ONCE
        if not full:
            self._lifted = [*(h for h in self._lifted if h != hole), hole][-LIFTS:]
        elif self._edge_hole != number:  # else it was only touched there, and stands on
            self._put_at[number] = at
        self._edge_at, self._edge_hole = at, number
        self._happens(Edge(number, full, at_once, self._stood(number, at)))
        return True

    def _stood(self, hole: int, at: float) -> Stood:
        """How long a token has stood in a hole."""
        put_at = self._put_at.get(hole, float("-inf"))
        return Stood.SHORTLY if self.counted and at - put_at <= STOP else Stood.LONG

    def dwell(self) -> None:
        """Nothing has changed for a dwell."""
        self._happens(Dwell())

    def waited(self) -> None:
        """A token in a hand has been waited for long enough."""
        self._happens(Waited())

    def picture(self, full: Iterable[str]) -> bool:
        """All sensors at once, after a gap; False where that is no news."""
        levels, seen = bytearray(self.state.levels), set(full)
        for hole, number in self.game.numbers.items():
            if levels[number] != UNFELT:
                levels[number] = hole in seen
        if levels == self.state.levels:
            return False
        self._happens(Picture(bytes(levels)))
        return True

    def stands(self, standing: Mapping[str, str]) -> None:
        """The marbles stand so, as all stories say: only where in its pen each stands is new."""
        wood = bytearray(self.game.holes)
        for hole, token in standing.items():
            wood[self.game.numbers[hole]] = self.game.token(token) if token else UNSURE
        stories = tuple(
            (h._replace(wood=bytes(wood), base=bytes(wood)), cost) for h, cost in self.state.stories
        )
        levels = bytes(
            UNFELT if felt == UNFELT else token != EMPTY
            for token, felt in zip(wood, self.state.levels, strict=True)
        )
        self.state = replace(self.state, stories=pruned(self.board, stories), levels=levels)

    def remark(self, hole: str, token: str) -> None:
        """The virtual hand, or somebody, says which token stands in a hole; empty: none."""
        if hole in self.game.numbers and token in ("", *self.game.tokens):
            found = self.game.token(token) if token else EMPTY
            self._happens(Colour(self.game.numbers[hole], found))

    def place(self, token: str, hole: str) -> None:
        """Somebody says that a marble of the hand stands in that hole, or (empty) in none."""
        number = self.game.numbers[hole] if hole else None
        self._happens(Place(self.game.token(token), number))

    def answer(self, option: Option | None) -> None:
        """A question was answered; None: none of these. What is chosen may be spent."""
        if option is not None:
            self.agree(option.log)
        self._happens(Answer(option))
        if option is not None:
            self.waited()  # whoever has answered need not put down what is in the hand

    def answer_with_card(self, option: Option) -> None:
        """A question for a card was answered: the card is named, and is not asked for again."""
        self.answer(option)
        for one in option.log:
            if one.inferred:
                self.tell(one.text)

    def said(self, past: Past) -> None:
        """The table has played an action that somebody said, or that chance brought.

        Whoever asks for a throw says that the move before it is over (PP-5).
        """
        before, action, after, thrown = past
        number = self.game.number(after)
        if number == self.game.number(before):
            return  # nobody sees what happened: a deck was shuffled
        text = said(before.public(), action)
        if self.game.number(before) != self._stands or not self.takes(text):
            self.reset(after)
            return
        self._happens(Told(text, chance=action.seat == CHANCE_SEAT and not thrown))
        path = self.game.told(self._stands, text)
        assert path is not None
        self._made += [Made(one, action.seat != CHANCE_SEAT) for one in path]
        self.drawn(after)

    def undone(self, change: Change) -> None:
        """The table has taken back what a change says."""
        del self._made[change.kept :]

    def made(self, after: Position) -> None:
        """The table has played the next step of a change."""
        self._made.append(Made(self._allowed[len(self._since())], True, True))
        self.drawn(after)

    def drawn(self, position: Position) -> None:
        """Chance may have brought something that everybody sees, such as the next card."""
        number = self.game.number(position)
        if self._stands == number:
            return
        for action in self._at(self._stands).legal():
            path = self.game.told(self._stands, said(self._at(self._stands), action))
            if path and path[-1].position == number and not path[-1].moves:
                self._happens(Told(path[-1].text, chance=True))
                self._made += [Made(one, False) for one in path]
                return
        self.reset(position)

    def position(self, number: object) -> Position:
        """The position with that number."""
        return self._at(number)

    @property
    def standing_log(self) -> Log:
        """What the table has played since the anchor."""
        return self._since()

    @property
    def standing(self) -> int:
        """The number of the position that the table stands at."""
        return self._stands

    @property
    def card_likely(self) -> bool:
        """Whether a likely story has a move whose card nobody has named."""
        return any(
            one.inferred
            for h in likely(self.state)
            for voice in heard(self.board, h, self.state.dwelt)
            for one in voice.log[len(self._since()) :]
        )

    @property
    def goes_on(self) -> bool:
        """Whether the likely stories agree that the last move is not over, and goes on."""
        log = self.state.committed
        return all(h.log != log and h.log == log[: len(h.log)] for h in likely(self.state))

    @property
    def last_move(self) -> Position | None:
        """The position before the last thing that was played, if that was a move of the hands."""
        log, made = self._since(), self._made[self.state.passed :]
        n = len(log)
        while n and not made[n - 1].counts:
            n -= 1  # chance is nobody's act
        if not n or not log[n - 1].moves or not made[n - 1].by_hands:
            return None
        return self._at(log[n - 2].position if n > 1 else self.state.anchor)

    def candidates_for(self, hole: int) -> tuple[str, ...]:
        """The tokens that may stand in a hole."""
        found: set[int] = set()
        for h in likely(self.state):
            found |= set(h.bag) if h.wood[hole] == UNSURE else {h.wood[hole]}
        return tuple(self._name(token) for token in sorted(found - {EMPTY, UNSURE}))

    @property
    def _stands(self) -> int:
        """The position that the table stands at."""
        number = self._made[-1].step.position if self._made else self._first
        assert isinstance(number, int)
        return number

    def reset(self, position: Position) -> None:
        """The table stands at another position; the wood stays as it was read."""
        self._made.clear()
        self._first = self.game.number(position)
        self._happens(Reset(self._first))

    def distrust(self, hole: str, *, doubted: bool, lies: bool = False) -> None:
        """A sensor is not believed any more, or believed again (PP-13).

        ``lies``  somebody says that what it told last is not true
        """
        number = self.game.numbers.get(hole)
        if number is not None:
            self._happens(Doubted(number, doubted, lies))

    # ---------------------------------------------------------------------------------- decisions

    @property
    def decision(self) -> Decision:
        """What the tracker says now."""
        return decide(self.board, self.state)

    @property
    def dwelt(self) -> bool:
        """Whether no dwell is awaited."""
        return self.state.dwelt

    @property
    def rested(self) -> bool:
        """Whether a dwell has passed indeed, needed or not."""
        return self.state.dwelt and not self.state.presumed

    @property
    def waits(self) -> bool:
        """Whether a token in a hand is still waited for."""
        return self.rested and self.state.patience is Patience.WAITING

    def reading(self, option: Option) -> int:
        """The number of the first of ``woods`` that speaks for an option."""
        for h in sorted(likely(self.state), key=lambda h: price((h, self._cost(h)))):
            for voice in heard(self.board, h, self.state.dwelt):
                same = option.wood in (None, voice.wood[: self.board.exact])
                if voice.log == option.log and same:
                    return self._kept().index((h.wood, h.hand))
        return 0

    def _cost(self, story: Hypothesis) -> int:
        return next(cost for h, cost in self.state.stories if h == story)

    def rule_out(self, options: Iterable[Option]) -> None:
        """Somebody says that none of these was played."""
        logs = {_bare(option.log) for option in options}
        stories = [
            (h, cost + (costs.AGAINST if self._logs(h) <= logs else 0))
            for h, cost in self.state.stories
        ]
        state = replace(self.state, stories=pruned(self.board, stories, self.state.dwelt))
        self.state = settled(self.board, state)

    def choose(self, text: str) -> None:
        """If it is asked what was played, it was that action."""
        asked = self.decision
        options = asked.options if isinstance(asked, Ask) else ()
        meant = next((o for o in options if o.log and o.log[-1].text == text), None)
        if meant is not None:
            self.answer(meant)

    def deny_word(self, options: Sequence[Option]) -> None:
        """None of these was meant. Where nothing else explains the board, nothing was played."""
        logs = {_bare(option.log) for option in options}
        near = costs.AGAINST - costs.MARGIN
        others = [s[0] for s in self.state.stories if price(s) < near and self._explains(s[0])]
        if any(not self._logs(h) & logs for h in others):
            self.state = replace(self.state, committed=self._allowed)
            self.rule_out(options)
        else:
            self.answer(Option(self.standing_log))

    def _explains(self, h: Hypothesis) -> bool:
        return fits(self.board, h) or bool(claims(self.board, h))

    def _logs(self, h: Hypothesis) -> set[Log]:
        """What a story says was played, without the notes which card was named."""
        return {_bare(voice.log) for voice in heard(self.board, h, self.state.dwelt)}

    def committed_with(self, path: Sequence[Action]) -> Option:
        """The option in which these were played after all that the table has played."""
        number, log = self._stands, self._since()
        for action in path:
            found = self.game.told(number, said(self._at(number), action))
            assert found is not None
            log += found
            assert isinstance(found[-1].position, int)
            number = found[-1].position
        return Option(log)

    @property
    def may_be_over(self) -> bool:
        """Whether an action's end state stands that only the dwell keeps from being played."""
        return not self.state.dwelt and any(claims(self.board, h) for h in likely(self.state))

    def tell(self, text: str) -> None:
        """Somebody names an action before the table has played what stands on the board."""
        self._happens(Told(text))

    def takes(self, text: str) -> bool:
        """Whether some likely story lets an action with that text be said now."""
        return is_taken(self.board, self.state, text)

    def change(self) -> Change | None:
        """What the table has to take back and to play; None if nothing."""
        wanted = self._allowed
        played = self._since()
        common = shared(_bare(wanted), _bare(played))
        if common == len(played) and common == len(wanted):
            return None
        path = wanted[common:]
        before = wanted[common - 1].position if common else self.state.anchor
        actions: list[Action] = []
        for one in path:
            action = named(self._at(before), one.text)
            assert action is not None
            actions.append(self._in_order(self._at(before), action, one))
            before = one.position
        kept = self.state.passed + common
        return Change(sum(one.counts for one in self._made[kept:]), tuple(actions), kept)

    def _in_order(self, before: Position, action: Action, one: Step) -> Action:
        """Of actions that differ only in the order of their ways, the one that was seen (PP-3)."""
        if len(action.displacements) < SEVERAL:
            return action
        ways = sorted((d.frm, d.to) for d in action.displacements)
        alike = [
            other
            for other in before.legal()
            if sorted((d.frm, d.to) for d in other.displacements) == ways
            and self.game.number(before.apply(other).position) == one.position
        ]
        order = {hole: n for n, hole in enumerate(self._lifted)}

        def seen(other: Action) -> list[int]:
            return [
                order.get(hole, LIFTS)
                for d in other.displacements
                for hole in self.game.seating.holes.get(d.frm, ())[:1]
            ]

        return next((a for a in alike if seen(a) == sorted(seen(a))), action)

    def _since(self) -> tuple[Step, ...]:
        """What the table has played since the anchor."""
        return tuple(one.step for one in self._made[self.state.passed :])

    @property
    def _allowed(self) -> Log:
        """The log up to the first step that waits for somebody's word."""
        log = self.state.committed
        return log[: self._held_back(log)]

    def _held_back(self, log: Log) -> int:
        """The number of the first step that hands alone may not decide.

        That is a card that nobody has named, unless another was named since, and a move that spends
        something. With hidden hands a card is always named by its holder (PP-7).
        """
        said_at = [n for n, one in enumerate(log) if not one.inferred and not one.moves]
        last = said_at[-1] if said_at and not self.dealt else -1
        for n, one in enumerate(log):
            if (one.inferred and n > last) or self._spends(log, n):
                return n
        return len(log)

    def _spends(self, log: Log, n: int) -> bool:
        """Whether that step uses something up, and nobody has agreed to it or said it."""
        one = log[n]
        if not one.moves or one.position in self._agreed or n < len(self._since()):
            return False
        before = log[n - 1].position if n else self.state.anchor
        action = named(self._at(before), one.text)
        return action is not None and SPENT in action.params

    @property
    def waiting_for_a_word(self) -> Log:
        """The steps that wait for somebody's word: a card and its move, or a move that spends."""
        log = self.state.committed
        held = self._held_back(log)
        end = next((n + 1 for n in range(held, len(log)) if log[n].moves), len(log))
        return log[held:end]

    def agree(self, log: Log) -> None:
        """Somebody agrees to what those steps spend."""
        self._agreed.update(one.position for one in log)

    def _at(self, number: object) -> Position:
        assert isinstance(number, int)
        return self.game.played(number)

    @property
    def woods(self) -> list[tuple[dict[str, str], list[str]]]:
        """Full hole → token, and the hand, of each likely story; the likeliest comes first.

        A token that nobody can tell has an empty name. The one lifted last ends the hand.
        """
        return [
            (self._wood(wood), [self._name(token) for token in hand]) for wood, hand in self._kept()
        ]

    def _kept(self) -> list[tuple[Wood, bytes]]:
        stories = sorted(self.state.stories, key=price)
        kept = set(likely(self.state))
        return list(dict.fromkeys((h.wood, h.hand) for h, _ in stories if h in kept))

    @property
    def felt(self) -> set[str]:
        """Holes whose sensors say that they are full."""
        return {self.game.names[n] for n, level in enumerate(self.state.levels) if level == 1}

    @property
    def touched(self) -> set[str]:
        """Holes that have changed since the last action."""
        h = likely(self.state)[0]
        return {self.game.names[n] for n in changed(h.base, h.wood)}

    def _wood(self, wood: Wood) -> dict[str, str]:
        names = self.game.names
        return {names[n]: self._name(token) for n, token in enumerate(wood) if token != EMPTY}

    def _name(self, token: Token) -> str:
        return "" if token == UNSURE else self.game.tokens[token - 1]

    def actions(self, log: Sequence[Step], anchor: object) -> list[tuple[Position, Action]]:
        """The actions of a log, each with the position before it."""
        found = []
        for one in log:
            before = self._at(anchor)
            action = named(before, one.text)
            assert action is not None
            found.append((before, action))
            anchor = one.position
        return found


def _bare(log: Iterable[Step]) -> tuple[Step, ...]:
    """The log without the notes which card was named."""
    return tuple(one._replace(inferred=False) for one in log)
