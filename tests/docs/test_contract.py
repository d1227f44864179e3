"""docs/architecture.md tells all that the rooms may ask of a position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.game import Position

MEMBERS = sorted(name for name in vars(Position) if not name.startswith("_"))


@pytest.fixture(scope="module")
def contract(root: Path) -> str:
    text = (root / "docs" / "architecture.md").read_text("utf-8")
    return text.partition("## What a game must keep")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", MEMBERS)
def test_every_member_of_a_position_is_told(contract: str, name: str) -> None:
    rows = [row.split("|")[1] for row in contract.splitlines() if row.startswith("| `")]
    assert any(re.search(rf"`{name}\b", row) for row in rows)


def test_the_rooms_ask_positions_for_nothing_by_guess(root: Path) -> None:
    """What is not in the contract would have to be looked for by name."""
    guess = re.compile(r"(?:getattr|hasattr)\(\w*position,")
    rooms = (*(root / "engine" / "bots").rglob("*.py"), *(root / "companion").rglob("*.py"))
    found = [path.name for path in rooms if guess.search(path.read_text("utf-8"))]
    assert found == []
