"""The JSON of games that were played, over the real journal: list, moves, records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from past_games import PastGames
from recorded import GAMES, TWO, Played

NAMED = {**TWO, "names": ["Anna", "Max"]}


@pytest.fixture
def shop(tmp_path: Path, make_table: Any) -> Iterator[PastGames]:
    with PastGames(tmp_path, make_table()) as made:
        yield made


def test_a_game_that_goes_on_is_listed_but_neither_watched_nor_recorded(shop: PastGames) -> None:
    Played(NAMED, shop.journal).on(30)
    (game,) = shop.get("").json["games"]
    assert (game["name"], game["loaded"], game["closed"]) == ("1", False, False)
    for path in ("/1", "/1/record", "/1/moves/3"):
        assert shop.code(path) == (409, "still-played")
    assert shop.code("/2") == (404, "no-such-game")


def test_a_closed_game_is_told_move_by_move(shop: PastGames) -> None:
    played = Played(NAMED, shop.journal).on(90)
    shop.journal.close_game()
    told = shop.get("/1").json
    board: dict[str, str] = {}
    for move in told["moves"]:
        board |= move["holes"]
    stands = {h: t for h, t in board.items() if t}
    assert sorted(stands.values()) == ["A"] * 4 + ["D"] * 4
    assert told["moves"][-1]["said"]["text"].startswith(("Anna, ", "Max, "))
    assert len(told["curve"]) == len(told["moves"])
    last = len(told["moves"]) - 1
    position = shop.get(f"/1/moves/{last}").json["position"]
    assert position == played.game.position.public().to_json()
    assert shop.code(f"/1/moves/{last + 1}") == (404, "no-such-move")


def test_no_dealt_hand_is_sent_while_the_game_can_be_gone_on_with(shop: PastGames) -> None:
    dealt = Played({**NAMED, "hands": "virtual"}, shop.journal)
    dealt.on(4000)
    assert shop.get("/1").status_code == 200
    assert "hands" not in shop.get("/1").json["moves"][5]
    assert shop.code("/1/record") == (409, "hands-hidden")
    shop.journal.close_game()
    assert shop.get("/1/record").status_code == 200


def test_a_dealt_game_that_was_closed_before_its_end_keeps_its_hands_for_those_who_go_on(
    shop: PastGames,
) -> None:
    """Whoever had its record knew every hand with which it is played on."""
    Played({**NAMED, "hands": "virtual"}, shop.journal).on(12)
    shop.journal.close_game()
    assert shop.code("/1/record") == (409, "hands-hidden")
    assert "hands" not in str(shop.get("/1").json["moves"])


def test_a_street_race_that_was_closed_before_its_end_tells_no_hand_either(
    shop: PastGames,
) -> None:
    played = Played(GAMES["fhtagn"], shop.journal).on(40)
    shop.journal.close_game()
    assert shop.code("/1/record") == (409, "hands-hidden")
    last = len(shop.get("/1").json["moves"]) - 1
    position = shop.get(f"/1/moves/{last}").json["position"]
    hands = played.game.position.to_json()["hands"]
    assert position["hands"] == {player: len(held) for player, held in hands.items()}
    assert isinstance(position["pile"], int)


def test_a_record_is_kept_and_loaded_again(shop: PastGames) -> None:
    Played(NAMED, shop.journal).on(60)
    shop.journal.close_game()
    kept = shop.get("/1/record")
    assert kept.headers["Content-Disposition"] == 'attachment; filename="trackside-1.json"'
    name = shop.load(kept.data).json["name"]
    assert shop.load(kept.data).json["name"] == name  # once
    games = shop.get("").json["games"]
    assert [(g["name"], g["loaded"]) for g in games] == [("1", False), (name, True)]
    assert shop.get(f"/{name}/record").data == kept.data
    assert shop.get(f"/{name}").json["moves"] == shop.get("/1").json["moves"]
    assert shop.client.delete(f"/api/games/{name}").status_code == 200
    assert shop.code(f"/{name}") == (404, "no-such-game")
    assert shop.client.delete("/api/games/1").json["error"]["code"] == "no-such-game"


def test_a_spoilt_record_changes_nothing(shop: PastGames) -> None:
    Played(NAMED, shop.journal).on(20)
    shop.journal.close_game()
    data = json.loads(shop.get("/1/record").data)
    for raw in (b"", b"{", b"[]", json.dumps({**data, "version": 9}), "x" * 600_000):
        answer = shop.load(raw)
        assert answer.status_code in (400, 413)
        assert answer.json["error"]["message"]
    assert len(shop.get("").json["games"]) == 1
