"""The view of each audience, and the table's lights."""
