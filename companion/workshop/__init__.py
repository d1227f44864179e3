"""What is made from a board's own data before it plays: templates, wiring, parts."""
