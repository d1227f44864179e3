"""What holds in every position of a street race."""

from __future__ import annotations

from collections import Counter

from engine.game import Position
from engine.games.street_race.position import StreetPosition


def check(position: Position) -> None:
    """What holds in every position (FF-12, FF-14, FF-64, FF-73, FF-112)."""
    assert isinstance(position, StreetPosition)
    state = position.moment.state
    pack, settled = state.pack, not position.moment.since
    standing = Counter(car.cell for car in pack.placed() if not car.limbo)
    assert max(standing.values(), default=1) == 1
    if settled:
        assert pack.front == 1
        assert pack.straggling() == []
        for car in pack.placed():
            assert pack.street.open_to_cars(car.col), car.id
            assert not car.limbo
    civilians = [car.id for car in pack.placed() if not car.racer]
    assert {*civilians} <= {f"c{n}" for n in range(1, 9)}
    assert all(points >= 0 for points in state.style.values())
    cards = [*state.pile, *state.discards]
    for held in (*state.hands.values(), *state.gangs.values()):
        cards += held
    for car in pack.cars.values():
        cards += [*car.mods, *([car.driver] if car.driver else [])]
        assert len(car.mods) <= 3
    assert len(cards) == len(set(cards))
    if settled:
        assert len(cards) == len(position.moment.race.content.play_cards)
    assert all(place in position.board.places for place in position.occupancy())
