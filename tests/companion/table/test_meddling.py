"""Somebody meddles while bots play on the virtual board: the game never stands still."""

from __future__ import annotations

import random
from typing import Any

import pytest
from bot_rig import Played
from table_rig import EVERYBODY

from companion.model.commands import Answer
from companion.model.states import TableState
from companion.model.view import Ask, View
from hardware.ports import HoleChange

GAMES: dict[str, dict[str, Any]] = {
    "fast_track": {"hands": "virtual", "players": [["A"], ["C"]]},
    "wahoo": {"game": "wahoo", "rules": None, "board": None, "players": [["A"], ["C"]]},
    "racepack": {
        "game": "racepack",
        "rules": None,
        "board": None,
        "players": [["A", "C"], ["B", "D"]],
    },
    "fhtagn": {"game": "fhtagn", "rules": None, "board": None, "players": [["A"], ["B"], ["C"]]},
}
HELD = ("return", "missing", "destination", "origin")
"""Lights that call for a marble that somebody holds."""
PATIENCE = 90.0
"""Seconds of following the lights after which a game that has not gone on stands still."""


class Meddler(Played):
    """Bots, and somebody beside them who shares the virtual hand.

    ``mine``   the marble that somebody holds; ``home``: the hole that it was lifted from first
    """

    mine = home = ""

    def strokes(self) -> None:
        """What the hand can't do, since somebody was there first, is not done."""
        for do, hole, token in self.table.strokes():
            if do == "lift" and hole in self.wood:
                self.hand.append(self.wood.pop(hole))
                self._feels(hole, False)
            elif do == "put" and hole not in self.wood and self._gives(token):
                self.table.remark(hole, token)
                self.wood[hole] = token
                self._feels(hole, True)

    def _gives(self, token: str) -> bool:
        if token in self.hand:
            self.hand.remove(token)
        elif token == self.mine:
            self.mine = ""
        else:
            return False
        return True

    def _feels(self, hole: str, full: bool) -> None:
        self.table.sensors(HoleChange(self.numbers[hole], full, self.clock.t))

    def take(self, hole: str) -> None:
        """Somebody lifts what stands there."""
        self.mine = self.wood.pop(hole)
        self._feels(hole, False)

    def give(self, hole: str) -> None:
        """Somebody puts it there."""
        self.table.remark(hole, self.mine)
        self.wood[hole], self.mine = self.mine, ""
        self._feels(hole, True)

    def answer(self, ask: Ask) -> None:
        """Somebody says what stands in the hole that is asked for."""
        asked = [hole for hole, shown in self.view.holes.items() if shown.role == "ask"]
        hole = next((option.hole for option in ask.options if option.hole), asked[0])
        real = self.wood.get(hole, "")
        true = (o for o in ask.options if (o.token, o.hole) == (real, hole))
        option = next(true, ask.options[-1])
        self.table.command(Answer(ask.id, option.id), EVERYBODY)

    def follow(self) -> bool:
        """Somebody does one thing that question, arrow or lights call for; whether any did."""
        view = self.view
        if view.ask is not None:
            self.answer(view.ask)
        elif self.mine:
            if (hole := self._called(view)) is None:
                return False
            self.give(hole)
        elif view.arrow is not None and view.arrow.frm in self.wood:
            self.take(view.arrow.frm)
        elif wrong := [h for h, s in view.holes.items() if s.role == "wrong" and h in self.wood]:
            self.take(wrong[0])
            self.hand.append(self.mine)
            self.mine = ""
        else:
            return False
        return True

    def _called(self, view: View) -> str | None:
        """The free hole to which the marble in somebody's hand is called."""
        free = self.numbers.keys() - self.wood.keys()
        for debt in view.owed:
            if (debt.token, debt.frm) == (self.mine, "") and debt.to in free:
                return debt.to
        for role in HELD:
            for hole, shown in view.holes.items():
                if shown.role == role and shown.colour in ("", self.mine) and hole in free:
                    return hole
        return self.home if self.home in free else None


def meddle(rig: Meddler, rng: random.Random) -> None:
    """Somebody lifts a marble, and puts it back, elsewhere, or nowhere yet."""
    if not rig.wood or rig.view.ask is not None:
        return
    rig.home = rng.choice(sorted(rig.wood))
    rig.take(rig.home)
    rig.run(rng.choice((0.1, 0.4, 1.0, 3.0)))
    free = sorted(rig.numbers.keys() - rig.wood.keys())
    where = rng.choice((rig.home, rig.home, rng.choice(free), ""))
    if rig.mine and where in free:
        rig.give(where)


@pytest.mark.parametrize(
    "seed", [1, 11, *(pytest.param(n, marks=pytest.mark.slow) for n in range(20, 26))]
)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_bots_goes_on_whatever_somebody_meddles(game: str, seed: int) -> None:
    rng, rig = random.Random(seed), Meddler(seed=seed)
    rig.new(bots=["good"] * len(GAMES[game]["players"]), **GAMES[game])
    rig.hand = list(reversed(rig.table.tokens_beside()))
    for _ in range(50):
        rig.run(rng.choice((0.3, 0.7, 1.3, 2.1)))
        if not rig.wood:  # the service sets a grid out as soon as the dice have told it
            rig.plug_in()
        if rng.random() < 0.5:
            meddle(rig, rng)
        began, stood = rig.clock.t, rig.view.position
        while rig.view.state != TableState.OVER.value and rig.clock.t < began + PATIENCE:
            rig.run(1.0)
            if not rig.follow() and rig.view.position != stood:
                break
        assert rig.clock.t < began + PATIENCE, f"{rig.said} | {rig.support}"
        if rig.view.state == TableState.OVER.value:
            break
