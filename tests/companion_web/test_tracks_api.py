"""The editor's JSON: looks at any track, keeps named ones, loses none, and asks who may."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from saved_tracks import DRAFT, HAT, SOUND


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the app keeps its tracks; made by the first that is kept."""
    return tmp_path / "tracks"


@pytest.fixture
def app(table: Any, make_app: Callable[..., Flask], folder: Path) -> Flask:
    """The app with a folder for tracks."""
    return make_app(table, tracks_folder=folder)


class Program:
    """A program: JSON, no cookies."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client(use_cookies=False)

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        more = {} if body is None else {"json": body}
        return self.client.open("/api/tracks" + path, method=method, headers=headers, **more)

    def look(self, track: object) -> Any:
        return self.call("POST", "/look", {"track": track})


@pytest.fixture
def program(app: Flask) -> Program:
    return Program(app)


def test_a_look_tells_problems_in_words_with_their_tiles(program: Program) -> None:
    """RP-11 through the engine; nothing is kept."""
    answer = program.look({"tiles": [*HAT[:9], *HAT[10:]], "walls": False}).get_json()
    assert not answer["sound"]
    assert {"code": "not_adjacent:8", "text": "Tiles 8 and 9 do not meet."}.items() <= answer[
        "flaws"
    ][0].items()
    assert answer["flaws"][0]["tiles"] == [8, 9]
    sound = program.look(SOUND).get_json()
    assert (sound["sound"], sound["flaws"]) == (True, [])
    assert sound["facts"] == "24 tiles · 8 corners · grid for 8 · 96 spaces"
    assert sound["track"] == SOUND
    assert "<script" not in sound["picture"]


@pytest.mark.parametrize(
    ("track", "sentence"),
    [
        (None, "A track is"),
        ({"tiles": 3}, "needs"),
        ({"tiles": [[0, 0.3]]}, "lies at 0.3"),
        ({"tiles": [[0, 0]] * 300}, "300 tiles"),
        ({"tiles": [], "speed": 3}, "no key 'speed'"),
    ],
)
def test_what_is_no_track_is_400_in_a_sentence(
    program: Program, folder: Path, track: object, sentence: str
) -> None:
    for answer in (
        program.look(track),
        program.call("PUT", "/Odd", {"track": track}),
    ):
        assert answer.status_code == 400
        assert sentence in answer.get_json()["error"]["message"]
    assert not folder.exists()


def test_a_draft_is_kept_and_read_again(program: Program, folder: Path) -> None:
    kept = program.call("PUT", "/Half way", {"track": DRAFT})
    assert kept.status_code == 200
    assert json.loads((folder / "Half way.json").read_text("utf-8")) == DRAFT
    again = program.call("GET", "/Half way").get_json()
    assert again["track"] == DRAFT
    assert again["mark"] == kept.get_json()["mark"]
    listed = program.call("GET", "").get_json()["tracks"]
    assert [(t["name"], t["sound"]) for t in listed] == [("default", True), ("Half way", False)]


def test_a_name_that_is_taken_is_409_and_the_file_stays(program: Program, folder: Path) -> None:
    mark = program.call("PUT", "/Monza", {"track": SOUND}).get_json()["mark"]
    for body in ({"track": DRAFT}, {"track": DRAFT, "seen": "0" * 16}):
        answer = program.call("PUT", "/monza", body)
        assert answer.status_code == 409
    assert answer.get_json()["error"]["code"] == "file-changed"
    assert json.loads((folder / "Monza.json").read_text("utf-8")) == SOUND
    assert program.call("PUT", "/Monza", {"track": DRAFT, "seen": mark}).status_code == 200
    assert [path.name for path in folder.iterdir()] == ["Monza.json"]


@pytest.mark.parametrize("name", ["..%2Fsecret", "%2Fetc%2Fpasswd", ".x", "a.json", "%00", "a%5Cb"])
def test_no_name_leads_out_of_the_folder(program: Program, folder: Path, name: str) -> None:
    (folder.parent / "secret.json").write_text(json.dumps(SOUND))
    for method, body in (("PUT", {"track": SOUND}), ("GET", None), ("DELETE", None)):
        answer = program.call(method, f"/{name}", body)
        assert answer.status_code in (404, 405, 409), (method, answer.text)
        assert "grid for" not in answer.text
    assert [path.name for path in folder.parent.iterdir()] == ["secret.json"]


def test_the_track_that_came_with_the_game_stays(program: Program) -> None:
    assert program.call("GET", "/default").get_json()["track"] == SOUND
    assert program.call("PUT", "/default", {"track": DRAFT}).status_code == 409
    assert program.call("DELETE", "/default").get_json()["error"]["code"] == "fixed"
    assert program.call("POST", "/default/name", {"name": "Mine"}).status_code == 409


def test_a_broken_file_is_named_and_hides_no_other(program: Program, folder: Path) -> None:
    program.call("PUT", "/Good", {"track": SOUND})
    (folder / "Bad.json").write_text("{")
    (folder / "Odd.json").write_text('{"tiles": "none"}')
    tracks = {t["name"]: t for t in program.call("GET", "").get_json()["tracks"]}
    assert set(tracks) == {"default", "Good", "Bad", "Odd"}
    assert tracks["Good"]["broken"] is None
    assert "Bad.json cannot be read: line 1, column 2: this is no JSON" in tracks["Bad"]["broken"]
    assert "Odd.json cannot be read: A track needs" in tracks["Odd"]["broken"]
    answer = program.call("GET", "/Odd")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "bad-file")


def test_chance_lays_a_sound_track(program: Program) -> None:
    answer = program.call("POST", "/surprise", {"wishes": {"tiles": 28, "pit": True}}).get_json()
    assert (answer["sound"], len(answer["track"]["tiles"])) == (True, 28)
    assert "pit" in answer["track"]
    refused = program.call("POST", "/surprise", {"wishes": {"tiles": 23}})
    assert refused.status_code == 400
    assert "24 to 48" in refused.get_json()["error"]["message"]


def test_the_dice_show_hazards_on_a_sound_track_only(program: Program) -> None:
    """RP-26."""
    answer = program.call("POST", "/dice", {"track": SOUND}).get_json()
    assert answer["picture"].count("<g ") == 4
    assert answer["text"].startswith("Dice ")
    assert program.call("POST", "/dice", {"track": DRAFT}).status_code == 409


def test_with_a_pin_only_the_host_and_who_sits_keeps_tracks(
    table: Any, make_app: Callable[..., Flask], folder: Path
) -> None:
    program = Program(make_app(table, tracks_folder=folder, host_pin="2580"))
    body = {"track": SOUND}
    refused = program.call("PUT", "/Ring", body)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (403, "no-seat")
    assert program.look(SOUND).status_code == 200
    assert program.call("PUT", "/Ring", body, **{"Host-Pin": "2580"}).status_code == 200
    for method, path in (("DELETE", "/Ring"), ("POST", "/Ring/name")):
        assert program.call(method, path, {"name": "x"}).status_code == 403
    token = program.client.post("/api/seats", json={"seat": 0}).get_json()["token"]
    answer = program.call("DELETE", "/Ring", Authorization=f"Bearer {token}")
    assert answer.status_code == 200


def test_a_browser_needs_its_csrf_value(browser: Any, folder: Path) -> None:
    answer = browser.client.put("/api/tracks/Ring", json={"track": SOUND})
    assert answer.status_code == 403
    assert not folder.exists()
    headers = {"X-CSRFToken": browser.csrf, "Origin": "http://localhost"}
    assert browser.client.put("/api/tracks/Ring", json={"track": SOUND}, headers=headers)
    assert (folder / "Ring.json").is_file()


def test_unknown_keys_are_refused(program: Program) -> None:
    assert program.call("POST", "/look", {"track": SOUND, "x": 1}).status_code == 400
    assert program.call("PUT", "/Ring", {"tiles": []}).status_code == 400
    assert program.call("POST", "/look").status_code in (400, 415)
