"""The Pico's files against CircuitPython's own stubs: the oldest version and the newest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.flash import PicoSettings, assemble, write_folder

LEAST = ".".join(map(str, m.LEAST_CIRCUITPYTHON))


@pytest.mark.slow
@pytest.mark.parametrize("version", [LEAST, "10.3.1"])
def test_the_built_files_fit_that_circuitpython(version: str, tmp_path: Path) -> None:
    """`make .venv/.tested` brings the stubs; mypy takes folders that are called as the modules."""
    stubs = Path(sys.prefix) / "stubs" / version
    assert stubs.is_dir(), "run make .venv/.tested: the stubs of CircuitPython are not there"
    names = [path.name.removesuffix("-stubs") for path in stubs.glob("*-stubs")]
    (tmp_path / "modules").mkdir()
    for name in names:
        (tmp_path / "modules" / name).symlink_to(stubs / f"{name}-stubs")
    # What is wrong within the stubs is not ours to mend.
    silent = "\n".join(f"[mypy-{name}.*]\nignore_errors = True" for name in names)
    (tmp_path / "mypy.ini").write_text(
        f"[mypy]\nstrict = True\npython_version = 3.11\nmypy_path = {tmp_path}/modules\n{silent}"
    )
    write_folder(assemble(PicoSettings("Test", 133)), tmp_path / "built")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file",
            "../mypy.ini",
            "--cache-dir",
            "../cache",
            ".",
        ],
        cwd=tmp_path / "built",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Success" in done.stdout
