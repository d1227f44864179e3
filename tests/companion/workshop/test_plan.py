"""Real sizes, the place of every bore, and refusals."""

from __future__ import annotations

import doctest
import math
from importlib import import_module
from typing import Any

import pytest

from companion.errors import WorkshopError
from companion.workshop.measure import inside_by, length, scaled
from companion.workshop.plan import FINGERS, Bores, Plan, plan
from engine.board import Board, Place, Space
from engine.boards import board_kinds, board_of


def template(kind: str = "hex", size: float = 600.0, **sizes: Any) -> Plan:
    return plan(scaled(board_of(kind), size=size), Bores(**sizes))


@pytest.mark.parametrize("name", ["measure", "as_svg"])
def test_the_examples_of_a_module_hold(name: str) -> None:
    result = doctest.testmod(import_module(f"companion.workshop.{name}"))
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [("600mm", 600.0), ("600", 600.0), ("60,5 cm", 605.0), ("2m", 2000.0), ("23.5in", 596.9)],
)
def test_a_length_is_read_in_the_units_of_a_workshop(text: str, expected: float) -> None:
    assert length(text) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", "600 feet", "-3mm", "0", "1e3", "6 00mm", "mm", "nan"])
def test_what_is_no_length_is_said(text: str) -> None:
    with pytest.raises(WorkshopError, match="is no length"):
        length(text)


def test_the_design_s_real_sizes_come_out() -> None:
    hexagon = scaled(board_of("hex"), size=600)
    assert hexagon.pitch == pytest.approx(27.9)
    assert hexagon.flats == pytest.approx(550, abs=0.5)
    edge = min(inside_by(point, hexagon.edge) for point in hexagon.points.values())
    assert edge == pytest.approx(21.7, abs=0.05)
    assert scaled(board_of("hex"), flats=600).pitch == pytest.approx(30.5, abs=0.05)
    square = scaled(board_of("square"), size=600)
    assert (square.pitch, square.flats) == pytest.approx((29.1, 457), abs=0.2)
    assert template().gap == pytest.approx(11.9)
    assert template(marble=14).gap == pytest.approx(13.9)
    assert Bores(marble=14).dimple_mm == 9
    assert Bores(marble=16).dimple_mm == 10


def test_size_flats_and_pitch_are_one_measure() -> None:
    board = board_of("hex")
    once = scaled(board, size=700)
    assert scaled(board, flats=once.flats).size == pytest.approx(700)
    assert scaled(board, pitch=once.pitch).size == pytest.approx(700)
    with pytest.raises(WorkshopError, match="one of size, flats and pitch"):
        scaled(board, size=600, pitch=28)
    with pytest.raises(WorkshopError, match="nobody reaches its middle"):
        scaled(board, size=4000)


@pytest.mark.parametrize("kind", board_kinds())
@pytest.mark.parametrize("light", ["beside", "under"])
def test_every_hole_has_one_light_and_one_sensor(kind: str, light: str) -> None:
    drawn = template(kind, 700.0, light=light)
    for tool in ("light", "sensor"):
        holes = [bore.hole for bore in drawn.bores if bore.tool == tool]
        assert holes == list(board_of(kind).holes)


def test_what_feels_or_shines_up_lies_under_the_marble() -> None:
    for light, under, aside in (("beside", "sensor", "light"), ("under", "light", "sensor")):
        drawn = template(light=light)
        for bore in drawn.bores:
            off = math.dist((bore.x, bore.y), drawn.at.points[bore.hole])
            assert off == pytest.approx(0) if bore.tool in (under, "dimple") else off > 5
            assert bore.tool in (under, "dimple", aside)


def test_a_light_beside_is_not_hidden_by_any_marble() -> None:
    drawn = template()
    for bore in drawn.bores:
        if bore.tool == "light":
            for centre in drawn.at.points.values():
                room = math.dist((bore.x, bore.y), centre) - bore.diameter / 2
                assert room >= drawn.sizes.marble / 2


def test_all_sides_of_a_board_come_out_alike() -> None:
    """A side turned by 60° lies on the next one, lights included."""
    drawn = template()
    by = {(bore.hole, bore.tool): (bore.x, bore.y) for bore in drawn.bores}
    c, s = math.cos(math.pi / 3), math.sin(math.pi / 3)
    for name in board_of("hex").holes:
        if name[0] == "A":
            x, y = by[name, "light"]
            assert by["B" + name[1:], "light"] == pytest.approx((x * c - y * s, x * s + y * c))


