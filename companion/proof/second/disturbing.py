"""Disturbing: gestures that need more than hands, such as a command in the middle of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.action import Action
from engine.game import Position

from .intending import Intent, intend
from .people import People
from .performing import Performer
from .rests import Rests
from .strokes import PUT, Planner, Stroke

WAYS = ("page first", "in the hand", "other marbles", "both")
"""How page and wood are mixed."""


class Disturber:
    """People who use the page while they move marbles, or who take half a move back."""

    def __init__(self, rests: Rests) -> None:
        self.rests = rests
        self.people: People = rests.people
        self.performer: Performer = rests.performer

    def remember(self, *actions: Action, tapped: bool = False) -> None:
        """These were meant, whatever the table makes of them."""
        memory = self.people.memory
        for action in actions:
            memory.add(action, memory.now.apply(action).position, tapped)

    def command_in_hand(self, planner: Planner) -> None:
        """The marble is in the hand when the card is taken back and another one named."""
        first, hands, memory = planner.found[0], self.people.hands, self.people.memory
        hands.pause(0.2, 0.8)
        held = hands.lift(first.hole)
        hands.pause(0.2, 1.0)
        if self.people.talk.command(self.people.seat(), command="undo") is not None:
            hands.put(held, first.hole)
            self.people.talk.wait(1.0)
            self.rests.rest()
            return
        memory.back(len(memory.meant) - 1)
        hands.pause(0.3, 1.0)
        again = self._with_the_same(first.place)
        if again is None:
            hands.put(held, first.hole)
            return
        if not self.rests.tell(again.told):
            return
        strokes = self._without_first(again, first)
        if strokes:
            self.performer.perform(strokes)
            self.remember(again.action)
        elif held in self.people.world.hand:
            hands.put(held, first.hole)

    def undo_in_hand(self, planner: Planner) -> None:
        """The next marble is in the hand when what was played before is taken back."""
        first, hands, memory = planner.found[0], self.people.hands, self.people.memory
        hands.pause(0.2, 0.8)
        held = hands.lift(first.hole)
        hands.pause(0.2, 1.0)
        refused = self.people.talk.command(self.people.seat(), command="undo") is not None
        hands.pause(0.2, 1.0)
        hands.put(held, first.hole)
        place = None if refused else memory.place(self.people.look().position)
        if place is not None:
            memory.back(place + 1)
        self.rests.rest()

    def _with_the_same(self, place: str) -> Intent | None:
        """Another card, and a move of it with a marble of that place."""

        def same(position: Position, action: Action) -> bool:
            return action.displacements[0].frm == place and len(action.displacements) == 1

        memory, rng = self.people.memory, self.people.rng
        again = None if self.people.dealt else intend(memory.now, rng, None, same)
        if again is None or not again.action.displacements:
            return None
        return again if same(again.before, again.action) else None

    def _without_first(self, again: Intent, first: Stroke) -> list[Stroke]:
        """The strokes of a move whose marble is in the hand already."""
        world = self.people.world
        held = world.holding(first.token)
        if held is None:
            return []
        world.put(held, first.hole)
        planner = self.rests.plan(again.before, again.action)
        world.lift(first.hole)
        strokes = [] if planner is None else [s for s in planner.found if s.hole != first.hole]
        return strokes if any(stroke.do == PUT for stroke in strokes) else []

    def page_and_wood(self, action: Action, planner: Planner) -> None:
        """The page is told what hands do, before, in the middle or together with other marbles."""
        way = self.people.rng.choice(WAYS)
        hands, strokes = self.people.hands, planner.found
        begun = strokes[:1] if way == "in the hand" else []
        self.performer.perform(begun)
        stands = True
        if way != "both":
            stands = self._tapped(action)
        if way in ("page first", "other marbles"):
            hands.pause(0.3, 1.5)
        if way == "other marbles":
            self.performer.touch_two()
            hands.pause(0.5, 3.0)
        if not stands:
            self.performer.back(begun)
            return
        self.performer.perform(strokes[len(begun) :])
        if way == "both":
            self.people.talk.wait(self.people.rng.uniform(0.02, 0.3))
            self._tapped(action)

    def _tapped(self, action: Action) -> bool:
        """The page is told an action; whether its marble is to be moved. Dice may have fallen for
        it at once: whoever has tapped sees them, and moves nothing after a test that has failed."""
        memory = self.people.memory
        stood = memory.now.occupancy()
        self.remember(action, tapped=self.people.tell(action) is None)
        self.people.listen()
        now = memory.now.occupancy()
        return any(
            set(stood.get(way.frm, ())) & set(now.get(way.to, ())) for way in action.displacements
        )

    def half_back(self, intent: Intent, planner: Planner) -> None:
        """Some strokes are made and undone; then another action of the same card."""
        rng, hands = self.people.rng, self.people.hands
        strokes: Sequence[Stroke] = planner.found
        puts = [n for n, stroke in enumerate(strokes, 1) if stroke.do == PUT]
        part = strokes[: rng.choice(puts)]
        self.performer.perform(part)
        self.people.talk.wait(rng.uniform(0.05, 1.5))
        self.performer.back(part)
        hands.pause(0.3, 2.0)
        others = [a for a in intent.before.distinct() if a.displacements and a != intent.action]
        action = rng.choice(others or [intent.action])
        again = self.rests.plan(intent.before, action)
        if again is None:
            action, again = intent.action, self.rests.plan(intent.before, intent.action)
        if again is not None:
            self.performer.perform(again.found)
            self.remember(action)
