"""How the house is laid out: rooms and floors, no circles, what is pure, how big a class may be.

The rooms of ``companion/`` and what each may import stand in docs/architecture.md; these tests read
that table. Imports count wherever they stand, under ``TYPE_CHECKING`` and inside functions too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from parsed import nodes_of, tree_of

from engine.events import Event

HOUSE: Final = ("engine", "hardware", "firmware_bridge", "companion", "companion_web")
BELOW_ALL: Final = {"errors", "intake"}
"""Files of ``companion/`` that every room may import."""
WEB_MAY: Final = {"games", "lights", "model", "store", "words"} | BELOW_ALL
"""Rooms of ``companion/`` that ``companion_web`` may import; of upkeep only its view, in model."""
ONLY: Final = {("table", "upkeep"): "companion.upkeep.service_mode"}
"""Where a room may import but one file of another."""
HARDWARE: Final = {"errors", "pi_settings", "missing", "ports", "power", "toml", "wiring"}
"""Parts of ``hardware/`` without a pin or a thread: every room may import them."""
DRIVES: Final = {"boards", "doctor", "proof", "commands", "service"}
"""Rooms that may import all of ``hardware/``."""
PURE: Final = ("model", "wood", "recogniser", "play", "table", "lights")
MAY_BE_PURE: Final = {
    *("__future__", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum"),
    *("functools", "hashlib", "itertools", "json", "math", "operator", "random", "re", "string"),
    *("tomllib", "types", "typing", "unicodedata", "msgspec", "companion", "engine", "hardware"),
}
"""What pure rooms may import; all else could know a clock, a thread or a file."""
READS_FILES: Final = {"importlib", "pathlib"}
READS_THEMES: Final = {"companion.lights.theme"}
MOST_LINES, MOST_ATTRIBUTES, LONGEST_CHAIN = 250, 15, 2
PICO: Final = "one object on the Pico, where each costs memory"
READ_ONLY: Final = "a table that is worked out once and only read"
EXEMPT: Final = {
    "firmware_bridge.link.session.Session": "the state of the wire's protocol belongs together",
    "firmware_bridge.firmware.core.device.Device": PICO,
    "firmware_bridge.firmware.core.lights.Lights": PICO,
    "engine.games.fast_track.position.FastTrackPosition": "a position's contract, in one place",
    "engine.games.fast_track.setup.Setup": READ_ONLY,
    "engine.games.fast_track.track.Track": READ_ONLY,
    "engine.games.fast_track.steps.Step": READ_ONLY,
}
"""Classes that may be bigger, each with its reason."""

Graph = Mapping[str, frozenset[str]]


def module_of(root: Path, path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def files(root: Path) -> Mapping[str, Path]:
    """Module → file, of every room."""
    return {
        module_of(root, path): path
        for room in HOUSE
        for path in sorted((root / room).rglob("*.py"))
        if "__pycache__" not in path.parts
    }


def trees(root: Path) -> Mapping[str, tuple[Path, ast.Module]]:
    """Module → file and syntax tree, of every room."""
    return {module: (path, tree_of(path)) for module, path in files(root).items()}


def named(module: str, path: Path, tree: ast.Module) -> Iterator[str]:
    """Every name that a file imports, in full: ``package.module.name``."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join(
                [*(start if node.level else ()), *([node.module] if node.module else ())]
            )
            yield from (f"{base}.{alias.name}" for alias in node.names)


@cache
def graph(root: Path) -> Graph:
    """File → files of the house that it imports."""
    known = trees(root)
    found = {}
    for module, (path, tree) in known.items():
        names = set(named(module, path, tree))
        hit = {n if n in known else n.rpartition(".")[0] for n in names}
        found[module] = frozenset((hit & known.keys()) - {module})
    return found


@cache
def floors(root: Path) -> Mapping[str, tuple[int, frozenset[str], bool]]:
    """Room of ``companion/`` → floor, rooms it may import, whether it may import the bridge."""
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    found = {}
    for floor, rooms, may, bridge in re.findall(
        r"^\| (\d) \| (`[^|]+?`) \|[^|]*\|([^|]*)\|([^|]*)\|$", text, re.M
    ):
        allowed = frozenset(re.findall(r"`(\w+)", may))
        for room in re.findall(r"`(\w+)", rooms):
            found[room] = (int(floor), allowed, "yes" in bridge)
    return found


