"""Rules of a whole race by positions set up by hand, in the order of the rules page."""

from __future__ import annotations

from typing import Any

import pytest
from street_table import (
    ask,
    at,
    begun,
    car,
    code,
    loaded,
    new,
    play,
    random_game,
    texts,
    told,
    with_cards,
)  # fmt: skip

from engine.game import OVER, Position


def acting(**change: Any) -> Position:
    return loaded(begun(new(), **change))


def placed(**options: Any) -> Position:
    return play(new(**options), "place A 1F1", "place B 1O1", "place C 2F2")


def dealt(position: Position) -> Position:
    """Cards until the first question that is no draw; always the last one listed."""
    while ask(position)[0] == "card":
        position = play(position, texts(position)[-1])
    return position


# -- set-up --


def test_racers_are_placed_in_lanes_of_rank_1_beside_or_behind_a_racer_ff_22() -> None:
    position = play(new(), "place A 1F1")
    assert texts(position) == [
        f"place B {cell}" for cell in ("1F2", "1O1", "1O2", "2F1", "2F2", "2O1", "2O2")
    ]
    assert code(position, "place B 1F3") == "bad-placement"
    assert code(position, "place B 3F1") == "bad-placement"
    assert code(position, "place C 1O1") == "not-your-turn"


def test_the_first_gets_three_cards_the_second_four_ff_24() -> None:
    position = dealt(placed())
    hands: Any = position.to_json()["hands"]
    assert {player: len(held) for player, held in hands.items()} == {"A": 3, "B": 4, "C": 5}
    assert ask(position) == ("mull", ["A"])


def test_who_takes_a_mulligan_draws_as_many_at_once_ff_25() -> None:
    position = dealt(placed())
    old: Any = position.to_json()["hands"]
    after = play(position, "mull A yes")
    assert ask(after) == ("card", ["chance"])
    after = dealt(after)
    assert ask(after) == ("mull", ["B"])
    now: Any = after.to_json()
    assert len(now["hands"]["A"]) == 3
    assert now["discards"] == old["A"]
    assert now["base"] is not None
    assert now["since"][0] == "mull A yes"


def deploying(**options: Any) -> Position:
    """Hands are dealt so that C may deploy: it holds mods and crew."""
    position = placed(**options)
    for player, cards in (("A", ("p01.1", "p01.2", "p01.3")),
                          ("B", ("p02.1", "p02.2", "p02.3", "p02.4")),
                          ("C", ("p17.1", "p21.1", "p22.1", "p28.1", "p03.1"))):  # fmt: skip
        for card in cards:
            position = play(position, f"card {player} {card}")
    return play(position, "mull A no", "mull B no", "mull C no")


def test_who_is_not_in_rank_1_may_put_one_card_into_play_ff_26() -> None:
    position = deploying()
    assert ask(position) == ("deploy", ["C"])
    assert texts(position) == [
        "deploy C no",
        "deploy C p17.1 mod",
        "deploy C p21.1 mod",
        "deploy C p22.1 driver",
        "deploy C p22.1 gang",
        "deploy C p28.1 driver",
        "deploy C p28.1 gang",
    ]
    assert code(position, "deploy C p03.1 mod") == "wrong-card-type"
    after = play(position, "deploy C p21.1 mod")
    assert car(after, "C")["mods"] == ["p21.1"]
    assert after.to_json()["style"] == {"A": 0, "B": 0, "C": 0}


def test_the_option_deploy_scores_counts_the_icon_ff_26() -> None:
    after = play(deploying(deploy_scores=True), "deploy C p28.1 gang")
    assert after.to_json()["style"] == {"A": 0, "B": 0, "C": 1}
    assert after.to_json()["gangs"] == {"A": [], "B": [], "C": ["p28.1"]}


