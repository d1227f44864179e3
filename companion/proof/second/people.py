"""People at the table: they name cards, answer, follow corrections, and look until all is well."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from engine.action import Action
from engine.game import CHANCE, Position, acting

from .answering import about_cards, lie, listed, meanwhile, played_with, stood, truth
from .following import START, Follower
from .hands import Hands
from .judge import Stuck
from .memory import Memory
from .seen import Seen
from .talk import Talk
from .world import World, is_as_wanted

MOST_STEPS: Final = 80
"""At most this many things are done for one correction."""
CIRCLE: Final = 4
"""The table, the wood and the hands were all like this before, so many times: a circle."""
OWN_WAY: Final = 1
"""So many times people try what they want; the next time they put back what the page calls for."""
STILL: Final = 0.7
"""So long after the last change people believe what they see."""
NOT_YOURS: Final = "not-your-play"
"""The refusal of an undo whose action another seat has played."""
PATIENCE: Final = 40.0
"""Seconds for which people wait for a table that shows nothing to do."""


class People:
    """Everybody at one table.

    ``helpless``  they put nothing right by themselves, and only follow lights
    ``slow``      they look late
    ``dealt``     the service deals the cards; only the holder of a seat may act for it
    ``mover``     a position in which those are to act who look and speak now
    ``called``    the seat that the table has called to its page instead
    ``asked``     ids of the questions that were shown, and whether they are doubts about hands
    """

    def __init__(self, talk: Talk, world: World, memory: Memory, rng: random.Random) -> None:
        self.talk = talk
        self.world = world
        self.memory = memory
        self.rng = rng
        self.dealt = False
        self.mover: Position = memory.now
        self.called: int | None = None
        self.helpless = rng.random() < 0.5
        self.slow = rng.random() < 0.3
        self.hands = Hands(world, talk, rng, rng.choice((0.6, 1.0, 1.0, 1.4)))
        self.follower = Follower(world, self.hands, memory.now.board)
        self.asked: dict[str, bool] = {}
        self._stubborn = False
        self.corrections = 0
        self.refused: Counter[str] = Counter()

    # ------------------------------------------------------------------------------ the page

    def seat(self) -> int | None:
        """The seat whose page is used: nobody's where cards are open, else the mover's."""
        if not self.dealt:
            return None
        return next(iter(acting(self.mover)), 0) if self.called is None else self.called

    def look(self) -> Seen:
        """Look at the table, some of them late; nobody looks up before the hand is still."""
        self.talk.wait(self.rng.uniform(0.5, 2.5) if self.slow else 0.0)
        self.talk.at = max(self.talk.at, self.talk.moved + STILL)
        seen = self.talk.look(self.seat())
        self.listen()
        return seen

    def listen(self) -> None:
        """Take in what chance has brought: everybody sees dice, and the holder the own cards."""
        if self.talk.listen():
            self.memory.unhear()
        self.memory.hear(self.talk.chances)

    def sees_dice(self) -> bool:
        """Whether chance has brought something since people looked: a window is past by then."""
        known = len(self.memory.meant)
        self.talk.say()
        self.listen()
        return len(self.memory.meant) > known

    def tell(self, action: Action) -> str | None:
        """Tell the page an action that hands do not make: a card, a die, a claim."""
        self.mover, self.called = self.memory.now, None
        seat = action.seat if self.dealt and action.seat in acting(self.mover) else self.seat()
        card = action.params.get("card") if action.prelude else None
        if card is not None:
            refusal = self.talk.command(seat, command="card", card=card)
        else:
            refusal = self.talk.command(seat, command="act", action=action.text)
        if refusal is not None:
            self.refused[refusal] += 1
        return refusal

    def throw(self) -> None:
        """Have the service throw, where it waits for a tap."""
        if self.memory.now.to_act is CHANCE:
            self.talk.command(self.seat(), command="roll")
            self.listen()

    def answer(self, now: Seen, wrongly: bool = False) -> bool:
        """Answer the open question; False if it was answered wrongly on purpose."""
        ask = now.ask
        assert ask is not None
        self.talk.wait(self.rng.uniform(0.6, 3.0))
        before = stood(self.memory, now.position)
        done = [] if self._has_undone(now) else meanwhile(self.memory, now.position)
        line = listed(self.memory, now)
        true = truth(ask, done, self.world, before, played_with(self.memory), line)
        wrong = lie(ask, true) if wrongly else None
        option = wrong or true or str(ask["options"][-1]["id"]) if ask["options"] else ""
        refusal = self.talk.command(
            self.seat(), command="answer", ask=str(ask["id"]), option=option
        )
        if refusal is not None:
            self.refused[refusal] += 1
        return wrong is None

    def _has_undone(self, now: Seen) -> bool:
        """Whether the wood stands as the page has it, and not as people meant it: hands have put
        back what they did since."""
        place = self.memory.place(now.position)
        if place is None or self.world.hand or is_as_wanted(self.memory.now, self.world.wood):
            return False
        return is_as_wanted(self.memory.meant[place].position, self.world.wood)

    def take_back(self) -> None:
        """Have the page undo what was played last. With dealt cards only its player may, and the
        page tells whoever else tries who that is."""
        others = [seat.number for seat in self.memory.now.seats] if self.dealt else []
        for seat in (self.seat(), *others):
            if self.talk.command(seat, command="undo") != NOT_YOURS:
                return

    def note(self, now: Seen) -> None:
        """Remember that a question was shown."""
        if now.ask is not None:
            self.asked.setdefault(str(now.ask["id"]), not about_cards(now.ask))

    # ------------------------------------------------------------------------------- settling

    def settle(self, wrongly: bool = False) -> Seen:
        """Do what the table wants until it says that all is well; Stuck if it never does.

        ``wrongly``: the first question is answered wrongly, and what comes of it is returned.
        """
        met: Counter[object] = Counter()
        waited, corrected = 0.0, False
        self._stubborn, self.called = not self.helpless, None
        for _ in range(MOST_STEPS):
            now = self.look()
            self.note(now)
            if now.fits and not self._left_to_do(now):
                return now
            theirs = now.ask is None or not now.ask["options"]
            if now.state == "ask" and theirs and self._call(now):
                continue
            met[self._moment(now)] += 1
            if met[self._moment(now)] > CIRCLE:
                raise Stuck(f"In a circle: {now.state}, {now.key}, arrow {now.arrow}.")
            if now.ask is not None:
                if not self.answer(now, wrongly):
                    return self.look()
                continue
            if now.state == "correction" and not corrected:
                corrected = True
                self.corrections += 1
            if not self._do(now, gives_in=met[self._moment(now)] > OWN_WAY):
                if waited > PATIENCE:
                    raise Stuck(f"Nothing to do, yet not at rest: {now.state}, {now.key}.")
                waited += max(waited, 0.6)
                self.talk.wait(max(waited, 0.6))
                met.pop(self._moment(now))
        raise Stuck(f"No end: {now.state}, {now.key}, arrow {now.arrow}.")

    def _call(self, now: Seen) -> bool:
        """Let the player look whom the table asks; False if that one looks already."""
        before = self.seat()
        if self.dealt:
            self.called = now.seat
        return self.seat() != before

    def _moment(self, now: Seen) -> object:
        hand = tuple(held.token for held in self.world.hand)
        return now.mark, tuple(sorted(self.world.wood.items())), hand

    def _left_to_do(self, now: Seen) -> bool:
        """Captured marbles in a hand (PP-6): people put them away before long. So they put once
        more what the table has not read."""
        if now.state == "pending":
            return True
        if self.unread(now):
            return True
        return any(o["to"] or o["frm"] for o in now.owed)

    def unread(self, now: Seen) -> bool:
        """Whether a marble stands where the table, which says that all is well, has it in a hand,
        and no sensor has told that it was put. If one has, that is for the judge."""
        hole = self.follower.unread(now, self.memory.in_hand(now.position))
        return hole is not None and (hole, True) not in {edge[1:] for edge in self.talk.edges}

    def _do(self, now: Seen, *, gives_in: bool) -> bool:
        """One thing that brings the board on; False if there is nothing but waiting.

        ``gives_in``  whether they put back what the page calls for, though they want it elsewhere
        """
        if now.state == "pending":
            return False
        if now.fits:
            held = self.memory.in_hand(now.position)
            return self.follower.step(now) or (self.unread(now) and self.follower.again(now, held))
        if self.memory.place(now.position) is None:
            self.memory.overtaken(now.position)  # they see that a window has shut
        wanted = None if gives_in else self.memory.now
        if self._stubborn and self.follower.mend(self.memory.now):
            return True
        self._stubborn = False  # all stands as they want it, and the table still leads: they follow
        if self.follower.step(now):
            return True
        if self.follower.again(now):  # sooner than anything else that is in a hand
            return True
        if self.follower.fetch(now) or self.follower.back(now, wanted):
            return True
        if now.state == "half":  # nobody has begun that, so they put it back and follow no light
            self._stubborn = True
        if (self._stubborn or self.world.hand) and self.follower.mend(self.memory.now):
            return True
        return self.follower.fetch(now, START)  # sooner than waiting: the page has it in a hand
