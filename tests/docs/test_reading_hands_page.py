"""docs/reading_hands.md: its examples are played, its prices are the code's, its pictures drawn.

``python tests/docs/hands_pictures.py`` draws the pictures anew.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from hands_pictures import PICTURES

from companion.proof.rehearsal.scenario import run_scenario
from companion.recogniser import costs
from companion.recogniser.dwell import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reading_hands.md").read_text("utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, flags=re.S)


@pytest.mark.parametrize("block", BLOCKS, ids=["swap", "dark", "sleeve", "restart"])
def test_each_example_ends_in_the_question_that_the_page_names(block: str) -> None:
    assert [one.failure for one in run_scenario(block.encode())] == [None]


def test_a_wrong_expectation_of_an_example_would_be_told() -> None:
    wrong = BLOCKS[0].replace("Red 12?", "Red 11?")
    assert [one.failure is None for one in run_scenario(wrong.encode())] == [False]


def test_the_prices_are_those_of_the_tracker() -> None:
    told = [int(n) for n in re.findall(r"^\| .* \| (\d+)(?: more)? \|$", PAGE, flags=re.M)]
    assert told == [
        costs.OLDER,
        costs.CHANGE_OF_MIND,
        costs.UNCALLED,
        costs.BESIDE_A_FALL,
        costs.FELL_THERE,
        costs.THREE_HANDS,
        costs.FETCHED,
        costs.TOUCHED,
        costs.TOUCHED_MEANWHILE,
        costs.CROSSED_TURNS,
        costs.WHILE_OWED,
        costs.PASSED_OVER,
        costs.ONCE_MORE,
        costs.WRONG_PEN,
        costs.CHANGED_PLACES,
        costs.UNEXPLAINED,
        costs.CROSSED,
        costs.AS_BEFORE,
        costs.LIE,
        costs.COVERED,
        costs.LASTING,
        costs.SILENT,
        costs.AGAINST,
    ]
    assert f"within {costs.MARGIN} of the cheapest" in PAGE
    assert f"by more than {costs.KEEP} is forgotten" in PAGE
    assert f"at most {PATIENCE:g} seconds" in PAGE


@pytest.mark.parametrize("name", PICTURES)
def test_each_picture_is_drawn_as_it_stands(name: str) -> None:
    drawn = PICTURES[name]()
    assert (ROOT / "docs" / "pictures" / f"{name}.svg").read_text("utf-8") == drawn
    assert f"pictures/{name}.svg" in PAGE
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
