"""The syntax trees of source files, read once for all house tests of a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """What a file says. Nobody changes it: the next test gets the same tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of such a tree: many tests look at each of them, and walking takes long."""
    return tuple(ast.walk(tree))
