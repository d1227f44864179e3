"""What crosses doors: views, commands, rows and ports, all plain data."""
