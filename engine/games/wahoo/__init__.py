"""Wahoo: the folk game for one die (docs/rules/wahoo.md)."""

from .game import WahooGame

__all__ = ["WahooGame"]
