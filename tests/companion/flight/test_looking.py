"""Looking changes nothing that is recorded: a game of dealt cards runs again bit for bit (PP-41).

Views of seats are fetched whenever a browser asks, between any two inputs, and no line tells of it.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from flight_rig import FlightRig
from table_rig import clumsy, play_game

from companion.flight import Flight, read_flight
from companion.model.commands import Caller, Hint, Undo
from companion.proof.trace import replay


def games(count: int) -> list[Any]:
    """Seeds of so many games; all but one of them are played with the long tests."""
    return [pytest.param(n, marks=[pytest.mark.slow] if n else []) for n in range(count)]


class LookedAtRig(FlightRig):
    """Phones fetch views of seats at random moments, some before the public view is made.

    ``later``  seconds at most from an input to the look that follows
    """

    looks: random.Random | None = None
    later = 0.0

    def look(self) -> None:
        """Seats first, as where the loop is busy and publishes later."""
        if self.looks is not None and self.looks.random() < 0.5:
            self.clock.t += self.looks.random() * self.later
            for seat in self.looks.sample((0, 1), self.looks.randint(1, 2)):
                self.recorded.view(seat)
        super().look()


def flown(folder: Path, seed: int, looks: random.Random | None, later: float = 0.0) -> Flight:
    """A game of dealt cards by clumsy hands: cards first, moves first, hints, undoing."""
    rig = LookedAtRig(folder, seed=seed)
    rig.looks, rig.later = looks, later
    rng = random.Random(seed)
    rig.new(hands="virtual")
    for _ in range(3):
        play_game(rig, rng, lambda _, legal, rng: rng.choice(legal), most=20, hands=clumsy)
        if rig.state == "choose_card":
            acting = frozenset(rig.table._moment.acting)
            rig.table.command(Hint(), Caller(acting))
            hole = rng.choice(sorted(rig.wood))
            rig.lift(hole).wait(rng.random()).put(hole).wait(rng.random())
        rig.table.command(Undo(1), Caller(host=True))
        rig.hand.clear()
        rig.plug_in().settle()
    return read_flight(rig.landed())


@pytest.mark.parametrize("seed", games(8))
def test_a_flight_of_dealt_cards_that_phones_looked_at_runs_again_pp_41(
    seed: int, tmp_path: Path
) -> None:
    flight = flown(tmp_path, seed, random.Random(seed), later=0.004)
    assert sum(bool(line.drew) for line in flight.inputs) >= 1
    done = replay(flight)
    assert done.difference is None
    assert done.views > 50


@pytest.mark.parametrize("seed", games(4))
def test_a_flight_is_the_same_whether_phones_looked_or_not_pp_41(seed: int, tmp_path: Path) -> None:
    alone = flown(tmp_path / "alone", seed, None)
    looked_at = flown(tmp_path / "looked_at", seed, random.Random(seed))
    assert looked_at.lines == alone.lines
