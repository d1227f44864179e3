"""The second people and their judge: they play, they find a table that misreads, they repeat."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from second_judged import Answering, a_look, a_position, people_at

from companion.proof.rehearsal.rehearsal import Rehearsal
from companion.proof.second.answering import OTHER_CARD, listed, truth
from companion.proof.second.judge import ILLEGAL, STUCK, WRONG, at_rest
from companion.proof.second.kinds import ALL, KINDS, NONE, PAIRS, SWAP, drawn
from companion.proof.second.memory import Memory
from companion.proof.second.people import People
from companion.proof.second.run import Job, Result, case, run, scenario
from companion.proof.second.scenario import text
from companion.proof.second.seen import Seen
from companion.proof.second.starts import Table, start, tables
from companion.proof.second.talk import ByLines, FastLane, Line, Recorded, Talk
from companion.proof.second.whole_way import SHARE
from companion.proof.second.world import World, set_out

CLASSIC = Table("fast_track", "classic")
WAHOO = Table("wahoo", "wahoo")
OTHERS = [table for table in tables() if table.rules != "street"]
"""All tables but that of the street race: ``test_second_street`` plays there."""


# ---------------------------------------------------------------------------------- playing


@pytest.mark.parametrize("table", OTHERS, ids=lambda t: f"{t.rules}-{t.hands}")
def test_undisturbed_play_is_read_right(table: Table) -> None:
    result = run(Job((table,), 25, seed=3, kinds=()))
    assert result.told == []
    assert result.gestures >= 20


def test_nobody_plays_a_card_that_the_common_deck_has_not_given() -> None:
    butterfly = Table("fast_track", "butterfly", "virtual")
    result = run(Job((butterfly,), 45, 5, ("ignored_question", "sleeve"), rate=0.5))
    assert result.told == []
    assert not result.sums[0].refused


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gestures", "seed"), [(2, 6), *(pytest.param(n, 5, marks=pytest.mark.slow) for n in (8, 40))]
)
def test_every_kind_is_played_and_counted_in_its_row(gestures: int, seed: int) -> None:
    counted: Counter[str] = Counter()
    for kind in KINDS:
        counted += run(Job((CLASSIC,), gestures, seed, (kind,), rate=0.6)).sums[0].gestures
    assert [kind for kind in KINDS if not counted[kind]] == []


def test_kinds_come_alone_and_in_pairs() -> None:
    rng = random.Random(1)
    drawings = [drawn(rng, tuple(KINDS)) for _ in range(20_000)]
    for kind in KINDS:
        assert 0.016 < sum(kind in one for one in drawings) / len(drawings) < 0.024
    assert any(len(one) == 2 for one in drawings)


@pytest.mark.parametrize(
    "gestures", [6, *(pytest.param(n, marks=pytest.mark.slow) for n in (30, 120))]
)
def test_the_same_seed_brings_the_same_for_any_number_of_processes(gestures: int) -> None:
    job = Job((CLASSIC, WAHOO), gestures, seed=4)
    one, two = run(job, 1), run(job, 2)
    assert one.rows() == two.rows()
    assert one.told == two.told


@pytest.mark.parametrize(
    ("gestures", "seed"),
    [(15, 2), *(pytest.param(*row, marks=pytest.mark.slow) for row in ((60, 2), (200, 6)))],
)
def test_rows_count_undisturbed_play_swaps_pairs_and_all(gestures: int, seed: int) -> None:
    played = run(Job((CLASSIC,), gestures, seed, rate=0.1))
    rows = {row["disturbance"]: row for row in played.rows()}
    assert {NONE, SWAP, PAIRS, ALL} <= rows.keys()
    plain = rows[NONE]["gestures"] + rows[SWAP]["gestures"]
    assert plain < rows[ALL]["gestures"]
    assert rows[SWAP]["questions"] > 0


@pytest.mark.parametrize(
    "seeds",
    [
        range(32, 33),
        pytest.param(range(33, 37), marks=pytest.mark.slow),
        pytest.param(range(37, 44), marks=pytest.mark.slow),
    ],
    ids=["one", "few", "more"],
)
def test_the_fast_lane_and_the_lines_lead_to_the_same(seeds: range) -> None:
    job = Job((CLASSIC,), 100, rate=0.1)
    for seed in seeds:
        fast = case(job, CLASSIC, seed, FastLane(Rehearsal())).play()
        slow = case(job, CLASSIC, seed, ByLines(Rehearsal())).play()
        assert fast == slow


def test_beside_a_question_the_fast_lane_shows_the_moves_that_the_page_lists() -> None:
    """Another car had made a move of that name: only the list tells that it is not theirs."""
    job = Job((Table("racepack", "race"),), 5)
    both = [Recorded(FastLane(Rehearsal())), Recorded(ByLines(Rehearsal()))]
    for table in both:
        assert case(job, job.tables[0], 131006000090, table).play().finding is None
    assert both[0].lines == both[1].lines


def test_the_fast_lane_hears_the_refusals_that_lines_tell() -> None:
    new = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
    for table in FastLane(Rehearsal()), ByLines(Rehearsal()):
        assert table.hear({"at": 0.0, "command": {"command": "undo"}, "seat": None}) is not None
        assert table.hear({"at": 1.0, "new": new}) is None
        for card, refusal in (("A", None), ("K", "card-played"), ("17", "unknown-card")):
            command = {"command": "card", "card": card}
            assert table.hear({"at": 2.0, "command": command, "seat": None}) == refusal
        assert table.hear({"at": 1.0}) == "malformed"


def test_some_cases_go_the_whole_way_through_board_wire_and_session() -> None:
    told: list[Line] = []

    class Overheard(FastLane):
        def hear(self, line: Line) -> str | None:
            told.append(line)
            return super().hear(line)

    report = case(Job((CLASSIC,), 5, kinds=()), CLASSIC, 5 * SHARE, Overheard(Rehearsal())).play()
    assert report.finding is None
    edges = [line["at"] for line in told if "edge" in line]
    assert min(b - a for a, b in pairwise(edges)) < 0.006  # contacts bounce
    assert report.gestures[ALL] >= 4


def test_cases_of_one_start_begin_at_one_position() -> None:
    assert start(CLASSIC, 7) is start(CLASSIC, 7)
    assert start(CLASSIC, 7).position != start(CLASSIC, 8).position


def test_a_case_is_printed_as_a_scenario_that_ends_as_people_meant() -> None:
    for seed in range(61, 65):
        report, file = scenario(Job((WAHOO,), 5, kinds=()), seed)
        assert report.finding is None
        *lines, expected = [json.loads(line) for line in file.splitlines()]
        table = Rehearsal()
        answers = [table.line(line) for line in lines]
        assert answers[-1]["view"]["position"] == expected["expect"]["view"]["position"]


# ---------------------------------------------------------------------------------- the judge


class Crooked(FastLane):
    """A table that misreads on purpose: ``bend`` spoils each look."""

    def bend(self, look: Seen) -> Seen:
        """What it shows instead."""
        raise NotImplementedError

    def see(self, line: Line) -> Seen:
        """The spoilt look."""
        return self.bend(super().see(line))


class Deaf(FastLane):
    """A table that says that all is well whatever the wood looks like."""

    def hear(self, line: Line) -> str | None:
        """Sensors are not heard."""
        return None if "edge" in line else super().hear(line)


class Hasty(Crooked):
    """A table that shows another position than the one that was played."""

    def bend(self, look: Seen) -> Seen:
        """One marble of the first colour stands in the bull's eye, if any can."""
        position = json.loads(json.dumps(look.position))
        colour = sorted(position["marbles"])[0]
        position["marbles"][colour][0:1] = []
        position["marbles"][colour] = sorted(
            [*position["marbles"][colour], "X"], key=lambda m: (m != "p", m)
        )
        return replace(look, position=position)


