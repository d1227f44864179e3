"""A claim window: several seats may say something to what has just happened, or let it go by.

A window is open where every action of the position has a param ``claim``. The first claim shuts it;
so does the last seat that lets it go by. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import msgspec

from companion.errors import CommandRefused
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import PadKey, Window
from engine.action import LET_GO, Action
from engine.game import Position

from .open_game import OpenGame, Step

if TYPE_CHECKING:
    from companion.table.core import Core

CLAIM: Final = "claim"
ALL_GO: Final = "--"
"""Value of the key with which the table's page lets it go by for everybody that is still asked."""


def is_open(position: Position | None) -> bool:
    """Whether a claim window is open, with something to choose in it."""
    if position is None or not isinstance(position.to_act, frozenset):
        return False
    legal = position.legal()
    return len(legal) > 1 and all(CLAIM in action.params for action in legal)


def passes(position: Position, seats: Iterable[int]) -> tuple[Action, ...]:
    """The actions with which those seats let it go by."""
    among = frozenset(seats)
    return tuple(
        action
        for action in position.legal()
        if action.seat in among and action.params.get(CLAIM) == LET_GO
    )


def may_close(position: Position) -> bool:
    """Whether an open window can be shut by time: every seat that is asked can let it go by."""
    if not is_open(position) or not isinstance(position.to_act, frozenset):
        return False
    return {action.seat for action in passes(position, position.to_act)} == position.to_act


def window(core: Core, audience: int | None) -> Window | None:
    """The open window as that audience sees it: a seat its own keys, the public everybody's."""
    game = core.game
    if game is None or not is_open(game.position):
        return None
    clock, now = core.clocks.window, core.clock.now()
    seats = core.acting
    mine = seats if audience is None else tuple(seat for seat in seats if seat == audience)
    keys = [key for seat in mine for key in _keys(game, seat)]
    if audience is None and len(seats) > 1:
        text = passes(game.position, seats)[0].text
        keys.append(PadKey(text, CLAIM, ALL_GO, "", Message("key.all_pass")))
    return Window(
        message=game.presenter.together(game.position, game.names),
        seconds=None if clock is None else round(clock.left(now), 3),
        of=0.0 if clock is None else clock.of,
        running=clock is not None and clock.running,
        seats=seats,
        keys=tuple(keys),
    )


def _keys(game: OpenGame, seat: int) -> list[PadKey]:
    """One seat's keys, in the presenter's words; the one that lets go comes last."""
    position, presenter = game.position, game.presenter
    own = [action for action in position.legal() if action.seat == seat]
    keys = [key for key in presenter.pad(position, own) if key.param == CLAIM]
    colour = presenter.colour_of(position, seat)
    out = []
    for key in sorted(keys, key=lambda key: key.value == LET_GO):
        label, token = presenter.claimed(position, key.value)
        caption = None
        if key.value == LET_GO:
            label, token, caption = "", "", Message("key.pass")
        out.append(
            msgspec.structs.replace(
                key, label=label, caption=caption, seat=seat, colour=token or colour
            )
        )
    return out


def refuse_late(game: OpenGame, text: str, seats: frozenset[int]) -> None:
    """Refuse a claim on a window that is shut, saying who was first (RP-44); else do nothing."""
    closer: Step | None = None
    if is_open(game.position):
        return
    for step in reversed(game.steps):
        if step.chance:
            continue
        before = step.play.before
        if not is_open(before):
            return
        closer = closer or step
        late = {a.seat for a in before.legal() if a.text == text and a.seat in seats}
        if late:
            _refuse(game, closer.play, late)
            return


def _refuse(game: OpenGame, closer: GameStep, late: set[int]) -> None:
    """Refuse what came after the action that shut the window, unless the same seat made that."""
    seat = closer.action.seat
    if closer.action.params.get(CLAIM) == LET_GO:
        raise CommandRefused(
            "too-late", "Everybody has let it go by; it is too late.", key="refusal.shut"
        )
    if seat not in late:
        raise CommandRefused(
            "too-late",
            f"Seat {seat} was first; nothing was spent.",
            key="refusal.too_late",
            params={"p": game.presenter.player(closer.before, seat, game.names)},
        )
