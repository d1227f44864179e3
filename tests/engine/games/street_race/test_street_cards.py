"""Cards, windows and effects (FF-120, FF-150 … 155)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from street_table import ask, at, begun, car, code, loaded, new, play, texts, told, with_cards

from engine.action import Action
from engine.bots.rule_of_thumb import LOOKED_AT, choices_of
from engine.game import Position
from engine.search import LEVELS, Level, choose


def acting(**change: Any) -> Position:
    return loaded(begun(new(), **{"street": ("m05", "m06"), **change}))


def hands(position: Position) -> Any:
    return position.to_json()["hands"]


def style(position: Position) -> Any:
    return position.to_json()["style"]


# -- windows, with the sample's cards --


def test_a_window_opens_for_those_alone_who_could_react_ff_151() -> None:
    position = acting(hands={"B": ["p11.1", "p02.1"], "C": ["p12.1"]})
    asked = play(position, "adv")
    assert ask(asked) == ("react", ["B", "C"])
    assert texts(asked) == ["noreact B", "noreact C", "react B p11.1 A", "react C p12.1 A"]
    assert ask(play(acting(), "adv")) == ("die", ["chance"])


def test_a_card_asks_those_again_who_had_said_no_ff_151() -> None:
    position = acting(hands={"B": ["p11.1"], "C": ["p12.1", "p12.2"]})
    asked = play(position, "adv", "noreact B")
    assert ask(asked) == ("react", ["C"])
    assert code(asked, "react B p11.1 A") == "already-declined"
    asked = play(asked, "react C p12.1 A")
    assert ask(asked) == ("react", ["B", "C"])
    closed = play(asked, "noreact B", "noreact C")
    assert ask(closed) == ("die", ["chance"])
    assert closed.to_json()["discards"] == ["p12.1"]


def test_modifiers_of_several_cards_add_up_ff_153() -> None:
    """A at the front has Speed 3 and needs 8: a 3 becomes 10 by two cards, and 6 without."""
    position = acting(hands={"B": ["p11.1", "p11.2"]}, at={"A": "1F1", "B": "2F1", "C": "3F1"})
    helped = play(position, "adv", "react B p11.1 A", "react B p11.2 A", "die 1")
    assert ask(helped)[0] == "act"
    assert {"event": "tested", "car": "A", "n": 8, "by": "win"} in told(
        position, "adv", "react B p11.1 A", "react B p11.2 A", "die 1"
    )


def test_a_reroll_takes_another_die_ff_155() -> None:
    position = acting(hands={"C": ["p13.1"]}, at={"A": "2F1", "B": "1O2", "C": "4F1"})
    asked = play(position, "adv", "die 1")
    assert ask(asked) == ("react", ["C"])
    asked = play(asked, "react C p13.1 A")
    assert ask(asked) == ("die", ["chance"])


def test_damage_can_be_prevented_and_the_second_of_its_kind_goes_back_to_hand_ff_153() -> None:
    position = acting(hands={"A": ["p02.1"], "B": ["p15.1", "p15.2"]})
    asked = play(position, "play p02.1 B")
    assert ask(asked) == ("react", ["B"])
    after = play(asked, "react B p15.1", "react B p15.2")
    assert not car(after, "B")["dmg"]
    assert hands(after)["B"] == ["p15.2"]
    assert after.to_json()["discards"] == ["p02.1", "p15.1"]


def test_only_who_is_damaged_may_play_a_card_for_oneself_ff_155() -> None:
    position = acting(hands={"A": ["p02.1"], "C": ["p15.1"]})
    assert ask(play(position, "play p02.1 B"))[0] == "act"


def test_a_tie_can_be_won_and_the_icon_scores_ff_120() -> None:
    position = acting(at={"A": "1F2", "B": "1F1", "C": "3O1"}, hands={"B": ["p16.1"]})
    asked = play(position, "drift L", "die 1", "die 2")
    assert ask(asked) == ("react", ["B"])
    after = play(asked, "react B p16.1")
    assert (at(after)["A"], style(after)) == ("1F2", {"A": 0, "B": 1, "C": 0})
    assert not car(after, "A")["dmg"]


def test_a_cancelled_card_has_no_effect_and_no_point_but_spends_the_action_ff_154() -> None:
    position = acting(hands={"A": ["p08.1"], "C": ["p14.1"]})
    asked = play(position, "play p08.1")
    assert ask(asked) == ("react", ["C"])
    after = play(asked, "react C p14.1")
    held: Any = after.to_json()
    assert (held["actions"], held["style"]["A"]) == (3, 0)
    assert held["discards"] == ["p08.1", "p14.1"]
    assert hands(after)["A"] == []


# -- cards of our own --

CANCEL = {"id": "x", "type": "reaction", "name": "X", "copies": 3, "on": "card.played",
          "timing": "before", "do": [{"op": "cancel"}]}  # fmt: skip
HEX = {"id": "h", "type": "action", "name": "H", "spell": True, "style": True, "copies": 2,
       "do": [{"op": "style", "n": 2}]}  # fmt: skip
ECHO = {"id": "e", "type": "reaction", "name": "E", "copies": 2, "on": "card.played",
        "when": {"spell": True, "who": "other"}, "do": [{"op": "style"}]}  # fmt: skip


def test_a_cancel_can_be_cancelled_ff_154() -> None:
    position = with_cards(CANCEL, HEX, hands={"A": ["h.1"], "B": ["x.1"], "C": ["x.2"]})
    asked = play(position, "play h.1", "react B x.1")
    assert ask(asked) == ("react", ["C"])
    after = play(asked, "react C x.2")
    assert style(after)["A"] == 3
    assert after.to_json()["discards"] == ["h.1", "x.1", "x.2"]


def test_reactions_to_a_cancelled_card_go_back_to_hand_ff_154() -> None:
    position = with_cards(CANCEL, HEX, ECHO, hands={"A": ["h.1"], "B": ["e.1"], "C": ["x.2"]})
    after = play(position, "play h.1", "react B e.1", "noreact C", "react C x.2")
    assert hands(after)["B"] == ["e.1"]
    assert style(after) == {"A": 0, "B": 0, "C": 0}
    works = play(position, "play h.1", "react B e.1", "noreact C", "noreact C")
    assert style(works) == {"A": 3, "B": 1, "C": 0}


def test_an_ability_costs_nothing_and_stays_ff_7() -> None:
    engine = {"id": "m", "type": "mod", "name": "M", "copies": 2, "bonus": [],
              "on": "card.played", "when": {"spell": True}, "do": [{"op": "draw"}]}  # fmt: skip
    position = with_cards(HEX, engine, hands={"A": ["h.1"]}, mods={"B": ["m.1"]})
    asked = play(position, "play h.1")
    assert texts(asked) == ["noreact B", "react B m.1"]
    after = play(asked, "react B m.1", "card B f.7")
    assert (car(after, "B")["mods"], hands(after)["B"]) == (["m.1"], ["f.7"])


def test_what_happens_in_an_event_is_reacted_to_after_it_ff_152() -> None:
    cheer = {"id": "q", "type": "reaction", "name": "Q", "copies": 1, "on": "moved",
             "when": {"who": "self"}, "do": [{"op": "style", "n": 3}]}  # fmt: skip
    position = with_cards(cheer, hands={"B": ["q.1"]}, at={"A": "1F2", "B": "1F1", "C": "3O1"})
    asked = play(position, "drift L", "die 6", "die 1", "choose B B")
    assert (ask(asked), at(asked)["B"]) == (("react", ["B"]), "2F1")
    assert style(play(asked, "react B q.1"))["B"] == 3


EFFECTS: dict[str, tuple[Any, str, Any]] = {
    "damage": ([{"op": "damage", "who": "choose_other"}], "B", lambda p: car(p, "B")["dmg"]),
    "repair": ([{"op": "repair"}], "", lambda p: not car(p, "A")["dmg"]),
    "advance": ([{"op": "advance", "test": False}], "", lambda p: at(p)["A"] == "4O1"),
    "drift": ([{"op": "drift", "test": False}], "L", lambda p: at(p)["A"] == "5O2"),
    "fall_back": ([{"op": "fall_back", "who": "choose"}], "B", lambda p: at(p)["B"] == "3F1"),
    "spin_out": (
        [{"op": "spin_out", "who": "choose"}], "A", lambda p: ask(p) == ("spin", ["A"])
    ),
    "draw": ([{"op": "draw", "n": 2}], "", lambda p: ask(p) == ("card", ["chance"])),
    "discard_hand": (
        [{"op": "discard_hand", "who": "choose_other"}], "B", lambda p: ask(p) == ("disc", ["B"])
    ),
    "discard_driver": (
        [{"op": "discard_driver", "who": "choose"}], "A", lambda p: car(p, "A")["driver"] is None
    ),
    "discard_mod": (
        [{"op": "discard_mod", "who": "choose"}], "A m.2", lambda p: car(p, "A")["mods"] == ["m.1"]
    ),
    "style": ([{"op": "style", "n": 2}], "", lambda p: style(p)["A"] == 2),
    "action": ([{"op": "action", "n": 2}], "", lambda p: p.to_json()["actions"] == 5),
    "civ_wave": ([{"op": "civ_wave"}], "", lambda p: ask(p) == ("die", ["chance"])),
    "civ_remove": ([{"op": "civ_remove", "n": 1}], "c2", lambda p: "c2" not in at(p)),
    "new_mats": ([{"op": "new_mats"}], "", lambda p: ask(p) == ("mat", ["chance"])),
    "manual": ([{"op": "manual"}], "", lambda p: p.to_json()["actions"] == 3),
    "chosen": (
        [{"op": "damage", "who": "choose_other"}, {"op": "fall_back", "who": "chosen"}],
        "B",
        lambda p: car(p, "B")["dmg"] and at(p)["B"] == "3F1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("op", sorted(EFFECTS))
def test_each_effect_does_what_it_says_ff_155(op: str) -> None:
    do, words, holds = EFFECTS[op]
    card = {"id": "t", "type": "action", "name": "T", "copies": 1, "do": do}
    mod = {"id": "m", "type": "mod", "name": "M", "copies": 2}
    crew = {"id": "w", "type": "crew", "name": "W", "copies": 1}
    position = with_cards(
        card, mod, crew,
        street=("m05", "m06"),
        at={"A": "5O1", "B": "2F1", "C": "1F1"},
        civs={"c1": ("3O1", "F"), "c2": ("3F2", "F")},
        dmg=["A"],
        mods={"A": ["m.1", "m.2"]},
        drivers={"A": "w.1"},
        hands={"A": ["t.1"], "B": ["f.1", "f.2"]},
    )  # fmt: skip
    assert holds(play(position, " ".join(["play", "t.1", *words.split()])))


def test_no_hand_is_too_large_to_be_asked_about_ff_48_ff_155() -> None:
    """A list of every choice from forty cards would not fit into any memory."""
    forty = [f"f.{n}" for n in range(1, 41)]
    strip = {"id": "s", "type": "action", "name": "S", "do": [{"op": "discard_hand", "n": 20}]}
    position = with_cards(strip, hands={"A": ["s.1", *forty[:-1]]})
    asked, half = play(position, "play s.1"), sorted(forty[:20])
    ending = play(with_cards(hands={"A": forty}), "end")
    assert ask(asked) == ask(ending) == ("disc", ["A"])
    assert len(texts(asked)) == 1 << 16
    assert {"disc", "disc f.1", "disc f.3 f.7", " ".join(["disc", *sorted(forty)])} <= {
        *texts(ending)
    }
    assert len(texts(ending)) < 1 << 16
    for here in (asked, ending):
        after: Any = play(here, " ".join(["disc", *reversed(half)])).to_json()
        assert {*half} <= {*after["discards"]}
        assert code(here, " ".join(["disc", *half[:-1], half[0]])) == "not-an-option"
        assert code(here, " ".join(["disc", *half[:-1], "f.41"])) in ("unknown-id", "not-in-hand")
    assert code(asked, " ".join(["disc", *half[:-1]])) == "not-an-option"


def test_a_hand_of_sixteen_is_listed_whole_ff_48() -> None:
    sixteen = [f"f.{n}" for n in range(1, 17)]
    assert len(texts(play(with_cards(hands={"A": sixteen}), "end"))) == 1 << 16


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_looks_at_a_large_hand_for_a_moment_only_ff_48(level: Level) -> None:
    sixteen = [f"f.{n}" for n in range(1, 17)]
    position = play(with_cards(hands={"A": sixteen}), "end")
    looked = choices_of(position, 0, "")
    assert len(looked) == LOOKED_AT
    assert looked[:3] == [Action(0, "disc"), Action(0, "disc f.1"), Action(0, "disc f.10")]
    assert choose(position, level, random.Random(1), 0) in looked


def test_a_card_may_be_shut_to_the_leader_and_cost_points_ff_125_ff_155() -> None:
    card = {"id": "t", "type": "action", "name": "T", "limit": "not_leader", "do": [{"op": "draw"}]}
    assert code(with_cards(card, hands={"A": ["t.1"]}), "play t.1") == "not-an-option"
    dear = {"id": "t", "type": "action", "name": "T", "cost_style": 2, "do": [{"op": "manual"}]}
    assert code(with_cards(dear, hands={"A": ["t.1"]}), "play t.1") == "too-few-style"
    rich = with_cards(dear, hands={"A": ["t.1"]}, style={"A": 2})
    assert style(play(rich, "play t.1"))["A"] == 0


@pytest.mark.parametrize(("setting", "dice"), [("plus_one", 0), ("reroll", 1)])
def test_a_point_may_be_spent_on_the_own_roll_if_the_table_says_so_ff_125(
    setting: str, dice: int
) -> None:
    position = loaded(
        begun(new(fourth_spend=setting), style={"A": 1}, at={"A": "2F1", "B": "1O2", "C": "4F1"})
    )
    asked = play(position, "adv", "die 1")
    assert texts(asked) == ["noreact A", "react A style"]
    after = play(asked, "react A style", *["die 6"] * dice)
    assert (ask(after)[0], style(after)["A"]) in (("act", 0), ("mat", 0))


# -- corrections --


def test_corrections_put_right_what_no_effect_can_say_ff_155() -> None:
    position = acting(hands={"A": ["p17.1"]})
    assert at(play(position, "fix-car C 3O2"))["C"] == "3O2"
    assert car(play(position, "fix-dmg B yes"), "B")["dmg"]
    assert style(play(position, "fix-style B 4"))["B"] == 4
    assert car(play(position, "fix-card p17.1 mod B"), "B")["mods"] == ["p17.1"]
    assert play(position, "fix-card p17.1 discards").to_json()["discards"] == ["p17.1"]
    assert car(play(position, "fix-card p22.1 driver C"), "C")["driver"] == "p22.1"
    for wrong, why in {
        "fix-car Z 1F1": "unknown-id",
        "fix-car A 2F1": "impossible-place",
        "fix-dmg A maybe": "bad-syntax",
        "fix-style A -1": "bad-syntax",
        "fix-card p17.1 gang A": "wrong-card-type",
        "fix-card p99.1 hand A": "unknown-id",
        "fix-card p17.1 pile A": "bad-syntax",
    }.items():
        assert code(position, wrong) == why
    assert code(play(position, "adv"), "fix-style A 1") == "wrong-phase"


def test_a_card_may_send_a_car_eight_ranks_off_ff_155() -> None:
    """With three cars it was five ranks from the front at most."""
    position = acting()
    last = max(int(cell[:-2]) for cell in at(position).values())
    assert at(play(position, f"fix-car C {last + 8}F1"))["C"] == f"{last + 8}F1"
    assert code(position, f"fix-car C {last + 9}F1") == "impossible-place"
