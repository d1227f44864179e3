"""The page of a game that was played, as it is without scripts, and its picture."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from by_path import module_of
from past_games import PastGames
from recorded import GAMES, TWO, Played
from two_forms import first

NAMED = {**TWO, "names": ["Anna", "Max"]}


@pytest.fixture
def shop(tmp_path: Path, make_table: Any) -> Iterator[PastGames]:
    with PastGames(tmp_path, make_table()) as made:
        yield made


def page_of(shop: PastGames, path: str) -> str:
    answer = shop.client.get(path)
    assert answer.status_code == 200, path
    text: str = answer.text
    return text


def test_a_move_is_shown_by_its_address_with_board_sentence_and_list(shop: PastGames) -> None:
    Played({**NAMED, "hands": "virtual"}, shop.journal).on(160)
    shop.journal.close_game()
    told = shop.get("/1").json["moves"]
    at = next(n for n, move in enumerate(told) if move["took"])
    page = page_of(shop, f"/replay/1?move={at}")
    assert told[at]["told"]["text"] in page
    assert re.search(rf'data-row="{at}" class="now"', page)
    assert f'href="?move={at + 1}"' in page
    hole = told[at]["moves"][0][1]
    assert re.search(rf'data-hole="{hole}"[^>]*data-role="capture"', page)
    assert 'role="button"' not in page
    assert len(re.findall("data-row=", page)) == 13
    assert "How it stood" in page
    data = json.loads(re.search(r'id="page-data">(.*?)</script>', page)[1])  # type: ignore[index]
    assert len(data["replay"]["moves"]) == len(data["replay"]["curve"]) == len(told)
    assert "deck" not in page


@pytest.mark.parametrize("game", ["fast_track", "fhtagn"])
def test_a_record_is_offered_only_where_it_is_given(shop: PastGames, game: str) -> None:
    """A dealt game that was closed before its end can be gone on with: its hands stay secret."""
    options = {**NAMED, "hands": "virtual"} if game == "fast_track" else GAMES[game]
    Played(options, shop.journal).on(12)
    shop.journal.close_game()
    told = shop.client.get("/replay/1", headers={"Accept-Language": "de"}).text
    assert "/replay/1/record" not in told
    assert "Die Aufzeichnung zeigt jede Hand, und dieses Spiel kann noch" in told
    Played(NAMED, shop.journal).on(12)
    shop.journal.close_game()
    given = page_of(shop, "/replay/2")
    assert "/replay/2/record" in given
    assert "shows every hand" not in given


@pytest.mark.parametrize("name", ["wahoo", "racepack", "fhtagn"])
@pytest.mark.parametrize("known", first(1, [True, False]))
def test_every_game_can_be_watched_also_where_nobody_knows_the_chances(
    shop: PastGames, name: str, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(GAMES[name], shop.journal).on(80)
    shop.journal.close_game()
    if not known:
        monkeypatch.setattr(type(played.game.position), "steepness", None)
    page = page_of(shop, "/replay/1?move=20")
    assert ("How it stood" in page) == known
    assert "<svg" in page_of(shop, "/replay/1/board?move=20")
    assert page_of(shop, "/replay/1/picture.svg?move=20").startswith("<svg ")


@pytest.mark.parametrize("name", ["racepack", "fhtagn"])
def test_the_replay_of_a_race_speaks_of_cars(shop: PastGames, name: str) -> None:
    """Whoever had done a lap, or got style, had brought "a marble home"."""
    played = Played(GAMES[name], shop.journal).on(40)
    played.game.edit(played.game.position, step=True)
    played.on(5_000)
    shop.journal.close_game()
    english, german = (
        shop.client.get("/api/games/1", headers={"Accept-Language": one}).get_data(as_text=True)
        for one in ("en", "de")
    )
    assert "marble" not in english
    assert "Murmel" not in json.dumps(json.loads(german), ensure_ascii=False)
    assert "The cars were set." in english
    assert "Die Autos wurden gesetzt." in german
    assert (" finishes a lap." in english, "beendet eine Runde." in german) == (
        (True, True) if name == "racepack" else (False, False)
    )


@pytest.mark.parametrize("last", ["extra A no", "fix-style A 0"])
def test_the_end_has_the_sign_of_the_winner_whoever_played_last(shop: PastGames, last: str) -> None:
    """It had that of the last move, and after a correction none."""
    played = Played(GAMES["fhtagn"], shop.journal).on(1)
    game, end = played.game, {"drawer": "C", "to_come": [], "declined": []}
    cars = {"A": "3F1", "B": "2F2", "C": "1F1"}
    near = module_of("browser/near_the_end").placed
    changes = {"phase": "extra", "actions": 0, "end": end, "at": cars}
    game.edit(game.game.load(near(game.position.to_json(), changes)))
    if last.startswith("fix"):
        game.edit(game.position.apply(last).position, last, step=True)
    else:
        played.go(last)
    shop.journal.close_game()
    page = page_of(shop, "/replay/1")
    assert "Yellow wins the race!" in page
    assert 'class="prompt seat-C" data-prompt-card' in page
    data = json.loads(re.search(r'id="page-data">(.*?)</script>', page)[1])  # type: ignore[index]
    assert data["replay"]["moves"][-1]["sign"] == "C"


def test_pages_and_pictures_are_light_enough(shop: PastGames) -> None:
    four = {**TWO, "players": [["A"], ["B"], ["D"], ["E"]]}
    Played(four, shop.journal).on(700)
    shop.journal.close_game()
    told = shop.get("/1").json
    assert len(told["moves"]) > 290

    def sent(data: str | bytes) -> int:
        return len(gzip.compress(data if isinstance(data, bytes) else data.encode()))

    assert sent(page_of(shop, "/replay/1")) < 60_000
    assert sent(shop.get("/1/record").data) < 30_000
    assert sent(json.dumps(told["curve"])) < 3_000
    assert sent(page_of(shop, "/replay/1/picture.svg")) < 60_000


def test_no_page_of_a_game_that_is_played_or_is_not_there(shop: PastGames) -> None:
    Played(NAMED, shop.journal).on(20)
    assert shop.client.get("/replay/1").status_code == 409
    assert shop.client.get("/replay/7").status_code == 404
    assert shop.client.get("/replay/rabc").status_code == 404


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (("action", "A1-Z9", {"seat": 0}), "A1-Z9"),
        (("undo", "1", {}), "steps"),
        (("action", "--", {"seat": None}), "int()"),
    ],
)
def test_a_torn_game_is_watched_up_to_its_last_good_move_and_the_page_says_so(
    shop: PastGames, row: tuple[str, str, dict[str, Any]], why: str
) -> None:
    """The list leads there; nothing of it is kept as a record, for that would be no whole one."""
    Played(NAMED, shop.journal).on(40)
    shop.journal.append(*row)
    shop.journal.close_game()
    assert 'href="/replay/1"' in page_of(shop, "/history")
    page = page_of(shop, "/replay/1")
    told = shop.get("/1").json
    assert why in told["why"]
    last = len(told["moves"]) - 1
    assert last > 5
    assert f"The record stops after move {last};" in page
    data = json.loads(re.search(r'id="page-data">(.*?)</script>', page)[1])  # type: ignore[index]
    assert data["replay"]["over"] is False, "so 0 is told as under 1 % also after the last move"
    assert shop.get(f"/1/moves/{last}").status_code == 200
    assert shop.code("/1/record") == (409, "unreadable")