def test_every_room_of_companion_stands_in_the_table(root: Path) -> None:
    there = {m.split(".")[1] for m in trees(root) if m.startswith("companion.")}
    assert there - BELOW_ALL == floors(root).keys()


def test_the_table_lets_rooms_import_lower_floors_only(root: Path) -> None:
    table = floors(root)
    upward = {
        f"{room} → {other}"
        for room, (floor, allowed, _) in table.items()
        for other in allowed
        if table[other][0] >= floor
    }
    assert not upward


def test_a_room_of_companion_imports_what_the_table_allows(root: Path) -> None:
    table = floors(root)
    wrong = []
    for module, targets in graph(root).items():
        parts = module.split(".")
        if parts[0] != "companion" or len(parts) < 2:
            continue
        _, allowed, bridge = table.get(parts[1], (0, frozenset(), False))
        for target in targets:
            top, _, rest = target.partition(".")
            room = rest.split(".")[0]
            if top == "companion" and room not in allowed | BELOW_ALL | {parts[1], ""}:
                wrong.append(f"{module} imports {target}")
            if top == "firmware_bridge" and not bridge:
                wrong.append(f"{module} imports {target}")
            if top == "hardware" and room not in HARDWARE and parts[1] not in DRIVES:
                wrong.append(f"{module} imports {target}")
            if (only := ONLY.get((parts[1], room))) and target != only:
                wrong.append(f"{module} imports {target}")
    assert not wrong


def test_the_page_imports_what_a_page_needs(root: Path) -> None:
    wrong = [
        f"{module} imports {target}"
        for module, targets in graph(root).items()
        for target in targets
        if module.startswith("companion_web")
        and target.startswith("companion.")
        and target.split(".")[1] not in WEB_MAY
    ]
    assert not wrong


