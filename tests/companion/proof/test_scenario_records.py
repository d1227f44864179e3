"""The record of each scenario's game: what hands, words, takebacks and redos wrote loads again."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest
from two_forms import first

from companion.games.packs import PACKS
from companion.play import records
from companion.proof.rehearsal import rehearsal
from companion.store.memory import MemoryJournal
from engine.registry import REGISTRY

SCENARIOS = sorted((Path(__file__).parents[2] / "data" / "scenarios").glob("*.jsonl"))
AGAIN = "cards_drawn_after_a_move_that_is_made_again"
SOME = sorted(SCENARIOS, key=lambda path: path.stem != AGAIN)
"""All of them, that with a redo by hands before the others."""


def journal_of(path: Path) -> MemoryJournal:
    """The journal after all lines of a scenario."""
    kept: list[MemoryJournal] = []

    class Kept(MemoryJournal):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            kept.append(self)

    with patch.object(rehearsal, "MemoryJournal", Kept):
        table = rehearsal.Rehearsal()
        for text in path.read_text().splitlines():
            line = json.loads(text)
            if "expect" not in line:
                table.hear(line)
    return kept[-1]


@pytest.mark.parametrize("path", first(8, SOME), ids=lambda path: path.stem)
def test_the_record_of_a_scenario_loads_again(path: Path) -> None:
    record = journal_of(path).current()
    assert record is not None
    plain = json.loads(json.dumps(records.written(REGISTRY, PACKS, record)))
    read = records.read(REGISTRY, PACKS, plain, "again", record.revision)
    assert records.written(REGISTRY, PACKS, read)["final"] == plain["final"]
