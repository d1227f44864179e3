"""Disorder: whatever hands and sensors do, nothing illegal is played, a way leads back (PP-10)."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from table_rig import AT_TABLE, MemoryJournal, Rig, position
from two_forms import few_or_many

from companion.model.commands import Answer, Undo
from engine.errors import EngineError

P = "p"
THREE = [["A"], ["C"], ["E"]]
BUSY = position(
    THREE,
    {"A": [P, "A9", "B0", "A3"], "C": [P, "C9", "D4", "Ch2"], "E": [P, P, "X", "E1"]},
    "3",
)


Disturbed = list[tuple[bool, int]]
"""Whether a marble is lifted or put, and which one or where."""
NOT_OFFERED: Disturbed = [
    *[(False, 0)] * 3, (True, 0), (True, 127), (True, 86), (False, 142), (False, 133), (False, 98),
    *[(False, 0)] * 3, (True, 200), (True, 0),
]  # fmt: skip
"""Blue stands in a pen where Red or nothing is offered."""
CROSSED: Disturbed = [
    (True, 0), (True, 3), (True, 86), (False, 142), (False, 1), (False, 98), (True, 0), (False, 0),
]  # fmt: skip
"""Three colours cross, and each goes home by eye while the table believes otherwise."""


DISTURBED = st.lists(st.tuples(st.booleans(), st.integers(0, 200)), min_size=1, max_size=14)


@few_or_many(given(DISTURBED), 5, 25, derandomize=True)
@example(NOT_OFFERED)
def test_following_the_lights_always_leads_back_pp_10(disturbed: Disturbed) -> None:
    leads_back(disturbed)


def test_marbles_that_crossed_go_home_by_eye_pp_10() -> None:
    leads_back(CROSSED)


def leads_back(disturbed: Disturbed) -> None:
    """Disturb the board, and bring all back; the restart finds the same."""
    rig = Rig().new(players=THREE).at(BUSY)
    for lifting, number in disturbed:
        free = [hole for hole in rig.numbers if hole not in rig.wood]
        if lifting and rig.wood:
            rig.lift(sorted(rig.wood)[number % len(rig.wood)])
        elif rig.hand:
            rig.put(free[number % len(free)], rig.hand[number % len(rig.hand)])
        if number % 7 == 0:
            rig.settle()
    guided(rig)
    assert rig.hand == []
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.view.position == rig.view.position


def test_the_last_marble_of_a_correction_is_led_home_even_where_it_could_be_moved_pp_10() -> None:
    """Lifted from where it was knocked to, it is not on its way to a white light."""
    for card in (None, "6"):
        rig = Rig().new().at(position([["A"], ["C"]], {"A": [P] * 4, "C": [P] * 4}, card))
        rig.lift("Ap1", "Ap2").put("C4").put("B11").settle()
        assert rig.state == "correction"
        for count in (2, 1):
            assert rig.support == f"1 of {count}. Goes on alone."
            (frm,) = rig.lit("extra")
            rig.lift(frm).settle()
            assert rig.state == "correction"
            assert rig.said == "Put Red in its pen."
            assert rig.lit("destination") == rig.lit("origin") == []
            (to,) = rig.lit("missing")
            rig.put(to).settle()
        assert rig.state == ("choose_card" if card is None else "choose_move")
        assert rig.view.notice is not None
        rig.lift("Ap1")
        assert rig.state == "lifted", "what is lifted next is a move again"


def test_a_marble_too_many_in_the_hand_does_not_spoil_the_move_of_the_other_pp_10() -> None:
    rig = Rig().new().at(position([["A"], ["C"]], {"A": [P, P, P, "A9"], "C": [P] * 4}, "5"))
    rig.lift("A9", "Ap1", "Ap2").settle()
    assert rig.state == "correction"
    rig.put("Ap2", "A").put("Ap1", "A").settle()
    assert rig.state == "lifted"
    assert rig.lit("destination") == ["B0"]


def guided(rig: Rig, most: int = 60) -> None:
    """Bring every marble to where a person would see it belongs, colours by eye."""
    for _ in range(most):
        rig.settle()
        view = rig.view
        if view.ask is not None:
            fits = [o for o in view.ask.options if rig.wood.get(o.hole) == o.token and o.hole]
            chosen = fits[0] if fits else view.ask.options[-1]
            rig.table.command(Answer(view.ask.id, chosen.id), AT_TABLE)
            continue
        board = rig.table.drawing()
        assert board is not None
        if rig.hand:
            token = rig.hand[-1]
            homes = [
                hole
                for place, tokens in occupancy(rig).items()
                if token in tokens
                for hole in board.places[place].holes
                if hole not in rig.wood
                and sum(rig.wood.get(h) == token for h in board.places[place].holes)
                < tokens.count(token)
            ]
            if homes:
                rig.put(homes[0], token)
                continue
            blocked = next(
                hole
                for place, tokens in occupancy(rig).items()
                if token in tokens
                for hole in board.places[place].holes
                if rig.wood.get(hole) not in (None, token)
            )
            rig.lift(blocked).put(blocked, token)
            continue
        strangers = surplus(rig)
        if not strangers:
            assert rig.state not in ("wrong", "stray", "correction")
            return
        rig.lift(strangers[0])
    raise AssertionError((rig.state, rig.said, rig.roles(), rig.hand))


def surplus(rig: Rig) -> list[str]:
    """Holes whose marble is more than the position has at that place."""
    board = rig.table.drawing()
    assert board is not None
    left = {place: list(tokens) for place, tokens in occupancy(rig).items()}
    out = []
    for hole, token in rig.wood.items():
        here = left.get(board.space(hole).place, [])
        if token in here:
            here.remove(token)
        else:
            out.append(hole)
    return out


def occupancy(rig: Rig) -> dict[str, tuple[str, ...]]:
    """Tokens by place of the open position."""
    moment = rig.table._moment
    assert moment.position is not None
    return dict(moment.position.occupancy())


@pytest.mark.parametrize(
    "gestures", [60, *(pytest.param(n, marks=pytest.mark.slow) for n in (300, 900))]
)
def test_noise_never_plays_anything_illegal_pp_10(gestures: int) -> None:
    rng = random.Random(7)
    rig = Rig().new(players=[["A"], ["C"], ["E"]])
    for count in range(gestures):
        if rig.hand and rng.random() < 0.5:
            free = [hole for hole in rig.numbers if hole not in rig.wood]
            rig.put(rng.choice(free), rng.choice(rig.hand))
        elif rig.wood:
            rig.lift(rng.choice(sorted(rig.wood)))
        rig.wait(rng.choice((0.05, 0.2, 0.6)))
        if count % 40 == 0 and rig.state == "choose_card":
            rig.card(rng.choice(("A", "6", "7", "J", "3")))
    again = Rig(journal=rig.journal)
    try:
        again.table.resume()
    except EngineError as error:  # pragma: no cover - that is what must not be
        raise AssertionError(error) from error
    assert again.view.position == rig.view.position
    assert isinstance(rig.journal, MemoryJournal)


def test_a_takeback_of_a_capture_is_led_to_its_end_in_whatever_order_pp_10_pp_11() -> None:
    """With the own marble back first, the captured one still belongs on the track."""
    for first, second in (("own", "other"), ("other", "own")):
        start = position([["A"], ["C"]], {"A": [P, P, P, "B3"], "C": [P, P, P, "B8"]}, "5")
        rig = Rig().new().at(start)
        rig.lift("B8", "B3").put("B8", "A").settle()
        assert rig.done() == ["B3-B8"]
        rig.table.command(Undo(), AT_TABLE)
        rig.lift("B8").settle()
        moves = {"own": ("B3", "A"), "other": ("B8", "C")}
        rig.put(*moves[first]).settle()
        assert rig.state == "correction"
        hole, token = moves[second]
        assert rig.lit("missing") == [hole]
        assert rig.lit("pen") == rig.lit("movable") == rig.lit("destination") == []
        rig.put(hole, token).settle()
        assert rig.state == "choose_move"
        assert rig.done() == []
