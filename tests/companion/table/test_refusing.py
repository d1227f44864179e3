"""The sentence for a marble on a forbidden hole, where no rule of a card decides (PP-8)."""

from __future__ import annotations

from table_rig import AT_TABLE, Rig, position

from companion.model.commands import Answer

P = "p"


def rig_at(card: str | None, **more: object) -> Rig:
    """Red to play, one marble of each colour out."""
    rig = Rig().new(**more)
    return rig.at(position([["A"], ["C"]], {"A": [P, P, P, "B3"], "C": [P, P, P, "B8"]}, card))


def test_a_captured_marble_in_a_wrong_hole_is_told_where_it_belongs_pp_6_pp_8() -> None:
    for wrong in ("Dp1", "A5"):
        rig = rig_at("5").lift("B3", "B8").put("B8", "A").settle()
        rig.put(wrong, "C").settle()
        assert rig.state == "wrong"
        assert rig.said == "Yellow's marble still belongs in the pen."
        assert (rig.lit("wrong"), rig.lit("return")) == ([wrong], ["Cp4"])
        assert rig.view.reason is not None
        assert rig.view.reason.rule is None
        rig.lift(wrong).put("Cp4", "C").settle()
        assert rig.state == "choose_card"


def test_before_a_card_is_named_a_hole_that_none_reaches_is_told_so_pp_7_pp_8() -> None:
    for frm, to in (("B3", "E2"), ("Ap1", "A12")):
        rig = rig_at(None).carry(frm, to).settle()
        assert rig.said == "Not there: no card leads there."
        assert rig.lit("return") == [frm]


def test_before_a_card_is_named_another_colours_marble_is_told_to_be_one_pp_9() -> None:
    rig = rig_at(None).carry("B8", "E1").settle()
    assert rig.said == "That is Yellow's marble. Red is to move."
    assert (rig.lit("wrong"), rig.lit("return")) == (["E1"], ["B8"])


def test_of_dealt_cards_too_it_is_told_what_none_at_all_does_pp_7_ft_8() -> None:
    rig = Rig(seed=4).new(hands="virtual").carry("Ap1", "D5").settle()
    assert rig.state == "wrong"
    assert rig.said == "Not there: no card leads there."


def test_who_meant_no_card_is_not_told_that_none_leads_there_pp_8() -> None:
    rig = rig_at(None).carry("B3", "B6").settle()
    asked = rig.view.ask
    assert asked is not None
    rig.table.command(Answer(asked.id, "neither"), AT_TABLE)
    assert rig.said == "Nothing was played."
    assert rig.lit("return") == ["B3"]
