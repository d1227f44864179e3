"""What drivers see beside the street: tiles, buttons and their reasons, schematics, dice, cards."""

from __future__ import annotations

import random
from typing import Any

import pytest
import street_views
from said import check_words
from street_rig import now, street
from table_rig import Rig
from window_rig import ABLE, act, opened

from companion.games.scenery import Pictured
from companion.games.street_race.deeds import deeds
from companion.games.street_race.faces import face
from companion.games.street_race.schematic import sheets
from companion.lights.roles import Role
from companion.model.commands import Act, Caller
from companion.model.drive import Deed
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import HoleView, Prompt
from companion.table.shown.light_meanings import correction
from companion.wood.debts import Debt
from companion.words import render
from engine.game import OVER
from engine.games.street_race import WoodPosition
from engine.games.street_race.sample import SAMPLE


def driven(rig: Rig, rng: random.Random) -> None:
    """Somebody does something; more often with a car, so that cars test against each other."""
    legal = list(now(rig).legal())
    wanted = [one for one in legal if one.text.startswith(("adv", "drift", "noreact"))]
    action = rng.choice(wanted if wanted and rng.random() < 0.7 else legal)
    rig.table.command(Act(action.text), Caller(seats=frozenset({action.seat})))


SCENERY = street_views.WORDS.scenery
CONTENT = street_views.position().race.moment.race.content


def buttons(seat: int = 0, **change: Any) -> dict[str, Deed]:
    return {deed.name: deed for deed in deeds(street_views.position(**change).race, seat)}


def test_a_tile_knows_its_square_its_light_and_its_action() -> None:
    moment = street_views.position()
    drive = SCENERY.drive(street_views.pictured(moment))
    ahead, back, left, right = drive.tiles
    assert [tile and tile.hole for tile in drive.tiles] == ["d5", "f5", "e4", "e6"]
    assert render(ahead.said) == "put it here: against Max, 58 in 100, tie 14"
    assert (left.car, right.car) == ("civ", "C")
    assert {tile.action for tile in (ahead, back, left, right)} <= {
        action.text for action in moment.legal()
    }


def test_buttons_keep_their_places_and_closed_ones_say_why() -> None:
    found = buttons()
    assert list(found) == ["pull", "fix", "swap", "end"]
    assert render(found["pull"].closed) == "Pull over from a walk."
    assert render(found["fix"].closed) == "This car is whole."
    assert found["swap"].closed is None
    assert found["end"].action == "end"
    walk = buttons(seat=3, turn="D", hands={}, dmg=("D",))
    assert list(walk) == list(found)
    assert (walk["pull"].action, walk["fix"].action) == ("pull", "fix")
    assert render(walk["swap"].closed) == "No card in your hand."


def test_the_actions_left_stand_only_below_the_player_who_has_them() -> None:
    """In a window, and where a pushed car must go, the sentence speaks of somebody else."""
    left = {name: shown.drive.left for name, shown in street_views.scenes().items() if shown.drive}
    assert (left["choose"], left["lifted"], left["pushed"]) == ((3, 4), (3, 4), None)
    rig = opened(ABLE)
    assert rig.table.view(None).window is not None
    assert rig.view.drive is not None
    assert rig.view.drive.left is None
    for seat in range(3):
        act(rig, seat, f"noreact {'ABC'[seat]}")
    while rig.table.view(None).window is not None:
        for seat in range(3):
            act(rig, seat, f"noreact {'ABC'[seat]}")
    assert rig.view.drive.left == (3, 4)


def test_with_no_action_left_a_style_point_buys_one() -> None:
    poor = buttons(actions=0)
    assert list(poor) == ["more", "end"]
    assert render(poor["more"].label) == "One more ★1"
    assert render(poor["more"].closed) == "That needs 1 style."
    assert buttons(actions=0, style={"A": 1})["more"].action == "style action"


