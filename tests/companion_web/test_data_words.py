"""The loader's sentences: each has a key, and both catalogues say it."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest

from companion.model.message import Message
from companion.model.told_words import WRONG
from companion.words import keys, render
from companion_web.api.data_words import said, worded
from engine.errors import BadData, Mistake
from engine.games.street_race.loading import load_content
from engine.games.street_race.sample import SAMPLE
from engine.told import Told

GERMAN = {"Accept-Language": "de"}


def wrong() -> dict[str, Any]:
    """A file with many mistakes of different kinds."""
    data: dict[str, Any] = copy.deepcopy(SAMPLE)
    data |= {"actions": 0, "hand_limit": "5", "about": 3, "half_width": 1.5, "x": 1, "set": ""}
    data["cards"][3]["copies"] = 0
    data["cards"][4]["id"] = data["cards"][3]["id"]
    data["cards"][5] = 7
    data["cards"][6]["style"] = "yes"
    data["racers"][0]["speed"] = None
    del data["mats"][0]["lanes"]
    data["mats"][1]["sidewalk"] = "steep"
    data["civilians"] = []
    return data


def with_marks(mistake: Mistake) -> Mistake:
    """The same with the page's quotation marks around texts of the file."""
    text, short = (re.sub(r"'([^']*)'", r"“\1”", one) for one in (mistake.text, mistake.short))
    return Mistake(text, short, mistake.path)


def test_every_key_of_the_loader_stands_in_the_catalogue_and_no_other(root: Path) -> None:
    rooms = (root / "engine", root / "companion")  # reasons of the engine and of the system
    source = "".join(path.read_text("utf-8") for room in rooms for path in room.rglob("*.py"))
    told = set(re.findall(r'(?:Told|_Number|_placed)\((?:\s*\w+,)*\s*"(\w+)"', source))
    known = {key.removeprefix(WRONG) for key in keys("en") if key.startswith(WRONG)}
    assert told == known


@pytest.mark.parametrize(
    "file",
    ["engine/switches.py", "companion/games/house.py", "engine/games/racepack/track.py"],
)
def test_house_rules_and_tracks_are_refused_with_keys_alone(root: Path, file: str) -> None:
    text = (root / file).read_text("utf-8")
    raised = re.findall(r"raise (?:Misfit|BadTrack)\(\s*(\w+)\(", text)
    assert len(raised) == len(re.findall(r"raise (?:Misfit|BadTrack)\(", text)) > 3
    assert set(raised) == {"Told"}


def test_in_english_the_catalogue_says_what_the_loader_says(app: Any) -> None:
    with pytest.raises(BadData) as found:
        load_content((wrong(),))
    assert len(found.value.mistakes) > 10
    with app.test_request_context("/sets"):
        for mistake in found.value.mistakes:
            assert isinstance(mistake.short, Told)
            assert (
                mistake.short
                == render(Message(WRONG + mistake.short.key, dict(mistake.short.params)))
                or "one" in mistake.short.params
            )
            assert worded(mistake) == with_marks(mistake)
        assert said("what has no key") == "what has no key"


def test_on_german_pages_mistakes_are_german_with_their_places(browser: Any) -> None:
    headers = {"X-CSRFToken": browser.csrf, "Origin": "http://localhost", **GERMAN}
    answer = browser.client.post("/api/sets/look", json={"data": wrong()}, headers=headers)
    told = [one["text"] for one in answer.get_json()["mistakes"]]
    id_ = SAMPLE["cards"][3]["id"]
    assert f"Karte 4, {id_}: copies: hier gehört eine Zahl von 1 bis 999 hin, nicht 0" in told
    twice = f"{id_} kommt zweimal vor, zuerst als Karte 4; jede Id darf es nur einmal geben"
    assert f"Karte 5: id: {twice}" in told
    assert not [one for one in told if "needed" in one or "card " in one]
    sound = browser.client.post("/api/sets/look", json={"data": SAMPLE}, headers=headers)
    assert sound.get_json()["notes"][0].startswith("Kartensatz „sample-night-market“: 8 Autos, ")
    broken = browser.client.post(
        "/sets/import", data={"csrf_token": browser.csrf, "text": "{"}, headers=GERMAN
    )
    assert "Zeile 1, Spalte 2: das ist kein JSON" in broken.text


ODD = {
    "set": '@colour.A {x} it\'s "so"',
    "cards": [{"id": "x\ny", "type": "f\ud800o", "name": "half \udfff", "s\ud800": 1}],
}
HALF = (
    "half a character stands there; write this text anew",
    "dort steht ein halbes Zeichen; schreib diesen Text neu",
)


@pytest.mark.parametrize("german", [False, True])
def test_texts_of_a_file_stand_in_the_quotation_marks_of_the_page(
    browser: Any, german: bool
) -> None:
    headers = {"X-CSRFToken": browser.csrf, "Origin": "http://localhost"}
    headers |= GERMAN if german else {}
    answer = browser.client.post("/api/sets/look", json={"data": ODD}, headers=headers)
    assert answer.status_code == 200
    mistakes = answer.get_json()["mistakes"]
    told = "\n".join(one["text"] for one in mistakes)
    assert "'" not in told.replace("it's", "")
    halves = [one["path"] for one in mistakes if one["short"] in HALF]
    assert halves == [["cards", 0], ["cards", 0, "type"], ["cards", 0, "name"]]
    if german:
        assert "„x\\ny“ ist keine Id" in told
        assert not re.search(r"[“”].*[”]| stands | needed", told)
    else:
        assert "“x\\ny” is no id" in told
        assert "“f\ufffdo” is none of action" in told


def test_a_file_with_half_a_character_is_not_kept_and_says_so_in_german(browser: Any) -> None:
    headers = {"X-CSRFToken": browser.csrf, "Origin": "http://localhost", **GERMAN}
    refused = browser.client.put("/api/sets/Ours", json={"data": ODD}, headers=headers)
    assert refused.status_code == 400
    assert refused.get_json()["error"] == {
        "code": "half-character",
        "message": "Ein Text hat ein halbes Zeichen und lässt sich nicht speichern. "
        "Schreib ihn neu.",
    }
