"""Last moves of a street race say what dice made of them, prompts what a test has brought."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from table_rig import Rig

from companion.games.presenter import ends
from companion.games.scenery import Pictured
from companion.games.street_race.occasions import OF_CIVILIANS, occasion
from companion.games.street_race.scenery import StreetScenery
from companion.model.commands import Act, Caller, Undo
from companion.model.view import HoleView, Prompt
from companion.table.settings import TableSettings
from companion.table.shown.pictured import pictured
from companion.words import render
from engine.games.street_race import StreetPosition, events
from engine.games.street_race.asking import Ask, Occasion
from engine.games.street_race.moment import Moment
from engine.games.street_race.on_wood import CIVILIAN
from engine.games.street_race.sample import SAMPLE

ALL = Caller(seats=frozenset(range(3)), host=True)
CARS = {"A": "2F1", "B": "1F2", "C": "3F1"}


def race(
    cars: dict[str, str] | None = None,
    *,
    seed: int = 4,
    civ: str = "",
    data: object = None,
    **change: Any,
) -> Rig:
    """Red has the turn, nobody holds a card, and people tell the dice."""
    rig = Rig(board_kind="none", seed=seed)
    options = {"fast": True, "dice": "table"} | ({"data": data} if data else {})
    rig.new(game="fhtagn", rules=None, board=None, players=[["A"], ["B"], ["C"]], options=options)
    told: dict[str, Any] = rig.table._moment.position.to_json()  # type: ignore[union-attr]
    at = {**CARS, **(cars or {})}
    placed = [{**car, "at": at[car["id"]]} for car in told["cars"]]
    if civ:
        placed.append({"id": "c1", "kind": "civ", "at": civ, "face": "F"})
    now = {"turn": "A", "phase": "act", "actions": 4, "cars": placed, **change}
    if held := [card for hand in change.get("hands", {}).values() for card in hand]:
        now["pile"] = [card for card in told["pile"] if card not in held]
    rig.at({**told, **now, "ask": {"who": ["A"], "kind": "act"}})
    rig.hand = [CIVILIAN] * 8
    return rig


def play(rig: Rig, *texts: str) -> None:
    for text in texts:
        rig.table.command(Act(text), ALL)


def lines(rig: Rig) -> list[tuple[str, str]]:
    """The last moves with what came of them, newest first."""
    return [(render(m.message), render(m.came) if m.came else "") for m in rig.view.moves]


def rows(rig: Rig) -> list[tuple[str, str, str]]:
    """Whose disc stands before each of the last moves, what it says, and what came of it."""
    return [(m.colour, render(m.message), render(m.came) if m.came else "") for m in rig.view.moves]


@pytest.mark.parametrize(
    ("mine", "theirs", "line", "came", "told"),
    [
        (6, 1, "drives ahead, 9 against 3", "rank 1", "Red gets through."),
        (1, 6, "drives ahead, 4 against 8", "stays", "3 of 4 actions left"),
        (1, 2, "drives ahead, 4 against 4", "a tie", "Red's car is damaged."),
    ],
)
def test_an_advance_has_one_line_with_its_sums_and_what_came_of_it_ff_56(
    mine: int, theirs: int, line: str, came: str, told: str
) -> None:
    rig = race()
    play(rig, "adv", f"die {mine}")
    assert lines(rig) == [(f"rolls a {mine}", ""), ("drives ahead", "")], "nothing is decided yet"
    play(rig, f"die {theirs}")
    assert lines(rig) == [(line, came)]
    assert rig.view.prompt.support is not None
    assert render(rig.view.prompt.support) == told


@pytest.mark.parametrize("board", ["none", "virtual"])
def test_the_last_pass_of_a_window_decides_and_the_dice_are_told_ff_150(board: str) -> None:
    """With windows a test is decided long after its last die, by a pass or by the clock."""
    rig = Rig(board_kind=board, seed=3, settings=TableSettings(claim_seconds=5.0))
    rig.new(game="fhtagn", rules=None, board=None, players=[["A"], ["B"], ["C"]], options={})
    told: dict[str, Any] = rig.table._moment.position.to_json()  # type: ignore[union-attr]
    placed = [{**car, "at": CARS[car["id"]]} for car in told["cars"]]
    rig.hand = [CIVILIAN] * 8
    hands = {"A": told["pile"][:1], "B": [], "C": []}
    now = {"turn": "A", "phase": "act", "actions": 4, "cars": placed, "hands": hands}
    rig.at({**told, **now, "pile": told["pile"][1:], "ask": {"who": ["A"], "kind": "act"}})
    play(rig, "adv")
    if board == "virtual":
        rig.carry("b5", "a5").settle()
    for _ in range(12):
        rig.wait(5.1)
    (line, came), *others = [one for one in lines(rig) if one[0].startswith("drives ahead")]
    assert not others
    assert (line, came) == ("drives ahead, 5 against 7", "stays")
    assert rig.view.drive is not None
    assert [(one.token, one.sum) for one in rig.view.drive.thrown] == [("A", 5), ("B", 7)]
    if board == "virtual":
        assert rig.said == "Orange holds the lane."
        assert rig.lit("return"), "an ice arrow leads it home: it is no mistake"


def test_dice_that_are_thrown_anew_tell_anew_pp_11() -> None:
    rig = race()
    play(rig, "adv", "die 1", "die 1")
    assert lines(rig) == [("drives ahead, 4 against 3", "rank 1")]
    rig.table.command(Undo(), ALL)
    assert lines(rig)[-1] == ("drives ahead", "")
    play(rig, "die 6")
    assert lines(rig) == [("drives ahead, 4 against 8", "stays")]
    play(rig, "drift R")
    assert lines(rig)[-1] == ("drives ahead, 4 against 8", "stays"), "it stays with its line"


def test_a_repair_says_whether_the_car_is_whole_ff_92() -> None:
    rig = race()
    hurt = [{**c, "dmg": c["id"] == "A"} for c in rig.table._moment.position.to_json()["cars"]]  # type: ignore[union-attr]
    rig = race(cars={car["id"]: car["at"] for car in hurt})
    told: dict[str, Any] = rig.table._moment.position.to_json()  # type: ignore[union-attr]
    rig.at({**told, "cars": hurt})
    play(rig, "fix", "die 6")
    assert lines(rig) == [("tries a repair, 6 against 6", "whole")]
    assert rig.view.prompt.support is not None
    assert render(rig.view.prompt.support) == "Red's car is whole again."


def test_a_test_of_another_car_is_nobody_s_move_ff_65() -> None:
    """Red falls back onto a Civilian, which is tested against Orange: Red tried nothing."""
    rig = race({"A": "1F1", "B": "3F1", "C": "1F2"}, civ="2F1")
    play(rig, "drift B", "die 4", "die 1")
    assert rows(rig) == [
        ("B", "rolls a 1", ""),
        ("", "a Civilian rolls a 4", ""),
        ("A", "falls back", ""),
    ]
    assert rig.view.drive is not None
    assert [one.token for one in rig.view.drive.thrown] == [CIVILIAN, "B"]


def test_the_test_of_new_mats_is_nobody_s_move_ff_43() -> None:
    """Red falls back, Yellow leads, and the new mats leave it in no man's land."""
    rig = race({"A": "1F1", "B": "4F2", "C": "1F3"}, seed=5)
    play(rig, "drift B", "die 5", "choose C in")
    assert rows(rig) == [
        ("C", "drives inward", ""),
        ("C", "Fixit test, 5 against 3", ""),
        ("A", "falls back", ""),
    ]
    told = [event for step in rig.table._moment.game.steps for event in step.play.events]  # type: ignore[union-attr]
    assert [event.car for event in told if isinstance(event, events.Tested)] == ["C"]


