"""The frame and the table that all figures share."""

from __future__ import annotations

import json

import pytest

from companion.commands.printing import print_table, report
from companion.proof.figures import machine, median, percentile


def test_the_frame_has_the_keys_of_the_interface() -> None:
    data = report("bench engine", None, 1.23456, [{"name": "perft"}])
    assert list(data) == ["trackside", "command", "machine", "seed", "seconds", "results"]
    assert data["seconds"] == 1.235
    assert data["seed"] is None
    json.dumps(data)


def test_the_machine_is_described() -> None:
    told = machine()
    assert isinstance(told["cores"], int)
    assert told["cores"] >= 1
    assert told["cpu"]
    assert str(told["python"]).count(".") == 2


def test_percentiles_are_nearest_rank() -> None:
    values = [float(n) for n in range(1, 101)]
    assert percentile(values, 0.99) == 100.0
    assert percentile(values, 0.5) == 51.0
    assert percentile([7.0], 0.99) == 7.0
    assert median([3.0, 1.0, 2.0]) == 2.0


def test_a_table_leaves_out_what_is_nowhere_filled(capsys: pytest.CaptureFixture[str]) -> None:
    print_table([{"name": "a", "x": None, "n": 12345.6}, {"name": "bc", "x": None, "n": None}])
    assert capsys.readouterr().out == "name  n\na     12,346\nbc    -\n"