def test_the_last_player_begins_then_clockwise_ff_27() -> None:
    position = play(deploying(), "deploy C no")
    assert (position.to_json()["turn"], ask(position)) == ("C", ("act", ["C"]))
    after = play(position, "end", "disc")
    while ask(after)[0] == "take":
        after = play(after, "take 0")
    assert after.to_json()["turn"] == "A"


# -- moves --


def test_an_advance_at_the_front_opens_a_rank_and_others_count_one_more_ff_35() -> None:
    position = acting(at={"A": "1F1", "B": "1O1", "C": "2F2"})
    after = play(position, "adv", "die 6")
    assert at(after) == {"A": "1F1", "B": "2O1", "C": "3F2"}
    events = told(position, "adv", "die 6")
    assert {"event": "moved", "car": "A", "from": "1F1", "to": "0F1"} in events
    assert events[-1] == {"event": "renumbered", "n": 1}


def test_a_failed_try_spends_the_action_ff_49() -> None:
    position = acting(at={"A": "2F2", "B": "1O1", "C": "3F2"}, dmg=["A"])
    after = play(position, "adv", "die 1")
    assert (at(after), after.to_json()["actions"]) == (at(position), 3)


def test_a_blocked_advance_is_refused_ff_50() -> None:
    assert code(acting(turn="B"), "adv") == "blocked-ahead"


@pytest.mark.parametrize(
    ("way", "street", "where"),
    [
        ("L", ("m18", "m05"), "1F1"),  # a median
        ("R", ("m15", "m05"), "1F2"),  # a blocked walk
        ("R", ("m21", "m05"), "1F2"),  # no man's land
        ("R", ("m05", "m06"), "1F3"),  # the edge
    ],
)
def test_impossible_drifts_are_refused_ff_64(way: str, street: Any, where: str) -> None:
    position = acting(street=street, at={"A": where, "B": "2O1", "C": "3F1"})
    assert f"drift {way}" not in texts(position)
    assert code(position, f"drift {way}") == "impossible-place"


def test_explain_tells_which_kind_of_impossible_ff_64() -> None:
    position = acting(street=("m18", "m05"))
    assert position.explain("1F1", "1O1").because == "a median is in the way"
    assert position.explain("1F1", "1F2").legal
    assert position.explain("1F1", "5F2").rule == "FF-60"
    assert position.explain("2F1", "1F1").rule == "FF-48"
    behind = acting(turn="B").explain("2F1", "1F1")
    assert (behind.rule, behind.blocked_by) == ("FF-50", "1F1")


def test_a_pushed_racer_chooses_and_the_mover_scores_ff_67_ff_121() -> None:
    position = acting(at={"A": "1F2", "B": "1F1", "C": "3O1"})
    asked = play(position, "drift L", "die 6", "die 1")
    assert ask(asked) == ("choose", ["B"])
    assert texts(asked) == ["choose B B", "choose B L"]
    shown = car(asked, "B")
    assert (shown["at"], shown["limbo"]) == ("1F1", True)
    after = play(asked, "choose B L")
    assert at(after) == {"A": "1F1", "B": "1O1", "C": "3O1"}
    assert after.to_json()["style"] == {"A": 1, "B": 0, "C": 0}


def test_who_spins_out_is_placed_by_its_owner_in_the_numbers_of_the_question_ff_84() -> None:
    position = acting(
        at={"A": "1F2", "B": "1F1", "C": "2F1"}, dmg=["B"], street=("m05", "m06")
    )  # fmt: skip
    asked = play(position, "drift L", "die 6", "die 1", "choose B B", "die 1", "die 6")
    assert ask(asked) == ("spin", ["B"])
    assert texts(asked) == [f"spin B 3{c}" for c in ("F1", "F2", "F3", "O1", "O2", "O3")]
    assert at(play(asked, "spin B 3O3"))["B"] == "3O3"