def circles(graph: Graph) -> list[set[str]]:
    """Files that import each other, directly or through others."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        to_do = list(graph[start])
        while to_do:
            module = to_do.pop()
            if module not in seen:
                seen.add(module)
                to_do += graph[module]
        return seen

    reach = {module: reached(module) for module in graph}
    found: list[set[str]] = []
    for module in graph:
        circle = {other for other in reach[module] if module in reach[other]}
        if circle and circle not in found:
            found.append(circle)
    return found


def test_no_file_imports_one_that_imports_it(root: Path) -> None:
    assert circles(graph(root)) == []


def test_a_circle_is_found() -> None:
    ring = {"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a"), "d": frozenset("a")}
    assert circles(ring) == [{"a", "b", "c"}]


def test_the_pure_rooms_know_no_clock_thread_or_file(root: Path) -> None:
    wrong = []
    for module, (path, tree) in trees(root).items():
        if module.startswith(tuple(f"companion.{room}." for room in PURE)):
            more = READS_FILES if module in READS_THEMES else set()
            names = {name.split(".")[0] for name in named(module, path, tree)}
            wrong += [f"{module} imports {name}" for name in names - MAY_BE_PURE - more]
            wrong += [f"{module}: {fault}" for fault in chance_or_file(tree)]
    assert not wrong


def chance_or_file(tree: ast.Module) -> list[str]:
    """Chance of its own, or a file opened: the generator is passed in, ``random`` is but its type.

    A generator from a seed that stands in the code is a constant, so it may be made.
    """
    found = []
    for node in nodes_of(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            found.append("from random import …; import random, for its type only")
        if isinstance(node, ast.Import) and any(
            a.name == "random" and a.asname for a in node.names
        ):
            found.append("random under another name")
        if not isinstance(node, ast.Call):
            continue
        call = ast.unparse(node.func)
        seeded = call == "random.Random" and [type(a) for a in node.args] == [ast.Constant]
        if call in ("open", "print", "input") or (call.startswith("random.") and not seeded):
            found.append(f"{call}()")
    return found


@pytest.mark.parametrize(
    "text",
    ["open('x')", "from random import randint", "import random as r", "random.random()", "print()"],
)
def test_chance_and_files_are_found(text: str) -> None:
    assert chance_or_file(ast.parse(text))


def attributes(node: ast.ClassDef) -> set[str]:
    """Attributes of ``self`` that a class sets in its methods."""
    return {
        each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and isinstance(each.value, ast.Name)
        and each.value.id == "self"
    }


def behaves(node: ast.ClassDef) -> bool:
    """Whether a class does something: plain data has at most ``__init__``."""
    return any(isinstance(each, ast.FunctionDef) and each.name != "__init__" for each in node.body)


def test_no_class_does_too_much(root: Path) -> None:
    wrong = {}
    for module, (_, tree) in trees(root).items():
        for node in nodes_of(tree):
            if isinstance(node, ast.ClassDef) and behaves(node):
                size = (node.end_lineno or 0) - node.lineno + 1
                held = len(attributes(node))
                name = f"{module}.{node.name}"
                if (size > MOST_LINES or held > MOST_ATTRIBUTES) and name not in EXEMPT:
                    wrong[name] = f"{size} lines, {held} attributes"
    assert wrong == {}


Class = tuple[str, str]
"""Module and name."""


@cache
def bases(root: Path) -> Mapping[Class, tuple[Class, ...]]:
    """Class → the classes of ours that it inherits from."""
    there = {
        (module, node.name): node
        for module, (_, tree) in trees(root).items()
        for node in nodes_of(tree)
        if isinstance(node, ast.ClassDef)
    }

    aliases = {
        (module, alias.asname): alias.name
        for module, (_, tree) in trees(root).items()
        for node in nodes_of(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }

    def ours(module: str, base: ast.expr) -> Iterator[Class]:
        name = ast.unparse(base).split("[")[0].split(".")[-1]
        name = aliases.get((module, name), name)
        near = [(other, name) for other in (module, *sorted(graph(root)[module]))]
        yield from [each for each in near if each in there][:1]

    return {
        (module, name): tuple(each for base in node.bases for each in ours(module, base))
        for (module, name), node in there.items()
    }


def chain(known: Mapping[Class, tuple[Class, ...]], each: Class) -> int:
    """How many classes of ours stand in the longest chain from that class up."""
    return 1 + max((chain(known, base) for base in known[each]), default=0)


def is_told_or_raised(module: str, name: str) -> bool:
    """Whether a class is an exception, or an event of the engine."""
    found = getattr(import_module(module), name, None)
    return isinstance(found, type) and issubclass(found, (Exception, Event))


def test_at_most_two_classes_stand_in_a_chain_of_inheritance(root: Path) -> None:
    known = bases(root)
    wrong = [
        f"{module}.{name}"
        for module, name in known
        if chain(known, (module, name)) > LONGEST_CHAIN and not is_told_or_raised(module, name)
    ]
    assert wrong == []


WALKS: Final = (
    "From a sensor's edge to a light",
    "From a card's tap to a row",
    "From a board file",
)


@pytest.mark.parametrize("walk", WALKS)
def test_each_walk_names_files_and_functions_that_exist(root: Path, walk: str) -> None:
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    part = text.partition(f"### {walk}")[2].partition("\n##")[0]
    hops = re.findall(r"^\d+\. \[`([\w/]+\.(?:py|js))`\]\(([^)]+)\) `([\w.]+)`", part, re.M)
    assert 3 <= len(hops) <= 10, walk
    assert len(hops) == len(re.findall(r"^\d+\. ", part, re.M))
    for name, link, function in hops:
        assert (root / "docs" / link).resolve() == (root / name).resolve()
        source = (root / name).read_text(encoding="utf-8")
        if name.endswith(".js"):
            assert re.search(rf"\b{function}\b", source), f"{name}: {function}"
        else:
            assert function in defined(ast.parse(source)), f"{name}: {function}"


def defined(tree: ast.Module) -> set[str]:
    """Functions and ``Class.method`` of a file."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{f.name}" for f in node.body if isinstance(f, ast.FunctionDef)}
    return found