class Mishearing(FastLane):
    """A table that takes another card than the one that was told."""

    def hear(self, line: Line) -> str | None:
        """An eight for a seven."""
        said = line.get("command", {})
        if said.get("card") == "7":
            line = {**line, "command": {**said, "card": "8"}}
        return super().hear(line)


class Silent(Crooked):
    """A table that is never at rest and leads nobody."""

    def bend(self, look: Seen) -> Seen:
        """A marble is in the hand, for ever."""
        return replace(look, state="lifted", owed=(), arrow=None, ask=None, lights={})


class Round(Crooked):
    """A table whose arrow leads one marble there and back again."""

    def bend(self, look: Seen) -> Seen:
        """From its hole to a free one; then the other way."""
        full = self.rehearsal.table.expected_tokens()
        hole = sorted(full)[0]
        arrow = (hole, "X")
        self.turn = not getattr(self, "turn", False)
        return replace(look, state="correction", arrow=arrow if self.turn else arrow[::-1])


def verdicts(kind: type[FastLane]) -> Iterator[str]:
    """What the judge says of ten cases at such a table, one after the other."""
    job = Job((CLASSIC,), 50, kinds=())
    reports = (case(job, CLASSIC, seed, kind(Rehearsal())).play() for seed in range(10))
    return (one.finding.verdict for one in reports if one.finding is not None)


