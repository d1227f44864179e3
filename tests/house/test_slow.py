"""What `make test` leaves to the long tests: forms of a thing, never the thing itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from parsed import nodes_of, tree_of

IN_ONE_PIECE = {
    "test_by_keyboard.py": "test_hands.py makes a move by keyboard alone",
    "test_damaged_journal.py": "tests/companion/test_damaged_files.py reads what the page says",
    "test_street_end.py": "test_street_race.py and test_street_drive.py show the parts",
    "test_street_whole.py": "test_street_race.py begins such a race",
    "test_whole_game.py": "test_first_page.py, test_hands.py and test_dealt_hands.py play turns",
    "test_whole_race.py": "test_race_states.py shows each state",
}
"""Files of the browser that are one long journey, and what goes the same way in short steps."""


def is_slow(marks: ast.AST) -> bool:
    """Whether this is the mark itself. One of a parameter, or of one value of it, is another."""
    return ast.unparse(marks) == "pytest.mark.slow"


def always_slow(tree: ast.Module) -> bool:
    """Whether every test of a file is slow."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            marks = node.value.elts if isinstance(node.value, ast.List) else [node.value]
            if any(map(is_slow, marks)):
                return True
    tests = [n for n in nodes_of(tree) if isinstance(n, ast.FunctionDef) and n.name[:5] == "test_"]
    return all(any(map(is_slow, test.decorator_list)) for test in tests)


def test_make_test_plays_something_of_each_file_of_the_browser(root: Path) -> None:
    files = sorted((root / "tests" / "browser").glob("test_*.py"))
    assert len(files) > 50
    slow = {path.name for path in files if always_slow(tree_of(path))}
    assert slow == set(IN_ONE_PIECE), "keep its cheapest test, or name what goes the same way"


@pytest.mark.parametrize(
    ("source", "slow"),
    [
        ("@pytest.mark.slow\ndef test_a(): ...", True),
        ("pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]\ndef test_a(): ...", True),
        ("pytestmark = pytest.mark.slow\ndef test_a(): ...", True),
        ("@pytest.mark.slow\ndef test_a(): ...\ndef test_b(): ...", False),
        (
            "@pytest.mark.parametrize('n', [1, pytest.param(9, marks=pytest.mark.slow)])\n"
            "def test_a(n): ...",
            False,
        ),
    ],
)
def test_it_is_found(source: str, slow: bool) -> None:
    assert always_slow(ast.parse(source)) is slow
