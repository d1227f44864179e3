"""The rules page of Racepack names every rule, in our words, and its pictures are the engine's.

``python tests/docs/test_racepack_page.py`` draws the pictures anew from
``docs/pictures/racepack.json``.
"""

from __future__ import annotations

import json
import re
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from engine.board import Board
from engine.drawing.svg import hole_xy, svg, view_box
from engine.games.racepack.track import Track, problems
from engine.registry import REGISTRY

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "rules" / "racepack.md"
PICTURES = ROOT / "docs" / "pictures"
SHOWN: dict[str, dict[str, Any]] = json.loads((PICTURES / "racepack.json").read_text("utf-8"))
WHITE = "#fff8e8"


def page() -> str:
    return PAGE.read_text("utf-8")


def position(name: str) -> Any:
    return REGISTRY.load({"game": "racepack", **SHOWN[name]["position"]})


def targets(here: Any) -> dict[str, str]:
    """Every movement now legal with the space it leads to."""
    spaces = here.board.holes
    return {text: spaces[movement.way.to] for text, movement in here.moves().items()}


def drawn(name: str) -> str:
    """The engine's picture with what the page points at, cut to the part that is told about."""
    shown, board = SHOWN[name], position(name).board
    text = svg(position(name))
    over = "".join(_target(board, hole, word) for hole, word in shown.get("targets", {}).items())
    over += "".join(_leg(board, *leg) for leg in shown.get("legs", ()))
    cut = shown.get("around")
    if cut:
        text = text.replace(f'viewBox="{view_box(board)}"', f'viewBox="{_window(board, cut)}"', 1)
    return text.removesuffix("</svg>") + f'<g class="ts-told">{over}</g></svg>\n'


def _window(board: Board, holes: list[str]) -> str:
    p = 1000 * board.pitch
    xs, ys = zip(*(hole_xy(board, hole) for hole in holes), strict=True)
    x, y = min(xs) - 1.2 * p, min(ys) - 1.2 * p
    return f"{x:.0f} {y:.0f} {max(xs) - x + 1.2 * p:.0f} {max(ys) - y + 1.2 * p:.0f}"


def _target(board: Board, hole: str, word: str) -> str:
    (x, y), p = hole_xy(board, hole), 1000 * board.pitch
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{0.4 * p:.1f}" fill="#120a05" stroke="{WHITE}" '
        f'stroke-width="{0.07 * p:.1f}"/><text class="ts-number" x="{x:g}" y="{y + 0.12 * p:.1f}" '
        f'font-size="{0.34 * p:.1f}">{word}</text>'
    )


def _leg(board: Board, frm: str, to: str, word: str) -> str:
    (ax, ay), (bx, by), p = hole_xy(board, frm), hole_xy(board, to), 1000 * board.pitch
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    sx, sy, ex, ey = ax + ux * 0.45 * p, ay + uy * 0.45 * p, bx - ux * 0.2 * p, by - uy * 0.2 * p
    bx, by, cx, cy = ux * 0.3 * p, uy * 0.3 * p, uy * 0.2 * p, -ux * 0.2 * p
    wings = [(ex - bx + side * cx, ey - by + side * cy) for side in (-1, 1)]
    (wx, wy), (vx, vy) = wings
    mx, my = (sx + ex) / 2, (sy + ey) / 2
    return (
        f'<path fill="none" stroke="{WHITE}" stroke-width="{0.09 * p:.1f}" stroke-linecap="round" '
        f'stroke-linejoin="round" d="M{sx:.1f} {sy:.1f}L{ex:.1f} {ey:.1f}M{wx:.1f} {wy:.1f}'
        f'L{ex:.1f} {ey:.1f}L{vx:.1f} {vy:.1f}"/>'
        f'<circle cx="{mx:.1f}" cy="{my:.1f}" r="{0.3 * p:.1f}" fill="#120a05" stroke="{WHITE}" '
        f'stroke-width="{0.05 * p:.1f}"/><text class="ts-number" x="{mx:.1f}" '
        f'y="{my + 0.13 * p:.1f}" font-size="{0.36 * p:.1f}">{word}</text>'
    )


def test_every_rule_has_an_anchor_and_none_has_two(shared: Path) -> None:
    text = (shared / "rules" / "racepack.md").read_text("utf-8")
    rules = re.findall(r"^(RP-\d+) ", text, re.MULTILINE)
    anchors = re.findall(r'<a id="(RP-\d+)"></a>\*\*\1\*\*', page())
    assert len(rules) > 60
    assert anchors == rules


