"""The action log on disk: a SQLite file in the data folder, or PostgreSQL by its URL."""
