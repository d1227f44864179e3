"""A game is a plug: outside its folders only lists and docs know its name (docs/adding_a_game.md).

Held for Wahoo, the worked example, which came last and asked for nothing of its own.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

GAME = "wahoo"
FOLDERS = (f"engine/games/{GAME}/", f"companion/games/{GAME}/", "tests/")
LISTS = {"engine/registry.py", "companion/games/packs.py", "pyproject.toml"}
PAPERS = ("docs/", "README.md", "CHANGELOG.md")


def naming(root: Path, name: str) -> set[str]:
    """Tracked files that name it, whatever the case, by their path or in their text."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=root, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    files = [one for one in listed if (root / one).is_file()]
    said = {one for one in files if name in (root / one).read_bytes().lower().decode("latin-1")}
    return said | {one for one in files if name in one.lower()}


def test_outside_its_folders_a_game_is_named_only_in_lists_and_docs(root: Path) -> None:
    found = naming(root, GAME)
    assert any(one.startswith(FOLDERS[0]) for one in found)
    assert any(one.startswith(FOLDERS[1]) for one in found)
    outside = {one for one in found if not one.startswith((*FOLDERS, *PAPERS))}
    assert outside == LISTS


def test_each_list_names_it_in_three_lines_at_most(root: Path) -> None:
    """Two: what is imported, and its place in the list; one row of packages may be two."""
    for name in sorted(LISTS):
        lines = (root / name).read_text("utf-8").lower().splitlines()
        assert 1 <= sum(GAME in line for line in lines) <= 3, name


def test_every_path_that_the_walk_through_names_is_there(root: Path) -> None:
    text = (root / "docs" / "adding_a_game.md").read_text("utf-8")
    named = re.findall(r"`((?:engine|companion|tests|docs)/[\w./]*)`", text)
    assert len(named) > 12
    assert not [one for one in named if "NAME" not in one and not (root / one).exists()]
