"""Tracks and data files under names: renamed and deleted alike by programs and by pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from engine.games.street_race.sample import TEXT

TRACK = {"tiles": [[0, 0], [1, 0]], "walls": False}
HELD: dict[str, Any] = {"tracks": TRACK, "sets": json.loads(TEXT)}
FIXED = {"tracks": "default", "sets": "sample"}


@pytest.fixture(params=["tracks", "sets"])
def kind(request: pytest.FixtureRequest) -> str:
    """Which of the two."""
    return str(request.param)


@pytest.fixture
def folder(tmp_path: Path, kind: str) -> Path:
    """Where the app keeps them, with two of them."""
    folder = tmp_path / kind
    folder.mkdir()
    for name in ("Monza", "Half way"):
        (folder / f"{name}.json").write_text(json.dumps(HELD[kind]))
    return folder


@pytest.fixture
def app(table: Any, make_app: Callable[..., Flask], folder: Path, kind: str) -> Flask:
    """The app with that folder."""
    return make_app(table, **{f"{kind}_folder": folder})


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.iterdir())


def test_a_program_renames_and_deletes(app: Flask, folder: Path, kind: str) -> None:
    client, path = app.test_client(use_cookies=False), f"/api/{kind}"
    taken = client.post(f"{path}/Monza/name", json={"name": "half way"})
    assert (taken.status_code, taken.get_json()["error"]["code"]) == (409, "name-taken")
    assert client.post(f"{path}/Monza/name", json={"name": " Imola "}).get_json() == {
        "name": "Imola"
    }
    assert client.post(f"{path}/Imola/name", json={"name": "A", "seen": ""}).status_code == 400
    assert client.delete(f"{path}/Half way").get_json() == {"name": "Half way"}
    assert client.delete(f"{path}/Half way").status_code == 404
    assert names(folder) == ["Imola"]


def test_what_came_with_the_game_stays(app: Flask, browser: Any, folder: Path, kind: str) -> None:
    client, path = app.test_client(use_cookies=False), f"/api/{kind}/{FIXED[kind]}"
    assert client.delete(path).get_json()["error"]["code"] == "fixed"
    assert client.post(f"{path}/name", json={"name": "Mine"}).status_code == 409
    for page in ("rename", "delete"):
        assert browser.get(f"/{kind}/{FIXED[kind]}/{page}").status_code == 409
        assert browser.submit(f"/{kind}/{FIXED[kind]}/{page}", {"name": "X"}).status_code == 409


def test_the_pages_rename_and_ask_before_they_delete(browser: Any, folder: Path, kind: str) -> None:
    assert 'value="Monza"' in browser.get(f"/{kind}/Monza/rename").text
    refused = browser.submit(f"/{kind}/Monza/rename", {"name": "half way"})
    assert refused.status_code == 409
    assert "Half way" in refused.text
    assert browser.submit(f"/{kind}/Monza/rename", {"name": "Imola"}).status_code == 303
    assert names(folder) == ["Half way", "Imola"]
    assert "Delete Imola?" in browser.get(f"/{kind}/Imola/delete").text
    assert names(folder) == ["Half way", "Imola"]
    done = browser.submit(f"/{kind}/Imola/delete", {})
    assert (done.status_code, done.location) == (303, f"/{kind}")
    assert browser.submit(f"/{kind}/Imola/delete", {}).status_code == 404
    assert names(folder) == ["Half way"]


def test_with_a_pin_only_who_may_begin_a_game_changes_names(
    table: Any, make_app: Callable[..., Flask], folder: Path, kind: str
) -> None:
    app = make_app(table, host_pin="1234", **{f"{kind}_folder": folder})
    client = app.test_client(use_cookies=False)
    assert client.delete(f"/api/{kind}/Monza").status_code == 403
    assert client.post(f"/api/{kind}/Monza/name", json={"name": "A"}).status_code == 403
    assert names(folder) == ["Half way", "Monza"]