@pytest.mark.parametrize(
    ("kind", "verdict"),
    [(Deaf, WRONG), (Hasty, WRONG), (Mishearing, WRONG), (Silent, STUCK), (Round, STUCK)],
)
def test_a_table_that_misreads_on_purpose_is_found(kind: type[FastLane], verdict: str) -> None:
    assert verdict in verdicts(kind)


def test_a_table_that_rests_with_wrong_colours_is_expected_to_ask() -> None:
    for seed in range(10):
        recorded = Recorded(Deaf(Rehearsal()))
        played = case(Job((CLASSIC,), 5, kinds=()), CLASSIC, 20 * seed + 1, recorded)
        finding = played.play().finding
        last = json.loads(text(played, recorded.lines).splitlines()[-1])["expect"]
        assert last == {"state": "ask"} if finding and finding.colours else "view" in last


def test_all_is_well_with_two_colours_exchanged_is_wrong() -> None:
    position = a_position()
    world = set_out(position)
    world.wood["A5"], world.wood["B8"] = world.wood["B8"], world.wood["A5"]
    finding = at_rest(a_look(position), Memory(position), world)
    assert finding is not None
    assert finding.verdict == WRONG
    assert "A5 holds {'D': 1}, not {'A': 1}" in finding.what


def test_a_captured_marble_in_the_hand_may_be_owed() -> None:
    position = a_position()
    world = set_out(position)
    world.lift("Dp3")
    owed = {"token": "D", "frm": "", "to": "Dp3", "blocking": False}
    look = a_look(position)
    assert at_rest(replace(look, owed=(owed,)), Memory(position), world) is None
    assert at_rest(look, Memory(position), world) is not None


def test_a_position_that_cannot_be_is_illegal() -> None:
    position = a_position()
    look = a_look(position)
    assert look.position is not None
    crooked = {**look.position, "marbles": {"A": ["A5"] * 4, "D": ["p"] * 4}}
    finding = at_rest(replace(look, position=crooked), Memory(position), set_out(position))
    assert finding is not None
    assert finding.verdict == ILLEGAL


def test_an_earlier_position_of_theirs_is_no_mistake_if_the_wood_stands_so() -> None:
    first = a_position()
    memory = Memory(first)
    for name in ("card:2", "A5-A7"):
        action = next(a for a in memory.now.legal() if a.text == name)
        memory.add(action, memory.now.apply(action).position)
    assert at_rest(a_look(first), memory, set_out(first)) is None
    assert at_rest(a_look(first), memory, set_out(memory.now)) is not None


# ------------------------------------------------------------------------------------- answers


def an_option(ident: str, actions: tuple[str, ...] = (), hole: str = "", token: str = "") -> Line:
    """One option of a question."""
    return {"id": ident, "actions": actions, "hole": hole, "token": token}


def test_people_answer_by_what_they_see_then_by_what_they_did() -> None:
    world = World({"A5": "D"})
    colours = {"options": [an_option("0", ("A5=B8",), "A5", "A"), an_option("1", (), "A5", "D")]}
    assert truth(colours, ["A5=B8"], world) == "1"
    played = {"options": [an_option("0", ("A5=B8",)), an_option("neither")]}
    assert truth(played, ["card:J", "A5=B8"], world) == "0"
    assert truth(played, [], world) == "neither"


def test_asked_what_was_played_first_people_name_their_move_before() -> None:
    told = [an_option("0", ("adv",)), an_option("1", ("drift B",)), an_option("neither")]
    asked = {"message": {"key": "ask.first"}, "options": told}
    assert truth(asked, ["drift B"], World({}), ["adv"]) == "0"
    assert truth(asked, ["drift B"], World({}), ["drift B"]) == "1"
    assert truth(asked, ["drift B"], World({}), ["drift R"]) == "1"


def by_card(ident: str, key: str, card: str = "") -> Line:
    """An option that says which card one move was played with."""
    return an_option(ident, ("A9-A10",)) | {"message": {"key": key, "params": {"card": card}}}


@pytest.mark.parametrize(("card", "true"), [("J", "0"), ("JOKER", "1"), ("9", "2")])
def test_people_name_the_card_of_a_move_as_the_page_writes_it(card: str, true: str) -> None:
    cards = [by_card("0", "ask.by_card", "J"), by_card("1", "ask.by_card", "@card.JOKER")]
    asked = {"message": {"key": "ask.happened"}, "options": [*cards, by_card("2", OTHER_CARD)]}
    assert truth(asked, ["A9-A10"], World({}), cards={"A9-A10": card}) == true


def test_people_know_that_they_have_named_the_card_of_a_move() -> None:
    options = [by_card("0", OTHER_CARD), by_card("1", "ask.named_card")]
    asked = {"message": {"key": "ask.happened"}, "options": options}
    assert truth(asked, ["A9-A10"], World({}), cards={"A9-A10": "JOKER"}) == "1"
    assert truth(asked, ["A9-A10"], World({})) == "0"


