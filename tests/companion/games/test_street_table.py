"""The street race at the table: whole games by page and by hand, and cards that only owners see."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from said import check_words
from table_rig import Rig

from companion.errors import CommandRefused
from companion.games.packs import OFFERS
from companion.model.commands import Act, Answer, Caller, Hint, New, Undo
from companion.words import render
from engine.action import Action
from engine.errors import BadConfig
from engine.game import OVER
from engine.games.street_race import WoodPosition
from engine.games.street_race.on_wood import CIVILIAN

LETTERS = "ABCDEF"
WANTED = ("adv", "drift", "noreact")
HOST = Caller(seats=frozenset(range(6)), host=True)


def street(players: int, seed: int, board: str = "none", **options: Any) -> Rig:
    """A race, its board set out with every car beside it."""
    rig = Rig(board_kind=board, seed=seed)
    cars = [[letter] for letter in LETTERS[:players]]
    options = {"fast": True, **options}
    rig.new(game="fhtagn", rules=None, board=None, players=cars, options=options)
    rig.hand = [*LETTERS[:players], *[CIVILIAN] * 8]
    return rig


def now(rig: Rig) -> WoodPosition:
    """The position that stands."""
    position = rig.table._moment.position
    assert isinstance(position, WoodPosition)
    return position


def chosen(legal: Sequence[Action], rng: random.Random) -> Action:
    """Any action; more often one that moves a car, so that races come to their end."""
    wanted = [action for action in legal if action.text.startswith(WANTED)]
    return rng.choice(wanted if wanted and rng.random() < 0.6 else list(legal))


def act(rig: Rig, action: Action) -> None:
    """The holder of the seat makes it on the page."""
    rig.table.command(Act(action.text), Caller(seats=frozenset({action.seat})))


@pytest.mark.parametrize(
    ("players", "seed", "dice"),
    [
        (3, 1, "service"),
        pytest.param(4, 2, "table", marks=pytest.mark.slow),
        pytest.param(6, 3, "service", marks=pytest.mark.slow),
    ],
)
def test_every_sentence_of_whole_games_is_there_for_everybody(
    players: int, seed: int, dice: str
) -> None:
    rig, rng = street(players, seed, dice=dice), random.Random(seed)
    verbs = set()
    for _ in range(2000):
        for audience in (None, *range(players)):
            check_words(rig.table.view(audience))
        position = now(rig)
        if position.to_act is OVER:
            break
        action = chosen(position.legal(), rng)
        verbs.add(action.text.split(" ")[0])
        act(rig, action)
    assert rig.state == "over"
    assert rig.said.endswith(" wins the race!")
    assert verbs >= {"place", "mull", "adv", "drift", "play", "swap", "disc", "take", "noreact"}
    assert ("die" in verbs) == (dice == "table")


def test_a_hand_is_seen_by_its_owner_only() -> None:
    rig, rng = street(3, 5), random.Random(5)
    for _ in range(150):
        position = now(rig)
        if position.to_act is OVER:
            break
        truth = position.to_json()["hands"]
        assert isinstance(truth, dict)
        held = {letter: set(cards) for letter, cards in truth.items()}
        for audience in (None, 0, 1, 2):
            view = rig.table.view(audience)
            own = held[LETTERS[audience]] if audience is not None else set()
            secret = set().union(*held.values()) - own
            told = " ".join(view.legal).split(" ")
            told += [choice.action for choice in view.choices]
            told += [key.action for key in (view.window.keys if view.window else ())]
            assert not secret & {word for text in told for word in text.split(" ")}
            assert set(view.hand or ()) == own
            for key in ("since", "base"):
                assert key not in view.position
            assert isinstance(view.position["pile"], int)
            assert all(isinstance(n, int) for n in view.position["hands"].values())
            assert "who" not in (view.position["ask"] or {})
        act(rig, chosen(position.legal(), rng))


def test_a_hint_about_a_held_card_is_seen_by_its_holder_only() -> None:
    rig, rng, shown, kept = street(3, 5), random.Random(2), 0, 0
    for _ in range(150):
        position = now(rig)
        if position.to_act is OVER:
            break
        seat = min(rig.table._moment.acting)
        rig.table.command(Hint(), Caller(seats=frozenset({seat})))
        hint = rig.table.view(seat).hint
        assert hint is not None
        secret = hint.action not in {action.text for action in position.legal_for(None)}
        assert (rig.view.hint is None) == secret
        shown, kept = shown + (not secret), kept + secret
        act(rig, chosen(position.legal(), rng))
    assert shown
    assert kept


def test_a_window_opens_alike_for_who_can_react_and_who_cannot() -> None:
    """FF-151: what the public, and whoever cannot react, sees of a window tells nobody's hand."""
    rig, rng, windows, idle = street(3, 6, fast=False), random.Random(6), 0, 0
    for _ in range(250):
        position = now(rig)
        if position.to_act is OVER:
            break
        window = rig.view.window
        if window is not None:
            windows += 1
            able = {a.seat for a in position.legal() if a.text.startswith("react")}
            idle += not able
            assert render(window.message) == "Anything to play?"
            assert window.keys == ()
            asked = position.to_act
            assert isinstance(asked, frozenset)
            for seat in range(3):
                own = rig.table.view(seat).window
                assert own is not None
                assert (own.seconds, own.of, own.seats) == (window.seconds, window.of, window.seats)
                assert [key.value for key in own.keys] == ["-"] * (seat in asked)
            assert window.seats == (0, 1, 2)
            assert window.passed == 3 - len(asked)
            act(rig, Action(min(asked), f"noreact {LETTERS[min(asked)]}"))
            continue
        act(rig, chosen(position.legal(), rng))
    assert windows > 20
    assert idle > 5


