"""Where marbles stand, and what is owed to the board."""
