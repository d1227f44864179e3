"""Care of a board: what its sensors did, tests with its own lights and holes, and its wires."""
