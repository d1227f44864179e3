"""A service on a folder of files, and the commands that look after them: in this process or not."""

from __future__ import annotations

import os
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from waiting import until

from companion.proof.under_test import ROOT, ServiceUnderTest

SERVE = ("-m", "companion.cli", "serve")
NEW = {
    "command": "new",
    "game": "fast_track",
    "rules": "classic",
    "board": "hex",
    "players": [["A"], ["D"]],
}
Start = Callable[..., ServiceUnderTest]
Journal = Callable[..., "Said"]
HERE, OWN = "here", "a process of its own"


class Said(NamedTuple):
    """What a command said, and its exit status."""

    returncode: int
    stdout: str
    stderr: str


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("backups/journal-*.db"))


def play(service: ServiceUnderTest, *, close: bool = True) -> Any:
    """Begin a game, make a move, and close it; the copy of it is there afterwards."""
    before = copies(service.folder)
    service.post("/api/commands", NEW)
    token = service.post("/api/seats", {"seat": 0})["token"]
    service.post("/api/commands", {"command": "act", "action": "card:A"}, token)
    service.post("/api/commands", {"command": "act", "action": "Ap-A9"}, token)
    view = service.get("/api/table")
    if close:
        service.post("/api/commands", {"command": "close"}, token)
        until(lambda: copies(service.folder)[-1:] != before[-1:])
    return view


def page(service: ServiceUnderTest, path: str = "new") -> str:
    """A page's text, without markup."""
    try:
        with urllib.request.urlopen(service.url + path, timeout=10) as answer:
            text = answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            text = error.read().decode()
    return unescape(re.sub(r"<[^>]+>", "", text))


def own(folder: Path) -> dict[str, str]:
    """The settings of a service on that folder."""
    wanted = {"DATA": str(folder), "PORT": "0", "HOST": "127.0.0.1", "BOARD": "none"}
    return {f"TRACKSIDE_{key}": value for key, value in wanted.items()}


def settle(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Give this process those settings, and no others."""
    for name in [name for name in os.environ if name.startswith("TRACKSIDE_")]:
        monkeypatch.delenv(name)
    for name, value in own(folder).items():
        monkeypatch.setenv(name, value)


def surroundings(folder: Path) -> dict[str, str]:
    """What a command on that folder finds set."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TRACKSIDE_")}
    return {**kept, "PYTHONPATH": str(ROOT), **own(folder)}


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    env = surroundings(folder)
    return subprocess.run(words, capture_output=True, text=True, timeout=30, env=env)
