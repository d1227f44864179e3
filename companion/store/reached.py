"""A transaction whose errors are sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from companion.errors import JournalDamaged, JournalError

from .database import plain
from .files import is_damage


@contextmanager
def reached(engine: Engine) -> Iterator[Connection]:
    """A transaction on the journal's database. Raises JournalError, or JournalDamaged."""
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        kind = JournalDamaged if is_damage(error) else JournalError
        raise kind(f"The journal cannot be used: {plain(error)}.") from error
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise JournalDamaged(f"A row of the journal cannot be read: {error}.") from error
