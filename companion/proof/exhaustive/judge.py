"""The judge of the check: it knows the truth and says where the tracker departs from it."""

from __future__ import annotations

from typing import Final

from companion.recogniser import costs
from companion.recogniser.decisions import Ask, AskColours, Decision, Lead, Rest
from companion.recogniser.hypothesis import Hypothesis, heard

from .reading import Readings
from .toy import Toy
from .world import World


def ahead(toy: Toy, world: World) -> tuple[str, ...] | None:
    """What will have been played if what stands is meant; None if nothing is complete."""
    if not world.intent or world.wood[: toy.size] != world.intent:
        return None
    return (*world.log, *played(toy, world))


def played(toy: Toy, world: World) -> tuple[str, ...]:
    """The texts of the action that makes the ring what was meant."""
    path = toy.ends(world.moment)[world.intent][0]
    return tuple(one.text for one in path)


SLIDE: Final = ">"
"""What stands between the holes of a slide in the text of a deed."""
WORST: Final = {"x": costs.UNEXPLAINED, "h": costs.UNEXPLAINED, "t": costs.TOUCHED}
"""Faults that a dwell charges for."""


def must_live(faults: str, before: int | None, by: str, standing: int) -> bool:
    """Whether the truth, at that price before, must still be alive (I2).

    ``standing``: so much cheaper than all before another story may be, once its standing price has
    come back. Of a slide the first sensor tells before the second, so that the marble seems to have
    left silently.
    """
    if before is None:
        return False
    if by == "dwell":
        worst = costs.LASTING + costs.FULL_HAND + costs.CHANGE_OF_MIND + standing
        worst += sum(WORST.get(fault, 0) for fault in faults)
    else:
        worst = costs.LIE + costs.OLDER + standing if faults else costs.OLDER
        worst += costs.SILENT if SLIDE in by else 0
    return before + worst <= costs.KEEP


def faults_of(readings: Readings, world: World, number: int, faults: str) -> list[str]:
    """What is wrong with the tracker's state in that world, by invariant."""
    state, decision = readings.states[number], readings.decisions[number]
    toy = readings.toy
    committed = tuple(one.text for one in state.committed)
    expected = {world.log, ahead(toy, world) or world.log}
    truth = price_of_truth(readings, world, number)
    blamed = not faults or (truth is not None and truth <= costs.MARGIN)
    found = []
    right = any(log[: len(committed)] == committed for log in expected)
    if not right and not faults:
        found.append("I0 committed what was not played")
    found += _led(toy, world, decision, blamed)
    if world.half_way(toy.size):
        return found
    if isinstance(decision, Rest):
        if committed not in expected:
            name = "I0" if not faults else "I10" if blamed else "argue:"
            found.append(f"{name} wrong at rest")
        ring = (state.committed[-1].position if state.committed else state.anchor).ring
        if world.wood[: toy.size] != ring:
            found.append(f"{'I9' if blamed else 'argue:'} at rest, but the wood differs")
    fitting = world.wood[: toy.size] == world.moment.ring and not world.intent
    if not faults and state.dwelt and fitting and isinstance(decision, Lead | AskColours):
        found.append("I0 led away from a board that is legal")
    if isinstance(decision, Ask) and blamed and not decision.back:
        options = {(tuple(one.text for one in o.log), o.wood) for o in decision.options}
        if not any((log, world.wood[: toy.size]) in options for log in expected):
            found.append("I4 the truth is not among the options")
    return found


def _led(toy: Toy, world: World, decision: Decision, blamed: bool) -> list[str]:
    debts = decision.debts if isinstance(decision, Lead) else ()
    if blamed and any(world.wood[debt.hole] != debt.has for debt in debts):
        return ["I4 a light names a colour that does not stand there"]
    return []


def price_of_truth(readings: Readings, world: World, number: int) -> int | None:
    """What the true story costs above the cheapest; None if it is not alive."""
    prices = []
    for h, above in readings.prices(number):
        if h.wood == world.wood and bytes(sorted(h.hand + h.bag)) == world.hand:
            for voice in (h, *heard(readings.board, h, True)):
                if _is_true(voice, world):
                    prices.append(above)
    return min(prices, default=None)


def _is_true(h: Hypothesis, world: World) -> bool:
    return h.position == world.moment and tuple(one.text for one in h.log) == world.log
