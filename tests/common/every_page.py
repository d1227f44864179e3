"""Every page that the web has, by its routes, and a house in which each of them shows something."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from recorded import GAMES, Played
from service_here import ServiceHere

from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal

OWN: Final = "Ours"
"""The name of a track, of a data file and of house rules that the house keeps."""
ADDRESSES: Final[dict[str, tuple[str, ...]]] = {
    "house.change": ("/house/change?game=fast_track&rules=classic",),
    "house.delete": (f"/house/{OWN}/delete",),
    "house.new": ("/house/new", "/house/new?game=fast_track&sheet=butterfly"),
    "house.one": (f"/house/{OWN}",),
    "house.rename": (f"/house/{OWN}/rename",),
    "night.export": ("/night/1.csv", "/night/1.json", "/night/1.bgsplay"),
    "night.game": ("/night/games/{game}",),
    "pages.rules_page": ("/rules/fast_track/classic", "/rules/wahoo/wahoo", "/rules/racepack/race"),
    "pages.rules_picture": ("/rules/pictures/ring.svg",),
    "replay.board_alone": ("/replay/1/board?move=9",),
    "replay.onward": ("/replay/1/on?move=9",),
    "replay.picture": ("/replay/1/picture.svg?move=9",),
    "replay.record": ("/replay/1/record",),
    "replay.replay": ("/replay/1?move=9",),
    "setup.new": (
        *("/new", "/new?step=2&count=6&teams=3", "/new?step=3"),
        *("/new?game=racepack", "/new?game=racepack&step=2", "/new?game=fhtagn&step=3"),
    ),
    "sets.delete": (f"/sets/{OWN}/delete",),
    "sets.export": (f"/sets/{OWN}/file",),
    "sets.new": ("/sets/new", "/sets/new?like=sample"),
    "sets.one": (f"/sets/{OWN}",),
    "sets.rename": (f"/sets/{OWN}/rename",),
    "tracks.delete": (f"/tracks/{OWN}/delete",),
    "tracks.export": (f"/tracks/{OWN}/file",),
    "tracks.rename": (f"/tracks/{OWN}/rename",),
    "tracks.track": ("/tracks/default", f"/tracks/{OWN}"),
}
"""Where to find the pages whose address has a name in it, or that show more than one thing."""
NOT_PAGES: Final = ("/api/", "/static/", "/health")
REFUSED: Final = {
    **dict.fromkeys(("/chart", "/chart/strip", "/street/mats"), 404),
    **dict.fromkeys(("/stands", "/stands/part"), 403),
    "/service/board.toml": 409,
}
"""What is not there in every game, for every player or on every board, and how that is said."""


class LivedHouse(ServiceHere):
    """A service with a game that is over, a track, a data file and rules of its own, and a game."""

    def __init__(self, folder: Path, order: dict[str, Any]) -> None:
        (folder / "board-id").write_text("house", encoding="utf-8")
        url = sqlite_url(folder / "journal.db")
        journal = SqlJournal(url, board_id="house", revision="1", wall=lambda: 1_800_000_000.0)
        played = Played({**GAMES["wahoo"], "names": ["Anna", "Maximilian-Gustav"]}, journal)
        assert played.on(5_000).result().over
        self.game_id = played.record.game_id
        journal.close_game()
        journal.close()
        super().__init__(folder, board="virtual")
        client = self.app.test_client(use_cookies=False)
        for kind, part in (("tracks/default", "track"), ("sets/sample", "data")):
            like = client.get(f"/api/{kind}").get_json()[part]
            kept = client.put(f"/api/{kind.split('/')[0]}/{OWN}", json={part: like})
            assert kept.status_code == 200, kept.text
        rules = {"game": "fast_track", "sheet": "classic", "switches": {"jack_swaps": False}}
        assert client.put(f"/api/house/{OWN}", json=rules).status_code == 200
        begun = client.post("/api/commands", json={"command": "new", **order})
        assert begun.status_code == 200, begun.text

    def addresses(self) -> list[str]:
        """An address of every page, and of every file that a page offers."""
        found: list[str] = []
        for rule in sorted(self.app.url_map.iter_rules(), key=lambda one: one.rule):
            if "GET" not in (rule.methods or ()) or rule.rule.startswith(NOT_PAGES):
                continue
            assert rule.endpoint in ADDRESSES or not rule.arguments, (
                f"{rule.rule} is a new page: name an address of it in tests/common/every_page.py"
            )
            of_page = ADDRESSES.get(rule.endpoint, (rule.rule,))
            found += [one.format(game=self.game_id) for one in of_page]
        return found
