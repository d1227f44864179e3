"""What hands might announce now: every legal action with displacements, as end states.

A candidate says which marble goes where (``goals``) and what may be done on the way or later
(``loose``: captured marbles to their pen). It matches a board by its end state; the order of lifts
and puts is no condition (PP-1). With no card entered, candidates look one step through the
preludes (PP-7). They come from what everybody knows: a card that a hidden hand may hold counts as
one that it holds. Knows no game: places, displacements and events only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from companion.wood.marbles import HAND, Deviation, World
from engine.action import Action
from engine.events import Event
from engine.game import Position, acting

from .boardstate import BoardState

KEPT: Final = 32
"""So many positions are kept with their candidates: those that play and hands are about."""


class Loose(NamedTuple):
    """A consequence that hands may do now or later: the token of a place goes to another.

    ``to`` is empty where the marble must only make room. ``mover``: the action itself moves it and
    then takes it, so it has left ``frm`` when the action stands.
    """

    frm: str
    token: str
    to: str
    mover: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action (after its preludes) and the end state that announces it.

    ``path``   preludes, then the action
    ``goals``  (origin place, target place) in playing order
    ``loose``  consequences that do not wait for the commit
    ``after``  the position that it leads to, None for a part of an action
    ``before`` the position in which the action is played, behind its preludes
    ``only``   goal → the token that must make it, where its place holds different ones (a tray)
    """

    path: tuple[Action, ...]
    goals: tuple[tuple[str, str], ...]
    loose: tuple[Loose, ...]
    after: Position | None = field(default=None, compare=False, repr=False)
    only: Mapping[tuple[str, str], str] | None = field(default=None, compare=False, repr=False)
    before: Position | None = field(default=None, compare=False, repr=False)

    @property
    def action(self) -> Action:
        """The action itself."""
        return self.path[-1]

    @property
    def prelude(self) -> Action | None:
        """The card that would have to be played before, None when it is played."""
        return self.path[0] if len(self.path) > 1 else None

    def moved_by(self, goal: tuple[str, str], token: str) -> bool:
        """Whether that token (empty: unknown) may make that goal."""
        return not token or self.only is None or self.only.get(goal, token) == token

    @property
    def in_the_way(self) -> tuple[Loose, ...]:
        """What is taken only because another taken token is sent to where it stands."""
        goals, sent = {to for _, to in self.goals}, {loose.to for loose in self.loose}
        return tuple(one for one in self.loose if one.frm in sent - goals and not one.mover)

    @property
    def takes(self) -> tuple[str, ...]:
        """Tokens that go off in consequence."""
        return tuple(loose.token for loose in self.loose if loose.to)


class Fit(NamedTuple):
    """How a candidate agrees with a world.

    ``remaining``  goals not yet done; ``held`` those of them whose marble is in the hand
    ``complete``   nothing remains: the end state stands
    ``hidden``     holes set aside in which all that remains may have been put already (PP-13)
    """

    remaining: tuple[tuple[str, str], ...]
    held: tuple[tuple[int, str], ...]
    complete: bool
    hidden: tuple[str, ...] = ()


class Options:
    """All candidates of a position.

    Those of actions that are legal now are there at once; those behind a prelude (a card not named
    yet) are many and seldom asked for, so they are worked out when first wanted. What a hand holds
    counts for neither: else state and lights would tell it (PP-7). ``options()`` makes them once
    for each position.
    """

    def __init__(self, position: Position | None = None) -> None:
        self.acting = acting(position)
        """Seats whose hands are awaited."""
        self.settled: frozenset[int] = frozenset()
        """Seats whose last move no hand may make otherwise (PP-5)."""
        self._position = position.public() if position is not None and self.acting else None
        legal = self._position.distinct() if self._position is not None else ()
        self._preludes = tuple(action for action in legal if action.prelude)
        self.direct = tuple(
            candidate((action,), self._position)
            for action in legal
            if self._position is not None and action.displacements and not action.prelude
        )

    @cached_property
    def inferred(self) -> tuple[Candidate, ...]:
        """Candidates one step behind each prelude, in the order of ``legal()`` (PP-7)."""
        return tuple(self._behind_preludes())

    @cached_property
    def moving(self) -> frozenset[str]:
        """The texts of the preludes behind which something may be moved."""
        return frozenset(one.path[0].text for one in self.inferred)

    @cached_property
    def named_reach(self) -> int:
        """So many marbles one of the direct candidates may explain."""
        return _reach(self.direct)

    @cached_property
    def inferred_reach(self) -> int:
        """So many marbles one of the inferred candidates may explain."""
        return _reach(self.inferred)

    @property
    def carded(self) -> bool:
        """Whether a card has to be named before anything may be moved."""
        return bool(self._preludes)

    def prepare(self) -> None:
        """Work out now what stands behind the preludes."""
        _ = self.inferred

    def named(self) -> Options:
        """The same without what stands behind preludes."""
        out = Options()
        out.direct, out.acting, out.settled = self.direct, self.acting, self.settled
        return out

    def settling(self, seats: Iterable[int]) -> Options:
        """The same where no hand may make the last move of these seats otherwise."""
        out = copy(self)
        out.settled = frozenset(seats)
        return out

    def only(self, action: Action | None) -> Options:
        """The same with that one action alone, or with none."""
        out = self.named()
        out.direct = tuple(one for one in self.direct if one.action == action)
        return out

    def _behind_preludes(self) -> Iterator[Candidate]:
        for prelude in self._preludes:
            assert self._position is not None
            after = self._position.apply(prelude).position
            for action in after.distinct():
                if action.displacements and not action.prelude:
                    yield candidate((prelude, action), after)


