"""Plain data that crosses doors: views, commands, rows and ports."""
