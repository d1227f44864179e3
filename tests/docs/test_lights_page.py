"""docs/lights.md and its pictures, against the themes, the catalogues and the code (PP-20 … 23).

``python tests/docs/test_lights_page.py`` writes the tables and draws the pictures anew.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.config import Config
from companion.lights.colours import VIEWS, WELL, contrast, distance, nearest
from companion.lights.layers import DECORATION, TINTS, Owner
from companion.lights.motions import MOVES
from companion.lights.roles import PRIORITY, SEATED, Role
from companion.lights.theme import Theme, own_theme, parse_theme, standard_theme, theme_names
from companion_web.drawing.light_sheet import lights_sheet
from companion_web.pages.lights import colour_words, light_samples, motion_words
from companion_web.words.texts import page_text
from engine.drawing.look import board_rules, theme_tokens
from hardware.ports import LightFrame, Look, Motion
from hardware.power import Supply, estimate_ma

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "lights.md"
PICTURES = ROOT / "docs" / "pictures"
ORDER = ("standard", "colour_blind", "bright_room")


# ---------------------------------------------------------------------------------------- tables


def table(head: str, rows: list[list[str]]) -> str:
    lines = [f"| {head} |", "|" + "---|" * (head.count("|") + 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def roles_table() -> str:
    theme = standard_theme()
    rows = []
    for role in PRIORITY:
        look, name = theme.look(role), role.value
        still = "stands still" if not MOVES[look.moves].still else "–"
        words = [page_text(f"lights.{name}"), page_text(f"lights.{name}.look")]
        level = f"{round(100 * look.level)} %"
        colour = colour_words(look.colour, "en")
        rows.append([f"`{name}`", *words, colour, level, motion_words(look.moves, "en"), still])
    return table("role | says | on the page | colour | light | moves | with less motion", rows)


def motions_table() -> str:
    rows = []
    for motion, moves in MOVES.items():
        lit = "" if moves.lit is None else f"{moves.lit} ms"
        period = f"{moves.period} ms" if moves.period else "–"
        shares = [f"{round(100 * share)} %" for share in (moves.low, moves.page)]
        rows.append([f"`{motion.name.lower()}`", period, lit, *shares])
    return table("motion | period | full for | lowest, pixel | lowest, page", rows)


def themes_table() -> str:
    themes = [own_theme(name) for name in ORDER]
    names = list(dict.fromkeys(colour for theme in themes for colour in theme.colours))
    rows = [[name, *(f"`{t.colours[name]}`" if name in t.colours else "–" for t in themes)]
            for name in names]  # fmt: skip
    for view in VIEWS:
        apart = [f"{nearest(t.colours, view).distance:.1f}" for t in themes]
        rows.append([f"nearest two, {view} eyes", *apart])
    rows.append(["nearest light and marble", *(f"{light_to_marble(t):.1f}" for t in themes)])
    rows.append(["least contrast on a dark hole", *(f"{least_contrast(t):.1f}" for t in themes)])
    return table(" | ".join(["colour", *(f"`{name}`" for name in ORDER)]), rows)


def light_to_marble(theme: Theme) -> float:
    """The smallest distance of a fixed colour and a seat's marble, in any view."""
    return min(
        distance(light, theme.marble(token), view)
        for view in VIEWS
        for light in theme.colours.values()
        for token in "ABCDEF"
    )


def least_contrast(theme: Theme) -> float:
    return min(contrast(c, WELL, view) for view in VIEWS for c in theme.colours.values())


def current_table() -> str:
    rows = []
    for ring in (1, 8):
        supply = Supply(4.0, ring=ring)
        cells = [f"{133 * ring}"]
        for lit in (0, 1, 12, 133):
            shown = LightFrame(
                (Look(0, 0, 0), Look(255, 255, 255)), (1,) * lit + (0,) * (133 - lit)
            )
            cells.append(f"{estimate_ma(shown, supply) / 1000:.2f} A")
        rows.append(cells)
    return table("pixels | all dark | one hole white | twelve | all white", rows)


def priority_list() -> str:
    return ", ".join(f"`{role.value}`" for role in PRIORITY) + "."


def owners_list() -> str:
    named = [f"`{owner.value}`" for owner in Owner if owner not in DECORATION | TINTS]
    last = [f"`{owner.value}`" for owner in Owner if owner in DECORATION]
    return ", ".join(named) + "; and for decoration " + ", ".join(last)


PARTS = {
    "roles": roles_table,
    "motions": motions_table,
    "themes": themes_table,
    "current": current_table,
    "priority": priority_list,
    "owners": owners_list,
}


def written(text: str) -> str:
    """The page with every generated part as the code has it now."""
    for name, make in PARTS.items():
        pattern = rf"(<!-- {name} -->\n).*?(\n<!-- end -->)"
        text = re.sub(pattern, lambda m, make=make: m[1] + make() + m[2], text, flags=re.S)  # type: ignore[misc]
    return text


# --------------------------------------------------------------------------------------- pictures


STILL = re.compile(r"@media \(prefers-reduced-motion: no-preference\)\{\n.*?^\}\n?", re.S | re.M)