@pytest.mark.parametrize(("die", "came"), [(1, "damaged"), (5, "")])
def test_dice_of_a_new_street_stand_under_whom_they_test_ff_43_ff_101(die: int, came: str) -> None:
    """Red has the turn, but Yellow is tested; new traffic is nobody's, its dice one line."""
    rig = race({"A": "1F1", "B": "4F2", "C": "1F3"}, seed=5)
    play(rig, "drift B", f"die {die}")
    assert rows(rig)[0] == ("C", f"Fixit test, {die} against 3", came)
    spoken = rig.view.moves[0].spoken
    assert spoken is not None
    assert render(spoken) == f"Yellow: Fixit test, {die} against 3."
    play(rig, "choose C in", "die 6", "die 1", "die 2")
    assert rows(rig)[0] == ("", "new traffic rolls 6, 1, 2", "")
    assert rows(rig)[1:] == [
        ("C", "drives inward", ""),
        ("C", f"Fixit test, {die} against 3", came),
        ("A", "falls back", ""),
    ]


def test_a_drift_onto_a_curb_tells_both_its_tests_ff_74() -> None:
    rig = race({"A": "2F2", "B": "1F1", "C": "2F3"})
    play(rig, "drift R", "die 6", "die 1")
    assert lines(rig) == [("drifts right, 9 against 3", "rank 2")]
    play(rig, "die 1")
    assert lines(rig) == [("drifts right, 9 against 3, 1 against 5", "damaged")]


