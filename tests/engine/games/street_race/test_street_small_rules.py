"""Rules that are small or taken for granted, each tried from the words of the rules page."""

from __future__ import annotations

from typing import Any

import pytest
from street_table import (
    GAME,
    ask,
    at,
    begun,
    car,
    code,
    data,
    loaded,
    new,
    play,
    texts,
    told,
    with_cards,
)  # fmt: skip

from engine.action import Action
from engine.errors import BadPosition, IllegalAction
from engine.game import OVER, Position
from engine.games.street_race.play import begun as run_on

STREET = ("m05", "m06")
"""Two lanes and an open walk on either side."""


def acting(**change: Any) -> Position:
    return loaded(begun(new(), **{"street": STREET, **change}))


# -- things on the table --


def test_one_die_is_rolled_and_the_data_says_how_many_faces_it_has_ff_4() -> None:
    six = play(acting(), "adv")
    assert texts(six) == [f"die {n}" for n in range(1, 7)]
    assert code(six, "die 7") == "bad-die"
    held = data(die_sides=8)
    first = GAME.with_beside({"data": held}).new({"game": "fhtagn", "players": 3})
    eight = play(loaded(begun(first, street=STREET), held), "adv")
    assert texts(eight) == [f"die {n}" for n in range(1, 9)]


def test_style_is_public_never_below_nought_and_does_not_run_out_ff_6() -> None:
    position: Any = acting(style={"A": 60, "B": 54})
    for audience in (None, 0, 2):
        assert position.view(audience)["position"]["style"] == {"A": 60, "B": 54, "C": 0}
    with pytest.raises(BadPosition, match="style"):
        acting(style={"A": -1})


def test_style_is_counted_to_999999_by_corrections_positions_and_play_ff_6() -> None:
    """A position with more could not be loaded again."""
    position: Any = play(acting(), "fix-style A 999999")
    assert position.to_json()["style"]["A"] == 999_999
    assert code(position, "fix-style A 1000000") == "bad-syntax"
    with pytest.raises(IllegalAction, match="'1000000' is no number of points; 0 to 999999 are"):
        position.apply("fix-style A 1000000")
    run = run_on(position.moment.race, position.moment.state.copy())
    run.score("A", 1)
    assert run.state.style["A"] == 999_999
    run.score("A", -1)
    assert run.state.style["A"] == 999_998


def test_a_gang_has_any_size_lies_open_and_may_be_given_to_by_others_ff_8() -> None:
    gang = ["p22.2", "p23.1", "p24.1", "p25.1", "p26.1", "p27.1", "p28.1"]
    after: Any = play(acting(hands={"A": ["p22.1"]}, gangs={"B": gang}), "crew p22.1 B")
    assert after.to_json()["gangs"] == {"A": [], "B": sorted(["p22.1", *gang]), "C": []}
    assert after.view(2)["position"]["gangs"] == after.to_json()["gangs"]


@pytest.mark.parametrize("rank", [1, 4])
@pytest.mark.parametrize(
    ("street", "side", "out"), [(("m15", "m05"), "F", "R"), (("m05", "m15"), "O", "L")]
)
def test_a_mat_serves_either_side_and_holds_for_every_rank_ff_10(
    street: tuple[str, str], side: str, out: str, rank: int
) -> None:
    """The sidewalk of m15 is blocked."""
    spaces = {"A": f"{rank}{side}2", "B": "1F1", "C": "3O1"}
    position = acting(street=street, at=spaces)
    assert code(position, f"drift {out}") == "impossible-place"


def test_a_repair_turns_up_the_whole_face_with_its_numbers_ff_82() -> None:
    """Tin Comet has Speed 3, damaged 0, and damaged Complexity 6."""
    hurt = acting(dmg=["A"])
    assert [one["n"] for one in told(hurt, "adv", "die 2") if one["event"] == "tested"] == [2]
    whole = play(hurt, "fix", "die 6")
    assert not car(whole, "A")["dmg"]
    assert [one["n"] for one in told(whole, "adv", "die 2") if one["event"] == "tested"] == [5]


# -- the beginning --


def test_the_table_says_who_places_first_and_who_drives_what_ff_21() -> None:
    position = GAME.new(
        {"game": "fhtagn", "players": 3, "racers": ["r5", "r1", "r2"], "order": ["C", "A", "B"]}
    )
    assert [car(position, name)["racer"] for name in "ABC"] == ["r5", "r1", "r2"]
    for name, cell in (("C", "1F1"), ("A", "1F2"), ("B", "1O1")):
        assert ask(position) == ("place", [name])
        position = play(position, f"place {name} {cell}")


def test_a_race_begins_on_the_start_mats_without_a_civilian_ff_20() -> None:
    first: Any = new(4).to_json()
    kinds = {mat["id"]: mat["role"] for mat in data()["mats"]}
    assert [kinds[first["mats"][side]] for side in "FO"] == ["start", "start"]
    assert {each["kind"] for each in first["cars"]} == {"racer"}
    placed: Any = play(new(), "place A 1F1", "place B 1O1", "place C 2F2").to_json()
    assert (placed["mats"]["drawn"], len(placed["cars"])) == (0, 3), "no mat and no wave came"


def test_the_pack_order_is_that_of_the_spaces_not_of_the_placing_ff_23() -> None:
    position = play(new(), "place A 1O1", "place B 1F2", "place C 1F1")
    assert list(at(position)) == ["C", "B", "A"]
    assert ask(position) == ("card", ["chance"])
    assert all(text.startswith("card C ") for text in texts(position)), "the first is dealt first"


