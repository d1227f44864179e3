"""Bots play each other, and learn from it. What comes of it is counted."""
