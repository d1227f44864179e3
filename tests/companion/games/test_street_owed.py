"""What the hands owe after traffic and with the lay-by, in the street's own words."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace

import street_views
from street_wood import after, new

from companion.games.presenter import taken
from companion.games.scenery import Pictured
from companion.games.street_race.owed import CIVILIAN_DEBT
from companion.model.message import Message
from companion.model.step import GameStep
from companion.table.shown.board import debt_message
from companion.table.shown.voice import _Voice
from companion.wood.marbles import HAND
from companion.words import render
from engine.action import Action
from engine.game import OVER
from engine.games.street_race import WoodPosition
from engine.games.street_race.events import StreetEvent
from engine.games.street_race.on_wood import BOX, CIVILIAN, PUSHED
from engine.games.street_race.wood import LAY_BY

WORDS = street_views.WORDS
WORDS_OF_CARS = _Voice(WORDS)


def debt(step: GameStep, frm: str, to: str) -> str:
    """The sentence for a Civilian that is to go there."""
    nested = {"a": WORDS.hole(step.before, frm), "b": WORDS.hole(step.after, to)}
    found = WORDS.owes(step, CIVILIAN, Message("correction.pair", {}, nested), {})
    return "" if found is None else render(found)


def test_civilians_that_come_nearer_or_fall_back_are_told_apart_ff_105_ff_108() -> None:
    rng, position, told = random.Random(5), new(4), set()
    for _ in range(700):
        if position.to_act is OVER:
            break
        before = position
        text, position, events = after(position, rng)
        for event in (one for one in events if isinstance(one, StreetEvent)):
            if event.car == CIVILIAN and event.frm not in (None, BOX, PUSHED) and event.to:
                step = GameStep(Action(0, text), (event,), before, position)
                told.add(debt(step, str(event.frm), event.to))
    assert {"Civilians come nearer: follow the arrows.", "Civilians fall back."} <= told


def test_one_that_leaves_and_new_ones_are_told_ff_100_ff_112() -> None:
    moment = street_views.position()
    step = GameStep(Action(0, "die 4"), (), moment, moment)
    said = [
        WORDS.owes(step, CIVILIAN, Message(key, {}, {"b": WORDS.hole(moment, "c5")}), {})
        for key in ("correction.off", CIVILIAN_DEBT)
    ]
    assert [render(one) for one in said if one] == [
        "A Civilian leaves the street.",
        "New traffic: put Civilians on the lights.",
    ]
    assert WORDS.owes(step, "B", Message("correction.off"), {}) is None


def test_a_civilian_in_a_hand_is_no_new_traffic_ff_105() -> None:
    """One that is lifted to be moved is on its way; new ones come out of the box."""
    moment = street_views.position()
    on = Message(CIVILIAN_DEBT, {}, {"b": WORDS.hole(moment, "c3")})
    for frm, said in (
        ("b3", "Civilians come nearer: follow the arrows."),
        (BOX, "New traffic: put Civilians on the lights."),
    ):
        event = StreetEvent(CIVILIAN, frm, "c3")
        step = GameStep(Action(0, "end"), (event,), moment, moment)
        found = WORDS.owes(step, CIVILIAN, on, {})
        assert found is not None
        assert render(found) == said


def test_a_pushed_car_in_a_hand_has_no_pen() -> None:
    assert render(taken(WORDS, CIVILIAN)) == "Keep the pushed car in your hand for a moment."
    assert render(taken(WORDS, "C", still=True)) == "The pushed car is still in a hand."


def test_a_civilian_that_waits_for_a_hand_looks_the_way_it_drives() -> None:
    """Section 2: two chevrons down come towards the pack, also before they are moved."""
    scenery = WORDS.scenery
    moment = street_views.position()
    street = scenery.street(moment)
    assert street is not None
    assert set(street.down) == {"c3", "e4"}, "where the two oncoming Civilians stand by the rules"

    def down(owed: dict[str, str], *recent: GameStep) -> set[str]:
        pictured = Pictured(moment, street_views.NAMES, recent)
        return set(scenery.led(pictured, street, owed).down)

    assert down({}) == {"c3", "e4"}
    assert down({"b3": "c3"}) == {"b3", "c3", "e4"}, "one is still a row further off"
    assert down({"e4": "f6"}) == {"c3"}, "with the pack, and on a square of one to come"
    left = GameStep(Action(0, "adv"), (), moment, street_views.position(civs={}))
    assert down({"e4": ""}, left) == {"c3", "e4"}, "it leaves as it came"
    assert down({"c6": ""}, left) == {"c3", "e4"}


def test_a_car_goes_to_the_lay_by_and_comes_back_to_its_rank() -> None:
    moment = street_views.position()
    step = GameStep(Action(0, "adv"), (), moment, moment)
    there, back = WORDS.hole(moment, "e8"), WORDS.hole(moment, "g6")
    assert render(there) == "lay-by, row e"
    out = WORDS.owes(step, "F", Message("correction.pair", {}, {"a": back, "b": there}), {})
    home = WORDS.owes(step, "F", Message("correction.pair", {}, {"a": there, "b": back}), {})
    assert out is not None
    assert home is not None
    assert render(out) == "Put Purple's car in the lay-by."
    assert render(home) == "Bring Purple's car back to rank 5."
    on = Message("correction.pair", {}, {"a": there, "b": WORDS.hole(moment, "e6")})
    moved = WORDS.owes(step, "F", on, {})
    assert moved is not None, "its own move leads it further than it stands by the rules"
    assert render(moved) == "Bring Purple's car back to rank 3."
    named = WORDS.owes(
        step, "F", Message("correction.pair", {}, {"a": back, "b": there}), {5: "Fritz"}
    )
    assert named is not None
    assert render(named) == "Put Fritz's car in the lay-by."


def test_a_car_of_eight_columns_goes_into_its_tray_the_lay_by() -> None:
    """Beside a wide street the lay-by is a tray without squares: only the position tells of it."""
    wide = street_views.wide()
    square = wide.standing(wide.race.moment.state.pack.cars["F"])
    moment = WoodPosition(wide.race, replace(wide.wood, aside=frozenset({"F"})))
    assert moment.board.places[LAY_BY].holes == ()
    game = SimpleNamespace(position=moment, presenter=WORDS)
    told = debt_message(game, "F", square, HAND)  # type: ignore[arg-type]
    assert render(told) == "Put Purple in the lay-by."
    assert render(told, "de") == "Stell Lila in die Parkbucht."
    step = GameStep(Action(0, "adv"), (), moment, moment)
    said = WORDS.owes(step, "F", told, street_views.NAMES)
    assert said is not None
    assert render(said) == "Put Fritz's car in the lay-by."
    off = debt_message(game, "B", wide.standing(wide.race.moment.state.pack.cars["B"]), HAND)  # type: ignore[arg-type]
    assert off.key == "correction.off", "one that only stands in the way is taken off"


def test_a_debt_says_whose_car_it_is_pp_17() -> None:
    """Not "Put Red on rank 5": a player's name, and the word for a car."""
    moment = street_views.position()
    step = GameStep(Action(0, "adv"), (), moment, moment)
    there = WORDS.hole(moment, "g6")
    for key, english, german in (
        ("on", "Put Anna's car on rank 5, outer lane.",
         "Stell das Auto von Anna auf Reihe 5, äußere Spur."),
        ("pair", "Anna's car belongs on rank 5, outer lane.",
         "Das Auto von Anna gehört auf Reihe 5, äußere Spur."),
    ):  # fmt: skip
        debt = Message(f"correction.{key}", {"c": "@colour.A"}, {"a": there, "b": there})
        said = WORDS.owes(step, "A", debt, street_views.NAMES)
        assert said is not None
        assert render(said) == english
        assert render(said, "de") == german
    assert WORDS.owes(step, "?", Message("correction.on", {}, {"b": there}), {}) is None


