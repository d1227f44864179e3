"""Lights: one table of roles, priority, themes, frames (PP-20 … PP-23)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from table_rig import Rig, position

from companion.errors import ConfigError
from companion.lights.colours import (
    VIEWS,
    WELL,
    contrast,
    distance,
    lab_distance,
    nearest,
    seen,
    to_lab,
)
from companion.lights.layers import Layers, Lit, Owner, frame, linear, merge
from companion.lights.motions import MOVES
from companion.lights.roles import PRIORITY, SEATED, Role
from companion.lights.theme import (
    Theme,
    load_theme,
    own_theme,
    parse_theme,
    standard_theme,
    theme_names,
)
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


NOT_IN_THE_DESIGN: frozenset[str] = frozenset()
"""Roles that the page design does not have; ``docs/decisions.md`` says why we do."""


def test_the_theme_is_the_page_designs_table_of_lights_pp_20(shared: Path) -> None:
    text = (shared / "design" / "page.md").read_text(encoding="utf-8")
    table = text[text.index("### Lights") : text.index("Smallest CIEDE2000 between the seven")]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]* \| ([^|]+) \|", table, re.M)
    theme = standard_theme()
    assert {name for name, _, _ in rows} == {role.value for role in Role} - NOT_IN_THE_DESIGN
    for name, colour, motion in rows:
        look = theme.roles[name]
        hexes = re.findall(r"#[0-9a-f]{6}", colour)
        if hexes:
            assert theme.colours[look.colour] == hexes[0], name
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
    listed = [role.value for role in PRIORITY if role.value not in NOT_IN_THE_DESIGN]
    assert listed == names


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
    layers.set(Owner.TURN, {"A1": Lit(Role.TURN, "A"), "A2": Lit(Role.TURN, "A")})
    layers.set(Owner.DEBT, {"A1": Lit(Role.WRONG)})
    assert layers.merged()["A1"].role is Role.WRONG
    layers.set(Owner.DEBT, {})
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
        (('"#efb354"', '"honey"'), "colours.honey holds 'honey'"),
        (('motion = "chase"', 'motion = "jump"'), "jump"),
        (("level = 0.35", "level = 3"), "roles.turn.level"),
        (("level = 0.35", "level = 0"), "roles.turn.level"),
        (("level = 0.35", "brightness = 1"), "brightness"),
        (('colour = "lilac"', 'colour = "mauve"'), "mauve"),
        (('colour = "lilac"', 'colour = "seat"'), "none of honey"),
        (('colour = "seat"', 'colour = "red"'), "it tells of a seat"),
        (('motion = "twinkle"', 'motion = "steady"'), "roles.hint looks as roles.destination"),
        (("[roles.turn]", '[seats]\nA = "#123456"\n[roles.turn]'), "seats.other"),
        (("[colours]", '[colours]\nseat = "#123456"'), "colours.seat"),
        (("name =", "name"), "cannot be read"),
    ],
)
def test_a_theme_with_a_fault_is_refused_by_name(
    root: Path, change: tuple[str, str], named: str
) -> None:
    text = (root / "companion" / "lights" / "themes" / "standard.toml").read_text(encoding="utf-8")
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


# ------------------------------------------------------------------------------------------ themes


def test_three_themes_come_with_the_program_pp_20() -> None:
    assert theme_names() == ("bright_room", "colour_blind", "standard")
    for name in theme_names():
        assert own_theme(name).name == name


def test_an_unknown_theme_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"'disco'.*bright_room, colour_blind, standard"):
        load_theme("disco", tmp_path)
    with pytest.raises(ConfigError, match=r"mine\.toml cannot be read"):
        load_theme("mine.toml", tmp_path)


def test_a_theme_of_ones_own_is_a_file_in_the_data_folder(root: Path, tmp_path: Path) -> None:
    text = (root / "companion" / "lights" / "themes" / "standard.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(text.replace('"standard"', '"mine"'), "utf-8")
    assert load_theme("mine.toml", tmp_path).name == "mine"
    assert load_theme(str(tmp_path / "mine.toml"), Path("/nowhere")).name == "mine"


def test_other_marbles_replace_single_seats_and_wrong_ones_are_named() -> None:
    theme = standard_theme().with_marbles({"B": "#F8F5EE"})
    assert (theme.marble("B1"), theme.marble("A")) == ("#f8f5ee", "#c2203b")
    with pytest.raises(ConfigError, match="no seat 'Q'; there are A, B, C, D, E, F, G, H, other"):
        theme.with_marbles({"Q": "#ffffff"})
    with pytest.raises(ConfigError, match=r"marbles\.A holds 'red'"):
        theme.with_marbles({"A": "red"})


def test_a_black_marble_is_lit_as_its_rim() -> None:
    theme = standard_theme().with_marbles({"A": "#2a2522"})
    assert contrast(theme.seat_colour("A"), WELL) > 4
    lit = frame(["a"], {"a": Lit(Role.MISSING, "A")}, theme)
    assert min(lit.palette[1].red, lit.palette[1].green, lit.palette[1].blue) > 60


def nearest_of(theme: Theme) -> float:
    """Smallest distance of any two fixed colours in any view."""
    return min(nearest(theme.colours, view).distance for view in VIEWS)


def seats_apart(theme: Theme) -> float:
    """Smallest distance of a fixed colour and a seat's in any view."""
    marbles = [theme.marble(token) for token in "ABCDEF"]
    fixed = theme.colours.values()
    return min(distance(a, b, view) for view in VIEWS for a in fixed for b in marbles)


