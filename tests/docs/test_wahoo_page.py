"""The rules page of Wahoo names every rule that the program cites, and its pictures are true.

``python tests/docs/test_wahoo_page.py`` draws the pictures anew from ``docs/pictures/wahoo.json``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.drawing.svg import svg
from engine.registry import REGISTRY

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "rules" / "wahoo.md").read_text("utf-8")
PICTURES = ROOT / "docs" / "pictures"
SHOWN: dict[str, dict[str, Any]] = json.loads((PICTURES / "wahoo.json").read_text("utf-8"))


def drawn(name: str) -> str:
    return svg(REGISTRY.load(SHOWN[name]["position"])) + "\n"


def test_the_rules_are_numbered_without_a_gap_and_each_is_cited_by_the_engine() -> None:
    anchors = re.findall(r'<a id="(WA-\d+)"></a>\*\*\1\*\*', PAGE)
    assert anchors == [f"WA-{n}" for n in range(1, len(anchors) + 1)]
    sources = (ROOT / "engine" / "games" / "wahoo").glob("*.py")
    cited = {i for path in sources for i in re.findall(r"WA-\d+", path.read_text("utf-8"))}
    assert cited == set(anchors)


@pytest.mark.parametrize("name", list(SHOWN))
def test_a_picture_is_up_to_date_and_its_moves_are_the_legal_ones(name: str) -> None:
    text = (PICTURES / f"{name}.svg").read_text("utf-8")
    assert text == drawn(name)
    assert len(text.encode()) < 60_000
    legal = [action.text for action in REGISTRY.load(SHOWN[name]["position"]).legal()]
    assert legal == SHOWN[name]["legal"]
    if "D1" not in legal:
        assert all(f"`{move}`" in PAGE for move in legal)


def test_every_picture_is_shown_and_every_shown_picture_is_there() -> None:
    assert set(re.findall(r"\.\./pictures/(\w+)\.svg", PAGE)) == set(SHOWN)


if __name__ == "__main__":
    for one in SHOWN:
        (PICTURES / f"{one}.svg").write_text(drawn(one), "utf-8")
