"""The street race through ``trackside engine``: positions, chance, refusals, logs (section 19)."""

from __future__ import annotations

import copy
import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from street_table import SAMPLE, ask, begun, car, code, data, loaded, new, play, random_game, texts

from engine.errors import BadRecord
from engine.games.street_race.log import replayed
from engine.lines import answer


def asked(**request: Any) -> Any:
    return json.loads(answer(json.dumps(request)))


NEW = {"op": "new", "game": "fhtagn", "players": 3, "racers": ["r1", "r2", "r5"]}


def test_the_sample_is_the_shared_one_ff_161(shared: Path) -> None:
    assert json.loads((shared / "rules" / "fhtagn_sample.json").read_text("utf-8")) == SAMPLE


def test_the_first_position_has_every_key_ff_161() -> None:
    position = asked(**NEW, order=["B", "A", "C"], options={})["position"]
    text = json.dumps(SAMPLE, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = sha256(text.encode()).hexdigest()
    assert position["sets"] == [{"set": "sample-night-market", "sha256": digest}]
    assert list(position) == [
        "game", "sets", "options", "players", "order", "turn", "turns", "phase", "actions",
        "advances", "mats", "cars", "hands", "gangs", "style", "pile", "discards", "end",
        "ranking", "ask", "base", "since",
    ]  # fmt: skip
    assert position["ask"] == {"who": ["B"], "kind": "place"}
    assert position["mats"]["deck"] == [f"m{n:02}" for n in range(3, 29)]
    assert len(position["pile"]) == 84
    assert [car["at"] for car in position["cars"]] == [None, None, None]


def test_legal_and_apply_ff_161() -> None:
    position = asked(**NEW)["position"]
    legal = asked(op="legal", position=position)["legal"]
    assert legal == ["place A 1F1", "place A 1F2", "place A 1O1", "place A 1O2"]
    done = asked(op="apply", position=position, action="place A 1O2")
    assert done["events"] == [{"event": "moved", "car": "A", "to": "1O2"}]
    assert done["position"]["ask"] == {"who": ["B"], "kind": "place"}


def test_what_the_words_of_ask_say_is_not_looked_at_ff_161() -> None:
    position = begun(new())
    position["ask"] = {"nonsense": 5}
    with_it = asked(op="legal", position=position)["legal"]
    del position["ask"]
    assert asked(op="legal", position=position)["legal"] == with_it


def test_in_the_middle_of_an_event_everything_follows_from_base_and_since_ff_161() -> None:
    position = play(loaded(begun(new(), hands={"B": ["p11.1"]})), "adv").to_json()
    assert position["since"] == ["adv"]
    assert position["base"]["base"] is None  # type: ignore[index]
    assert asked(op="legal", position=position)["legal"] == ["noreact B", "react B p11.1 A"]
    changes: list[tuple[str, Any]] = [
        ("actions", 4), ("hands", {"A": [], "B": [], "C": []}), ("since", ["pass"]), ("since", []),
        ("since", ["adv", "die 3"]), ("since", "adv"), ("base", None), ("base", 5),
        ("style", {"A": 1, "B": 0, "C": 0}),
    ]  # fmt: skip
    for key, value in changes:
        wrong = asked(op="legal", position={**position, key: value})
        assert wrong["error"]["code"] == "bad-position", (key, value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("jump", "bad-syntax"),
        ("drift", "bad-syntax"),
        ("drift U", "bad-syntax"),
        ("adv  ", "bad-syntax"),
        ("", "bad-syntax"),
        ("place A 1F1", "wrong-phase"),
        ("choose A L", "wrong-phase"),
        ("take 1", "wrong-phase"),
        ("disc", "wrong-phase"),
        ("die 3", "wrong-phase"),
        ("mat F m07", "wrong-phase"),
        ("react B p11.1 A", "no-window"),
        ("noreact B", "no-window"),
        ("noreact Z", "unknown-id"),
        ("style action", "too-few-style"),
        ("style paint", "bad-syntax"),
        ("play p99.1", "unknown-id"),
        ("play p02.1 B", "not-in-hand"),
        ("play p17.1", "wrong-card-type"),
        ("play p03.1 A", "not-an-option"),
        ("play p03.1", "not-an-option"),
        ("crew p17.1 B", "wrong-card-type"),
        ("crew p22.1 Z", "unknown-id"),
        ("swap p02.1", "not-in-hand"),
        ("fix", "not-damaged"),
        ("pull", "not-on-walk"),
        ("adv A", "bad-syntax"),
        ("fix-style A 03", "bad-syntax"),
        ("fix-car A 02F3", "bad-syntax"),
    ],
)
def test_each_refusal_has_its_code_and_changes_nothing_ff_162(text: str, why: str) -> None:
    held = {"A": ["p17.1", "p03.1", "p22.1"], "B": ["p11.1"]}
    assert code(loaded(begun(new(), hands=held)), text) == why


def test_chance_that_cannot_be_is_refused_ff_162() -> None:
    rolling = play(loaded(begun(new())), "adv")
    for die in ("die 0", "die 7", "die x", "die 1.0"):
        assert code(rolling, die) == "bad-die"
    drawing = play(loaded(begun(new(), hands={"A": ["p01.1"]})), "swap p01.1")
    assert code(drawing, "card A p01.1") == "bad-draw"
    assert code(drawing, "card A p99.1") == "bad-draw"
    assert code(drawing, "adv") == "wrong-phase"


