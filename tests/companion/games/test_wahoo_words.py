"""Wahoo at the table: its sentences, its lights, its set-up; no word of cards in a game of dice."""

from __future__ import annotations

import inspect
import random
import re
from typing import Any

import msgspec
import pytest
from said import check_words
from table_rig import AT_TABLE, MemoryJournal, Rig, perform

from companion.errors import CommandRefused
from companion.games.packs import OFFERS
from companion.model.commands import Act, Card, Edit, New, Roll, Why
from companion.words import keys, render
from companion.words.catalogue import sentences
from engine.errors import BadConfig
from engine.game import OVER, Position
from engine.games.wahoo import explain

TWO = [["A"], ["D"]]
CARDS = re.compile(r"\b(cards?|decks?|ace|jack|queen|king|joker)\b", re.IGNORECASE)


def wahoo(dice: str = "table", seed: int = 1, **fields: Any) -> Rig:
    """A game of Wahoo, set out on a virtual board."""
    rig = Rig(journal=MemoryJournal(), seed=seed)
    return rig.new(game="wahoo", rules=None, players=TWO, options={"dice": dice}, **fields)


def now(rig: Rig) -> Position:
    """The position that stands."""
    moment = rig.table._moment
    assert moment.position is not None
    return moment.position


def placed(die: int | None, to_play: int = 0, **marbles: str) -> dict[str, Any]:
    """``placed(4, A="A9", D="")``: the rest of each colour is in its pen."""
    there = {c: text.split() for c, text in marbles.items()}
    full = {c: ["p"] * (4 - len(at)) + at for c, at in there.items()}
    return {
        "game": "wahoo", "board": "hex", "dice": "table", "players": [[c] for c in there],
        "marbles": full, "to_play": to_play, "die": die, "winner": None,
    }  # fmt: skip


def check_all(rig: Rig) -> None:
    """Every sentence for every audience is in the catalogue and none speaks of cards."""
    for audience in (None, 0, 1):
        for sentence in check_words(rig.table.view(audience)):
            assert not CARDS.search(sentence), sentence


def test_every_reason_that_the_engine_gives_has_its_sentence() -> None:
    named = set(re.findall(r'_no\((?:[^()]|\([^()]*\))*?"(\w+)"', inspect.getsource(explain)))
    assert {"die_first", "die_pen", "die_centre", "die_corner", "die_count", "pass"} <= named
    assert {f"refusal.{key}" for key in named} <= keys()
    assert not [k for k in named if CARDS.search(sentences("en")[f"refusal.{k}"])]


def test_a_turn_is_told_step_by_step() -> None:
    rig = wahoo()
    assert (rig.said, [d.faces for d in rig.view.dice]) == (
        "Red, throw the die.",
        [("1", "2", "3", "4", "5", "6")],
    )
    assert render(rig.table.view(1).prompt.message) == "Red throws the die."
    rig.act("D6")
    assert rig.said == "Red, a 6: move a glowing marble."
    assert render(rig.table.view(1).prompt.message) == "Red moves a 6."
    assert rig.lit("movable") == ["Ap1", "Ap2", "Ap3", "Ap4"]
    rig.lift("Ap1")
    assert (rig.said, rig.lit("destination")) == ("Red, put it on a white light.", ["A9"])
    rig.put("A9").settle()
    assert rig.said == "Red, throw again after the 6."
    assert [render(line.message) for line in rig.view.moves] == [
        "Red pen → Red 9",
        "throws a 6",
    ]
    assert render(rig.view.moves[1].spoken) == "Red: throws a 6."


def test_a_throw_that_moves_nothing_is_said_and_passes_by_itself_pp_18() -> None:
    rig = wahoo().act("D3")
    assert rig.said == "Nothing moves by a 3. Green is next."
    rig.wait(2.0)
    assert rig.said == "Green, throw the die."
    assert render(rig.view.moves[0].message) == "no move"
    rig.at(placed(None, A="Ah1 Ah2 Ah3 A6", D="")).act("D6")
    assert rig.said == "Nothing moves by a 6. Red, throw again."
    rig.wait(2.0)
    assert rig.said == "Red, throw again after the 6."


def test_the_service_throws_on_demand_for_the_player_to_act() -> None:
    rig = wahoo("service")
    assert rig.said == "Red, throw the die."
    assert [key.param for key in rig.view.pad] == ["roll"]
    rig.table.command(Roll(), AT_TABLE)
    assert rig.view.notice is not None
    assert re.fullmatch(r".*\d.*", render(rig.view.notice))
    assert now(rig).to_json()["die"] in range(1, 7)
    assert rig.view.moves[0].seat == 0


def test_a_captured_marble_is_led_to_its_pen() -> None:
    rig = wahoo().at(placed(2, A="C1", D="C3"))
    assert rig.lit("movable") == ["C1"]
    rig.lift("C1")
    assert (rig.said, rig.lit("capture")) == ("Red, take Green at the pink light.", ["C3"])
    rig.lift("C3").put("C3", "A").settle()
    assert rig.support == "Put Green's marble in its pen."
    pen = rig.lit("pen")
    assert pen
    assert {hole[:2] for hole in pen} == {"Dp"}
    rig.put(pen[0]).settle()
    assert (rig.said, rig.support, rig.lit("pen")) == ("Green, throw the die.", "", [])


