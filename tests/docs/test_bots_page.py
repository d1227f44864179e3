"""docs/bots.md has a row for each pair of levels in every game, and each keeps to its limits.

Where such a row says nothing of the curve, one of games among equals does.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from companion.proof.bots.match import bounds
from engine.games.fast_track.profiles import PROFILES
from engine.registry import REGISTRY
from engine.search import LEVELS

SHEETS: Final = {
    "fast_track": tuple(PROFILES),
    "racepack": ("racepack",),
    "fhtagn": ("street race",),
    "wahoo": ("wahoo",),
}
"""The names that the page gives to the sheets of each game."""
FEWEST: Final = {"street race": 3}
"""Two cannot race on the street."""
EQUALS: Final = "middle, middle"
PAIRS: Final = [f"{better}, {worse}" for worse, better in pairwise(LEVELS)]


class Row(NamedTuple):
    """One match, as the page has it; ``calibration`` is None where it says nothing."""

    games: int
    share: float
    low: float
    high: float | None
    calibration: float | None


@pytest.fixture(scope="module")
def rows(root: Path) -> dict[tuple[str, int, str], Row]:
    text = (root / "docs" / "bots.md").read_text("utf-8")
    table = text.partition("### What came out")[2].partition("\n- ")[0]
    found = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 9 or not cells[1].isdigit():
            continue
        low, _, high = cells[5].partition("–")
        found[cells[0].partition(",")[0], int(cells[1]), cells[2]] = Row(
            int(cells[3].replace(",", "")),
            float(cells[4].removesuffix(" %")),
            float(low),
            float(high) if high else None,
            None if cells[7] == "–" else float(cells[7]),
        )
    return found


def test_every_sheet_has_its_rows_for_few_and_for_four(
    rows: dict[tuple[str, int, str], Row],
) -> None:
    assert set(SHEETS) == set(REGISTRY.names)
    sheets = [sheet for names in SHEETS.values() for sheet in names]
    wanted = {
        (sheet, players, pair)
        for sheet in sheets
        for players in (FEWEST.get(sheet, 2), 4)
        for pair in PAIRS
    }
    among_equals = {
        (sheet, players, EQUALS)
        for (sheet, players, _), row in rows.items()
        if row.calibration is None
    }
    assert {key for key in rows if EQUALS not in key} == wanted
    assert among_equals <= set(rows)


def test_each_level_is_as_much_better_as_is_aimed_at(
    rows: dict[tuple[str, int, str], Row],
) -> None:
    for key, row in rows.items():
        if EQUALS not in key:
            assert row.games >= 1600, key
            assert row.share >= 60.0, key
            assert row.low >= 57.0, key


def test_equals_win_about_as_often(rows: dict[tuple[str, int, str], Row]) -> None:
    for key, row in rows.items():
        if EQUALS in key:
            assert row.games >= 100, key
            assert row.low <= 50.0 <= (row.high or 100.0), key


def test_the_bounds_are_those_of_their_share(rows: dict[tuple[str, int, str], Row]) -> None:
    for key, row in rows.items():
        low, high = (100 * one for one in bounds(round(row.share * row.games / 100), row.games))
        assert row.low == pytest.approx(low, abs=0.15), key
        if row.high is not None:
            assert row.high == pytest.approx(high, abs=0.15), key


def test_the_chances_that_were_told_came_true(rows: dict[tuple[str, int, str], Row]) -> None:
    """Where one level wins nearly every game the calibration says nothing of the curve."""
    silent = {key for key, row in rows.items() if row.calibration is None}
    assert {pair for _, _, pair in silent} <= {"good, middle"}
    enough = {key: row for key, row in rows.items() if row.games >= 1600}
    assert not {key for key, row in enough.items() if (row.calibration or 0.0) > 0.02}
