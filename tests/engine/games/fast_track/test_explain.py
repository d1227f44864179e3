"""Why not there: the rule, the reason and the hole in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from two_forms import first

from engine.games.fast_track import PROFILES, FastTrackPosition

Stand = Callable[..., FastTrackPosition]
FULL = "Ah1 Ah2 Ah3 Ah4"

ROWS: list[tuple[str, str | None, dict[str, Any], str, str, str | None, str, str | None]] = [
    # rules, card, marbles, from, to → rule, key, blocked by
    ("classic", None, {"A": "A9", "D": ""}, "A9", "A10", "FT-7", "no_card", None),
    ("classic", "5", {"A": "A9", "D": ""}, "A9", "A13", "FT-9", "count", None),
    ("classic", "5", {"A": "A9", "D": ""}, "A10", "A13", None, "no_marble", None),
    ("classic", "5", {"A": "A9", "D": ""}, "A9", "Z9", None, "other", None),
    ("classic", "5", {"A": "A9", "D": "D9"}, "D9", "E0", "FT-9", "not_yours", None),
    ("classic", "5", {"A": "A9 A11", "D": ""}, "A9", "B0", "FT-11", "pass", "A11"),
    ("classic", "5", {"A": "A9 B0", "D": ""}, "B0", "B5", None, "", None),
    ("classic", "3", {"A": "A9 A12", "D": ""}, "A9", "A12", "FT-11", "land", "A12"),
    ("classic", "3", {"A": "A5", "D": ""}, "A5", "A8", "FT-10", "turn_in", None),
    ("classic", "9", {"A": "Ah2 C1", "D": ""}, "Ah2", "Ah4", "FT-10", "too_far", None),
    ("classic", "5", {"A": "Ah2 C1", "D": ""}, "C1", "Dh1", "FT-10", "other_home", None),
    ("classic", "5", {"A": "A9", "D": ""}, "Ap", "A9", "FT-12", "pen", None),
    ("classic", "6", {"A": "A1", "D": ""}, "Ap2", "B1", "FT-12", "pen_exit", None),
    ("classic", "6", {"A": "A9", "D": ""}, "Ap", "A9", "FT-12", "land", "A9"),
    ("classic", "5", {"A": "X C1", "D": ""}, "X", "A0", "FT-17", "bullseye_out", None),
    ("classic", "Q", {"A": "X C1", "D": ""}, "X", "B0", "FT-17", "own_corner", None),
    ("classic", "3", {"A": "A0", "D": ""}, "A0", "D0", "FT-13", "ring_start", None),
    ("classic", "5", {"A": "C12", "D": ""}, "C12", "A0", "FT-13", "ring_start", None),
    ("classic", "3", {"A": "D0*", "D": ""}, "D0", "D3", "FT-14", "committed", None),
    ("classic", "5", {"A": "A12", "D": ""}, "A12", "X", "FT-15", "bullseye_in", None),
    ("classic", "K", {"A": "D0", "D": ""}, "D0", "X", "FT-15", "bullseye_in", None),
    ("classic", "6", {"A": "A9 A11", "D": ""}, "A9", "X", "FT-11", "pass", "A11"),
    ("classic", "3", {"A": "A12 X", "D": ""}, "A12", "X", "FT-15", "land", "X"),
    ("classic", "4", {"A": "Ah4 C1", "D": ""}, "Ah4", "A7", "FT-16", "backward", None),
    ("classic", "4", {"A": "D0* B1", "D": ""}, "D0", "C10", "FT-14", "committed", None),
    ("classic", "4", {"A": "C5", "D": ""}, "C5", "C9", "FT-18", "four", None),
    ("classic", "5", {"A": "C5", "D": ""}, "C5", "C0", "FT-19", "not_back", None),
    ("classic", "7", {"A": "C5 Ah4", "D": ""}, "C5", "C8", "FT-20", "split", None),
    ("classic", "J", {"A": "A1", "D": "Dh1"}, "A1", "Dh1", "FT-21", "jack", None),
    ("classic", "J", {"A": "A1 C1", "D": "D1"}, "A1", "C1", "FT-21", "jack", None),
    ("classic", "3", {"A": "E0 A9", "D": ""}, "A9", "A12", "FT-22", "corner_first", "E0"),
    ("classic", "J", {"A": "E0 A9", "D": "D1"}, "A9", "D1", "FT-24", "jack_corner", "E0"),
    ("classic", "5", {"A": "C5", "D": "D1"}, "C5", "Ap", "FT-25", "to_pen", None),
    ("butterfly", "5", {"A": "A9 A11", "D": "D9"}, "A9", "B0", "BF-4", "pass", "A11"),
    ("butterfly", "5", {"A": "C5", "D": "D9"}, "C5", "C0", "BF-4", "no_back", None),
    ("butterfly", "5", {"A": "C5", "D": "D9"}, "Ap", "A9", "BF-3", "pen", None),
    ("butterfly", "9", {"A": f"A5 {FULL}", "D": "D9"}, "A5", "B0", "BF-5", "turn_in", None),
    ("butterfly", "3", {"A": "D0", "D": "D9"}, "D0", "A0", "BF-7", "fast_only", None),
    ("butterfly", "K", {"A": "D0", "D": "D9"}, "D0", "X", "BF-7", "fast_only", None),
    ("butterfly", "5", {"A": "D0*", "D": "D9"}, "D0", "X", "BF-7", "bullseye_card", None),
    ("butterfly", "K", {"A": "D0*", "D": "X D9"}, "D0", "X", "BF-9", "bullseye_taken", "X"),
    ("butterfly", "5", {"A": "X C1", "D": "D9"}, "X", "A0", "BF-9", "bullseye_out", None),
    ("butterfly", "Q", {"A": "X A0 B0", "D": "D9"}, "X", "A0", "BF-9", "land", "A0"),
    ("butterfly", "Q", {"A": "X A0 B0", "D": "D9"}, "X", "B0", "BF-9", "own_corner", None),
    ("butterfly", "4", {"A": "D0*", "D": "D9"}, "D0", "A13", "BF-10", "four", None),
    ("butterfly", "4", {"A": "D0*", "D": "D9"}, "D0", "F0", "BF-10", "four", None),
    ("butterfly", "4", {"A": "E0*", "D": "D9"}, "E0", "A0", "BF-10", "four", None),
    ("butterfly", "7", {"A": "C1 Ah3", "D": "C4 D9"}, "C1", "C4", "BF-11", "first_cut", "C4"),
    ("butterfly", "7", {"A": "D0* C1", "D": "D9"}, "D0", "D3", "BF-11", "split", None),
    ("butterfly", "5", {"A": "D4 C1", "D": "D9"}, "D4", "D9", "BF-12", "safe", "D9"),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r[0]} {r[1]} {r[3]} {r[4]} {r[5]} {r[6]}")
def test_the_reason_is_the_one_of_the_rules(
    stand: Stand,
    row: tuple[str, str | None, dict[str, Any], str, str, str | None, str, str | None],
) -> None:
    rules, card, marbles, frm, to, rule, key, blocked_by = row
    told = stand(rules, card, **marbles).explain(frm, to)
    if key == "":
        assert told.to_json() == {"legal": True}
        return
    assert (told.legal, told.rule, told.blocked_by) == (False, rule, blocked_by)
    assert told.key == f"refusal.{key}"
    assert told.because


def test_after_the_game_nothing_moves_ft_26(stand: Stand) -> None:
    won = stand("classic", "A", A="Ah2 Ah3 Ah4 A7", D="D9").apply("A7-Ah1").position
    told = won.explain("D9", "D10")
    assert (told.rule, told.key) == ("FT-26", "refusal.over")


def test_a_sentence_has_what_it_speaks_of(stand: Stand) -> None:
    position = stand("classic", "7", A="C5 Ah4", D="D9")
    assert position.explain("C5", "C8").params == {"n": "4"}
    assert position.explain("C5", "D4").params == {"card": "7", "n": "7"}
    assert position.explain("D9", "E2").params == {"other": "D"}


def test_what_is_offered_is_explained_as_legal(stand: Stand) -> None:
    position = stand("classic", "7", A="C5 A9 Ah2", D="D9")
    for action in position.legal():
        for frm, to in action.displacements:
            assert position.explain(frm, to).legal


# ------------------------------------------------------------------------- what is in the way

COUNTS: list[tuple[str, str, str, str, str, str, str | None]] = [
    # rules, card, own marbles, from, to → holes that are counted, own marble that ends the count
    ("classic", "3", "A12 B1", "A12", "A13", "A13 B0 X", None),
    ("classic", "3", "A12 B2", "A12", "A13", "A13 B0 B1", None),
    ("classic", "3", "A12 B1 X", "A12", "A13", "A13 B0 B1", "B1"),
    ("classic", "3", "A12 X", "A12", "X", "A13 B0 X", None),
    ("classic", "Q", "A0 A1", "A0", "A3", "F0", None),
    ("classic", "4", "B3 A13", "B3", "B5", "B2 B1 B0 X", None),
    ("classic", "4", "B2 B1", "B2", "B5", "B1", "B1"),
    ("classic", "7", "A9 A12 C1", "A9", "A5", "", None),
    ("classic", "10", "C0* A5", "C0", "A5", "B0 A13 A12 A11 A10 A9 A8 A7 A6 A5", None),
    ("stevens", "2", "D0 D2", "D0", "D9", "E0 F0", None),
    ("butterfly", "A", "D0* D1 E0", "D0", "D3", "X", None),
    ("butterfly", "5", "D0* D1 E0", "D0", "D3", "D1", "D1"),
]


@pytest.mark.parametrize("row", COUNTS, ids=lambda r: f"{r[0]} {r[1]} {r[2]} {r[4]}")
def test_the_count_goes_a_way_that_leads_on_ft_15(
    stand: Stand, row: tuple[str, str, str, str, str, str, str | None]
) -> None:
    """Of the ways of a 3 from A12, the one into the bull's eye is free: B1 is in no way."""
    rules, card, own, frm, to, walk, stop = row
    told = stand(rules, card, A=own, D="Dh1").explain(frm, to)
    assert (" ".join(told.walk), told.stop) == (walk, stop)


