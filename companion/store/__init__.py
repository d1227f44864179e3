"""The action log on disk: SQLite in the data folder, or PostgreSQL by URL."""

from .database import open_database, sqlite_url
from .journal import SqlJournal

__all__ = ["SqlJournal", "open_database", "sqlite_url"]
