"""A race on the wood, and how to play on at random."""

from __future__ import annotations

import random

from engine.games.street_race import WoodPosition
from engine.registry import game
from engine.search import mixed


def new(players: int = 3, dual: bool = False, mirror: bool = False, **wood: object) -> WoodPosition:
    asked = {
        "players": players,
        "options": {"ordered": True, "dual": dual, "mirror": mirror},
        "wood": wood,
    }
    position = game("fhtagn").new(asked)
    assert isinstance(position, WoodPosition)
    return position


def after(
    position: WoodPosition, rng: random.Random
) -> tuple[str, WoodPosition, tuple[object, ...]]:
    """One random action, or what chance brings."""
    request = position.chance()
    if request is None:
        legal = position.legal()
        wanted = [a for a in legal if a.text.startswith(("adv", "drift", "noreact"))]
        action = rng.choice(wanted if wanted and rng.random() < 0.6 else list(legal))
        text = action.text
    elif request.kind == "die":
        text = request.prefix + rng.choice(request.domain)
    elif request.late:
        text = request.prefix + " ".join(mixed(request, rng))
    else:
        text = request.prefix + " ".join(rng.sample(request.domain, len(request.domain)))
    found = position.apply(text)
    assert isinstance(found.position, WoodPosition)
    return text, found.position, found.events
