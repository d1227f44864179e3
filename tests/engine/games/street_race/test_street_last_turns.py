"""The endgame in a position: whose turns can be to come, and what corrections may do to it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from street_table import ask, begun, code, loaded, new, play, texts

from engine.errors import BadPosition
from engine.game import OVER, Position
from engine.search import random_action


def ending(end: Any, **change: Any) -> Position:
    """A race of three whose finish lies; A is to act unless ``turn`` or ``phase`` say otherwise."""
    held = {"street": ("m03", "m04"), "drawn": 16, "turns": 5, **change}
    return loaded(begun(new(), end=end, **held))


def end(drawer: str, to_come: str = "", declined: str = "") -> dict[str, object]:
    return {"drawer": drawer, "to_come": [*to_come], "declined": [*declined]}


CAN_BE = [
    ("A", end("A", "BC")),
    ("B", end("A", "C")),
    ("C", end("A")),
    ("A", end("B")),
    ("A", end("C", "B")),
    ("A", end("B", "", "C")),  # bought
    ("A", end("A", "", "BC")),
]


@pytest.mark.parametrize(("turn", "held"), CAN_BE)
def test_who_has_drawn_the_finish_and_whose_turn_it_is_tell_who_is_still_owed_one_ff_131(
    turn: str, held: Any
) -> None:
    position = ending(held, turn=turn)
    assert position.to_json()["end"] == held
    assert ask(position) == ("act", [turn])


CANNOT_BE = [
    ("A", end("B", "A")),
    ("A", end("C", "AB")),
    ("A", end("A", "C")),
    ("B", end("A", "BC")),
    ("A", end("B", "CA")),
    ("A", end("A", "CB")),
    ("A", end("C", "B", "C")),
    ("A", end("B", "", "A")),
    ("A", end("B", "B")),
]


@pytest.mark.parametrize(("turn", "held"), CANNOT_BE)
def test_an_end_that_no_race_can_come_to_is_a_bad_position_ff_131_ff_133(
    turn: str, held: Any
) -> None:
    with pytest.raises(BadPosition, match=r"^end: "):
        ending(held, turn=turn)


def last_turns(players: int, seed: int) -> Iterator[Position]:
    """The settled positions of a random race from the finish on; everybody has points then."""
    rng = random.Random(seed)
    position = new(players)
    rich = False
    while position.to_act is not OVER:
        held: Any = position.to_json()
        if held["end"] is not None and held["base"] is None:
            yield position
            if not rich:
                gifts = [f"fix-style {player} {rng.randrange(9)}" for player in held["players"]]
                rich, position = True, play(position, *gifts)
        moves = [a.text for a in position.legal() if a.text.startswith("adv")]
        text = random_action(position, rng).text
        position = play(position, moves[0] if moves and rng.randrange(2) else text)
    yield position


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_position_of_the_last_turns_reads_back_ff_131(players: int) -> None:
    found: set[Any] = set()
    for position in last_turns(players, seed=players):
        held: Any = position.to_json()
        assert loaded(held).to_json() == held
        found.add((held["phase"], len(held["end"]["to_come"])))
    assert {("act", left) for left in range(players)} <= found
    assert {("extra", 0), ("over", 0)} <= found


def buying() -> Position:
    """B alone is asked whether to buy a turn."""
    return ending(end("A"), turn="C", phase="extra", actions=0, style={"B": 3})


def test_a_correction_after_which_nobody_can_buy_a_turn_ends_the_race_ff_133() -> None:
    assert ask(buying()) == ("extra", ["B"])
    over = play(buying(), "fix-style B 2")
    assert over.to_act is OVER
    assert over.to_json()["ranking"] == ["A", "B", "C"]
    assert ask(play(buying(), "fix-style A 3", "fix-style B 0")) == ("extra", ["A"])


def test_a_correction_leaves_somebody_who_can_deploy_ff_26() -> None:
    held: Sequence[str] = ("p17.1",)
    start = begun(new(), phase="deploy", turn=None, actions=0, hands={"B": held})
    position = loaded(start)
    assert ask(position) == ("deploy", ["B"])
    assert code(position, "fix-card p17.1 pile") == "not-an-option"
    assert code(position, "fix-car B 1O1") == "not-an-option"
    after = play(position, "fix-card p18.1 hand B", "fix-card p17.1 pile")
    assert texts(after) == ["deploy B no", "deploy B p18.1 mod"]
