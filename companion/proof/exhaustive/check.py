"""Breadth first over the true world and the tracker's state together: every pair once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from companion.recogniser.deciding import Ask, Rest
from companion.recogniser.endings import EMPTY
from companion.recogniser.facts import Answer, Dwell, Edge, Fact, Told, Waited
from companion.recogniser.options import Option
from companion.recogniser.saying import is_taken

from .judge import ahead, faults_of, must_live, played, price_of_truth
from .obeying import Obeying, Person
from .reading import Readings
from .toy import Moment, Toy
from .world import World, deeds, done, purposeful, strange

MOST_IN_HAND: Final = 2
UNSEEN: Final = (" unseen", " missed")
"""How the text of a deed ends that no sensor told."""


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
        self.most_faults: Final = faults
        self.kinds: Final = frozenset(kinds)
        self.came: Final[dict[Node, tuple[Node, str] | None]] = {}
        self.found: Final = Found()
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
        obeying = Obeying(self.readings)
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
            if must_live(node.faults, had, by):
                self._note("I2 the truth is lost", node)
        for fault in faults_of(self.readings, node.world, node.state, node.faults):
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

    def _go(self, node: Node, world: World, fact: Fact, faults: str) -> Node | None:
        """The node after a fact; None where the anchor has passed what was not played."""
        went = self.readings.after(node.state, fact)
        if went.passed:
            moment = self.readings.states[node.state].anchor
            for text in world.log[: went.passed]:
                moment = self.toy.after(moment, text)
            if moment != self.readings.states[went.to].anchor:
                self._note("argue the anchor passed a wrong step", node)
                return None
            world = world._replace(log=world.log[went.passed :])
        return Node(world, went.to, faults)

    def _worse(self, faults: str, *more: str) -> str | None:
        """The faults with these; None where they are too many, or not played."""
        if not self.kinds.issuperset(more) or len(faults) + len(more) > self.most_faults:
            return None
        return "".join(sorted(faults + "".join(more)))

    # -- what happens without an edge --

    def _without_edges(self, layer: list[Node]) -> None:
        for node in layer:  # grows as it goes
            state = self.readings.states[node.state]
            if not state.dwelt:
                for world, faults in self._rests(node):
                    self._follow(node, world, Dwell(), faults, "dwell", layer)
                continue
            decision = self.readings.decisions[node.state]
            if isinstance(decision, Ask):
                answer = self._true_option(node, decision)
                self._follow(node, node.world, Answer(answer), node.faults, "answer", layer)
            elif node.world.hand:
                self._follow(node, node.world, Waited(), node.faults, "waited", layer)

    def _follow(
        self, node: Node, world: World, fact: Fact, faults: str, by: str, layer: list[Node]
    ) -> None:
        other = self._go(node, world, fact, faults)
        if other is not None:
            self._reach(other, node, by, layer)

    def _true_option(self, node: Node, decision: Ask) -> Option | None:
        """What somebody who knows the truth answers."""
        wood = node.world.wood[: self.toy.size]
        logs = [log for log in (ahead(self.toy, node.world), node.world.log) if log is not None]
        for log in logs:
            for option in decision.options:
                if tuple(s.text for s in option.log) == log and option.wood in (None, wood):
                    return option
        return None

    def _rests(self, node: Node) -> Iterator[tuple[World, str]]:
        """Somebody rests for a dwell: whether that is an error depends on what stands."""
        world, toy = node.world, self.toy
        ring = world.wood[: toy.size]
        more: list[str] = []
        after = world._replace(touched=False)
        if ring == world.intent:
            after = self._over(after)
        elif ring != world.moment.ring:
            if ring in toy.ends(world.moment):
                more.append("r")
            elif not world.hand:
                more.append("h")
        if world.touched and (ring != world.moment.ring or world.hand):
            more.append("t")
        faults = self._worse(node.faults, *more)
        if faults is not None:
            yield after, faults

    # -- what hands and sensors do --

    def _one_edge(self, node: Node) -> Iterator[tuple[Node, str]]:
        faults: str | None = node.faults
        asked = isinstance(self.readings.decisions[node.state], Ask)
        if asked and not node.world.hand:
            faults = self._worse(node.faults, "i")
        if faults is None:
            return
        if self.toy.cards:
            yield from self._says(node, faults)
        for world, worse in self._meaning(node, faults):
            yield from self._hands(node, world, worse)
            yield from self._slides(node, world, worse)
        yield from self._sensors(node, faults)

    def _meaning(self, node: Node, faults: str) -> Iterator[tuple[World, str]]:
        """What somebody may mean by the next deed."""
        world, toy = node.world, self.toy
        bases = [(world, faults)]
        if world.intent and world.wood[: toy.size] == world.intent:
            came = self.came[node]
            unseen = came is not None and came[1].endswith(UNSEEN)
            over = "" if self.readings.states[node.state].dwelt and not unseen else "e"
            worse = self._worse(faults, *over)
            if worse is not None:
                bases.append((self._over(world), worse))
        for base, worse in bases:
            fresh = base.wood[: toy.size] == base.moment.ring and not base.hand
            if base.intent:
                yield base, worse
            if self.toy.legal(base.moment) == ("pass",):
                continue
            if not base.intent or fresh:
                for ring in toy.ends(base.moment):
                    if ring != base.intent:
                        yield base._replace(intent=ring), worse

    def _says(self, node: Node, faults: str) -> Iterator[tuple[Node, str]]:
        """Somebody names a card, before the move or after it, or the table passes."""
        world, toy = node.world, self.toy
        ring = world.wood[: toy.size]
        if world.intent and not world.moment.card:  # the card of the move that is being made
            card = toy.ends(world.moment)[world.intent][0][0].text
            yield from self._told(node, world, card, faults)
        if ring == world.moment.ring and not world.intent:
            yield from self._names(node, world, faults)
        elif ring == world.intent:
            over = self._worse(faults, *("" if self.readings.states[node.state].dwelt else "c"))
            if over is not None:
                yield from self._names(node, self._over(world), over)

    def _names(self, node: Node, world: World, faults: str) -> Iterator[tuple[Node, str]]:
        """A card is named for the next turn, or for the one before whose card nobody named.

        Whoever names that card again without having named it before can't be told from somebody
        who names it late; the table then asks for a card once more. So nobody here does.
        """
        if world.unnamed:
            yield from self._told(node, world, world.unnamed, faults)
        for text in self.toy.legal(world.moment):
            resting = isinstance(self.readings.decisions[node.state], Rest)
            if text == "pass" and not resting:
                continue
            if text != world.unnamed and (text == "pass" or text.startswith("card:")):
                yield from self._told(node, world, text, faults)

    def _told(self, node: Node, world: World, text: str, faults: str) -> Iterator[tuple[Node, str]]:
        if not is_taken(self.readings.board, self.readings.states[node.state], text):
            if not faults:
                self._note("I0 what may be said is refused", node, [text])
            return
        after = world._replace(unnamed="")
        if text != world.unnamed:
            moment = self.toy.after(world.moment, text)
            after = after._replace(log=(*world.log, text), moment=moment)
        other = self._go(node, after, Told(text), faults)
        if other is not None:
            yield other, text

    def _over(self, world: World) -> World:
        """The world in which what was meant is played."""
        path = self.toy.ends(world.moment)[world.intent][0]
        log = (*world.log, *played(self.toy, world))
        card = path[0].text if len(path) > 1 else ""
        moment = path[-1].position
        assert isinstance(moment, Moment)
        return world._replace(log=log, moment=moment, intent=b"", unnamed=card)

    def _hands(self, node: Node, world: World, faults: str) -> Iterator[tuple[Node, str]]:
        good = purposeful(self.toy, world, world.intent)
        levels = self.readings.states[node.state].levels
        for deed in deeds(world, MOST_IN_HAND):
            worse = faults if deed in good else self._worse(faults, strange(self.toy, deed))
            if worse is None:
                continue
            hole, token = deed
            full = token != EMPTY
            after = done(world, deed)
            text = f"{'+' if full else '-'}{hole}"
            if bool(levels[hole]) == full:
                yield Node(after._replace(apart=True), node.state, worse), text + " unseen"
                continue
            if (other := self._go(node, after, Edge(hole, full), worse)) is not None:
                yield other, text
            unseen = self._worse(worse, "m")
            if unseen is not None:
                yield Node(after._replace(apart=True), node.state, unseen), text + " missed"

    def _sensors(self, node: Node, faults: str) -> Iterator[tuple[Node, str]]:
        """A sensor lies, or agrees again."""
        levels = self.readings.states[node.state].levels
        flickers = self._worse(faults, "f")
        for hole, token in enumerate(node.world.wood):
            real = token != EMPTY
            lies = bool(levels[hole]) != real
            worse = faults if lies else flickers
            if worse is not None:
                other = self._go(node, node.world, Edge(hole, real == lies), worse)
                if other is not None:
                    yield other, f"{'+' if real == lies else '-'}{hole} {'true' if lies else 'lie'}"

    def _slides(self, node: Node, world: World, faults: str) -> Iterator[tuple[Node, str]]:
        """A marble slides over: the new sensor sees it before the old one lets go."""
        levels = self.readings.states[node.state].levels
        for hole in range(self.toy.size):
            token = world.wood[hole]
            if token == EMPTY or not levels[hole]:
                continue
            aimless = (hole, EMPTY) not in purposeful(self.toy, world, world.intent)
            out = done(world, (hole, EMPTY))
            good = purposeful(self.toy, out, world.intent)
            for to in self.toy.near[hole]:
                if world.wood[to] != EMPTY or levels[to]:
                    continue
                stray = "x" if aimless or (to, token) not in good else ""
                worse = self._worse(faults, "o", *stray)
                after = done(out, (to, token))
                if worse is None:
                    continue
                middle = self._go(node, after, Edge(to, True), worse)
                if middle is None:
                    continue
                other = self._go(middle, middle.world, Edge(hole, False, at_once=True), worse)
                if other is not None:
                    yield other, f"{hole}>{to}"