@pytest.mark.parametrize(("made", "said"), [(4, "advance-limit"), (5, "from 1 to 4"), (0, "from")])
def test_no_car_has_made_more_than_four_advances_in_a_turn_ff_140(made: int, said: str) -> None:
    spaces = {"A1": "1F1", "A2": "1F2", "B1": "2F1", "B2": "2F2", "C1": "3F1", "C2": "3F2"}
    held = begun(new(dual=True), at=spaces, street=STREET) | {"advances": {"A1": made}}
    if made == 4:
        assert code(loaded(held), "adv A1") == said
        return
    with pytest.raises(BadPosition, match=said):
        loaded(held)


# -- Civilians --


def test_a_civilians_die_is_rolled_and_logged_like_any_other_ff_111() -> None:
    """c1 is pushed back into B: 6 − 1 beats 1 + 2, so B falls back."""
    position = acting(at={"A": "1F1", "B": "2F2", "C": "3O1"}, civs={"c1": ("1F2", "F")})
    asked = play(position, "drift R")
    assert (ask(asked), len(texts(asked))) == (("die", ["chance"]), 6)
    asked = play(asked, "die 6")
    since: Any = asked.to_json()["since"]
    assert since == ["drift R", "die 6"]
    assert at(play(asked, "die 1")) == {"A": "1F2", "c1": "2F2", "B": "3F2", "C": "3O1"}


@pytest.mark.parametrize(
    ("forward", "ways"), [("m05", ["B", "L", "R"]), ("m18", ["B", "L"])], ids=["open", "median"]
)
def test_who_is_barrelled_into_picks_a_way_that_is_possible_ff_75(
    forward: str, ways: list[str]
) -> None:
    position = acting(
        turn="C", actions=0, street=(forward, "m06"), at={"A": "2O1", "B": "1F1", "C": "3F1"},
        civs={"c1": ("1O1", "O")},
    )  # fmt: skip
    asked = play(position, "end", "take 0")
    assert ask(asked) == ("choose", ["A"])
    assert texts(asked) == [f"choose A {way}" for way in ways]


# -- the end --


def turn_over(position: Position) -> Position:
    """The player does and draws nothing."""
    position = play(position, "end")
    while ask(position)[0] in ("disc", "take"):
        position = play(position, texts(position)[0])
    return position


def last_turns(**change: Any) -> Position:
    """A has drawn the finish and is to act; B and C have a turn each after that."""
    ending = acting(turn="C", actions=0, drawn=14, **change)
    return play(ending, "end", "take 0", "mat F m04")


def test_the_start_of_a_last_turn_has_its_phases_too_ff_135() -> None:
    position = last_turns(civs={"c1": ("1O1", "O"), "c2": ("1F2", "F")})
    assert (at(position)["c1"], at(position)["c2"]) == ("2O1", "1F2")
    position = turn_over(position)
    assert (position.to_json()["turn"], at(position)["c1"]) == ("B", "3O1")
    position = turn_over(position)
    assert (position.to_json()["turn"], at(position)["c2"]) == ("C", "2F2")


def test_who_declines_is_not_asked_again_but_who_lacked_points_is_ff_133() -> None:
    position = last_turns(style={"B": 9, "C": 6})
    for _ in "ABC":
        position = turn_over(position)
    assert ask(position) == ("extra", ["B"]), "A has no points and has declined nothing"
    position = play(position, "extra B no")
    assert ask(position) == ("extra", ["C"])
    position = turn_over(play(position, "extra C yes", "fix-style A 3"))
    assert ask(position) == ("extra", ["A"])
    position = play(position, "extra A no")
    assert ask(position) == ("extra", ["C"]), "B, with 9 points, has declined for good"
    assert play(position, "extra C no").to_act is OVER


# -- the discard pile --


def test_an_action_is_discarded_after_its_effect_ff_137() -> None:
    assert play(with_cards(hands={"A": ["f.1"]}), "play f.1").to_json()["discards"] == ["f.1"]


def test_a_mod_is_discarded_when_something_removes_it_ff_137() -> None:
    position = acting(at={"A": "3F3", "B": "2F1", "C": "1F1"}, hands={"A": ["p17.1"]})
    fitted = play(position, "pull", "opt mod p17.1")
    assert fitted.to_json()["discards"] == []
    after = play(fitted, "pull", "opt unmod p17.1 discard")
    assert (after.to_json()["discards"], car(after, "A")["mods"]) == (["p17.1"], [])


@pytest.mark.parametrize("text", ["noreact B1", "react B1 p11.1", "react B1", "noreact B2"])
def test_a_car_is_no_player_in_a_window_and_a_refusal_tells_no_other_hand_ff_151(text: str) -> None:
    """With two cars each a wrong name was answered with everybody's reactions, or by a crash."""
    stand = {"A1": "2F1", "A2": "4F1", "B1": "1F2", "B2": "1O1", "C1": "5F1", "C2": "3O1"}
    hands = {"B": ["p11.1"], "C": ["p12.1"]}
    begin = begun(new(dual=True), hands=hands, at=stand, street=STREET)
    asked = play(loaded(begin), "adv A1")
    with pytest.raises(IllegalAction) as refused:
        asked.apply(Action(1, text))
    assert refused.value.code in ("unknown-id", "bad-syntax")
    assert "p12" not in str(refused.value)
    assert "C " not in str(refused.value)
