"""Tables of the street race in the same position but for one hand, with a reaction window open."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import msgspec
import pytest
from street_rig import now
from table_rig import Rig

from companion.errors import CommandRefused
from companion.model.choices import Window
from companion.model.commands import Act, Caller
from companion.model.view import View
from companion.table.settings import TableSettings
from companion.words import render
from companion_web.api.views import Renderer

CARS = [["A"], ["B"], ["C"]]


def started(
    hands: dict[str, list[str]],
    seconds: float | None = None,
    seed: int = 1,
    at: dict[str, str] | None = None,
    **options: Any,
) -> Rig:
    """Yellow is to act behind Red and Orange, with these hands."""
    rig = race(seed, TableSettings(claim_seconds=seconds), **options)
    return dealt_anew(rig, placed(**options), hands, at)


def dealt_anew(
    rig: Rig, position: Any, hands: dict[str, list[str]], at: dict[str, str] | None = None
) -> Rig:
    """The table in this position, but for these hands and spaces."""
    whole = copy.deepcopy(position)
    loose = [*whole["pile"], *whole["discards"]]
    loose = sorted([*loose, *(card for held in whole["hands"].values() for card in held)])
    for card in (card for held in hands.values() for card in held):
        loose.remove(card)
    whole["hands"] = {letter: sorted(hands[letter]) for letter in "ABC"}
    whole["pile"], whole["discards"] = loose, []
    for car in whole["cars"]:
        car["at"] = (at or {}).get(car["id"], car["at"])
    game = rig.table._moment.game
    assert game is not None
    rig.table._referee.edit(game.game.load(whole))
    rig.table._referee.evaluate()
    return rig


def race(seed: int, settings: TableSettings, **options: Any) -> Rig:
    rig = Rig(board_kind="none", seed=seed, settings=settings)
    return rig.new(game="fhtagn", rules=None, board=None, players=CARS, options=options)


def changed(**options: Any) -> Rig:
    """Everybody is placed and has changed its hand; Yellow, alone behind the front, may deploy."""
    rig = race(1, TableSettings(), **options)
    for seat, text in enumerate(("place A 1F1", "place B 1F2", "place C 2F1")):
        act(rig, seat, text)
    for seat in (0, 1, 2):
        act(rig, seat, f"mull {'ABC'[seat]} yes")
    return rig


@cache
def placed(**options: Any) -> Any:
    """The position once nobody deploys anything more."""
    rig = changed(**options)
    while (ask := now(rig).race.moment.ask) is not None and ask.kind == "deploy":
        act(rig, "ABC".index(ask.who[0]), f"deploy {ask.who[0]} no")
    return now(rig).to_json()


def act(rig: Rig, seat: int, text: str) -> None:
    rig.table.command(Act(text), Caller(seats=frozenset({seat})))


ABLE = {"A": ["p11.1", "p03.1"], "B": ["p14.1", "p03.2"], "C": ["p02.2", "p04.1"]}
UNABLE = {**ABLE, "B": ["p13.1", "p03.2"]}
"""Whether Orange holds the card that cancels what Yellow plays."""


def opened(hands: dict[str, list[str]], seconds: float | None = None) -> Rig:
    rig = started(hands, seconds)
    act(rig, 2, "play p02.2 B")
    return rig


def window(rig: Rig, audience: int | None = None) -> Window:
    found = rig.table.view(audience).window
    assert found is not None
    return found


def seen(rig: Rig, audience: int | None) -> bytes:
    """The bytes of a view as it goes to a browser."""

    class Port:
        def view(self, audience: int | None) -> View:
            view = rig.table.view(audience)
            assert view.game is not None
            game = msgspec.structs.replace(view.game, id="", started=0.0)
            return msgspec.structs.replace(view, game=game)

        def drawing(self) -> Any:
            return rig.table.drawing()

    return Renderer(Port(), render).shown(audience, "en").body  # type: ignore[arg-type]


def refused(rig: Rig, seat: int, text: str) -> tuple[str, str]:
    with pytest.raises(CommandRefused) as caught:
        act(rig, seat, text)
    return caught.value.code, str(caught.value)


FIRST, NEXT = "Yellow plays Loose Hubcap: Orange.", "Orange's car takes damage."
"""The window on the card, and the one on what it does."""
