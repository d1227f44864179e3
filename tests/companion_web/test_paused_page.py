"""Who may let a paused game go on, and what the others read."""

from __future__ import annotations

import msgspec
import pytest
from page_scenes import a_view, page

from companion.model.choices import Timer
from companion.model.message import Message
from companion.model.view import ColourView, PlayerView, Prompt


@pytest.mark.parametrize(
    ("hands", "seat", "taken", "host", "foot", "waits"),
    [
        ("virtual", None, 1, False, "seat", "Anna can let it go on."),
        ("virtual", None, 2, False, "watch", "Anna or Green can let it go on."),
        ("virtual", None, 0, False, "paused", ""),
        ("virtual", None, 2, True, "paused", ""),
        ("virtual", 1, 2, False, "paused", ""),
        ("physical", None, 2, False, "paused", ""),
    ],
)
def test_a_paused_game_has_its_key_only_for_those_who_may_press_it(
    hands: str, seat: int | None, taken: int, host: bool, foot: str, waits: str
) -> None:
    """Others read who can, and find a seat where one is free."""
    known = a_view()
    assert known.game is not None
    there = {
        "seat": seat,
        "game": msgspec.structs.replace(known.game, hands=hands),
        "players": tuple(
            msgspec.structs.replace(one, taken=one.seat < taken) for one in known.players
        ),
    }
    paused = {"paused": True, "prompt": Prompt(Message("prompt.paused"))}
    shown = page(host=host, **there, **paused)
    assert (shown.foot, shown.waits) == (foot, waits)
    assert page(host=host, **there).waits == ""
    timer = Timer(0, "A", 20.0, 30.0, False, False, "late")
    clock = page(host=host, **there, **paused, timer=timer).clock_key
    assert (clock is None) is bool(waits)


def test_whoever_has_a_seat_goes_on_where_many_play() -> None:
    known = a_view()
    assert known.game is not None
    three = tuple(
        PlayerView(i, "", (ColourView(colour, 0, 4),), i, taken=True)
        for i, colour in enumerate("ABC")
    )
    shown = page(
        game=msgspec.structs.replace(known.game, hands="virtual"),
        players=three,
        paused=True,
        prompt=Prompt(Message("prompt.paused")),
    )
    assert shown.waits == "Whoever has a seat can let it go on."
