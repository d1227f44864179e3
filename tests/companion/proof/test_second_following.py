"""What the second people do with arrows, lights and the page's list, one marble at a time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from second_judged import Answering, Showing, a_look, a_position, people_at, played

from companion.proof.rehearsal.rehearsal import Rehearsal
from companion.proof.second.answering import listed
from companion.proof.second.following import GONE, NO_SUCH, OTHER, Follower
from companion.proof.second.hands import Hands
from companion.proof.second.judge import Stuck
from companion.proof.second.memory import Memory
from companion.proof.second.people import People
from companion.proof.second.seen import Seen
from companion.proof.second.talk import ByLines, FastLane, Line, Talk
from companion.proof.second.world import Held, World, set_out


class Following:
    """A follower over a wood, beside a hand; what it has changed is in ``edges``."""

    def __init__(self, wood: Mapping[str, str], hand: Sequence[str] = ()) -> None:
        world = World(dict(wood), [Held(token) for token in hand])
        talk, position = Talk(FastLane(Rehearsal())), a_position()
        hands = Hands(world, talk, random.Random(1))
        self.follower = Follower(world, hands, position.board)
        self.look = a_look(position, "correction")
        self._talk = talk

    def arrow(self, frm: str, to: str, token: str) -> Seen:
        """A look with one debt, and the arrow of it."""
        return replace(self.look, owed=[owed(frm, to, token)], arrow=(frm, to))

    def light(self, hole: str, role: str = "return", **more: object) -> Seen:
        """A look with one light."""
        return replace(self.look, lights={hole: role}, **more)  # type: ignore[arg-type]

    @property
    def edges(self) -> list[tuple[str, bool]]:
        return [edge[1:] for edge in self._talk.edges]


def owed(frm: str, to: str, token: str) -> Line:
    return {"token": token, "frm": frm, "to": to, "blocking": True}


# --------------------------------------------------------------------------------------- arrows


def test_people_put_what_an_arrow_names_from_the_hand_where_another_colour_stands() -> None:
    table = Following({"A5": "A"}, hand=["D", "A"])
    assert table.follower.step(table.arrow("A5", "A7", "D"))
    assert table.edges == [("A7", True)]
    assert table.follower.world.wood == {"A5": "A", "A7": "D"}
    assert table.follower.lies == Counter({OTHER: 1})


def test_people_carry_what_stands_where_the_arrow_starts_though_they_hold_such_a_marble() -> None:
    table = Following({"A5": "D"}, hand=["D"])
    assert table.follower.step(table.arrow("A5", "A7", "D"))
    assert table.edges == [("A5", False), ("A7", True)]
    assert not table.follower.lies


def test_an_arrow_that_starts_at_an_empty_hole_tells_another_lie() -> None:
    table = Following({}, hand=["D"])
    assert table.follower.step(table.arrow("A5", "A7", "D"))
    assert table.edges == [("A7", True)]
    assert table.follower.lies == Counter({GONE: 1})


def test_people_take_off_what_is_owed_to_no_hole_though_another_colour_is_named() -> None:
    table = Following({"A5": "A"}, hand=["D"])
    table.follower.step(replace(table.look, owed=[owed("A5", "", "D")]))
    assert table.edges == [("A5", False)]
    assert table.follower.lies == Counter({NO_SUCH: 1})


def test_no_lie_is_counted_where_nothing_that_is_named_is_in_the_hand() -> None:
    table = Following({"A5": "A"})
    assert table.follower.step(table.arrow("A5", "A7", "D"))
    assert table.edges == [("A5", False), ("A7", True)]
    assert table.follower.lies == Counter({NO_SUCH: 1})


# --------------------------------------------------------------------------------------- lights


@pytest.mark.parametrize(
    ("hand", "look", "put"),
    [
        pytest.param("DA", {"hole": "A5", "role": "missing", "tints": {"A5": "D"}}, "D", id="tint"),
        pytest.param("AD", {"hole": "Ap1"}, "A", id="the pen's"),
        pytest.param(
            "AD", {"hole": "Ap1", "left": {"Ap1": "D"}}, "A", id="the pen's, whoever left"
        ),
        pytest.param("DA", {"hole": "A5", "left": {"A5": "D"}}, "D", id="the one that left it"),
        pytest.param(
            "DA",
            {"hole": "A5", "left": {"A5": "D"}, "held": ["D", "A"]},
            "D",
            id="not the last drawn",
        ),
        pytest.param("DA", {"hole": "A5", "held": ["D"]}, "D", id="the one that is drawn"),
        pytest.param("DBA", {"hole": "A5", "held": ["D", "B"]}, "B", id="the last that is drawn"),
        pytest.param("DA", {"hole": "A5"}, "A", id="the last that was lifted"),
    ],
)
def test_people_put_on_a_light_what_it_calls_for(hand: str, look: Line, put: str) -> None:
    table = Following({}, hand=hand)
    assert table.follower.step(table.light(**look))
    assert table.follower.world.wood == {look["hole"]: put}


@pytest.mark.parametrize("kind", [FastLane, ByLines])
def test_a_look_tells_which_marble_left_which_hole(kind: type[FastLane | ByLines]) -> None:
    people = people_at(a_position(), kind(Rehearsal()))
    people.tell(next(one for one in people.memory.now.legal() if one.text == "card:2"))
    people.hands.lift("A5")
    people.talk.wait(1.0)
    look = people.look()
    assert (look.held, look.left) == (["A"], {"A5": "A"})


# ----------------------------------------------------------------------------- the page's list


def test_people_find_their_last_move_in_the_list_though_a_card_was_named_since() -> None:
    memory = played(a_position(), "card:2", "A5-A7", "card:2")
    theirs = {"action": "A5-A7", "colour": "A"}
    assert listed(memory, replace(a_look(memory.now, "ask"), moves=[theirs])) is theirs


def test_of_moves_of_one_name_people_find_their_last_by_its_colour() -> None:
    """Both have made that, and the page lists one more of that name that nobody has made."""
    names = ("B5-B7", "B3-B5", "B7-B9", "B5-B7")
    told = [one for name in names for one in ("card:2", name)]
    first = a_position(A=["p", "p", "p", "B5"], D=["p", "p", "p", "B3"])
    memory = played(first, *told)
    more, theirs, other = ({"action": "B5-B7", "colour": colour} for colour in "DDA")
    before = {"action": "B3-B5", "colour": "D"}
    look = replace(a_look(memory.now, "ask"), moves=[more, theirs, before, other])
    assert listed(memory, look) is theirs


def test_people_put_no_car_where_the_light_calls_for_another_one() -> None:
    position = a_position()
    people = People(Talk(Answering()), World({"A9": "D"}), Memory(position), random.Random(1))
    people.world.hand.append(Held("B"))
    look = replace(a_look(position, "stray"), lights={"A5": "return"}, held=["D"])
    assert not people.follower.step(look)
    assert people.follower.fetch(look)
    assert people.world.wood == {"A5": "D"}
    assert people.follower.step(replace(look, lights={"A7": "return"}, held=[]))
    assert people.world.wood == {"A5": "D", "A7": "B"}


def test_people_put_nothing_back_where_they_want_another_marble() -> None:
    """They have lifted it to make room, though a light still calls for it there."""
    position = a_position()
    people = People(Talk(Answering()), World({}), Memory(position), random.Random(1))
    people.world.hand += [Held("D", "A5"), Held("A", "A5")]
    look = replace(a_look(position, "lifted"), lights={"A5": "destination"}, held=["A", "D"])
    assert people.follower.back(look, position)
    assert people.world.wood == {"A5": "A"}
    people.world.lift("A5")
    people.world.hand[-1].frm = "A7"
    assert not people.follower.back(look, position)


def test_people_bring_back_what_the_page_has_in_a_hand_sooner_than_waiting() -> None:
    position = a_position(A=["p", "p", "p", "A7"])
    look = replace(
        a_look(position, "lifted"), lights={"A4": "destination", "A5": "origin"}, held=("A",)
    )
    wood = World({"A7": "A", "B8": "D"})
    people = People(Talk(Showing(look)), wood, Memory(position), random.Random(1))
    people.world.hand.append(Held("B", "B7"))
    with pytest.raises(Stuck):
        people.settle()
    assert people.world.wood == {"A5": "A", "B8": "D"}


class Insisting(Showing):
    """A table that calls for A on A5 and has any other marble taken off again."""

    def __init__(self, rest: Seen) -> None:
        super().__init__(rest)
        self.world = World({})

    def see(self, line: Line) -> Seen:
        """What it calls for, as the wood is now."""
        there = self.world.wood.get("A5")
        owed = ({"token": there, "frm": "A5", "to": "", "blocking": True},)
        if there is None:
            return replace(self.look, state="lifted", lights={"A5": "origin"}, held=("A",))
        return self.look if there == "A" else replace(self.look, state="correction", owed=owed)


def test_people_give_in_where_the_table_calls_once_more_for_the_same() -> None:
    position = a_position(A=["p", "p", "p", "p"], D=["p", "p", "p", "A5"])
    table = Insisting(a_look(position))
    people = People(Talk(table), set_out(position), Memory(position), random.Random(1))
    table.world = people.world
    people.hands.lift("A5")
    people.world.hand.insert(0, Held("A", "A5"))
    people.settle()
    assert people.world.wood["A5"] == "A"
    assert [held.token for held in people.world.hand] == ["D"]
    puts = [edge for edge in people.talk.edges if edge[1:] == ("A5", True)]
    assert len(puts) == 2
