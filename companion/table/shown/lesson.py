"""A lesson in words: its step, what it asks for, and why another move does not count."""

from __future__ import annotations

from companion.games.lesson import LEARNER
from companion.games.presenter import taken as captured
from companion.model.message import Message
from companion.model.view import LessonView, Prompt
from companion.play.lessons import step_of, strays
from companion.play.open_game import OpenGame
from companion.recogniser.ledger import Change
from companion.table.moment import Moment


def shown(moment: Moment, game: OpenGame) -> LessonView | None:
    """The step for a page; it goes on once the taken marble lies in its pen."""
    step = step_of(game)
    if step is None:
        return None
    return LessonView(step.number - (waits_for(moment) is not None), step.of)


def waits_for(moment: Moment) -> str | None:
    """The taken marble that is still to go to its pen before a lesson's next card; None: none."""
    game = moment.game
    if game is None or step_of(game) is None or game.presenter.cards is None:
        return None
    if game.presenter.cards.played(game.position) is not None:
        return None
    return next((debt.token for debt in moment.owed if not debt.blocking), None)


def lesson_prompt(
    moment: Moment, game: OpenGame, taken: str | None, audience: int | None
) -> Prompt | None:
    """What the step asks of the learner: its card, then its move. Nothing to anybody else.

    ``taken``  a captured marble in the hand
    """
    step, cards = step_of(game), game.presenter.cards
    if audience != LEARNER or step is None or cards is None or moment.acting != (LEARNER,):
        return None
    presenter, position = game.presenter, game.position
    others = (seat.number for seat in position.seats if seat.number != LEARNER)
    words = {"q": presenter.token(presenter.colour_of(position, next(others)))}
    colour = presenter.colour_of(position, LEARNER)
    about = Message(f"lesson.{step.key}", words)
    if cards.played(position) is None:
        asked = Message("lesson.play", nested={"card": cards.name(step.card)})
        owed = waits_for(moment)
        if owed is not None:
            first, then = captured(presenter, owed), Message("lesson.then")
            return Prompt(first, then, "say", LEARNER, colour)
        return Prompt(asked, about, "say", LEARNER, colour)
    support = None if taken is None else captured(presenter, taken, still=True)
    return Prompt(Message(f"lesson.{step.key}.move", words), support, "say", LEARNER, colour)


def told_others(moment: Moment, game: OpenGame) -> Message | None:
    """That somebody learns to play, and how far it is, for whoever looks on."""
    step = shown(moment, game)
    if step is None:
        return None
    return Message("lesson.others", {"n": str(step.step), "of": str(step.of)})


def not_shown(game: OpenGame, change: Change) -> Message | None:
    """Why a move that hands have made does not count; None where it is the one that is shown."""
    other = any(not a.prelude and strays(game, a.text) for a, _ in change.play)
    return Message("lesson.not_that") if other else None
