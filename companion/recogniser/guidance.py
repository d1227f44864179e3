"""What the hands are in the middle of, for lights and sentences: it decides nothing.

The tracker has decided what was played. Here the likely stories are held against the candidates of
the position: what is in the hand and where it may go, what is amiss, what is asked.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import chain

from companion.wood.marbles import HAND, Deviation, World
from engine.action import Action

from .boardstate import BoardState
from .candidates import Fit, Options, fit
from .matching import WHOLE, Match, begun, each_once
from .showing import Kind, Showing


class Guidance:
    """The likely stories of a board, held against what may be announced now.

    ``debts``  holes that were not as the position has them when it began, and are still untouched
    ``cards``  whether a move of a card that nobody named is likely
    ``dwelt``  whether the hands have been still for a dwell
    ``waits``  nothing is decided yet: the board fits only where its sensors say so, but for those
               set ``aside``
    ``called``  empty holes that tokens are owed to, and no hand has put them there yet
    """

    def __init__(
        self,
        state: BoardState,
        options: Options,
        debts: Container[str] = (),
        *,
        cards: bool = False,
        dwelt: bool,
        waits: bool = False,
        aside: Container[str] = (),
        called: Container[str] = (),
    ) -> None:
        self._aside, self._waits, self._called = aside, waits, called
        self._cards = cards
        self._state, self._options, self._debts, self._dwelt = state, options, debts, dwelt
        worlds = list(dict.fromkeys(map(state.plain, state.worlds)))
        worlds = list(dict.fromkeys(w for one in worlds for w in (one, *state.crossed(one))))
        if waits and dwelt:
            worlds = [w for w in worlds if state.blocking(w) or self._is_felt(w)] or worlds
        self._worlds = worlds

    def showing(self) -> Showing:
        """What people are shown while nothing is decided."""
        state = self._state
        at_rest = next((w for w in self._worlds if not state.blocking(w)), None)
        named = self._matches(inferred=False)
        part = [m for m in named if m.fit and not m.fit.complete]
        whole = [m for m in named if m.fit and m.fit.complete]
        if whole and not self._dwelt:
            return Showing(Kind.WAIT, whole[0].world, tuple(whole))
        if at_rest is not None:
            return Showing(self._kind_of_rest(), at_rest)
        if part:
            return _partial(part)
        return self._unnamed() or self._unexplained()

    def card(self, move: Action) -> Showing | None:
        """The question which card it was, for the move that stands (PP-7)."""
        world = self._worlds[0]
        found = [
            Match(world, option, WHOLE)
            for option in self._options.inferred
            if option.action == move
        ]
        return Showing(Kind.CARD, world, tuple(each_once(found))) if found else None

    def hidden(self, aside: Container[str]) -> list[Match]:
        """Moves of which only holes set aside are left: who knows what stands there (PP-13)?

        Of several cards that lead to the same hole, the first counts.
        """
        found: dict[tuple[int, str, str], Match] = {}
        matches = [*self._matches(inferred=False), *self._matches(inferred=True)]
        for match in matches:
            if match.fit is None or not match.fit.held or len(match.fit.remaining) > 1:
                continue
            marble, place = match.fit.held[0]
            for hole in self._state.seating.holes.get(place, ()):
                taken = match.candidate and any(x.frm == place for x in match.candidate.loose)
                if hole in aside and (taken or hole not in match.world.at):
                    seen = match.fit._replace(hidden=(hole,))
                    key = (marble, hole, _choice(match))
                    found.setdefault(key, Match(match.world, match.candidate, seen))
        return list(found.values())

    def cards(self, known: Sequence[Match]) -> list[Match]:
        """The same moves as these by other cards."""
        paths = {m.candidate.path for m in known if m.candidate}
        moves = {m.candidate.action: m.world for m in known if m.candidate and m.candidate.prelude}
        return [
            Match(moves[option.action], option, WHOLE)
            for option in self._options.inferred
            if option.action in moves and option.path not in paths
        ]

    def _kind_of_rest(self) -> Kind:
        """How a board is shown that fits in one likely story. While a marble stands elsewhere in
        another one, or nobody knows its colour, nobody says that all is well: the wait tells, or
        it is asked (I9)."""
        stories = map(self._state.blocking, self._worlds)
        mixed = bool(self._state.unknown) or any(d.at != HAND for away in stories for d in away)
        return Kind.LIFTED if mixed and (self._waits or not self._dwelt) else Kind.REST

    def _is_felt(self, world: World) -> bool:
        """Whether every hole that has a marble in a world is felt full, or set aside."""
        return all(
            at in self._state.present for at in world.at if at != HAND and at not in self._aside
        )

    # ------------------------------------------------------------------------------- matching

    def _matches(self, *, inferred: bool) -> list[Match]:
        return list(self._found(inferred))

    def _found(self, inferred: bool) -> Iterator[Match]:
        state = self._state
        options = self._options.inferred if inferred else self._options.direct
        most = self._options.inferred_reach if inferred else self._options.named_reach
        for world in self._worlds:
            away = state.deviations(world)
            if self._moved(away) > most:
                continue
            if any(d.at in self._debts for d in away):
                continue
            called = [self._is_called(d) for d in away]
            if called and (any(called) if inferred else all(called)):
                continue  # nobody guesses a card for what has to come where it belongs
            for option in options:
                found = fit(state, away, world, option)
                if found is not None:
                    yield Match(world, option, found)

    def _unnamed(self) -> Showing | None:
        """Moves of a card that nobody has named yet (PP-7)."""
        if not self._options.carded:
            return None
        found = [m for m in self._matches(inferred=True) if begun(m)]
        if not found:
            return None
        placed = [m for m in found if m.fit and not m.fit.held]
        if not placed:
            return Showing(Kind.LIFTED, found[0].world, tuple(found))
        if not self._dwelt:
            return Showing(Kind.WAIT, placed[0].world, tuple(placed))
        whole = [m for m in placed if m.fit and m.fit.complete and self._cards]
        return Showing(Kind.CARD, whole[0].world, tuple(each_once(whole))) if whole else None

    # ----------------------------------------------------------------------------- what is amiss

    def _unexplained(self) -> Showing:
        """A stray marble, one wrongly put, or disorder (PP-8, PP-9, PP-10)."""
        state = self._state
        least = min(len(state.blocking(world)) for world in self._worlds)
        worlds = [w for w in self._worlds if len(state.blocking(w)) == least]
        for showing, fits in chain.from_iterable(map(self._one_amiss, worlds)):
            away = [{d.marble for d in state.blocking(w)} for w in self._worlds]
            stray = self._is_known_stray(showing) and all(showing.marble in one for one in away)
            if stray and any(found.complete for found in fits):
                return showing  # nobody is led out of what may be right
        world = worlds[0]
        amiss = list(self._one_amiss(world))
        found = amiss[0][0] if amiss else Showing(Kind.CORRECTION, world)
        if found.kind is Kind.STRAY and not self._is_known_stray(found):
            found = Showing(Kind.CORRECTION, world, unclear=True)
        if found.kind is Kind.WRONG and not self._agreed_at(world.at[found.marble]):
            found = Showing(Kind.CORRECTION, world, unclear=True)
        if found.kind is Kind.WRONG and self._has_no_way_back(world, found.marble):
            found = Showing(Kind.CORRECTION, world)  # no arrow ends where another one stands
        if found.kind is Kind.STRAY or self._dwelt or self._are_called(state.deviations(world)):
            return found
        return Showing(Kind.WAIT, found.world)

    def _is_known_stray(self, showing: Showing) -> bool:
        """Whether a marble is astray in the hand, and no other one may be out instead."""
        return showing.kind is Kind.STRAY and not self._state.may_be_another(showing.marble)

    def _agreed_at(self, hole: str) -> bool:
        """Whether all likely stories have the same marble in that hole, and know it (I4)."""
        here = {self._state.tokens(world).get(hole) for world in self._worlds}
        return len(here) == 1 and hole not in self._state.unknown

    def _has_no_way_back(self, world: World, marble: int) -> bool:
        """Whether other marbles stand where that one belongs."""
        place = self._state.marbles[marble].place
        homes = self._state.seating.holes.get(place)
        return bool(homes) and not ways_back(self._state, world, place, self._options)

    def _one_amiss(self, world: World) -> Iterator[tuple[Showing, list[Fit]]]:
        """The world as one marble astray or wrongly put beside what can be explained, and how."""
        state = self._state
        away = state.blocking(world)
        for d in away:
            if not state.marbles[d.marble].place or self._owed(d) or self._is_exchanged(world, d):
                continue
            others = tuple(x for x in state.deviations(world) if x.marble != d.marble)
            owed = any(x.at in self._debts for x in others)
            fits = self._fits(world, others) if len(away) > 1 and not owed else []
            if fits or len(away) == 1:
                kind = Kind.STRAY if d.at == HAND else Kind.WRONG
                yield Showing(kind, world, marble=d.marble), fits

    def _is_exchanged(self, world: World, d: Deviation) -> bool:
        """Whether a marble stands where another one belongs that stands where it belongs itself."""
        home = self._state.home
        return d.at != HAND and any(
            home(d.marble, other.at) and home(other.marble, d.at)
            for other in self._state.deviations(world)
        )

    def _owed(self, d: Deviation) -> bool:
        """Whether a marble was out of place when the position began, and nobody has touched it."""
        if d.at != HAND:
            return d.at in self._debts
        holes = self._state.seating.holes[self._state.marbles[d.marble].place]
        return bool(holes) and all(hole in self._debts for hole in holes)

    def _are_called(self, away: Sequence[Deviation]) -> bool:
        """Whether all that is out has still to come where it belongs. It is led, and no action
        begins with it (PP-17)."""
        return bool(away) and all(map(self._is_called, away))

    def _is_called(self, d: Deviation) -> bool:
        """Whether a marble of the hand has still to come to its place."""
        holes = self._state.seating.holes.get(self._state.marbles[d.marble].place, ())
        return d.at == HAND and bool(holes) and all(hole in self._called for hole in holes)

    def _moved(self, away: Sequence[Deviation]) -> int:
        """How many of these marbles an action must explain; captured ones wait in a hand."""
        marbles = self._state.marbles
        return sum([not marbles[d.marble].waiting for d in away])

    def _fits(self, world: World, away: Sequence[Deviation]) -> list[Fit]:
        if self._moved(away) > max(self._options.named_reach, self._options.inferred_reach):
            return []
        options = (*self._options.direct, *self._options.inferred)
        found = (fit(self._state, away, world, option) for option in options)
        return [one for one in found if one is not None]


def ways_back(state: BoardState, world: World, place: str, options: Options) -> list[str]:
    """The empty holes that a marble of this place may go back to, those that are felt full last.

    If a capture that was begun has filled its own, these are of the captured marble's pen.
    """
    pens = [loose.to for option in options.direct for loose in option.loose if loose.frm == place]
    holes = [hole for one in (place, *pens) for hole in state.free_holes(one, world)]
    full = state.full(world)
    empty = [hole for hole in holes if hole not in full]
    return sorted(empty, key=lambda hole: hole in state.present) if len(empty) > 1 else empty


def _choice(match: Match) -> str:
    """What the action of a reading declares besides its ways."""
    return "|".join(match.candidate.action.params.values()) if match.candidate else ""


def _partial(found: Sequence[Match]) -> Showing:
    """A marble on its way, or a half that stands."""
    world = found[0].world
    here = tuple(m for m in found if m.world == world)
    others = tuple(m for m in found if m not in here)
    held = any(m.fit and m.fit.held for m in here)
    return Showing(Kind.LIFTED if held else Kind.HALF, world, here + others)
