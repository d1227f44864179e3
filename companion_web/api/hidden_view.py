"""What the page shows where cards are hidden: an open window, and hands on a shared screen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec
from msgspec import Struct

from companion.games.hidden_hands import hint_lies_open
from companion.games.packs import PACKS
from companion.model.message import Message
from companion.model.states import TableState
from companion.model.view import Ask, Option, View
from engine.action import LET_GO

from .race_view import Say, called, word

MADE_NOTHING: Final = frozenset(("nothing", "taken_back"))
"""Answers to the question for a card that name none; the same whatever the holder has (PP-7)."""


class LaidCard(Struct, frozen=True):
    """A card that waits on the table: its number by arrival, whose it is, its name."""

    number: int
    colour: str
    label: str
    about: str


class FreeClaim(Struct, frozen=True):
    """Something that is claimed without a card of the hand: a style point, a car's ability.

    ``label``  its name on the key; ``text``: what it does
    """

    action: str
    label: str
    text: str


class WindowShown(Struct, frozen=True):
    """A covered window, the same for everybody but for what was answered.

    ``backs``   how many cards the caller holds
    ``passed``  how many have passed
    ``answer``  the action that passes; empty once the caller has answered
    ``skips``   the caller passes for the whole turn
    ``free``    what the caller may claim without a card of its hand
    """

    backs: int
    passed: str
    answer: str
    skips: bool
    laid: tuple[LaidCard, ...] = ()
    free: tuple[FreeClaim, ...] = ()


class SharedSeat(Struct, frozen=True):
    """A seat of a shared screen: its name, colour and number of cards; whether it is to act.

    ``answer``  the action that passes in a covered window; empty once it has answered
    ``free``    what it may claim in it without a card of its hand
    """

    seat: int
    who: str
    colour: str
    cards: int
    acts: bool
    answer: str = ""
    free: tuple[FreeClaim, ...] = ()


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
        free=_free(view, say),
    )


def is_shared(view: View, seats: tuple[int, ...]) -> bool:
    """Whether one screen serves several seats, so that no hand may lie open on it."""
    game = view.game
    several = len(seats) > 1 and game is not None and game.hands == "virtual"
    return several and game is not None and PACKS.of(game.name).offer.held_to_look


def peeks(view: View, shared: Collection[int]) -> bool:
    """Whether a seat of this shared screen is to choose a card, which lies face down."""
    if view.game is None or PACKS.of(view.game.name).presenter.cards is None:
        return False
    acting = (player for player in view.players if player.to_act and player.seat in shared)
    return any(player.cards for player in acting)


def asks_face_down(view: View, shared: Mapping[int, View]) -> bool:
    """Whether a question is about a hand of this shared screen, which lies open nowhere."""
    if view.ask is not None:
        return any(own.ask is not None and own.ask != view.ask for own in shared.values())
    asked = any(player.to_act and player.seat in shared for player in view.players)
    return asked and view.drive is not None and view.drive.of_hand


def shared_view(own: View, public: View) -> View:
    """A seat's view for a screen that others see too: nothing that only its holder may know."""
    open_to_all = set(public.legal)
    ask = _face_down(own.ask, public.ask)
    told = own.prompt.own and own.prompt.mood != "ask"
    window = own.window
    if window is not None and not window.covered:
        keys = tuple(key for key in window.keys if key.action in open_to_all)
        window = msgspec.structs.replace(window, keys=keys)
    return msgspec.structs.replace(
        own,
        legal=public.legal,
        prompt=public.prompt if told or ask != own.ask else own.prompt,
        ask=ask,
        hand=None,
        held=None,
        pad=tuple(key for key in own.pad if key.action in open_to_all or not key.action),
        choices=tuple(choice for choice in own.choices if choice.action in open_to_all),
        hint=public.hint,
        can_hint=own.can_hint and _hints_openly(own),
        window=window,
    )


def _hints_openly(own: View) -> bool:
    """Whether a hint for this seat would tell of no hand."""
    if own.game is None:
        return False
    cards = PACKS.of(own.game.name).presenter.cards
    return hint_lies_open(cards, choosing=own.state == TableState.CHOOSE_CARD.value)


def _face_down(own: Ask | None, public: Ask | None) -> Ask | None:
    """A seat's question without the cards that could answer it, where only their holder sees them.

    The holder chooses among the cards of the hand instead (PP-7).
    """
    if own is None or public is None or public.options:
        return own
    options = tuple(one for one in own.options if one.id in MADE_NOTHING)
    if not options:
        options = (Option("neither", Message("ask.lead_back")),)
    return msgspec.structs.replace(public, options=options)


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
            _free(own[player.seat], say),
        )
        for player in view.players
        if player.seat in own
    )


def _answer(view: View) -> str:
    """The action that passes for a seat."""
    keys = view.window.keys if view.window is not None and view.window.covered else ()
    return next((key.action for key in keys if key.value == LET_GO), "")


def _free(view: View, say: Say) -> tuple[FreeClaim, ...]:
    """What a seat may claim without a card of its hand, in words."""
    keys = view.window.keys if view.window is not None and view.window.covered else ()
    return tuple(
        FreeClaim(key.action, key.label, say(key.caption))
        for key in keys
        if key.value != LET_GO and key.caption is not None
    )
