"""Nobody learns from the table what a dealt hand holds before a card is named (PP-7, FT-8)."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence

import pytest
from dealt_rig import OTHERS, RED, YELLOW, WatchedRig, difference

from companion.games.fast_track.presenter import reachable
from companion.model.commands import Act, Answer, Caller, Card, Hint, Undo
from companion.words import render
from engine.games.fast_track.dealt import DECK
from engine.games.fast_track.track import RANKS

Gestures = Callable[[WatchedRig], None]


def counting(rig: WatchedRig, frm: str = "B3") -> None:
    """A marble is put as many holes on as any card counts, asked about, and put back."""
    rig.lift(frm).settle().put(frm).settle()
    for count in range(1, 14):
        at = rig.table._moment.position
        assert at is not None
        for to in sorted(reachable(at, frm, count) - set(rig.wood))[:1]:
            rig.carry(frm, to).settle().carry(to, frm).settle()


def counting_back(rig: WatchedRig) -> None:
    """As with a four, and from a corner's neighbour round the ring."""
    rig.carry("B3", "A13").settle().carry("A13", "B3").settle()
    counting(rig, "E11")


def leaving(rig: WatchedRig) -> None:
    """A lift from the pen tells of A, 6, Joker; here the exit is free or not."""
    rig.lift("Ap1").settle().put("Ap1").settle()
    rig.carry("A9", "A10").settle().lift("Ap1").put("A9").settle()
    rig.carry("A9", "Ap1").settle().carry("A10", "A9").settle()


def taking(rig: WatchedRig) -> None:
    """Captures, the other marble first or last, and what is no move at all."""
    rig.lift("B8").settle().lift("B3").put("B8", "A").settle().put("Cp4", "C").settle()
    rig.lift("Cp4", "B8").put("B3", "A").put("B8", "C").settle()
    rig.lift("B3", "B8").wait(0.1).put("B8", "A").settle()
    rig.lift("B8").put("B3", "A").put("B8", "C").settle()
    rig.carry("C4", "F2").settle().carry("F2", "C4").settle()


def exchanging(rig: WatchedRig) -> None:
    """A Jack's swap before its card, and two marbles that were but lifted."""
    rig.lift("A9", "B8").put("B8", "A").put("A9", "C").settle()
    rig.lift("A9", "B8").put("A9", "A").put("B8", "C").settle()


def sharing(rig: WatchedRig) -> None:
    """Two marbles go on, as with a seven; a third is touched on the way."""
    rig.carry("B3", "B6").settle().carry("E11", "F2").settle()
    rig.carry("F2", "E11").carry("B6", "B3").settle()
    rig.lift("A9").put("A10").wait(0.1).lift("A10").put("A11").wait(0.1).lift("A11").put("A9")
    rig.settle()


def asking(rig: WatchedRig) -> None:
    """What others try: name a card, act, answer, undo, ask for a hint; and Red's own hint."""
    for rank in RANKS:
        rig.tell(Card(rank), YELLOW)
        rig.tell(Act(f"card:{rank}"), YELLOW)
        rig.tell(Card(rank), Caller())
    rig.tell(Hint(), YELLOW)
    rig.tell(Hint(), RED)
    rig.carry("B3", "B6").settle()
    asked = rig.view.ask
    assert asked is not None
    for option in ("card:3", "card:4", "neither", "0"):
        rig.tell(Answer(asked.id, option), YELLOW)
    for command in (Act("B3-B6"), Act("--"), Undo()):
        rig.tell(command, YELLOW)
    rig.tell(Answer(asked.id, "neither"), RED)
    rig.settle().carry("B6", "B3").settle().wait(5)


SCRIPTS = (counting, leaving, taking, exchanging, sharing, asking)


def watched(hand: Sequence[str], script: Gestures, seed: int) -> WatchedRig:
    """A rig that has seen those gestures with that hand."""
    rig = WatchedRig(hand, seed)
    script(rig)
    return rig


SOME = RANKS[::6]
"""In every run one of each so many ranks; with the long tests all of them."""


