"""The examples of docs/engine.md and docs/house_rules.md are what the engine answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.lines import OPS, answer


@pytest.mark.parametrize(("page", "fewest"), [("engine", 5), ("house_rules", 2)])
def test_every_example_of_a_page_is_answered_so(root: Path, page: str, fewest: int) -> None:
    text = (root / "docs" / f"{page}.md").read_text(encoding="utf-8")
    lines = [
        line
        for block in re.findall(r"```lines\n(.*?)```", text, flags=re.S)
        for line in block.splitlines()
    ]
    asked = [line[2:] for line in lines if line.startswith("> ")]
    told = [line[2:] for line in lines if line.startswith("< ")]
    assert len(asked) == len(told) == len(lines) / 2 >= fewest
    for request, expected in zip(asked, told, strict=True):
        pattern = ".*".join(re.escape(part) for part in expected.split("…"))
        got = answer(request.encode())
        assert re.fullmatch(pattern, got), f"{request} was answered {got}"


def test_every_op_stands_in_the_table(root: Path) -> None:
    text = (root / "docs" / "engine.md").read_text(encoding="utf-8")
    assert all(f"| `{op}` |" in text for op in OPS)
