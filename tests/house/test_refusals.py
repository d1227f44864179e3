"""The words of refusals stand in one place."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from companion.model import refusals

ROOMS = ("companion", "companion_web")


def built(path: Path) -> bool:
    """Whether a file makes a refusal of its own."""
    calls = (n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call))
    return any(isinstance(c.func, ast.Name) and c.func.id == "CommandRefused" for c in calls)


def test_every_refusal_of_a_command_is_made_in_model_refusals(root: Path) -> None:
    makers = {
        str(path.relative_to(root))
        for room in ROOMS
        for path in (root / room).rglob("*.py")
        if built(path)
    }
    assert makers == {"companion/model/refusals.py"}


def test_no_sentence_of_a_refusal_stands_there_twice() -> None:
    tree = ast.parse(Path(refusals.__file__).read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    said = Counter(ast.unparse(node.body[-1]) for node in functions)
    assert len(functions) > 50
    assert not {what: n for what, n in said.items() if n > 1}
