"""``make setup`` and ``make setup-pi`` up to where they would install, and what they install."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

EXTRAS = ("pi", "postgres", "bench", "test")


def make(
    root: Path, *words: str, path: Path | None = None, activated: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """``make`` in this project.

    ``path`` is the only folder whose programs it finds, but for those of an activated environment.
    """
    program = shutil.which("make")
    assert program is not None
    # Played by `make versions`, this stands within a make that has its own VENV and PYTHON.
    ours = ("MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "VENV", "PYTHON", "EDITABLE", "VIRTUAL_ENV")
    environ = {key: value for key, value in os.environ.items() if key not in ours}
    if path is not None:
        environ["PATH"] = str(path)
    if activated is not None:
        environ |= {"VIRTUAL_ENV": str(activated), "PATH": f"{activated}/bin:{environ['PATH']}"}
    return subprocess.run(
        [program, "--no-print-directory", *words],
        cwd=root,
        capture_output=True,
        text=True,
        env=environ,
        timeout=60,
    )


# pins -------------------------------------------------------------------------------------------


def pinned(root: Path, name: str) -> dict[str, tuple[Requirement, list[str]]]:
    """Package → its line and its hashes."""
    text = (root / "pins" / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            what, *hashes = re.split(r"\s+--hash=sha256:", line.strip())
            requirement = Requirement(what)
            found[canonicalize_name(requirement.name)] = (requirement, hashes)
    return found


@pytest.mark.parametrize(
    "name", ["tools", "base", *EXTRAS, "circuitpython-9.2.1", "circuitpython-10.3.1"]
)
def test_every_pin_is_one_version_with_the_hashes_of_its_files_and_no_host(
    root: Path, name: str
) -> None:
    pins = pinned(root, name)
    assert pins
    for requirement, hashes in pins.values():
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert hashes, requirement
        assert all(re.fullmatch(r"[0-9a-f]{64}", each.strip()) for each in hashes), requirement
        assert requirement.url is None
    text = (root / "pins" / f"{name}.txt").read_text("utf-8")
    assert not re.search(r"://|--index|--find-links|@ ", text)


def test_the_pins_are_those_of_the_project(root: Path) -> None:
    """Where this fails after a change of pyproject.toml: ``make pins``."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(project["optional-dependencies"]) == set(EXTRAS)
    wanted = {"base": project["dependencies"], **project["optional-dependencies"]}
    base = pinned(root, "base")
    for name, lines in wanted.items():
        pins = base | pinned(root, name)
        for line in lines:
            want = Requirement(line)
            pin, _ = pins[canonicalize_name(want.name)]
            (version,) = pin.specifier
            assert want.specifier.contains(version.version, prereleases=True), line


# make -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("see", "venv", "drivers"),
    [("true", "python3 -m venv --system-site-packages", True), ("false", "python3 -m venv", False)],
)
def test_an_environment_for_a_pi_stays_one(
    root: Path, tmp_path: Path, see: str, venv: str, drivers: bool
) -> None:
    """What a later ``make setup`` would do, where the pins or pyproject.toml are newer."""
    (tmp_path / "pyvenv.cfg").write_text(f"include-system-site-packages = {see}\n", "utf-8")
    done = make(root, "--dry-run", "setup", f"VENV={tmp_path}")
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert f"{venv} {tmp_path}" in lines, done.stderr
    assert ("pins/pi.txt" in done.stdout) is drivers


@pytest.mark.slow
def test_setup_pi_builds_anew_what_was_none(root: Path, tmp_path: Path) -> None:
    (tmp_path / "pyvenv.cfg").write_text("include-system-site-packages = false\n", "utf-8")
    anew = f"rm -rf {tmp_path} && python3 -m venv --system-site-packages {tmp_path}"
    assert anew in make(root, "--dry-run", "setup-pi", f"VENV={tmp_path}").stdout
    (tmp_path / "pyvenv.cfg").write_text("include-system-site-packages = true\n", "utf-8")
    assert "rm -rf" not in make(root, "--dry-run", "setup-pi", f"VENV={tmp_path}").stdout


@pytest.fixture
def poor(tmp_path: Path) -> Path:
    """The programs of a machine on which nothing was installed for a Pi's pins."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("git", "sh", "grep", "cat"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    base = Path(sys.base_prefix) / "bin" / "python3"
    python = folder / "python3"
    python.write_text(f'#!/bin/sh\nexec "{base}" -I -S "$@"\n', "utf-8")  # without its packages
    python.chmod(0o755)
    return folder


def test_setup_pi_names_the_apt_line_of_what_is_missing(
    root: Path, tmp_path: Path, poor: Path
) -> None:
    venv = tmp_path / "venv"
    done = make(root, "setup-pi", f"VENV={venv}", path=poor)
    assert done.returncode != 0
    told = re.match(
        r"For pins of a Pi the system lacks something: sudo apt-get install (.+)", done.stderr
    )
    assert told is not None, done.stderr
    assert set(told[1].split()) - {"python3-dev"} == {"python3-lgpio", "gcc"}
    assert not venv.exists(), "nothing was begun"


def test_setup_pi_looks_at_the_system_also_in_an_activated_environment(
    root: Path, tmp_path: Path, poor: Path
) -> None:
    """The guide has people activate theirs; it hid a python3-lgpio that was installed."""
    packages = tmp_path / "system"
    packages.mkdir()
    (packages / "lgpio.py").touch()
    base = Path(sys.base_prefix) / "bin" / "python3"
    (poor / "python3").write_text(f'#!/bin/sh\nPYTHONPATH="{packages}" exec "{base}" -S "$@"\n')
    activated = tmp_path / "activated"
    (activated / "bin").mkdir(parents=True)
    (activated / "bin" / "python3").write_text(f'#!/bin/sh\nexec "{base}" -I -S "$@"\n')
    (activated / "bin" / "python3").chmod(0o755)
    done = make(root, "setup-pi", f"VENV={tmp_path / 'venv'}", path=poor, activated=activated)
    assert "gcc" in done.stderr
    assert "python3-lgpio" not in done.stderr
