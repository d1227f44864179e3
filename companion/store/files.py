"""The journal as a SQLite file: checked for damage, set aside when damaged, and copied.

Nothing here deletes a journal. Of the copies, the newest three stay, and the one with the most
games.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from companion.errors import JournalError

from .synced import sync_folder

KEPT: Final = 3
"""The number of newest copies that stay."""
FOLDER: Final = "backups"
COPY: Final = re.compile(r"journal-([0-9]{6})\.db")
BESIDE: Final = ("", "-wal", "-shm")
"""Endings of the file itself and of what SQLite keeps beside it."""
DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Copy(NamedTuple):
    """A copy of the journal: its number, the number of games in it, the time of its last action.

    ``at``  seconds since the epoch by the clock of that time; 0 for a copy without games
    """

    path: Path
    number: int
    games: int
    at: float


def sqlite_path(url: str) -> Path | None:
    """The file of a SQLite URL; None for another database."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        return None
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database))


def is_damage(error: BaseException | None) -> bool:
    """True when SQLite says that the file itself is damaged."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return code is not None and code & 0xFF in DAMAGE


def damage(path: Path) -> str:
    """What is wrong with that file. The text is empty for a whole file and for a missing one."""
    if not path.exists():
        return ""
    try:
        if not path.stat().st_size:
            return "it is empty"
        with closing(_reading(path)) as connection:
            said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error) if is_damage(error) else ""  # whoever opens the file tells other errors
    except OSError:
        return ""
    return "" if said == "ok" else said.splitlines()[-1]


def set_aside(path: Path, why: str) -> Path:
    """Rename the file with all that belongs to it (``journal.damaged-1.db``).

    Returns its new name.
    """
    number = 1
    while (aside := path.with_name(f"{path.stem}.{why}-{number}{path.suffix}")).exists():
        number += 1
    try:
        for end in reversed(BESIDE):  # the file itself last: until then the old name leads to it
            if (part := Path(f"{path}{end}")).exists():
                part.rename(f"{aside}{end}")
        sync_folder(path.parent)
    except OSError as error:
        raise JournalError(f"{path} cannot be renamed: {error.strerror or error}.") from error
    return aside


class Copies:
    """The newest copies of a journal, in the folder ``backups`` beside it."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self.folder = journal.parent / FOLDER

    def make(self) -> Path:
        """Copy the journal as it is now with SQLite's own backup. Others may write meanwhile.

        Raises JournalError when that fails. A damaged copy takes no good copy's place.
        """
        found = self._paths()
        number = 1 + (found[0][0] if found else 0)
        path = self.folder / f"journal-{number:06}.db"
        draft = self.folder / ".new.db"
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            draft.unlink(missing_ok=True)
            os.close(os.open(draft, os.O_RDWR | os.O_CREAT, 0o600))
            _copy(self._journal, draft)
            if why := damage(draft):
                raise JournalError(f"The journal cannot be copied, it is damaged: {why}.")
            with draft.open("rb") as written:
                os.fsync(written.fileno())
            draft.rename(path)
            sync_folder(self.folder)
            self._drop_old()
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"The journal cannot be copied: {error}.") from error
        finally:
            _give_up(draft)  # on a full disk it would take the last room
        return path

    def _drop_old(self) -> None:
        """Delete all copies but the newest and the fullest.

        A journal that was begun anew does not push out the fullest copy.
        """
        fullest = max(self.all(), key=lambda copy: (copy.games, copy.number), default=None)
        for _, old in self._paths()[KEPT:]:
            if fullest is None or old != fullest.path:
                old.unlink()

    def all(self) -> list[Copy]:
        """The copies that can be read, the newest first.

        Raises JournalError when the folder cannot be read.
        """
        read = (_told(path, number) for number, path in self._paths())
        return [copy for copy in read if copy is not None]

    def restore(self, copy: Copy) -> Path | None:
        """Put the copy in the journal's place.

        Returns the new name of the journal that was there, or None without one.
        """
        if why := damage(copy.path):
            raise JournalError(f"The copy {copy.path} is damaged: {why}.")
        draft = self._journal.with_name(f".{self._journal.name}.new")
        try:
            shutil.copyfile(copy.path, draft)
            draft.chmod(0o600)
            with draft.open("rb") as written:
                os.fsync(written.fileno())
            there = any(Path(f"{self._journal}{end}").exists() for end in BESIDE)
            aside = set_aside(self._journal, "replaced") if there else None
            draft.rename(self._journal)
            sync_folder(self._journal.parent)
        except OSError as error:
            raise JournalError(f"The copy cannot be put in place: {error}.") from error
        finally:
            _give_up(draft)
        return aside

    def __bool__(self) -> bool:
        """True when there is any copy, good or bad."""
        return bool(self._paths())

    def _paths(self) -> list[tuple[int, Path]]:
        try:
            inside = list(self.folder.iterdir()) if self.folder.is_dir() else []
        except OSError as error:
            raise JournalError(
                f"The folder {self.folder} cannot be looked at: {error.strerror}."
            ) from error
        named = ((COPY.fullmatch(path.name), path) for path in inside)
        return sorted(((int(name[1]), path) for name, path in named if name), reverse=True)


def _give_up(draft: Path) -> None:
    with contextlib.suppress(OSError):
        draft.unlink(missing_ok=True)


def _reading(path: Path) -> sqlite3.Connection:
    # SQLite opened for writing would throw away a log that does not fit a damaged file.
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _copy(source: Path, to: Path) -> None:
    with closing(sqlite3.connect(source)) as journal, closing(sqlite3.connect(to)) as copy:
        journal.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def _told(path: Path, number: int) -> Copy | None:
    if damage(path):
        return None
    try:
        with closing(_reading(path)) as copy:
            (games,) = copy.execute("SELECT count(*) FROM games").fetchone()
            (at,) = copy.execute("SELECT max(at) FROM actions").fetchone()
        return Copy(path, number, int(games), float(at or 0))
    except (sqlite3.Error, ValueError):
        return None
