"""Words and pictures by game: the only place in the service where games have names."""

from .base import GameStep, Presenter
from .registry import PRESENTERS, Presenters

__all__ = ["PRESENTERS", "GameStep", "Presenter", "Presenters"]
