"""The pace of requests, by a clock that is passed in: floods wait, and nobody who plays does."""

from __future__ import annotations

import pytest

from companion_web.pace import (
    COMMAND,
    FADES,
    KEPT,
    LOOK,
    MOST_OF_ALL,
    MOST_OF_ONE,
    MOST_WAIT,
    Client,
    Pace,
    Turns,
)

STEP = 1 / 128
"""Seconds between two looks at the clock, a binary fraction so that they add up exactly."""


def named(client: str) -> Client:
    """``house/name``, or a name in the one house of this test."""
    house, _, name = client.rpartition("/")
    return Client(house, name)


class Street:
    """Clients before the door. ``now`` is the clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pace = Pace(self.now)
        self.turns: Turns[str] = Turns(self.pace)
        self.let_in: list[str] = []
        self.refused: list[str] = []
        self.asking: set[str] = set()

    def ask(self, client: str, price: float = COMMAND, times: int = 1) -> None:
        """Let a client send so many requests at once."""
        self.asking |= {client}
        for _ in range(times):
            self.turns.add(client, named(client), price, self.now)
        self.look()

    def look(self) -> None:
        """Let in whose turn has come."""
        for client, late in self.turns.due(self.now):
            (self.refused if late else self.let_in).append(client)
            self.asking -= {client}

    def run(self, seconds: float, *floods: str) -> None:
        """Let time pass; each of ``floods`` asks again as soon as it was answered."""
        end = self.now + seconds
        while self.now < end:
            for client in floods:
                if client not in self.asking:
                    self.ask(client)
            self.now += STEP
            self.look()


@pytest.fixture
def street() -> Street:
    return Street()


def test_a_hundred_commands_at_once_go_at_once_and_then_ten_a_second(street: Street) -> None:
    street.ask("a script", times=110)
    assert len(street.let_in) == round(MOST_OF_ONE / COMMAND) == 100
    street.run(1.1)
    assert len(street.let_in) == 110
    assert street.turns.wait(street.now) is None


def test_whoever_plays_comes_next_however_many_flood(street: Street) -> None:
    floods = [f"flood {n}" for n in range(16)]
    street.run(20.0, *floods)
    for n in range(1, 11):
        street.ask("player", LOOK)
        street.ask("player")
        street.run(0.15, *floods)
        assert street.let_in.count("player") == 2 * n
        street.run(0.4, *floods)


def test_one_address_counts_once_however_many_names_it_has(street: Street) -> None:
    floods = [f"prankster/{n}" for n in range(50)]
    street.run(5.0, *floods)
    for n in range(1, 31):
        street.ask("family/player")
        street.run(0.11, *floods)
        assert street.let_in.count("family/player") == n, "more than each of the others"


def test_whoever_holds_a_seat_comes_first_also_behind_the_address_of_a_flood(
    street: Street,
) -> None:
    floods = [f"school/{n}" for n in range(50)]
    street.pace.seat(named("school/player"), True)
    street.run(20.0, *floods)
    for n in range(1, 21):
        street.ask("school/player")
        street.run(0.11, *floods)
        assert street.let_in.count("school/player") == n
        street.run(0.4, *floods)
    street.pace.seat(named("school/player"), False)
    street.ask("school/player")
    street.run(0.11, *floods)
    assert street.let_in.count("school/player") == 20, "who has left waits as the others do"


def test_a_flood_gets_what_all_may_take_and_shares_it_evenly(street: Street) -> None:
    floods = [f"flood {n}" for n in range(8)]
    street.run(20.0, *floods)
    before = len(street.let_in)
    street.run(10.0, *floods)
    assert len(street.let_in) - before == pytest.approx(10 / FADES * MOST_OF_ALL / COMMAND, abs=2)
    shares = [street.let_in.count(client) for client in floods]
    assert max(shares) - min(shares) <= 2


def test_what_a_look_took_is_paid_afterwards(street: Street) -> None:
    street.ask("reader", LOOK)
    street.pace.spend(named("reader"), MOST_OF_ONE + 200.0, street.now)
    street.ask("reader", LOOK)
    assert street.let_in == ["reader"]
    street.run(1.1)
    assert street.let_in == ["reader", "reader"]


def test_a_cheap_look_costs_no_more_than_it_took(street: Street) -> None:
    for _ in range(10_000):
        street.ask("reader", LOOK)
        street.pace.spend(named("reader"), -LOOK, street.now)
    assert len(street.let_in) == 10_000


def test_whose_turn_does_not_come_is_refused_in_the_end(street: Street) -> None:
    street.ask("a script", times=200)
    waiting = 100 - MOST_WAIT / FADES * MOST_OF_ONE / COMMAND
    street.run(MOST_WAIT - 0.1)
    assert street.refused == []
    street.run(0.2)
    assert len(street.refused) == pytest.approx(waiting, abs=1)
    assert street.turns.wait(street.now) is None


def test_the_door_knows_when_the_next_turn_comes(street: Street) -> None:
    assert street.turns.wait(street.now) is None
    street.ask("a script", times=101)
    assert street.turns.wait(street.now) == pytest.approx(0.1, abs=0.01)
    street.pace.spend(named("a script"), 9000.0, street.now)
    assert street.turns.wait(street.now) == MOST_WAIT, "then it is refused"


def test_only_so_many_clients_are_remembered_and_all_of_them_pay(street: Street) -> None:
    """Who forges a name for each request still finds the purse of all empty."""
    for n in range(2 * KEPT):
        street.ask(f"forged {n}")
    assert len(street.let_in) == round(MOST_OF_ALL / COMMAND) == 150
    assert len(street.pace._kept) <= KEPT
