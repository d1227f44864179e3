"""An open claim window as each audience sees it: the question, the keys and the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.model.choices import Laid, PadKey, Window
from companion.model.message import Message
from companion.play.claims import CLAIM, is_open, passed, passes
from companion.play.open_game import OpenGame, latest
from companion.table.moment import Moment
from engine.action import LET_GO

from .history import line

ALL_GO: Final = "--"
"""Value of the key on the table's page that lets it go by for all seats that are still asked."""


def window(moment: Moment, audience: int | None) -> Window | None:
    """The open window as an audience sees it: a seat its own keys, the public everybody's.

    Of a covered window everybody is shown the same, but for whether it has been answered.
    """
    game = moment.game
    if game is None or not is_open(game.position):
        return None
    position = game.position
    clock, now = moment.clocks.window, moment.now()
    return Window(
        message=game.presenter.together(position, game.names),
        seconds=None if clock is None else round(clock.left(now), 3),
        of=0.0 if clock is None else clock.of,
        running=clock is not None and clock.running,
        seats=moment.seen_acting,
        keys=tuple(_covered(game, audience) if position.covered else _open(moment, game, audience)),
        passed=passed(latest(game)),
        laid=tuple(_laid(game)),
        covered=position.covered,
        asked=audience in moment.acting,
        skips=audience is not None and moment.clocks.claims.skips(audience),
        number=moment.clocks.claims.number,
    )


def _laid(game: OpenGame) -> Iterator[Laid]:
    position, presenter = game.position, game.presenter
    for seat, name in presenter.hidden.laid(position):
        yield Laid(seat, presenter.colour_of(position, seat), name)


def _covered(game: OpenGame, audience: int | None) -> list[PadKey]:
    """Letting it go by, and what no card of the hand is spent on: that anybody may know."""
    if audience is None:
        return []
    position, hidden = game.position, game.presenter.hidden
    free = {
        action.text: line(game, action)
        for action in position.legal_for(audience)
        if action.seat == audience and not hidden.spends(position, action)
    }
    return [
        key if key.value == LET_GO else msgspec.structs.replace(key, caption=free[key.action])
        for key in _keys(game, audience, audience)
        if key.action in free
    ]


def _open(moment: Moment, game: OpenGame, audience: int | None) -> list[PadKey]:
    seats = moment.acting
    mine = seats if audience is None else tuple(seat for seat in seats if seat == audience)
    keys = [key for seat in mine for key in _keys(game, seat, audience)]
    if audience is None and len(seats) > 1:
        text = passes(game.position, seats)[0].text
        keys.append(PadKey(text, CLAIM, ALL_GO, "", Message("key.all_pass")))
    return keys


def _keys(game: OpenGame, seat: int, audience: int | None) -> list[PadKey]:
    """One seat's keys as an audience may see them; the key that lets go comes last.

    A claim that plays a card says in a line what it does: to whom is not in the card's name.
    """
    position, presenter = game.position, game.presenter
    own = [action for action in position.legal_for(audience) if action.seat == seat]
    cards = {a.text: line(game, a) for a in own if presenter.hidden.spends(position, a)}
    keys = [key for key in presenter.pad(position, own) if key.param == CLAIM]
    colour = presenter.colour_of(position, seat)
    out = []
    for key in sorted(keys, key=lambda key: key.value == LET_GO):
        label, token = presenter.claimed(position, key.value)
        caption = cards.get(key.action)
        if key.value == LET_GO:
            label, token, caption = "", "", Message("key.pass")
        out.append(
            msgspec.structs.replace(
                key, label=label, caption=caption, seat=seat, colour=token or colour
            )
        )
    return out