@pytest.mark.parametrize(
    ("script", "ranks"),
    [
        *((script, SOME) for script in (*SCRIPTS[1:], counting_back)),
        *(pytest.param(s, RANKS, marks=pytest.mark.slow) for s in (*SCRIPTS, counting_back)),
    ],
)
def test_a_hand_of_any_single_rank_looks_the_same_to_all_others_pp_7(
    script: Gestures, ranks: Sequence[str]
) -> None:
    known = watched((ranks[0],), script, 0)
    assert len(known.seen) > 10
    for seed, rank in enumerate(ranks[1:], 1):
        found = difference(known.seen, watched((rank,), script, seed).seen)
        assert not found, f"A {rank} in hand shows in {found}"


@pytest.mark.parametrize("hands", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (5, 50))])
@pytest.mark.parametrize("script", [counting, leaving, taking, exchanging, asking])
def test_so_many_hands_look_the_same_to_all_others_pp_7(script: Gestures, hands: int) -> None:
    rng = random.Random(7)
    known = watched(OTHERS, script, 0)
    for seed in range(1, hands + 1):
        hand = tuple(rng.sample(DECK, 5))
        found = difference(known.seen, watched(hand, script, seed).seen)
        assert not found, f"{hand} shows in {found}"


def test_the_last_card_of_a_hand_is_not_played_by_the_table_pp_18() -> None:
    rig = WatchedRig(("5",), 1).wait(60)
    assert rig.state == "choose_card"
    assert rig.view.pending is None


def work(hand: Sequence[str], run: Callable[[WatchedRig], object]) -> int:
    """How many functions are called while that happens at a table with that hand."""
    rig = WatchedRig(hand, 1)
    rig.lift("B3").settle()
    calls = 0

    def seen(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(seen)
    try:
        run(rig)
    finally:
        sys.setprofile(None)
    return calls


def test_news_wait_as_long_for_a_rich_hand_as_for_a_poor_one_pp_7() -> None:
    def news(rig: WatchedRig) -> None:
        rig.put("B3")
        rig.table.view(0)

    work(("A", "4", "6", "10", "Q"), news)  # what is worked out once a process is so for both
    poor, rich = work(("2", "3", "5", "8", "9"), news), work(("7", "7", "7", "7", "J"), news)
    assert poor > 1000
    assert abs(rich - poor) < poor / 50


# ------------------------------------------------------------------------ the holder's own view


def own_question(hand: Sequence[str]) -> tuple[str, list[str], WatchedRig]:
    """What Red is asked in words after B3 went three holes on, and the options."""
    rig = WatchedRig(hand, 1)
    rig.carry("B3", "B6").settle()
    asked = rig.table.view(0).ask
    assert asked is not None
    return render(asked.message), [option.id for option in asked.options], rig


def test_the_holder_is_offered_only_held_cards_that_fit_pp_7() -> None:
    assert own_question(("3", "3", "4", "8"))[:2] == ("Was that a 3?", ["card:3", "neither"])
    both = own_question(("3", "7"))
    assert both[:2] == ("Was that a 3?", ["card:3", "neither"]) or "card:7" in both[1]


def test_a_move_that_no_held_card_makes_is_offered_to_be_put_back_pp_7() -> None:
    said, options, rig = own_question(("2", "9"))
    assert (said, options) == ("None of your cards does that.", ["neither"])
    asked = rig.view.ask
    assert asked is not None
    assert (render(asked.message), asked.options) == ("Red says which card that was.", ())
    rig.tell(Answer(asked.id, "card:3"), RED)
    assert rig.state == "ask"
    rig.tell(Answer(asked.id, "neither"), RED)
    assert (rig.lit("wrong"), rig.lit("return")) == (["B6"], ["B3"])
    rig.carry("B6", "B3")
    assert rig.state == "choose_card"


def test_naming_the_held_card_makes_the_move_that_stands_pp_7() -> None:
    _, _, rig = own_question(("3", "4"))
    rig.tell(Card("4"), RED)
    assert rig.settle().done() == []
    rig.tell(Undo(), RED)
    rig.tell(Card("3"), RED)
    assert rig.settle().done() == ["B3-B6"]


def test_one_fitting_card_is_not_played_without_a_tap_pp_7() -> None:
    _, _, rig = own_question(("3",))
    rig.wait(60)
    assert rig.done() == []
    assert rig.view.card is None
