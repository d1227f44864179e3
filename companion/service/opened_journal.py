"""The journal, opened in whatever state a power cut left the files.

Messages tell people what was found.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import JournalDamaged, JournalError
from companion.model.message import Message
from companion.store.database import sqlite_url
from companion.store.files import Copies, damage, set_aside, sqlite_path
from companion.store.journal import SqlJournal

from .data_folder import DataFolder

FILE: Final = "journal.db"


class Opened(NamedTuple):
    """The journal, its copies (None on a server), and what people should know of the start."""

    journal: SqlJournal
    copies: Copies | None
    notes: tuple[Message, ...]


def open_journal(
    folder: DataFolder, url: str, *, revision: str, wall: Callable[[], float] = time.time
) -> Opened:
    """The journal of that URL, or the one in the folder. A damaged file is set aside first.

    Raises JournalError when there can be none, and StartError when this board's name is not known.
    """
    own = folder.path / FILE
    url = url or sqlite_url(own)
    path = sqlite_path(url)

    def name(known: Collection[str]) -> str:
        return folder.board_id(known, shared=path != own)

    def opened() -> SqlJournal:
        journal = SqlJournal(url, board_id=name, revision=revision, wall=wall)
        try:
            journal.current()
        except BaseException:
            journal.close()
            raise
        return journal

    if path is None:
        return Opened(opened(), None, ())
    copies = Copies(path)
    notes: list[Message] = []
    if why := damage(path):
        notes = _put_away(path, why, copies)
    elif not path.exists() and ((path == own and folder.used) or _any(copies)):
        notes = [Message("start.gone", {"file": path.name}), _offer(copies)]
    try:
        journal = opened()
    except JournalDamaged as error:
        notes = _put_away(path, str(error).rstrip("."), copies)
        journal = opened()
    return Opened(journal, copies, tuple(notes))


def _put_away(path: Path, why: str, copies: Copies) -> list[Message]:
    aside = set_aside(path, "damaged")
    return [Message("start.damaged", {"why": why, "file": aside.name}), _offer(copies)]


def _offer(copies: Copies) -> Message:
    """What to go on from. The command has the number, because newer copies may come meanwhile."""
    try:
        found = copies.all()
    except JournalError as error:
        return Message("start.bad_copies", {"why": str(error).rstrip(".")})
    if found:
        last = found[0]
        about = {"when": shown_time(last.at), "n": str(last.games)}
        way_back = command("journal", "restore", last.number)
        return Message("start.copy", {**about, "command": way_back})
    if copies:
        return Message("start.bad_copies", {"why": f"{copies.folder.name} holds damaged ones only"})
    return Message("start.no_copy")


def _any(copies: Copies) -> bool:
    try:
        return bool(copies)
    except JournalError:
        return True


def command(*words: object) -> str:
    """A line to type for ``trackside WORDS``, with this service's own command and data folder."""
    own = sys.argv[0] if Path(sys.argv[0]).name == "trackside" else "trackside"
    data = os.environ.get("TRACKSIDE_DATA", "")
    folder = [f"TRACKSIDE_DATA={shlex.quote(data)}"] if data else []
    return " ".join([*folder, shlex.quote(own), *map(str, words)])


def shown_time(at: float) -> str:
    """A moment of the past for people: ``2026-11-21 20:14``."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
    except (ValueError, OverflowError, OSError):
        return "no known day"
