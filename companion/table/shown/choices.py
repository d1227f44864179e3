"""Questions about named choices, for readings of one gesture that differ only there (RP-85).

The board says where a marble went, not how fast. One choice is asked at a time: the first one in
which the readings differ. If an answer leaves several readings, the next question follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.model.message import Message
from companion.model.view import Ask, Option
from companion.play.claims import is_open
from companion.play.open_game import OpenGame
from companion.recogniser.asking import in_doubt
from companion.recogniser.boardstate import BoardState
from companion.recogniser.ledger import SPENT
from companion.recogniser.matching import Match
from companion.recogniser.showing import Showing
from companion.table.moment import Moment
from engine.action import Action
from engine.game import Position

NEITHER: Final = "neither"
"""The answer that none of them is true."""
NOTHING: Final = "nothing"
"""The answer to the question for a card that nothing was played."""
BACK: Final = "taken_back"
"""The answer to the question for a card that the last move was taken back instead."""


def choices(showing: Showing) -> tuple[str, dict[str, list[Match]]]:
    """The named choice in question, and the readings by its value.

    The name is empty if the readings differ in more than named choices.
    """
    matches = showing.matches
    actions = [m.candidate.action for m in matches if m.candidate is not None]
    if len(actions) < len(matches) or not actions:
        return "", {}
    if len(actions) == 1:
        spent = actions[0].params.get(SPENT)
        return (SPENT, {spent: list(matches)}) if spent is not None else ("", {})
    if len({(m.world.at, _goals(m)) for m in matches}) > 1:
        return "", {}
    for param in _params(actions):
        found: dict[str, list[Match]] = {}
        for match, action in zip(matches, actions, strict=True):
            found.setdefault(action.params.get(param, ""), []).append(match)
        if len(found) > 1:
            return param, dict(sorted(found.items(), key=lambda item: _rank(item[0])))
    return "", {}


def _goals(match: Match) -> tuple[tuple[str, str], ...]:
    assert match.candidate is not None
    return tuple(sorted(match.candidate.goals))


def _params(actions: Iterable[Action]) -> list[str]:
    """Names of all choices, in the order in which the actions name them."""
    return list(dict.fromkeys(param for action in actions for param in action.params))


def _rank(value: str) -> tuple[int, str]:
    """Numbers by size, then words."""
    return (int(value), "") if value.isdigit() else (10_000, value)


def asked_in(moment: Moment, game: OpenGame) -> Position:
    """The position in which the readings in question would be played.

    For second thoughts about the last action it is the position before that action (PP-5).
    """
    before = moment.hands.dialogue.again
    return game.position if before is None else before


def may_tell(moment: Moment, game: OpenGame) -> frozenset[int]:
    """The seats that are asked: those to act; for a second thought also the one that moved.

    While a window is open, everybody may tell: those who may claim have moved nothing, and where it
    is open to all, nobody knows who has passed.
    """
    if is_open(game.position):
        return frozenset(seat.number for seat in game.position.seats)
    last = None if moment.hands.dialogue.again is None else game.last
    return frozenset((*moment.seen_acting, *(() if last is None else (last.action.seat,))))


def ask_choice(game: OpenGame, position: Position, showing: Showing, ask_id: str) -> Ask | None:
    """The question, if only a named choice is open. ``position``: where the choice is made."""
    param, found = choices(showing)
    if not param:
        return None
    presenter = game.presenter
    options = []
    for n, (value, matches) in enumerate(found.items()):
        actions = [m.candidate.action for m in matches if m.candidate is not None]
        message, label = presenter.answers(position, param, value, actions)
        texts = tuple(action.text for action in actions)
        options.append(Option(str(n), message, label=label, actions=texts))
    options.append(Option(NEITHER, Message("ask.put_back" if _short(options) else "ask.neither")))
    return Ask(ask_id, presenter.asks(position, param, tuple(found)), tuple(options), param)


def _short(options: Iterable[Option]) -> bool:
    return all(option.label for option in options)


def left_by(showing: Showing, option: str) -> list[Match]:
    """The readings that an answer leaves; none if the showing asks for no named choice."""
    param, found = choices(showing)
    groups = list(found.values())
    return groups[int(option)] if param and option.isdigit() else []


def same_question(
    before: Showing | None, read: BoardState | None, now: Showing, state: BoardState
) -> bool:
    """Whether the question that stands is still the same one, each read from its own board.

    Where it is about the marble in one hole, it is the same only for that hole.
    """
    if before is None or read is None or before.kind is not now.kind:
        return False

    def paths(showing: Showing) -> list[object]:
        return [m.candidate.path if m.candidate else None for m in showing.matches]

    if paths(before) != paths(now) or before.hole != now.hole:
        return False
    return any(paths(now)) or in_doubt(read, before) == in_doubt(state, now)
