"""The people and the sensors of the check: everything that may happen next, with its faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.recogniser.endings import EMPTY
from companion.recogniser.facts import Dwell, Edge, Fact, Told

from .judge import played
from .toy import Moment, Toy
from .world import World, deeds, done, purposeful, strange

MOST_IN_HAND: Final = 2
UNSEEN: Final = (" unseen", " missed")
"""How the text of a deed ends that no sensor told."""


class Table(NamedTuple):
    """What people see and feel of the table.

    ``levels``   what the sensors said last
    ``dwelt``    the table takes what stands as over
    ``asked``    it has a question
    ``resting``  it says that all is well
    ``unseen``   the last deed was told by no sensor
    ``lit``      the hole and the token of each light that stood as long as the table waits for a
                 hand, and that nobody has followed since
    """

    levels: bytes
    dwelt: bool
    asked: bool
    resting: bool
    unseen: bool
    lit: frozenset[tuple[int, int]] = frozenset()


class Happening(NamedTuple):
    """Something that happens: the world after it, the facts that tell of it, the faults by then."""

    world: World
    facts: tuple[Fact, ...]
    faults: str
    text: str


class People:
    """``most`` faults may happen, of these kinds."""

    def __init__(self, toy: Toy, most: int, kinds: str) -> None:
        self.toy: Final = toy
        self.most: Final = most
        self.kinds: Final = frozenset(kinds)

    def worse(self, faults: str, *more: str) -> str | None:
        """The faults with these; None where they are too many, or not played."""
        if not self.kinds.issuperset(more) or len(faults) + len(more) > self.most:
            return None
        return "".join(sorted(faults + "".join(more)))

    def over(self, world: World) -> World:
        """The world in which what was meant is played."""
        path = self.toy.ends(world.moment)[world.intent][0]
        card = path[0].text if len(path) > 1 else ""
        moment = path[-1].position
        assert isinstance(moment, Moment)
        log = (*world.log, *played(self.toy, world))
        unnamed = (*world.unnamed, card) if card else ()
        return world._replace(log=log, moment=moment, intent=b"", unnamed=unnamed)

    def rest(self, world: World, faults: str) -> Iterator[Happening]:
        """Somebody rests for a dwell: whether that is an error depends on what stands."""
        ring = world.wood[: self.toy.size]
        more: list[str] = []
        after = world._replace(touched=False)
        if ring == world.intent:
            after = self.over(after)
        elif ring != world.moment.ring:
            if ring in self.toy.ends(world.moment):
                more.append("r")
            elif not world.hand:
                more.append("h")
        if world.touched and (ring != world.moment.ring or world.hand):
            more.append("t")
        worse = self.worse(faults, *more)
        if worse is not None:
            yield Happening(after, (Dwell(),), worse, "dwell")

    def next(self, world: World, faults: str, table: Table) -> Iterator[Happening]:
        """Everything that hands, sensors and voices may do next."""
        if table.asked and not world.hand:
            ignoring = self.worse(faults, "i")
            if ignoring is None:
                return
            faults = ignoring
        if self.toy.cards:
            yield from self._says(world, faults, table)
        for meant, worse in self._meaning(world, faults, table):
            yield from self._hands(meant, worse, table)
            yield from self._slides(meant, worse, table.levels)
        yield from self._sensors(world, faults, table.levels)

    def _meaning(self, world: World, faults: str, table: Table) -> Iterator[tuple[World, str]]:
        """What somebody may mean by the next deed."""
        bases = [(world, faults)]
        if world.intent and world.wood[: self.toy.size] == world.intent:
            calm = table.dwelt and not table.unseen
            worse = self.worse(faults, *("" if calm else "e"))
            if worse is not None:
                bases.append((self.over(world), worse))
        for base, worse in bases:
            fresh = base.wood[: self.toy.size] == base.moment.ring and not base.hand
            if base.intent:
                yield base, worse
            if self.toy.legal(base.moment) == ("pass",):
                continue
            if not base.intent or fresh:
                for ring in self.toy.ends(base.moment):
                    if ring != base.intent:
                        yield base._replace(intent=ring), worse

    # -- voices --

    def _says(self, world: World, faults: str, table: Table) -> Iterator[Happening]:
        """Somebody names a card, before the move or after it, or the table passes."""
        ring = world.wood[: self.toy.size]
        if world.intent and not world.moment.card:  # the card of the move that is being made
            card = self.toy.ends(world.moment)[world.intent][0][0].text
            yield self._told(world, card, faults)
        if ring == world.moment.ring and not world.intent:
            yield from self._names(world, faults, table)
        elif ring == world.intent:
            early = self.worse(faults, *("" if table.dwelt else "c"))
            if early is not None:
                yield from self._names(self.over(world), early, table)

    def _names(self, world: World, faults: str, table: Table) -> Iterator[Happening]:
        """A card is named for the next turn, or for one before whose card nobody named.

        Whoever names that card again without having named it before can't be told from somebody
        who names it late; the table then asks for a card once more. So nobody here does.
        """
        for text in dict.fromkeys(world.unnamed):
            yield self._told(world, text, faults)
        for text in self.toy.legal(world.moment):
            if text == "pass" and not table.resting:
                continue
            if text not in world.unnamed and (text == "pass" or text.startswith("card:")):
                yield self._told(world, text, faults)

    def _told(self, world: World, text: str, faults: str) -> Happening:
        """A card of a move that waits for it is named, of equal ones the first; nobody names those
        before it any more."""
        known = text in world.unnamed
        left = world.unnamed[world.unnamed.index(text) + 1 :] if known else ()
        after = world._replace(unnamed=left)
        if not known:
            moment = self.toy.after(world.moment, text)
            after = after._replace(log=(*world.log, text), moment=moment)
        return Happening(after, (Told(text),), faults, text)

    # -- hands and sensors --

    def _hands(self, world: World, faults: str, table: Table) -> Iterator[Happening]:
        good = purposeful(self.toy, world, world.intent)
        called = {hole for hole, _ in table.lit}
        for deed in deeds(world, MOST_IN_HAND):
            hole, token = deed
            full = token != EMPTY
            more = "" if deed in good else strange(self.toy, deed)
            if full and hole in called and deed not in table.lit:
                more += "l"
            worse = self.worse(faults, *more)
            if worse is None:
                continue
            after = done(world, deed)
            text = f"{'+' if full else '-'}{hole}"
            if bool(table.levels[hole]) == full:
                yield Happening(after._replace(apart=True), (), worse, text + " unseen")
                continue
            yield Happening(after, (Edge(hole, full),), worse, text)
            unseen = self.worse(worse, "m")
            if unseen is not None:
                yield Happening(after._replace(apart=True), (), unseen, text + " missed")

    def _sensors(self, world: World, faults: str, levels: bytes) -> Iterator[Happening]:
        """A sensor lies, or agrees again."""
        flickers = self.worse(faults, "f")
        for hole, token in enumerate(world.wood):
            real = token != EMPTY
            lies = bool(levels[hole]) != real
            worse = faults if lies else flickers
            if worse is not None:
                text = f"{'+' if real == lies else '-'}{hole} {'true' if lies else 'lie'}"
                yield Happening(world, (Edge(hole, real == lies),), worse, text)

    def _slides(self, world: World, faults: str, levels: bytes) -> Iterator[Happening]:
        """A marble slides over: the new sensor sees it before the old one lets go."""
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
                worse = self.worse(faults, "o", *stray)
                if worse is not None:
                    facts = Edge(to, True), Edge(hole, False, at_once=True)
                    yield Happening(done(out, (to, token)), facts, worse, f"{hole}>{to}")
