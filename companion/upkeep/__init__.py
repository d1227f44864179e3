"""Looking after a board: what its sensors did, tests with its own lights and holes, its wires."""
