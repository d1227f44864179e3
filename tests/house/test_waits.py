"""Tests wait for the thing, never for a while: a busy machine is slower than any while."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from parsed import nodes_of, tree_of

WAITING = "tests/common/waiting.py"
"""Where tests look again in small steps; it says why."""
ON_THE_PICO = "tests/firmware_bridge/emulator/keypad_probe.py"
"""A program for the microcontroller, which goes by the clock there: emulated, or set by a test."""
IN_A_STRING = re.compile(r"\b(?:time|asyncio)\.sleep\(|\bwait_for_timeout\b|\bwaitForTimeout\b")


def words(node: ast.expr) -> list[str]:
    """The names of ``a.b.c`` or of the call ``a.b()``, the last one first."""
    if isinstance(node, ast.Call):
        return words(node.func)
    if isinstance(node, ast.Attribute):
        return [node.attr, *words(node.value)]
    return [node.id] if isinstance(node, ast.Name) else []


def waits(tree: ast.Module) -> Iterator[int]:
    """The lines that wait for a while.

    ``sleep`` of zero seconds lets others go on and is no wait. A new ``Event`` that nobody can set
    is a sleep under another name.
    """
    for node in nodes_of(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if IN_A_STRING.search(node.value):
                yield node.lineno
        elif isinstance(node, ast.Call):
            called = words(node.func)
            zero = node.args and isinstance(node.args[0], ast.Constant) and not node.args[0].value
            naps = called[:2] in (["sleep", "time"], ["sleep", "asyncio"]) or called == ["sleep"]
            new_event = called[:2] == ["wait", "Event"]
            if (naps and not zero) or new_event or called[:1] == ["wait_for_timeout"]:
                yield node.lineno


def test_no_test_waits_for_a_while(root: Path) -> None:
    own = Path(__file__).relative_to(root).as_posix()
    found = []
    for path in sorted((root / "tests").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if name not in (WAITING, ON_THE_PICO, own):
            found += [f"{name}:{line}" for line in waits(tree_of(path))]
    assert found == [], "wait for the thing itself, or with `until` of tests/common/waiting.py"


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(0.1)",
        "await asyncio.sleep(1)",
        "sleep(seconds)",
        "page.page.wait_for_timeout(200)",
        "threading.Event().wait(0.1)",
        "code = 'import time; time.sleep(60)'",
        "page.evaluate(f'page.waitForTimeout({n})')",
    ],
)
def test_a_wait_is_found(line: str) -> None:
    assert list(waits(ast.parse(f"async def test():\n    {line}\n"))) == [2]


@pytest.mark.parametrize(
    "line",
    [
        "await asyncio.sleep(0)",
        "rig.wait(0.5)",
        "news.wait(2)",
        "clock.sleep(0.5)",
        "until(lambda: page.done)",
        "def sleep(self, seconds): self.now += seconds",
    ],
)
def test_what_waits_for_something_is_none(line: str) -> None:
    assert list(waits(ast.parse(f"async def test():\n    {line}\n"))) == []
