"""The settings of a table."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.lights.theme import Theme, standard_theme


@dataclass(frozen=True)
class TableSettings:
    """The settings: ``dwell_ms`` and ``said_ms`` in milliseconds (PP-2, PP-18).

    ``claim_seconds``  how long a claim window stays open (RP-44); None: as the game has it,
    0: until everybody has spoken
    ``counted``  whether hands touch holes as they count (PP-2). Hands on the page do not: a marble
    that they lift again at once makes another move
    ``own_hand``  whether the table has a hand of its own on the board, as on the virtual one: it
    brings the marbles to where words have moved them
    ``assistance``  ``legal`` lights what may be done, ``hint`` also a good move, ``none`` only
    what is wrong (PP-23)
    """

    dwell_ms: int = 350
    said_ms: int = 1500
    assistance: str = "legal"
    claim_seconds: float | None = None
    counted: bool = True
    own_hand: bool = False
    theme: Theme = field(default_factory=standard_theme)