def test_a_failed_curb_test_damages_but_keeps_the_point_ff_90_ff_122() -> None:
    position = acting(at={"A": "1F2", "B": "2F1", "C": "3F1"}, gangs={"A": ["p26.1"]})
    after = play(position, "drift R", "die 5")
    assert (car(after, "A")["dmg"], after.to_json()["style"]) == (True, {"A": 1, "B": 0, "C": 0})


def test_the_gang_counts_on_a_curb_but_not_for_fix_ff_95() -> None:
    gang = {"A": ["p22.1", "p25.1"]}  # Fixit 2 and 3
    position = acting(at={"A": "1F2", "B": "2F1", "C": "3F1"}, gangs=gang)
    assert not car(play(position, "drift R", "die 1"), "A")["dmg"]
    hurt = acting(at={"A": "1F2", "B": "2F1", "C": "3F1"}, gangs=gang, dmg=["A"])
    assert car(play(hurt, "fix", "die 5"), "A")["dmg"]
    assert not car(play(hurt, "fix", "die 6"), "A")["dmg"]
    assert code(position, "fix") == "not-damaged"


def test_mods_count_for_what_they_are_for_ff_57() -> None:
    """p18 drifts +2, p19 defends +1, p20 curbs +2; A has Speed 3, B 2."""
    position = acting(
        at={"A": "1F2", "B": "1F1", "C": "3O1"}, mods={"A": ["p18.1"], "B": ["p19.1"]}
    )
    tied = told(position, "drift L", "die 1", "die 3")
    assert [e["by"] for e in tied if e["event"] == "tested"] == ["tie"]
    assert [e["car"] for e in tied if e["event"] == "damaged"] == ["A", "B"]


# -- pulling over --


def test_pulling_over_gives_those_behind_a_free_advance_ff_96() -> None:
    position = acting(at={"A": "1F3", "B": "2F1", "C": "3F1"}, dmg=["A"], street=("m05", "m06"))
    asked = play(position, "pull")
    assert (ask(asked), texts(asked)) == (("free", ["B"]), ["free B no", "free B yes"])
    moved = play(asked, "free B yes", "die 6")
    # B is level with A in a lane now, so it leads: new mats, and then C is asked.
    assert ask(moved) == ("mat", ["chance"])
    moved = play(moved, "mat F m07", "mat O m08", "die 1", "die 1", "die 1", "die 1")
    assert (ask(moved), at(moved)["B"]) == (("free", ["C"]), "1F1")
    asked = play(moved, "free C no")
    assert (ask(asked), texts(asked)) == (("opt", ["A"]), ["opt none", "opt repair"])
    assert not car(play(asked, "opt repair", "die 6"), "A")["dmg"]


def test_a_chop_shop_repairs_without_a_test_ff_92() -> None:
    position = acting(at={"A": "3F3", "B": "2F1", "C": "1F1"}, dmg=["A"], street=("m12", "m06"))
    after = play(position, "pull", "opt repair")
    assert (car(after, "A")["dmg"], ask(after)) == (False, ("act", ["A"]))


def test_a_fourth_mod_replaces_one_and_an_old_driver_may_join_the_gang_ff_96() -> None:
    position = acting(
        at={"A": "3F3", "B": "2F1", "C": "1F1"},
        street=("m05", "m06"),
        mods={"A": ["p17.1", "p18.1", "p19.1"]},
        drivers={"A": "p23.1"},
        hands={"A": ["p17.2", "p24.1"]},
    )
    asked = play(position, "pull")
    assert "opt mod p17.2" not in texts(asked)
    assert code(asked, "opt mod p17.2") == "no-slot"
    after = play(asked, "opt mod p17.2 over p18.1 hand")
    assert car(after, "A")["mods"] == ["p17.1", "p17.2", "p19.1"]
    hands: Any = after.to_json()["hands"]
    assert hands["A"] == ["p18.1", "p24.1"]
    after = play(after, "pull", "opt driver p24.1 old gang")
    assert car(after, "A")["driver"] == "p24.1"
    assert after.to_json()["gangs"] == {"A": ["p23.1"], "B": [], "C": []}
    assert code(position.apply("pass").position, "opt none") == "wrong-phase"


