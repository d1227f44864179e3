"""One file for each step. A step that was released never changes."""
