"""Views of marbles and of a race, and what the page makes of them."""

from __future__ import annotations

from typing import Any, Final

from by_path import module_of

from companion.model.message import Message
from companion.model.view import ColourView, GameView, HoleView, PlayerView, Prompt, View
from companion.words import render
from companion_web.api.page_view import PageView
from companion_web.api.views import page_of
from engine.boards.marble import board_for

HEX: Final = board_for("hex")


def text(words: str) -> Message:
    """A sentence as it stands."""
    return Message("move.other", {"action": words})


def a_view(**changed: Any) -> View:
    """Anna, with Red, is to move; nobody sits anywhere."""
    usual: dict[str, Any] = {
        "seq": 1,
        "seat": None,
        "game": GameView("1", 1, "fast_track", "classic", "hex", "physical", 0.0, {}),
        "position": {},
        "legal": (),
        "prompt": Prompt(text("Anna, move."), colour="A", seat=0),
        "players": tuple(
            PlayerView(i, name, (ColourView(colour, i, 4),), i, to_act=i == 0, takes=2 * i)
            for i, (colour, name) in enumerate((("A", "Anna"), ("D", "")))
        ),
        "holes": {"A9": HoleView("A"), "Ap1": HoleView("A", place="Ap")},
    }
    return View(**{**usual, **changed})


def page(*, host: bool = False, **changed: Any) -> PageView:
    """What the page makes of that view, in English."""
    return page_of(a_view(**changed), HEX, render, "en", host=host)


def scenes() -> dict[str, View]:
    """The views of ``tests/browser/race_scenes.py``."""
    views: dict[str, View] = module_of("browser/race_scenes").SCENES
    return views


def raced(state: str) -> PageView:
    """What the page makes of a scene of a race."""
    return page_of(scenes()[state], None, render, "en")
