"""The table uses what the virtual hand says of its marble, and does not ask (PP-3)."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, Rig, marbles, position

from companion.model.commands import Answer


def at(card: str | None, **there: list[str]) -> Rig:
    """Red, Yellow and Blue with these marbles, Red to play."""
    named = marbles(**{"A": [], "C": [], "E": []} | there)
    start = position([["A"], ["C"], ["E"]], named, card)
    return Rig().new(players=[["A"], ["C"], ["E"]]).at(start)


def jack() -> Rig:
    """Red played a Jack; one marble each stands on the track."""
    return at("J", A=["A12"], C=["C6"])


# -------------------------------------------------------------------------------- what is told


@pytest.mark.parametrize("lifts", [("A12", "C6"), ("C6", "A12")])
@pytest.mark.parametrize("puts", [(("C6", "A"), ("A12", "C")), (("A12", "C"), ("C6", "A"))])
def test_a_swap_that_the_hand_told_is_not_asked_for(
    lifts: tuple[str, str], puts: tuple[tuple[str, str], tuple[str, str]]
) -> None:
    rig = jack().lift(*lifts)
    seen = []
    for hole, token in puts:
        rig.tell(hole, token)
        seen.append(rig.marbles())
    assert seen[0].items() >= dict(puts[:1]).items()
    assert seen[1] == rig.wood
    rig.settle()
    assert rig.view.ask is None
    assert rig.done() == ["A12=C6"]
    assert rig.marbles() == rig.wood


def test_one_of_two_told_says_enough() -> None:
    rig = jack().lift("A12", "C6").tell("C6", "A").put("A12", "C").settle()
    assert rig.view.ask is None
    assert rig.done() == ["A12=C6"]


def test_two_marbles_told_to_be_back_are_nothing_pp_4() -> None:
    rig = jack().lift("A12", "C6").tell("A12", "A").tell("C6", "C").settle()
    assert rig.view.ask is None
    assert rig.done() == []
    assert rig.state == "choose_move"


def test_a_swap_that_was_told_is_taken_back_as_it_was_told_pp_5() -> None:
    rig = jack().lift("A12", "C6").tell("C6", "A").tell("A12", "C").settle()
    rig.lift("A12", "C6").tell("A12", "A").tell("C6", "C").wait(3)
    ask = rig.view.ask  # it may also be an exchange by another Jack
    assert ask is not None
    back = next(option.id for option in ask.options if option.message.key == "ask.taken_back")
    rig.table.command(Answer(ask.id, back), AT_TABLE)
    assert rig.done() == []
    assert rig.marbles() == rig.wood


def test_of_a_swap_before_its_card_only_the_card_is_asked_for_pp_7() -> None:
    rig = at(None, A=["A12"], C=["C6"]).lift("A12", "C6").tell("C6", "A").tell("A12", "C").settle()
    assert rig.said == "Was that a Jack?"
    assert rig.marbles() == rig.wood
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "card:J"), AT_TABLE)
    assert rig.view.ask is None
    assert rig.done() == ["A12=C6"]


# ---------------------------------------------------------------------------- what is not told


def test_a_swap_of_which_nothing_was_said_is_asked_and_drawn_as_unknown() -> None:
    rig = jack().lift("A12", "C6").put("C6", "A").put("A12", "C")
    shown = []
    while rig.view.ask is None:
        shown.append(rig.marbles())
        rig.wait(0.05)
    shown.append(rig.marbles())
    assert len(shown) > 1
    assert all((there["A12"], there["C6"]) == ("?", "?") for there in shown)
    assert rig.said == "Which marble is on Red 12?"
    assert rig.lit("ask") == ["A12", "C6"]
    ask = rig.view.ask
    assert ask is not None
    yellow = next(option for option in ask.options if option.token == "C")
    rig.table.command(Answer(ask.id, yellow.id), AT_TABLE)
    assert rig.done() == ["A12=C6"]
    assert rig.marbles() == rig.wood


def test_what_was_said_of_a_put_that_was_refused_counts_no_more() -> None:
    rig = jack().lift("A12", "C6")
    rig.table.remark("C6", "A")
    rig.table.remark("C6", "")
    rig.put("C6", "A").put("A12", "C").settle()
    assert rig.view.ask is not None


def test_what_is_said_counts_for_one_edge_only() -> None:
    rig = jack().lift("A12", "C6").tell("C6", "A").lift("C6")
    rig.put("C6", "A").put("A12", "C").settle()
    assert rig.view.ask is not None


def test_a_remark_that_cannot_be_is_evidence_and_no_law() -> None:
    rig = at("3", A=["A9"])
    rig.lift("A9")
    rig.table.remark("A12", "E")
    rig.put("A12").settle()
    assert rig.done() == ["A9-A12"]


# ---------------------------------------------------------------- lights and words of the swap


def test_the_partner_of_a_swap_is_a_destination_and_the_sentence_names_it_ft_21() -> None:
    rig = at("J", A=["A12", "A13"], C=["C6"]).lift("A12")
    assert rig.lit("destination") == ["C6"]
    assert rig.lit("capture") == []
    assert rig.said == "Red, put it on Yellow's marble."
    rig.lift("C6")
    assert rig.lit("destination") == ["A12", "C6"]
    assert rig.said == "Red, put it on a white light."


def test_of_several_places_every_one_is_a_white_light_ft_21() -> None:
    rig = at("J", A=["A12"], C=["C6"], E=["E9"]).lift("A12")
    assert rig.lit("destination") == ["A13", "C6", "E9"]
    assert rig.said == "Red, put it on a white light."


def test_the_partner_lifted_first_goes_to_the_marble_of_who_plays_ft_21() -> None:
    rig = jack().lift("C6")
    assert rig.lit("destination") == ["A12"]
    assert rig.said == "Red, put it on your Red marble."


def test_a_capture_stays_a_capture() -> None:
    rig = at("3", A=["A9"], C=["A12"]).lift("A9")
    assert rig.lit("capture") == ["A12"]
    assert rig.said == "Red, take Yellow at the pink light."


def test_a_marble_that_must_first_go_on_itself_stays_movable_ft_20() -> None:
    rig = at("7", A=["A9", "A12"]).lift("A9")
    assert rig.roles()["A12"] == "movable"
