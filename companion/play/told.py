"""Whose move a step is, and which token it moved, as people are told of it."""

from __future__ import annotations

from companion.games.presenter import Presenter
from companion.model.step import GameStep
from engine.action import Action


def credited(play: GameStep, presenter: Presenter) -> GameStep:
    """A throw of chance, as a throw of the seat it was made for, if there is one."""
    seat = presenter.roller(play.before)
    if seat is None:
        return play
    action = Action(seat, play.action.text, params=play.action.params)
    return GameStep(action, play.events, play.before, play.after)


def moved_token(presenter: Presenter, play: GameStep) -> str:
    """The first token of a player that moved, else the first token of the seat."""
    played = {colour for seat in play.before.seats for colour in seat.colours}
    for event in play.events:
        for moved in event.moved:
            if moved.token in played:
                return moved.token
    return presenter.colour_of(play.before, play.action.seat)
