"""Breadth first over the true world and the tracker's state together: every pair once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from companion.recogniser.decisions import Ask, Rest
from companion.recogniser.endings import EMPTY
from companion.recogniser.facts import Answer, Fact, Told, Waited
from companion.recogniser.options import Option
from companion.recogniser.saying import is_taken
from companion.recogniser.state import price
from companion.recogniser.tracker import step

from .judge import ahead, faults_of, must_live, price_of_truth
from .obeying import Obeying, Person
from .people import UNSEEN, Happening, People, Table
from .reading import Readings
from .steps import faults_at_rest, faults_of_step, idle
from .toy import Moment, Toy
from .world import World


class Node(NamedTuple):
    """A true world, the tracker's state by number, and the faults so far."""

    world: World
    state: int
    faults: str


@dataclass(slots=True)
class Found:
    """What the check visited and what it found."""

    nodes: int = 0
    states: int = 0
    most: int = 0
    edges: int = 0
    seconds: float = 0.0
    obeying: float = 0.0
    cut_short: bool = False
    counted: Counter[tuple[str, str]] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    traces: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    @property
    def violations(self) -> int:
        """How many visited states break an invariant."""
        return sum(n for (name, _), n in self.counted.items() if not name.startswith("argue"))


class Check:
    """One run: a toy game, where it begins, and how far it goes."""

    def __init__(
        self, toy: Toy, start: Moment, edges: int, faults: int, kinds: str, behind: int = 1
    ) -> None:
        self.toy: Final = toy
        self.readings: Final = Readings(toy, behind)
        self.edges: Final = edges
        self.people: Final = People(toy, faults, kinds)
        self.came: Final[dict[Node, tuple[Node, str] | None]] = {}
        self.found: Final = Found()
        self._judged: Final[set[tuple[int, Fact]]] = set()
        self._met: Final[set[int]] = set()
        first = Node(World((), start, toy.set_out(start)), self.readings.begin(start), "")
        self.came[first] = None
        self._layer = [first]

    def run(self, seconds: float = 1e9) -> Found:
        """Visit everything, a layer for each edge; stop where the time is over."""
        began = time.process_time()
        for depth in range(self.edges + 1):
            self._without_edges(self._layer)
            self.found.edges = depth
            if depth == self.edges:
                break
            after: list[Node] = []
            for n, node in enumerate(self._layer):
                for other, by in self._one_edge(node):
                    self._reach(other, node, by, after)
                if n % 256 == 0 and time.process_time() - began > seconds:
                    self.found.cut_short = True
                    break
            if self.found.cut_short:
                break
            self._layer = after
        self.found.nodes, self.found.states = len(self.came), len(self.readings.states)
        self.found.most = self.readings.most
        self.found.seconds = time.process_time() - began
        return self.found

    def obey(self) -> None:
        """From every node that was reached, somebody does as told (I5)."""
        began = time.process_time()
        for obeying in (Obeying(self.readings), Obeying(self.readings, hasty=True)):
            for node in self.came:
                world = node.world
                log = ahead(self.toy, world) or world.log
                result = obeying.outcome(Person(node.state, world.wood, world.hand, log))
                if result:
                    self._note(result, node, obeying.did)
        self.found.obeying = time.process_time() - began

    # -- going on --

    def _reach(self, node: Node, before: Node, by: str, after: list[Node]) -> None:
        truth = price_of_truth(self.readings, node.world, node.state)
        lost = truth is None and not node.world.apart
        if (truth is None) != node.world.apart:
            node = node._replace(world=node.world._replace(apart=truth is None))
        if node in self.came:
            return
        self.came[node] = (before, by)
        after.append(node)
        self.found.decided[type(self.readings.decisions[node.state]).__name__] += 1
        resting = isinstance(self.readings.decisions[node.state], Rest)
        if lost and not resting:
            had = price_of_truth(self.readings, before.world, before.state)
            stories = self.readings.states[before.state].stories
            least = min(map(price, stories))
            cheaper = max(h.standing - (price((h, cost)) - least) for h, cost in stories)
            if must_live(node.faults, had, by, max(0, cheaper)):
                self._note("I2 the truth is lost", node)
        wrong = faults_of(self.readings, node.world, node.state, node.faults)
        for fault in (*wrong, *self._faults_of_state(node.state)):
            self._note(fault, node)

    def _note(self, fault: str, node: Node, then: Sequence[str] = ()) -> None:
        key = fault, node.faults
        self.found.counted[key] += 1
        if key not in self.found.traces or (then and len(self.found.traces[key]) > 60):
            self.found.traces[key] = [*self.trace(node), *(["obeys"] if then else ()), *then]

    def trace(self, node: Node) -> list[str]:
        """The shortest way to a node, and what was true and decided there."""
        lines = [
            f"true {' '.join(node.world.log)} | committed "
            f"{' '.join(s.text for s in self.readings.states[node.state].committed)} | "
            f"{self.readings.decisions[node.state]}"
        ]
        at: Node | None = node
        while at is not None and (came := self.came[at]) is not None:
            at, by = came
            lines.append(by)
        return lines[::-1]

    def _go(self, node: Node, happening: Happening) -> Node | None:
        """The node after it; None where it was refused, or the anchor passed what is not true."""
        world, faults, number = happening.world, happening.faults, node.state
        for fact in happening.facts:
            state = self.readings.states[number]
            if isinstance(fact, Told) and not is_taken(self.readings.board, state, fact):
                if not faults:
                    self._note("I0 what may be said is refused", node, [fact.text])
                return None
            went = self.readings.after(number, fact)
            for fault in self._faults_of_step(number, fact):
                self._note(fault, node, [happening.text])
            moment = state.anchor
            for text in world.log[: went.passed]:
                moment = self.toy.after(moment, text)
            if moment != self.readings.states[went.to].anchor:
                self._note("argue: the anchor passed a wrong step", node)
                return None
            world, number = world._replace(log=world.log[went.passed :]), went.to
        return Node(world, number, faults)

    def _faults_of_step(self, number: int, fact: Fact) -> list[str]:
        """What is wrong with a step, told the first time that it is made."""
        if (number, fact) in self._judged:
            return []
        self._judged.add((number, fact))
        states, went = self.readings.states, self.readings.after(number, fact)
        before, after = states[number], states[went.to]
        return list(faults_of_step(self.toy, before, fact, after, went.passed))

    def _faults_of_state(self, number: int) -> Iterator[str]:
        """What is wrong with a state by itself, told the first time that it is met."""
        if number in self._met:
            return
        self._met.add(number)
        state, decision = self.readings.states[number], self.readings.decisions[number]
        yield from faults_at_rest(self.toy, state, decision)
        for fact in idle(state):
            after = step(self.readings.board, state, fact)
            if after != state:
                yield f"I7 {type(fact).__name__} with nothing new changes what is known"

    def _table(self, node: Node) -> Table:
        state, decision = self.readings.states[node.state], self.readings.decisions[node.state]
        came = self.came[node]
        return Table(
            levels=state.levels,
            dwelt=state.dwelt,
            asked=isinstance(decision, Ask),
            resting=isinstance(decision, Rest),
            unseen=came is not None and came[1].endswith(UNSEEN),
            lit=frozenset((one.hole, one.wants) for one in state.read if one.has == EMPTY),
        )

    def _one_edge(self, node: Node) -> Iterator[tuple[Node, str]]:
        """Every node to which one deed, lie or word leads."""
        for happening in self.people.next(node.world, node.faults, self._table(node)):
            other = self._go(node, happening)
            if other is not None:
                yield other, happening.text

    def _without_edges(self, layer: list[Node]) -> None:
        """Dwells, answers and waiting; the layer grows by what they lead to."""
        for node in layer:
            for happening in self._quiet(node):
                other = self._go(node, happening)
                if other is not None:
                    self._reach(other, node, happening.text, layer)

    def _quiet(self, node: Node) -> Iterator[Happening]:
        state, decision = self.readings.states[node.state], self.readings.decisions[node.state]
        if not state.dwelt or state.presumed:
            yield from self.people.rest(node.world, node.faults)
        if not state.dwelt:
            return
        if isinstance(decision, Ask):
            for world, faults in self._looking_up(node):
                fact = Answer(self._true_option(world, decision))
                yield Happening(world, (fact,), faults, "answer")
        elif node.world.hand:
            yield Happening(node.world, (Waited(),), node.faults, "waited")

    def _looking_up(self, node: Node) -> Iterator[tuple[World, str]]:
        """The world, and the faults, when somebody looks up to answer. Hands rest meanwhile, also
        where no sensor has told of what they have done last."""
        if not self._table(node).unseen:
            yield node.world, node.faults
            return
        for resting in self.people.rest(node.world, node.faults):
            yield resting.world, resting.faults

    def _true_option(self, world: World, decision: Ask) -> Option | None:
        """What somebody who knows the truth answers."""
        wood = world.wood[: self.toy.size]
        logs = [log for log in (ahead(self.toy, world), world.log) if log is not None]
        for log in logs:
            for option in decision.options:
                if tuple(s.text for s in option.log) == log and option.wood in (None, wood):
                    return option
        return None
