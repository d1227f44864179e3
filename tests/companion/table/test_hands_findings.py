"""What the hands simulator found (PP-40): each finding as the gesture that showed it."""

from __future__ import annotations

from table_rig import MemoryJournal, Rig, position

P = "p"


def at(card: str | None, a: list[str], c: list[str], **more: object) -> Rig:
    """Red and yellow with these marbles, red to play."""
    return Rig().new().at(position([["A"], ["C"]], {"A": a, "C": c}, card, **more))


def restarted(rig: Rig, journal: MemoryJournal) -> Rig:
    """The same board and marbles after a power cut."""
    again = Rig(journal=journal)
    again.table.resume()
    return again.plug_in(rig.wood)


def test_a_debt_that_was_paid_may_be_made_as_a_move_pp_17() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.act("A9-A12")
    rig.carry("A9", "A12").settle()
    assert rig.done() == ["A9-A12"]
    rig.card("2")
    rig.wood |= {"C11": rig.wood.pop("C9"), "B4": rig.wood.pop("A12")}
    rig.wood |= {"B5": rig.wood.pop("Ap1")}
    rig.picture()
    rig.settle()
    assert rig.state == "correction"
    rig.carry("C11", "C9").carry("B4", "A12").carry("B5", "Ap1").settle()
    assert rig.state == "choose_move"
    rig.carry("C9", "C11").settle()
    assert rig.done() == ["A9-A12", "C9-C11"]


def test_after_a_power_cut_other_pen_holes_than_the_first_are_no_disorder_pp_15() -> None:
    rig = at("2", [P, P, "A9", "A3"], [P, P, "C9", "C3"])
    for token in "AC":
        for frm, to in (("p1", "p3"), ("p2", "p4")):
            rig.wood[token + to] = rig.wood.pop(token + frm)
    rig.wood["A11"] = rig.wood.pop("A9")
    again = restarted(rig, rig.journal).settle()
    assert again.done() == ["A9-A11"]
    assert again.marbles()["Ap4"] == "A"
    assert again.state == "choose_card"
