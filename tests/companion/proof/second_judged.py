"""A second judge under test: positions, looks, and what it says of a table that rests."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.proof.rehearsal.rehearsal import Rehearsal
from companion.proof.second.judge import WRONG, Finding
from companion.proof.second.memory import Memory
from companion.proof.second.people import People
from companion.proof.second.performing import Performer
from companion.proof.second.report import Report
from companion.proof.second.rests import Rests
from companion.proof.second.seen import Seen
from companion.proof.second.talk import FastLane, Line, Listener, Rows, Talk
from companion.proof.second.world import set_out
from engine.action import Action
from engine.game import Position
from engine.registry import load

A_QUESTION: Final = {"id": "1", "message": {"key": "ask.happened"}, "options": ()}


def a_position(**marbles: list[str]) -> Position:
    """Two players on the board of six sides."""
    return load(
        {
            "game": "fast_track",
            "rules": "classic",
            "board": "hex",
            "players": [["A"], ["D"]],
            "teams": [[0], [1]],
            "marbles": {"A": ["p", "p", "p", "A5"], "D": ["p", "p", "p", "B8"], **marbles},
            "to_play": 0,
            "card": None,
            "winner": None,
        }
    )


def a_look(position: Position, state: str = "choose_card") -> Seen:
    """A table that says that all is well."""
    shown = position.view(None)["position"]
    assert isinstance(shown, dict)
    return Seen(state, "prompt.card", 0, {}, {}, shown, None, None, (), None)


def people_at(position: Position, table: Listener | None = None) -> People:
    """People at a table on which a game has begun there."""
    talk = Talk(table or FastLane(Rehearsal()))
    people = People(talk, set_out(position), Memory(position), random.Random(1))
    people.talk.say(
        new={"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]},
        position=position.to_json(),
        seed=1,
    )
    return people


class Showing:
    """A table that shows one look, whatever it hears."""

    def __init__(self, look: Seen) -> None:
        self.look = look

    def hear(self, line: Line) -> str | None:
        """Never refused."""
        return None

    def see(self, line: Line) -> Seen:
        """Always the same."""
        return self.look

    def written(self) -> Rows:
        """Nothing."""
        return []


class Answering(FastLane):
    """A table that only notes which options people choose."""

    def __init__(self) -> None:
        super().__init__(Rehearsal())
        self.options: list[str] = []

    def hear(self, line: Line) -> str | None:
        """Nothing is refused."""
        if "command" in line:
            self.options.append(line["command"]["option"])
        return None


def judged(
    memory: Memory,
    shown: Position,
    edges: Sequence[tuple[float, str, bool]],
    ends: Mapping[str, str],
    crossed: int = 0,
    asked: Sequence[str] = (),
) -> str:
    """What is said of a table that rests with ``shown`` after these edges.

    ``ends``   hole → the marble that stands there now, of those that were touched
    ``asked``  holes of which a question was asked before the last four edges, and nobody answered
    """
    people = People(
        Talk(Showing(a_look(shown))), set_out(memory.meant[0].position), memory, random.Random(1)
    )
    rests = Rests(people, Performer(people.hands, shown.board, random.Random(1)), Report(1))
    for n, (at, hole, full) in enumerate(edges):
        if asked and n == len(edges) - 4:
            lights = dict.fromkeys(asked, "ask")
            rests.leave_open(replace(a_look(shown, "ask"), lights=lights, ask=A_QUESTION))
        people.talk.at = at
        people.talk.edge(hole, full)
        people.world.wood.pop(hole, None)
    people.world.wood.update(ends)
    people.world.crossed = crossed
    place = memory.place(memory.json(shown))
    return rests.excused(Finding(WRONG, "", colours=place is not None)).verdict


def played(first: Position, *names: str) -> Memory:
    """A game in which these actions were meant."""
    memory = Memory(first)
    for name in names:
        memory.add(action_named(memory.now, name), after(memory.now, name))
    return memory


def action_named(position: Position, name: str) -> Action:
    """A legal action."""
    return next(one for one in position.legal() if one.text == name)


def after(position: Position, name: str) -> Position:
    """Where it leads."""
    return position.apply(action_named(position, name)).position
