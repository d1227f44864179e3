"""docs/street.md: its pictures are drawn by the page's own code, and it says what the wood does.

``python tests/docs/test_street_page.py`` draws the pictures anew.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
from street_scenes import SCENES

from companion.lights.colours import WELL
from companion.lights.theme import standard_theme
from companion_web.drawing.light_sheet import lights_sheet
from engine.drawing.look import board_rules, theme_tokens
from engine.drawing.street_look import street_rules, street_tokens

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "street.md"
PICTURES = ROOT / "docs" / "pictures"
CSS = ROOT / "companion_web" / "static" / "css"
DRAWN = {"street_lifted": ("lifted", "dark"), "street_failed": ("failed", "light")}
MOVES = re.compile(r"@media \(prefers-reduced-motion: no-preference\)\{\n.*?^\}\n?", re.S | re.M)
PARTS = re.compile(
    r"^(?:path)?\.(?:well|line|dot|case|rim|disc-case|arrow|figure|plate|rival|pool|seat-civ)"
    r"[^{\n]* \{.*\}$",
    re.M,
)


def picture(name: str) -> str:
    """One scene with its style inside, still."""
    scene, theme = DRAWN[name]
    sheets = [(CSS / f"{sheet}.css").read_text("utf-8") for sheet in ("board", "street")]
    style = "\n".join(
        [
            f".ts-board{{--well:{WELL};{theme_tokens(theme, road=True)}{street_tokens(theme)}}}",
            board_rules(road=True) + street_rules() + MOVES.sub("", lights_sheet(standard_theme())),
            *(part for sheet in sheets for part in PARTS.findall(sheet)),
            "text{font-family:system-ui,sans-serif}.ts-pool{opacity:1}",
        ]
    )
    drawn = SCENES[scene].svg(labelled=False)
    return drawn.replace(
        "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="596" ', 1
    ).replace("<title>", f"<style><![CDATA[\n{style}\n]]></style><title>", 1)


@pytest.mark.parametrize("name", DRAWN)
def test_the_pictures_are_what_the_page_draws(name: str) -> None:
    drawn = picture(name)
    assert (PICTURES / f"{name}.svg").read_text("utf-8") == drawn
    assert f"pictures/{name}.svg" in PAGE.read_text("utf-8")
    ElementTree.fromstring(drawn)
    assert len(drawn) < 40_000


def test_the_page_tells_the_rule_of_the_ring() -> None:
    text = re.sub(r"\s+", " ", PAGE.read_text("utf-8"))
    assert "(rank − 1 + origin) mod 8" in text
    assert "Ranks 1 to 8 fit on the wood." in text


if __name__ == "__main__":
    for one in DRAWN:
        (PICTURES / f"{one}.svg").write_text(picture(one), "utf-8")