PLACES = [f"{side}{n}" for side in "ABCDEF" for n in range(14)]
CORNERS = [f"{side}0" for side in "ABCDEF"]


def within_reach(frm: str) -> list[str]:
    """The places that a card reaches from there, the corners, the bull's eye and the home row."""
    at = PLACES.index(frm) if frm in PLACES else 0
    along = [PLACES[(at + n) % len(PLACES)] for n in range(-10, 11)]
    return sorted({*along, *CORNERS, *PLACES[1:10], "X", *FULL.split()} - {frm})


LATER = ("refusal.split", "refusal.not_back")
"""Reasons that hold once the other marble is gone: it takes no part of a seven any more, or it was
what kept the card from going forward."""


@pytest.mark.parametrize(
    ("rules", "frm", "cards"),
    first(
        3,
        [
            ("classic", "A12", "3"),
            ("stevens", "B0*", "A"),
            ("butterfly", "X", "Q"),
            *((rules, frm, "A 3 4 7 10") for rules in PROFILES for frm in ("A12", "A5", "B0")),
            *((rules, frm, "A 4 7 Q") for rules in PROFILES for frm in ("B0*", "A0", "X")),
        ],
        unpacked=True,
    ),
)
def test_an_own_marble_that_is_named_is_the_cause(
    stand: Stand, rules: str, frm: str, cards: str
) -> None:
    """Two own marbles, the other one within reach: without it the marble may go there. Where it
    only ends a count, the marble may go nowhere with it, and somewhere without it."""
    at = frm.rstrip("*")
    near = within_reach(at)
    for card in cards.split():
        alone = stand(rules, card, A=frm, D="Dh1")
        for other in (*near, *(f"{corner}*" for corner in CORNERS if corner != at)):
            now = stand(rules, card, A=f"{frm} {other}", D="Dh1")
            for to in near:
                told, case = now.explain(at, to), f"{card}: {frm} {other}, {at}-{to}"
                if told.key in ("refusal.pass", "refusal.land"):
                    assert told.blocked_by == other.rstrip("*"), case
                    assert told.walk[-1:] in ((), (told.blocked_by,)), case
                    without = alone.explain(at, to)
                    assert without.legal or without.key in LATER, case
                    assert told.stop is None, case
                elif told.stop is not None:
                    assert told.stop == other.rstrip("*") == told.walk[-1], case
                    assert (goes(now, at), goes(alone, at) != set()) == (set(), True), case
                elif told.walk:
                    assert told.walk[-1] in goes(now, at), case


def goes(position: FastTrackPosition, frm: str) -> set[str]:
    """Where a marble may go; being sent back is no move of its own (FT-25)."""
    moves = [move for action in position.legal() for move in action.displacements]
    return {to for at, to in moves if at == frm and to[1:] != "p"}
