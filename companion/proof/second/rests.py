"""Rests: people follow the table until all is well, the judge looks, and play goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Final

from engine.action import Action
from engine.board import IN_HAND
from engine.errors import IllegalAction
from engine.game import CHANCE, Position, acting

from .alternatives import fewest, told
from .answering import about_cards
from .judge import ALIKE, WRONG, Finding, Stuck, at_rest
from .memory import Meant, Memory, letting_go
from .people import People
from .performing import Performer
from .report import Report
from .seen import Seen
from .strokes import Planner, is_swap, plan
from .world import World, colours, wanted

TRIES: Final = 3
"""So many times people play again what they were led back from."""
NOT_ASKED: Final = "not-your-turn"
"""The refusal of a word of which the table has no need."""
LATER: Final = 4.0
"""After so many seconds the judge looks once more: a table may still be thinking."""


class Misread(Exception):
    """The judge has found something; ``args[0]`` is the Finding."""


class Rests:
    """The rests of one case. ``ignoring``: for so many gestures more nobody looks at a question."""

    def __init__(self, people: People, performer: Performer, report: Report) -> None:
        self.people = people
        self.talk = people.talk
        self.world: World = people.world
        self.memory: Memory = people.memory
        self.performer = performer
        self.report = report
        self.ignoring = 0
        self.left_open: dict[str, float] = {}
        """Places of which a question was asked since the last rest that nobody answered, and since
        when: it had to live."""
        self.last: tuple[dict[str, str], list[str]] = (dict(self.world.wood), [])
        """Wood and hands at the last rest."""
        self.rested_at = 0.0

    # ------------------------------------------------------------------------------- resting

    def rest(self, lying: bool = False) -> None:
        """Settle, judge, and play again what the lights have led back from.

        ``lying``: the first question is answered wrongly, and that is then taken back.
        """
        if self.ignoring:
            return
        for _ in range(TRIES):
            now = self._settled(lying)
            if lying:
                lying = False
                now = self._taken_back(now)
            finding = at_rest(now, self.memory, self.world)
            if finding is not None:
                self.talk.wait(LATER)
                now = self._settled(False)
                finding = at_rest(now, self.memory, self.world)
            if finding is not None:
                raise Misread(finding)
            place = self.memory.place(now.position)
            assert place is not None
            following = self.memory.after(place)
            if not following:
                self._rested()
                return
            self.report.again += 1
            self.memory.back(place + 1)
            self._replay([one.action for one in following if one.action is not None])
        raise Stuck("Played again and again, and never taken.")

    def _settled(self, lying: bool) -> Seen:
        asked, corrected = len(self.people.asked), self.people.corrections
        try:
            return self.people.settle(lying)
        finally:
            doubts = sum(list(self.people.asked.values())[asked:])
            self.report.settled(doubts, self.people.corrections - corrected)

    def _rested(self) -> None:
        self.report.replaced.update(dict.fromkeys(self.report.since, self.talk.replaced()))
        self.report.since.clear()
        self.memory.rested = len(self.memory.meant) - 1
        self.talk.forget()
        self.world.crossed = 0
        self.rested_at = self.talk.at
        self.left_open = {}
        self.last = (dict(self.world.wood), [held.token for held in self.world.hand])

    def _taken_back(self, now: Seen) -> Seen:
        """What followed from a wrong answer is undone, and the wood is set as the table has it."""
        for _ in range(8):
            position = self._shown(now)
            if position is None:
                self.people.take_back()
            elif not self.people.follower.mend(position):
                if now.fits:
                    return now
            else:
                while self.people.follower.mend(position):
                    pass
            self.talk.wait(0.8)
            now = self._settled(False)
        return now

    def _shown(self, now: Seen) -> Position | None:
        """The table's position, if people ever meant it."""
        if self.memory.overtaken(now.position):
            return self.memory.now
        place = self.memory.place(now.position)
        return None if place is None else self.memory.meant[place].position

    # ------------------------------------------------------------------------------- telling

    def tell(self, told: tuple[Action, ...]) -> bool:
        """Cards, dice and claims, in order; a refusal ends hurry: they look first.

        Who leaves a question alone may also do without the page's word for a card, but not for
        what no hand can tell. False if they have seen that this is past.
        """
        for action in told:
            if "claim" in action.params and self.people.sees_dice():
                return False
            refusal = self.people.tell(action)
            if refusal is not None and not (self.ignoring and action.prelude):
                self.ignoring = 0
                self.rest()
                if action not in self.memory.now.legal():
                    return False
                refusal = self.people.tell(action)
                if refusal is not None and self.memory.unseen():
                    return False  # the clock has let it go by for them
                if refusal == NOT_ASKED and letting_go(action):
                    return False  # that was heard before, and nobody can see it on the table
                if refusal is not None:
                    raise Stuck(f"{action.text} is refused at rest: {refusal}.")
            try:
                self.memory.add(action, self.memory.now.apply(action.text).position)
            except IllegalAction:
                return False  # they have something else in mind by now
            self.people.hands.pause(0.4, 1.6)
        return True

    def plan(self, before: Position, action: Action) -> Planner | None:
        """The strokes of an action on the wood as it is; None if the wood does not fit it."""
        planner = plan(before, self.world.wood, action, self.people.rng)
        return None if planner.lost or not planner.found else planner

    def _replay(self, actions: list[Action]) -> None:
        moved: tuple[int, ...] = ()
        for action in actions:
            before = self.memory.now
            if moved == acting(before) != ():  # else that hand seems to count on
                self.talk.wait(self.people.rng.uniform(0.7, 2.0))
            moved, self.people.mover = (), before
            if before.to_act is CHANCE or action not in before.legal():
                return  # the service throws, and that may be otherwise
            if not action.displacements:
                if not self.tell((action,)):
                    return
                continue
            planner = self.plan(before, action)
            if planner is None:
                raise Stuck(f"{action.text} cannot be played again: the wood does not fit.")
            self.performer.perform(planner.found)
            self.memory.add(action, before.apply(action).position)
            moved = acting(before)
        self.talk.wait(1.5)

    # ------------------------------------------------------------------------------- excusing

    def leave_open(self, seen: Seen) -> None:
        """If a question about hands is shown: nobody answers it. Without lights it may be about any
        place."""
        if seen.ask is None or about_cards(seen.ask):
            return
        places = {space.id: space.place for space in self.memory.now.board.spaces}
        lit = {hole for hole, role in seen.lights.items() if role == "ask"}
        named = {str(one["hole"]) for one in seen.ask["options"] if one.get("hole")}
        for place in {places[hole] for hole in lit | named} or set(places.values()):
            self.left_open.setdefault(place, self.talk.at)

    def excused(self, finding: Finding) -> Finding:
        """The same, or one that says that no reader could have known (``alternatives``)."""
        if finding.verdict != WRONG or (self.left_open and not finding.colours):
            return finding
        position = self.memory.reached(self.talk.look(self.people.seat()).position)
        if position is None or self._still_open(position):
            return finding
        wood, hand = self.last
        most = self.world.crossed
        theirs = fewest(self.talk.edges, wood, hand, position.board, wanted(position), most)
        if theirs is None or self._guessed(position):
            return finding
        return finding._replace(verdict=ALIKE)

    def _still_open(self, position: Position) -> bool:
        """Whether a question was left open of what is mixed up, or of what was moved since."""
        places = {space.id: space.place for space in position.board.spaces}
        moved = any(at > self.left_open.get(places[h], at) for at, h, _ in self.talk.edges)
        return moved or bool(self.left_open.keys() & self._mixed(position))

    def _mixed(self, position: Position) -> set[str]:
        """Places that hold other colours than a position has there."""
        theirs, real = wanted(position), colours(position.board, self.world.wood)
        return {place for place in {*theirs, *real} if theirs.get(place) != real.get(place)}

    def _guessed(self, position: Position) -> bool:
        """PP-3: marbles were out together, and the table has their colours in each other's holes.

        That is asked for, never guessed, wherever an action could exchange them, unless a sleeve
        hid that they were out. So it is wherever pushes may have exchanged any two: there it does
        not matter from where they came. Where nobody may drive from or to these places, none could.
        """
        mixed = self._mixed(position)
        theirs, real = wanted(position), colours(position.board, self.world.wood)
        if not mixed or _totals(theirs) != _totals(real):
            return False
        if position.turn_number is not None:
            pushed = any(map(_reaches(mixed), self.memory.meant[self.memory.open :]))
            return pushed and self._out_together(mixed) and self._changed() >= mixed
        out = self._lifted() >= mixed and self._out_together(mixed)
        return out and any(map(self._exchanges(mixed), self.memory.meant[self.memory.open :]))

    def _lifted(self) -> set[str]:
        """The places from which the sensors saw marbles lifted."""
        places = {space.id: space.place for space in self.memory.now.board.spaces}
        return {places[hole] for _, hole, full in self.talk.edges if not full}

    def _changed(self) -> set[str]:
        """The places of which the sensors told anything."""
        places = {space.id: space.place for space in self.memory.now.board.spaces}
        return {places[hole] for _, hole, _ in self.talk.edges}

    def _out_together(self, mixed: Collection[str]) -> bool:
        """Whether the sensors saw two marbles out at one time: of two of these places, or any two
        when one of the places was filled."""
        places = {space.id: space.place for space in self.memory.now.board.spaces}
        empty: Counter[str] = Counter()
        out = 0
        for _, hole, full in told(self.talk.edges):
            place = places[hole]
            if full and out > 1 and place in mixed:
                return True
            out = max(0, out + (-1 if full else 1))
            if place in mixed:
                empty[place] = max(0, empty[place] + (-1 if full else 1))
            if len(+empty) > 1:
                return True
        return False

    def _exchanges(self, mixed: Collection[str]) -> Callable[[Meant], bool]:
        """Whether an action could exchange marbles of these places then: a swap, or one that takes
        a marble with one out of a pen, into which the taken one was put."""
        places = self.memory.now.board.places
        pens = {place for place in mixed if len(places[place].holes) > 1}

        def could(meant: Meant) -> bool:
            legal = list(meant.position.legal())
            preludes = [action for action in legal if action.prelude]
            legal += [a for one in preludes for a in meant.position.apply(one).position.legal()]
            return any(
                {way.frm, way.to} <= set(mixed) and (is_swap(action) or way.frm in pens)
                for action in legal
                for way in action.displacements
            )

        return could


def _reaches(mixed: Collection[str]) -> Callable[[Meant], bool]:
    """Whether an action could move something from or to one of these places then, but from beside
    the board."""

    def could(meant: Meant) -> bool:
        places = meant.position.board.places
        ways = (way for action in meant.position.legal() for way in action.displacements)
        driven = (way for way in ways if places[way.frm].holes or places[way.frm].kind == IN_HAND)
        return any(not {way.frm, way.to}.isdisjoint(mixed) for way in driven)

    return could


def _totals(places: Mapping[str, Counter[str]]) -> dict[str, int]:
    """Place → how many marbles stand there."""
    return {place: here.total() for place, here in places.items()}
