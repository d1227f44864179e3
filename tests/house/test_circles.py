"""No circle between files: a file that two others need of each other is a third file's idea.

Imports under ``TYPE_CHECKING`` and inside functions count: they only hide that two files know each
other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

WITHOUT_CIRCLES = ("engine", "companion_web")
"""Rooms that hold this today."""


def modules(root: Path, room: str) -> dict[str, Path]:
    """All modules of a room by their dotted name; a package by its own."""
    found = {}
    for path in sorted((root / room).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The known modules that one names, wherever in the file it does."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                if whole in known:
                    yield whole
                elif module in known:
                    yield module


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """The names of one circle, the first again at the end; none when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


@pytest.mark.parametrize("room", WITHOUT_CIRCLES)
def test_no_files_of_a_room_import_each_other_in_a_circle(root: Path, room: str) -> None:
    known = modules(root, room)
    graph = {name: set(imported(name, path, known)) - {name} for name, path in known.items()}
    assert not circle(graph)


def test_a_circle_is_found_where_there_is_one(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (room / "high.py").write_text("def f():\n    from .low import g\n")
    (room / "low.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import high\n"
    )
    known = modules(tmp_path, "room")
    graph = {name: set(imported(name, path, known)) - {name} for name, path in known.items()}
    assert set(circle(graph)) == {"room.high", "room.low"}
