"""The setting ``data_file``: a service that plays with it, and every reason not to start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from service_here import ServiceHere

from companion.config import load_config
from companion.errors import ConfigError
from companion.intake import DATA_BYTES
from engine.games.street_race.sample import SAMPLE, TEXT

NEW = {"command": "new", "game": "fhtagn", "players": [["A"], ["B"], ["C"]]}


def asked(folder: Path, **settings: str) -> Any:
    told = {f"TRACKSIDE_{key.upper()}": value for key, value in settings.items()}
    return load_config({"TRACKSIDE_DATA": str(folder), **told})


def sets(service: ServiceHere) -> list[str]:
    return [one["set"] for one in service.get("/api/table")["position"]["sets"]]


def test_a_service_plays_with_the_file_of_its_settings_and_goes_on_without_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "own.json").write_text(json.dumps({**SAMPLE, "set": "ours"}), "utf-8")
    service = ServiceHere(tmp_path, data_file="own.json")
    try:
        service.post("/api/commands", {**NEW, "data": None})
        assert sets(service) == ["sample-night-market"]
        service.post("/api/commands", NEW)
        assert sets(service) == ["ours"]
    finally:
        service.close()
    (tmp_path / "own.json").unlink()
    service = ServiceHere(tmp_path)
    try:
        assert sets(service) == ["ours"]
    finally:
        service.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read: No such file or directory. Name a readable file."),
        ("{", "is no data file: line 1, column 2: this is no JSON"),
        ("{}", "cannot be played with: data: format is missing; write it and 4 more mistakes."),
        (
            TEXT.replace('"actions": 4', '"actions": 0'),
            "cannot be played with: actions: a number from 1 to 99 is needed, not 0. `trackside",
        ),
        ('{"actions": 1, ' + TEXT.lstrip()[1:], "the key 'actions' is there twice in one object"),
        (" " * (DATA_BYTES + 1), "cannot be read: it is larger than 60 KiB. Make it smaller."),
    ],
)
def test_a_file_that_cannot_be_played_with_is_one_sentence_at_the_start(
    tmp_path: Path, text: str | None, says: str
) -> None:
    path = tmp_path / "own.json"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as refused:
        asked(tmp_path, data_file="own.json")
    assert str(refused.value).startswith(f"The setting data_file: {path} ")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
