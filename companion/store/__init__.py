"""The action log on disk: a SQLite file in the data folder, or PostgreSQL by its URL."""

from .database import open_database, sqlite_url
from .files import Copies, Copy, damage, set_aside, sqlite_path
from .journal import SqlJournal

__all__ = [
    "Copies",
    "Copy",
    "SqlJournal",
    "damage",
    "open_database",
    "set_aside",
    "sqlite_path",
    "sqlite_url",
]
