"""What is made of a board's own data before anybody plays: templates, wiring, parts."""
