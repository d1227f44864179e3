"""Hints and bots for any game behind the contract; the random generator is passed in.

``choose`` is what a bot does, and what the table hints at; ``hint`` is a quick rule of thumb. This
is their door: the rooms behind it are ``engine/bots`` and ``engine/lots.py``.
"""

from __future__ import annotations

from .bots.levels import LEVELS, Level, choose, ranked
from .bots.rule_of_thumb import hint, worth
from .lots import Generator, mixed, random_action, resolve, shuffled

__all__ = [
    "LEVELS",
    "Generator",
    "Level",
    "choose",
    "hint",
    "mixed",
    "random_action",
    "ranked",
    "resolve",
    "shuffled",
    "worth",
]
