"""The page of lights: marbles that look alike, calm, current (PP-20, PP-22, PP-23)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.lights.motions import Motion
from companion.lights.roles import Role
from companion.lights.theme import own_theme, standard_theme
from companion_web.pages.lights import motion_words
from companion_web.words.texts import page_text
from hardware.power import PowerUse

Browse = Callable[..., str]


@pytest.fixture
def browse(make_table: Any, make_app: Any, make_browser: Any) -> Browse:
    """Text of a page without its markup; settings of the web by keyword."""

    def go(
        path: str = "/lights",
        players: str = "",
        power: PowerUse | None = None,
        marbles: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> str:
        seats = [[colour] for colour in players]
        game = {"game": "fast_track", "rules": "classic", "board": "hex", "players": seats}
        table = make_table(game if players else None)
        table.drawn = power
        settings.setdefault("lights", standard_theme())
        settings["lights"] = settings["lights"].with_marbles(marbles or {})
        text: str = make_browser(make_app(table, **settings)).get(path).text
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))

    return go


def test_every_role_is_told_with_its_colour_and_its_motion(browse: Browse) -> None:
    text = browse(lights=own_theme("colour_blind"))
    for words in ("Violet. Fades to white and back, 1.2 s.", "Honey. Breathes, 1.8 s."):
        assert words in text
    assert "Lilac" not in text, "that theme has none"
    assert "Theme of the lights: colour_blind." in text
    assert text.count("The seat&#39;s colour.") == 5


@pytest.mark.parametrize("role", Role)
def test_every_role_has_words_for_what_it_says_and_how_it_looks(role: Role) -> None:
    for key in (f"lights.{role.value}", f"lights.{role.value}.look"):
        assert page_text(key) != key, "write it into companion_web/words/en.po"


def test_figures_have_the_point_of_the_language() -> None:
    assert page_text("lights.power.peak", "en", peak=0.25) == "The most so far: 0.25 A."
    assert page_text("lights.power.peak", "de", peak=0.25) == "Bisher höchstens: 0,25 A."
    assert motion_words(Motion.BREATHE, "de").endswith("1,8 s")


def test_calm_is_told_and_halves_the_rates_in_words_too(browse: Browse) -> None:
    assert "half its rate" not in browse()
    text = browse(calm=True)
    assert "Calm: everything moves at half its rate." in text
    assert "Breathes, 3.6 s." in text


def test_marbles_that_look_alike_are_told_with_whose_eyes_mix_them_up(browse: Browse) -> None:
    """page.md 2: a warning when a pair at the table falls under 15 in any view."""
    white = {"D": "#f8f5ee"}
    assert "much alike" not in browse()
    assert "Everybody can tell these colours apart." in browse()
    told = "Yellow and Green look much alike to eyes weak in blue."
    assert told in browse(marbles=white)
    assert told in browse(marbles=white, players="CDE")
    assert "much alike" not in browse(marbles=white, players="ADE"), "yellow does not play"


def test_the_set_up_warns_of_the_colours_that_are_chosen(browse: Browse) -> None:
    white = {"D": "#f8f5ee"}
    seats = "/new?step=2&count=2&players={}&players={}"
    assert "Yellow and Green look much alike" in browse(seats.format("C", "D"), marbles=white)
    assert "much alike" not in browse(seats.format("A", "D"), marbles=white)
    assert "much alike" not in browse(seats.format("C", "D"))


def test_limit_and_peak_of_the_current_are_told_pp_22(browse: Browse) -> None:
    assert "Current" not in browse(), "without a board nothing draws any"
    text = browse(power=PowerUse(4000, 1874, False))
    assert "The pixels may draw 4 A. The most so far: 1.87 A." in text
    assert "scaled down" not in text
    assert "scaled down" in browse(power=PowerUse(2500, 2500, True))
    assert "No limit is set" in browse(power=PowerUse(0, 300, False))
