"""The style sheet of the lights: the theme's colours and motions, for the page and its board."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drawn_shapes import shapes_of

from companion.lights.colours import WELL, contrast
from companion.lights.motions import MOVES
from companion.lights.roles import PRIORITY, SEATED, Role
from companion.lights.theme import own_theme, standard_theme, theme_names
from companion_web.drawing.light_marks import light_defs
from companion_web.drawing.light_sheet import LightSheet, lights_sheet
from engine.boards import board_of
from engine.drawing.look import PLAIN, SEATS

STILL = re.compile(r"@media \(prefers-reduced-motion: no-preference\)\{\n.*?^\}\n", re.S | re.M)


@pytest.mark.parametrize("name", theme_names())
def test_every_role_has_its_colour_from_the_theme_pp_20(name: str) -> None:
    theme = own_theme(name)
    sheet = lights_sheet(theme)
    for role in Role:
        if role in SEATED:
            assert f".role-{role.value},.glow" not in sheet, "it shines as the seat does"
        else:
            named = ",".join(f"{kind}-{role.value}" for kind in (".role", ".glow", "#halo"))
            rule = f"{named}{{--c:{theme.colour(role)}}}"
            assert sheet.index(rule) > sheet.rindex("#halo-seat-"), "a role wins over a seat"
    assert f":root{{--light-ask:{theme.colour(Role.ASK)}}}" in sheet


def test_the_seats_are_those_of_the_drawn_board() -> None:
    sheet = lights_sheet(standard_theme())
    assert (
        f".seat-none,.ts-seat-none,#halo-seat-none{{--seat:{PLAIN.colour};--seat-ink:{PLAIN.ink};"
        in sheet
    )
    for seat, look in SEATS.items():
        drawn = f"--seat:{look.colour};--seat-ink:{look.ink};--seat-rim:{look.rim};"
        rule = f".seat-{seat},.ts-seat-{seat},#halo-seat-{seat}{{{drawn}--c:{look.colour}}}"
        assert rule in sheet
        assert re.search(rf"\.ts-seat-{seat}[^{{}}]*\{{--ts-seat:var\(--seat\);", sheet)


def test_other_marbles_change_the_seats_everywhere_and_a_dark_one_shines_as_its_rim() -> None:
    sheet = lights_sheet(standard_theme().with_marbles({"A": "#2a2522"}))
    assert "#c2203b" not in sheet
    assert ".seat-A,.ts-seat-A,#halo-seat-A{--seat:#2a2522;--seat-ink:#ffffff;" in sheet
    assert "--seat-rim:#949290;--c:#949290}" in sheet


@pytest.mark.parametrize("name", theme_names())
def test_every_moving_role_moves_as_the_table_of_motions_says(name: str) -> None:
    theme = own_theme(name)
    sheet = lights_sheet(theme)
    for role in Role:
        motion = theme.look(role).moves
        frames = f"light-{motion.name.lower().replace('_', '-')}"
        where = ".sample-turn" if role is Role.TURN else f".halo.role-{role.value}"
        where = '.light[href="#k-fault"]' if role is Role.FAULT else where
        rule = rf"{re.escape(where)},\.pixel[^{{]+\{{--low:([\d.]+);animation:([\w-]+) (\d+)ms "
        found = re.search(rule, sheet)
        if MOVES[motion].still:
            assert found is None
            continue
        assert found is not None, role
        moves = MOVES[motion]
        assert found.groups() == (f"{moves.page:g}", frames, str(moves.period))
        dark = f".pixel.role-{role.value}{{--low:{moves.low:g}}}"
        assert (dark in sheet) == (moves.low != moves.page), (
            "pixels go as low as firmware lets them"
        )
        assert f"@keyframes {frames}{{" in sheet


@pytest.mark.parametrize("name", theme_names())
def test_a_light_that_blinks_never_loses_its_shape_pp_20(name: str) -> None:
    """The dark under ring and badge stays; on it the colour at its lowest can be told from none."""
    theme, drawn = own_theme(name), light_defs(board_of("hex"))
    shapes = shapes_of(drawn)
    for role in Role:
        low = MOVES[theme.look(role).moves].page
        for kind in "rkb":
            part = shapes.get(f"{kind}-{role.value}", "")
            assert "well" not in part
            assert "disc-case" not in part
        if role not in SEATED:
            colour = theme.colour(role)
            pairs = [(int(colour[i : i + 2], 16), int(WELL[i : i + 2], 16)) for i in (1, 3, 5)]
            mixed = "#" + "".join(f"{round(on * low + off * (1 - low)):02x}" for on, off in pairs)
            assert contrast(mixed, WELL) > 1.7, role
    assert 'class="disc-case"' in shapes["disc"]
    assert 'class="well"' in shapes["well"]


def test_lights_move_only_for_those_who_want_motion() -> None:
    sheet = lights_sheet(standard_theme())
    assert "animation:" in sheet
    assert "animation" not in STILL.sub("", sheet)


def test_calm_lights_take_twice_as_long_on_the_page_too_pp_23() -> None:
    def times(calm: bool) -> list[int]:
        return [int(n) for n in re.findall(r"(\d+)ms", lights_sheet(standard_theme(), calm))]

    assert times(True) == [2 * n for n in times(False)]


def test_the_page_loads_the_sheet_under_an_address_that_changes_with_it(
    make_app: Callable[..., Any], make_browser: Callable[..., Any], table: Any
) -> None:
    browser = make_browser(make_app(table, lights=own_theme("colour_blind")))
    for page in ("/", "/lights", "/new", "/menu"):
        text = browser.get(page).text
        address = re.search(r'href="(/lights\.css\?v=\w+)"', text)
        assert address is not None, page
        assert text.rindex(".css") == text.index("/lights.css") + len("/lights"), "it comes last"
    answer = browser.get(address[1])
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.text == lights_sheet(own_theme("colour_blind"))
    other = LightSheet(own_theme("standard"), calm=False)
    assert other.version not in address[1]


def test_no_other_sheet_knows_a_lights_or_a_seats_colour(root: Path) -> None:
    """One source: paint.css alone repeats the seats, written from engine look and overlaid."""
    known = {c for name in theme_names() for c in own_theme(name).colours.values()}
    known |= {look.colour for look in SEATS.values()}
    # The accent is the standard honey, and the edge of a refusal the standard red, in every theme.
    known -= {"#efb354", "#e34324"}
    for path in (root / "companion_web" / "static" / "css").glob("*.css"):
        if path.name != "paint.css":
            text = path.read_text("utf-8").lower()
            assert not [colour for colour in known if colour in text], path.name


def test_where_two_roles_meet_page_and_pixels_agree() -> None:
    from companion_web.drawing.light_marks import ROLES

    assert tuple(role.value for role in PRIORITY) == ROLES


def test_a_theme_may_not_give_a_seats_role_a_colour_of_its_own() -> None:
    theme = standard_theme()
    assert {r for r in Role if theme.look(r).colour == "seat"} == SEATED
    assert msgspec.structs.replace(theme, seats={"other": "#ffffff"}).marble("Q") == "#ffffff"
