"""The drill template, measured in the files that are made, against the engine's geometry."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

import pytest
from two_forms import first

from companion.workshop.drilling import made
from companion.workshop.measure import scaled
from companion.workshop.plan import Bores, Plan, plan
from companion.workshop.tiling import BORDER, PAPERS, tiling
from engine.boards import board_kinds, board_of

Point = tuple[float, float]
SIZES = [("hex", 600.0), ("square", 812.5), ("hex", 1000.0)]


def template(kind: str = "hex", size: float = 600.0, **sizes: Any) -> Plan:
    return plan(scaled(board_of(kind), size=size), Bores(**sizes))


def apart(points: Sequence[Point]) -> list[float]:
    return [math.dist(a, b) for i, a in enumerate(points) for b in points[:i]]


def wanted(kind: str, size: float) -> list[float]:
    """All distances between holes, from the engine's board alone: the unit circle is the size."""
    return apart([(s.x * size / 2, s.y * size / 2) for s in board_of(kind).spaces])


def same(found: Sequence[float], expected: Sequence[float], within: float = 0.01) -> bool:
    return len(found) == len(expected) and all(
        abs(a - b) < within for a, b in zip(found, expected, strict=True)
    )


@pytest.mark.parametrize(("kind", "size"), SIZES)
def test_every_distance_in_the_svg_is_that_of_the_board(
    kind: str, size: float, svg_page: Callable[[bytes], Any]
) -> None:
    page = svg_page(made(template(kind, size), "svg"))
    # The legend shows one bore of each kind at true size, behind those of the board.
    dimples = page.of(10.0)[: len(board_of(kind).holes)]
    assert same(apart(dimples), wanted(kind, size))
    assert page.bars() == 2


@pytest.mark.parametrize(("kind", "size"), first(1, SIZES, unpacked=True))
def test_every_distance_in_the_pdf_is_that_of_the_board(
    kind: str, size: float, pdf_pages: Callable[[bytes], list[Any]]
) -> None:
    (page,) = pdf_pages(made(template(kind, size), "pdf"))
    assert same(apart(page.of(10.0)[: len(board_of(kind).holes)]), wanted(kind, size))
    assert page.bars() == 2
    assert page.width > 2 * max(abs(s.x) for s in board_of(kind).spaces) * size / 2


@pytest.mark.parametrize(("kind", "size"), first(1, SIZES, unpacked=True))
def test_every_distance_in_the_dxf_is_that_of_the_board(
    kind: str, size: float, dxf_file: Callable[[bytes], Any]
) -> None:
    document = dxf_file(made(template(kind, size), "dxf"))
    assert document.units == 4, "millimetres"
    space = document.modelspace()
    dimples = space.query('CIRCLE[layer=="drill_dimple"]')
    centres = [(c.dxf.center.x, c.dxf.center.y) for c in dimples]
    assert same(apart(centres), wanted(kind, size), within=1e-6)
    assert {c.dxf.radius for c in dimples} == {5.0}
    (bar,) = space.query("LINE")
    assert math.isclose(bar.dxf.start.distance(bar.dxf.end), 100.0)
    (edge,) = space.query('LWPOLYLINE[layer=="outline"]')
    assert edge.closed
    names = {t.dxf.text for t in space.query('TEXT[layer=="text"]')}
    assert set(board_of(kind).holes) <= names


@pytest.mark.slow
def test_the_dxf_is_sound_and_names_its_tools(dxf_file: Callable[[bytes], Any]) -> None:
    document = dxf_file(made(template(ring=8), "dxf"))
    assert not document.audit().errors
    layers = {layer.dxf.name for layer in document.layers}
    assert {"drill_dimple", "drill_light", "drill_sensor", "outline", "text"} <= layers
    assert len(document.modelspace().query('CIRCLE[layer=="drill_light"]')) == 8 * 133


def test_the_dxf_has_y_up_and_below_turns_x_about(dxf_file: Callable[[bytes], Any]) -> None:
    board = board_of("hex")
    for below, sign in ((False, 1), (True, -1)):
        document = dxf_file(made(template(), "dxf", below=below))
        found = document.modelspace().query('CIRCLE[layer=="drill_dimple"]')
        for circle, space in zip(found, board.spaces, strict=True):
            assert math.isclose(circle.dxf.center.x, sign * space.x * 300, abs_tol=1e-6)
            assert math.isclose(circle.dxf.center.y, -space.y * 300, abs_tol=1e-6)


def test_the_edge_of_the_dxf_is_the_rounded_wood(dxf_file: Callable[[bytes], Any]) -> None:
    from ezdxf.path import make_path

    document = dxf_file(made(template(), "dxf"))
    (edge,) = document.modelspace().query("LWPOLYLINE")
    points = list(make_path(edge).flattening(0.01))
    # Across flats 2 · 9.85 pitches, and nowhere beyond the circle of the size.
    assert math.isclose(max(p.y for p in points), 9.85 * 27.9, abs_tol=0.02)
    assert max(math.hypot(p.x, p.y) for p in points) == pytest.approx(0.9988 * 300, abs=0.05)