def test_no_refusal_tells_what_another_hand_holds() -> None:
    """Whoever is asked in a window may name any card of anybody: the answer is always the same."""
    rig, rng, held = street(3, 6, fast=False), random.Random(6), 0
    for _ in range(120):
        position = now(rig)
        if rig.view.window is not None:
            me = min(rig.table._moment.acting)
            for other in {0, 1, 2} - {me}:
                letter, told = LETTERS[other], set()
                hand = position.race.moment.state.hands[letter]
                playable = [a.text for a in position.legal() if a.seat == other]
                cards = [*hand, position.race.moment.state.pile[0]]
                for text in (*playable, *[f"react {letter} {card}" for card in cards]):
                    with pytest.raises(CommandRefused) as refused:
                        act(rig, Action(me, text))
                    told.add((refused.value.code, str(refused.value)))
                held += len(hand)
                assert len(told) == 1
        act(rig, chosen(position.legal(), rng))
    assert held > 50


def test_time_shuts_a_window_that_nobody_answers() -> None:
    rig, rng = street(3, 6, fast=False), random.Random(6)
    while rig.view.window is None:
        act(rig, chosen(now(rig).legal(), rng))
    before = now(rig).race.moment.since
    rig.wait(60)
    assert now(rig).race.moment.since[: len(before) + 1] != before


def test_only_the_holder_of_a_seat_plays_for_it() -> None:
    rig = street(3, 1)
    with pytest.raises(CommandRefused):
        rig.table.command(Act("place A 1F1"), Caller(table=True))
    with pytest.raises(CommandRefused):
        rig.table.command(Act("place A 1F1"), Caller(seats=frozenset({1})))
    act(rig, Action(0, "place A 1F1"))
    assert rig.view.moves[0].action == "place A 1F1"
    assert render(rig.view.moves[0].message) == "starts at rank 1, inner lane"


def test_whoever_draws_and_takes_it_back_does_not_know_the_next_card() -> None:
    """FT-7 holds here too: cards that somebody has seen lie in the pile in no known order."""
    rig, rng = street(3, 5), random.Random(5)
    while not any(action.text == "take 2" for action in now(rig).legal()):
        act(rig, chosen(now(rig).legal(), rng))
    seat = min(rig.table._moment.acting)
    drawn = set()
    for _ in range(5):
        act(rig, Action(seat, "take 2"))
        drawn.add(tuple(now(rig).race.moment.state.hands[LETTERS[seat]]))
        rig.table.command(Undo(), Caller(seats=frozenset({seat})))
        assert any(action.text == "take 2" for action in now(rig).legal())
    assert len(drawn) > 1


