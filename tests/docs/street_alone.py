"""A drawn street as a picture that stands alone: its style inside, still, without buttons."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine/games/street_race"))
from street_scenes import Scene

from companion.lights.colours import WELL
from companion.lights.theme import standard_theme
from companion_web.drawing.light_sheet import lights_sheet
from engine.drawing.look import board_rules, theme_tokens
from engine.drawing.street_look import street_rules, street_tokens

CSS = Path(__file__).resolve().parents[2] / "companion_web" / "static" / "css"
MOVES = re.compile(r"@media \(prefers-reduced-motion: no-preference\)\{\n.*?^\}\n?", re.S | re.M)
PARTS = re.compile(
    r"^(?:path)?\.(?:well|line|dot|case|rim|disc-case|arrow|figure|plate|rival|pool|seat-civ)"
    r"[^{\n]* \{.*\}$",
    re.M,
)
WIDTH = 480


def alone(scene: Scene, theme: str) -> str:
    """The SVG document."""
    sheets = [(CSS / f"{sheet}.css").read_text("utf-8") for sheet in ("board", "street")]
    style = "\n".join(
        [
            f".ts-board{{--well:{WELL};{theme_tokens(theme, road=True)}{street_tokens(theme)}}}",
            board_rules(road=True) + street_rules() + MOVES.sub("", lights_sheet(standard_theme())),
            *(part for sheet in sheets for part in PARTS.findall(sheet)),
            "text{font-family:system-ui,sans-serif}.ts-pool{opacity:1}",
        ]
    )
    _, _, width, height = scene.street.view_box
    size = f'width="{WIDTH}" height="{WIDTH * height / width:.0f}"'
    drawn = scene.svg(labelled=False).replace(
        "<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" {size} ', 1
    )
    return drawn.replace("<title>", f"<style><![CDATA[\n{style}\n]]></style><title>", 1)