def test_every_link_on_the_page_leads_somewhere() -> None:
    anchors = set(re.findall(r'<a id="([\w-]+)">', page()))
    for target in re.findall(r"\]\(([^)]+)\)", page()):
        if target.startswith("#"):
            assert target[1:] in anchors, target
        else:
            assert (PAGE.parent / target).is_file(), target


@pytest.mark.parametrize("name", list(SHOWN))
def test_a_picture_is_up_to_date_and_small(name: str) -> None:
    text = (PICTURES / f"{name}.svg").read_text("utf-8")
    assert text == drawn(name)
    assert len(text.encode()) < 60_000


def test_every_picture_is_shown_and_every_shown_picture_is_there() -> None:
    assert set(re.findall(r"\.\./pictures/(\w+)\.svg", page())) == set(SHOWN)


@pytest.mark.parametrize("name", [name for name in SHOWN if "legal" in SHOWN[name]])
def test_what_is_told_beside_a_picture_is_what_the_engine_allows(name: str) -> None:
    """RP-17, RP-46, RP-54: the targets told are all there are."""
    found = position(name)
    assert sorted(action.text for action in found.legal()) == SHOWN[name]["legal"]
    words = SHOWN[name]["targets"]
    assert set(words) == set(targets(found).values())


def test_the_turn_that_is_told_can_be_driven() -> None:
    """RP-32, RP-50."""
    here = position("racepack_turn")
    legs = SHOWN["racepack_turn"]["legs"]
    for text, (_, to, _word) in zip(("F7", "F5", "F2*2"), legs, strict=True):
        assert targets(here)[text] == to
        here = here.apply(text).position


def test_the_turn_that_is_told_goes_on_with_the_die_and_the_others_tokens() -> None:
    """RP-42, RP-82, RP-83, RP-84: the actions as the page writes them."""
    here = position("racepack_turn")
    for text in ("F7", "F5", "F2*2"):
        here = here.apply(text).position
    assert sorted(action.text for action in here.legal()) == ["D0", "D1", "D2", "D3", "D4", "D5"]
    here = here.apply("D4").position
    assert {action.text for action in here.legal()} == {"-", *(f"!D:{n}" for n in range(1, 6))}


def test_a_target_leaves_the_speed_open_for_a_lane_change_only() -> None:
    """RP-85: the blocked car may change lanes at any speed, and go on at one."""
    words = SHOWN["racepack_blocked"]
    speeds: dict[str, list[str]] = {}
    for text, hole in targets(position("racepack_blocked")).items():
        speeds.setdefault(words["targets"][hole], []).append(text)
    assert speeds == {"F1": ["F1"], "L": [f"L{n}" for n in range(1, 8)]}


def test_every_problem_that_the_checks_can_name_is_explained() -> None:
    """RP-11: the table has each code, and each example is a real one."""
    table = page().split('<a id="codes">')[1].split("## For programs")[0]
    told = {code.split(":")[0] for code in re.findall(r"`([a-z_]+(?::[-\w,]+)?)`", table)}
    source = (ROOT / "engine" / "games" / "racepack" / "track.py").read_text("utf-8")
    code_words = r'"(not_adjacent|overlap|too_\w+|touch|pit_\w+|line_\w+|chicane_\w+)'
    named = set(re.findall(r"f?" + code_words, source))
    assert named == told & named
    assert len(named) == 9


def test_the_example_of_a_track_file_can_be_read() -> None:
    """RP-19: with all its tiles it is the rectangle with both additions."""
    (block,) = re.findall(r"```json\n(.*?)\n```", page(), re.DOTALL)
    data = json.loads(block)
    track = SHOWN["racepack_wide"]["position"]["track"]
    assert track["tiles"][:4] == data["tiles"][:4]
    assert {**data, "tiles": track["tiles"]} == track
    assert problems(Track.from_json(track)) == ()


def sentences(text: str) -> set[tuple[str, ...]]:
    """All runs of nine words."""
    words = re.findall(r"[a-z0-9']+", text.lower())
    return {tuple(words[i : i + 9]) for i in range(len(words) - 8)}


def test_the_page_is_in_our_own_words(shared: Path) -> None:
    for source in (shared / "rules" / "racepack.md", *(shared / "seeds").glob("racepack*")):
        common = sentences(page()) & sentences(source.read_text("utf-8", errors="replace"))
        assert not common, f"{source.name}: {sorted(common)[:3]}"


def write() -> None:
    """Draw all pictures."""
    for name in SHOWN:
        (PICTURES / f"{name}.svg").write_text(drawn(name), "utf-8")


if __name__ == "__main__":
    write()
