"""A data file of one's own at the table: begun, taken up again, replayed, refused."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flight_rig import FlightRig
from said import check_words
from street_any_cards import content as any_cards
from table_rig import Rig, restarted

from companion.errors import CommandRefused
from companion.flight import read_flight
from companion.model.commands import Act, Again, Caller, New, Undo
from companion.proof.people.judge import Judge
from companion.proof.people.world import SimulatedWorld
from companion.proof.trace import replay
from engine.game import OVER
from engine.games.street_race import events as told_of
from engine.games.street_race.sample import SAMPLE
from engine.registry import REGISTRY

CARS = [["A"], ["B"], ["C"]]
HOST = Caller(seats=frozenset(range(3)), host=True)
NOTE = "For the family only, please."


def own(**changed: Any) -> dict[str, Any]:
    """A wide street with a set of its own."""
    data = {**copy.deepcopy(SAMPLE), "set": "ours", "about": NOTE, "half_width": 4}
    for mat in data["mats"]:
        mat["lanes"] = [*mat["lanes"], 6][:3] if mat["role"] == "regular" else [None] * 3
    return {**data, **changed}


def begun(data: object, rig: Rig | None = None) -> Rig:
    """A race with that file, on no board."""
    rig = rig or Rig(board_kind="none", seed=4)
    options = {"fast": True, "data": data}
    return rig.new(game="fhtagn", rules=None, board=None, players=CARS, options=options)


def played(rig: Rig, times: int, seed: int = 1) -> None:
    """So many actions by chance, each by the holder of its seat."""
    rng = random.Random(seed)
    for _ in range(times):
        position = rig.table._moment.position
        assert position is not None
        if position.to_act is OVER:
            return
        action = rng.choice(list(position.legal()))
        rig.table.command(Act(action.text), Caller(seats=frozenset({action.seat})))


def stands(rig: Rig) -> Any:
    """The whole position, with all that is hidden."""
    position = rig.table._moment.position
    assert position is not None
    return position.to_json()


def sets(rig: Rig) -> list[str]:
    """The names of the sets that are played with."""
    return [one["set"] for one in rig.view.position["sets"]]


def test_a_game_with_an_own_file_goes_on_from_its_journal_alone() -> None:
    rig = begun([own(), own(set="more", cards=[{"id": "x1", "type": "crew", "name": "Aunt"}])])
    assert sets(rig) == ["ours", "more"]
    played(rig, 60)
    rig.table.command(Undo(2), HOST)
    again = Rig(board_kind="none", journal=copy.deepcopy(rig.journal))
    again.table.resume()
    assert stands(again) == stands(rig)
    played(again, 20, seed=2)
    assert Judge(REGISTRY.game("fhtagn"), again.journal).position.to_json() == stands(again)
    assert again.table._moment.position.board.kind == "street"  # type: ignore[union-attr]


def test_a_checkpoint_is_loaded_with_the_own_file_where_the_rows_are_not_understood() -> None:
    rig = begun(own())
    played(rig, 40)
    journal = copy.deepcopy(rig.journal)
    rows = journal.rows
    journal.rows[5] = msgspec.structs.replace(rows[5], text="of another age")
    again = Rig(board_kind="none", journal=journal)
    again.table.resume()
    record = journal.current()
    assert record is not None
    assert stands(again) == record.checkpoint
    assert sets(again) == ["ours"]


def test_no_view_carries_the_file_or_a_foreign_hand() -> None:
    rig = begun(own())
    played(rig, 30)
    held = stands(rig)["hands"]
    for audience in (None, 0, 1, 2):
        told = msgspec.json.encode(rig.table.view(audience)).decode()
        assert NOTE not in told
        mine = held["ABC"[audience]] if audience is not None else []
        foreign = [card for cards in held.values() for card in cards if card not in mine]
        assert not [card for card in foreign if f'"{card}"' in told]


def test_a_flight_with_an_own_file_runs_again(tmp_path: Path) -> None:
    rig = FlightRig(tmp_path, board_kind="none")
    begun(own(), rig)
    played(rig, 30)
    rig.wait(4)
    again = replay(read_flight(rig.landed()))
    assert again.difference is None, again.difference
    assert again.decisions > 20


def test_hands_play_a_wide_street_of_an_own_file() -> None:
    options = {"game": "fhtagn", "players": CARS, "options": {"dice": "table", "data": own()}}
    world = SimulatedWorld(options, 5)
    assert world.board.places["lay-by"].kind == "tray"
    for text in ("place A 1F1", "place B 1F3", "place C 1O2"):
        world.command(Act(text))
        world.judge.catch_up()
    assert world.judge.illegal == 0
    stand = world.judge.position.occupancy()
    assert sorted(hole for hole, cars in stand.items() if set("ABC") & set(cars)) == [
        "a3",
        "a5",
        "a7",
    ]


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (own(actions=0), "bad-data", "actions: a number from 1 to 99 is needed, not 0"),
        (own(half_width=5), "bad-data", "half_width: 5, and the wood of a table has room for 4"),
        (own(civilians={"cards": 9}), "bad-data", "civilians: cards: a number from 0 to 8"),
        (own(cards=SAMPLE["cards"][:2]), "bad-data", "cards: 7, and the deal takes 12"),  # type: ignore[index]
        ("ours", "bad-data", "data: an object is needed, not 'ours'"),
        ([], "bad-data", "data: one data file, or two"),
    ],
)
def test_a_wrong_file_is_refused_and_the_open_game_goes_on(
    data: object, code: str, says: str
) -> None:
    rig = begun(own())
    before = stands(rig)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(New(game="fhtagn", players=CARS, options={"data": data}), HOST)
    assert (refused.value.code, refused.value.status) == (code, 400)
    assert says in str(refused.value)
    assert stands(rig) == before


@pytest.mark.parametrize(
    ("seed", "times", "met"), [(7, 9, "a card must be discarded"), (13, 54, "traffic rolls")]
)
def test_whatever_cards_a_file_has_every_view_has_its_words(
    seed: int, times: int, met: str
) -> None:
    """FF-155: an effect wants a discard, and new traffic rolls after the test that brought it."""
    rng = random.Random(seed)
    rig = Rig(board_kind="none", seed=seed)
    options = {"fast": True, "dice": rng.choice(["table", "service"]), "data": any_cards(rng)}
    rig.new(game="fhtagn", rules=None, board=None, players=CARS, options=options)
    seen = set()
    for _ in range(times):
        for audience in (None, 0, 1, 2):
            check_words(rig.table.view(audience))
        game = rig.table._moment.game
        assert game is not None
        legal = [action.text for action in game.position.legal()]
        if legal[0].startswith("disc ") and "disc" not in legal:
            seen.add("a card must be discarded")
        events = game.steps[-1].play.events if game.steps else ()
        if any(isinstance(one, told_of.Tested) for one in events) and any(
            isinstance(one, told_of.Rolled) and one.car is None for one in events
        ):
            seen.add("traffic rolls")
        played(rig, 1, seed=rng.randrange(1 << 30))
    assert met in seen


def test_null_stands_for_the_sample() -> None:
    assert sets(begun(None)) == ["sample-night-market"]


@pytest.mark.slow
def test_again_begins_with_the_same_file_whatever_became_of_its_name() -> None:
    rig = begun(own())
    played(rig, 5_000)
    before = rig.view.game
    assert before is not None
    assert rig.table._moment.position is not None
    assert rig.table._moment.position.to_act is OVER
    ranking = stands(rig)["ranking"]
    rig.table.command(Again(), HOST)
    after = rig.view.game
    assert after is not None
    assert after.id != before.id
    assert sets(rig) == ["ours"]
    assert stands(rig)["phase"] != "over"
    last_first = list(dict.fromkeys(car[0] for car in reversed(ranking)))
    assert stands(rig)["order"] == last_first, "FF-21: reverse finishing order"
    wishes = {**(before.options["options"] or {}), "order": last_first}
    assert after.options == {**before.options, "options": wishes}
    assert sets(restarted(rig)) == ["ours"]
