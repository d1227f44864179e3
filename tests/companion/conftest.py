"""What the tests of the service share: services of their own, clocks that only count."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from service_here import ServiceHere
from service_rig import HERE as IN_THIS_ONE
from service_rig import OWN, SERVE, Journal, Said, Start, run, settle

from companion.cli import main
from companion.proof.under_test import ServiceUnderTest

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:
    sys.path.append(HERE)  # `loop_room` can be imported by name


class CountingWall:
    """A wall clock that is one second later each time it is asked."""

    def __init__(self) -> None:
        self.at = 1_000_000.0

    def __call__(self) -> float:
        self.at += 1.0
        return self.at


@pytest.fixture
def wall() -> CountingWall:
    """Seconds since the epoch, counting up by one a look."""
    return CountingWall()


@pytest.fixture
def process() -> str:
    """Where services and commands run: in this process, but where a test says otherwise."""
    return IN_THIS_ONE


@pytest.fixture
def start(tmp_path: Path, process: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts services without a board, in one folder."""
    running: list[ServiceUnderTest] = []
    if process == IN_THIS_ONE:
        settle(monkeypatch, tmp_path)

    def begin(command: Sequence[object] = SERVE) -> ServiceUnderTest:
        if process == IN_THIS_ONE and command == SERVE:
            running.append(ServiceHere(tmp_path))
        else:
            words = tuple(map(str, command))
            running.append(ServiceUnderTest({"board": "none"}, folder=tmp_path, command=words))
        return running[-1]

    yield begin
    for service in running:
        service.close()


@pytest.fixture
def journal(
    tmp_path: Path,
    process: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Journal:
    """``trackside journal …`` on that folder."""

    def ask(*words: str) -> Said:
        if process == OWN:
            done = run(tmp_path, sys.executable, "-m", "companion.cli", "journal", *words)
            return Said(done.returncode, done.stdout, done.stderr)
        settle(monkeypatch, tmp_path)
        capsys.readouterr()
        return Said(main(["journal", *words]), *capsys.readouterr())

    return ask
