"""Correction, takeback, resume, link loss: what the hands owe the board (PP-10 … PP-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from table_rig import AT_TABLE, MemoryJournal, Rig, at, look_and_tell

from companion.errors import CommandRefused
from companion.model.commands import Act, Keep, New, Undo
from companion.model.journal import Facts
from companion.words import render
from hardware.ports import LinkChange, LinkState

P = "p"


def follow_the_lights(rig: Rig, most: int = 40) -> None:
    """Do what the lights say until nothing is owed: lift extra and wrong, fill missing, return."""
    for _ in range(most):
        rig.settle()
        owed = [debt for debt in rig.view.owed if debt.blocking]
        if rig.state == "correction" and owed:
            first = owed[0]
            if first.frm:
                rig.lift(first.frm)
                rig.hand.append(rig.hand.pop())
            if first.to and first.to not in rig.wood:
                token = first.token if first.token in rig.hand else rig.hand[-1]
                rig.put(first.to, token)
            continue
        if rig.state == "wrong":
            arrow = rig.view.arrow
            assert arrow is not None
            rig.carry(arrow.frm, arrow.to)
            continue
        if rig.state == "stray":
            token = rig.view.in_hand[-1].token
            rig.put(rig.lit("return")[0], token if token in rig.hand else None)
            continue
        if rig.lit("pen") and rig.hand:
            rig.put(rig.lit("pen")[0])
            continue
        return
    raise AssertionError(f"the lights lead nowhere: {rig.state} {rig.roles()}")


# ------------------------------------------------------------------------------------ PP-10


def test_a_knocked_board_is_led_back_one_pair_at_a_time_pp_10() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", "C12", P, P])
    rig.carry("C9", "E2").carry("A9", "E5").carry("C12", "E8").settle()
    assert rig.state == "correction"
    assert rig.view.arrow is not None
    assert len(rig.lit("extra")) == 1
    assert len(rig.lit("missing")) == 1
    assert rig.support == "1 of 3. Goes on alone."
    assert rig.done() == []


def test_who_does_not_look_hears_each_debt_once_and_as_a_sentence() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", "C12", P, P])
    rig.carry("C9", "E2").carry("A9", "E5").settle()
    assert what_to_do(rig) == ["Yellow: from Blue 2 to Yellow 9.", "Blue 5 → Red 9."]
    rig.lift("E2").settle()
    assert what_to_do(rig) == ["Put Yellow on Yellow 9.", "Blue 5 → Red 9."]


def what_to_do(rig: Rig) -> list[str]:
    """What the table answers to *What can I do?*."""
    told = rig.table.briefing(0)
    assert told is not None
    return [render(one) for one in told.can]


def test_play_goes_on_by_itself_when_the_board_fits_again_pp_10() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", "C12", P, P])
    rig.carry("C9", "E2").carry("C12", "E5").settle()
    assert rig.state == "correction"
    rig.carry("E5", "C12").carry("E2", "C9").settle()
    assert rig.state == "choose_move"
    notice = rig.view.notice
    assert notice is not None
    assert render(notice) == "The board fits again. Red is to move."


def test_a_disturbed_board_that_ends_in_a_legal_move_is_that_move_pp_10() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.carry("C9", "E2").carry("A9", "A12").settle()
    assert rig.done() == []
    rig.carry("E2", "C9").settle()
    assert rig.done() == ["A9-A12"]


def test_a_marble_out_of_the_box_is_pointed_at_and_stops_nobody_pp_10_pp_13() -> None:
    """No story has such a marble, so the hole counts as lying, and people are shown which."""
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.hand.append("F")
    rig.put("E5").settle()
    assert rig.state == "choose_move"
    assert [(doubt.hole, doubt.full) for doubt in rig.view.doubts] == [("E5", True)]
    rig.lift("E5").settle()
    assert (rig.state, rig.view.doubts) == ("choose_move", ())


# ------------------------------------------------------------------------------ PP-11, PP-17


def test_undo_on_the_page_leads_the_hands_back_pp_11() -> None:
    rig = at("3", [P, P, P, "A9"], ["A12", P, P, P])
    rig.lift("A12", "A9").put("A12", "A").put("Cp4", "C").settle()
    assert rig.done() == ["A9-A12"]
    rig.table.command(Undo(), AT_TABLE)
    assert rig.done() == []
    assert rig.state == "correction"
    assert rig.support == "Going back: 1 of 2. Follow the arrows."
    follow_the_lights(rig)
    assert rig.wood["A9"] == "A"
    assert rig.wood["A12"] == "C"
    assert rig.state == "choose_move"


def test_undo_takes_back_any_number_of_steps_pp_11() -> None:
    rig = Rig().new()
    rig.card("6").carry("Ap1", "A9").settle()
    rig.card("5").carry("A9", "B0").settle()
    assert rig.done() == ["Ap-A9", "A9-B0"]
    rig.table.command(Undo(steps=4), AT_TABLE)
    assert rig.state == "correction"
    follow_the_lights(rig)
    assert rig.state == "choose_card"
    assert not rig.view.can_undo
    assert [row.kind for row in rig.journal.rows].count("undo") == 1
    with pytest.raises(CommandRefused, match="Nothing has been played"):
        rig.table.command(Undo(), AT_TABLE)


def test_undo_of_the_card_alone_moves_no_marble_pp_11() -> None:
    rig = Rig().new().card("6")
    assert rig.view.undo_card
    rig.table.command(Undo(), AT_TABLE)
    assert rig.state == "choose_card"
    assert rig.view.owed == ()


def test_a_move_made_on_the_page_is_a_debt_of_the_hands_pp_17() -> None:
    rig = at("3", [P, P, P, "A9"], ["A12", P, P, P])
    rig.act("A9-A12")
    assert rig.state == "correction"
    assert rig.said == "Yellow: from Red 12 to Yellow pen."
    rig.lift("A12")
    rig.settle()
    assert rig.lit("missing") == ["A12"]
    rig.carry("A9", "A12").settle()
    assert rig.state == "choose_card"
    assert rig.lit("pen")
    rig.put("Cp4", "C")
    assert rig.view.owed == ()


def test_the_list_of_debts_is_short_enough_for_a_phone_pp_17() -> None:
    rig = at("3", [P, P, P, "A9"], ["A12", P, P, P])
    rig.act("A9-A12")
    assert [render(debt.message) for debt in rig.view.owed] == [
        "Red 12 → Yellow pen",
        "Red 9 → Red 12",
    ]
    rig.lift("A9")
    rig.lift("A12")
    rig.settle()
    assert "Put Yellow in its pen." in [render(debt.message) for debt in rig.view.owed]


def test_a_new_game_on_a_real_board_is_set_up_by_the_lights_pp_17() -> None:
    rig = Rig(board_kind="serial").new()
    rig.plug_in({"A9": "A", "A10": "A", "B4": "C", "Cp1": "C"})
    follow_the_lights_from_the_box(rig)
    assert sorted(rig.wood) == ["Ap1", "Ap2", "Ap3", "Ap4", "Cp1", "Cp2", "Cp3", "Cp4"]
    assert rig.state == "choose_card"


def follow_the_lights_from_the_box(rig: Rig) -> None:
    """Set-up: marbles that are asked for come out of the box."""
    for _ in range(40):
        rig.settle()
        look_and_tell(rig)
        owed = [debt for debt in rig.view.owed if debt.blocking]
        if not owed:
            return
        first = owed[0]
        if first.frm:
            rig.lift(first.frm)
        else:
            rig.hand.append(first.token)
        if first.to:
            rig.put(first.to)
    raise AssertionError(rig.roles())


def test_the_next_game_begins_with_the_last_ones_marbles_pp_17() -> None:
    rig = Rig(board_kind="serial").new()
    rig.plug_in(rig.table.expected_tokens())
    rig.card("6").carry("Ap1", "A9").settle()
    rig.new_again()
    owed = [debt for debt in rig.view.owed if debt.blocking]
    assert [(d.token, d.frm, d.to) for d in owed] == [("A", "A9", "Ap1")]


def test_restart_in_mid_game_resumes_and_compares_pp_15() -> None:
    rig = Rig().new()
    rig.card("6").carry("Ap1", "A9").settle()
    rig.card("3").lift("A9")
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.table.seq > rig.table.seq
    assert again.view.position == rig.view.position
    notice = again.view.notice
    assert notice is not None
    assert render(notice) == "Welcome back. Red is to move."
    again.plug_in(rig.wood)
    assert again.lit("destination") == ["A12"]
    again.hand = ["A"]
    again.put("A12").settle()
    assert again.done() == ["Ap-A9", "A9-A12"]


def test_restart_replays_undo_and_seats_pp_15() -> None:
    rig = Rig().new()
    rig.table.sit(1, "somebody")
    rig.card("6").carry("Ap1", "A9").settle()
    rig.table.command(Undo(), AT_TABLE)
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.view.card is not None
    assert again.done() == []
    assert again.table.holder(1) == "somebody"


def test_where_replay_disagrees_the_checkpoint_counts_and_it_is_said_pp_15() -> None:
    rig = Rig().new()
    rig.card("6").carry("Ap1", "A9").settle()
    rig.card("5").carry("A9", "B0").settle()
    broken = rig.journal
    broken.rows = [
        row if row.text != "Ap-A9" else type(row)(row.seq, row.kind, "Ap-B5", row.data, row.at)
        for row in broken.rows
    ]
    again = Rig(journal=broken)
    again.table.resume()
    notice = again.view.notice
    assert notice is not None
    assert notice.key == "notice.checkpoint"
    assert again.view.position == rig.view.position


# ------------------------------------------------------------------------------ PP-14, PP-16


def test_cable_out_is_said_and_play_goes_on_by_the_page_pp_14() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.table.sensors(LinkChange(LinkState.DOWN, "The cable is out."))
    assert rig.said == "Board cable is out. Play on here."
    assert rig.support == "Red, move a glowing marble."
    assert rig.view.prompt.mood == "link"
    assert rig.lit("movable") == ["A9"]
    rig.act("A9-A12")
    assert rig.marbles()["A12"] == "A"
    rig.table.sensors(LinkChange(LinkState.UP))
    rig.picture()
    rig.settle()
    assert rig.state == "correction"
    rig.carry("A9", "A12").settle()
    assert rig.state == "choose_card"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("firmware", "Board: run trackside firmware copy."),
        ("holes", "Wrong number of holes. Play on here."),
        ("pixels", "Board: run trackside firmware copy."),
        ("", "This board does not fit. Play on here."),
    ],
)
def test_a_refused_board_says_why_and_play_goes_on_by_the_page(code: str, said: str) -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.table.sensors(LinkChange(LinkState.REFUSED, "It does not fit.", code))
    assert rig.said == said
    assert len(said.split()) <= 12
    assert rig.support == "Red, move a glowing marble."
    assert rig.view.link_reason == "It does not fit."
    rig.act("A9-A12")
    assert rig.marbles()["A12"] == "A"


def test_a_move_made_while_the_cable_was_out_is_read_from_the_picture_pp_14() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.table.sensors(LinkChange(LinkState.DOWN))
    rig.wood["A12"] = rig.wood.pop("A9")
    rig.table.sensors(LinkChange(LinkState.UP))
    rig.picture()
    rig.settle()
    assert rig.done() == ["A9-A12"]


def test_without_a_board_everything_is_played_on_the_page_pp_16() -> None:
    rig = Rig(board_kind="none").new()
    rig.card("6")
    assert rig.lit("movable") == ["Ap1", "Ap2", "Ap3", "Ap4"]
    rig.act("Ap-A9")
    assert rig.marbles()["A9"] == "A"
    assert rig.state == "choose_card"
    assert rig.view.link == "none"


# ------------------------------------------------------------------------------------ PP-12


def test_what_stands_on_the_board_can_be_kept_pp_12() -> None:
    rig = at(None, [P, P, P, "A9"], ["C9", P, P, P])
    rig.carry("A9", "B4").carry("C9", "D3").settle()
    rig.table.command(Keep(), AT_TABLE)
    where = rig.view.position
    assert where is not None
    assert where["marbles"] == {"A": [P, P, P, "B4"], "C": [P, P, P, "D3"]}
    assert rig.state == "choose_card"
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.view.position == where


def test_a_marble_of_no_colour_of_the_game_is_not_kept_pp_12() -> None:
    rig = at(None, [P, P, P, "A9"], ["C9", P, P, P])
    rig.hand.append("F")
    rig.put("E5").settle()
    before = rig.view.position
    rig.table.command(Keep(), AT_TABLE)
    assert rig.view.position == before
    assert [doubt.hole for doubt in rig.view.doubts] == ["E5"]


# ------------------------------------------------------------------------------ the journal


def test_a_journal_that_fails_leaves_everything_and_says_so_pp_15() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.journal.broken = True
    before = rig.view.position
    rig.carry("A9", "A12").settle()
    assert rig.view.position == before
    assert rig.view.notice is not None
    assert rig.view.notice.key == "notice.journal"
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("A9-A12"), AT_TABLE)
    assert refused.value.code == "not-saved"
    rig.journal.broken = False
    rig.wait(1.5)
    assert rig.done() == ["A9-A12"]


def test_a_deal_that_could_not_be_written_is_drawn_later_pp_15() -> None:
    journal = FailsLater(after=1)
    rig = Rig(journal=journal)
    rig.table.command(New(**CLASSIC, hands="virtual"), AT_TABLE)
    assert rig.view.notice is not None
    assert rig.view.notice.key == "notice.journal"
    assert rig.view.legal == ()
    journal.broken = False
    rig.wait(1.5)
    assert rig.table.view(0).hand is not None
    assert [row.kind for row in journal.rows] == ["new", "chance", "chance"]


CLASSIC: dict[str, Any] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["C"]],
}


class FailsLater(MemoryJournal):
    """A journal whose disk is full after so many rows."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        """Write a row while there is room."""
        seq = super().append(kind, text, data, checkpoint, facts)
        if len(self.rows) == self.after:
            self.broken = True
        return seq


def test_whoever_was_told_a_colour_and_took_it_is_told_the_same_colour_again_pp_3_pp_10() -> None:
    """Two were out together, so it is asked which stands where; then each is led to its pen."""
    for hole, token in (("A5", "C"), ("C5", "A")):
        rig = at("3", [P, P, P, "A9"], [P, P, P, P])
        rig.lift("Ap1", "Cp1").settle()
        rig.put("A5").put("C5").settle()
        assert rig.said == "Which marble is on Red 5?"
        look_and_tell(rig)
        assert rig.state == "correction"
        for _ in range(2):
            rig.lift(hole).settle()
            assert [lit[0] for lit in rig.lit("missing")] == [token]
            rig.put(hole).settle()
