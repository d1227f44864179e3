"""Which files a worker is given, and in which order (``tests/common/shared_out.py``)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
import shared_out
from shared_out import LONGEST_FIRST, ByFile

BROWSER = ("tests/browser/test_a.py", "tests/browser/test_b.py", "tests/browser/test_c.py")
OTHERS = ("tests/test_d.py", "tests/test_e.py")


class Worker:
    """Says which files it is told to play, and plays them at once."""

    def __init__(self) -> None:
        self.gateway = SimpleNamespace(id="gw")
        self.shutting_down = False
        self.told: list[int] = []

    def send_runtest_some(self, tests: list[int]) -> None:
        self.told += tests

    def shutdown(self) -> None:
        self.shutting_down = True


def shared(
    monkeypatch: pytest.MonkeyPatch, workers: int, longest: tuple[str, ...]
) -> list[list[str]]:
    """The files of each worker, where all files take equally long."""
    monkeypatch.setattr(shared_out, "LONGEST_FIRST", longest)
    tests = [f"{file}::test_{n}" for file in (*BROWSER, *OTHERS) for n in range(4)]
    config = SimpleNamespace(
        option=SimpleNamespace(loadscopereorder=True),
        getvalue=lambda name: [f"{workers}*popen"],
    )
    scheduler = ByFile(config)
    nodes = [Worker() for _ in range(workers)]
    for node in nodes:
        scheduler.add_node(node)
        scheduler.add_node_collection(node, tests)
    scheduler.schedule()
    for turn in range(len(tests)):
        for node in nodes:
            if turn < len(node.told):
                scheduler.mark_test_complete(node, node.told[turn])
    assert sorted(test for node in nodes for test in node.told) == list(range(len(tests)))
    return [list(dict.fromkeys(tests[n].partition("::")[0] for n in node.told)) for node in nodes]


def test_the_browsers_files_are_for_the_first_two_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = shared(monkeypatch, 3, ())
    assert first == [BROWSER[0], BROWSER[2]]
    assert second[0] == BROWSER[1]
    assert third[0] == OTHERS[0]


def test_the_longest_file_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    found = shared(monkeypatch, 3, (OTHERS[1], BROWSER[2]))
    assert [one[0] for one in found] == [BROWSER[2], BROWSER[0], OTHERS[1]]


def test_who_has_no_more_files_helps_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shared(monkeypatch, 1, ()) == [[*BROWSER, *OTHERS]]
    assert shared(monkeypatch, 3, ())[1] == [BROWSER[1], OTHERS[1]]


def test_what_begins_first_is_there(root: Path) -> None:
    """A file that was renamed would begin somewhere in between."""
    for file in LONGEST_FIRST:
        assert (root / file).exists(), file
