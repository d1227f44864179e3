"""What the likely stories say, by the names of holes and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Final

from .crossing import crossed
from .deciding import decide
from .decisions import Decision, Wait
from .endings import EMPTY, UNSURE, Log, Wood
from .game_endings import GameEndings
from .hypothesis import (
    Hypothesis,
    claims,
    claims_owing,
    fits,
    grows,
    has_begun,
    heard,
    in_bag,
    liars,
    lifted_out,
    unpaid,
)
from .lifting import unfelt
from .logs import shared
from .options import Option
from .outlook import Board, changed
from .shared_debts import may_have_played, owed_before, untouched
from .state import State, likely, price

Standing = dict[str, str]
"""Full hole → its token; a token that nobody can tell has an empty name."""


class Reading:
    """What is believed at one moment, each thing worked out when it is first asked for.

    ``state`` is read over ``board``, named by ``game``.
    """

    def __init__(self, game: GameEndings, board: Board, state: State) -> None:
        self.game: Final = game
        self.board: Final = board
        self.state: Final = state

    @cached_property
    def decision(self) -> Decision:
        """What the tracker says."""
        return decide(self.board, self.state)

    @cached_property
    def likely(self) -> tuple[Hypothesis, ...]:
        """The likely stories."""
        return likely(self.state)

    @cached_property
    def woods(self) -> list[tuple[Standing, list[str]]]:
        """What stands, and the hand, of each likely story; the likeliest comes first.

        The token lifted last ends the hand.
        """
        named = self.game.named
        return [(self._wood(wood), [named[token] for token in hand]) for wood, hand in self._kept]

    @property
    def standing(self) -> Standing:
        """What stands in the likeliest story."""
        return self.woods[0][0]

    def number(self, option: Option) -> int:
        """The number of the first of ``woods`` that speaks for an option."""
        paid = dict(self.state.stories)
        for h in sorted(self.likely, key=lambda h: price((h, paid[h]))):
            for voice in heard(self.board, h, self.state.dwelt):
                same = option.wood in (None, voice.wood[: self.board.exact])
                if voice.log == option.log and same:
                    return self._kept.index((h.wood, h.hand))
        return 0

    def tokens(self, hole: int) -> tuple[str, ...]:
        """The tokens that may stand in the hole of that number; last an empty name, if none may.

        Of one token only it is the question whether it stands there at all. A hole that is believed
        empty, and felt full or not felt, may have what is out.
        """
        found: set[int] = set()
        for h in self.likely:
            found |= set(h.bag) if h.wood[hole] == UNSURE else {h.wood[hole]}
            if h.wood[hole] == EMPTY and self.state.levels[hole] != 0:
                found |= set(lifted_out(self.board, h)) | set(h.bag if in_bag(h) else b"")
        tokens = tuple(self.game.named[token] for token in sorted(found - {EMPTY, UNSURE}))
        return (*tokens, "") if len(tokens) == 1 or EMPTY in found else tokens

    @property
    def felt(self) -> set[str]:
        """Holes whose sensors say that they are full."""
        return {self.game.names[n] for n, level in enumerate(self.state.levels) if level == 1}

    @property
    def unfelt(self) -> set[str]:
        """Holes whose sensors are set aside."""
        return {self.game.names[n] for n in unfelt(self.state.levels)}

    def lying(self, log: Log) -> list[str]:
        """Holes whose sensors lie in a story that explains the board, the likeliest story first.

        A story does not count in which a card was played after that log that nobody has named: only
        its holder may know it.
        """
        found: dict[str, None] = {}
        for h, _ in sorted(self.state.stories, key=price):
            lies = [self.game.names[n] for n in liars(h.wood, self.state.levels)]
            news = any(hole not in found for hole in lies)
            if news and any(_is_named(way[len(log) :]) for way in self._explaining(h)):
                found.update(dict.fromkeys(lies))
        return list(found)

    def _explaining(self, h: Hypothesis) -> Iterator[Log]:
        """What was played in a story that explains the board; nothing where it does not."""
        if fits(self.board, h):
            yield h.log
        for claim in claims(self.board, h):
            yield claim.log

    @property
    def touched(self) -> set[str]:
        """Holes that have changed since the last action."""
        h = self.likely[0]
        return {self.game.names[n] for n in changed(h.base, h.wood)}

    @property
    def owed_first(self) -> set[str]:
        """Holes of debts that were there at the last action, where hands have begun what may be an
        action besides: what they have begun is not led back before those are paid."""
        left = frozenset.intersection(*(unpaid(self.board, h) for h in self.likely))
        begun = left and any(grows(self.board, h) or has_begun(self.board, h) for h in self.likely)
        return {self.game.names[n] for n in left} if begun else set()

    @property
    def called_home(self) -> set[str]:
        """The empty holes that tokens were owed to at the last action and still are: what has to
        come there begins nothing (PP-17)."""
        left = frozenset.intersection(*(unpaid(self.board, h) for h in self.likely))
        empty = (n for n in left if all(h.wood[n] == EMPTY for h in self.likely))
        return {self.game.names[n] for n in empty}

    @property
    def led_home(self) -> set[str]:
        """The tokens that were owed to an empty hole at the last action and still are: whoever
        lifts one follows the lights (PP-17)."""
        debts = owed_before(self.board, self.likely)
        return {self.game.named[debt.wants] for debt in debts if debt.has == EMPTY}

    @property
    def lifted(self) -> set[str]:
        """The tokens that a hand has lifted in some likely story."""
        named = self.game.named
        return {named[token] for h in self.likely for token in lifted_out(self.board, h)}

    @property
    def called(self) -> dict[str, set[str]]:
        """Hole of a shared group → the tokens that the lights may call there: people may be led to
        any free hole of it, and a likely story may have some of what is missing there (I4)."""
        names, together = self.game.names, (n for group in self.board.shared for n in group)
        found: dict[str, set[str]] = {names[n]: set() for n in together}
        for debt in self.state.shown:
            if debt.hole >= self.board.exact and debt.has == EMPTY:
                found.setdefault(names[debt.hole], set()).add(self.game.named[debt.wants])
        return found

    @property
    def uncalled(self) -> bool:
        """Whether a hand is waited for, and the stories share nothing that lights may call for."""
        return isinstance(self.decision, Wait) and not self.state.shown

    @property
    def untouched(self) -> bool:
        """Whether the hands rest, and what is amiss has been so since the last action. A story that
        says "not over yet" speaks for that action, too, once it is played."""
        state = self.state
        voices = (
            voice if voice.log == state.committed else h
            for h in self.likely
            for voice in heard(self.board, h, state.dwelt)
        )
        return state.dwelt and untouched(self.board, voices)

    @property
    def goes_on(self) -> bool:
        """Whether the likely stories agree that the last move is not over, and goes on."""
        log = self.state.committed
        return all(h.log != log and h.log == log[: len(h.log)] for h in self.likely)

    @property
    def may_be_over(self) -> bool:
        """Whether an end state stands that only the dwell keeps from being played: of an action, or
        of two that have crossed."""
        if self.state.dwelt:
            return False
        board = self.board
        over = (
            chain(claims(board, h), claims_owing(board, h), crossed(board, h, 0))
            for h in self.likely
        )
        return any(chain.from_iterable(over))

    def shows_as(self, other: Reading) -> bool:
        """Whether people are shown the same: it all follows from this."""
        mine, theirs = self.state, other.state
        if mine.dwelt != theirs.dwelt or mine.committed != theirs.committed:
            return False
        if self._kept != other._kept or self.decision != other.decision:
            return False
        return set(self.likely) == set(other.likely)

    def may_have_played(self, log: Log) -> bool:
        """Whether a likely story has a move after that log, or in place of its last ones, where the
        board fits that."""
        return may_have_played(self.board, self.state, log)

    def may_replace(self, log: Log) -> bool:
        """Whether the likeliest story has another move in place of the last of that log (PP-5), and
        the board fits it."""
        voices = heard(self.board, self.likely[self._cheapest], self.state.dwelt)
        return any(
            shared(voice.log, log) < min(len(voice.log), len(log)) and fits(self.board, voice)
            for voice in voices
        )

    def infers_card(self, log: Log) -> bool:
        """Whether a likely story has, after that log, a move whose card nobody has named."""
        return any(one.inferred for voice in self._voices for one in voice.log[len(log) :])

    @property
    def _voices(self) -> Iterator[Hypothesis]:
        """What the likely stories say."""
        return (v for h in self.likely for v in heard(self.board, h, self.state.dwelt))

    @cached_property
    def _cheapest(self) -> int:
        paid = dict(self.state.stories)
        costs = [price((h, paid[h])) for h in self.likely]
        return costs.index(min(costs))

    @cached_property
    def _kept(self) -> list[tuple[Wood, bytes]]:
        # Of equal stories first those in which no sensor lies.
        stories = sorted(self.state.stories, key=lambda one: (price(one), len(one[0].dead)))
        return list(dict.fromkeys((h.wood, h.hand) for h, _ in stories[: len(self.likely)]))

    def _wood(self, wood: Wood) -> Standing:
        named = self.game.named
        full = zip(self.game.names, wood, strict=True)
        return {hole: named[token] for hole, token in full if token != EMPTY}


def _is_named(log: Log) -> bool:
    """Whether somebody has named every card of it."""
    return not any(one.inferred for one in log)
