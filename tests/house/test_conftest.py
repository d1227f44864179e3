"""Tests that need ``../shared``, in a project that has it beside itself and in one that has not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from two_forms import first

NEEDS_SHARED = "def test_reads(shared): assert (shared / 'rules').is_dir()\n"
SKIPS_ITSELF = "import pytest\ndef test_gives_up(): pytest.skip('no reason that counts')\n"
PLAIN = "def test_plain(): pass\n"
NAMES_IT = "import pytest\ndef test_gives_up(): pytest.skip('needs_shared is only a word here')\n"


def run(project: Path, source: str, *arguments: str) -> tuple[int, str]:
    """A project of one test file with our conftest, played as ``.ci/run`` does."""
    tests = project / "tests"
    (tests / "common").mkdir(parents=True)
    here = Path(__file__).resolve().parents[1]
    for name in ("conftest.py", "hardware_only.txt", "versions.txt", "common/shared_out.py"):
        shutil.copy(here / name, tests / name)
    shutil.copy(here.parent / "pyproject.toml", project / "pyproject.toml")
    (tests / "test_one.py").write_text(source, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=project,
        capture_output=True,
        text=True,
        env={**os.environ, "TRACKSIDE_EVERY_TEST": "1"},
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


WORKERS = [(), pytest.param(("-n", "1"), marks=pytest.mark.slow)]


@pytest.mark.parametrize("workers", WORKERS)
def test_without_shared_the_gate_accepts_the_tests_that_need_it(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    status, said = run(tmp_path / "project", NEEDS_SHARED + PLAIN, *workers)
    assert (status, "1 passed, 1 skipped" in said) == (0, True), said
    assert "needs_shared: needs ../shared beside the project" in said
    assert "not accepted" not in said


@pytest.mark.parametrize("source", first(1, [SKIPS_ITSELF, NAMES_IT]))
def test_any_other_skip_fails_the_gate(tmp_path: Path, source: str) -> None:
    status, said = run(tmp_path / "project", NEEDS_SHARED + source)
    assert status == pytest.ExitCode.TESTS_FAILED, said
    assert "not accepted by .ci/run: skipped: tests/test_one.py::test_gives_up" in said
    assert "not accepted by .ci/run: skipped: tests/test_one.py::test_reads" not in said


@pytest.mark.parametrize(("reason", "accepted"), [("known misread A1", True), ("later", False)])
def test_a_misread_that_is_known_is_accepted_and_no_other_xfail(
    tmp_path: Path, reason: str, accepted: bool
) -> None:
    marked = f"import pytest\n@pytest.mark.xfail(strict=True, reason={reason!r})\n"
    status, said = run(tmp_path / "project", f"{marked}def test_misread(): assert False\n{PLAIN}")
    assert (status == 0, "1 passed, 1 xfailed" in said) == (accepted, True), said
    told = "not accepted by .ci/run: xfailed: tests/test_one.py::test_misread"
    assert (told in said) is not accepted


ONCE = """import pathlib, pytest
@pytest.mark.needs_chromium
def test_late():
    done = pathlib.Path("done")
    again = done.exists()
    done.touch()
    assert again
"""


@pytest.mark.parametrize("workers", WORKERS)
def test_the_gate_gives_a_test_of_the_browser_one_more_try_and_names_it(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    status, said = run(tmp_path / "project", ONCE + PLAIN, *workers)
    assert (status, "2 passed, 1 rerun" in said) == (0, True), said
    assert "failed at first: tests/test_one.py::test_late\n" in said
    assert "assert again" in said


@pytest.mark.parametrize(
    "source",
    [
        ONCE.replace("assert again", "assert False"),
        ONCE.replace("@pytest.mark.needs_chromium", ""),
    ],
    ids=["fails twice", "needs no browser"],
)
def test_no_other_failure_passes_the_gate(tmp_path: Path, source: str) -> None:
    status, said = run(tmp_path / "project", source + PLAIN)
    assert (status, "1 failed, 1 passed" in said) == (pytest.ExitCode.TESTS_FAILED, True), said


def test_with_shared_they_run_and_can_be_chosen_by_their_marker(tmp_path: Path) -> None:
    (tmp_path / "shared" / "rules").mkdir(parents=True)
    status, said = run(tmp_path / "project", NEEDS_SHARED + PLAIN, "-m", "needs_shared")
    assert (status, "1 passed, 1 deselected" in said) == (0, True), said


def test_what_is_played_on_every_python_is_there(root: Path) -> None:
    """A wrong name in the list would leave something out without a word."""
    lines = (root / "tests" / "versions.txt").read_text("utf-8").splitlines()
    for line in lines:
        assert (
            line.startswith("#")
            or list((root / line).glob("**/test_*.py"))
            or ((root / line).is_file())
        ), line


@pytest.mark.slow
def test_a_test_of_a_listed_file_has_the_marker(tmp_path: Path) -> None:
    project = tmp_path / "project"
    run(project, PLAIN)
    (project / "tests" / "versions.txt").write_text("# why\ntests/test_two.py\n", "utf-8")
    (project / "tests" / "test_two.py").write_text(PLAIN, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "versions", "-v"],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, "1 passed, 1 deselected" in done.stdout) == (0, True), done.stdout
    assert "tests/test_two.py::test_plain PASSED" in done.stdout
