"""The games of the simulated people: whatever may be chosen at the set-up, at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.offer import Offer
from companion.games.packs import COURSES, OFFERS
from engine.errors import BadConfig

HURRIES: Final = frozenset({"timer"})
"""Wishes that are never made. Nobody can tell how fast a made-up person would be."""
OWN_COURSE: Final = 0.5
"""Share of the games on a random course, where a game has courses."""


def game_of(rules: str | None) -> str:
    """The game that has a rule sheet of that name, or the first game when none has."""
    with_it = (game for game, offer in OFFERS.items() if rules and offer.sheet(rules))
    return next(with_it, next(iter(OFFERS)))


def random_games(
    game: str, rules: str | None, board: str | None
) -> Callable[[random.Random], Mapping[str, Any]]:
    """Draws games of that sheet: every board, number of players, colours, teams and wish.

    Each game is a set of fields of the command ``new``.
    """
    offer = OFFERS[game]

    def draw(rng: random.Random) -> Mapping[str, Any]:
        sheet = offer.sheet(rules or "")
        assert sheet is not None
        kind = board or rng.choice(sheet.boards)
        players = rng.choice(offer.counts(kind))
        each = rng.choice(offer.colours_each(sheet, kind, players))
        size = rng.choice(offer.team_sizes(sheet, players))
        out = {
            "game": game,
            "rules": sheet.name,
            "board": kind,
            "players": [list(colours) for colours in offer.usual(kind, players, each)],
            "teams": [list(team) for team in offer.teams(players, size)],
            "first": rng.randrange(players),
        }
        wishes = _wishes(offer, kind, players, each, rng)
        if wishes:
            out["options"] = wishes
        return out if _known(out) else {key: out[key] for key in out if key != "first"}

    return draw


def _wishes(offer: Offer, kind: str, players: int, each: int, rng: random.Random) -> dict[str, Any]:
    """Further choices, and perhaps a random course that has room for all."""
    wishes: dict[str, Any] = {
        wish.name: rng.choice(wish.values)
        for wish in offer.wishes(kind, players, each)
        if wish.name not in HURRIES
    }
    courses = COURSES.get(offer.game)
    if courses is not None and offer.course and rng.random() < OWN_COURSE:
        course = courses.surprise(rng, {})
        if courses.refusal(course, players * each) is None:
            wishes[offer.course] = course
    return wishes


def _known(options: Mapping[str, Any]) -> bool:
    """True when the game takes all of that.

    A game whose dice say who begins takes no first player.
    """
    try:
        OFFERS[str(options["game"])].settled(options)
    except BadConfig:
        return False
    return True
