"""Simulated people, second edition, and their judge: written without a look at the reader."""
