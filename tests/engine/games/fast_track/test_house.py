"""A house's own rules: a published sheet with some of its switches turned."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strewn import QUICK, check_marbles, strewn
from two_forms import few_or_many

from engine.action import CHANCE_SEAT
from engine.errors import BadConfig, BadPosition
from engine.game import OVER
from engine.games.fast_track import PROFILES, FastTrackGame, FastTrackPosition
from engine.games.fast_track.cut import cut_for
from engine.games.fast_track.moves import moves
from engine.games.fast_track.setup import Setup
from engine.games.fast_track.switches import CLASHES, LISTED, SWITCHES, house, switched
from engine.perft import perft
from engine.record import Entry, Record, closed, replay
from engine.registry import REGISTRY
from engine.switches import Clash

DATA = Path(__file__).parents[2] / "data"
GAME = FastTrackGame()
SHEETS = tuple(PROFILES)
NAMES = [one.name for one in LISTED]
MANY = settings(QUICK, max_examples=250)
"""The moves of a house are worked out anew, which takes its time."""


def opened(rules: str, switches: Mapping[str, bool], **more: object) -> FastTrackPosition:
    players = [["A"], ["B"], ["D"], ["E"]]
    options = {"rules": rules, "board": "hex", "players": players, "switches": switches, **more}
    position = GAME.new(options)
    assert isinstance(position, FastTrackPosition)
    return position


def turned(rules: str, names: set[str]) -> dict[str, bool]:
    """The switches of a sheet with these turned over."""
    return {name: on != (name in names) for name, on in SWITCHES.sheets[rules].items()}


def mended(rules: str, names: set[str]) -> dict[str, bool]:
    """The same, without what excludes each other: pairs are turned back until none is left."""
    left = set(names)
    while found := SWITCHES.clashing(rules, turned(rules, left)):
        left -= {found[0].one.name, found[0].other.name}
    return turned(rules, left)


@st.composite
def houses(draw: st.DrawFn) -> tuple[str, dict[str, bool]]:
    rules = draw(st.sampled_from(SHEETS))
    return rules, mended(rules, draw(st.sets(st.sampled_from(NAMES), min_size=1)))


# ------------------------------------------------------------------------------- what a house is


def test_no_sheet_has_two_settings_that_exclude_each_other() -> None:
    for rules in SHEETS:
        assert list(SWITCHES.clashing(rules, {})) == []
        assert switched(PROFILES[rules]) == dict(SWITCHES.sheets[rules])


def test_every_switch_is_on_in_a_sheet_and_off_in_another_or_never_off() -> None:
    stand = {name: {SWITCHES.sheets[rules][name] for rules in SHEETS} for name in NAMES}
    assert {name for name, states in stand.items() if len(states) == 1} == {"four_backward"}


@pytest.mark.parametrize("like", SHEETS)
@pytest.mark.parametrize("base", SHEETS)
def test_a_house_with_all_switches_of_a_sheet_plays_that_sheet(base: str, like: str) -> None:
    rows = json.loads((DATA / f"perft_{like}_hex.json").read_text("utf-8"))["positions"]
    for row in rows[:4]:
        data = {**row["position"], "rules": base, "switches": dict(SWITCHES.sheets[like])}
        position = GAME.load(data)
        depth = min(len(row["counts"]) - 1, 3)
        assert [perft(position, n) for n in range(depth + 1)] == row["counts"][: depth + 1]
        assert ("switches" in position.to_json()) == (base != like)


def test_the_quotes_of_such_a_house_are_those_of_the_sheet() -> None:
    for like in SHEETS:
        for base in SHEETS:
            own, theirs = house(base, SWITCHES.sheets[like]).cites, PROFILES[like].cites
            same = {key for key in own if key not in ("own", "pen", "four")}
            assert {key: own[key] for key in same} == {key: theirs[key] for key in same}


# ------------------------------------------------------------------------------- impossible pairs


@pytest.mark.parametrize("clash", CLASHES, ids=lambda clash: clash.key)
def test_an_impossible_pair_is_refused_by_name_with_its_reason(clash: Clash) -> None:
    refused = 0
    for rules in SHEETS:
        told = {clash.one.name: clash.one.on, clash.other.name: clash.other.on}
        with pytest.raises(BadConfig) as error:
            opened(rules, told)
        said = str(error.value)
        refused += clash.because in said
        for one in (clash.one, clash.other):
            assert clash.because not in said or str(one) in said
    assert refused  # another pair may be named first where the sheet brings one along


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"nonsense": True}, "'nonsense' is no switch; known are five_marbles"),
        ({"jack_swaps": "no"}, "jack_swaps: 'no' is neither true nor false"),
        ({"jack_swaps": 0}, "jack_swaps: 0 is neither true nor false"),
        ([True], "an object is needed"),
        ({"five_marbles": True}, "five_marbles = true and starts_on_exit = false exclude"),
    ],
)
def test_what_is_no_set_of_switches_is_refused(told: Any, said: str) -> None:
    for make in (
        lambda: opened("classic", told),
        lambda: GAME.load({**opened("classic", {}).to_json(), "switches": told}),
        lambda: cut_for("classic", 2, told),
    ):
        with pytest.raises((BadConfig, BadPosition), match=said):
            make()


def check_combination(rules: str, names: set[str]) -> None:
    """It is played, or refused by name."""
    told = turned(rules, names)
    clashes = SWITCHES.clashing(rules, told)
    if clashes:
        with pytest.raises(BadConfig, match="exclude each other"):
            opened(rules, told)
        return
    position = opened(rules, told)
    assert position.to_json().get("switches", {}) == {
        name: told[name] for name in NAMES if name in names
    }
    assert GAME.load(position.to_json()) == position


# -------------------------------------------------------------------------------- what is played


def check_house(chosen: tuple[str, dict[str, bool]], data: st.DataObject) -> None:
    """Moves apply and keep the marbles; explanations agree with the list."""
    position = data.draw(st.composite(strewn)(*chosen))
    actions = position.legal()
    assert actions
    offered = {way for action in actions for way in action.displacements}
    for action in actions:
        follow = position.apply(action).position
        assert isinstance(follow, FastTrackPosition)
        check_marbles(follow)
    frm = data.draw(st.sampled_from(sorted(position.occupancy())))
    for to in dict.fromkeys(position.setup.track.places):
        assert position.explain(frm, to).legal == ((frm, to) in offered)


IN_A_HOUSE = given(houses(), st.data())
IN_A_FEW = few_or_many(IN_A_HOUSE, 3, 10, parent=QUICK)
test_what_holds_in_every_position_holds_in_a_house = IN_A_FEW(check_house)
test_what_holds_in_every_position_holds_in_many_houses = pytest.mark.slow(
    MANY(IN_A_HOUSE(check_house))
)


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 40))]
)
def test_a_random_game_under_random_switches_ends_and_its_record_replays(seed: int) -> None:
    rng = random.Random(seed)
    rules = rng.choice(SHEETS)
    told = mended(rules, {name for name in NAMES if rng.random() < 0.4})
    hands = rng.choice(["physical", "virtual"])
    players = [["A"], ["B"], ["D"], ["E"]]
    options = {"game": "fast_track", "rules": rules, "board": "hex", "players": players}
    position: Any = GAME.new({**options, "hands": hands, "switches": told})
    entries: list[Entry] = []
    while position.to_act is not OVER and len(entries) < 20_000:
        request = position.chance()
        if request is None:
            action = rng.choice(position.legal())
            entries.append(Entry(action.seat, action.text))
        else:
            order = rng.sample(request.domain, len(request.domain))
            entries.append(Entry(CHANCE_SEAT, request.prefix + " ".join(order)))
        position = position.apply(entries[-1].text).position
    assert position.won_by is not None, (rules, told)
    assert GAME.load(position.to_json()) == position
    record = Record({**options, "hands": hands, "switches": told}, tuple(entries))
    again = Record.from_text(closed(record, REGISTRY).to_text())
    assert replay(again, REGISTRY).final == position


def check_split(position: FastTrackPosition) -> None:
    """The long way to split a seven finds what the quick one finds, where that is gone."""
    old = position.setup
    slow = Setup(old.kind, old.profile, old.players, old.teams)
    assert not old.long_splits
    slow.long_splits = True
    for seat in range(len(old.players)):
        quick, _ = moves(old, position.flat, seat, "7")
        assert sorted(moves(slow, position.flat, seat, "7")[0]) == sorted(quick)


@settings(QUICK, max_examples=25)
@given(st.sampled_from(SHEETS), st.data())
def test_the_long_way_to_split_a_seven_finds_what_the_quick_one_finds(
    rules: str, data: st.DataObject
) -> None:
    """FT-20, FT-23, BF-11, BF-12: the way of odd houses, on the sheets that do not need it."""
    check_split(data.draw(st.composite(strewn)(rules, {})))


def check_split_in_a_house(chosen: tuple[str, dict[str, bool]], data: st.DataObject) -> None:
    """The same in every house that goes the quick way."""
    position = data.draw(st.composite(strewn)(*chosen))
    assume(not position.setup.long_splits)
    check_split(position)


test_both_ways_to_split_a_seven_agree_in_a_house = IN_A_FEW(check_split_in_a_house)
test_both_ways_to_split_a_seven_agree_in_many_houses = pytest.mark.slow(
    MANY(IN_A_HOUSE(check_split_in_a_house))
)


# -------------------------------------------------------------------------------- single switches


def texts(rules: str, switches: Mapping[str, bool], card: str, **marbles: str) -> list[str]:
    size = house(rules, switches).marbles
    placed = {c: at.split() for c, at in marbles.items()}
    data = {
        **opened(rules, switches).to_json(),
        "players": [[colour] for colour in marbles],
        "teams": [[n] for n in range(len(marbles))],
        "marbles": {c: ["p"] * (size - len(at)) + sorted(at) for c, at in placed.items()},
        "card": card,
    }
    return [action.text for action in GAME.load(data).legal()]


def test_a_4_goes_forward_in_a_house_where_it_is_a_number_ft_18() -> None:
    assert texts("classic", {}, "4", A="A9", D="") == ["A9-A5"]
    assert texts("classic", {"four_backward": False}, "4", A="A9", D="") == ["A9-A13"]
    # FT-19: with no way forward it goes back like any card.
    assert texts("classic", {"four_backward": False}, "4", A="A6 Ah2", D="") == ["A6-A2"]


def test_a_corner_sends_back_though_no_card_is_forced_backward_ft_25() -> None:
    """FT-19 off: a card without a forward play leaves FT-25 nothing backward to wait for."""
    kept = {"forced_backward": False}
    stuck = {"A": "A0 A1 A2 Ah1", "D": ""}
    assert texts("classic", {}, "6", **stuck) == ["A0-A13", "A0-F8"]
    assert texts("classic", kept, "6", **stuck) == ["A0-p"]
    assert texts("classic", {**kept, "corners_first": False}, "6", **stuck) == ["--"]


def test_a_taken_bulls_eye_is_closed_to_halves_and_to_forced_ways_back_bf_9() -> None:
    closed = {"bullseye_closed": True}
    assert "A9-X" in texts("classic", {}, "6", A="A9", D="X")
    assert "A9-X" not in texts("classic", closed, "6", A="A9", D="X")
    assert any("A9-X" in t for t in texts("classic", {}, "7", A="A9 C4", D="X"))
    assert not any("-X" in t for t in texts("classic", closed, "7", A="A9 C4", D="X"))
    assert "B3-X" in texts("classic", {}, "4", A="B3", D="X")
    assert "B3-X" not in texts("classic", closed, "4", A="B3", D="X")
    # FT-19: nothing goes forward, so back it is; into a taken bull's eye only where that captures.
    stuck = {"A": "A2 A5 Ah1 Ah2", "D": "X"}
    assert texts("classic", {}, "3", **stuck) == ["A2-F13", "A2-X"]
    assert texts("classic", closed, "3", **stuck) == ["A2-F13"]


def test_five_marbles_may_capture_with_the_first_half_and_need_room_bf_12() -> None:
    house_ = {"split_first_captures": True}
    full = "D9"  # with four in its pen this one cannot be cut (BF-12)
    ways = texts("butterfly", house_, "7", A="D6 A10", D=full)
    assert not any("D6-D9" in way for way in ways)
    ways = texts("butterfly", house_, "7", A="D6 A10", D="D9 E3")
    assert any(way.startswith("D6-D9,") for way in ways)
    assert not any(
        way.startswith("D6-D9,") for way in texts("butterfly", {}, "7", A="D6 A10", D="D9 E3")
    )
