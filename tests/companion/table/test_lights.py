"""Lights: one table of roles, priority, themes, frames (PP-20 … PP-23)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from table_rig import Rig, position

from companion.errors import ConfigError
from companion.table.lighting import Layers, Lit, frame, linear, merge
from companion.table.roles import PRIORITY, Role, parse_theme, standard_theme
from companion.table.table import TableSettings
from hardware.ports import Motion

P = "p"
MOTIONS = {
    "breathe 3.2 s": Motion.BREATHE_SLOW,
    "breathe 1.8 s": Motion.BREATHE,
    "steady": Motion.STEADY,
    "pulse 1.2 s": Motion.PULSE,
    "steady, dim, no halo": Motion.DIM,
    "blink 2.5 Hz": Motion.BLINK_FAST,
    "two flashes": Motion.FLASH_TWICE,
    "blink 0.8 Hz": Motion.BLINK_SLOW,
    "blink 1.6 Hz": Motion.BLINK,
    "chase": Motion.CHASE,
    "fade to white": Motion.FADE_WHITE,
    "twinkle": Motion.TWINKLE,
    "one sweep": Motion.SWEEP,
    "steady, dim; 60 ms blink": Motion.FAULT_BLINK,
}


def test_the_theme_is_the_page_designs_table_of_lights_pp_20(shared: Path) -> None:
    text = (shared / "design" / "page.md").read_text(encoding="utf-8")
    table = text[text.index("### Lights") : text.index("Smallest CIEDE2000 between the seven")]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]* \| ([^|]+) \|", table, re.M)
    theme = standard_theme()
    assert {name for name, _, _ in rows} == {role.value for role in Role}
    for name, colour, motion in rows:
        look = theme.roles[name]
        hexes = re.findall(r"#[0-9a-f]{6}", colour)
        if hexes:
            assert look.colour == hexes[0], name
        elif "honey" in colour:
            assert look.colour == theme.roles["movable"].colour
        elif "candle white" in colour:
            assert look.colour == theme.roles["destination"].colour
        else:
            assert look.colour == "seat", (name, colour)
        starts = sorted((s for s in MOTIONS if motion.startswith(s)), key=len)
        assert starts, (name, motion)
        assert look.moves is MOTIONS[starts[-1]], name


def test_the_priority_is_the_page_designs_pp_21(shared: Path) -> None:
    text = (shared / "design" / "page.md").read_text(encoding="utf-8")
    sentence = text.split("Priority where two meet on one hole: ")[1].split(".")[0]
    names = re.split(r", |/", sentence)
    assert [role.value for role in PRIORITY] == names


def test_every_role_has_its_own_colour_and_motion_together_pp_20() -> None:
    theme = standard_theme()
    looks = [(look.colour, look.motion) for look in theme.roles.values()]
    assert len(set(looks)) == len(Role)


def test_a_legal_destination_is_never_hidden_by_a_lesser_role_pp_21() -> None:
    for role in PRIORITY[PRIORITY.index(Role.DESTINATION) + 1 :]:
        for layers in ([{"A1": Lit(role)}, {"A1": Lit(Role.DESTINATION)}],):
            assert merge(layers)["A1"].role is Role.DESTINATION
            assert merge(reversed(layers))["A1"].role is Role.DESTINATION


def test_layers_belong_to_owners_pp_21() -> None:
    layers = Layers()
    layers.set("turn", {"A1": Lit(Role.TURN, "A"), "A2": Lit(Role.TURN, "A")})
    layers.set("hands", {"A1": Lit(Role.WRONG)})
    assert layers.merged()["A1"].role is Role.WRONG
    layers.set("hands", {})
    assert layers.merged()["A1"].role is Role.TURN


def test_a_frame_has_one_palette_entry_a_look() -> None:
    lit = {"b": Lit(Role.MOVABLE), "c": Lit(Role.MOVABLE), "d": Lit(Role.PEN, "A")}
    made = frame(["a", "b", "c", "d"], lit, standard_theme())
    assert made.cells == (0, 1, 1, 2)
    assert len(made.palette) == 3
    assert made.palette[1].motion is Motion.BREATHE
    assert made.palette[2].red > made.palette[2].green


def test_colours_are_made_linear() -> None:
    assert linear("#ffffff") == (255, 255, 255)
    assert linear("#000000") == (0, 0, 0)
    red, green, blue = linear("#efb354")
    assert red > green > blue
    assert linear("#efb354", 0.5)[0] in (red // 2, red // 2 + 1)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("[roles.turn]", "[roles.torn]"), "roles.torn"),
        (('"#efb354"', '"honey"'), "honey"),
        (('motion = "chase"', 'motion = "jump"'), "jump"),
        (("level = 0.35", "level = 3"), "roles.turn.level"),
        (("level = 0.35", "brightness = 1"), "brightness"),
        (('other = "#f8f5ee"', ""), "seats.other"),
        (("name =", "name"), "cannot be read"),
    ],
)
def test_a_theme_with_a_fault_is_refused_by_name(
    root: Path, change: tuple[str, str], named: str
) -> None:
    text = (root / "companion" / "themes" / "standard.toml").read_text(encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        parse_theme(text.replace(*change), "mine")
    assert named in str(caught.value)


def test_the_frame_lights_what_the_view_says() -> None:
    rig = Rig().new().card("6")
    made, board = rig.table.lights(), rig.table.drawing()
    assert board is not None
    lit = {hole for hole, cell in zip(board.holes, made.cells, strict=True) if cell}
    assert lit == set(rig.roles())


def test_assistance_can_be_turned_off_pp_23() -> None:
    rig = Rig(settings=TableSettings(assistance="none")).new()
    rig.at(position([["A"], ["C"]], {"A": [P, P, P, "A9"], "C": [P] * 4}, "3"))
    assert set(rig.roles().values()) == {"turn"}
    rig.lift("A9")
    assert set(rig.roles().values()) == {"turn", "origin"}
    rig.put("B5").settle()
    assert rig.lit("wrong") == ["B5"]
