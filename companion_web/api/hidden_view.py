"""What the page shows where cards are hidden: an open window, and hands on a shared screen."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from companion.games.packs import PACKS
from companion.model.view import View
from engine.action import LET_GO

from .race_view import Say, called, word


class LaidCard(Struct, frozen=True):
    """A card that waits on the table: its number by arrival, whose it is, its name."""

    number: int
    colour: str
    label: str
    about: str


class WindowShown(Struct, frozen=True):
    """A covered window, the same for everybody but for what was answered.

    ``backs``   how many cards the caller holds
    ``passed``  how many have passed
    ``answer``  the action that passes; empty once the caller has answered
    ``skips``   the caller passes for the whole turn
    """

    backs: int
    passed: str
    answer: str
    skips: bool
    laid: tuple[LaidCard, ...] = ()


class SharedSeat(Struct, frozen=True):
    """A seat of a shared screen: its name, colour and number of cards; whether it is to act.

    ``answer``  the action that passes in a covered window; empty once it has answered
    """

    seat: int
    who: str
    colour: str
    cards: int
    acts: bool
    answer: str = ""


def window_shown(view: View, say: Say) -> WindowShown | None:
    """The covered window that is open."""
    window = view.window
    if window is None or not window.covered:
        return None
    mine = next((player for player in view.players if player.seat == view.seat), None)
    colours = {player.seat: called(say, player) for player in view.players}
    laid = tuple(
        LaidCard(n, one.colour, one.label, f"{n}: {colours.get(one.seat, '')}, {one.label}")
        for n, one in enumerate(window.laid, 1)
    )
    return WindowShown(
        backs=(mine.cards or 0) if mine else 0,
        passed=word(say, "window.passed", n=window.passed, of=len(window.seats)),
        answer=_answer(view),
        skips=window.skips,
        laid=laid,
    )


def is_shared(view: View, seats: tuple[int, ...]) -> bool:
    """Whether one screen serves several seats, so that no hand may lie open on it."""
    game = view.game
    several = len(seats) > 1 and game is not None and game.hands == "virtual"
    return several and game is not None and PACKS.of(game.name).offer.held_to_look


def shared_view(own: View, public: View) -> View:
    """A seat's view for a screen that others see too: nothing that only its holder may know."""
    open_to_all = set(public.legal)
    window = own.window
    if window is not None and not window.covered:
        keys = tuple(key for key in window.keys if key.action in open_to_all)
        window = msgspec.structs.replace(window, keys=keys)
    return msgspec.structs.replace(
        own,
        legal=public.legal,
        hand=None,
        held=None,
        pad=tuple(key for key in own.pad if key.action in open_to_all or not key.action),
        choices=tuple(choice for choice in own.choices if choice.action in open_to_all),
        hint=public.hint,
        window=window,
    )


def shared_seats(view: View, own: Mapping[int, View], say: Say) -> tuple[SharedSeat, ...]:
    """The seats of a shared screen, in playing order; ``own``: seat → its view."""
    return tuple(
        SharedSeat(
            player.seat,
            called(say, player),
            player.colours[0].colour if player.colours else "",
            player.cards or 0,
            player.to_act,
            _answer(own[player.seat]),
        )
        for player in view.players
        if player.seat in own
    )


def _answer(view: View) -> str:
    """The action that passes for a seat."""
    keys = view.window.keys if view.window is not None and view.window.covered else ()
    return next((key.action for key in keys if key.value == LET_GO), "")