def test_a_row_of_debts_speaks_of_cars_in_german_too() -> None:
    """Not "Leg Zivilauto auf Reihe 2": that is the verb for marbles."""
    moment = street_views.position()
    game = SimpleNamespace(position=moment, presenter=WORDS)
    rows = [debt_message(game, token, HAND, "g6") for token in ("A", CIVILIAN)]  # type: ignore[arg-type]
    said = [WORDS_OF_CARS.say(row) for row in rows]
    assert [render(one) for one in said] == [
        "Put Red on rank 5, outer lane.",
        "Put a Civilian on rank 5, outer lane.",
    ]
    assert [render(one, "de") for one in said] == [
        "Stell Rot auf Reihe 5, äußere Spur.",
        "Stell ein Zivilauto auf Reihe 5, äußere Spur.",
    ]


def test_a_civilian_that_a_car_pushes_on_does_not_come_nearer_ff_68() -> None:
    """Red drifts onto one that drives the other way: it goes ahead, away from all."""
    at = {"A": "1F1", "B": "2F2", "C": "3F1"}
    moment = street_views.position(
        players=3, at=at, civs={"c1": ("1O1", "O")}, hands={}, dmg=(), street=("m05", "m06")
    )
    done = moment.apply("drift L")
    step = GameStep(Action(0, "drift L"), tuple(done.events), moment, done.position)
    assert debt(step, "c4", "b4") == "A pushed Civilian moves on."
