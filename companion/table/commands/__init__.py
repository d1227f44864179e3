"""What is asked of the table: each command is checked, then carried out or refused."""
