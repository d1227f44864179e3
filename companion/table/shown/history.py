"""Moves as lines: the last ones made, and a move before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import MoveLine
from companion.play import dice
from companion.play.move_words import arranged, arranged_aloud
from companion.play.open_game import KeptOutcome, OpenGame
from companion.play.steps import Step
from companion.play.told import credited, moved_token
from engine.action import Action

LAST_MOVES: Final = 24
"""At most this many lines of the history in a view."""


def moves(game: OpenGame, most: int = LAST_MOVES) -> tuple[MoveLine, ...]:
    """The last moves, newest first; a card that waits for its move has no line yet.

    The dice of a test stand in the line of what was tried.
    """
    scenery, out = game.presenter.scenery, list[MoveLine]()
    after: list[Step] = []
    for step in reversed(game.steps):
        if scenery.follows(step.play):
            after.insert(0, step)
            continue
        if after:
            out += reversed(_lines(game, [step, *after]))
            after = []
        elif step.counts:
            out.append(_move_line(game, step))
        if len(out) >= most:
            break
    out += reversed([_move_line(game, step) for step in after if step.counts])
    return tuple(out[:most])


def _lines(game: OpenGame, steps: Sequence[Step]) -> list[MoveLine]:
    """The lines of an action and of what followed it, the oldest first."""
    first, *after = steps
    tested = _tested(game, first, after) if first.counts else None
    found = [tested[0]] if tested else []
    rest, told, n = after if tested else steps, tested[1] if tested else 0, 0
    while n < len(rest):
        throw = dice.is_throw(rest[n].play.action)
        rolled = _rolled(game, rest[n:]) if throw and n >= told else None
        if rolled is not None:
            found.append(rolled[0])
        elif rest[n].counts and not (throw and n < told):
            found.append(_move_line(game, rest[n]))
        n += rolled[1] if rolled else 1
    return found


def _rolled(game: OpenGame, steps: Sequence[Step]) -> tuple[MoveLine, int] | None:
    """The line of dice that no action has asked for, and how many steps that took."""
    told = game.presenter.scenery.rolls([step.play for step in steps], game.names)
    if told is None:
        return None
    spoken = Message("spoken.other", {"p": told.name}, {"move": told.line})
    made = msgspec.structs.replace(
        _move_line(game, steps[0]),
        colour=told.token,
        message=told.line,
        came=told.came,
        spoken=spoken if told.name else told.line,
    )
    return made, told.steps


def _tested(game: OpenGame, deed: Step, after: Sequence[Step]) -> tuple[MoveLine, int] | None:
    """The line of an action with the dice that decided it, and how many steps that took."""
    if not after:
        return None
    kept = game.outcomes.get(deed.number)
    if kept is None or kept.deed is not deed or kept.last is not after[-1]:
        told = game.presenter.scenery.outcome(deed.play, [step.play for step in after], game.names)
        kept = KeptOutcome(deed, after[-1], None, 0)
        if told is not None:
            made = msgspec.structs.replace(
                _move_line(game, deed), message=told.line, came=told.came
            )
            kept = KeptOutcome(deed, after[-1], made, told.steps)
        game.outcomes[deed.number] = kept
    return None if kept.line is None else (kept.line, kept.steps)


def line(game: OpenGame, action: Action) -> Message:
    """A legal action as a line, before it is made."""
    step = GameStep(action, (), game.position, game.position)
    return game.presenter.move(step, names=game.names)


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
        message=presenter.move(play, names=game.names),
        took=took,
        spoken=_spoken(game, play),
        label=cards.label(card) if cards and card else "",
    )
    game.lines[step.number] = (step, made)
    return made


def _spoken(game: OpenGame, play: GameStep) -> Message:
    """A move as it is read aloud. In a lesson nobody is called next: the learner goes on."""
    told = game.presenter.spoken(play, game.names)
    if game.lesson is None:
        return told
    return Message("spoken.other", {"p": told.params["p"]}, {"move": told.nested["move"]})


def _arranged(game: OpenGame, step: Step) -> MoveLine:
    """The line that says that tokens were set otherwise, or something was put right."""
    said, text = arranged(step, game.presenter), step.play.action.text
    aloud = arranged_aloud(step, game.presenter)
    made = MoveLine(step.number, -1, "", "", text, said, spoken=aloud)
    game.lines[step.number] = (step, made)
    return made
