"""Every shared case: all legal actions and one successor."""

from __future__ import annotations

import json
from pathlib import Path

from engine.cases import run_cases
from engine.registry import load


def test_all_shared_fast_track_cases_pass(shared: Path) -> None:
    outcomes = run_cases((shared / "rules" / "fast_track_cases.json").read_bytes())
    assert len(outcomes) >= 319
    assert [o for o in outcomes if o.failure is not None] == []


def test_every_shared_case_round_trips_and_applies_each_of_its_actions(shared: Path) -> None:
    cases = json.loads((shared / "rules" / "fast_track_cases.json").read_text("utf-8"))["cases"]
    for case in cases:
        position = load(case["position"])
        assert position.to_json() == case["position"]
        for action in position.legal():
            after = position.apply(action).position
            assert load(after.to_json()) == after