VEIL = 0.25


def veiled_apart(theme: Theme) -> float:
    """The same where daylight lies over everything: so much white, as linear light."""
    fixed = sorted(theme.colours.values())

    def lab(colour: str, view: str) -> tuple[float, float, float]:
        red, green, blue = ((c + VEIL) / (1 + VEIL) for c in seen(colour, view))
        return to_lab((red, green, blue))

    return min(
        lab_distance(lab(a, view), lab(b, view))
        for view in VIEWS
        for i, a in enumerate(fixed)
        for b in fixed[i + 1 :]
    )


@pytest.mark.parametrize("name", theme_names())
def test_every_light_of_every_theme_shows_on_the_well_to_everybody(name: str) -> None:
    """PP-20: the design's floor is 3.4 for the fixed colours, in every simulation."""
    for colour in own_theme(name).colours.values():
        assert min(contrast(colour, WELL, view) for view in VIEWS) >= 3.4


@pytest.mark.parametrize("name", theme_names())
def test_no_two_lights_of_a_theme_look_alike_to_anybody(name: str) -> None:
    assert nearest_of(own_theme(name)) >= 12
    assert seats_apart(own_theme(name)) >= 6


def test_the_theme_for_colour_blind_eyes_keeps_all_lights_farther_apart() -> None:
    """PP-20: farther than standard in every single view, and no nearer to any marble."""
    safe, usual = own_theme("colour_blind"), standard_theme()
    for view in VIEWS:
        gained = nearest(safe.colours, view).distance - nearest(usual.colours, view).distance
        assert gained > 1.5, view
    assert nearest_of(safe) >= 16
    assert seats_apart(safe) >= 8.5


def test_the_theme_for_bright_rooms_stands_out_under_a_veil_of_daylight() -> None:
    """Luminance times level (PP-20, PP-23), and distances with a quarter of white over all."""
    bright, usual = own_theme("bright_room"), standard_theme()

    def dimmest(theme: Theme) -> float:
        # Contrast on black is 20 times the luminance, plus 1; DIM is 30 % whatever the level says.
        return min(
            (contrast(theme.colour(role), "#000000") - 1) / 20 * look.level * MOVES[look.moves].low
            if look.moves is Motion.DIM
            else (contrast(theme.colour(role), "#000000") - 1) / 20 * look.level
            for role in Role
            if role not in SEATED
            for look in [theme.look(role)]
        )

    assert dimmest(bright) >= 0.3 > 2.5 * dimmest(usual)
    assert bright.look(Role.TURN).level > 2 * usual.look(Role.TURN).level
    assert veiled_apart(bright) >= 9.5
    assert veiled_apart(usual) < 7.5


@pytest.mark.parametrize("name", theme_names())
def test_white_stays_white_and_pink_pink_because_the_prompts_name_them(name: str) -> None:
    """page.md 5: put it on a white light, take at the pink light."""
    theme = own_theme(name)
    assert theme.look(Role.DESTINATION).colour == "white"
    assert theme.look(Role.CAPTURE).colour == "pink"
    assert distance(theme.colours["white"], "#ffffff") < 10
    red, green, blue = (int(theme.colours["pink"][at : at + 2], 16) for at in (1, 3, 5))
    assert red > blue > green + 40


def test_nothing_flashes_more_than_three_times_a_second() -> None:
    """page.md 1, never: motion above three flashes a second."""
    for motion, moves in MOVES.items():
        assert moves.flashes <= 3, motion
    assert MOVES[Motion.BLINK_FAST].flashes == 2.5
