"""Moves as lines: the last ones made, and a move before it is made."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import MoveLine
from companion.play import dice
from companion.play.open_game import OpenGame, Step
from companion.play.told import credited, moved_token
from engine.action import Action

LAST_MOVES: Final = 24
"""At most this many lines of the history in a view."""


def moves(game: OpenGame, most: int = LAST_MOVES) -> tuple[MoveLine, ...]:
    """The last moves, newest first; a card that waits for its move has no line yet."""
    scenery, steps, out = game.presenter.scenery, game.steps, []
    decider: int | None = None
    for n in reversed(range(len(steps))):
        if scenery.decides(steps[n].play):
            decider = n
        if not steps[n].counts:
            continue
        if decider is not None and dice.is_throw(steps[n].play.action):
            continue  # the dice of a test stand in the line of what was tried
        made = _move_line(game, steps[n])
        if decider is not None and (tested := _tested(game, n, decider, made)) is not None:
            made, decider = tested, None
        out.append(made)
        if len(out) == most:
            break
    return tuple(out)


def _tested(game: OpenGame, deed: int, decider: int, made: MoveLine) -> MoveLine | None:
    """The line of a deed with the dice that decided it; None if they belong to an earlier one."""
    last = game.steps[decider]
    kept = game.lines.get(last.number)
    if kept is not None and kept[0] is last and kept[1].number == made.number:
        return kept[1]
    plays = [step.play for step in game.steps[deed + 1 : decider + 1]]
    told = game.presenter.scenery.outcome(game.steps[deed].play, plays)
    if told is None:
        return None
    line = msgspec.structs.replace(made, message=told[0], came=told[1])
    game.lines[last.number] = (last, line)
    return line


def line(game: OpenGame, action: Action) -> Message:
    """A legal action as a line, before it is made."""
    return game.presenter.move(GameStep(action, (), game.position, game.position))


def _move_line(game: OpenGame, step: Step) -> MoveLine:
    kept = game.lines.get(step.number)
    if kept is not None and kept[0] is step:
        return kept[1]
    if step.arranged:
        return _arranged(game, step)
    presenter = game.presenter
    play = credited(step.play, presenter) if step.chance else step.play
    cards = presenter.cards
    card = cards.played(play.before) if cards else None
    took = presenter.took(play)
    made = MoveLine(
        number=step.number,
        seat=play.action.seat,
        colour=moved_token(presenter, play),
        card=card or "",
        action=play.action.text,
        message=presenter.move(play),
        took=took,
        spoken=presenter.spoken(play, game.names),
        label=cards.label(card) if cards and card else "",
    )
    game.lines[step.number] = (step, made)
    return made


def _arranged(game: OpenGame, step: Step) -> MoveLine:
    """The line that says that the marbles were set otherwise."""
    said = Message("move.arranged")
    made = MoveLine(step.number, -1, "", "", step.play.action.text, said, spoken=said)
    game.lines[step.number] = (step, made)
    return made
