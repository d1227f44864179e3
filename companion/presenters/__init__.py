"""Words and pictures by game: the only place in the service where games have names."""

from companion.model.step import GameStep

from .base import Presenter
from .registry import PRESENTERS, Presenters

__all__ = ["PRESENTERS", "GameStep", "Presenter", "Presenters"]