def test_the_table_lists_every_bore_of_every_hole() -> None:
    rows = list(csv.DictReader(StringIO(made(template(), "csv").decode())))
    assert len(rows) == 3 * 133
    a7 = next(r for r in rows if r["hole"] == "A7" and r["bore"] == "dimple")
    assert a7["x_mm"] == "0.000"
    assert float(a7["y_mm"]) == pytest.approx(-0.8438 * 300, abs=0.02)
    below = list(csv.DictReader(StringIO(made(template(), "csv", below=True).decode())))
    assert [float(r["x_mm"]) for r in below] == [-float(r["x_mm"]) for r in rows]


def joined(pages: list[Any], radius: float) -> list[Point]:
    """Dimples of all sheets, laid together by targets of one number and nothing else."""
    targets = []
    for page in pages:
        marks = page.of(6.0)
        names = [w for w in page.words if w[0].isdigit()]
        here: dict[str, Point] = {}
        for name, x, y in names:
            near = min(marks, key=lambda mark: math.dist(mark, (x, y)))
            if math.dist(near, (x, y)) < 9:
                here[name] = near
        targets.append(here)
    shift: dict[int, Point] = {0: (0.0, 0.0)}
    while len(shift) < len(pages):
        before = len(shift)
        for i, here in enumerate(targets):
            if i in shift:
                continue
            for j, (dx, dy) in list(shift.items()):
                common = here.keys() & targets[j].keys()
                if len(common) >= 2:
                    moves = [
                        (targets[j][n][0] - here[n][0] + dx, targets[j][n][1] - here[n][1] + dy)
                        for n in common
                    ]
                    assert max(math.dist(moves[0], move) for move in moves) < 0.01
                    shift[i] = moves[0]
                    break
        assert len(shift) > before, "a sheet shares no targets with any other"
    found: list[Point] = []
    for i, page in enumerate(pages):
        left, top, right, bottom = page.window
        for x, y in page.of(2 * radius):
            whole = left <= x - radius and x + radius <= right
            if whole and top <= y - radius and y + radius <= bottom:
                at = (x + shift[i][0], y + shift[i][1])
                if all(math.dist(at, other) > 1 for other in found):
                    found.append(at)
    return found


@pytest.mark.parametrize("paper", first(1, PAPERS))
@pytest.mark.parametrize(("kind", "size"), first(1, SIZES[:2], unpacked=True))
def test_tiles_laid_target_on_target_make_the_whole_board(
    kind: str, size: float, paper: str, pdf_pages: Callable[[bytes], list[Any]]
) -> None:
    first, *pages = pdf_pages(made(template(kind, size), paper))
    sides = sorted(PAPERS[paper])
    for page in (first, *pages):
        assert sorted((page.width, page.height)) == pytest.approx(sides, abs=0.01)
        assert page.bars() == 1, "every sheet carries the check bar"
    found = joined(pages, 5.0)
    # Every hole is whole on some sheet, and where it must be: compared as sorted distances, since
    # sheets tell no names of holes by order.
    assert same(sorted(apart(found)), sorted(wanted(kind, size)), within=0.05)


@pytest.mark.parametrize("kind", board_kinds())
@pytest.mark.parametrize("paper", PAPERS)
def test_every_bore_lies_whole_on_a_sheet_with_its_cross(kind: str, paper: str) -> None:
    drawn = template(kind, 700.0)
    cut = tiling(drawn, paper)
    for bore in drawn.bores:
        reach = bore.diameter / 2 + 1
        assert any(tile.shows(bore.x, bore.y, reach) for tile in cut.tiles), bore
    width, height = cut.paper
    for tile in cut.tiles:
        assert tile.width + 2 * BORDER == pytest.approx(width)
        assert tile.height + 2 * BORDER < height


def test_a_small_board_on_one_sheet_needs_no_targets(
    pdf_pages: Callable[[bytes], list[Any]],
) -> None:
    drawn = plan(
        scaled(board_of("square"), flats=170.0), Bores(marble=6, light_hole=2, sensor_hole=4)
    )
    first, only = pdf_pages(made(drawn, "a4"))
    assert only.of(5.0)
    assert not only.of(6.0)
    assert any("Punch" in word for word, _, _ in first.words)


@pytest.mark.parametrize("kind", ["svg", "pdf", "a4", "csv"])
def test_the_same_template_is_the_same_file(kind: str) -> None:
    assert made(template("square"), kind) == made(template("square"), kind)


def test_the_underside_is_the_mirror_image(svg_page: Callable[[bytes], Any]) -> None:
    top = svg_page(made(template(), "svg"))
    below = svg_page(made(template(), "svg", below=True))
    for (x, y), (mx, my) in zip(top.of(10.0)[:133], below.of(10.0)[:133], strict=True):
        assert (mx, my) == pytest.approx((top.width - x, y), abs=0.01)
    assert any("UNDERSIDE" in word for word, _, _ in below.words)
    assert not any("UNDERSIDE" in word for word, _, _ in top.words)