def test_nobody_else_has_buttons() -> None:
    assert buttons(seat=1) == {}
    assert SCENERY.deeds(street_views.position(), None) == ()


@pytest.mark.parametrize("seed", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_question_with_cards_has_a_button_without_and_ways_for_the_rest(seed: int) -> None:
    """Whatever may be answered is on a button, in a way of a card, or under "More ways"."""
    rig, rng, kinds = street(4, seed), random.Random(seed), set()
    for _ in range(500):
        position = now(rig)
        if position.to_act is OVER or {"deploy", "opt", "disc"} <= kinds:
            break
        ask = position.race.moment.ask
        if ask is not None and ask.kind in ("deploy", "opt", "disc", "take", "mull", "extra"):
            kinds.add(ask.kind)
            view = rig.table.view("ABCDEF".index(ask.who[0]))
            assert view.drive is not None
            assert view.held is not None
            on_buttons = {deed.action for deed in view.drive.deeds if deed.action}
            of_cards = {way.action for way in view.held.ways}
            rest = set(view.legal) - on_buttons - of_cards
            assert on_buttons <= set(view.legal)
            assert not rest or any(deed.name == "others" for deed in view.drive.deeds), rest
        driven(rig, rng)
    assert {"deploy", "disc"} <= kinds


def test_prices_and_limits_are_those_of_the_data_file_ff_132() -> None:
    data = {**SAMPLE, "set": "dear", "endgame_turn_cost": 4, "hand_limit": 2}
    game = street_views.GAME.with_beside({"data": data})
    source = game.new({"game": "fhtagn", "players": 3, "options": {}})
    usual = {"at": {"A": "1F1", "B": "2F2", "C": "3F1"}, "hands": {"A": ["p04.1"]}, "actions": 0}

    def ended(**change: Any) -> WoodPosition:
        made = street_views.begun(source, **{**usual, **change})
        found = game.load({**made, "wood": {}}).apply("end").position.apply("disc").position
        assert isinstance(found, WoodPosition)
        return found

    drawing = {deed.name: deed for deed in deeds(ended().race, 0)}
    assert render(drawing["take_2"].closed) == "2 cards are the most."
    last = {"drawer": "A", "to_come": [], "declined": []}
    over = ended(end=last, style={"B": 4}, street=("m03", "m04"), drawn=18).apply("take 0").position
    assert isinstance(over, WoodPosition)
    said = street_views.WORDS.awaiting(over, 1, street_views.NAMES, False, None)
    assert render(said) == "Ben, one more turn for 4 style?"
    assert render(deeds(over.race, 1)[0].label) == "Buy the turn ★4"


def test_a_free_advance_says_its_chance() -> None:
    moment = street_views.position(turn="D", hands={}, dmg=())
    action = next(one for one in moment.legal() if one.text == "pull")
    after = moment.apply(action).position
    assert isinstance(after, WoodPosition)
    found = deeds(after.race, 5)
    assert [render(deed.label) for deed in found] == ["Drive ahead, 50 %", "Stay here"]


def test_schematics_stand_in_the_order_of_the_race_with_both_faces() -> None:
    moment = street_views.position(
        hands={},
        gangs={"C": ["p25.1", "p22.1"]},
        drivers={"C": "p24.1"},
        mods={"C": ["p17.1"]},
        style={"C": 2},
    )
    found = {sheet.token: sheet for sheet in sheets(moment.race.moment)}
    assert list(found) == ["B", "E", "A", "C", "D", "F"]
    carla = found["C"]
    assert (carla.model, carla.hurt, carla.speed, carla.complexity) == (
        "Old Lightning", True, (-1, 2), (5, 3),
    )  # fmt: skip
    assert (carla.drive, carla.fixit, carla.style) == (-1 + 2 + 1, 3 + 2, 2)
    rows = [(row.sign, row.name, row.bonus) for row in carla.rows]
    assert rows[0] == ("driver", "Retired Champion", "+2")
    assert rows[1] == ("mod", "Big Carburettor", "+1")
    assert rows[-1] == ("gang", "Night Nurse, Cousin with a Wrench", "+5")
    gang = carla.rows[-1].text
    assert gang is not None
    assert render(gang) == "Gang of 2"


@pytest.mark.parametrize("card", CONTENT.cards.values(), ids=lambda card: card.id)
def test_every_card_has_a_face_in_words(card: Any) -> None:
    shown = face(f"{card.id}.1", card)
    said = [shown.word, *shown.effect, shown.when, shown.cost]
    for message in said:
        assert message is not None
        text = render(message)
        assert text
        assert not text.startswith("street.")
        assert "{" not in text
    assert shown.word is not None
    assert len(render(shown.word)) <= 8, "it fits on a key"
    assert shown.star == int(card.style)


def steps(*texts: str, **change: Any) -> list[GameStep]:
    """These texts, one after the other."""
    position, found = street_views.position(hands={}, **change), []
    for text in texts:
        action = next(one for one in position.legal() if one.text == text)
        after = position.apply(action)
        assert isinstance(after.position, WoodPosition)
        found.append(GameStep(action, tuple(after.events), position, after.position))
        position = after.position
    return found


@pytest.mark.parametrize(
    ("dice", "said", "sums"),
    [
        (("2", "5"), "Max holds the lane.", (5, 7)),
        (("1", "2"), "A tie: both cars take damage.", (4, 4)),
        (("6", "1"), None, (9, 3)),
    ],
)
def test_a_lost_test_says_who_holds_the_lane(
    dice: tuple[str, str], said: str | None, sums: tuple[int, int]
) -> None:
    """Anna drives with 3, Max defends with 2."""
    moment = steps("adv", *(f"die {face}" for face in dice))
    shown = SCENERY.drive(Pictured(moment[-1].after, street_views.NAMES, moment))
    assert [(die.token, die.sum) for die in shown.thrown] == [("A", sums[0]), ("E", sums[1])]
    correction = Prompt(Message("correction.pair"), None, "correction", 0, "A")
    pictured = Pictured(moment[-1].after, street_views.NAMES, moment)
    found = SCENERY.prompt(pictured, correction, {})
    if said is None:
        assert found == correction
        return
    assert render(found.message) == said
    assert render(found.support) == "Anna, follow the arrow."
    other = Prompt(Message("correction.pair"), None, "correction", 3, "D")
    assert SCENERY.prompt(pictured, other, {}) == other


def test_a_lifted_civilian_is_nobody_s_car() -> None:
    moment = Pictured(street_views.position(), street_views.NAMES)
    for q, said in (("@token.civilian", "Nobody drives a Civilian. Anna is to move."), ("Ben", "")):
        asked = Message("prompt.stray", {"p": "Anna", "q": q})
        found = SCENERY.prompt(moment, Prompt(asked, None, "refusal", 0, "A"), {})
        assert (render(found.message) == said) if said else (found.message == asked)


def test_a_pushed_player_reads_who_began_the_push() -> None:
    """Section 4: the picture of a push; that the test was won is clear from it."""
    moment = steps("drift R", "die 6", "die 1", dmg=())
    asked = Prompt(Message("street.pushed", {"p": "Carla"}), None, "say", 2, "C")
    told = SCENERY.prompt(Pictured(moment[-1].after, street_views.NAMES, moment), asked, {})
    assert render(told.support) == "Anna began this push."
    won = steps("adv", "die 6", "die 1")
    acts = Prompt(Message("street.act", {"p": "Anna"}), None, "say", 0, "A")
    told = SCENERY.prompt(Pictured(won[-1].after, street_views.NAMES, won), acts, {})
    assert render(told.support) == "Anna gets through."


def test_the_turn_light_is_under_the_car_and_where_the_street_begins() -> None:
    """Section 3: the spare edge cells of rank 1."""
    moment = street_views.position()
    assert street_views.WORDS.turn_holes(moment, ["A"]) == ("e5", "c1", "c8")
    assert street_views.WORDS.turn_holes(moment, ["B"]) == ()


def test_a_lost_test_leads_back_by_the_arrow_of_a_way_home() -> None:
    """Section 3: minus on the car, the ice arrow at its place; nothing is missing there."""
    lost = steps("adv", "die 1", "die 6")
    home = SCENERY.led_back(Pictured(lost[-1].after, street_views.NAMES, lost))
    assert home == "A"
    owed = (Debt(0, "A", "d5", "e5", "e5", True),)
    layer = correction(owed, home)
    assert (layer["d5"].role, layer["e5"].role) == (Role.EXTRA, Role.RETURN)
    assert correction(owed)["e5"].role is Role.MISSING
    assert correction((Debt(0, "B", "d5", "e5", "e5", True),), home)["e5"].role is Role.MISSING
    won = steps("adv", "die 6", "die 1")
    assert SCENERY.led_back(Pictured(won[-1].after, street_views.NAMES, won)) == ""


def test_the_light_of_a_place_stays_while_a_car_tests_for_it() -> None:
    """Section 3; it goes with the test."""
    for text, badge in (("adv", "E"), ("drift R", "C")):
        moment = steps(text)[-1].after
        square = moment.wood.put[1]  # type: ignore[attr-defined]
        holes = {square: HoleView("A")}
        lit = SCENERY.told(moment, holes)[square]
        assert (lit.token, lit.role) == ("A", "destination" if text == "adv" else "capture")
        assert (lit.badge or "C") == badge
        wrong = {square: HoleView("A", "wrong")}
        assert SCENERY.told(moment, wrong) == wrong, "what the board asks for comes first"
        decided = steps(text, "die 1", "die 6")[-1].after
        assert SCENERY.told(decided, holes) == holes


@pytest.mark.parametrize(
    ("steps", "pairs"), [(80, 1), pytest.param(900, 3, marks=pytest.mark.slow)]
)
def test_whole_games_show_dice_that_decide_as_the_rules_did(steps: int, pairs: int) -> None:
    """The sums of a test are those by which it was decided, unless a card changed them."""
    rig, rng, seen = street(4, 7), random.Random(7), 0
    for _ in range(steps):
        position = now(rig)
        if position.to_act is OVER:
            break
        driven(rig, rng)
        for audience in (None, 0):
            view = rig.table.view(audience)
            check_words(view)
            assert view.drive is not None
            assert view.held is None or view.held.seat == audience
        pair = view.drive.thrown
        seen += len(pair) == 2
        if len(pair) == 2 and all(one.sum is not None for one in pair):
            mine, theirs = sorted(pair, key=lambda one: not one.won)
            if mine.won:
                assert (mine.sum or 0) > (theirs.sum or 0)
            else:
                assert mine.sum == theirs.sum, "a tie"
    assert seen >= pairs


def test_a_hand_s_faces_are_told_to_its_holder_alone() -> None:
    rig, rng = street(3, 5), random.Random(5)
    for _ in range(60):
        position = now(rig)
        for audience in (None, 0, 1, 2):
            held = rig.table.view(audience).held
            assert (held is None) is (audience is None or position.covered)
            if held is not None and audience is not None:
                own = position.race.moment.state.hands["ABC"[audience]]
                assert [card.card for card in held.cards] == list(own)
        driven(rig, rng)


def test_a_claim_in_a_fast_window_says_what_its_card_does() -> None:
    rig, rng = street(3, 6), random.Random(6)
    told: set[str] = set()
    while now(rig).to_act is not OVER and len(told) < 3:
        for seat in range(3):
            view = rig.table.view(seat)
            for key in view.window.keys if view.window else ():
                if key.label and key.value.startswith("p"):
                    assert key.caption is not None, key
                    told.add(render(key.caption))
        driven(rig, rng)
    assert all(" " in line for line in told), told
