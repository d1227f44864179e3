"""What all tests share: the way to the shared rules and a plain look at what is installed."""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

EVERY_TEST = bool(os.environ.get("TRACKSIDE_EVERY_TEST"))
"""Whether this is CI's run: no test may be skipped, and one of the browser has a second try."""

# A machine shared by many test processes is slow at times; that is no finding. CI draws the same
# cases each time, so that a red run is about the change; whoever runs the tests by hand draws anew.
settings.register_profile(
    "shared",
    deadline=None,
    derandomize=EVERY_TEST,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("shared")

# By itself Python looks for cycles after every 700 objects, an eighth of what the tests compute.
gc.set_threshold(20_000)
# What is collected stays, so looking for cycles in it is a quarter of the work for nothing.
gc.disable()

# What tests write outlives no run. In memory nobody waits for a disk: a third of the time of tests
# that keep a journal went by until its rows were safe there.
MEMORY, ENOUGH = Path("/dev/shm"), 2**30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
COMMON = str(ROOT / "tests" / "common")
if COMMON not in sys.path:
    sys.path.append(COMMON)  # `waiting` can be imported by name from every test
WITHOUT_SHARED = "needs_shared: needs ../shared beside the project"
ACCEPTED = (WITHOUT_SHARED, "doubted case", "known misread")
"""How the reasons of skips and xfails begin that ``.ci/run`` accepts."""


@pytest.fixture(scope="session", autouse=True)
def null_stays() -> Iterator[None]:
    """Run by root, a test that writes "beside and over" could put its file where /dev/null was."""
    yield
    assert stat.S_ISCHR(os.lstat(os.devnull).st_mode), f"a test replaced {os.devnull}"


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hundreds of tests make an app of their own, and compiling its templates is most of the work.

    Jinja keeps what it compiled by name and content of the template, for all workers of a run.
    """
    if "flask" not in sys.modules:  # what is played needs none
        yield
        return
    from flask import Flask
    from jinja2 import FileSystemBytecodeCache

    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "templates"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": FileSystemBytecodeCache(folder)})
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rules and cases beside the project; whoever asks for it is ``needs_shared``."""
    return SHARED


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser of tests that are marked ``needs_chromium``."""
    return next(path for name in CHROMIUM if (path := shutil.which(name)))


@pytest.fixture(scope="session")
def node_packages(root: Path) -> Path:
    """The folder whose ``node_modules`` has what tests/npm_packages.txt lists, fetched if not."""
    folder = Path(os.environ.get("TRACKSIDE_NODE_MODULES", root / ".venv" / "node"))
    folder.mkdir(parents=True, exist_ok=True)
    wanted = (root / "tests" / "npm_packages.txt").read_text(encoding="utf-8").split()
    names = [one.rpartition("@")[0] for one in wanted]
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not all((folder / "node_modules" / name / "package.json").exists() for name in names):
            options = ("--no-audit", "--no-fund", "--no-package-lock", "--prefix", str(folder))
            done = subprocess.run(
                ["npm", "install", *options, *wanted],
                capture_output=True,
                encoding="utf-8",
                timeout=120,
            )
            if done.returncode:
                pytest.skip(f"needs_node: npm could not fetch {' '.join(wanted)}")
    return folder


CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")
"""One is enough. The first is the same browser without windows, and costs a fifth less."""
NEEDS = {
    "needs_chromium": ("chromium", CHROMIUM),
    "needs_node": ("nodejs npm", ("node", "npm")),
    "needs_postgres": ("postgresql", ("pg_ctlcluster", "psql")),
    "needs_systemd": ("systemd udev", ("systemd-analyze", "systemd-sysusers", "udevadm")),
}


def listed(name: str) -> list[str]:
    """The lines of a list beside this file, without its comments."""
    lines = (ROOT / "tests" / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def missing(marker: str) -> str | None:
    """The apt packages that would bring what ``marker`` needs, or None when it is here."""
    packages, names = NEEDS[marker]
    if marker == "needs_chromium":
        return None if any(shutil.which(name) for name in names) else packages
    return None if all(shutil.which(name) for name in names) else packages


@pytest.hookimpl(tryfirst=True)  # before -m chooses by marker
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what other files name, and skip by name what this machine cannot run."""
    versions = tuple(f"{line}{end}" for line in listed("versions.txt") for end in ("::", "/"))
    for item in items:
        if item.nodeid.startswith(versions):
            item.add_marker(pytest.mark.versions)
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.needs_shared)
            if not SHARED.is_dir():
                item.add_marker(pytest.mark.skip(reason=WITHOUT_SHARED))
        if EVERY_TEST and item.get_closest_marker("needs_chromium"):
            item.add_marker(pytest.mark.flaky(reruns=1))
        for marker in NEEDS.keys() & {each.name for each in item.iter_markers()}:
            if packages := missing(marker):
                item.add_marker(pytest.mark.skip(reason=f"{marker}: apt-get install {packages}"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """How ``--dist loadfile`` shares out the tests among the workers."""
    if config.option.dist != "loadfile":
        return None
    from shared_out import ByFile

    return ByFile(config, log)


def pytest_collection_finish() -> None:
    """Keep what was loaded for thousands of tests out of every later garbage collection."""
    gc.freeze()
    gc.enable()


def unexcused(terminalreporter: pytest.TerminalReporter) -> list[str]:
    """Skips and xfails that ``.ci/run`` does not accept.

    Accepted: a node id listed in tests/hardware_only.txt, a test that needs ../shared where that
    is not, the xfail of a doubted shared case (its reason begins with ``doubted case``), and, until
    the tracker reads the hands, that of a gesture that is misread today (``known misread``).
    """
    excused = set(listed("hardware_only.txt"))
    found = []
    for kind in ("skipped", "xfailed"):
        for report in terminalreporter.stats.get(kind, []):
            reason = str(getattr(report, "wasxfail", "")) or _why(report)
            if report.nodeid not in excused and not reason.startswith(ACCEPTED):
                found.append(f"{kind}: {report.nodeid}")
    return found


def _why(report: pytest.TestReport) -> str:
    """The reason of a skip."""
    where = report.longrepr
    return str(where[2]).removeprefix("Skipped: ") if isinstance(where, tuple | list) else ""


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under ``.ci/run`` a test that was skipped is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if EVERY_TEST and reporter is not None and unexcused(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell which tests needed their second try, and which apt line brings what was missing."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"failed at first: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)
    if EVERY_TEST:
        for line in unexcused(terminalreporter):
            terminalreporter.write_line(f"not accepted by .ci/run: {line}")
    absent = sorted({p for m in NEEDS if (p := missing(m))})
    if absent:
        terminalreporter.write_line(
            "skipped for want of programs; bring them with: apt-get install " + " ".join(absent)
        )