def test_pulling_over_needs_a_sidewalk_ff_96() -> None:
    assert code(acting(), "pull") == "not-on-walk"


# -- turns --


def test_a_point_buys_an_action_and_a_third_card_ff_123() -> None:
    position = acting(style={"A": 2}, actions=0, street=("m05", "m06"))
    assert texts(position) == ["end", "style action"]
    assert code(position, "adv") == "no-action-left"
    bought = play(position, "style action")
    assert (bought.to_json()["actions"], bought.to_json()["style"]["A"]) == (1, 1)  # type: ignore[index]
    asked = play(position, "end", "take 2", "card A p01.1", "card A p01.2")
    assert (ask(asked), texts(asked)) == (("take", ["A"]), ["end", "style card"])
    after = play(asked, "style card", "card A p01.3")
    assert len(after.to_json()["hands"]["A"]) == 3  # type: ignore[index]
    assert code(acting(), "style action") == "too-few-style"


def test_nobody_ends_above_five_cards_by_drawing_ff_48() -> None:
    hand = [f"p02.{n}" for n in (1, 2, 3, 4)] + ["p03.1", "p03.2"]
    position = acting(hands={"A": hand}, street=("m05", "m06"))
    asked = play(position, "end")
    assert len(texts(asked)) == 2 ** len(hand)
    asked = play(asked, "disc p02.1 p03.2")
    assert texts(asked) == ["take 0", "take 1"]
    assert code(asked, "take 2") == "hand-full"


def test_the_leaders_turn_begins_with_new_mats_ff_41() -> None:
    position = acting(turn="C", actions=1, at={"A": "1F1", "B": "2F1", "C": "3F1"})
    asked = play(position, "end", "take 0")
    assert (asked.to_json()["phase"], ask(asked)) == ("start", ("mat", ["chance"]))
    assert asked.to_json()["since"] == ["take 0"]
    after = play(asked, "mat F m21", "mat O m24", "die 4", "die 3")
    assert at(after) == {"A": "2F1", "B": "3F1", "C": "4F1", "c1": "1F1", "c2": "1O1"}


def test_the_last_players_turn_moves_civilians_with_the_pack_ff_108() -> None:
    position = acting(turn="B", actions=0, civs={"c1": ("2F2", "F")}, street=("m05", "m06"))
    assert at(play(position, "end", "take 0"))["c1"] == "3F2"


def test_new_mats_for_a_new_leader_ff_42() -> None:
    position = acting(turn="B", at={"A": "1F1", "B": "2F2", "C": "3F1"}, street=("m05", "m06"))
    asked = play(position, "adv", "die 6", "die 1")
    # level with the leader, and further from the centreline: A still leads
    assert ask(asked) == ("act", ["B"])
    asked = play(asked, "adv", "die 6")
    assert ask(asked) == ("mat", ["chance"])


# -- the end --


def finishing() -> Position:
    """The next mat may be a finish mat, and the leader's turn comes."""
    return acting(turn="C", actions=0, street=("m05", "m06"), drawn=14, style={"B": 6})


def test_a_finish_mat_fetches_the_other_and_no_wave_comes_ff_47_ff_130() -> None:
    asked = play(finishing(), "end", "take 0")
    assert {"mat F m03", "mat F m04"} < set(texts(asked))
    after = play(asked, "mat F m04")
    held: Any = after.to_json()
    assert (held["mats"]["F"], held["mats"]["O"]) == ("m04", "m03")
    assert held["end"] == {"drawer": "A", "to_come": ["B", "C"], "declined": []}
    assert ask(after) == ("act", ["A"])
    second = play(asked, "mat F m07", "mat O m03")
    laid: Any = second.to_json()["mats"]
    assert (laid["F"], laid["O"]) == ("m04", "m03")