def test_another_car_s_move_of_the_same_name_is_not_their_move_before() -> None:
    driven = [{"key": "move.drive", "params": {"n": n, "b": f"tile {n}"}} for n in ("1", "3")]
    told = [
        {**an_option(f"{n}", (text,)), "message": message}
        for n, (text, message) in enumerate(zip(("F1", "F3"), driven, strict=True))
    ]
    asked = {"message": {"key": "ask.first"}, "options": told}
    line = {"message": {"key": "move.drive", "params": {"n": "1", "b": "tile 7"}}}
    assert truth(asked, ["F3"], World({}), ["F1"], line=line) == "1"
    assert truth(asked, ["F3"], World({}), ["F1"], line={"message": driven[0]}) == "0"


def test_people_find_their_last_move_in_the_list_by_its_colour() -> None:
    memory = Memory(a_position())
    for name in ("card:2", "A5-A7"):
        action = next(a for a in memory.now.legal() if a.text == name)
        memory.add(action, memory.now.apply(action).position)
    theirs, other = ({"action": "A5-A7", "colour": colour} for colour in ("A", "D"))
    look = a_look(memory.now, "ask")
    assert listed(memory, replace(look, moves=[other, theirs])) is theirs
    assert listed(memory, look) is None


def test_people_put_once_more_what_stands_and_the_page_says_is_in_a_hand() -> None:
    """A sleeve hid that it took the place of another one."""
    position = a_position()
    people = people_at(position)
    look = replace(a_look(position, "lifted"), lights={"A5": "destination"}, held=["A"])
    assert not people.follower.again(replace(look, held=["D"]))
    assert people.follower.again(look)
    assert [edge[1:] for edge in people.talk.edges] == [("A5", False), ("A5", True)]


def test_people_say_neither_when_another_marble_stands_there_than_those_offered() -> None:
    offered = [an_option("0", (), "A5", "A"), an_option("1", (), "A5"), an_option("neither")]
    asked = {"message": {"key": "ask.identity"}, "options": offered}
    assert truth(asked, [], World({"A5": "D"})) == "neither"
    assert truth(asked, [], World({})) == "1"


def test_people_find_their_last_move_in_the_list_behind_moves_that_they_never_made() -> None:
    memory = Memory(a_position())
    for name in ("card:2", "A5-A7"):
        action = next(a for a in memory.now.legal() if a.text == name)
        memory.add(action, memory.now.apply(action).position)
    newest, theirs = ({"action": "A5-A7", "colour": "A", "number": n} for n in (2, 1))
    look = replace(a_look(memory.now, "ask"), moves=[newest, theirs])
    assert listed(memory, look) is theirs


def test_what_went_on_after_another_move_than_theirs_is_not_theirs() -> None:
    more = {**an_option("1", ("F1",)), "message": {"key": "ask.and_more", "params": {"it": "7"}}}
    driven = {**an_option("0", ("F2",)), "message": {"key": "move.drive", "params": {}}}
    asked = {"message": {"key": "ask.first"}, "options": [driven, more]}
    elsewhere, there = ({"message": {"key": "move.drive", "text": text}} for text in "67")
    assert truth(asked, ["F2"], World({}), ["F1"], line=elsewhere) == "0"
    assert truth(asked, ["F2"], World({}), ["F1"], line=there) == "1"


def test_people_who_have_put_all_back_say_that_nothing_was_played() -> None:
    position, table = a_position(), Answering()
    people = People(Talk(table), set_out(position), Memory(position), random.Random(1))
    for name in ("card:2", "A5-A7"):
        action = next(a for a in people.memory.now.legal() if a.text == name)
        people.memory.add(action, people.memory.now.apply(action).position)
    offered = [an_option("0", ("A5-A7",)), an_option("nothing")]
    ask = {"id": "q", "message": {"key": "ask.happened"}, "options": offered}
    look = replace(a_look(people.memory.meant[1].position, "ask"), ask=ask)
    people.answer(look)
    people.world.wood["A7"] = people.world.wood.pop("A5")
    people.answer(look)
    assert table.options == ["nothing", "0"]


@pytest.mark.slow
@pytest.mark.parametrize("table", OTHERS, ids=lambda t: f"{t.rules}-{t.hands}")
def test_undisturbed_play_is_read_right_for_long(table: Table) -> None:
    result: Result = run(Job((table,), 600, seed=8, kinds=()))
    assert result.told == []
    undisturbed = [row for row in result.rows() if row["disturbance"] == NONE]
    assert sum(row["questions"] for row in undisturbed) <= 0.02 * result.gestures
