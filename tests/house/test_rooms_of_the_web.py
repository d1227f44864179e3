"""The rooms inside ``companion_web``: an arrow goes down only."""

from __future__ import annotations

import ast
from collections.abc import Collection
from pathlib import Path

import pytest

WEB = "companion_web"
MAY_IMPORT = {
    "routes": set(),
    "errors": {"words"},
    "gzip": set[str](),
    "pace": set[str](),
    "words": set[str](),
    "drawing": {"errors", "words"},
    "access": {"errors", "words"},
    "context": {"access", "api", "drawing", "errors", "words"},
    "api": {"access", "context", "drawing", "errors", "words"},
    "openapi": {"access", "api", "context", "drawing", "errors", "words"},
    "pages": {"access", "api", "context", "drawing", "errors", "words"},
}
"""``app``, ``server``, ``channel`` and ``door`` stand above all rooms, so they may import all."""
BELOW_CONTEXT = {"schema", "stream", "views"}
"""Modules of ``api`` that ``context`` keeps for all requests."""


def modules_of(root: Path) -> dict[str, Path]:
    """Every module of the web by its name, without the leading ``companion_web.``."""
    found = {}
    for path in sorted((root / WEB).rglob("*.py")):
        parts = path.relative_to(root / WEB).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


def package_of(name: str, path: Path) -> list[str]:
    """The parts of the package in which a module lies."""
    parts = name.split(".")
    return parts if path.name == "__init__.py" else parts[:-1]


def needs(text: str, package: list[str], modules: Collection[str]) -> set[str]:
    """The web's modules that a module of ``package`` imports, also those only for types."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            named = (alias.name.partition(".") for alias in node.names)
            found |= {rest for top, _, rest in named if top == WEB and rest}
            continue
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.level:
            base = package[: len(package) - node.level + 1]
            source = ".".join([*base, *filter(None, [node.module])])
        elif (node.module or "").split(".")[0] == WEB:
            source = (node.module or "").removeprefix(WEB).lstrip(".")
        else:
            continue
        for alias in node.names:
            inner = f"{source}.{alias.name}".lstrip(".")
            found.add(inner if inner in modules else source)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "import companion_web.pages.table",
        "import os, companion_web.pages.table as table",
        "from companion_web.pages import table",
        "from companion_web.pages.table import played",
        "from ..pages import table",
        "if TYPE_CHECKING:\n    from ..pages.table import played",
    ],
)
def test_every_form_of_an_import_is_read(text: str) -> None:
    assert needs(text, ["api"], {"pages", "pages.table"}) == {"pages.table"}


@pytest.fixture(scope="module")
def graph(root: Path) -> dict[str, set[str]]:
    modules = modules_of(root)
    return {
        name: needs(path.read_text("utf-8"), package_of(name, path), modules)
        for name, path in modules.items()
        if name
    }


def test_rooms_of_the_web_import_downward_only(graph: dict[str, set[str]]) -> None:
    wrong = []
    for name, needed in graph.items():
        room = name.split(".")[0]
        if room not in MAY_IMPORT:
            assert room in {"app", "server", "channel", "door"}, f"{name} belongs to no room"
            continue
        for other in needed:
            if (there := other.split(".")[0]) not in {room, *MAY_IMPORT[room]}:
                wrong.append(f"{name} imports {other}")
            if room == "context" and there == "api" and other.split(".")[1] not in BELOW_CONTEXT:
                wrong.append(f"{name} imports {other}")
    assert graph["pages.table"], "a room that imports nothing is not read"
    assert not wrong