def test_everybody_has_one_turn_and_then_turns_are_bought_ff_131_ff_132() -> None:
    position = play(finishing(), "end", "take 0", "mat F m04")
    for player in ("A", "B", "C"):
        assert position.to_json()["turn"] == player
        position = play(position, "end")
        while ask(position)[0] in ("disc", "take"):
            position = play(position, texts(position)[0])
        if ask(position)[0] == "act" and texts(position) == ["end", "style action"]:
            position = play(position, "end", "take 0")
    assert (ask(position), texts(position)) == (("extra", ["B"]), ["extra B no", "extra B yes"])
    bought = play(position, "extra B yes")
    assert (bought.to_json()["turn"], bought.to_json()["style"]["B"]) == ("B", 3)  # type: ignore[index]
    over = play(position, "extra B no")
    assert over.to_act is OVER
    assert over.to_json()["ranking"] == ["A", "B", "C"]
    assert code(over, "adv") == "game-over"


def test_no_other_mat_than_a_finish_mat_can_come_at_the_very_end_ff_16() -> None:
    position = acting(turn="C", actions=0, street=("m05", "m06"), drawn=20)
    assert texts(play(position, "end", "take 0")) == ["mat F m03", "mat F m04"]
    early = acting(turn="C", actions=0, street=("m05", "m06"), drawn=12)
    assert "mat F m03" not in texts(play(early, "end", "take 0"))


def test_an_empty_pile_takes_the_discards_ff_136() -> None:
    fillers = [f"f.{n}" for n in range(1, 41)]
    position = with_cards(hands={"A": ["f.1"], "B": fillers[2:]}, discards=["f.2"])
    assert position.to_json()["pile"] == []
    assert texts(play(position, "swap f.1")) == ["card A f.1", "card A f.2"]
    none = with_cards(hands={"A": ["f.1"], "B": fillers[1:]}, options={"ordered": True})
    assert texts(play(none, "swap f.1")) == ["shuffle f.1"]


# -- variants --


def test_two_cars_a_player_have_six_actions_and_four_advances_ff_140() -> None:
    spaces = {"A1": "1F1", "B1": "1F2", "C1": "1O1", "A2": "1O2", "B2": "2F1", "C2": "2F2"}
    position = play(new(dual=True), *(f"place {name} {cell}" for name, cell in spaces.items()))
    hands: Any = dealt(position).to_json()["hands"]
    assert [len(held) for held in hands.values()] == [3, 4, 5]
    start = begun(new(dual=True), at={
        "A1": "9F1", "A2": "1O2", "B1": "2F1", "B2": "3F1", "C1": "4O2", "C2": "5O2"},
        turn="A", actions=6)  # fmt: skip
    after = loaded(start)
    assert {"adv A1", "adv A2", "drift A1 L"} <= set(texts(after))
    for _ in range(4):
        after = play(after, "adv A1", "die 6")
    assert after.to_json()["advances"] == {"A1": 4}
    assert code(after, "adv A1") == "advance-limit"
    assert code(after, "adv B1") == "not-your-turn"


def test_farsight_shows_the_next_two_mats_and_does_not_ask_again_ff_141() -> None:
    start = begun(new(farsight=True), turn="C", actions=0)
    asked = play(loaded(start), "end", "take 0", "mat F m07", "mat O m08", *["die 1"] * 4)
    assert ask(asked) == ("mat", ["chance"])
    shown = play(asked, "mat F m09", "mat O m21")
    mats: Any = shown.to_json()["mats"]
    assert (mats["next"], mats["drawn"]) == (["m09", "m21"], 4)
    assert ask(shown) == ("act", ["A"])


def test_random_games_of_three_to_six_end_ff_134() -> None:
    for players in (3, 4, 5, 6):
        last, _ = random_game(players, seed=players)[-1]
        assert last.to_json()["phase"] == "over"
