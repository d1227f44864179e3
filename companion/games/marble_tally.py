"""What games on the boards for marbles count for the score."""

from __future__ import annotations

from engine.events import Captured, Event, SentBack

from .tally import Tally


class MarbleTally(Tally):
    """Marbles go home and are captured; ``play/places`` tells how they decide."""

    marbles = True

    def lost(self, event: Event) -> str | None:
        """The captured marble's colour."""
        return event.token if isinstance(event, Captured) else None

    def sent_back(self, event: Event) -> str | None:
        """FT-25."""
        return event.token if isinstance(event, SentBack) else None