# ------------------------------------------------------------------------------------ by hand


def token_of(action: Action) -> str:
    """The car that an action moves."""
    verb, *words = action.text.split(" ")
    return words[0] if verb in ("place", "spin", "choose", "free") else LETTERS[action.seat]


def made(rig: Rig, since: int) -> list[str]:
    """What was played since that many steps."""
    game = rig.table._moment.game
    assert game is not None
    return [step.play.action.text for step in game.steps[since:]]


def put(rig: Rig, action: Action) -> None:
    """Lift the car, and what stands where it goes, and put it there, saying which car it is."""
    frm, to = action.displacements[0]
    token = token_of(action)
    at = next((hole for hole, there in rig.wood.items() if there == token), None)
    if at is not None:
        assert frm in (at, "lay-by")
        rig.lift(at)
    if to in rig.wood:
        rig.lift(to)
    rig.tell(to, token)


def follow(rig: Rig) -> None:
    """Pay every debt, and answer what stands where."""
    for _ in range(60):
        rig.settle()
        view = rig.view
        if view.ask is not None:
            told = [o for o in view.ask.options if o.hole and rig.wood.get(o.hole, "") == o.token]
            rig.table.command(Answer(view.ask.id, told[0].id), HOST)
            continue
        if not view.owed:
            if not put_back(rig):
                return
            continue
        free = [owed for owed in view.owed if owed.to not in rig.wood]
        if not free:
            rig.lift(view.owed[0].frm)
            continue
        if free[0].frm:
            rig.lift(free[0].frm)
        if free[0].to:
            rig.tell(free[0].to, free[0].token)
    raise AssertionError(f"the debts have no end: {rig.said}")


def put_back(rig: Rig) -> bool:
    """Follow the arrow of a wrong place, or put down a racer that is still held; False if none."""
    arrow = rig.view.arrow
    if arrow is not None and arrow.to not in rig.wood:
        rig.carry(arrow.frm, arrow.to)
        return True
    expected = rig.table.expected_tokens().items()
    held = [(hole, token) for hole, token in expected if token in rig.hand and token != CIVILIAN]
    if not held or held[0][0] in rig.wood:
        return False
    rig.tell(*held[0])
    return True


def answer(rig: Rig, action: Action) -> None:
    """Say which of the readings it was."""
    ask = rig.view.ask
    if ask is None:
        return
    here = [o for o in ask.options if o.hole and rig.wood.get(o.hole) == o.token]
    meant = [o for o in ask.options if action.text in o.actions] or here
    meant = meant or [o for o in ask.options if o.actions]
    rig.table.command(Answer(ask.id, meant[0].id), HOST)
    rig.settle()


@pytest.mark.parametrize(("players", "seed"), [(3, 2), pytest.param(4, 8, marks=pytest.mark.slow)])
def test_a_whole_race_is_played_by_hand(players: int, seed: int) -> None:
    rig, rng = street(players, seed, "virtual"), random.Random(seed)
    by_hand = led_back = 0
    told = set()
    for _ in range(2000):
        follow(rig)
        position = now(rig)
        if position.to_act is OVER:
            break
        action = chosen(position.legal(), rng)
        if not action.displacements:
            act(rig, action)
            continue
        game = rig.table._moment.game
        assert game is not None
        steps = len(game.steps)
        put(rig, action)
        for _ in range(7):
            rig.wait(0.5)
            told.add(rig.said)
        answer(rig, action)
        if action.text in made(rig, steps):
            by_hand += 1
        else:  # led back: it undoes by hand what the page has just done
            assert rig.state in ("wrong", "correction"), (action, rig.said, rig.view.ask)
            led_back += 1
            follow(rig)
            act(rig, action)
    assert rig.state == "over"
    assert by_hand > 20
    assert led_back <= by_hand / 10
    assert not [said for said in told if re.search(r"[Mm]arble|\bpen\b", said)], "a street has cars"
    standing = {hole: token for hole, token in rig.wood.items() if token != CIVILIAN}
    expected = rig.table.expected_tokens().items()
    assert standing.items() <= {*expected} or now(rig).wood.aside


