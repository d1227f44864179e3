"""Fast Track: the profiles classic, stevens and butterfly."""

from .game import FastTrackGame
from .position import FastTrackPosition
from .profiles import PROFILES, Profile

__all__ = ["PROFILES", "FastTrackGame", "FastTrackPosition", "Profile"]
