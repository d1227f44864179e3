"""What test files share stands in files of its own, each with a name that no other has.

Tests find what they share by its name alone, in whichever folder was opened first. With two files
of one name it would hang on the order of the tests which of them is read.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from parsed import nodes_of, tree_of


def imported(path: Path) -> set[str]:
    """The modules that a file imports."""
    found = set()
    for node in nodes_of(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            named = [node.module] if node.module else [one.name for one in node.names]
            found |= set(named)
    return found


def test_no_test_imports_another_test(root: Path) -> None:
    found = [
        f"{path.relative_to(root)}: {name}"
        for path in sorted((root / "tests").rglob("*.py"))
        for name in sorted(imported(path))
        if name.rpartition(".")[2].startswith("test_")
    ]
    assert found == [], "move what they share into a file that is no test"


def test_no_two_helpers_have_one_name(root: Path) -> None:
    own = {"conftest.py", "__init__.py"}
    names = Counter(path.name for path in (root / "tests").rglob("*.py"))
    shared = [n for n, many in names.items() if many > 1 and not n.startswith("test_")]
    assert sorted({*shared} - own) == []
