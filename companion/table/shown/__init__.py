"""What a table shows: the view of each audience, and the lights."""
