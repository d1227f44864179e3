"""The rehearsal: the whole table in simulated time, driven line by line (PP-44)."""
