"""The service in one process and one loop: settings, journal, table, board and page together."""
