"""Bots: how far each level looks, and why a move is good. Pure; generators are passed in."""
