"""The house rules that a reader relies on: who imports whom, how long a file may get."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from parsed import nodes_of, tree_of

ROOMS = ("engine", "hardware", "firmware_bridge", "companion", "companion_web")
ABOVE = {
    "engine": set[str](),
    "hardware": set[str](),
    "firmware_bridge": {"hardware"},
    "companion": {"engine", "hardware", "firmware_bridge"},
    "companion_web": {"engine", "companion"},
}
# Modules of the microcontroller: only the glue and code.py may name them.
DEVICE = {
    "board", "digitalio", "keypad", "microcontroller", "neopixel_write", "supervisor", "usb_cdc",
    "watchdog",
}  # fmt: skip
ENGINE_NEVER = {
    "asyncio",
    "datetime",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "random",
    "secrets",
    "select",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "uuid",
}
# The command line may start the server inside the command that serves, or show its page.
SERVES = {
    "companion/commands/rehearse.py",
    "companion/commands/serve.py",
    "companion/commands/play.py",
    "companion/service/service.py",
}


def allowed_packages(root: Path, room: str) -> set[str]:
    """The row of that room in docs/decisions.md."""
    for line in (root / "docs" / "decisions.md").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"| `{room}/` |"):
            return set(re.findall(r"`([a-z_]+)`", line.split("|")[2]))
    raise AssertionError(f"docs/decisions.md has no row for {room}/")


def sources(root: Path, room: str) -> Iterator[Path]:
    """All tracked-looking Python files of a room."""
    yield from sorted(p for p in (root / room).rglob("*.py") if "__pycache__" not in p.parts)


@cache
def imports(path: Path) -> tuple[tuple[str, bool], ...]:
    """Absolute top-level names a file imports, and whether at module level."""
    return tuple(imported(tree_of(path)))


def imported(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """The same of its syntax tree."""
    top = set(map(id, tree.body))
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0], id(node) in top
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0], id(node) in top


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_rooms_above_it(root: Path, room: str) -> None:
    wrong = []
    for path in sources(root, room):
        name = path.relative_to(root).as_posix()
        for module, at_top in imports(path):
            if module in ROOMS and module != room and module not in ABOVE[room]:
                if name in SERVES and module == "companion_web" and not at_top:
                    continue
                wrong.append(f"{name} imports {module}")
    assert not wrong


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_its_own_third_party_packages(root: Path, room: str) -> None:
    wrong = []
    allowed = allowed_packages(root, room)
    for path in sources(root, room):
        name = path.relative_to(root).as_posix()
        for module, _ in imports(path):
            if module in sys.stdlib_module_names or module in ROOMS:
                continue
            if (
                "firmware_bridge/firmware/" in name
                and "/core/" not in name
                and module in DEVICE | {"core", "trackside_board", "trackside_settings"}
            ):
                continue
            if module not in allowed:
                wrong.append(f"{name} imports {module}")
    assert not wrong


def test_only_the_link_imports_serial(root: Path) -> None:
    users = [
        path.relative_to(root).as_posix()
        for room in ROOMS
        for path in sources(root, room)
        if any(module == "serial" for module, _ in imports(path))
    ]
    assert users == ["firmware_bridge/link/link.py"]


def test_only_commands_know_the_command_line(root: Path) -> None:
    """The virtual board is a program of its own; the service starts it as a child."""
    users = {
        path.relative_to(root).as_posix()
        for room in ROOMS
        for path in sources(root, room)
        if any(module == "argparse" for module, _ in imports(path))
    }
    others = {name for name in users if not name.startswith("companion/commands/")}
    assert others == {"companion/cli.py", "firmware_bridge/virtual/main.py"}


@pytest.mark.parametrize("room", [*ROOMS, "tests"])
def test_nobody_waits_at_a_queue_that_may_wait_for_ever(root: Path, room: str) -> None:
    """``queue.SimpleQueue.get`` forgets a short timeout now and then (docs/decisions.md)."""
    wrong = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in sources(root, room)
        if "SimpleQueue" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Attribute) and node.attr == "SimpleQueue")
        or (isinstance(node, ast.ImportFrom) and "SimpleQueue" in {n.name for n in node.names})
    ]
    assert not wrong


def test_the_engine_is_pure(root: Path) -> None:
    wrong = [
        f"{path.relative_to(root)} imports {module}"
        for path in sources(root, "engine")
        for module, _ in imports(path)
        if module in ENGINE_NEVER and path.name not in {"lines.py", "__main__.py", "cases.py"}
    ]
    assert not wrong


def test_a_game_never_imports_another(root: Path) -> None:
    games = [p for p in (root / "engine" / "games").iterdir() if (p / "__init__.py").exists()]
    assert games
    for game in games:
        for path in game.rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for other in games:
                assert other == game or f"games.{other.name}" not in text, (
                    f"{path} names {other.name}"
                )


def test_no_source_file_is_longer_than_500_lines(root: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.js", "*.css", "*.html"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    long = {
        name: count
        for name in listed
        if (root / name).exists()
        and (count := len((root / name).read_text(encoding="utf-8").splitlines())) > 500
    }
    assert not long


def test_test_folders_are_no_packages(root: Path) -> None:
    assert not [*(root / "tests").rglob("__init__.py"), *(root / "systemd").rglob("__init__.py")]


def test_every_package_is_listed_for_the_build(root: Path) -> None:
    import tomllib

    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    listed = set(config["tool"]["setuptools"]["packages"])
    there = {
        path.parent.relative_to(root).as_posix().replace("/", ".")
        for room in ROOMS
        for path in (root / room).rglob("*.py")
        if "__pycache__" not in path.parts
    }
    assert there <= listed
    assert all((root / name.replace(".", "/")).is_dir() for name in listed)


def test_importing_starts_nothing(root: Path) -> None:
    """No thread, and nothing printed, by importing every module of the rooms above the web."""
    code = (
        "import importlib, pkgutil, threading\n"
        "for room in ('engine','hardware','firmware_bridge','companion','companion_web'):\n"
        "    package = importlib.import_module(room)\n"
        "    for found in pkgutil.walk_packages(package.__path__, room + '.'):\n"
        "        if '.firmware.' in found.name and '.core' not in found.name: continue\n"
        "        if 'migrations' in found.name: continue\n"
        "        importlib.import_module(found.name)\n"
        "assert threading.active_count() == 1, threading.enumerate()\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", code],
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
