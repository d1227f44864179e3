"""The hands simulator: people at a table, and what the table makes of them (PP-40)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.cli import main
from companion.model.commands import Act, Undo
from companion.play.open_game import drawn
from companion.proof.people import NAMES, Job, checked, run
from companion.proof.people.disturbances import LEAST, Drawer
from companion.proof.people.intent import amiss, intend, path
from companion.proof.people.judge import Judge
from companion.proof.people.people import plan
from companion.proof.people.person import Person
from companion.proof.people.trace import Trace
from companion.proof.people.world import SimulatedWorld
from companion.recogniser import costs
from companion.store.memory import MemoryJournal
from engine.errors import BadConfig
from engine.game import CHANCE
from engine.registry import REGISTRY

OPTIONS: dict[str, Any] = {
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["C"]],
}
POSITION: dict[str, Any] = {
    **OPTIONS,
    "teams": [[0], [1]],
    "marbles": {"A": ["p", "p", "p", "A9"], "C": ["p", "p", "p", "A12"]},
    "to_play": 0,
    "card": None,
    "winner": None,
}


def intent_of(card: str, text: str) -> Any:
    """Red means that action of that card."""
    start = REGISTRY.load(POSITION)
    prelude = next(a for a in start.legal() if a.text == f"card:{card}")
    after = start.apply(prelude).position
    return intend(start, prelude, next(a for a in after.legal() if a.text == text))


# ------------------------------------------------------------------------------- a short evening


@pytest.mark.parametrize(
    ("rules", "gestures"),
    [
        ("classic", 25),
        *(
            pytest.param(rules, 175, marks=pytest.mark.slow)
            for rules in ("classic", "stevens", "butterfly")
        ),
    ],
)
def test_nothing_is_wrong_illegal_or_stuck_in_a_short_evening_pp_40(
    rules: str, gestures: int
) -> None:
    tally = run(checked(Job("fast_track", rules, None, gestures, 7)))
    assert tally.told == []
    assert tally.gestures["all"] == gestures
    for name in NAMES:
        # A short evening may end just before the next one of a rare kind was due.
        assert tally.gestures[name] >= int(LEAST[name] * gestures) - 1, name
    assert tally.sums["all"]["questions"] > 0


@pytest.mark.parametrize("gestures", [6, pytest.param(20, marks=pytest.mark.slow)])
def test_the_same_seed_tells_the_same_story(gestures: int) -> None:
    job = checked(Job("fast_track", "classic", "square", gestures, 3))
    assert run(job).sums == run(job).sums


# ------------------------------------------------------------------------------------- the parts


def test_the_simulated_table_plays_what_is_meant_and_the_judge_reads_it_from_the_journal() -> None:
    world = SimulatedWorld(OPTIONS, 5)
    person = Person(world, random.Random(2))
    start = world.judge.position
    prelude = next(a for a in start.legal() if a.text == "card:6")
    after = start.apply(prelude).position
    outcome = person.make(intend(start, prelude, after.legal()[0]), set())
    assert (outcome.wrong, outcome.illegal, outcome.stuck) == (0, 0, 0)
    assert world.judge.position == after.apply(after.legal()[0]).position
    assert [row.text for row in world.journal.rows[1:]] == ["card:6", "Ap-A9"]
    assert amiss(world.board, world.wood, world.judge.position) == []
    world.command(Undo())
    world.judge.catch_up()
    assert world.judge.position == after
    assert world.judge.undone == 1


@pytest.mark.parametrize("gestures", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_a_table_that_guesses_a_swap_is_counted_as_wrong_though_it_guessed_right_pp_3(
    monkeypatch: pytest.MonkeyPatch, gestures: int
) -> None:
    """A tracker without a margin believes that hands put down what they took last."""
    job = checked(Job("fast_track", "classic", "hex", gestures, 7, ("bounce",)))
    asked = run(job)
    assert asked.failures == 0
    assert asked.sums["all"]["questions"] > 0
    monkeypatch.setattr(costs, "MARGIN", 0)
    guessed = run(job)
    assert guessed.sums["all"]["wrong"] > 0
    assert "without asking" in guessed.told[0]


def test_a_row_that_is_no_legal_action_is_counted() -> None:
    journal = MemoryJournal()
    journal.open_game(OPTIONS, {})
    judge = Judge(REGISTRY.game("fast_track"), journal)
    journal.append("action", "card:6", {"seat": 0})
    journal.append("action", "A9-B2", {"seat": 0})
    judge.catch_up()
    assert judge.illegal == 1
    assert judge.position.to_json()["card"] == "6"


def test_a_table_that_commits_something_else_is_counted_as_wrong() -> None:
    world = SimulatedWorld(OPTIONS, 5)

    class Meddled(Person):
        """While the hands stay off, the table plays another card than was meant."""

        def _run(self, steps: Any) -> bool:
            world.command(Undo())
            world.command(Act("card:2"))
            return super()._run([])

    start = world.judge.position
    prelude = next(a for a in start.legal() if a.text == "card:6")
    six = start.apply(prelude).position
    outcome = Meddled(world, random.Random(2)).make(intend(start, prelude, six.legal()[0]), set())
    assert outcome.wrong > 0
    assert outcome.stuck == 0
    assert "became another" in outcome.told
    assert [row.kind for row in world.journal.rows][-1] == "action"


@pytest.mark.parametrize("name", [n for n in NAMES if n != "bounce"])
def test_every_disturbance_is_played_when_it_is_wanted(name: str) -> None:
    intent = intent_of("3", "A9-A12")
    board = intent.before.board
    wood = {"A9": "A", "A12": "C", "Ap1": "A", "Ap2": "A", "Ap3": "A", "Cp1": "C", "Cp2": "C"}
    if name == "change_of_mind":
        intent = intent_of("6", "A9-B1")
    had = set()
    for seed in range(8):
        had |= plan(board, wood, (), intent, {name}, random.Random(seed)).had
    assert had == {name}


def test_rare_disturbances_come_as_often_as_they_must() -> None:
    drawer = Drawer(NAMES, random.Random(4))
    had = dict.fromkeys(NAMES, 0)
    for _ in range(2000):
        drawn = drawer.draw()
        drawer.came(drawn)
        for name in drawn:
            had[name] += 1
    for name in NAMES[1:]:
        assert had[name] >= LEAST[name] * 2000


@pytest.mark.parametrize("period", [0.01, 0.03])
def test_a_sensor_that_changes_faster_than_it_settles_is_set_aside_pp_13(period: float) -> None:
    world = SimulatedWorld(OPTIONS, 5)
    world.command(Act("card:6"))
    for n in range(int(3.0 / period)):
        world.force("A9", n % 2 == 0)
        world.wait(period)
    assert world.view().aside == {"A9": "chatter"}
    world.force("A9", None)
    world.lift("Ap1")
    world.wait(0.3)
    world.put("A9", "A")
    world.wait(1.5)
    ask = world.view().ask
    assert ask is not None
    assert ask.message.key == "ask.unseen", "what it should have seen is asked"


def test_what_a_game_cannot_have_is_not_wanted_for_ever() -> None:
    drawer = Drawer(NAMES, random.Random(4))
    wanted = 0
    for _ in range(1000):
        drawn_now = drawer.draw()
        wanted += "late_pen" in drawn_now
        drawer.came(drawn_now - {"late_pen"})
    assert 0 < wanted < 200


def test_two_marbles_out_together_may_have_been_a_swap_or_nothing_pp_3() -> None:
    data = {**POSITION, "marbles": {"A": ["p", "p", "p", "A9"], "C": ["p", "p", "p", "B4"]}}
    start = REGISTRY.load({**data, "card": "J"})
    swap = next(a for a in start.legal() if a.text == "A9=B4")
    intent = intend(start, None, swap)
    trace = Trace({"A9": "A", "B4": "C"}, ())
    for do, hole, token in (
        ("lift", "A9", "A"),
        ("lift", "B4", "C"),
        ("put", "B4", "A"),
        ("put", "A9", "C"),
    ):
        trace.note(do, hole, token)
    assert trace.ambiguous(intent, start.board)
    assert trace.may_be(start.board, start)
    plain = Trace({"A9": "A", "B4": "C"}, ())
    plain.note("lift", "A9", "A")
    plain.note("put", "A10", "A")
    assert not plain.ambiguous(intent, start.board)


def test_a_sensor_that_flickers_may_have_told_of_another_move() -> None:
    data = {**POSITION, "marbles": {"A": ["p", "p", "p", "A3"], "C": ["p", "p", "p", "C9"]}}
    before = REGISTRY.load({**data, "card": "6"})
    left = before.apply(next(a for a in before.legal() if a.text == "Ap-A9")).position
    wood = {"A3": "A", "C9": "C", "Ap1": "A", "Ap2": "A"}
    told = [("A3", False), ("A3", True), ("A9", True)]
    assert Trace.felt(wood, ("A",), told).may_be(before.board, left)
    assert not Trace.felt(wood, ("A",), told[:2]).may_be(before.board, left)
    assert not Trace.felt(wood, (), told).may_be(before.board, left)


def test_the_token_that_leaves_a_tray_is_the_one_that_the_game_says_has_moved() -> None:
    race = {
        "game": "racepack",
        "players": {"P": ["A"], "Q": ["B"], "R": ["C"]},
        "cars": {"A": {"spun": 4, "seq": 1}, "B": {"spun": 4, "seq": 2}, "C": {"at": "10.1R"}},
        "order": ["B", "A", "C"],
        "turn": {"car": "B"},
    }
    start = REGISTRY.load(race)
    assert sorted(start.occupancy()["spun"]) == ["A", "B"]
    intent = intend(start, None, start.legal()[0])
    assert [way.token for way in intent.ways] == ["B"]


def test_what_chance_brings_after_an_action_is_none_of_its_own() -> None:
    journal = MemoryJournal()
    dealt = {**OPTIONS, "hands": "virtual"}
    journal.open_game(dealt, {})
    judge = Judge(REGISTRY.game("fast_track"), journal)
    for _ in range(2):
        assert judge.position.to_act is CHANCE
        before = judge.position
        drawn_now = drawn(before, random.Random(3))
        journal.append("chance", drawn_now.text, {})
        judge.catch_up()
        assert judge.position != before
    assert judge.illegal == 0
    assert judge.chosen != judge.position


def test_the_judge_hears_what_the_table_hears() -> None:
    world = SimulatedWorld(OPTIONS, 5)
    names = world.board.holes
    assert world.ear.felt == []
    world.lift("Ap4")
    world.wait(0.3)
    world.force("E5", True)
    world.wait(0.3)
    world.force("E5", None)
    world.wait(0.01)
    world.force("E5", True)
    world.wait(0.3)
    felt = [(names[told.hole], told.present) for told in world.ear.felt]
    assert felt == [("Ap4", False), ("E5", True)]
    world.power_cut(1.0)
    world.wait(0.3)
    assert len(world.ear.felt) == 2


def test_a_captured_marble_in_the_hand_is_not_amiss_where_it_is_awaited_pp_6() -> None:
    board = REGISTRY.load(POSITION).board
    data = {**POSITION, "marbles": {"A": ["p", "p", "p", "A9"], "C": ["p", "p", "p", "C9"]}}
    after = REGISTRY.load(data)
    wood = {"A9": "A"}
    assert amiss(board, wood, after) == ["C9"]
    assert amiss(board, wood, after, ["C9"]) == []
    assert amiss(board, {**wood, "C9": "A"}, after, ["C9"]) == ["C9"]


def test_the_way_that_fingers_count_is_the_board_s_own() -> None:
    board = REGISTRY.load(POSITION).board
    assert path(board, "A9", "A13") == ["A10", "A11", "A12"]
    assert path(board, "A9", "A9") == []


# ----------------------------------------------------------------------------------- the command


@pytest.mark.parametrize(
    "gestures", [40, *(pytest.param(n, marks=pytest.mark.slow) for n in (150, 450))]
)
def test_sensors_that_stay_broken_lie_through_the_whole_game_and_it_is_played_to_its_end_pp_13(
    monkeypatch: pytest.MonkeyPatch, gestures: int
) -> None:
    people: list[Person] = []
    begin = Person.fail

    def watched(person: Person, count: int) -> None:
        begin(person, count)
        people.append(person)

    monkeypatch.setattr(Person, "fail", watched)
    job = checked(
        Job("fast_track", "butterfly", "hex", gestures, 11, ("chatter", "dead_hole"), failed=5)
    )
    tally = run(job)
    assert len(people) >= 1
    for person in people:
        assert len(person.grip.lasting) == 5
        assert person.grip.lasting <= person.grip.dead, (
            "nobody repairs them, and no flicker heals them"
        )
    (row,) = (row for row in tally.rows(job) if row["disturbance"] == "all")
    assert (row["failed"], row["gestures"]) == (5, gestures)
    assert tally.gestures["dead_hole"] == gestures
    assert tally.sums["all"]["illegal"] == tally.sums["all"]["stuck"] == 0
    plain = Job("fast_track", "butterfly", "hex", 1, 1)
    assert not {"failed", "games"} & set(tally.rows(plain)[0])


def test_the_command_prints_a_row_a_disturbance_and_one_for_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = "hands --rules stevens --gestures 12 --seed 9 --disturbance counting slip --json"
    assert main(line.split()) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["command"] == "hands"
    assert told["seed"] == 9
    rows = told["results"]
    assert [row["disturbance"] for row in rows] == [*NAMES, "all"]
    assert set(rows[-1]) == {
        "game", "rules", "disturbance", "rate", "gestures", "wrong", "illegal", "stuck",
        "replaced", "indistinguishable", "questions", "corrections",
    }  # fmt: skip
    assert rows[0]["rate"] == 1.0
    assert rows[-1]["gestures"] == 12
    assert next(r for r in rows if r["disturbance"] == "knock")["gestures"] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--game ludo", "no game 'ludo'"),
        ("--rules house", "no rules 'house'"),
        ("--rules stevens --board square", "not on 'square'"),
        ("--gestures -3", "at least one gesture, please, not -3"),
        ("--gestures 0", "at least one gesture, please, not 0"),
        ("--failed 21", "0 to 20 failed sensors, please, not 21"),
        ("--failed -1", "0 to 20 failed sensors, please, not -1"),
        ("--gestures 5 --jobs 0", "at least one process (--jobs), please, not 0"),
        ("--people second --rules street --cards physical", "'physical' is not one of virtual"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hands", *words.split()]) == 2
    assert said in capsys.readouterr().err


def test_an_unknown_disturbance_is_named() -> None:
    with pytest.raises(BadConfig, match="no disturbance 'earthquake'"):
        checked(Job("fast_track", None, None, 1, 1, ("earthquake",)))


@pytest.mark.slow
def test_some_gestures_go_through_a_real_pseudo_terminal_pp_40() -> None:
    tally = run(checked(Job("fast_track", "classic", "square", 3, 12, ("bounce",), pty=True)))
    assert tally.told == []
    assert tally.gestures["all"] == 3
