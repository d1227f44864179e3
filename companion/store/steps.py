"""The steps that lead a database to the tables of ``tables.py``; Alembic takes them.

To load Alembic costs a seventh of a start and 11 MB, so it is left out where there is no step to
take: an empty database gets the newest tables at once.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    inspect,
    select,
)

from .tables import METADATA

FOLDER: Final = files("companion.store") / "migrations"
TAKEN: Final = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table: the last step that was taken."""


class UnknownStep(Exception):
    """The database has taken a step that is not among ours."""


def newest() -> str:
    """The last step. The file of step 3 is named ``s0003_…``."""
    names = (each.name for each in (FOLDER / "versions").iterdir())
    return max(name[1:5] for name in names if name.startswith("s0"))


def make_newest(connection: Connection) -> None:
    """Lead the database to the newest tables. Raises UnknownStep."""
    tables = inspect(connection).get_table_names()
    if not tables:
        METADATA.create_all(connection)
        TAKEN.create(connection)
        connection.execute(TAKEN.insert().values(version_num=newest()))
    elif TAKEN.name not in tables or connection.scalars(select(TAKEN)).all() != [newest()]:
        take_steps(connection)


def take_steps(connection: Connection) -> None:
    """Take the steps that this database has not taken. Raises UnknownStep."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    with as_file(FOLDER) as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise UnknownStep(str(error)) from error
