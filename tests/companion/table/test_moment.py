"""Whoever reads the moment cannot change it, and one agenda tells when something is due."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from companion.play.clocks import ClockFace, Clocks
from companion.table.moment import Moment
from companion.table.referee import Referee

from .table_rig import Rig

HOLDERS = {
    "agenda.py",
    "bot_play.py",
    "lent_board.py",
    "modes.py",
    "referee.py",
    "standing_again.py",
    "table.py",
    "teaching.py",
}
"""Files of the table that may hold the moment to change it."""


@pytest.mark.parametrize("shown", [Moment, ClockFace])
def test_nothing_of_a_moment_can_be_set(shown: type) -> None:
    """A bare annotation or a setter would let mypy pass an assignment."""
    assert not inspect.get_annotations(shown)
    own = {name: part for name, part in vars(shown).items() if not name.startswith("_")}
    assert own
    for name, part in own.items():
        assert inspect.isfunction(part) or isinstance(part, property), name
        assert not isinstance(part, property) or part.fset is None, name


def test_everybody_else_is_handed_the_moment_to_read() -> None:
    assert inspect.signature(Referee.moment.fget).return_annotation == "Moment"  # type: ignore[attr-defined]
    folder = Path(inspect.getfile(Referee)).parent
    holding = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("held_moment"):
                holding.add(path.name)
    assert holding == HOLDERS


def test_the_clocks_are_followed_once_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    rig, followed = Rig().new(), []
    follow = Clocks.follow

    def counted(self: Clocks, *args: object, **more: object) -> None:
        followed.append(self)
        follow(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Clocks, "follow", counted)
    rig.table._referee.evaluate()
    assert len(followed) == 1


def test_what_is_due_is_done_at_its_time_and_then_gone_from_the_agenda() -> None:
    """PP-18: a card that moves nothing is said for a moment, then the step is made."""
    rig = Rig().new().card("5")
    assert rig.state == "pending"
    rig.wait(0.1)
    game, due = rig.table._moment.game, rig.table.deadline()
    assert game is not None
    assert due is not None
    stood = len(game.steps)
    rig.clock.t = due - 0.001
    rig.table.tick()
    assert (len(game.steps), rig.table.deadline()) == (stood, due)
    rig.clock.t = due
    rig.table.tick()
    assert len(game.steps) > stood
    assert rig.table.deadline() != due
