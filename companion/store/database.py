"""Opens the database with the right durability for SQLite and the newest tables on every engine."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from companion.errors import ConfigError, JournalDamaged, JournalError

from .files import is_damage
from .steps import UnknownStep, make_newest

_MIGRATION_LOCK: Final = 0x7261_696C
"""Advisory lock on PostgreSQL. Two services that start together migrate one after the other."""


def sqlite_url(path: Path) -> str:
    """The URL of the SQLite file at ``path``."""
    return URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)


def open_database(url: str) -> Engine:
    """An engine on ``url`` with the newest tables.

    Raises ConfigError when the URL itself is wrong. Raises JournalError when the database cannot be
    reached, read or written.
    """
    engine = _engine(url)
    shown = engine.url.render_as_string(hide_password=True)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            make_newest(connection)
    except SQLAlchemyError as error:
        engine.dispose()
        kind = JournalDamaged if is_damage(error) else JournalError
        raise kind(f"The journal {shown} cannot be used: {plain(error)}.") from error
    except UnknownStep as error:
        engine.dispose()
        raise JournalError(
            f"The journal {shown} was written by a newer Trackside ({error}); update this one."
        ) from error
    if engine.dialect.name == "sqlite" and engine.url.database:
        keep_private(Path(engine.url.database))
    return engine


def unsynced(engine: Engine) -> Engine:
    """An engine on the same database whose commits do not wait for the disk.

    They are whole or not there after a power cut, and on the disk with the next commit that waits.
    On PostgreSQL it is the same engine: there a transaction says so itself (``wait_for_nothing``).
    """
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return engine
    other = create_engine(engine.url)
    event.listen(other, "connect", _sqlite_connect)
    event.listen(other, "connect", _sqlite_connect_unsynced)
    event.listen(other, "begin", _sqlite_begin)
    return other


def reading(engine: Engine) -> Engine:
    """An engine on the same database whose transactions only read, and take no lock for it."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return engine
    other = create_engine(engine.url)
    event.listen(other, "connect", _sqlite_connect)
    event.listen(other, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return other


def wait_for_nothing(connection: Connection) -> None:
    """Let this transaction's commit not wait for the disk, where that is said here."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL synchronous_commit TO off"))


def write_ahead_log(engine: Engine) -> Path | None:
    """The file into which SQLite writes first; None for another database."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    path = Path(engine.url.database)
    return path.with_name(path.name + "-wal")


def keep_private(path: Path) -> None:
    """Let nobody but its user read the SQLite file ``path`` and what SQLite keeps beside it.

    A reader of the journal would know every hand. Files that SQLite makes later take the rights of
    ``path``. Files that belong to another user stay as they are.
    """
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        with contextlib.suppress(FileNotFoundError, PermissionError):
            each.chmod(0o600)


def plain(error: BaseException) -> str:
    """The database's own words in one line, without SQL and without links."""
    words = str(getattr(error, "orig", None) or error).strip()
    return words.splitlines()[0].rstrip(".") if words else type(error).__name__


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise ConfigError(
            "database is no database URL; write sqlite:////path/to/file.db or "
            "postgresql+psycopg://user@host/name."
        ) from error
    backend = parsed.get_backend_name()
    if backend not in ("sqlite", "postgresql"):
        raise ConfigError(f"database {backend!r} is not known; use sqlite or postgresql.")
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    try:
        engine = create_engine(parsed, pool_pre_ping=backend == "postgresql")
    except ImportError as error:
        raise ConfigError(
            f"database {backend!r} needs the Python package {error.name!r}; "
            "install trackside with its extra 'postgres'."
        ) from error
    except SQLAlchemyError as error:
        raise ConfigError(f"database cannot be opened: {plain(error)}.") from error
    if backend == "sqlite":
        event.listen(engine, "connect", _sqlite_connect)
        event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_connect(connection: Any, _record: object) -> None:
    # The driver's own transactions would commit before DDL. Ours begin below and hold DDL too.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=2000")
    cursor.close()


def _sqlite_connect_unsynced(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA wal_autocheckpoint=0")  # a checkpoint syncs: the rows make it
    cursor.close()


def _sqlite_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
