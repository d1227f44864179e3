"""The one sentence on top, for each state and audience."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.model.message import Message
from companion.model.states import AT_REST, TableState
from companion.model.view import Prompt
from companion.play import claims
from companion.recogniser.showing import Kind
from companion.table.moment import Moment
from engine.game import Position
from hardware.ports import LinkState

from . import questions
from .addressee import acting_seat, colour_of
from .hands_prompt import hands_prompt
from .help_level import assistance, shines
from .keys import NONE_MOVES
from .places import last_home
from .rest_prompt import rest_prompt

SPEAK_OF_LIGHTS: Final = frozenset(
    f"prompt.{name}"
    for name in (
        "move",
        "lifted",
        "lifted_capture",
        "half_other",
        "swap",
        "lifted.bot",
        "lifted_capture.bot",
    )
)
"""Sentences that name a light; each has a plain form, ``….plain``, as have a game's own."""

WATCHER: Final = -1
"""Nobody's seat: the audience that hears what those hear who are not to act."""
REFUSED: Final = {
    "firmware": "link.refused.firmware",
    "holes": "link.refused.holes",
    "pixels": "link.refused.pixels",
}
"""What people are told of a refused board, by ``LinkChange.code``."""

DOWN: Final = {
    "driver": "link.driver",
    "wires": "link.wires",
}
"""What people are told of a board that cannot be read, by ``LinkChange.code``."""


def prompt(moment: Moment, audience: int | None) -> Prompt:
    """What an audience is told now; a lost link comes first and the rest below it."""
    said = _prompt(moment, audience)
    if _own(moment, audience, said):
        said = msgspec.structs.replace(said, own=True)
    dark = said.mood != "correction" and not shines(moment)  # what is owed has lights of its own
    if dark or assistance(moment, audience) == "none":
        of_game = frozenset() if moment.game is None else moment.game.presenter.lit
        said = _without_lights(said, SPEAK_OF_LIGHTS | of_game)
    if _paused(moment):
        paused = Message("prompt.paused")
        if _covered(moment.position):
            said = msgspec.structs.replace(said, support=paused)
        else:
            said = Prompt(paused, said.message, "say", said.seat, said.colour, said.own)
    lost = _link(moment)
    if lost is None or moment.game is None:
        return said
    return Prompt(lost, said.message, "link", said.seat, said.colour, said.own)


def watched(moment: Moment, audience: int | None, said: Prompt) -> Prompt | None:
    """What is told to who only watches dealt cards, where everybody else is told ``said``."""
    game = moment.game
    calls = said.mood == "say" and len(moment.seen_acting) == 1
    if audience is not None or game is None or not game.dealt or not calls:
        return None
    return prompt(moment, WATCHER)


def _own(moment: Moment, audience: int | None, said: Prompt) -> bool:
    """Whether it tells of dealt cards: a question about them, a hint, or that none has a move."""
    if audience is None or moment.game is None or not moment.game.dealt:
        return False
    if said.mood == "ask":
        return said.message != _prompt(moment, None).message
    if said.support is not None and said.support.key == NONE_MOVES:
        return True
    asked = moment.hints.asked
    return asked is not None and asked.seen_by(audience) and not asked.seen_by(None)


def _paused(moment: Moment) -> bool:
    """Whether the game waits, as somebody asked; where a clock runs, that one shows it."""
    clocks = moment.clocks
    alone = clocks.window is None and clocks.turn is None
    return clocks.stopped and alone and moment.state in AT_REST


def _covered(position: Position | None) -> bool:
    """Whether a window on hidden cards is open. Whoever reacts needs to read to what."""
    return position is not None and position.covered and claims.is_open(position)


def _without_lights(said: Prompt, lit: frozenset[str]) -> Prompt:
    """The same for players who want no lights before a move: no light is spoken of (PP-23)."""

    def plain(message: Message) -> Message:
        key = f"{message.key}.plain" if message.key in lit else message.key
        return msgspec.structs.replace(message, key=key)

    support = None if said.support is None else plain(said.support)
    return msgspec.structs.replace(said, message=plain(said.message), support=support)


def _link(moment: Moment) -> Message | None:
    key = {
        LinkState.DOWN: DOWN.get(moment.hands.sensors.link_code, "link.lost"),
        LinkState.CONNECTING: "link.connecting",
        LinkState.REFUSED: REFUSED.get(moment.hands.sensors.link_code, "link.refused"),
    }.get(moment.hands.sensors.link)
    return None if key is None else Message(key)


def _prompt(moment: Moment, audience: int | None) -> Prompt:
    game, state = moment.game, moment.state
    if state is TableState.SERVICE:
        return Prompt(Message("prompt.service"), Message("prompt.service_support"))
    if game is None:
        return Prompt(Message("prompt.idle"), mood="idle")
    if state is TableState.OVER:
        seats = game.presenter.winners(game.position, game.last)
        message = game.presenter.won(game.position, seats, game.names)
        first = seats[0] if seats else None
        return Prompt(message, last_home(game), "win", first, colour_of(game, first))
    showing = moment.showing
    board = moment.hands.dialogue.board
    if moment.keeping is not None:
        asked = questions.ask_colour(moment, game, moment.keeping)
        seat = acting_seat(moment)
        return Prompt(asked.message, None, "ask", seat, colour_of(game, seat))
    if showing is not None and board is not None and showing.kind is not Kind.REST:
        shown = hands_prompt(moment, game, board, showing, audience)
        if shown is not None:
            return shown
    return rest_prompt(moment, game, audience)
