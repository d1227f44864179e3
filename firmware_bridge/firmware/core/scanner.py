"""From the levels of a shift-register chain to edges with a number and a time.

The chain is 17 × 74HC165: 136 inputs, of which the first are holes and the last few are sentinels
wired to a fixed level. A chain that is pulled, cut or stuck reads one level everywhere, and then
some sentinel is wrong: such a reading says nothing about marbles and is not believed.
"""

from .messages import MAX_EDGES, PRESENT, behind

QUEUE = 160
"""Edges kept until the host has them; one more and a snapshot takes their place."""

SENTINELS = (True, False, True)
"""Fixed levels of the inputs behind the last hole, in order."""


class Edge:
    """One change at one hole at one device time (ms)."""

    def __init__(self, hole: int, present: bool, t: int) -> None:
        self.hole = hole
        self.present = present
        self.t = t


class Scanner:
    """Turns readings into edges. ``levels[i]`` is true where input ``i`` feels a magnet."""

    def __init__(self, holes: int, sentinels: tuple[bool, ...] = SENTINELS) -> None:
        self.holes = holes
        self.sentinels = sentinels
        self.present = [False] * holes
        self.known = False
        self.alive = True

    @property
    def inputs(self) -> int:
        """How many inputs a reading has."""
        return self.holes + len(self.sentinels)

    def read(self, levels: list[bool], t: int) -> list[Edge]:
        """The edges between the last reading and this one, in hole order.

        The first good reading, and the first after a dead chain, gives no edges: nobody saw when
        those changes happened. ``known`` was false before it; the device answers with a snapshot.
        """
        self.alive = len(levels) == self.inputs and all(
            levels[self.holes + at] == self.sentinels[at] for at in range(len(self.sentinels))
        )
        if not self.alive:
            self.known = False
            return []
        edges = []
        if self.known:
            for hole in range(self.holes):
                if levels[hole] != self.present[hole]:
                    edges.append(Edge(hole, levels[hole], t))
        self.present = list(levels[: self.holes])
        self.known = True
        return edges


class Outbox:
    """The edges that the host has not acknowledged, each with a 16-bit number.

    ``base`` is the number of the oldest kept edge, ``next`` that of the edge to come.
    """

    def __init__(self) -> None:
        self.base = 0
        self.next = 0
        self.overflowed = False
        self._edges: list[Edge] = []

    def add(self, edge: Edge) -> None:
        """Number and keep an edge; a full queue is given up and marked ``overflowed``."""
        self.next = (self.next + 1) & 0xFFFF
        if self.overflowed or len(self._edges) >= QUEUE:
            self.overflowed = True
            self._edges = []
            self.base = self.next
            return
        self._edges.append(edge)

    def skip(self) -> None:
        """Use up a number for changes nobody saw, so that the host notices a lost snapshot."""
        self.next = (self.next + 1) & 0xFFFF
        self._edges = []
        self.base = self.next

    def got(self, number: int) -> bool:
        """The host has all edges before ``number``; False when that cannot be."""
        ahead = behind(number, self.base)
        if ahead < 0 or behind(self.next, number) < 0:
            return False
        self._edges = self._edges[ahead:]
        self.base = number
        return True

    def clear(self) -> None:
        """A snapshot tells everything: nothing is owed any more."""
        self._edges = []
        self.base = self.next
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._edges)

    def batch(self, start: int) -> tuple[int, list[tuple[int, ...]]]:
        """Time of the ``start``-th kept edge and up to ``MAX_EDGES`` wire rows from it on.

        It ends before an edge that is too late for it, or earlier than its first one.
        """
        first = self._edges[start].t
        rows: list[tuple[int, ...]] = []
        for edge in self._edges[start : start + MAX_EDGES]:
            after = edge.t - first
            if not 0 <= after <= 0xFFFF:
                break
            rows.append((edge.hole | (PRESENT if edge.present else 0), after))
        return first, rows
