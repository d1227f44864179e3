"""The words of refusals stand in two places: of commands in the model, of files in the store."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from parsed import nodes_of, tree_of

from companion.model import board_refusals as of_boards
from companion.model import refusals as of_commands
from companion.model import score_refusals as of_scores
from companion.store import refusals as of_files

ROOMS = ("companion", "companion_web")
ROOT_CLASS = "CommandRefused"


def last_name(node: ast.expr) -> str:
    """``C`` of ``C`` and of ``a.b.C``; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def kinds_of_refusals(trees: Iterable[ast.Module]) -> set[str]:
    """The names of ``CommandRefused`` and of every class below it."""
    classes = [n for tree in trees for n in nodes_of(tree) if isinstance(n, ast.ClassDef)]
    kinds: set[str] = set()
    found = {ROOT_CLASS}
    while found - kinds:
        kinds |= found
        found = {c.name for c in classes if any(last_name(base) in kinds for base in c.bases)}
    return kinds


def makes_one(tree: ast.Module, kinds: set[str]) -> bool:
    """Whether a module makes a refusal, also by a module's name or under a name of its own."""
    imports = [n for n in nodes_of(tree) if isinstance(n, ast.ImportFrom)]
    own = {a.asname for n in imports for a in n.names if a.asname and a.name in kinds}
    calls = (n for n in nodes_of(tree) if isinstance(n, ast.Call))
    return any(last_name(call.func) in kinds | own for call in calls)


def test_every_refusal_is_made_in_a_module_of_refusals(root: Path) -> None:
    trees = {
        str(path.relative_to(root)): tree_of(path)
        for room in ROOMS
        for path in (root / room).rglob("*.py")
    }
    kinds = kinds_of_refusals(trees.values())
    assert kinds >= {ROOT_CLASS, "FileRefused"}
    makers = {name for name, tree in trees.items() if makes_one(tree, kinds)}
    rooms = {f"companion/{room}/refusals.py" for room in ("model", "store", "upkeep")}
    own = {f"companion/model/{of}_refusals.py" for of in ("board", "score")}
    assert makers == rooms | own


@pytest.mark.parametrize(
    "text",
    [
        "CommandRefused('over', 'Over.')",
        "errors.CommandRefused('over', 'Over.')",
        "companion.errors.FileRefused('bad-name', 'No.')",
        "from companion.errors import CommandRefused as No\nNo('over', 'Over.')",
    ],
)
def test_a_refusal_is_found_under_any_name(text: str) -> None:
    kinds = kinds_of_refusals([ast.parse("class FileRefused(errors.CommandRefused): ...")])
    assert makes_one(ast.parse(text), kinds)
    assert not makes_one(ast.parse("except_for(CommandRefused)"), kinds)


def test_no_sentence_of_a_refusal_stands_there_twice() -> None:
    files = [Path(module.__file__) for module in (of_commands, of_boards, of_files, of_scores)]
    trees = [tree_of(file) for file in files]
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    said = Counter(ast.unparse(node.body[-1]) for node in functions)
    assert len(functions) > 60
    assert not {what: n for what, n in said.items() if n > 1}