def test_a_pass_that_decides_leaves_the_outcome_with_the_deed_ff_150() -> None:
    """With fast reactions people see passes, so a pass has a line beside that of the deed."""
    rig = race(hands={"A": [], "B": ["p13.1"], "C": []})
    play(rig, "adv", "die 6", "die 1")
    assert lines(rig)[-1] == ("drives ahead", ""), "it may be thrown again"
    play(rig, "noreact B")
    decided = [("passes", ""), ("drives ahead, 9 against 3", "rank 1")]
    assert lines(rig) == decided
    assert lines(rig) == decided, "when it is looked at again, too"
    rig.table.command(Undo(), ALL)
    assert lines(rig)[-1] == ("drives ahead", "")


@pytest.mark.parametrize(
    ("effects", "line"),
    [
        ([{"op": "advance"}], "plays Green Light, 8 against 4"),
        ([{"op": "advance"}, {"op": "drift"}], "plays Green Light"),
    ],
)
def test_a_card_that_advances_is_told_with_the_target_number_ff_53(
    effects: list[dict[str, str]], line: str
) -> None:
    """Its own Complexity is 5; where the card may do either, no number is told."""
    data = {**copy.deepcopy(SAMPLE), "set": "ours"}
    next(card for card in data["cards"] if card["id"] == "p01")["do"] = effects
    rig = race({"A": "3F1", "C": "5F2"}, data=data, hands={"A": ["p01.1"], "B": [], "C": []})
    text = next(a.text for a in rig.table._moment.position.legal() if a.text.startswith("play"))  # type: ignore[union-attr]
    play(rig, text, "die 5")
    assert lines(rig)[-1][0].startswith(line)
    assert (" against " in lines(rig)[-1][0]) == (" against " in line)


def after_a_civilian_s_test(face: int) -> tuple[StreetScenery, Pictured]:
    """Red fell back onto a Civilian, which was tested against Orange's 3."""
    rig = race({"A": "1F1", "B": "3F1", "C": "1F2"}, civ="2F1")
    play(rig, "drift B", f"die {face}", "die 1")
    game = rig.table._moment.game
    assert game is not None
    scenery = game.presenter.scenery
    assert isinstance(scenery, StreetScenery)
    return scenery, pictured(game)


@pytest.mark.parametrize("face", [1, 4, 6])
def test_no_sentence_speaks_to_a_civilian_ff_65(face: int) -> None:
    scenery, moment = after_a_civilian_s_test(face)
    wrong = Prompt(street_views.Message("correction.support"), None, "correction", None, CIVILIAN)
    assert scenery.prompt(moment, wrong, {}) == wrong
    assert scenery.led_back(moment) == ""
    asked = Prompt(street_views.Message("street.act", {"p": "Anna"}), None, "say", 0, "A")
    below = scenery.prompt(moment, asked, {}).support
    assert below is None or below.key == "street.act.support"


def told_of(real: bool, **at: str) -> str:
    """The line below the prompt for a car that is lifted from the wood's row a."""
    moment = street_views.position(origin=0, at={**street_views.AT, **at})
    lifted = Prompt(street_views.Message("prompt.lifted", {"p": "Ben"}), None, "say", 1, "B")
    holes = {"a5": HoleView("", "origin"), "h5": HoleView("", "destination", figure="50")}
    pictured = street_views.pictured(moment)._replace(real=real)
    said = street_views.WORDS.scenery.prompt(pictured, lifted, holes)
    assert said.support is not None
    return render(said.support)


def test_wood_leads_a_car_to_its_other_end_the_page_does_not() -> None:
    assert told_of(real=True) == "Row h, at the other end."
    assert told_of(real=False) == "Figures: chance in a hundred."


def test_the_row_of_the_road_ahead_is_rank_8_while_a_car_stands_there_ff_35() -> None:
    """The row ahead of the leader and that of rank 8 are one row of the wood."""
    far = street_views.position(at={**street_views.AT, "F": "8F2"})
    near = street_views.position(at={**street_views.AT, "F": "7F2"})
    square = far.standing(far.race.moment.state.pack.cars["F"])
    words = street_views.WORDS
    assert render(words.hole(far, square)) == "rank 8, outer lane"
    assert render(words.hole(near, square)) == "the road ahead, outer lane"
    assert [street_views.view(p).street.wraps for p in (far, near)] == [True, False]  # type: ignore[union-attr]
    moved = {hole: tokens[0] for hole, tokens in far.occupancy().items() if hole in far.board.holes}
    told = words.rearranged(far, moved)
    assert told is not None
    assert {car["id"]: car["at"] for car in told["cars"]}["F"] == "8F2"  # type: ignore[attr-defined, union-attr]


