"""The wood: where marbles stand, and what the hands owe the board."""
