"""I5 from every state: somebody answers truthfully and follows the lights until all is at rest.

Sensors that lie go on lying. What such a sensor does not show is said on the page. Some wait as
long as the table waits; others put back meanwhile what all that is likely would lead back.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.recogniser.costs import MARGIN
from companion.recogniser.decisions import Ask, AskColours, AskWhere, Lead, Rest, Wait
from companion.recogniser.endings import EMPTY, Wood
from companion.recogniser.facts import Answer, Colour, Dwell, Edge, Fact, Place, Waited
from companion.recogniser.options import Option
from companion.recogniser.shared_debts import owed
from companion.recogniser.state import Owed, likely

from .reading import Readings
from .world import in_own_pens

MOST: Final = 60
"""Whoever has not come to rest after so many deeds never does."""


class Person(NamedTuple):
    """What somebody sees and holds who only does as told. ``log``: what was played, as texts."""

    state: int
    wood: Wood
    hand: bytes
    log: tuple[str, ...]


class Obeying:
    """Walks from many states; where one has been, the others need not go again.

    ``hasty``  what is in the hand is put back while the table still waits for it
    """

    def __init__(self, readings: Readings, *, hasty: bool = False) -> None:
        self.readings: Final = readings
        self.hasty: Final = hasty
        self.toy: Final = readings.toy
        self._known: Final[dict[Person, str]] = {}
        self.did: list[str] = []

    def outcome(self, person: Person) -> str:
        """Empty if it ends in a rest that is right, else what went wrong; ``did`` says how."""
        self.did = []
        way: list[Person] = []
        seen: set[Person] = set()
        result = "I5 no rest after many deeds"
        while len(way) < MOST:
            if person in self._known:
                result = self._known[person]
                break
            if person in seen:
                result = "I5 a circle"
                break
            way.append(person)
            seen.add(person)
            decision = self.readings.decisions[person.state]
            if isinstance(decision, Rest) and not self._awaits_dwell(person):
                result = self._rested(person)
                break
            after = self._next(person)
            if after is None:
                result = f"I5 nothing to do but {type(decision).__name__}"
                break
            person = after
        for one in way:
            self._known[one] = result
        return result

    def _awaits_dwell(self, person: Person) -> bool:
        state = self.readings.states[person.state]
        return not state.dwelt or state.presumed

    def _rested(self, person: Person) -> str:
        state = self.readings.states[person.state]
        ring = (state.committed[-1].position if state.committed else state.anchor).ring
        if person.wood[: self.toy.size] != ring or not in_own_pens(self.toy, person.wood):
            return "argue: I5 followed to a rest, but the wood differs"
        return ""

    def _fact(self, person: Person, fact: Fact, did: str) -> Person:
        self.did.append(did)
        went = self.readings.after(person.state, fact)
        return person._replace(state=went.to, log=person.log[went.passed :])

    def _next(self, person: Person) -> Person | None:
        """What somebody does next who does as told; None if nothing is left to do."""
        if self._awaits_dwell(person):
            return self._fact(person, Dwell(), "dwell")
        match self.readings.decisions[person.state]:
            case Wait():
                back = self._put_back(person) if self.hasty else None
                return back or self._fact(person, Waited(), "waited")
            case Ask() as ask:
                option = self._true_option(person, ask)
                text = " ".join(s.text for s in option.log) if option else "none of these"
                return self._fact(person, Answer(option), f"answer {text!r}")
            case AskColours(holes):
                token = person.wood[holes[0]]
                return self._fact(person, Colour(holes[0], token), f"{holes[0]} has {token}")
            case AskWhere(tokens):
                return self._where(person, tokens)
            case Lead(debts):
                return self._led(person, debts)
        return None

    def _true_option(self, person: Person, ask: Ask) -> Option | None:
        """The option that is true, else one that was played so far, or goes on from it.

        Its marbles must stand as they do. Nobody agrees to what was not played.
        """
        wood = person.wood[: self.toy.size]
        fits = {tuple(s.text for s in o.log): o for o in ask.options if o.wood in (None, wood)}
        if person.log in fits:
            return fits[person.log]
        agree = (o for log, o in fits.items() if all(map(str.__eq__, log, person.log)))
        return next(agree, None)

    def _where(self, person: Person, tokens: bytes) -> Person | None:
        """A token is in the hand, or stands where the likely readings do not have it."""
        prices = self.readings.prices(person.state)
        for token in tokens:
            if token in person.hand:
                return self._fact(person, Place(token, None), f"{token} is out")
            for hole in range(self.toy.holes):
                lacking = any(h.wood[hole] != token for h, above in prices if above <= MARGIN)
                if person.wood[hole] == token and lacking:
                    return self._fact(person, Place(token, hole), f"{token} stands in {hole}")
        return self._corrected(person)

    def _put_back(self, person: Person) -> Person | None:
        """Put back what all that is likely has in the hand and would lead back."""
        stories = likely(self.readings.states[person.state])
        debts = frozenset.intersection(*(owed(self.readings.board, h) for h in stories))
        for debt in sorted(debts, key=lambda d: d.hole):
            if person.wood[debt.hole] == EMPTY == debt.has and debt.wants in person.hand:
                return self._put(person, debt.hole, debt.wants)
        return None

    def _led(self, person: Person, debts: frozenset[Owed]) -> Person | None:
        """Do one thing that the lights ask for, or say that a light is wrong."""
        for debt in sorted(debts, key=lambda d: d.hole):
            if person.wood[debt.hole] == EMPTY == debt.has and debt.wants in person.hand:
                return self._put(person, debt.hole, debt.wants)
        for debt in sorted(debts, key=lambda d: d.hole):
            token = person.wood[debt.hole]
            if token != debt.has:
                return self._fact(person, Colour(debt.hole, token), f"{debt.hole} has {token}")
            if token != EMPTY:
                return self._lift(person, debt.hole)
        for debt in sorted(debts, key=lambda d: d.hole):
            for hole in range(self.toy.size, self.toy.holes):
                if person.wood[hole] == debt.wants:
                    return self._lift(person, hole)
        for token in person.hand:
            for hole in self.toy.pens[token]:
                if person.wood[hole] == EMPTY:
                    return self._put(person, hole, token)
        return self._corrected(person)

    def _corrected(self, person: Person) -> Person | None:
        """Say no to the first hole of the page's picture that is not as it stands."""
        likeliest = min(self.readings.prices(person.state), key=lambda story: story[1])[0]
        for hole, token in enumerate(person.wood):
            if likeliest.wood[hole] != token:
                return self._fact(person, Colour(hole, token), f"{hole} has {token}")
        return None

    def _put(self, person: Person, hole: int, token: int) -> Person:
        wood = person.wood[:hole] + bytes((token,)) + person.wood[hole + 1 :]
        hand = person.hand.replace(bytes((token,)), b"", 1)
        person = person._replace(wood=wood, hand=hand)
        if self.readings.states[person.state].levels[hole]:
            return self._fact(person, Place(token, hole), f"+{hole} unseen, told")
        return self._fact(person, Edge(hole, True), f"+{hole}")

    def _lift(self, person: Person, hole: int) -> Person:
        token = person.wood[hole]
        wood = person.wood[:hole] + bytes((EMPTY,)) + person.wood[hole + 1 :]
        person = person._replace(wood=wood, hand=bytes(sorted((*person.hand, token))))
        if not self.readings.states[person.state].levels[hole]:
            return self._fact(person, Colour(hole, EMPTY), f"-{hole} unseen, told")
        return self._fact(person, Edge(hole, False), f"-{hole}")
