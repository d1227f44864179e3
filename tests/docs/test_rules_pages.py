"""The rules pages name every rule, and their pictures show what the engine says.

``python tests/docs/test_rules_pages.py`` draws the pictures anew from
``docs/pictures/positions.json``.
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
RULES = ROOT / "docs" / "rules"
PICTURES = ROOT / "docs" / "pictures"
PAGES = ("classic", "stevens", "butterfly")
SHOWN: dict[str, dict[str, Any]] = json.loads((PICTURES / "positions.json").read_text("utf-8"))


def page(profile: str) -> str:
    return (RULES / f"fast_track_{profile}.md").read_text("utf-8")


def ids_in(text: str) -> list[str]:
    return re.findall(r'<a id="((?:FT|BF)-\d+)"></a>\*\*\1\*\*', text)


def drawn(name: str) -> str:
    return svg(REGISTRY.load(SHOWN[name]["position"])) + "\n"


def test_every_rule_has_an_anchor_on_the_pages_it_applies_to(shared: Path) -> None:
    text = (shared / "rules" / "fast_track.md").read_text("utf-8")
    rules = set(re.findall(r"\*\*((?:FT|BF)-\d+)\*\*", text))
    fast = {rule for rule in rules if rule.startswith("FT")}
    assert len(fast) == 27
    assert set(ids_in(page("classic"))) == fast
    assert set(ids_in(page("stevens"))) == fast
    butterfly = set(ids_in(page("butterfly")))
    assert rules - fast <= butterfly <= rules


@pytest.mark.parametrize("profile", PAGES)
def test_no_rule_is_anchored_twice_on_a_page(profile: str) -> None:
    anchors = ids_in(page(profile))
    assert len(anchors) == len(set(anchors))
    assert page(profile).count("<a id=") == len(anchors)


@pytest.mark.parametrize("profile", PAGES)
def test_every_profile_has_its_page_and_is_found_from_the_others(profile: str) -> None:
    assert set(REGISTRY.game("fast_track").profiles) == set(PAGES)
    for other in PAGES:
        if other != profile:
            assert f"(fast_track_{profile}.md)" in page(other)


@pytest.mark.parametrize("name", list(SHOWN))
def test_a_picture_is_up_to_date_and_small(name: str) -> None:
    text = (PICTURES / f"{name}.svg").read_text("utf-8")
    assert text == drawn(name)
    assert len(text.encode()) < 60_000


@pytest.mark.parametrize("name", [name for name in SHOWN if SHOWN[name]["legal"]])
def test_the_moves_told_beside_a_picture_are_the_legal_ones(name: str) -> None:
    position = REGISTRY.load(SHOWN[name]["position"])
    assert [action.text for action in position.legal()] == SHOWN[name]["legal"]
    rules = SHOWN[name]["position"]["rules"]
    for move in SHOWN[name]["legal"]:
        assert f"`{move}`" in page(rules), f"{move} of {name} is not told on the page"


def test_every_picture_is_shown_and_every_shown_picture_is_there() -> None:
    used = {n for profile in PAGES for n in re.findall(r"\.\./pictures/(\w+)\.svg", page(profile))}
    assert used == set(SHOWN)


def sentences(text: str) -> set[tuple[str, ...]]:
    """All runs of nine words."""
    words = re.findall(r"[a-z0-9']+", text.lower())
    return {tuple(words[i : i + 9]) for i in range(len(words) - 8)}


@pytest.mark.parametrize("profile", PAGES)
def test_the_pages_are_in_our_own_words(profile: str, shared: Path) -> None:
    for source in (shared / "rules" / "fast_track.md", *(shared / "seeds").glob("fast_track_*")):
        common = sentences(page(profile)) & sentences(source.read_text("utf-8", errors="replace"))
        assert not common, f"{source.name}: {sorted(common)[:3]}"


def write() -> None:
    """Draw all pictures."""
    for name in SHOWN:
        (PICTURES / f"{name}.svg").write_text(drawn(name), "utf-8")


if __name__ == "__main__":
    write()
