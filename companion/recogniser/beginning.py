"""The first story of an open game: what stands on the board, and what was played last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from enum import Enum
from itertools import takewhile
from typing import Final

from companion.wood.marbles import HAND
from companion.wood.seating import Occupancy, Seating
from engine.action import CHANCE_SEAT
from engine.game import CHANCE, Position

from . import costs
from .endings import UNSURE, Log, Token
from .game_endings import GameEndings, said
from .hypothesis import Hypothesis, first
from .ledger import Recent
from .lifting import opened
from .state import State, replace
from .taken_back import Made

SEVERAL: Final = 3
"""So many tokens out, of more than one colour: nobody knows in which order they were lifted."""


class NextPicture(Enum):
    """What the next picture of a board tells besides its holes."""

    AS_PLAYED = "as played"
    FIRST_LOOK = "first look"
    """A game was begun on a board that nobody has looked at yet."""
    OTHER_PENS = "other pens"
    """A game was taken up and no picture has come since: its pens may use other holes."""


def next_picture(*, set_out: bool, seen: bool) -> NextPicture:
    """That of a game that has just been opened. ``seen``: its board was looked at before."""
    if set_out:
        return NextPicture.OTHER_PENS
    return NextPicture.AS_PLAYED if seen else NextPicture.FIRST_LOOK


def looked_at(game: GameEndings, position: Position, standing: Mapping[str, str]) -> Hypothesis:
    """The one story of a board that is looked at for the first time.

    ``standing``  full hole → its token, or an empty text where nobody knows it
    """
    wood = bytearray(game.holes)
    left: Counter[Token] = Counter(
        game.token(token) for held in position.occupancy().values() for token in held
    )
    for hole, token in standing.items():
        if hole in game.numbers:
            known = game.token(token) if token in game.tokens else UNSURE
            wood[game.numbers[hole]] = known
            left[known] -= known != UNSURE
    out = bytes(sorted((+left).elements()))
    story = first(game.number(position), bytes(wood), out)
    beside, bag = _beside(game, position, out)
    if UNSURE not in wood and (len(bag) < SEVERAL or len(set(bag)) == 1):
        return story
    return opened(story._replace(hand=beside, bag=bag))


def _beside(game: GameEndings, position: Position, out: bytes) -> tuple[bytes, bytes]:
    """The tokens that lie off the board by the position, and the others."""
    off = Counter(game.off(game.number(position)))
    beside = +(Counter(out) & off)
    rest = Counter(out) - beside
    return bytes(sorted(beside.elements())), bytes(sorted(rest.elements()))


def recalled(game: GameEndings, state: State, recent: Recent) -> tuple[State, list[Made]] | None:
    """The same with the last actions in its stories, and what the table has made; None if nothing
    of them can be told."""
    (story, cost), *_ = state.stories
    log: Log = ()
    made: list[Made] = []
    for past in _tellable(game, recent):
        number = game.number(past.before)
        if not log or log[-1].position != number:
            log, anchor, made = (), number, []
        step = game.step(past.before.public(), past.action, past.after)
        log += (step._replace(chance=True) if past.forced else step,)
        made.append(Made(log[-1], past.action.seat != CHANCE_SEAT, True))
    if not log or log[-1].position != story.position:
        return None
    chance = takewhile(lambda past: past.action.seat == CHANCE_SEAT, reversed(recent))
    over = any(past.thrown for past in chance)
    others = [] if over else _not_over(game, story, log, anchor)
    stories = ((story._replace(log=log), cost), *others)
    return replace(state, anchor=anchor, stories=stories, committed=log), made


def _tellable(game: GameEndings, recent: Recent) -> Recent:
    """Those after the last one that no story can take, as in ``said``: an order of a deck."""
    past = [(game.number(one.before), said(one.before.public(), one.action)) for one in recent]
    untold = [n for n, (number, text) in enumerate(past, 1) if game.told(number, text) is None]
    return recent[max(untold, default=0) :]


def _not_over(
    game: GameEndings, story: Hypothesis, log: Log, anchor: int
) -> list[tuple[Hypothesis, int]]:
    """The story in which the last move may still go on (PP-5)."""
    n = len(log)
    while n and (
        log[n - 1].chance or game.at(log[n - 2].position if n > 1 else anchor).to_act is CHANCE
    ):
        n -= 1
    if not n or not log[n - 1].moves:
        return []
    before = log[n - 2].position if n > 1 else anchor
    base = game.wood(before) + story.wood[game.exact :]
    story = story._replace(log=log[: n - 1], position=before, base=base)
    return [(story, costs.CHANGE_OF_MIND)]


def set_out_as(seating: Seating, occupancy: Occupancy) -> dict[str, str]:
    """Hole → token of a position set out as it should be; groups fill from their first hole."""
    return {
        hole: token
        for place, tokens in occupancy.items()
        for hole, token in zip(seating.holes.get(place, ()), tokens, strict=False)
        if hole != HAND
    }


def seen_in_pens(
    seating: Seating, standing: Mapping[str, str], full: Container[str]
) -> dict[str, str]:
    """What stands, with the marbles of each pen in those of its holes that are full.

    Nobody knows which holes of its pen a marble stood in before a restart: any will do.
    """
    found = dict(standing)
    for holes in seating.holes.values():
        held = [found[hole] for hole in holes if hole in found]
        seen = [hole for hole in holes if hole in full]
        if len(holes) > 1 and len(seen) >= len(held):
            for hole in holes:
                found.pop(hole, None)
            found.update(zip(seen, held, strict=False))
    return found
