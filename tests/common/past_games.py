"""A journal with games that were played, and an app over it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from flask.testing import FlaskClient

from companion.games.packs import PACKS
from companion.service.game_archive import GameArchive
from companion.service.game_replays import GameReplays
from companion.store.journal import SqlJournal
from companion.store.shelf import Shelf
from companion_web import WebConfig, close_streams, create_app
from engine.registry import REGISTRY


class PastGames:
    """A journal, what is read of it, and an app over both."""

    def __init__(self, folder: Path, table: Any) -> None:
        self.journal = SqlJournal(
            f"sqlite:///{folder}/j.db", board_id="b", revision="7", wall=lambda: 1000.0
        )
        self.archive = self.journal.archive("1")
        self.past = GameArchive(self.archive, REGISTRY, PACKS)
        replays = GameReplays(self.past, Shelf(folder / "records"), REGISTRY, PACKS, "7")
        self.app = create_app(
            WebConfig(secret_key="long enough a secret"),
            table=table,
            past=self.past,
            replays=replays,
        )
        self.app.testing = True
        self.client: FlaskClient = self.app.test_client(use_cookies=False)

    def load(self, raw: bytes | str) -> Any:
        return self.client.post("/api/games", data=raw, content_type="application/json")

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/games{path}")

    def code(self, path: str) -> tuple[int, str]:
        answer = self.get(path)
        return answer.status_code, answer.json["error"]["code"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        close_streams(self.app)
        self.archive.close()
        self.journal.close()
