"""One process and one loop: settings, journal, table, board and page put together."""
