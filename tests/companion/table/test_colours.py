"""Contrast, colour blindness and distance: the published formulae and what the design computed."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from companion.lights.colours import (
    VIEWS,
    WELL,
    contrast,
    distance,
    from_linear,
    ink,
    is_colour,
    lab_distance,
    luminance,
    nearest,
    rim,
    seen,
    to_linear,
    too_near,
)
from companion.lights.theme import standard_theme
from engine.drawing.look import SEATS

# Pairs and distances of the paper that tests of CIEDE2000 go by (Sharma, Wu, Dalal 2005, table 1).
PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), PUBLISHED)
def test_ciede2000_gives_the_published_distances(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert lab_distance(one, other) == pytest.approx(expected, abs=6e-5)
    assert lab_distance(other, one) == pytest.approx(expected, abs=6e-5)


def test_white_stays_white_for_everybody_and_grey_grey() -> None:
    for view in VIEWS:
        for colour in ("#ffffff", "#808080", "#000000"):
            assert from_linear(seen(colour, view)) == colour


def test_a_red_and_an_olive_are_one_to_a_protanope_and_two_to_all_others() -> None:
    apart = {view: distance("#b00000", "#4a4000", view) for view in VIEWS}
    assert apart["protan"] < 1
    assert min(apart["normal"], apart["tritan"]) > 25


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#c2203b", "#ffffff") == pytest.approx(5.9, abs=0.05)
    assert contrast("#ffffff", "#c2203b") == contrast("#c2203b", "#ffffff")
    assert luminance(to_linear("#ffffff")) == pytest.approx(1.0)


def test_what_is_a_colour() -> None:
    assert is_colour("#0A1b2c")
    for wrong in ("", "#12345", "#1234567", "123456", "#12345g", "#+12345", "# 12345", None, 7):
        assert not is_colour(wrong)


def test_rims_and_inks_are_those_of_the_drawn_marbles() -> None:
    for look in SEATS.values():
        assert rim(look.colour) == look.rim
        assert ink(look.colour) == look.ink


def text_after(text: str, start: str) -> str:
    return text[text.index(start) : text.index("\n\n", text.index(start))].replace("*", "")


def test_the_designs_distances_between_seats_and_between_lights_hold(shared: Path) -> None:
    """PP-20: the design computed them; recomputed here from our own table."""
    text = (shared / "design" / "page.md").read_text("utf-8")
    theme = standard_theme()
    marbles = {token: theme.marble(token) for token in SEATS}
    found = 0
    for start, colours in (
        ("Smallest CIEDE2000 between any two seats", marbles),
        ("Smallest CIEDE2000 between the seven", dict(theme.colours)),
    ):
        told = re.findall(r"(normal|protan|deutan|tritan) (\d+\.\d)", text_after(text, start))
        assert len(told) == 4
        for view, value in told:
            assert nearest(colours, view).distance == pytest.approx(float(value), abs=0.051)
            found += 1
    assert found == 8


def test_the_designs_contrasts_on_the_well_hold(shared: Path) -> None:
    text = (shared / "design" / "page.md").read_text("utf-8")
    rows = re.findall(r"^\| `\w+` \| [^|]*`(#[0-9a-f]{6})`[^|]* \| (\d+\.\d) \|", text, re.M)
    assert len(rows) >= 7
    for colour, value in rows:
        assert contrast(colour, WELL) == pytest.approx(float(value), abs=0.051), colour
    seats = re.search(r"Seat colours on `well`: ([\d., ]+) \(A–F\)", text)
    assert seats is not None
    for token, value in zip("ABCDEF", seats[1].split(", "), strict=True):
        mine = contrast(SEATS[token].colour, WELL)
        assert mine == pytest.approx(float(value), abs=0.051)


def test_marbles_that_look_alike_are_told_with_the_eyes_that_mix_them_up() -> None:
    marbles = {token: look.colour for token, look in SEATS.items()}
    assert too_near(marbles) == ()
    near = too_near({**marbles, "D": "#f8f5ee"})
    assert {(n.one, n.other) for n in near} == {("C", "D")}
    assert near[0].view == "tritan"
    assert near[0].distance < 15
    assert too_near({"A": "#c2203b"}) == ()


@pytest.mark.parametrize("name", ["colours", "layers"])
def test_the_examples_in_the_docstrings_hold(name: str) -> None:
    result = doctest.testmod(import_module(f"companion.lights.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