def test_a_lost_test_leads_the_car_back() -> None:
    """FF-56: the car that hands have put stays until the dice tell, then it is a debt."""
    for seed in range(1, 40):
        rig = street(3, seed, "virtual", dice="table")
        for at in ("1F1", "2F2", "1O1"):
            action = next(a for a in now(rig).legal() if a.text.endswith(at))
            put(rig, action)
            follow(rig)
        while now(rig).race.moment.state.phase != "act":
            act(rig, now(rig).legal()[0])
        seat = min(rig.table._moment.acting)
        advance = next((a for a in now(rig).legal() if a.text == "adv"), None)
        if advance is None or LETTERS[seat] != "B":
            continue
        frm, to = advance.displacements[0]
        put(rig, advance)
        rig.settle()
        assert rig.view.owed == ()
        assert rig.wood[to] == "B"
        while rig.view.dice or rig.view.window:
            legal = now(rig).legal()
            wanted = [a for a in legal if a.text in ("die 1", "die 6")]
            passing = [a for a in legal if a.text.startswith("noreact")]
            mine = not any(text.startswith("die") for text in now(rig).race.moment.since)
            act(rig, passing[0] if passing else wanted[0 if mine else 1])
        if now(rig).race.moment.state.pack.cars["B"].cell != (2, 2):
            continue
        owed = [(debt.token, debt.frm, debt.to) for debt in rig.view.owed]
        assert owed == [("B", to, frm)]
        follow(rig)
        assert rig.wood[frm] == "B"
        return
    raise AssertionError("no race began with that test")


# ----------------------------------------------------------------------------------- the set-up


def test_the_set_up_offers_three_to_six_and_who_rolls() -> None:
    offer = OFFERS["fhtagn"]
    assert offer.counts("street") == (3, 4, 5, 6)
    assert offer.hands == ("virtual",)
    for players in offer.counts("street"):
        cars = [list(one) for one in offer.usual("street", players, 1)]
        rig = Rig(board_kind="none")
        rig.table.command(New(game="fhtagn", players=cars), HOST)
        assert len(rig.view.players) == players
    with pytest.raises(BadConfig, match="players: a list of 3 to 6"):
        offer.settled({"players": [["A"], ["B"]]})
    with pytest.raises(BadConfig, match="in the order of the seats"):
        offer.settled({"players": [["B"], ["A"], ["C"]]})
    cars = [["A"], ["B"], ["C"]]
    with pytest.raises(BadConfig, match="first: a number from 0 to 2"):
        offer.settled({"players": cars, "first": 3})
    rig = Rig(board_kind="none")
    rig.new(game="fhtagn", rules=None, board=None, players=cars, options={"order": ["B", "C", "A"]})
    assert now(rig).race.moment.race.order == ("B", "C", "A"), "FF-21"
    with pytest.raises(BadConfig, match="order: each of the players' letters once"):
        offer.settled({"players": cars, "options": {"order": ["B", "C"]}})
    for further, told in (
        ({"fast": "no"}, "fast: true or false is needed, not 'no'"),
        ({"open_windows": False}, "open_windows: the table decides that"),
    ):
        with pytest.raises(BadConfig, match=told):
            offer.settled({"players": cars, "options": further})
    with pytest.raises(BadConfig, match="no sheet 'classic'"):
        offer.settled({"players": [["A"], ["B"], ["C"]], "rules": "classic"})