def test_with_ordered_decks_the_next_one_is_known_ff_16_ff_136() -> None:
    position = new(ordered=True)
    assert ask(position) == ("deck", ["chance"])
    (specimen,) = texts(position)
    mats = specimen.split(" ")[1:]
    assert mats == sorted(mats)
    random.Random(4).shuffle(mats)
    position = play(position, "deck " + " ".join(mats))
    assert position.to_json()["mats"]["deck"] == mats  # type: ignore[index]
    position = play(position, "place A 1F1", "place B 1O1", "place C 2F2")
    assert ask(position) == ("shuffle", ["chance"])
    cards = texts(position)[0].split(" ")[1:][::-1]
    assert code(position, "shuffle " + " ".join(cards[1:])) == "bad-draw"
    position = play(position, "shuffle " + " ".join(cards))
    assert texts(position) == [f"card A {cards[0]}"]


def test_a_live_deck_has_its_finish_among_the_last_eight_ff_16() -> None:
    from engine.search import random_action

    for seed in range(20):
        mats = random_action(new(ordered=True), random.Random(seed)).text.split(" ")[1:]
        assert sorted(mats) == sorted({*mats})
        assert {mats.index("m03"), mats.index("m04")} <= set(range(14, 22))


JUNK: tuple[Any, ...] = (None, True, 0, -1, 1.5, "", "x", [], ["x"], {}, {"x": 1}, [[]], "1F1")


def paths(value: Any, so_far: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in JSON data."""
    found = [so_far] if so_far else []
    if not isinstance(value, dict | list):
        return found
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        found += paths(each, (*so_far, key))
    return found


def changed(value: Any, path: tuple[Any, ...], junk: Any) -> Any:
    held = copy.deepcopy(value)
    inner = held
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    return held


def test_a_broken_position_is_an_error_and_never_a_crash_ff_161() -> None:
    rng = random.Random(5)
    start = begun(new(), hands={"A": ["p17.1"]}, civs={"c1": ("2O1", "O")}, mods={"B": ["p18.1"]})
    middle = play(loaded(start), "adv").to_json()
    for position in (start, middle):
        for path in rng.sample(paths(position), 150):
            told = asked(op="legal", position=changed(position, path, rng.choice(JUNK)))
            assert told.get("error", {}).get("code") in (None, "bad-position"), (path, told)
    for key in start:
        if key not in ("ask", "base", "since", "game"):
            less = {name: value for name, value in start.items() if name != key}
            assert asked(op="legal", position=less)["error"]["code"] == "bad-position", key


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"players": "3"}, "malformed"),
        ({"players": True}, "malformed"),
        ({"racers": 5}, "malformed"),
        ({"order": "ABC"}, "malformed"),
        ({"options": []}, "malformed"),
        ({"data": 5}, "malformed"),
        ({"players": 7}, "not-an-option"),
        ({"players": 2}, "not-an-option"),
        ({"racers": ["r1", "r2"]}, "not-an-option"),
        ({"racers": ["r1", "r2", "r2"]}, "not-an-option"),
        ({"racers": ["r1", "r2", "r9"]}, "unknown-id"),
        ({"order": ["A", "B"]}, "not-an-option"),
        ({"options": {"speed": True}}, "not-an-option"),
        ({"options": {"dual": 1}}, "not-an-option"),
        ({"options": {"fourth_spend": "all"}}, "not-an-option"),
        ({"colour": "red"}, "not-an-option"),
        ({"data": {}}, "bad-data"),
    ],
)
def test_a_new_race_that_does_not_fit_is_refused_ff_162(change: Any, why: str) -> None:
    assert asked(**{**NEW, **change})["error"]["code"] == why


def test_a_data_file_stands_beside_any_request_ff_142() -> None:
    content = data({"id": "z", "type": "crew", "name": "Z", "copies": 2})
    position = asked(**NEW, data=content)["position"]
    assert "z.2" in position["pile"]
    assert len(asked(op="legal", position=position, data=content)["legal"]) == 4
    assert asked(op="legal", position=position)["error"]["code"] == "bad-position"
    assert asked(op="legal", position=position, data=7)["error"]["code"] == "malformed"
    other = {**data({"id": "y", "type": "crew", "name": "Y"}), "set": "two"}
    other["cards"] = other["cards"][:1]
    both = asked(**NEW, data=[content, other])["position"]
    assert "y.1" in both["pile"]
    assert [one["set"] for one in both["sets"]] == ["sample-night-market", "two"]
    without = {**content, "excluded_cards": ["Y"]}
    assert "y.1" not in asked(**NEW, data=[without, other])["position"]["pile"]


def test_a_log_replays_to_the_same_and_tells_where_it_breaks_ff_161() -> None:
    game = random_game(3, seed=2)
    lines = [text for _, text in game[:-1]]
    last, _ = game[-1]
    position, told = replayed(new(3), lines)
    assert position.to_json() == last.to_json()
    assert told
    with pytest.raises(BadRecord, match=f"Line {len(lines) + 1}: the race is over") as error:
        replayed(new(3), [*lines, "adv"])
    assert (error.value.code, error.value.line) == ("bad-log", len(lines) + 1)
    with pytest.raises(BadRecord, match=r"Line 4: it stops where card is asked"):
        replayed(new(3), lines[:4])
    with pytest.raises(BadRecord, match=r"Line 2: "):
        replayed(new(3), [lines[0], "die 3"])


def test_a_car_tells_what_it_carries_ff_161() -> None:
    position = loaded(begun(new(), drivers={"A": "p23.1"}, mods={"A": ["p17.1"]}, dmg=["A"]))
    assert car(position, "A") == {
        "id": "A", "kind": "racer", "racer": "r1", "at": "1F1", "dmg": True, "driver": "p23.1",
        "mods": ["p17.1"],
    }  # fmt: skip