def test_a_leader_goes_to_the_road_ahead_also_where_a_car_stands_on_rank_8() -> None:
    far = street_views.position(at={**street_views.AT, "F": "8F2"})
    words, cars = street_views.WORDS, far.race.moment.state.pack.cars
    last, lead = far.standing(cars["F"]), far.standing(cars["B"])
    ahead = f"{last[0]}{lead[1:]}"
    for way, said in (
        ((lead, ahead), ["rank 1", "the road ahead, inner lane"]),
        ((ahead, lead), ["the road ahead", "rank 1, inner lane"]),
        ((lead, last), ["rank 1, inner lane", "the road ahead, outer lane"]),
        ((last, ahead), ["rank 8, outer lane", "rank 8, inner lane"]),
    ):
        assert [render(name) for name in ends(words, far, *way)] == said


def test_a_sentence_that_begins_with_a_place_begins_with_a_capital() -> None:
    moment = street_views.placing()
    a, b = ends(street_views.WORDS, moment, "off", "a5")
    way = street_views.Message("bot.way", nested={"a": a, "b": b})
    assert render(way) == "Beside the street to rank 1, inner lane."
    assert render(way, "de").startswith("Neben der Straße nach ")
    inside = street_views.Message("move.go", nested={"a": a, "b": b})
    assert render(inside).startswith("beside the street"), "this is no sentence of its own"


def test_a_car_that_is_still_read_is_no_marble() -> None:
    said = street_views.WORDS.half(street_views.position(), 0, ("", ""), street_views.NAMES)
    assert render(said) == "Anna, let the car stand."


@pytest.mark.parametrize("kind", ["mull", "deploy", "disc"])
def test_questions_about_cards_say_how_they_are_answered(kind: str) -> None:
    moment = street_views.position()
    asked = Prompt(street_views.Message(f"street.{kind}", {"p": "Anna"}), None, "say", 0, "A")
    said = street_views.WORDS.scenery.prompt(street_views.pictured(moment), asked, {})
    assert said.support is not None
    assert render(said.support).endswith((".", "once."))
    other = replace(asked, message=street_views.Message("street.other.cards", {"p": "Anna"}))
    told = street_views.WORDS.scenery.prompt(street_views.pictured(moment), other, {})
    assert told.support != said.support


@pytest.mark.parametrize(
    ("about", "english", "german"),
    [
        (Occasion("damage.pending", ("c1",)), "A Civilian takes damage.", "Ein Zivilauto nimmt"),
        (Occasion("spinout.pending", ("c1",)), "A Civilian spins out.", "Ein Zivilauto dreht"),
        (Occasion("displaced", ("c1",)), "A Civilian was pushed.", "Ein Zivilauto wurde"),
        (
            Occasion("test.announced", ("c1", "A"), sums=(-1, 3)),
            "A Civilian tests against Anna.",
            "Ein Zivilauto misst sich mit Anna.",
        ),
        (
            Occasion("test.rolled", ("c1", "A"), sums=(3, 5), rolled=True),
            "The Civilian has 3, Anna has 5.",
            "Das Zivilauto hat 3, Anna hat 5.",
        ),
        (
            Occasion("test.rolled", ("c1",), target=4, sums=(3,), rolled=True),
            "The Civilian has 3 and needs 4.",
            "Das Zivilauto hat 3 und braucht 4.",
        ),
        (
            Occasion("test.announced", ("c1",), target=4, sums=(1,)),
            "A Civilian needs 4 or more.",
            "Ein Zivilauto braucht 4 oder mehr.",
        ),
    ],
)
def test_a_window_speaks_of_a_civilian_as_of_nobody_s_car_ff_110(
    about: Occasion, english: str, german: str
) -> None:
    hit = replace_ask(street_views.position().race, about)
    found = occasion(hit, lambda who: {"A": "Anna"}.get(who, who))
    assert found is not None
    assert render(found[1]) == english
    assert render(found[1], "de").startswith(german)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", sorted(OF_CIVILIANS))
def test_every_sentence_about_civilians_is_there(key: str, language: str) -> None:
    named = dict.fromkeys("qabn", "1")
    said = render(street_views.Message(f"{key}.civilian", named), language)
    assert {"en": "Civilian", "de": "Zivilauto"}[language] in said


def replace_ask(race: StreetPosition, about: Occasion) -> StreetPosition:
    """The same moment in a window about something else."""
    asked = Ask("react", ("A",), "", ("noreact A",), about=about)
    at = race.moment
    return StreetPosition(Moment(at.race, at.base, at.since, at.state, asked))
