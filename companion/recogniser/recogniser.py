"""What did the hands do? Changes and time in, decisions out. Pure, and knows no game.

A gesture is matched by the end state it leads to among the candidates (PP-1). A match is accepted
at once when nothing else can still grow out of what stands there, else after a dwell (PP-2). Where
two readings fit, the lift order decides between orders of one end state; anything else is asked,
never guessed (PP-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.wood.marbles import HAND, Deviation, World
from engine.action import Action

from .boardstate import FLICKER, MOST_READ, BoardState
from .candidates import Fit, Options, fit
from .matching import Match, begun, begun_unfelt, each_once, each_world, further, last

UNSEEN_SECONDS: Final = 1.0
"""A marble may be looked for in holes set aside when hands have been still for so long (PP-13)."""
PATIENCE: Final = 2.0
"""Seconds until one that was said to be in none of them is asked for again; then twice as long …"""

SPENT: Final = "token"
"""The named choice of an action that uses something up; it is asked for, not only read."""


class Kind(Enum):
    """What the recogniser has to say."""

    REST = "rest"
    """Every marble is where the position has it (captured ones may be in a hand)."""
    LIFTED = "lifted"
    """A marble is in the hand on its way to somewhere."""
    HALF = "half"
    """Part of an action stands; something else must move."""
    WAIT = "wait"
    """What stands may be meant or may be a stop on the way: until the dwell is over."""
    COMMIT = "commit"
    """An action has been announced."""
    ASK = "ask"
    """Several readings fit."""
    CARD = "card"
    """Moved before a card was named: which card was that (PP-7)?"""
    UNSEEN = "unseen"
    """The marble lifted may stand in a hole whose sensor is set aside: does it (PP-13)?"""
    STRAY = "stray"
    """A marble was lifted that may not move now (PP-9)."""
    WRONG = "wrong"
    """A marble stands where no action puts it (PP-8)."""
    CORRECTION = "correction"
    """No single action explains the board (PP-10)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the recogniser says now.

    ``world``    the reading to show; ``matches`` the readings that fit (COMMIT: one; ASK: several)
    ``marble``   of STRAY and WRONG; ``until`` of WAIT (and of LIFTED, HALF that may become UNSEEN)
    """

    kind: Kind
    world: World
    matches: tuple[Match, ...] = ()
    marble: int = -1
    until: float | None = None


class Recogniser:
    """Follows the hands within one position.

    ``state``    the board when the position began; it is changed by ``change``
    ``options``  the candidates of the position
    ``dwell``    seconds to wait where something can still grow
    """

    def __init__(self, state: BoardState, options: Options, dwell: float) -> None:
        self.state = state
        self.options = options
        self.dwell = dwell
        self.changed_at: float | None = None
        self.base = frozenset(state.blocking(state.worlds[0]))
        """What was not at home when the position began: debts, no part of a gesture (PP-17)."""
        self.owed = frozenset(d.marble for d in self.base)
        self.refused: set[tuple[Action, ...]] = set()
        """Readings that the players said no to, until the board is at rest."""
        self.agreed: set[tuple[Action, ...]] = set()
        """Readings that the players said yes to, until the board is at rest."""
        self.denied = False
        """The marble in hand is in no hole set aside: so it was said since the last change."""
        self._denials, self._ask_from = 0, 0.0
        self.disorder = False
        """No single action explained the board at some moment since it was last at rest (PP-10)."""
        self._led = False
        """A marble stood wrong at some moment since then, and was led back (PP-8)."""
        self._resting = False
        """The board has been read at rest since the last change."""

    def go_on_from(self, other: Recogniser) -> None:
        """The same gesture read with other sensors set aside: what was owed before it still is."""

        def known(reader: Recogniser, d: Deviation) -> tuple[str, str, str]:
            marble = reader.state.marbles[d.marble]
            return marble.token, marble.place, d.at

        owed = {known(other, d) for d in other.base}
        self.base = frozenset(d for d in self.base if known(self, d) in owed)
        self.owed = frozenset(d.marble for d in self.base)

    def change(self, hole: str, present: bool, now: float, token: str = "") -> bool:
        """A hole became full or empty; False when that is no news.

        ``token``: the hand said that it puts this one (PP-3).
        """
        news = hole not in self.state.aside and (hole in self.state.present) != present
        if news and not self._fresh(now):
            self.believe_rest()
        if not self.state.change(hole, present, now, token):
            return False
        self._resting = False
        self.changed_at = now
        self.denied, self._denials, self._ask_from = False, 0, 0.0
        return True

    def deny(self, now: float) -> None:
        """The marble in hand stands in no hole set aside: so the players say (PP-13)."""
        self.denied = True
        self._ask_from = now + PATIENCE * 2**self._denials
        self._denials += 1

    def stirred(self, hole: str, now: float) -> bool:
        """A sensor set aside told something: a denied marble is worth asking for again.

        Not at once: a sensor that flickers on would have it asked every second.
        """
        if hole not in self.state.aside or not self.denied:
            return False
        self.changed_at = now
        self.denied = False
        return True

    def decide(self, now: float) -> Decision:
        """What stands on the board now. A board at rest forgets the gesture that led there."""
        state = self.state
        plain = [state.plain(world) for world in state.worlds]
        self._paid(plain)
        at_rest = next((w for w in plain if not state.blocking(w)), None)
        unsure = state.guessed or (self.disorder and len(state.worlds) > 1)
        if at_rest is None and unsure:
            at_rest = state.set_right()
        direct = self._matches(state.worlds)
        exact = bool(direct)
        direct = direct or self._matches(further(plain, state.worlds))
        crossing = state.exchanged(state.worlds, self.base)
        direct = direct or self._matches(further(crossing, state.worlds))
        complete = each_once(m for m in direct if m.fit and m.fit.complete)
        complete = each_once((*complete, *self._otherwise(complete, plain)))
        if at_rest is not None and not complete and state.aside:
            unfelt = each_world(m for m in direct if begun_unfelt(state, m))
            if unfelt:
                hidden = (m for m in direct if m.fit and m.fit.hidden)
                return self._perhaps(each_world((*unfelt, *hidden)), at_rest, now)
        if at_rest is not None and not complete:
            crossed = self._crossed(at_rest, now)
            if crossed is not None:
                return crossed
            self._resting = True
            if at_rest not in plain or len(plain) == 1 or state.guessed or not self._fresh(now):
                state.rest(at_rest)
                at_rest = state.worlds[0]
            self.refused.clear()
            self.agreed.clear()
            self.disorder = self._led = False
            # What was owed has been paid; the same marbles may now make the same way as a gesture.
            self.base, self.owed = frozenset(), frozenset()
            return Decision(Kind.REST, at_rest)
        if complete:
            return self._completed(complete, direct, at_rest, now, exact=exact)
        if direct:
            return self._unseen(direct, now) or _partial(direct)
        return self._unnamed(now) or self._unexplained(plain, now)

    def _paid(self, worlds: Sequence[World]) -> None:
        """Debts whose marbles are home, likely read: they may make the same way as a gesture."""
        if not self.base:
            return
        state = self.state
        likely = min(worlds, key=lambda world: len(state.blocking(world)))
        self.base = frozenset(d for d in self.base if not state.home(d.marble, likely.at[d.marble]))
        self.owed = frozenset(d.marble for d in self.base)

    def _fresh(self, now: float) -> bool:
        """Whether what was put last may have been a sensor that flickers, no marble (PP-13)."""
        return self.changed_at is not None and now - self.changed_at < FLICKER

    def believe_rest(self) -> None:
        """A board read at rest is at rest: how else it may be read is forgotten."""
        world = self._at_rest()
        if world is not None:
            self.state.rest(world)

    def stood(self, now: float) -> dict[str, str] | None:
        """Hole → token of a board at rest for a while, after hands, with nothing left in them."""
        state, world = self.state, self._at_rest()
        if world is None or self.changed_at is None or self._fresh(now) or state.aside:
            return None
        return None if state.deviations(world) else state.tokens(world)

    def _at_rest(self) -> World | None:
        """The likeliest world at rest, if the board has been read so since the last change."""
        state = self.state
        plain = map(state.plain, state.worlds if self._resting else ())
        return next((world for world in plain if not state.blocking(world)), None)

    def believe(self, tokens: Mapping[str, str]) -> None:
        """The board stood so: other readings are dropped, if it may have stood so."""
        state = self.state
        state.worlds = [w for w in state.worlds if state.tokens(w) == tokens] or state.worlds

    def refuse(self, matches: Sequence[Match]) -> None:
        """The players say that none of these readings is true; they are not read again.

        A board that then looks as before is at rest; another is led back by the lights.
        """
        self.refused |= {m.candidate.path for m in matches if m.candidate is not None}

    def agree(self, match: Match) -> None:
        """The players say that this reading is the true one; it is not asked for again."""
        if match.candidate is not None:
            self.agreed.add(match.candidate.path)

    # ------------------------------------------------------------------------------- matching

    def _matches(self, worlds: Sequence[World], inferred: bool = False) -> list[Match]:
        """Every candidate that agrees with a world, likelier worlds first."""
        return list(self._iter_matches(worlds, inferred))

    def _iter_matches(self, worlds: Sequence[World], inferred: bool) -> Iterator[Match]:
        state = self.state
        known = self.options.inferred if inferred else self.options.direct
        options = [option for option in known if option.path not in self.refused]
        most = max((len(option.goals) + len(option.loose) for option in options), default=0)
        for world in worlds:
            away = state.deviations(world)
            if sum(not state.marbles[d.marble].waiting for d in away) > most:
                continue
            if any(d.at != HAND and d in self.base for d in away):
                continue
            for option in options:
                found = fit(state, away, world, option)
                if found is not None:
                    yield Match(world, option, found)

    def _otherwise(self, known: list[Match], plain: Sequence[World]) -> list[Match]:
        """Actions that stand whole with other colours on the holes than those that are known.

        Where the wood may stand otherwise, it counts however its alike marbles are told apart.
        """
        state = self.state
        if len(state.worlds) < 2 or not known:
            return []
        seen = [state.tokens(match.world) for match in known]
        others = (*plain, *state.exchanged(plain, self.base))
        return [
            match
            for match in self._matches(further(others, state.worlds))
            if match.fit and match.fit.complete and state.tokens(match.world) not in seen
        ]

    def _completed(
        self,
        complete: list[Match],
        direct: list[Match],
        at_rest: World | None,
        now: float,
        *,
        exact: bool,
    ) -> Decision:
        """One or several actions stand whole. ``exact``: each marble is where its own way led."""
        world = complete[0].world
        until = self._waits(now)
        if until is not None and (at_rest is not None or self._can_grow(complete, direct)):
            return Decision(Kind.WAIT, world, tuple(complete), until=until)
        unfelt = (m for m in direct if m.fit and m.fit.hidden)  # as whole as any, for all we know
        found = self._by_lift_order(each_once((*complete, *unfelt)))
        if at_rest is not None:
            return Decision(Kind.ASK, at_rest, (*found, Match(at_rest, None)))
        if len(found) == 1 and self.disorder:
            found += self._other_colours(found[0])
        led = self.disorder and not exact  # by the lights, which meant to lead back (PP-10)
        if len(found) > 1 or led or self._spends(found[0]):
            return Decision(Kind.ASK, world, tuple(found))
        return Decision(Kind.COMMIT, found[0].world, tuple(found))

    def _spends(self, match: Match) -> bool:
        """Whether it uses something up that hands alone may not give away unasked."""
        if match.candidate is None or match.candidate.path in self.agreed:
            return False
        return SPENT in match.candidate.action.params

    def _other_colours(self, match: Match) -> list[Match]:
        """Readings with another marble in a hole that the match needs: after disorder, who knows?

        Marbles that were out together came back; that one of them makes a move may be chance. One
        reading a colour (PP-3, PP-10).
        """
        state = self.state
        goals = {to for _, to in match.candidate.goals} if match.candidate is not None else set()
        read = state.tokens(match.world)
        for hole in (hole for hole in read if state.seating.places[hole] in goals):
            seen = {read[hole]: match}
            for world in map(state.plain, state.worlds):
                token = state.tokens(world).get(hole, "")
                if token and token not in seen:
                    seen[token] = Match(world, None)
            if len(seen) > 1:
                return list(seen.values())[1:]
        return []

    def _can_grow(self, complete: list[Match], direct: list[Match]) -> bool:
        """Whether another action can still come of what stands (PP-2).

        It can where one agrees with all that stands and lacks something, and where a marble just
        put could be meant to go on to another target.
        """
        done = {(m.candidate.goals, m.candidate.loose) for m in complete if m.candidate}
        if any(m.fit and not m.fit.complete for m in direct):
            return True
        state = self.state
        for match in complete:
            away = state.deviations(match.world)
            for d in away:
                if d.at == HAND:
                    continue
                lifted = tuple(Deviation(i, HAND if i == d.marble else at) for i, at in away)
                origin = state.marbles[d.marble].place
                for option in self.options.direct:
                    if (option.goals, option.loose) in done:
                        continue
                    if all(frm != origin for frm, _ in option.goals):
                        continue
                    if fit(state, lifted, match.world, option) is not None:
                        return True
        return False

    def _by_lift_order(self, complete: list[Match]) -> list[Match]:
        """Of actions that differ in order only, the one whose marbles left in that order (PP-3)."""
        groups: dict[tuple[object, ...], list[Match]] = {}
        for match in complete:
            assert match.candidate is not None
            goals = tuple(sorted(match.candidate.goals))
            params = tuple(sorted(match.candidate.action.params.items()))
            groups.setdefault((match.world.at, goals, params), []).append(match)
        out: list[Match] = []
        for group in groups.values():
            out += self._ordered(group) if len(group) > 1 else group
        return out

    def _ordered(self, group: list[Match]) -> list[Match]:
        """The matches of one end state that agree with the lift order; all, if none does."""
        agreeing = []
        for match in group:
            assert match.candidate is not None
            away = [i for i, _ in self.state.deviations(match.world)]
            leave = {self.state.marbles[i].place: last(match.world.lifts, i) for i in away}
            order = [leave.get(frm, -1) for frm, _ in match.candidate.goals]
            if self.state.aside and -1 in order:  # one was lifted where no sensor is believed
                first = match.candidate.after
                same = all(m.candidate and m.candidate.after == first for m in group)
                return group[:1] if same else group
            if order == sorted(order):
                agreeing.append(match)
        return agreeing or group

    def _perhaps(self, unfelt: list[Match], at_rest: World, now: float) -> Decision:
        """All looks as before, but a marble of a hole set aside may stand here instead (PP-13)."""
        until = self._waits(now)
        if until is not None:
            return Decision(Kind.WAIT, at_rest, tuple(unfelt), until=until)
        return Decision(Kind.ASK, at_rest, (*unfelt, Match(at_rest, None)))

    def _unseen(self, direct: list[Match], now: float) -> Decision | None:
        """Whether what is in the hand may already stand where no sensor is believed (PP-13)."""
        found = each_once(m for m in direct if m.fit and m.fit.hidden)
        if not found or self.denied:
            return None
        due = now if self.changed_at is None else self.changed_at + UNSEEN_SECONDS
        due = max(due, self._ask_from)
        if now < due:
            return replace(_partial(direct), until=due)
        return Decision(Kind.UNSEEN, found[0].world, tuple(self._by_lift_order(found)))

    # ---------------------------------------------------------------- nothing fits as it stands

    def _unnamed(self, now: float) -> Decision | None:
        """Moves of a card that nobody has named yet (PP-7)."""
        found = [m for m in self._matches(self.state.worlds, inferred=True) if begun(m)]
        if not found:
            return None
        placed = [m for m in found if m.fit and not m.fit.held]
        if not placed:
            return Decision(Kind.LIFTED, found[0].world, tuple(found))
        until = self._waits(now)
        if until is not None:
            return Decision(Kind.WAIT, placed[0].world, tuple(placed), until=until)
        return Decision(Kind.CARD, placed[0].world, tuple(placed))

    def _crossed(self, at_rest: World, now: float) -> Decision | None:
        """Marbles out together stand in each other's holes, or in their own: a card's, or nothing.

        All holes look as before, so it is asked also where no card is named yet (PP-3, PP-7). Not
        where a marble was led back: there the lights said what belongs where (PP-8, PP-10).
        """
        if self._led or self.disorder or not self.options.carded or len(self.state.worlds) < 2:
            return None
        found = [
            m
            for m in self._matches(self.state.worlds, inferred=True)
            if m.fit and m.fit.complete and self._all_lifted(m.world)
        ]
        if not found:
            return None
        until = self._waits(now)
        kind = Kind.CARD if until is None else Kind.WAIT
        return Decision(kind, at_rest, (*found, Match(at_rest, None)), until=until)

    def _all_lifted(self, world: World) -> bool:
        """Whether every marble that is out of place was in a hand, and stands on the board."""
        away = self.state.blocking(world)
        return all(d.at != HAND and d.marble in world.lifts for d in away)

    def _unexplained(self, worlds: Sequence[World], now: float) -> Decision:
        """A stray marble, one wrongly put, or disorder."""
        state = self.state
        least = min(len(state.blocking(world)) for world in worlds)
        likely = [world for world in worlds if len(state.blocking(world)) == least]
        # Somebody's marble in a hand beside a whole move is likelier than any other slip.
        beside = (one for world in likely[:MOST_READ] for one in self._one_amiss(world))
        for decision, fits in beside:
            if decision.kind is Kind.STRAY and any(found.complete for found in fits):
                return decision
        first = next((decision for decision, _ in self._one_amiss(likely[0])), None)
        if first is not None:
            found = first if first.kind is Kind.STRAY else self._settled(first, now)
            self._led = self._led or found.kind is Kind.WRONG
            return found
        world = likely[0]
        found = self._settled(Decision(Kind.CORRECTION, world), now)
        self.disorder = self.disorder or found.kind is Kind.CORRECTION
        return found

    def _one_amiss(self, world: World) -> Iterator[tuple[Decision, list[Fit]]]:
        """The world as one marble astray or wrongly put beside what can be explained, and how."""
        state = self.state
        away = state.blocking(world)
        for d in away:
            if d.marble in self.owed or not state.marbles[d.marble].place:
                continue
            others = tuple(x for x in state.deviations(world) if x.marble != d.marble)
            fits = self._fits(world, others) if len(away) > 1 else []
            if fits or len(away) == 1:
                kind = Kind.STRAY if d.at == HAND else Kind.WRONG
                yield Decision(kind, world, marble=d.marble), fits

    def _fits(self, world: World, away: tuple[Deviation, ...]) -> list[Fit]:
        options = (*self.options.direct, *self.options.inferred)
        found = (fit(self.state, away, world, option) for option in options)
        return [one for one in found if one is not None]

    def _settled(self, decision: Decision, now: float) -> Decision:
        """That decision once the hands have been still for the dwell: counting touches holes."""
        until = self._waits(now)
        if until is None:
            return decision
        return Decision(Kind.WAIT, decision.world, until=until)

    def _waits(self, now: float) -> float | None:
        """The end of the dwell, None when it is over."""
        if self.changed_at is None or now >= self.changed_at + self.dwell:
            return None
        return self.changed_at + self.dwell


def _partial(direct: list[Match]) -> Decision:
    """A marble on its way, or a half that stands."""
    world = direct[0].world
    here = tuple(m for m in direct if m.world is world or m.world == world)
    others = tuple(m for m in direct if m not in here)
    held = any(m.fit and m.fit.held for m in here)
    return Decision(Kind.LIFTED if held else Kind.HALF, world, here + others)
