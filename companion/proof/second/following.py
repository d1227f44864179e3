"""Following: what people do with what the table shows, or from their own memory of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container
from typing import Final

from engine.board import Board
from engine.game import Position

from .hands import Hands
from .seen import Seen
from .world import Held, World, colours, wanted

GONE = "the arrow starts at an empty hole"
TAKEN = "the arrow ends at a full hole"
NO_SUCH = "a colour is named that is neither there nor in the hand"
OTHER = "an arrow starts at another colour than it names"
CALLS: Final = ("destination",)
"""Roles of lights that call for a token of the hand."""
START: Final = ("origin",)
"""The role of a hole from which a token was lifted: whoever gives up puts it there."""


class Follower:
    """Hands that do what arrow, debts and lights say, one marble a step.

    ``lies``  what the table showed that the wood contradicts (I4), counted by sentence
    """

    def __init__(self, world: World, hands: Hands, board: Board) -> None:
        self.world = world
        self.hands = hands
        self.board = board
        self.lies: Counter[str] = Counter()
        pens = [place for place in board.places.values() if len(place.holes) > 1 and place.side]
        self.sides: Final = {hole: str(pen.side) for pen in pens for hole in pen.holes}

    def step(self, seen: Seen) -> bool:
        """Carry one marble as the table says; False if it shows nothing that can be done."""
        for frm, to, token in self._leads(seen):
            if self._carry(seen, frm, to, token):
                return True
        return self._by_light(seen)

    def mend(self, position: Position) -> bool:
        """Put one marble right from memory; False if all stand as in that position."""
        here, there = colours(self.board, self.world.wood), wanted(position)
        for place, tokens in there.items():
            less = tokens - here.get(place, Counter())
            free = self.world.free(self.board.places[place].holes)
            for token in less:
                held = self.world.holding(token)
                if held is not None and free:
                    self.hands.pause(0.2, 0.8)
                    self.hands.put(held, free[0])
                    return True
        for place, found in here.items():
            more = found - there.get(place, Counter())
            for hole in self.board.places[place].holes:
                if self.world.wood.get(hole) in more:
                    self.hands.pause(0.3, 1.2)
                    self.hands.lift(hole)
                    return True
        return False

    def again(self, seen: Seen, held: Collection[str] = ()) -> bool:
        """Lift a marble that stands on a light while the page says that it is in a hand, and put it
        there once more: no sensor has told of it. False if there is none.

        ``held``  colours that are in a hand by what was played, as a car that is pushed
        """
        hole = self.unread(seen, held)
        if hole is None:
            return False
        self.hands.pause(0.3, 1.2)
        marble = self.hands.lift(hole)
        self.hands.pause(0.3, 1.0)
        self.hands.put(marble, hole)
        return True

    def back(self, seen: Seen, position: Position | None) -> bool:
        """Put a marble of the hand back on the light from which it was lifted: the page calls for
        it there, and has not seen that it stood there. False if there is none, or if people want
        another one there.

        ``position``  what they want, or None if they gave that up
        """
        there, roles = ({}, (*CALLS, *START)) if position is None else (wanted(position), CALLS)
        places = {space.id: space.place for space in self.board.spaces}
        for held in reversed(self.world.hand):
            called = seen.lights.get(held.frm) in roles and held.token in seen.held
            other = called and held.token not in there.get(places[held.frm], (held.token,))
            if called and not other and held.frm not in self.world.wood:
                self.hands.pause(0.3, 1.0)
                self.hands.put(held, held.frm)
                return True
        return False

    def unread(self, seen: Seen, held: Collection[str] = ()) -> str | None:
        """The hole of such a marble."""
        for hole, role in sorted(seen.lights.items()):
            token = self.world.wood.get(hole, "")
            away = token in seen.held or token in held
            if role in ("destination", "capture") and away and self.world.holding(token) is None:
                return hole
        return None

    def _leads(self, seen: Seen) -> list[tuple[str, str, str]]:
        """What is led, the arrow first: from, to and the colour that is named."""
        owed = [(str(o["frm"]), str(o["to"]), str(o["token"])) for o in seen.owed]
        arrow = seen.arrow
        if arrow is None:
            return owed
        named = next((one for one in owed if one[:2] == arrow), (*arrow, ""))
        return [named, *[one for one in owed if one[:2] != arrow]]

    def _carry(self, seen: Seen, frm: str, to: str, token: str) -> bool:
        held = self._named(frm, to, token) or self._taken(seen, frm, token)
        if held is None:
            return False
        if to and to in self.world.wood:
            self.lies[TAKEN] += 1
            return frm != "" and held.frm == frm
        if to:
            self.hands.pause(0.3, 1.0)
            self.hands.put(held, to)
        return bool(to) or held.frm == frm != ""

    def _named(self, frm: str, to: str, token: str) -> Held | None:
        """The marble of the hand that is named for a hole, where another colour stands at the start
        of the arrow."""
        other = frm in self.world.wood and self.world.wood[frm] != token
        held = self.world.holding(token) if to and token and other else None
        if held is not None:
            self.lies[OTHER] += 1
        return held

    def _taken(self, seen: Seen, frm: str, token: str) -> Held | None:
        """The marble to carry: the one on the hole, else the one of that colour in the hand."""
        wood = self.world.wood
        if frm and frm in wood:
            if token and wood[frm] != token:
                self.lies[NO_SUCH] += 1
            self.hands.pause(0.3, 1.2)
            return self.hands.lift(frm)
        if frm:
            self.lies[GONE] += 1
        held = self.world.holding(token) if token else next(iter(reversed(self.world.hand)), None)
        if held is not None or not token:
            return held
        among = [h for h, role in sorted(seen.lights.items()) if role in ("extra", "wrong")]
        hole = next((h for h in among if wood.get(h) == token), None)
        if hole is None:
            self.lies[NO_SUCH] += 1
            return None
        self.hands.pause(0.3, 1.2)
        return self.hands.lift(hole)

    def fetch(self, seen: Seen, roles: Container[str] = ("return",)) -> bool:
        """Carry a marble that is called for from where it stands, though no light tells that it
        does. People see where it is if only one has its colour, like each car of a race.

        ``roles``  of the lights that call for what the page draws in a hand
        """
        wood = self.world.wood
        known = [*wood.values(), *(held.token for held in self.world.hand)]
        for to, token in self._wanted(seen, roles):
            frm = next((h for h in sorted(wood) if wood[h] == token), None)
            if frm is None or known.count(token) > 1 or not to or to in wood:
                continue
            self.hands.pause(0.3, 1.2)
            marble = self.hands.lift(frm)
            self.hands.pause(0.3, 1.0)
            self.hands.put(marble, to)
            return True
        return False

    def _wanted(self, seen: Seen, roles: Container[str]) -> list[tuple[str, str]]:
        """What the page wants on which hole: what it leads, and what it draws in a hand on its way
        back."""
        back = [hole for hole, role in sorted(seen.lights.items()) if role in roles]
        drawn = [(hole, token) for hole in back for token in reversed(seen.held)]
        return [*((to, token) for _, to, token in self._leads(seen)), *drawn]

    def _by_light(self, seen: Seen) -> bool:
        """A marble in the hand goes where a light calls for one of its colour.

        A marble on a cross or a minus comes off.
        """
        for hole, role in sorted(seen.lights.items()):
            if hole in self.world.wood or role not in ("return", "missing", "pen"):
                continue
            held = self._called(hole, role, seen)
            if held is not None:
                self.hands.pause(0.3, 1.0)
                self.hands.put(held, hole)
                return True
        for role in ("wrong", "extra"):
            for hole in sorted(h for h, r in seen.lights.items() if r == role):
                if hole in self.world.wood:
                    self.hands.pause(0.3, 1.0)
                    self.hands.lift(hole)
                    return True
        return False

    def _called(self, hole: str, role: str, seen: Seen) -> Held | None:
        """The marble in the hand that a light calls for.

        Where the light says no colour, it is that of the pen, of the one that the page says was
        lifted there, or of a hand that it draws. A hand that holds none of what is drawn has
        nothing for it.
        """
        if role != "return":
            return self.world.holding(seen.tints.get(hole, ""))
        for token in (self.sides.get(hole, ""), seen.left.get(hole, ""), *reversed(seen.held)):
            held = self.world.holding(token)
            if held is not None:
                return held
        return None if seen.held else next(iter(reversed(self.world.hand)), None)
