"""What a page draws of a game besides its tokens: ``Presenter.scenery``. The base draws nothing."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.street import StreetView
from companion.model.view import HoleView
from engine.game import Position


class Scenery:
    """The pictures of one game. Each part may be left as it is here."""

    def street(self, position: Position) -> StreetView | None:
        """The street that the wood stands for; None if the wood is drawn as it is."""
        return None

    def told(self, position: Position, holes: Mapping[str, HoleView]) -> Mapping[str, HoleView]:
        """The holes with what their lights say besides: chances, rivals."""
        return holes
