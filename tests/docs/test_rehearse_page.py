"""The example of docs/rehearse.md is what `trackside rehearse` answers, and its names exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.lights.roles import Role
from companion.model.states import TableState
from companion.proof.rehearsal.lines import KINDS, OF_NEW, Line, Settings
from companion.proof.rehearsal.scenario import run_scenario


def page(root: Path) -> str:
    return (root / "docs" / "rehearse.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_example_is_answered_so(root: Path) -> None:
    block = re.findall(r"```lines\n(.*?)```", page(root), flags=re.S)[0]
    asked = [line[2:] for line in block.splitlines() if line.startswith("> ")]
    told = [line[2:] for line in block.splitlines() if line.startswith("< ")]
    assert len(asked) == len(told) > 7
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "rehearse"],
        input="\n".join(asked) + "\n",
        capture_output=True,
        cwd=root,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for request, expected, got in zip(asked, told, done.stdout.splitlines(), strict=True):
        pattern = ".*".join(re.escape(part) for part in expected.split("…"))
        assert re.fullmatch(pattern, got), f"{request} was answered {got}"


def test_the_scenario_passes(root: Path) -> None:
    block = re.findall(r"```json\n(.*?)```", page(root), flags=re.S)[0]
    assert [one.failure for one in run_scenario(block.encode())] == [None, None]


def test_every_key_of_a_line_and_every_name_is_told(root: Path) -> None:
    text = page(root)
    for key in (*KINDS, *OF_NEW, *Line.__struct_fields__, *Settings.__struct_fields__):
        assert f"`{key}`" in text, key
    states = re.findall(r"^\| `state` \| (.*?);", text, flags=re.M)[0]
    assert sorted(re.findall(r"`(\w+)`", states)) == sorted(state.value for state in TableState)
    named = re.findall(r"^\| roles in `lights` \| (.*?) \|", text, flags=re.M)[0]
    assert set(re.findall(r"`(\w+)`", named)) <= {role.value for role in Role}
