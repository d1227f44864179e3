"""The street race as people meet it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.pack import ClaimTime, GamePack

from .forms import FORMS
from .offer import GAME, OFFER
from .on_wood import WoodPresenter
from .places import wood_name
from .squares import square_routes
from .tally import StreetTally

STREET_RACE: Final = GamePack(
    game=GAME,
    presenter=WoodPresenter(),
    offer=OFFER,
    words=Path(__file__).parent / "words",
    hole_name=wood_name,
    routes=lambda board, own: square_routes(board),
    forms=FORMS,
    tally=StreetTally(),
    claim_time=ClaimTime(usual=5.0, least=3.0, most=20.0),
    advice="middle",  # good looks so far that the lights would wait
    carried=False,  # people carry in every turn, and cars alike cannot be told apart in one hand
)
