"""What the table believes about the marbles on the wood: where each stands, in every way it may be.

Sensors tell presence only. A lifted marble is known by where it stood; with several in hand, the
next put may be any of them. The board state keeps every such possibility as a *world*, the likelier
first, and drops those that later prove impossible. It is pure: changes in, worlds out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations
from typing import Final

from companion.wood.marbles import HAND, Deviation, Marble, Standing, World, at_home, paired
from companion.wood.seating import Seating

_OFF: Final = frozenset((HAND,))
"""Home of a marble whose place has no holes."""

MOST_WORLDS: Final = 32
"""More than these are not followed; only a board in disorder has so many."""

MOST_READ: Final = 6
"""Of a board that no action explains so many likely worlds are looked at."""

FLICKER: Final = 0.5
"""A hole that was full for less than so many seconds may have flickered: nothing stood there."""


class BoardState:
    """The marbles of a position and the worlds they may be in.

    ``marbles``  fixed for one position; unknown ones are appended as they appear
    ``present``  holes that are full; ``touched`` holes that changed since the last rest
    ``aside``    holes whose sensors are not believed (PP-13): a marble that belongs there is at
    home while it is seen nowhere else, and may turn up anywhere without having been lifted
    """

    def __init__(
        self,
        seating: Seating,
        marbles: Sequence[Marble],
        world: World,
        aside: frozenset[str] = frozenset(),
    ) -> None:
        self.seating = seating
        self.marbles = list(marbles)
        self.aside = aside
        self._homes = [frozenset(seating.holes.get(m.place, ())) or _OFF for m in marbles]
        self._unseen = Counter(seating.places[hole] for hole in aside)
        self.worlds: list[World] = [self._housed(world)]
        self._stood = self.worlds[0].at
        """Where the marbles stood when the hands were off last."""
        self.present = {hole for hole in world.at if hole != HAND and hole not in aside}
        self.touched: set[str] = set()
        self.guessed = False
        """More was possible than was followed: who stands where is not certain any more."""
        self._lost = False
        """Worlds were dropped since the last rest: the true one may be among them."""
        self._filled: dict[str, float] = {}
        """When holes became full, seconds."""

    @classmethod
    def settle(
        cls,
        seating: Seating,
        occupancy: Mapping[str, tuple[str, ...]],
        standing: Iterable[Standing],
        waiting: Counter[tuple[str, str]] | None = None,
        aside: frozenset[str] = frozenset(),
    ) -> BoardState:
        """Pair what stands on the wood with what the position says, nearest first (PP-17).

        ``waiting`` counts the (token, place) debts that do not block play (PP-6).
        """
        marbles, at = paired(seating, occupancy, list(standing))
        owed = Counter(waiting or ())
        for i, marble in enumerate(marbles):
            key = (marble.token, marble.place)
            if owed[key] > 0 and not at_home(seating, marble, at[i]):
                owed[key] -= 1
                marbles[i] = Marble(marble.token, marble.place, True)
        return cls(seating, marbles, World(tuple(at)), aside)

    def again(self, believed: World, aside: frozenset[str], nowhere: Set[str]) -> BoardState:
        """The same known marbles with other sensors set aside; holes ``nowhere`` hold none.

        Which place each came from, and in what order they were lifted, stays known. As it is not
        sure what stands where, a board whose holes fit will be taken to fit.
        """
        known = [i for i, marble in enumerate(self.marbles) if marble.token]
        number = {old: new for new, old in enumerate(known)}
        marbles = [self.marbles[i] for i in known]
        worlds = [
            World(
                tuple(HAND if world.at[i] in nowhere else world.at[i] for i in known),
                tuple(number[i] for i in world.lifts if i in number),
            )
            for world in (believed, *self.worlds)
        ]
        out = BoardState(self.seating, marbles, worlds[0], aside)
        agreeing = [w for w in map(out._housed, worlds) if out.felt(w) == out.present]
        out.worlds = out._distinct(agreeing or out.worlds)
        out.touched, out.guessed = set(self.touched), True
        out._stood = tuple(self._stood[i] if i < len(self._stood) else HAND for i in known)
        return out

    # ------------------------------------------------------------------------------- changes

    def change(self, hole: str, present: bool, now: float = 0.0, token: str = "") -> bool:
        """A hole became full or empty; False when that is no news, or not believed (PP-13).

        ``now`` in seconds: a hole that was full for a blink only may not have been (``FLICKER``).
        ``token``: the hand said that it puts this one (PP-3); empty where no hand said anything.
        """
        if hole in self.aside or (hole in self.present) == present:
            return False
        self.touched.add(hole)
        if present:
            self.present.add(hole)
            self._put(hole, token)
            self._filled[hole] = now
        else:
            self.present.discard(hole)
            filled = self._filled.pop(hole, None)
            blink = filled is not None and now - filled < FLICKER
            self._lift(hole, filled if blink else None)
        return True

    def shift_in_groups(self, full: set[str], unseen: Set[str] = frozenset()) -> None:
        """Marbles of a group that stand in other holes of it than believed are moved there.

        After a restart nobody knows which were used; ``unseen`` ones may hold what is missing.
        """
        for place, holes in self.seating.holes.items():
            left = [h for h in holes if h in self.present and h not in full]
            taken = [h for h in holes if h in full and h not in self.present]
            taken += [h for h in holes if h in unseen and h not in self.worlds[0].at]
            for frm, to in zip(left, taken, strict=False) if place else ():
                self.present = self.present - {frm} | ({to} - self.aside)
                self.worlds = [
                    World(tuple([to if at == frm else at for at in world.at]), world.lifts)
                    for world in self.worlds
                ]

    def taken_unseen(self) -> None:
        """Of a picture after a power cut: who seems to stand in a pen may have captured, unseen.

        A full hole that stays full tells nothing of it (PP-15). So each marble of a pen that stands
        where the position has it may have gone home, and one that was lifted may stand there now.
        """
        worlds = [other for world in self.worlds for other in self._captures(world)]
        self.touched.update(hole for _, hole in worlds)
        self.worlds = self._distinct([*self.worlds, *(world for world, _ in worlds)])

    def _captures(self, world: World) -> Iterator[tuple[World, str]]:
        """The worlds in which a marble of ``lifts`` changed places with one it sent home; where."""
        for i in world.lifts:
            pen = self.seating.places.get(world.at[i], "")
            if len(self.seating.holes.get(pen, ())) < 2 or self.home(i, world.at[i]):
                continue
            own = {marble.token for marble in self.marbles if marble.place == pen}
            for j, hole in enumerate(world.at):
                victim = self.marbles[j]
                if victim.token in own and victim.place != pen and hole and self.home(j, hole):
                    at = list(world.at)
                    at[i], at[j] = hole, world.at[i]
                    yield World(tuple(at), (j, *world.lifts)), hole

    def exchanged_unseen(self, stood: Set[str], put: Set[str]) -> None:
        """Of a picture after a power cut: who was put down meanwhile may be who stood elsewhere.

        A hole of ``stood`` that stays full may have been empty, too; ``put`` holes became full.
        """
        worlds = list(self.worlds)
        for at, lifts in self.worlds:
            came = [i for i in lifts if at[i] in put]
            for j in (j for j, hole in enumerate(at) if hole in stood):
                for i in (i for i in came if self.marbles[i].token != self.marbles[j].token):
                    there = list(at)
                    there[i], there[j] = at[j], at[i]
                    worlds.append(World(tuple(there), (*(k for k in lifts if k != j), j)))
        self.touched |= stood
        self.worlds = self._distinct(worlds)

    def _lift(self, hole: str, blinked: float | None) -> None:
        """``blinked``: when the hole became full, if that was a blink ago; else None."""
        worlds: list[World] = []
        elsewhere: list[World] = []
        if blinked is None:  # a hand lifts a marble of this game rather than nothing
            known = [w for w in self.worlds if self.tokens(w).get(hole)]
            self.worlds = known or self.worlds
        for at, lifts in self.worlds:
            if hole not in at:
                continue  # this world was wrong: nothing stood there
            i = at.index(hole)
            before = tuple(j for j in lifts if j != i)
            worlds.append(World((*at[:i], HAND, *at[i + 1 :]), (*before, i)))
            if blinked is not None and self.marbles[i].token:
                elsewhere += self._never_here(worlds[-1], i, blinked)
        self.worlds = self._distinct([*worlds, *elsewhere] or self.worlds)

    def _lied_before(self, world: World) -> Iterator[World]:
        """One full hole more than marbles in hands: an earlier one of this gesture may be empty.

        Each marble lifted and put since may be here, in the place of the one that nobody knows.
        """
        unknown = len(self.marbles) - 1
        for i in world.lifts:
            if self.marbles[i].token and world.at[i] != HAND and not self.home(i, world.at[i]):
                there = list(world.at)
                there[i], there[unknown] = there[unknown], there[i]
                yield World(tuple(there), world.lifts)

    def _never_here(self, world: World, marble: int, since: float) -> Iterator[World]:
        """It was no marble but a sensor that flickered: the one thought to be here went elsewhere.

        To a hole that has become full meanwhile, in which a marble stands that nobody knows.
        """
        for j, at in enumerate(world.at):
            if at != HAND and not self.marbles[j].token and self._filled.get(at, 0.0) >= since:
                there = list(world.at)
                there[marble], there[j] = at, HAND
                yield World(tuple(there), world.lifts)

    def _put(self, hole: str, token: str) -> None:
        came = [(i, world) for world in self.worlds for i in self._hand_order(world, hole)]
        # What the hand said is evidence: it decides wherever it agrees with what is possible.
        told = [(i, world) for i, world in came if token and self.marbles[i].token == token]
        worlds = [World((*w.at[:i], hole, *w.at[i + 1 :]), w.lifts) for i, w in told or came]
        if not worlds:
            self.marbles.append(Marble("", ""))
            self._homes.append(_OFF)
            worlds = [World((*at, hole), lifts) for at, lifts in self.worlds]
            worlds += [other for world in worlds for other in self._lied_before(world)]
        if self._lost and not told:
            worlds += [
                other for world in self.worlds for other in self._home_after_all(world, hole)
            ]
        self.worlds = self._distinct(worlds)

    def _home_after_all(self, world: World, hole: str) -> Iterator[World]:
        """The hole's own marble stands in it, and where it was believed to stand another does.

        So the lights that ask for it are not at odds with the hand that brings it (PP-10). The
        other is one of those in hands, or one that may have left a hole set aside. Only of a marble
        that has no like: of others the readings are fewer, and the shortest ways are led.
        """
        place = self.seating.places.get(hole, "")
        tokens = Counter(marble.token for marble in self.marbles)
        for i, at in enumerate(world.at):
            mine = self.marbles[i].place == place and tokens[self.marbles[i].token] == 1
            if not mine or at in (HAND, hole):
                continue
            for j, other in enumerate(world.at):
                if other == HAND or other in self.aside:
                    there = list(world.at)
                    there[i], there[j] = hole, at
                    yield World(tuple(there), world.lifts)

    def _hand_order(self, world: World, hole: str) -> list[int]:
        """Marbles that may be put here, the likelier first, alike ones once.

        A marble that belongs here is likeliest (it goes home), then the last lifted, then those
        off the board for longer; one that may have left a hole set aside comes last.
        """
        place = self.seating.places.get(hole, "")
        chosen: dict[tuple[Marble, bool], tuple[bool, bool, int, int]] = {}
        for i, marble in enumerate(self.marbles):
            if world.at[i] != HAND and world.at[i] not in self.aside:
                continue
            last = world.lifts.index(i) if i in world.lifts else -1
            rank = (marble.place != place, world.at[i] != HAND, -last, i)
            key = (marble, last >= 0 and marble.place == "")
            if key not in chosen or rank < chosen[key]:
                chosen[key] = rank
        return [i for *_, i in sorted(chosen.values())]

    def _distinct(self, worlds: list[World]) -> list[World]:
        """Without worlds that differ only in which of two alike marbles is where.

        Of those the one stays in which a captured marble waits in the hand and none has moved on.
        """
        if len(worlds) == 1:
            return worlds
        found: dict[tuple[tuple[str, str], ...], tuple[int, World]] = {}
        for world in worlds:
            out = self.deviations(world)
            moved = sum(self.marbles[i].waiting and at != HAND for i, at in out)
            away = sorted((f"{self.marbles[i].token}>{self.marbles[i].place}", at) for i, at in out)
            best = found.setdefault(tuple(away), (moved, world))
            if moved < best[0]:
                found[tuple(away)] = moved, world
        distinct = [world for _, world in found.values()]
        if len(distinct) <= MOST_WORLDS:
            return distinct
        self.guessed = self._lost = True
        return sorted(distinct, key=lambda w: len(self.deviations(w)))[:MOST_WORLDS]

    def plain(self, world: World) -> World:
        """The same marbles on the same holes, alike ones told apart so that most are at home.

        Two red marbles that changed places are no change. A marble that nobody knows, in a hole
        whose own marble is missing, is that one.
        """
        away = [i for i, at in enumerate(world.at) if not self.home(i, at)]
        if not away:
            return world
        at = list(world.at)
        self._let_wait(at, [i for i in away if at[i] == HAND and not self.marbles[i].waiting])
        for i in away:
            holes = self.seating.holes.get(self.marbles[i].place, ())
            for j in away:
                known = self.marbles[j].token or (at[i] == HAND and self.marbles[i].token)
                if at[j] in holes and known == self.marbles[i].token:
                    if not self.home(i, at[i]):
                        at[i], at[j] = at[j], at[i]
                    break
        return World(tuple(at), world.lifts) if at != list(world.at) else world

    def exchanged(self, worlds: Sequence[World], owed: Set[Deviation]) -> list[World]:
        """These worlds with two alike marbles that are out of place told apart the other way.

        Who put two of a colour down after some to and fro may have crossed them (PP-1); not those
        that stand as they did when the position began: they are no gesture (PP-17).
        """
        out = []
        for world in worlds[:MOST_READ]:
            away = [d for d in self.deviations(world) if d.at != HAND and d not in owed]
            for one, other in combinations(away, 2):
                if self.marbles[one.marble].token == self.marbles[other.marble].token:
                    at = list(world.at)
                    at[one.marble], at[other.marble] = other.at, one.at
                    out.append(World(tuple(at), world.lifts))
        return out

    def _let_wait(self, at: list[str], held: list[int]) -> None:
        """Of two alike marbles of a pen, one home and one in the hand, the captured one waits."""
        for i in held:
            captured = Marble(self.marbles[i].token, self.marbles[i].place, True)
            for j, marble in enumerate(self.marbles):
                if marble == captured and at[j] != HAND and self.home(j, at[j]):
                    at[i], at[j] = at[j], at[i]
                    break

    def set_right(self) -> World | None:
        """The world in which every full hole holds what belongs there; None if one is amiss.

        For a board of which too much was possible: when its holes fit, it is taken to fit.
        """
        free = set(self.present)
        at = [HAND] * len(self.marbles)
        for i in sorted(range(len(self.marbles)), key=lambda i: self.marbles[i].waiting):
            holes = self.seating.holes.get(self.marbles[i].place, ())
            hole = next((h for h in holes if h in free), None)
            if hole is not None:
                at[i] = hole
                free.discard(hole)
            elif holes and not self.marbles[i].waiting and not self.aside.intersection(holes):
                return None
        world = World(tuple(at))
        return None if free or self.blocking(world) else world

    # ------------------------------------------------------------------------------- questions

    def home(self, marble: int, at: str) -> bool:
        """Whether that marble stands where the position has it."""
        return at in self._homes[marble]

    def deviations(self, world: World) -> tuple[Deviation, ...]:
        """The marbles that are not where the position has them."""
        homes = self._homes
        away = [Deviation(i, at) for i, at in enumerate(world.at) if at not in homes[i]]
        return tuple(self._but_unseen(world, away) if self.aside else away)

    def _but_unseen(self, world: World, away: list[Deviation]) -> list[Deviation]:
        """Without the marbles that may stand, unseen, in a hole of theirs that is set aside."""
        room = self._room(world)
        out = []
        for d in away:
            place = self.marbles[d.marble].place
            if d.at == HAND and room[place] > 0:
                room[place] -= 1
            else:
                out.append(d)
        return out

    def _room(self, world: World) -> Counter[str]:
        """Place → its holes set aside in which nothing is believed to stand."""
        taken = Counter(self.seating.places[at] for at in world.at if at in self.aside)
        return self._unseen - taken

    def stands_unseen(self, place: str, world: World) -> bool:
        """Whether a marble is believed to stand in a hole of that place that is set aside."""
        holes = self.seating.holes.get(place, ())
        return any(hole in self.aside and hole in world.at for hole in holes)

    def unfelt(self, marble: int, world: World) -> bool:
        """Whether that marble is believed to have left a hole set aside, though none was lifted."""
        holes = self.seating.holes.get(self.marbles[marble].place, ())
        return marble not in world.lifts and not self.aside.isdisjoint(holes)

    def stayed(self, marble: int, world: World) -> bool:
        """Whether that marble stands where it stood when the hands were off last: an old debt."""
        stood = self._stood[marble] if marble < len(self._stood) else HAND
        return stood != HAND and marble not in world.lifts and world.at[marble] == stood

    def unseen(self, place: str, world: World) -> str:
        """A hole of that place that is set aside and may be free, empty text if there is none.

        A hole is free for a marble that comes where what stood there may have left unseen.
        """
        holes = [hole for hole in self.seating.holes.get(place, ()) if hole in self.aside]
        if len(self.seating.holes.get(place, ())) > 1:
            holes = [hole for hole in holes if hole not in world.at]
        return holes[0] if holes else ""

    def _housed(self, world: World) -> World:
        """The same, with every marble that may stand unseen in a hole of its own, put there.

        One believed in a hole set aside that is not its own has left it.
        """
        if not self.aside:
            return world
        at = [
            HAND if hole in self.aside and hole not in self._homes[i] else hole
            for i, hole in enumerate(world.at)
        ]
        for i, marble in enumerate(self.marbles):
            holes = self.seating.holes.get(marble.place, ())
            if at[i] == HAND:
                at[i] = next((h for h in holes if h in self.aside and h not in at), HAND)
        return World(tuple(at), world.lifts)

    def felt(self, world: World) -> set[str]:
        """Holes that are full in that world and whose sensors are believed."""
        return self.full(world) - self.aside - {HAND}

    def full(self, world: World) -> set[str]:
        """Holes in which a marble stands or is believed to stand."""
        return {at for at in world.at if at != HAND}

    def way(self, marble: int, at: str) -> float:
        """How far a hole is from where that marble belongs, in board units; 0 for a tray."""
        holes = self.seating.holes.get(self.marbles[marble].place, ())
        return min((self.seating.distance(at, hole) for hole in holes), default=0.0)

    def blocking(self, world: World) -> tuple[Deviation, ...]:
        """Deviations but for captured marbles still in a hand (PP-6)."""
        return tuple(
            d for d in self.deviations(world) if d.at != HAND or not self.marbles[d.marble].waiting
        )

    def keep(self, world: World) -> None:
        """Believe in that world alone."""
        self.worlds = [world]

    def rest(self, world: World) -> None:
        """The hands are off: believe that world, forget what was touched and lifted."""
        self.worlds = [World(self._housed(world).at)]
        self._stood = self.worlds[0].at
        self.touched.clear()
        self.guessed = self._lost = False
        at = self.worlds[0].at
        for i, marble in enumerate(self.marbles):
            if marble.waiting and self.home(i, at[i]):
                self.marbles[i] = Marble(marble.token, marble.place)

    def standing(self, world: World) -> list[Standing]:
        """Token and hole of every marble (unknown ones that left the board are forgotten)."""
        return [
            (marble.token, at)
            for marble, at in zip(self.marbles, world.at, strict=True)
            if at != HAND or marble.token
        ]

    def in_hand(self, world: World) -> list[int]:
        """Marbles in a hand, the last lifted last; those on their tray are not in hand."""
        out = [i for i, at in enumerate(world.at) if at == HAND and not self.home(i, HAND)]
        return sorted(out, key=lambda i: (world.lifts.index(i) if i in world.lifts else -1, i))

    def free_holes(self, place: str, world: World) -> list[str]:
        """Holes of a place that are empty, or held by a marble that belongs elsewhere.

        Those that somebody touched come first: of a pen, the hole that a marble was lifted from.
        """
        by_hole = {at: i for i, at in enumerate(world.at) if at != HAND}
        free = [
            hole
            for hole in self.seating.holes.get(place, ())
            if hole not in by_hole or not self.home(by_hole[hole], hole)
        ]
        return sorted(free, key=lambda hole: hole not in self.touched) if len(free) > 1 else free

    def tokens(self, world: World) -> dict[str, str]:
        """Hole → token believed to stand there (empty: unknown)."""
        return {at: self.marbles[i].token for i, at in enumerate(world.at) if at != HAND}
