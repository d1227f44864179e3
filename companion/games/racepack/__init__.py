"""Racepack as people see it: words, keys, set-up, tracks."""