def test_the_set_up_offers_the_named_options_that_a_table_can_play() -> None:
    """FF-26, FF-45, FF-107, FF-121, FF-141: each by itself, and all of them at once."""
    offered = {wish.name for wish in OFFERS["fhtagn"].wishes("street", 3, 1) if wish.switch}
    named = ["any_crossing", "barrel_once", "deploy_scores", "farsight", "timid_civilians"]
    assert offered == {"fast", "dual", "mirror", *named}
    offered -= {"dual"}
    named = [*named, "mirror"]
    for chosen_ones in ([], *([name] for name in named), named):
        rig = street(3, 1, **{name: name in chosen_ones for name in offered})
        options = now(rig).to_json()["options"]
        assert isinstance(options, dict)
        assert {name for name in options if name != "open_windows"} == set(chosen_ones)
        assert rig.said == "Red, put your car on a white light."


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_two_cars_each_are_driven_to_the_end_ff_140(seed: int) -> None:
    """Every sentence is there, tiles and chances are those of the lifted car, all sums are told."""
    rig, rng = street(3, seed, dual=True), random.Random(seed)
    lines, both = set(), 0
    for _ in range(3000):
        position = now(rig)
        if position.to_act is OVER:
            break
        seat = min(position.to_act) if isinstance(position.to_act, frozenset) else 0
        view = rig.table.view(seat)
        assert view.drive is not None
        cars = {tile.of for tile in view.drive.tiles if tile}
        assert cars <= {"ABC"[seat] + n for n in "12"}
        both += len(cars) == 2
        lines |= {render(choice.message) for choice in view.choices}
        for message in (view.prompt.message, view.prompt.support):
            assert message is None or "street." not in render(message)
        act(rig, chosen(position.legal(), rng))
    assert both > 10
    assert {"car 1: drives ahead", "car 2: drives ahead"} <= lines
    assert not any("street." in line for line in lines)
    view = rig.table.view(None)
    winners = [player.seat for player in view.players if player.winner]
    assert tuple(sorted(winners)) == tuple(sorted(now(rig).race.winners))
    assert view.prompt.support is not None
    assert render(view.prompt.support).startswith("Places in all: ")


def test_more_than_four_players_have_one_car_each_ff_140() -> None:
    assert "dual" not in {wish.name for wish in OFFERS["fhtagn"].wishes("street", 5, 1)}
    cars = [[letter] for letter in "ABCDE"]
    with pytest.raises(CommandRefused, match="3 to 4 play, not 5"):
        Rig(board_kind="none").table.command(
            New(game="fhtagn", players=cars, options={"dual": True}), HOST
        )


def test_the_view_tells_the_street_and_the_chances_at_its_lights() -> None:
    """Every audience sees the same street; figures stand at lights of places that need a test."""
    rig, rng, figures = street(4, 1), random.Random(1), 0
    for _ in range(400):
        position = now(rig)
        if position.to_act is OVER:
            break
        views = [rig.table.view(audience) for audience in (None, 0, 3)]
        assert views[0].street is not None
        assert views[0].street == views[1].street == views[2].street
        shown = views[0].street
        pack = position.race.moment.state.pack
        assert len(shown.columns) == len(shown.names) == len(shown.where) == 6
        assert shown.beside == ("1", "8")
        assert sorted(shown.letters) == list("abcdefgh")
        assert shown.letters[1] == "abcdefgh"[position.wood.origin]
        assert set(shown.hurt) == {car.id for car in pack.racers() if car.dmg}
        for hole, what in views[0].holes.items():
            assert not what.figure or what.role in ("destination", "capture"), hole
            figures += bool(what.figure)
        act(rig, chosen(position.legal(), rng))
    assert figures, "a car that was pushed chooses between places with chances"


def test_lines_call_other_players_by_their_names() -> None:
    rig, rng = Rig(board_kind="none", seed=4), random.Random(4)
    names = ["Anna", "Ben", "Carla"]
    cars = [[letter] for letter in LETTERS[:3]]
    rig.new(
        game="fhtagn", rules=None, board=None, players=cars, names=names, options={"fast": True}
    )
    said: set[str] = set()
    for _ in range(120):
        position = now(rig)
        if position.to_act is OVER:
            break
        for seat in range(3):
            view = rig.table.view(seat)
            hand = () if view.held is None else view.held.ways
            shown = [*view.choices, *view.moves, *hand]
            said |= {render(one.message) for one in shown}
        act(rig, chosen(position.legal(), rng))
    assert any(text.endswith("to the gang of Ben") for text in said)
    assert not [text for text in said if any(c in text for c in ("Red", "Orange", "Yellow"))]
