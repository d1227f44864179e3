"""What hands did before and after a power cut (PP-15)."""

from __future__ import annotations

from table_rig import AT_TABLE, at, restarted

from companion.model.commands import SetAside

P = "p"


def test_after_a_power_cut_the_last_move_may_still_be_changed_pp_5_pp_15() -> None:
    rig = at("K", [P, P, "Ah4", "B0"], [P, P, P, "C9"])
    rig.carry("B0", "B1").settle()
    assert rig.done() == ["B0-B1"]
    rig.hand.append(rig.wood.pop("B1"))
    again = restarted(rig)
    again.hand = rig.hand
    again.wait(1).put("C0").wait(1)
    assert again.done() == ["B0-C0"]
    assert again.view.owed == ()


def test_after_a_power_cut_a_capture_may_still_be_put_back_pp_5_pp_15() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "A12"])
    rig.lift("A9", "A12").put("A12", "A").put("Cp4", "C").settle()
    assert rig.done() == ["A9-A12"]
    again = restarted(rig).settle()
    assert again.done() == ["A9-A12"]
    assert again.view.owed == ()
    again.carry("A12", "A9").carry("Cp4", "A12").wait(1)
    assert again.done() == []
    assert again.state == "choose_move"


def test_a_pen_sensor_that_fails_at_a_restart_leaves_the_move_readable_pp_13_pp_15() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.wood.pop("A9")
    rig.hand.append("A")
    rig.lies["Cp1"] = False
    again = restarted(rig)
    again.lies, again.hand = rig.lies, rig.hand
    again.picture()
    again.put("A12").wait(1)
    assert again.state == "stray"
    assert "Cp1" in [doubt.hole for doubt in again.view.doubts]
    again.table.command(SetAside("Cp1"), AT_TABLE)
    again.wait(1)
    assert again.done() == ["A9-A12"]
