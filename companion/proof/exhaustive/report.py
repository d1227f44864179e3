"""What ``trackside hands --exhaustive`` runs and prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from .check import Check, Found
from .toy import Toy
from .world import FAULTS

RULE: Final = (
    "Counted apart (argue): a sensor or a person did something wrong, and a cheaper story with the "
    "same trace is dearer to doubt than the margin: no reader that knows the prices could tell."
)


class Start(NamedTuple):
    """Where a run begins: the ring, and whether cards are played."""

    ring: str
    cards: bool = False


STARTS: Final = (
    Start("a.b.."),
    Start("ab.a."),
    Start("ab..."),
    Start("a..b.."),
    Start("a.b..", cards=True),
)


def run(
    edges: int, faults: int, kinds: str = "", starts: Sequence[Start] = STARTS, seconds: float = 1e9
) -> Iterator[tuple[Start, Found]]:
    """Every start in turn; each may take its share of the seconds."""
    for start in starts:
        toy = Toy(len(start.ring), start.cards)
        check = Check(toy, toy.moment(start.ring), edges, faults, kinds or "".join(FAULTS))
        check.run(seconds / len(starts))
        check.obey()
        yield start, check.found


def lines(start: Start, found: Found, edges: int, faults: int) -> Iterator[str]:
    """What one run visited, what it found, and the shortest trace of each."""
    name = f"{start.ring}{' with cards' if start.cards else ''}"
    short = f" (stopped after {found.edges} edges: out of time)" if found.cut_short else ""
    decided = ", ".join(f"{n} {name}" for name, n in sorted(found.decided.items()))
    yield (
        f"{name}: {edges} edges, {faults} faults: {found.nodes} states, {found.states} readings, "
        f"at most {found.most} stories, {found.seconds:.1f} s, followed to rest in "
        f"{found.obeying:.1f} s{short}"
    )
    yield f"  decided: {decided}"
    yield f"  violations: {found.violations}"
    for (fault, kinds), count in sorted(found.counted.items()):
        because = ", ".join(FAULTS[kind] for kind in kinds)
        yield f"  {count} × {fault}{f' ({because})' if kinds else ''}"
        yield f"      {'; '.join(found.traces[fault, kinds])}"
