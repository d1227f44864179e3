"""A game is a plug: outside its folders only lists and docs name it (docs/adding_a_game.md)."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from engine.registry import REGISTRY

LISTS = {"engine/registry.py", "companion/games/packs.py", "pyproject.toml"}
MORE = {
    "engine/boards/kinds.py": "the list of the boards, where a game has wood of its own",
    "companion/proof/bench_engine.py": "says of which games it measures the speed",
}
"""Further files that may name a game, and why."""
CITED_BY_SHARED_ROOMS = {"FT", "BF", "RP"}
"""Ids of rules that the table, the clocks and the wood cite: they were built for these games.

The ids of every other game stand in its folders only.
"""
PAPERS = ("docs/", "README.md", "CHANGELOG.md")


FOLDERS = [type(REGISTRY.game(name)).__module__.split(".")[2] for name in REGISTRY.names]
"""A game's folder; its name on the wire may be another."""
each_game = pytest.mark.parametrize("game", FOLDERS)


def name_of(root: Path, game: str) -> re.Pattern[str]:
    """The game's name, whatever the case, and the ids of its rules (``docs/rules``)."""
    rules = "".join(one.read_text("utf-8") for one in (root / "docs/rules").glob(f"{game}*.md"))
    ids = set(re.findall(r'<a id="([A-Z]+)-[0-9]+">', rules))
    assert ids, f"docs/rules has no rules of {game} with ids"
    cited = [rf"\b{one}-[0-9]" for one in sorted(ids - CITED_BY_SHARED_ROOMS)]
    return re.compile("|".join([f"(?i:{game.replace('_', '[_ ]?')})", *cited]))


@cache
def naming(root: Path, game: str) -> set[str]:
    """Tracked files that name it or cite a rule of it, by their path or in their text."""
    name = name_of(root, game)
    listed = subprocess.run(
        ["git", "ls-files"], cwd=root, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    files = [one for one in listed if (root / one).is_file()]
    return {
        one
        for one in files
        if name.search(one) or name.search((root / one).read_bytes().decode("latin-1"))
    }


@each_game
def test_outside_its_folders_a_game_is_named_only_in_lists_and_docs(root: Path, game: str) -> None:
    found = naming(root, game)
    folders = (f"engine/games/{game}/", f"companion/games/{game}/")
    assert any(one.startswith(folders[0]) for one in found)
    outside = {one for one in found if not one.startswith((*folders, *PAPERS, "tests/"))}
    offered = (root / folders[1] / "pack.py").is_file()
    lists = LISTS if offered else LISTS - {"companion/games/packs.py"}
    assert outside - set(MORE) == lists


@each_game
def test_each_list_names_it_in_three_lines_at_most(root: Path, game: str) -> None:
    """Two: what is imported, and its place in the list; one row of packages may be two."""
    name = re.compile(game.replace("_", "[_ ]?"), re.IGNORECASE)
    for path in sorted(naming(root, game) & LISTS):
        lines = (root / path).read_text("utf-8").splitlines()
        assert 1 <= sum(name.search(line) is not None for line in lines) <= 3, path


def test_the_worked_example_needs_no_file_more(root: Path) -> None:
    assert not naming(root, "wahoo") & set(MORE)


def test_every_path_that_the_walk_through_names_is_there(root: Path) -> None:
    text = (root / "docs" / "adding_a_game.md").read_text("utf-8")
    named = re.findall(r"`((?:engine|companion|tests|docs)/[\w./]*)`", text)
    assert len(named) > 12
    assert not [one for one in named if "NAME" not in one and not (root / one).exists()]
