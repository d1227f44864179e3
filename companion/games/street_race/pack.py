"""The street race as people meet it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.pack import ClaimTime, GamePack
from companion.model.message import Message
from engine.games.street_race.grounds import AHEAD, FRONT, KINDS, PREFIX

from .offer import GAME, OFFER
from .on_wood import WoodPresenter
from .places import wood_name
from .squares import square_routes

GROUNDS: Final = {
    f"{PREFIX}{kind}{end}": Message(f"mark.{PREFIX}{kind}{end}")
    for kind in KINDS
    for end in ("", FRONT, AHEAD)
}
"""What people call the ground of a square."""

STREET_RACE: Final = GamePack(
    game=GAME,
    presenter=WoodPresenter(),
    offer=OFFER,
    words=Path(__file__).parent / "words",
    hole_name=wood_name,
    routes=lambda board, own: square_routes(board),
    marks=GROUNDS,
    claim_time=ClaimTime(usual=5.0, least=3.0, most=20.0),
)
