"""The true world of the check: what people played, mean and hold, and what stands on the wood.

Written without the tracker's code: the judge must not share its mistakes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.recogniser.endings import EMPTY, Wood

from .toy import EACH, Moment, Toy

FAULTS: Final = {
    "m": "a sensor misses a change",
    "f": "a sensor flickers",
    "o": "a marble slides: the new sensor sees it before the old one lets go",
    "r": "somebody rests on the way, where another move would end",
    "h": "somebody rests half way with an empty hand",
    "e": "the next action begins before the dwell",
    "x": "a marble is lifted, or put, where nobody meant it",
    "t": "a marble is lifted and put back while others are out, and somebody rests then",
    "p": "a captured marble is put into the wrong pen",
    "i": "somebody ignores a question and plays on",
    "l": "a marble is put where a light has long called for another one",
    "c": "a card is named before the dwell of the move before it",
}
"""Letter → what somebody, or a sensor, does wrong."""


class World(NamedTuple):
    """What is true.

    ``log``      texts of the actions that were played, from the tracker's anchor on
    ``moment``   the position after them
    ``wood``     which token stands in which hole
    ``hand``     tokens in hands, sorted
    ``intent``   the ring that somebody is about to make; empty between actions
    ``unnamed``  the cards of the last actions that nobody has named yet, in their order
    ``apart``    the true story need not be alive: a sensor has missed a change, or everything
                 seemed to fit without it; so until it is alive again
    ``touched``  a marble was put back while others were out
    """

    log: tuple[str, ...]
    moment: Moment
    wood: Wood
    hand: bytes = b""
    intent: bytes = b""
    unnamed: tuple[str, ...] = ()
    apart: bool = False
    touched: bool = False

    def half_way(self, ring: int) -> bool:
        """Whether somebody is in the middle of an action: the judge waits until it is over."""
        now = self.wood[:ring]
        return bool(self.intent) and now not in (self.intent, self.moment.ring)


Deed = tuple[int, int]
"""Hole and the token that is put there, or EMPTY: what stands there is lifted."""


def done(world: World, deed: Deed) -> World:
    """The world after one marble was lifted or put."""
    hole, token = deed
    wood = world.wood[:hole] + bytes((token,)) + world.wood[hole + 1 :]
    ring = world.moment.ring
    if token == EMPTY:
        hand = bytes(sorted((*world.hand, world.wood[hole])))
        touched = world.touched
    else:
        hand = world.hand.replace(bytes((token,)), b"", 1)
        touched = world.touched or (hole < len(ring) and ring[hole] == token)
    if not hand and wood[: len(ring)] == ring:
        touched = False
    return world._replace(wood=wood, hand=hand, touched=touched)


def deeds(world: World, most: int) -> list[Deed]:
    """Everything that hands could do next; they hold at most ``most``."""
    found: list[Deed] = []
    for hole, token in enumerate(world.wood):
        if token == EMPTY:
            found += [(hole, held) for held in sorted(set(world.hand))]
        elif len(world.hand) < most:
            found.append((hole, EMPTY))
    return found


def purposeful(toy: Toy, world: World, target: bytes) -> set[Deed]:
    """What somebody does who wants the ring to become ``target``, in any order that makes sense."""
    now, before = world.wood[: toy.size], world.moment.ring
    me = world.moment.turn
    good: set[Deed] = set()
    for hole in range(toy.size):
        if before[hole] == target[hole]:
            continue
        if now[hole] not in (EMPTY, target[hole]):
            good.add((hole, EMPTY))
        if now[hole] == EMPTY and target[hole] in world.hand and _is_room(world, target, hole):
            good.add((hole, target[hole]))
    good |= _counting(toy, world, target)
    good |= _entering(toy, world, target, me)
    good |= _to_pens(toy, world, target, me)
    for hole in range(toy.size):  # never mind: back again
        if before[hole] != EMPTY and now[hole] == EMPTY and before[hole] in world.hand:
            good.add((hole, before[hole]))
    return good


def _is_room(world: World, target: bytes, hole: int) -> bool:
    """Whether one more of that token may stand on the ring: nobody makes a move with a captured one
    while the marble that is to go still stands where it was."""
    token, before = target[hole], world.moment.ring
    now = world.wood[: len(before)].count(token)
    return now < max(before.count(token), target.count(token))


def _counting(toy: Toy, world: World, target: bytes) -> set[Deed]:
    """A move by two may touch the hole between."""
    before, now, me = world.moment.ring, world.wood, world.moment.turn
    left = [n for n in range(toy.size) if before[n] == me != target[n]]
    reached = [n for n in range(toy.size) if target[n] == me != before[n]]
    if len(left) != 1 or len(reached) != 1 or target[left[0]] != EMPTY:
        return set()
    between = (left[0] + 1) % toy.size
    if (left[0] + 2) % toy.size != reached[0] or before[between] != EMPTY:
        return set()
    if now[between] == me:
        return {(between, EMPTY)}
    return {(between, me)} if now[between] == EMPTY and me in world.hand else set()


def _entering(toy: Toy, world: World, target: bytes, me: int) -> set[Deed]:
    """A marble on its way out of the pen is lifted there first."""
    more = target.count(me) > world.moment.ring.count(me)
    if not more or me in world.hand or world.wood[: toy.size].count(me) >= target.count(me):
        return set()
    hole = next((n for n in toy.pens[me] if world.wood[n] == me), None)
    return set() if hole is None else {(hole, EMPTY)}


def _to_pens(toy: Toy, world: World, target: bytes, me: int) -> set[Deed]:
    """A captured marble goes to its pen, now or later."""
    good: set[Deed] = set()
    for token in set(world.hand):
        pen = toy.pens[token]
        at_home = sum(world.wood[n] == token for n in pen)
        if at_home >= EACH - target.count(token):
            continue
        on_ring = world.wood[: toy.size].count(token)
        if token != me or world.hand.count(token) > 1 or target.count(token) == on_ring:
            good |= {(n, token) for n in pen if world.wood[n] == EMPTY}
    return good


def in_own_pens(toy: Toy, wood: Wood) -> bool:
    """Whether the pens hold their own colours only."""
    return all(wood[n] in (EMPTY, token) for token, pen in toy.pens.items() for n in pen)


def strange(toy: Toy, deed: Deed) -> str:
    """The fault of a deed without purpose: a wrong pen, or a stray one."""
    hole, token = deed
    wrong = token != EMPTY and hole >= toy.size and hole not in toy.pens[token]
    return "p" if wrong else "x"
