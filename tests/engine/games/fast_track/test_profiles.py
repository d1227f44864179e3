"""Each switch of a rule profile tells two profiles apart by what may be played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from engine.errors import BadConfig, BadPosition
from engine.games.fast_track import PROFILES, FastTrackGame, FastTrackPosition, Profile
from engine.games.fast_track.profiles import BUTTERFLY, CLASSIC, STEVENS
from engine.games.fast_track.setup import Setup

Stand = Callable[..., FastTrackPosition]


def under(profile: Profile, position: FastTrackPosition) -> FastTrackPosition:
    """The same board and card under another profile."""
    old = position.setup
    setup = Setup(old.kind, profile, old.players, old.teams)
    return FastTrackPosition(
        setup, position.flat, position.to_play, position.card, penalty=position.penalty
    )


def seen(position: FastTrackPosition) -> dict[str, object]:
    """All that may be played and what comes of it."""
    out: dict[str, object] = {}
    for action in position.legal():
        follow, events = position.apply(action)
        data = follow.to_json()
        data.pop("rules")
        out[action.text] = (data, [event.to_json() for event in events])
    return out


FULL = "Ah1 Ah2 Ah3 Ah4"
SWITCHES: list[tuple[str, Profile, str, dict[str, object]]] = [
    ("arrival_marks", CLASSIC, "5", {"A": "A9", "D": ""}),  # BF-6
    ("ring_needs_mark", CLASSIC, "3", {"A": "D0", "D": ""}),  # BF-7
    ("mark_binds", CLASSIC, "3", {"A": "D0*", "D": ""}),  # FT-14
    ("backward_ring", CLASSIC, "4", {"A": "D0", "D": ""}),  # FT-16
    ("bullseye_past_corner", CLASSIC, "6", {"A": "A9", "D": ""}),  # FT-15
    ("bullseye_any_route", CLASSIC, "K", {"A": "D0", "D": ""}),  # FT-15, wide
    ("bullseye_marked", BUTTERFLY, "K", {"A": "D0*", "D": "D9"}),  # BF-7
    ("bullseye_closed", BUTTERFLY, "K", {"A": "D0*", "D": "X D9"}),  # BF-9
    ("bullseye_exit_yields", BUTTERFLY, "K", {"A": "X A0", "D": "D9"}),  # BF-9
    ("corners_first", CLASSIC, "3", {"A": "E0 A9", "D": ""}),  # FT-22
    (
        "duty_by_colour",
        STEVENS,
        "3",
        {"A": "E0", "C": "C9", "B": "", "D": "", "players": ["AC", "BD"]},
    ),  # FT-22
    ("forced_backward", CLASSIC, "9", {"A": "A5", "D": ""}),  # FT-19
    ("jack_swaps", CLASSIC, "J", {"A": "A1", "D": "D1"}),  # FT-21
    ("four_backward", CLASSIC, "4", {"A": "A9", "D": ""}),  # FT-18
    ("home_overflow", BUTTERFLY, "3", {"A": f"A5 {FULL}", "D": "D9"}),  # BF-5
    ("split_first_captures", BUTTERFLY, "7", {"A": "C1 E1", "D": "C4 D9"}),  # BF-11
    ("split_circuit", BUTTERFLY, "7", {"A": "D0* C1", "D": "D9"}),  # BF-11
    ("penalty", BUTTERFLY, "3", {"A": "D0* C1", "D": "D9"}),  # BF-8
    ("capture_needs_room", BUTTERFLY, "5", {"A": "D4", "D": "D9"}),  # BF-12
    ("pass_ends_turn", BUTTERFLY, "K", {"A": FULL, "D": "D9"}),  # BF-2
]
SET_UP = {"name", "boards", "marbles", "starts_on_exit", "several_colours", "cites"}
HANDS = {"common_deck", "cut_for_first"}
"""Switches of the dealt hands and of the cut, held by their own tests."""


@pytest.mark.parametrize(
    ("switch", "profile", "card", "board"), SWITCHES, ids=lambda v: str(v)[:24]
)
def test_a_switch_alone_changes_what_may_be_played(
    stand: Stand, switch: str, profile: Profile, card: str, board: dict[str, object]
) -> None:
    position = stand(profile.name, card, **board)
    change: dict[str, Any] = {switch: not getattr(profile, switch)}
    flipped = replace(profile, **change)
    assert seen(under(profile, position)) == seen(position)
    assert seen(under(flipped, position)) != seen(position)


def test_every_switch_has_such_a_test() -> None:
    assert {field.name for field in fields(Profile)} - SET_UP - HANDS == {
        switch for switch, *_ in SWITCHES
    }


def test_boards_ft_1_stevens_and_butterfly_are_played_on_hex_only() -> None:
    game = FastTrackGame()
    for rules in PROFILES:
        options = {"rules": rules, "board": "square", "players": [["A"], ["C"]]}
        if rules == "classic":
            assert game.new(options).to_json()["board"] == "square"
        else:
            with pytest.raises(BadConfig, match="hex only"):
                game.new(options)


def test_set_up_bf_1_five_pegs_one_on_the_exit_else_four_in_the_pen() -> None:
    options = {"board": "hex", "players": [["A"], ["D"]]}
    first = [FastTrackGame().new({**options, "rules": rules}).to_json() for rules in PROFILES]
    held = [data["marbles"] for data in first]
    assert held == [
        {"A": ["p"] * 4, "D": ["p"] * 4},
        {"A": ["p"] * 4, "D": ["p"] * 4},
        {"A": ["p"] * 4 + ["A9"], "D": ["p"] * 4 + ["D9"]},
    ]


def test_several_colours_ft_5_and_teams_are_not_for_butterfly() -> None:
    for extra in (
        {"players": [["A", "D"], ["B", "E"]]},
        {"players": [["A"], ["B"], ["D"], ["E"]], "teams": [[0, 2], [1, 3]]},
    ):
        FastTrackGame().new({"rules": "stevens", "board": "hex", **extra})
        with pytest.raises(BadConfig):
            FastTrackGame().new({"rules": "butterfly", "board": "hex", **extra})


def test_the_two_older_sheets_differ_in_the_table_of_the_rules_and_nowhere_else() -> None:
    differing = {
        field.name
        for field in fields(Profile)
        if getattr(CLASSIC, field.name) != getattr(STEVENS, field.name)
    }
    assert differing == {
        "name",
        "boards",
        "bullseye_past_corner",
        "bullseye_any_route",
        "duty_by_colour",
    }


def test_switches_that_no_generator_combines_are_refused() -> None:
    with pytest.raises(ValueError, match="BF-5"):
        replace(CLASSIC, home_overflow=True)


def test_a_mark_that_no_rule_of_the_sheet_gives_is_refused(stand: Stand) -> None:
    with pytest.raises(BadPosition, match="BF-5"):
        stand("classic", "3", A="A8+", D="")
