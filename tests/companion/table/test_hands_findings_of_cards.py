"""What the hands simulator found between one card and the next (PP-5, PP-7, PP-40)."""

from __future__ import annotations

from table_rig import AT_TABLE, Rig, position

from companion.table.view import SetAside

P = "p"


def at(card: str | None, a: list[str], c: list[str]) -> Rig:
    """Red and yellow with these marbles, red to play."""
    return Rig().new().at(position([["A"], ["C"]], {"A": a, "C": c}, card))


def test_the_marble_just_moved_is_shown_as_lifted_from_where_it_stood_pp_5_pp_7() -> None:
    rig = at("A", [P, P, P, "A6"], [P, P, P, "C9"])
    rig.carry("A6", "A7").wait(1).lift("A7")
    assert rig.lit("origin") == []
    assert "A7" in rig.lit("destination")
    assert [held.frm for held in rig.view.in_hand] == ["A7"]
    rig.put("A7").wait(1)
    assert rig.done() == ["A6-A7"]
    rig.carry("A7", "A6").wait(1)
    assert rig.done() == []


def test_a_capture_before_its_card_is_not_read_as_gone_home_unseen_pp_7_pp_13() -> None:
    rig = at("A", [P, P, P, "D6"], [P, P, P, "E0"])
    rig.table.command(SetAside("D6"), AT_TABLE)
    rig.lift("D6").put("D7").wait(2)
    assert rig.done() == ["D6-D7"]
    rig.lift("D7", "E0").put("E0", "A").wait(1)
    assert rig.done() == ["D6-D7"]
    ask = rig.view.ask
    assert ask is not None
    assert "card:7" in [option.id for option in ask.options]
