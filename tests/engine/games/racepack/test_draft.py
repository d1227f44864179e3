"""Pictures of tracks that are still being laid: nothing moves, every tile is there."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.racepack.draft import CELL, bounds_of, draft_paint
from engine.games.racepack.track import DEFAULT, Track, problems


def picture(track: Track, *, order: bool = False) -> ElementTree.Element:
    return ElementTree.fromstring(f"<g>{draft_paint(track, order=order)}</g>")


def squares(track: Track) -> int:
    """How many spaces are drawn."""
    paths = [p.get("d", "") for p in picture(track).iter("path") if p.get("class") == "ts-square"]
    return sum(path.count("M") for path in paths)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-8, 8), st.integers(-8, 8)), max_size=30),
    st.booleans(),
    st.booleans(),
    st.none() | st.integers(-1, 30),
)
def test_any_list_of_tiles_has_a_picture(
    tiles: list[tuple[int, int]], walls: bool, wide: bool, pit: int | None
) -> None:
    """RP-11: drawn before it is checked, so whatever lies there."""
    track = Track(tuple(tiles), walls, wide, pit)
    root = picture(track, order=True)
    assert len([t for t in root.iter("text") if t.get("class") == "ts-count"]) == len(tiles)
    assert squares(track) >= 4 * len(tiles)
    west, south, east, north = bounds_of(track)
    assert all(west <= x and x + 2 <= east and south <= y and y + 2 <= north for x, y in tiles)


def test_a_tile_stays_where_it_is_when_others_come() -> None:
    """RP-10: the picture's origin is the cells'."""
    for tiles in (DEFAULT.tiles[:3], DEFAULT.tiles[:9], DEFAULT.tiles):
        root = picture(Track(tiles), order=True)
        numbers = {t.text: (t.get("x"), t.get("y")) for t in root.iter("text")}
        x, y = DEFAULT.tiles[1]
        assert numbers["1"] == (f"{(x + 1) * CELL}", f"{-(y + 1) * CELL}")


def test_a_sound_track_is_painted_as_on_its_board() -> None:
    classes = {p.get("class") for p in picture(DEFAULT).iter("path")}
    assert {"ts-road", "ts-kerb", "ts-lane", "ts-square", "ts-start", "ts-box"} <= classes
    assert squares(DEFAULT) == 96
    wide = Track(DEFAULT.tiles, wide=True)
    assert not problems(wide)
    assert squares(wide) > 96


def test_the_road_between_two_tiles_is_open_and_has_a_chevron() -> None:
    two = picture(Track(((0, 0), (2, 0))), order=True)
    apart = picture(Track(((0, 0), (6, 0))), order=True)

    def order(root: ElementTree.Element) -> str:
        return "".join(p.get("d", "") for p in root.iter("path") if p.get("class") == "ts-order")

    assert order(apart) == ""
    points = re.findall(r"M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) ", order(two))
    assert len(points) == 1
    assert float(points[0][0]) < float(points[0][2])


def test_the_line_lies_where_the_road_comes_on_to_tile_0() -> None:
    """RP-10: at the eastern edge of a tile from which the road leads west."""
    root = picture(Track(DEFAULT.tiles[:4]))
    start = next(p.get("d", "") for p in root.iter("path") if p.get("class") == "ts-start")
    xs = [float(x) for x in re.findall(r"M(-?[\d.]+) ", start)]
    x, _ = DEFAULT.tiles[0]
    edge = (x + 2) * CELL
    assert all(abs(value - edge) <= CELL / 2 for value in xs)
