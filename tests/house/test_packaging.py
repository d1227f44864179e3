"""Setting up is quiet, and the built wheel has everything that the rooms read."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOMS = ("engine", "hardware", "firmware_bridge", "companion", "companion_web")
BESIDES = ("pyproject.toml", "README.md", "LICENSE")


@pytest.mark.slow
def test_a_wheel_holds_every_file_of_the_rooms_and_is_built_without_a_warning(
    root: Path, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    for room in ROOMS:
        shutil.copytree(
            root / room, source / room, ignore=shutil.ignore_patterns("__pycache__", "*.pyc")
        )
    for name in BESIDES:
        shutil.copy(root / name, source / name)
    there = {
        path.relative_to(source).as_posix()
        for room in ROOMS
        for path in (source / room).rglob("*")
        if path.is_file()
    }
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    built = subprocess.run(
        [*pip, "wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", tmp_path, source],
        capture_output=True,
        text=True,
        check=False,
    )
    told = built.stdout + built.stderr
    assert built.returncode == 0, told
    assert "absent from the `packages` configuration" not in told
    assert "BuildBackendWarning" not in told
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert there - names == set()
    assert {f"{room}/py.typed" for room in ROOMS} <= names, "types are for those who use us, too"
