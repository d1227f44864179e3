"""The states have names, sets and a page that shows them."""

from __future__ import annotations

from pathlib import Path

from companion.model.states import AT_REST, UNDER_WAY, TableState
from companion.recogniser.showing import Kind
from companion.table.showing_states import BY_KIND


def test_the_docs_draw_and_explain_every_state(root: Path) -> None:
    text = (root / "docs" / "table_states.md").read_text(encoding="utf-8")
    drawing, table = text.split("```mermaid")[1].split("```")[0], text.split("| state |")[1]
    for state in TableState:
        assert f"{state.value}" in drawing, state
        assert f"| `{state.value}` |" in table, state


def test_the_docs_name_every_decision(root: Path) -> None:
    text = (root / "docs" / "table_states.md").read_text(encoding="utf-8")
    for kind in Kind:
        assert kind.value in text, kind


def test_the_named_sets_do_not_overlap() -> None:
    assert not AT_REST & UNDER_WAY
    left = set(TableState) - AT_REST - UNDER_WAY
    assert left == {
        TableState.IDLE,
        TableState.CORRECTION,
        TableState.OVER,
        TableState.SERVICE,
    }


def test_every_decision_but_passing_ones_has_a_state() -> None:
    """Also the wait for a dwell: until it is over the board does not fit, so it says "lifted"."""
    assert set(Kind) - set(BY_KIND) == {Kind.REST}
