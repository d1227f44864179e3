"""Wahoo as people see it: words and set-up."""