def picture(theme: Theme, moving: bool) -> str:
    """All lights of a theme as one drawing.

    An image does not always hear what the device asks for, so the page offers both.
    """
    defs, samples = light_samples(theme, "en")
    board = (ROOT / "companion_web" / "static" / "css" / "board.css").read_text("utf-8")
    shapes = re.findall(r"^(?:path)?\.(?:well|line|dot|case|rim|disc-case) \{.*\}$", board, re.M)
    marbles = [
        line for line in board_rules().splitlines() if re.match(r"\.ts-(ground|ou|body|sy)", line)
    ]
    style = "\n".join(
        [
            f":root{{--well:{WELL};{theme_tokens('dark')}}}",
            "text{font:600 15px system-ui,sans-serif;fill:#f6ecdf}",
            ".small{font-weight:400;font-size:13px;fill:#c0b09b}.sample-turn{fill:var(--c)}",
            *shapes,
            *marbles,
            STILL.sub(lambda m: m[0] if moving else "", lights_sheet(theme)).strip(),
        ]
    )
    rows = []
    for at, sample in enumerate(samples):
        x, y = 16 + 470 * (at % 2), 16 + 84 * (at // 2)
        inner = str(sample.picture).replace(
            "<svg ", f'<svg x="{x}" y="{y}" width="144" height="72" ', 1
        )
        name = page_text(f"lights.{sample.role}")
        rows.append(
            f'<rect x="{x}" y="{y}" width="72" height="72" rx="12" fill="#4a2e1a"/>{inner}'
            f'<text x="{x + 152}" y="{y + 24}">{escape(name)}</text>'
            f'<text class="small" x="{x + 152}" y="{y + 44}">{escape(sample.colour)}</text>'
            f'<text class="small" x="{x + 152}" y="{y + 62}">{escape(sample.motion)}</text>'
        )
    height = 16 + 84 * ((len(samples) + 1) // 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 {height}" width="960" '
        f'height="{height}" role="img" aria-label="All lights of the theme {theme.name}">\n'
        f"<style><![CDATA[\n{style}\n]]></style>\n<defs>{defs}</defs>\n"
        f'<rect width="960" height="{height}" rx="16" fill="#14100d"/>\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


DRAWN: dict[str, Callable[[], str]] = {
    "lights_standard": lambda: picture(own_theme("standard"), True),
    "lights_standard_still": lambda: picture(own_theme("standard"), False),
    "lights_colour_blind": lambda: picture(own_theme("colour_blind"), False),
    "lights_bright_room": lambda: picture(own_theme("bright_room"), False),
}


# ------------------------------------------------------------------------------------------ tests


def test_the_page_of_lights_is_what_the_code_says() -> None:
    """PP-20: one table for pixels, page and documents."""
    text = PAGE.read_text("utf-8")
    assert text == written(text), "write it anew: python tests/docs/test_lights_page.py"
    for name in PARTS:
        assert text.count(f"<!-- {name} -->") == 1


@pytest.mark.parametrize("name", DRAWN)
def test_the_pictures_show_every_role_of_every_theme_as_the_page_does(name: str) -> None:
    drawn, moving = DRAWN[name](), name == "lights_standard"
    assert (PICTURES / f"{name}.svg").read_text("utf-8") == drawn
    assert f"pictures/{name}.svg" in PAGE.read_text("utf-8")
    assert ElementTree.fromstring(drawn).tag.endswith("svg"), "an image must be good XML"
    for role in Role:
        assert f"role-{role.value}" in drawn
    assert len(drawn) < 30_000
    assert ("animation" in drawn) == moving
    assert "animation" not in STILL.sub("", drawn)


def test_every_theme_that_comes_with_the_program_is_on_the_page() -> None:
    assert sorted(ORDER) == list(theme_names())


def test_the_example_of_an_own_theme_can_be_used() -> None:
    """It begins with a theme that comes with the program; what it changes is shown."""
    text = PAGE.read_text("utf-8")
    block = re.search(r"```toml\n(# mine\.toml.*?)```", text, re.S)
    assert block is not None
    change = tomllib.loads(block[1])
    assert set(change) == {"name", "colours", "roles"}
    base = tomllib.loads(
        (ROOT / "companion" / "lights" / "themes" / "standard.toml").read_text("utf-8")
    )
    lines = [f'name = "{change["name"]}"', "[colours]"]
    lines += [f'{k} = "{v}"' for k, v in (base["colours"] | change["colours"]).items()]
    for role, look in (base["roles"] | change["roles"]).items():
        lines += [f"[roles.{role}]", f'colour = "{look["colour"]}"', f"level = {look['level']}"]
        lines += [f'motion = "{look["motion"]}"']
    theme = parse_theme("\n".join(lines), "mine")
    assert theme.look(Role.HINT).moves is Motion.PULSE
    assert not any(theme.look(role).colour != "seat" for role in SEATED)


def test_the_page_names_the_settings_and_their_defaults() -> None:
    text, plain = PAGE.read_text("utf-8"), Config()
    for key in ("theme", "marbles", "brightness", "calm", "supply_amps", "channel_ma", "idle_ma"):
        assert f"`{key}`" in text
    assert f"{plain.supply_amps:g} A" in text
    for choice in ("none", "legal", "hint"):
        assert f"`{choice}`" in text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    for name, draw in DRAWN.items():
        (PICTURES / f"{name}.svg").write_text(draw(), "utf-8")
