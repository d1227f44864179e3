"""I7: a restart finds the same stories and the same question, and ticking changes nothing."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from table_rig import AT_TABLE, EVERYBODY, MemoryJournal, Rig, hole_of, position

from companion.errors import CommandRefused
from companion.model.commands import Act, Answer, Deny, Redo, SetAside, Undo
from companion.model.journal import Facts
from companion.recogniser import retelling
from companion.recogniser.writing import Writer
from companion.table import fact_keeper, referee
from companion.table.remembering import recalled
from hardware.ports import LinkChange, LinkState

P = "p"
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 9))]
"""One seed of people at random in every run, the others under ``slow``."""
GAMES: dict[str, dict[str, Any]] = {
    "open": {},
    "dealt": {"hands": "virtual"},
    "butterfly": {"rules": "butterfly", "hands": "virtual"},
}


def at(card: str | None, a: list[str], c: list[str]) -> Rig:
    """Red and yellow on a real board, red to play."""
    return Rig(board_kind="serial").new().at(position([["A"], ["C"]], {"A": a, "C": c}, card))


def restarted(rig: Rig, journal: MemoryJournal | None = None) -> Rig:
    """The same board and marbles after a power cut; the journal is a copy."""
    again = Rig(board_kind="serial", journal=journal or copy.deepcopy(rig.journal))
    again.table.resume()
    again.hand = list(rig.hand)
    return again.plug_in(rig.wood)


def believed(rig: Rig) -> dict[str, Any]:
    """All stories, and what is known beside them."""
    hands, game = rig.table._moment.hands, rig.table._moment.game
    assert game is not None
    writer = Writer(hands.tracking.game, game.game.load)
    known = {"besides": hands.dialogue.lasting.written(), "dwells": hands.dwells.written()}
    return retelling.written(hands.tracking, writer) | known


def shown(rig: Rig) -> dict[str, Any]:
    """What people see of it."""
    view = rig.view
    return {
        "state": view.state,
        "said": rig.said,
        "ask": view.ask,
        "owed": view.owed,
        "hand": view.in_hand,
        "lights": rig.roles(),
        "marbles": rig.marbles(),
    }


@pytest.fixture
def recalls(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """For each restart, why the facts led to no position that stands; None if they did."""
    found: list[str | None] = []

    def noted(*told: Any) -> str | None:
        found.append(recalled(*told))
        return found[-1]

    monkeypatch.setattr(referee, "recalled", noted)
    return found


# ----------------------------------------------------------------------------- people at random


def lift(rig: Rig, rng: random.Random) -> None:
    if rig.wood and len(rig.hand) < 5:
        rig.lift(rng.choice(sorted(rig.wood)))


def put(rig: Rig, rng: random.Random) -> None:
    free = [hole for hole in rig.numbers if hole not in rig.wood]
    lit = [hole for hole, one in rig.view.holes.items() if one.role and hole in free]
    if rig.hand:
        rig.put(rng.choice(lit if lit and rng.random() < 0.7 else free), rng.choice(rig.hand))


def wait(rig: Rig, rng: random.Random) -> None:
    rig.wait(rng.choice((0.05, 0.2, 0.4, 1, 4)))


def move(rig: Rig, rng: random.Random) -> None:
    at = rig.table._moment.position
    moves = [action for action in at.distinct() if action.displacements] if at else []
    if rig.hand or not moves:
        return
    for way in rng.choice(moves).displacements:
        frm, to = hole_of(rig, way.frm, True), hole_of(rig, way.to, False)
        if frm in rig.wood:
            rig.lift(frm)
            if to in rig.wood:
                rig.lift(to).put(to, rig.hand[-2])
            else:
                rig.put(to)


def name(rig: Rig, rng: random.Random, moves: bool = False) -> None:
    at = rig.table._moment.position
    said = [a for a in at.legal() if moves or not a.displacements] if at else []
    if said:
        rig.table.command(Act(rng.choice(said).text), EVERYBODY)


def play_on_the_page(rig: Rig, rng: random.Random) -> None:
    name(rig, rng, moves=True)


def answer(rig: Rig, rng: random.Random) -> None:
    ask = rig.view.ask
    if ask is not None:
        rig.table.command(Answer(ask.id, rng.choice(ask.options).id), EVERYBODY)


def deny(rig: Rig, rng: random.Random) -> None:
    if rig.view.moves:
        rig.table.command(Deny(rig.view.moves[0].number), EVERYBODY)


def undo(rig: Rig, rng: random.Random) -> None:
    rig.table.command(Undo(rng.choice((1, 1, 2))), EVERYBODY)


def redo(rig: Rig, rng: random.Random) -> None:
    rig.table.command(Redo(), EVERYBODY)


def set_aside(rig: Rig, rng: random.Random) -> None:
    rig.table.command(SetAside(rng.choice(sorted(rig.numbers))), AT_TABLE)


def pull_the_cable(rig: Rig, rng: random.Random) -> None:
    rig.table.sensors(LinkChange(LinkState.DOWN, "out"))
    rig.wait(rng.random() * 3)
    rig.table.sensors(LinkChange(LinkState.UP))
    rig.picture()


DEEDS: list[Callable[[Rig, random.Random], None]] = [
    *([lift, move] * 4),
    *([put, answer] * 5),
    *([wait] * 3),
    *([name] * 2),
    *(play_on_the_page, deny, undo, redo, set_aside, pull_the_cable),
]


def deed(rig: Rig, rng: random.Random) -> str:
    """Somebody does something; what is refused counts, too."""
    do = rng.choice(DEEDS)
    try:
        do(rig, rng)
    except CommandRefused as error:
        return f"{do.__name__} ({error.code})"
    return do.__name__


def over(rig: Rig) -> bool:
    return rig.state in ("over", "idle")


# ------------------------------------------------------------------------------------ properties


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_restart_with_the_wood_unchanged_changes_nothing_i7(
    game: str, seed: int, recalls: list[str | None]
) -> None:
    """Whatever people did: once the hands are still, the stories are the same after a restart."""
    rng = random.Random(seed)
    rig = Rig(board_kind="serial", seed=seed).new(**GAMES[game])
    deeds: list[str] = []
    for _ in range(40):
        deeds.append(deed(rig, rng))
        if rng.random() > 0.3 or over(rig.wait(0.7)):
            continue
        again = restarted(rig)
        then, now = believed(rig), believed(again.wait(0.7))
        if rig.table._moment.hands.tracking.state.holding:  # it may have gone on without power
            now |= {
                "dark": then["dark"],
                "stories": [s for s in now["stories"] if s in then["stories"]],
            }
        assert now == then, deeds
        assert shown(again) == shown(rig), deeds
        if rng.random() < 0.3:
            rig = again
    assert recalls
    assert set(recalls) <= {None}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_cut_in_the_middle_of_a_gesture_loses_that_gesture_at_most_i7_pp_15(
    seed: int, recalls: list[str | None]
) -> None:
    """What is believed is what was believed before it, with the price of the gap."""
    rng = random.Random(seed)
    rig = Rig(board_kind="serial", seed=seed).new()
    rig.settle()
    for _ in range(40):
        deed(rig, rng)
        if over(rig):
            break
        moment = restarted(rig).table._moment
        assert moment.position == rig.table._moment.position
    assert set(recalls) <= {None}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_ticking_more_often_changes_nothing_i7(game: str, seed: int) -> None:
    chance, ticks = random.Random(seed), random.Random(-seed)
    rig = Rig(board_kind="serial", seed=seed).new(**GAMES[game])
    ticked = Rig(board_kind="serial", seed=seed).new(**GAMES[game])
    for _ in range(40):
        state = chance.getstate()
        did = deed(rig, chance)
        chance.setstate(state)
        assert deed(ticked, chance) == did
        end = rig.wait(ticks.choice((0.1, 0.3, 0.5, 2.0))).clock.t
        while ticked.clock.t < end:
            ticked.wait_until(min(end, ticked.clock.t + ticks.random() * 0.2)).table.tick()
        assert believed(ticked) == believed(rig)
        assert shown(ticked) == shown(rig)


# ---------------------------------------------------------------------------------- what is kept


def swapped_or_not() -> Rig:
    """Two marbles were out at once, and both holes are full again."""
    rig = at("J", [P, P, P, "A9"], [P, P, P, "A12"])
    return rig.lift("A9", "A12").put("A12").put("A9").settle()


def test_a_question_keeps_its_id_over_a_restart_i7() -> None:
    rig = swapped_or_not()
    again = restarted(rig).settle()
    assert rig.view.ask is not None
    assert again.view.ask == rig.view.ask
    again.table.command(Answer(rig.view.ask.id, "0"), EVERYBODY)
    assert again.done() == ["A12=A9"]


def test_a_question_keeps_its_id_while_the_cable_is_out_pp_14() -> None:
    rig = swapped_or_not()
    asked = rig.view.ask
    rig.table.sensors(LinkChange(LinkState.DOWN, "out"))
    assert rig.view.ask is None
    rig.table.sensors(LinkChange(LinkState.UP))
    rig.picture()
    assert rig.settle().view.ask == asked


def test_a_marble_that_changed_place_in_the_dark_has_its_price_i7() -> None:
    rig = swapped_or_not()
    rig.wood["C9"] = rig.wood.pop("A12")
    again = restarted(rig).settle()
    assert again.state != "choose_move"
    assert again.done() == []


def test_a_marble_in_the_hand_is_not_waited_for_for_ever_after_a_gap_i5() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "A12"])
    rig.lift("A9").wait(1)
    rig.table.sensors(LinkChange(LinkState.DOWN, "out"))
    rig.table.sensors(LinkChange(LinkState.UP))
    rig.picture()
    assert not rig.table._moment.hands.tracking.state.waits or rig.table.deadline() is not None
    again = restarted(rig)
    assert again.table.deadline() is not None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "no JSON",
        lambda text: "[]",
        lambda text: "{}",
        lambda text: text[:-40],
        lambda text: text.replace('"form":"', '"form":"0'),
        lambda text: text.replace('"stories":[[', '"stories":[[['),
        lambda text: text.replace('"levels"', '"level"'),
        lambda text: text.replace('"board":"hex"', '"board":"octagon"'),
    ],
)
def test_facts_that_cannot_be_read_are_left_alone_i7(spoil: Callable[[str], str]) -> None:
    """The game goes on from its moves and the picture, as without them."""
    rig = swapped_or_not()
    journal = copy.deepcopy(rig.journal)
    first, *others = journal.facts
    journal.facts = [msgspec.structs.replace(first, text=spoil(first.text)), *others]
    assert journal.facts != rig.journal.facts
    again = restarted(rig, journal).settle()
    assert again.state == "choose_move"
    again.carry("A9", "A10")
    assert again.settle().view.owed == ()


@pytest.mark.parametrize(
    "fact",
    [["-", 500, 0, "long"], ["-", -3, 0, "long"], ["+"], ["what"], [], ["answer", [["no", 1]]]],
)
def test_a_fact_that_means_nothing_is_not_believed_i7(fact: list[Any]) -> None:
    rig = swapped_or_not()
    journal = copy.deepcopy(rig.journal)
    text = msgspec.json.encode({"facts": [fact]}).decode()
    journal.facts.append(Facts(journal.seq, text))
    assert restarted(rig, journal).settle().state == "choose_move"


def test_facts_that_lead_to_another_position_are_not_believed_i7() -> None:
    rig = swapped_or_not()
    journal = copy.deepcopy(rig.journal)
    journal.facts = [msgspec.structs.replace(one, after=99) for one in journal.facts]
    game = rig.table._moment.game
    assert game is not None
    moved = game.position.apply("A9-A10").position.to_json()
    journal.append("edit", "", {"position": moved}, moved)
    again = restarted(rig, journal).settle()
    assert again.table._moment.position is not None
    assert again.table._moment.position.to_json() == moved


def test_few_facts_are_kept_since_they_go_when_all_is_written_anew_i7() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "A12"])
    most = 0
    for _ in range(60):
        rig.lift("A9").put("A9").settle()
        kept = [msgspec.json.decode(one.text).get("facts", []) for one in rig.journal.facts]
        most = max(most, sum(map(len, kept)))
    assert fact_keeper.MANY / 2 < most <= fact_keeper.MANY


def test_a_still_board_writes_nothing_i7() -> None:
    rig = swapped_or_not()
    before = list(rig.journal.facts)
    rig.wait(60)
    assert rig.journal.facts[: len(before)] == before
    assert len(rig.journal.facts) <= len(before) + 1  # that it has waited long enough


def test_a_journal_that_cannot_be_written_stops_nobody_i7() -> None:
    rig = at("J", [P, P, P, "A9"], [P, P, P, "A12"])
    rig.journal.broken = True
    rig.lift("A9", "A12").put("A12").put("A9").settle()
    assert rig.state == "ask"
    rig.journal.broken = False
    rig.lift("C9" if "C9" in rig.wood else "Cp1").put("Cp1").settle()
    assert restarted(rig).settle().state == "ask"


def test_the_facts_are_no_rows_of_the_game_i7() -> None:
    rig = swapped_or_not()
    assert [row.kind for row in rig.journal.rows] == ["new", "edit"]
    assert rig.journal.facts