def test_a_ring_has_its_lights_evenly_round_the_marble() -> None:
    drawn = template(ring=8)
    lights = [b for b in drawn.bores if b.tool == "light" and b.hole == "C3"]
    x, y = drawn.at.points["C3"]
    assert len(lights) == 8
    steps = [
        math.dist((a.x, a.y), (b.x, b.y))
        for a, b in zip(lights, lights[1:] + lights[:1], strict=True)
    ]
    assert max(steps) - min(steps) < 1e-9
    assert {round(math.dist((x, y), (b.x, b.y)), 6) for b in lights} == {10.5}
    assert [b.diameter for b in lights] == [3.0] * 8


def test_marbles_that_touch_are_refused_with_a_size_that_would_do() -> None:
    with pytest.raises(WorkshopError, match=r"15\.8 mm apart, so marbles of 16 mm touch"):
        template(size=340)
    with pytest.raises(WorkshopError) as refused:
        template(size=340)
    advised = float(str(refused.value).split("make the board ")[1].split()[0])
    assert template(size=advised).gap >= FINGERS


def test_a_gap_too_small_for_fingers_is_said() -> None:
    drawn = template(size=520)
    assert len(drawn.notes) == 1
    assert "fingers knock them" in drawn.notes[0]
    assert not template(size=600).notes


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ({"dimple": 16.0}, "falls into a dimple"),
        ({"light": "under", "light_hole": 10.0}, "leaves nothing of a dimple"),
        ({"light_hole": 30.0}, "leave 0 mm of wood"),
        ({"sensor_hole": 19.0}, "of wood; make the board larger"),
        ({"ring": 24, "light_hole": 5.0}, "of wood; make the board larger"),
        ({"ring": 2, "light": "under"}, "goes round a dimple"),
        ({"ring": 0}, "1 to 24"),
        ({"light": "over"}, "beside or under"),
        ({"marble": 0.0}, "above zero"),
        ({"thickness": -1.0}, "above zero"),
    ],
)
def test_bores_that_cannot_be_are_refused(sizes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WorkshopError, match=sentence):
        template(**sizes)


def test_a_bore_that_breaks_the_edge_is_refused() -> None:
    with pytest.raises(WorkshopError, match="edge of the wood"):
        template(size=450, marble=15)


def test_thin_wood_leaves_no_pocket_and_is_said() -> None:
    drawn = template(thickness=4)
    assert drawn.sizes.pocket == 0
    assert any("too thin" in note for note in drawn.notes)
    assert any("glue it flat" in tool.how for tool in drawn.tools)


def test_a_marble_sinks_by_what_its_dimple_lets_it() -> None:
    sizes = Bores(marble=16, dimple=10)
    # Pythagoras in the marble: 8² = 5² + (8 - sink)².
    assert (8 - sizes.sink) ** 2 + 25 == pytest.approx(64)


def grid(columns: int = 4, rows: int = 3) -> Board:
    """Squares for pawns, as a board of tiles has them."""
    spaces = tuple(
        Space(f"{x}.{y}", f"{x}.{y}", "tile", None, 0.3 * (x - 1.5), 0.3 * (y - 1), 90.0, "square")
        for x in range(columns)
        for y in range(rows)
    )
    places = {s.id: Place(s.id, s.kind, None, (s.id,), 1) for s in spaces}
    return Board("grid", spaces, places, 0.3, (-0.7, -0.5, 1.4, 1.0))


def test_squares_have_no_dimples_and_their_light_ahead_to_the_right() -> None:
    drawn = plan(scaled(grid(), pitch=30.0), Bores(marble=16))
    assert {tool.name for tool in drawn.tools} == {"light", "sensor"}
    for bore in drawn.bores:
        x, y = drawn.at.points[bore.hole]
        if bore.tool == "light":
            # Heading 90° is to the right: ahead is x, right of it is y down.
            assert (bore.x - x, bore.y - y) == pytest.approx((8.1317, 8.1317), abs=0.01)
    assert "between two pawns" in list(drawn.facts())[1]


def test_a_board_without_an_outline_is_its_view_box() -> None:
    at = scaled(grid(), pitch=30.0)
    left, top, right, bottom = at.box
    assert (right - left, bottom - top) == pytest.approx((140, 100))
    assert at.flats == pytest.approx(100)
