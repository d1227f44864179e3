"""Commands to the table: each one is checked, then carried out or refused."""
