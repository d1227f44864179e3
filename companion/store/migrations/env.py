"""Alembic runs this file for every migration, on the connection that the service hands over."""

from __future__ import annotations

from alembic import context

from companion.store.tables import METADATA


def migrate() -> None:
    """Run the steps in one transaction, so that a power cut leaves the old tables or the new."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


migrate()
