"""A rig whose virtual hand does what the table asks of it for its bots."""

from __future__ import annotations

import random
from typing import Any

from dealt_rig import stock
from table_rig import Rig, marbles, position

from hardware.ports import HoleChange

PLAIN = ("5", "6", "8", "9", "10")
"""What the bot holds: cards that move one marble."""


class Played(Rig):
    """A rig whose virtual hand does what the table asks of it, and notes when.

    ``times``  what the hand did, each with the clock's time
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.times: list[tuple[str, float]] = []

    def run(self, seconds: float) -> Played:
        """Let time pass; strokes reach the sensors at once."""
        end = self.clock.t + seconds
        while (due := self.table.deadline()) is not None and due <= end:
            self.clock.t = max(self.clock.t, due)
            self.table.tick()
            self.strokes()
        self.clock.t = end
        return self

    def strokes(self) -> None:
        for do, hole, token in self.table.strokes():
            self.times.append((do, round(self.clock.t, 3)))
            if do == "lift":
                self.hand.append(self.wood.pop(hole))
            else:
                self.hand.remove(token)
                assert hole not in self.wood
                self.wood[hole] = token
                self.table.remark(hole, token)
            self.table.sensors(HoleChange(self.numbers[hole], do == "put", self.clock.t))

    def bots_turn(self, red: list[str], yellow: list[str], card: str | None = None) -> Played:
        """Red against a bot at yellow, who is to play; its ``card`` lies on the table already."""
        self.new(hands="virtual", players=[["A"], ["C"]], bots=["", "good"])
        self.table.sit(0, "anna")
        rng, out = random.Random(1), marbles(A=red, C=yellow)
        mine = stock(PLAIN if card is None else PLAIN[:4], rng)
        if card is not None:
            mine["deck"].remove(card)
            mine["pile"].append(card)
        stocks = [stock(["2", "3", "4", "5", "6"], rng), mine]
        self.at(position([["A"], ["C"]], out, card, dealt=stocks, to_play=1))
        return self