def _reach(candidates: Iterable[Candidate]) -> int:
    return max((len(one.goals) + len(one.loose) for one in candidates), default=0)


NONE: Final = Options()
"""Nothing may be announced: no game is open."""


def options(position: Position | None) -> Options:
    """The candidates of a position, the same object for equal ones: nothing in them changes."""
    return _options(position.public()) if acting(position) and position else NONE


@lru_cache(maxsize=KEPT)
def _options(position: Position) -> Options:
    return Options(position)


def candidate(path: tuple[Action, ...], before: Position) -> Candidate:
    """The candidate of a path; ``before`` is the position in which its last action is played."""
    applied = before.apply(path[-1])
    goals, loose = end_state(path[-1], applied.events, before)
    only = movers(goals, applied.events, before, path[-1])
    return Candidate(path, goals, loose, applied.position, only, before)


def movers(
    goals: Iterable[tuple[str, str]], events: Iterable[Event], before: Position, action: Action
) -> Mapping[tuple[str, str], str] | None:
    """The token of each goal whose place holds different ones.

    The events name it. Where nothing has moved yet, because dice come first, it is the seat's own;
    of several of its own the one that the action names.
    """
    occupancy = before.occupancy()
    mixed = [goal for goal in goals if len(set(occupancy.get(goal[0], ()))) > 1]
    if not mixed:
        return None
    went = {(frm, to): token for event in events for token, frm, to in event.moved}
    own = {token for one in before.seats if one.number == action.seat for token in one.colours}
    found = {}
    for goal in mixed:
        standing = own.intersection(occupancy[goal[0]])
        if len(standing) > 1:
            standing &= set(action.text.split())
        if goal in went or len(standing) == 1:
            found[goal] = went.get(goal) or next(iter(standing))
    return found


def end_state(
    action: Action, events: Sequence[Event], before: Position
) -> tuple[tuple[tuple[str, str], ...], tuple[Loose, ...]]:
    """Goals and loose consequences of an action, from its displacements and events."""
    goals = {i: (d.frm, d.to) for i, d in enumerate(action.displacements)}
    occupancy = before.occupancy()
    loose: list[Loose] = []
    tokens = {i: next(iter(occupancy.get(frm, ())), "") for i, (frm, _) in goals.items()}
    sent = [move for event in events if not event.blocking for move in event.moved]
    stood = _staying(occupancy, goals.values()) if sent else Counter()
    for token, frm, to in sent:
        own = [i for i, (_, at) in goals.items() if at == frm and tokens[i] == token]
        if stood[frm, token] > 0 or not own:
            stood[frm, token] -= 1
            loose.append(Loose(frm, token, to))
        else:  # displaced by this very action, then taken in the same
            loose.append(Loose(goals.pop(own[0])[0], token, to, mover=True))
    leaving = {frm for frm, _ in goals.values()} | {item.frm for item in loose}
    for _, to in goals.values():
        if to not in leaving and _crowded(before, to):
            loose += [Loose(to, token, "") for token in occupancy.get(to, ())]
    return tuple(goals.values()), tuple(loose)


def _staying(
    occupancy: Mapping[str, tuple[str, ...]], goals: Iterable[tuple[str, str]]
) -> Counter[tuple[str, str]]:
    """(place, token) of the marbles that are not displaced themselves, counted."""
    stood = Counter((place, token) for place, tokens in occupancy.items() for token in tokens)
    stood.subtract((frm, next(iter(occupancy.get(frm, ())), "")) for frm, _ in goals)
    return stood


def _crowded(position: Position, place: str) -> bool:
    """Whether a place has holes but no room for one more."""
    known = position.board.places.get(place)
    return known is not None and 0 < len(known.holes) <= len(position.occupancy().get(place, ()))


def fit(
    state: BoardState, away: Sequence[Deviation], world: World, candidate: Candidate
) -> Fit | None:
    """How ``candidate`` agrees with a world whose marbles ``away`` are not at home; None if not.

    Every marble away must be accounted for: on a target, taken off, waiting, or in the hand on its
    way.
    """
    remaining = list(candidate.goals)
    loose = list(candidate.loose)
    held: list[tuple[int, str]] = []
    marbles, places = state.marbles, state.seating.places
    in_hand: list[int] = []
    for i, at in away:
        if at == HAND:
            in_hand.append(i)
            continue
        place = marbles[i].place
        goal = (place, places[at])
        token = marbles[i].token
        if goal in remaining and candidate.moved_by(goal, token):
            remaining.remove(goal)
            continue
        done = next((x for x in loose if x.frm == place and x.to == goal[1]), None)
        if done is None:
            return None
        loose.remove(done)
    open_goals = list(remaining)
    for i in sorted(in_hand, key=lambda i: marbles[i].waiting):
        place = marbles[i].place
        goal_here = next((g for g in open_goals if g[0] == place), None)
        off = next((x for x in loose if x.frm == place), None)
        if off is not None:
            loose.remove(off)
        elif goal_here is not None and not marbles[i].waiting:
            open_goals.remove(goal_here)
            held.append((i, goal_here[1]))
        elif not marbles[i].waiting:
            return None
    if _in_the_way(candidate, loose) or any(item.mover for item in loose):
        return Fit(tuple(remaining), tuple(held), False)
    return Fit(tuple(remaining), tuple(held), not remaining)


def _in_the_way(candidate: Candidate, left: Sequence[Loose]) -> bool:
    """Whether a marble that must leave for this action has not been touched."""
    targets = {to for _, to in candidate.goals}
    return any(item.frm in targets for item in left)
