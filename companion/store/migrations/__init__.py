"""How the journal's tables came to be, step by step (Alembic)."""