@pytest.mark.parametrize(
    ("die", "marbles", "way", "said", "rule"),
    [
        (None, "A9", "A9-A13", "The die comes first: what does it show?", "WA-3"),
        (3, "A9", "A9-A13", "Not there: a 3 moves 3.", "WA-6"),
        (4, "A9 A11", "A9-A13", "Not there: a Red marble is in the way.", "WA-7"),
        (4, "A9 X", "X-A0", "Only a 1 leaves the bull's eye.", "WA-10"),
        (1, "A9 X", "X-A1", "From the bull's eye a marble goes to a corner.", "WA-10"),
        (4, "A9 A5", "A5-X", "Bull's eye: pass a corner by one.", "WA-9"),
    ],
)
def test_a_wrong_placement_is_told_why(
    die: int | None, marbles: str, way: str, said: str, rule: str
) -> None:
    rig = wahoo().at(placed(die, A=marbles, D=""))
    rig.carry(*way.split("-")).settle()
    reason = rig.view.reason
    assert reason is not None
    assert (render(reason.message), reason.rule, rig.state) == (said, rule, "wrong")
    check_all(rig)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act(way), AT_TABLE)
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    ("turns", "moves"), [(40, 10), pytest.param(400, 100, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(("dice", "seed"), [("table", 3), ("service", 4)])
def test_a_game_of_dice_is_never_spoken_to_in_words_of_cards(
    dice: str, seed: int, turns: int, moves: int
) -> None:
    """Every sentence of a game, for the table and for each seat, hands slipping on the way."""
    rig, rng = wahoo(dice, seed), random.Random(seed)
    for turn in range(turns):
        check_all(rig)
        position = now(rig)
        if position.to_act is OVER:
            break
        action = rng.choice(list(position.legal()))
        if "die" in action.params:
            rig.table.command(Roll() if dice == "service" else Act(action.text), AT_TABLE)
        else:
            if action.displacements and turn % 7 == 0:
                slip(rig, action.displacements[0].frm)
            perform(rig, action, rng)
    assert rig.view.moves[0].number > moves


def slip(rig: Rig, place: str) -> None:
    """Lift a marble, put it where nothing leads, and put it back."""
    hole = next(h for h in now(rig).board.places[place].holes if h in rig.wood)
    other = next(h for h in ("A8", "D8", "B8", "C8") if h not in rig.wood)
    rig.lift(hole)
    check_all(rig)
    rig.put(other).settle()
    check_all(rig)
    rig.carry(other, hole).settle()


def test_there_are_no_cards_to_play() -> None:
    with pytest.raises(CommandRefused, match=r"^This game has no cards\.$"):
        wahoo().table.command(Card("7"), AT_TABLE)


def test_a_position_is_set_on_the_page_and_the_next_to_play_throws() -> None:
    rig = wahoo().at(placed(4, A="A9", D=""))
    rig.table.command(Edit({"C5": "A", "X": "D"}, seat=1), AT_TABLE)
    data: Any = now(rig).to_json()
    assert data["marbles"] == {"A": ["p", "p", "p", "C5"], "D": ["p", "p", "p", "X"]}
    assert (data["to_play"], data["die"]) == (1, None)


def test_what_only_other_games_have_is_refused_by_name() -> None:
    offer, options = OFFERS["wahoo"], {"game": "wahoo", "players": TWO}
    assert offer.settled({**options, "teams": [[0], [1]]})["rules"] == "wahoo"
    with pytest.raises(BadConfig, match="teams: nobody has partners in this game"):
        offer.settled({**options, "teams": [[0, 1]]})
    with pytest.raises(BadConfig, match="rules: this game has no sheet 'classic'"):
        offer.settled({**options, "rules": "classic"})


def test_the_set_up_offers_both_boards_and_both_kinds_of_dice() -> None:
    offer = OFFERS["wahoo"]
    assert offer.rules[0].boards == ("hex", "square")
    assert offer.counts("hex") == (2, 3, 4, 5, 6)
    assert offer.colours_each(offer.rules[0], "hex", 3) == (1,)
    assert offer.team_sizes(offer.rules[0], 4) == (1,)
    for dice in offer.wishes("hex", 2, 1)[0].values:
        rig = Rig()
        rig.table.command(New(game="wahoo", players=TWO, options={"dice": dice}), AT_TABLE)
        assert msgspec.to_builtins(rig.view)["position"]["dice"] == dice


@pytest.mark.parametrize(
    ("die", "to", "sentence", "walk"),
    [
        (3, "A11", "That is 2 on; a 3 ends on Red 12.", "A10 A11 A12"),
        (5, "A12", "That is 3 on; a 5 ends on Orange corner.", "A10 A11 A12 A13 B0"),
        (2, "D5", "From there a 2 ends on Red 11.", "A10 A11"),
    ],
)
def test_why_counts_the_holes_of_the_throw_pp_8(
    die: int, to: str, sentence: str, walk: str
) -> None:
    rig = wahoo().at(placed(die, A="A9", D=""))
    rig.carry("A9", to).settle()
    rig.table.command(Why(), AT_TABLE)
    reason = rig.view.reason
    assert reason is not None
    assert reason.why is not None
    assert (render(reason.why), " ".join(reason.walk)) == (sentence, walk)
    assert rig.lit("destination") == [reason.ends] == [reason.walk[-1]]
    check_all(rig)


def test_why_counts_as_far_as_the_own_marble_in_the_way() -> None:
    rig = wahoo().at(placed(4, A="A9 A11", D=""))
    for to in ("A13", "A12"):
        reason = rig.carry("A9", to).settle().view.reason
        assert reason is not None
        assert (reason.why, reason.blocked_by, reason.walk) == (None, "A11", ("A10", "A11"))
        rig.carry(to, "A9").settle()
