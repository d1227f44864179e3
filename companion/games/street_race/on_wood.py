"""The street race at the table: the words of a race whose places are the squares of the wood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.presenter import CARS, NOBODY, Names, Presenter, count_told
from companion.games.whereabouts import Stand, Whereabouts, listed
from companion.model.choices import PadKey
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import ColourView, Reason
from engine.action import Action
from engine.game import Explanation, Position
from engine.games.street_race import WoodPosition
from engine.games.street_race.board import OFF
from engine.games.street_race.grid import read_cell
from engine.games.street_race.on_wood import BOX, PUSHED
from engine.games.street_race.wood import LAY_BY

from . import edit
from .chances import turn_squares
from .hands import StreetHands
from .lines import card_name, line
from .owed import owed
from .places import place_name
from .presenter import LIT, Namer, StreetPresenter
from .scenery import StreetScenery

KEPT: Final = 64
"""So many answers about the turn's squares are kept."""
TRAYS: Final = {
    LAY_BY: "street.at.lay_by",
    OFF: "street.at.off",
    PUSHED: "street.at.pushed",
    BOX: "street.at.box",
}


RULES: Final = StreetPresenter()
"""The words of the rules' own position."""


class WoodPresenter(Presenter):
    """The words of the rules' position, with squares where it has ranks and columns."""

    hidden = StreetHands()
    pawn = "car"
    lit = LIT
    spoken_of = CARS
    scenery = StreetScenery()

    # -------------------------------------------------------------------------------- things

    def token(self, token: str) -> str:
        """A racer's colour, or ``Civilian``."""
        return RULES.token(token)

    def hole(self, position: Position, hole: str) -> Message:
        """``rank 2, inner lane``; ``the lay-by``, and each of its squares by its row."""
        if hole in TRAYS:
            return Message(TRAYS[hole])
        wood = _wood(position)
        if hole in wood.board.places[LAY_BY].holes:
            return Message("street.wood.lay_by", {"row": hole[:1]})
        cell = wood.cell_at(hole)
        moment = wood.race.moment
        if cell is None or abs(cell.col) > moment.race.content.half_width:
            return Message("street.wood.square", {"row": hole[:1], "n": hole[1:]})
        return place_name(cell, moment.state.pack.street, moment.race.options.mirror)

    def roller(self, position: Position) -> int | None:
        """Whose turn it is, while a die is to be thrown."""
        return RULES.roller(_wood(position).race)

    # ------------------------------------------------------------------------------- prompts

    def awaiting(
        self, position: Position, seat: int, names: Names, dealt: bool, last: GameStep | None
    ) -> Message:
        """The prompt for who must answer; a third card has a question of its own (FF-123)."""
        if any(action.text == "style card" for action in position.legal()):
            return Message("street.third", {"p": self.player(position, seat, names)})
        return RULES.awaiting(_wood(position).race, seat, names, dealt, last)

    def of_others(self, position: Position, seat: int, names: Names, choosing: bool) -> Message:
        """The prompt for everybody else."""
        return RULES.of_others(_wood(position).race, seat, names, choosing)

    def following(self, position: Position, seat: int) -> int | None:
        """The next player clockwise, while turns are made."""
        race = _wood(position).race
        return None if race.moment.state.turn is None else RULES.following(race, seat)

    def together(self, position: Position, names: Names) -> Message:
        """A window: anything to play?"""
        return RULES.together(_wood(position).race, names)

    def half(self, position: Position, seat: int, done: tuple[str, str], names: Names) -> Message:
        """A car stands, and is still being read: a street has no action of two halves."""
        return Message("street.half", {"p": self.player(position, seat, names)})

    def won(self, position: Position, seats: Sequence[int], names: Names) -> Message:
        """``Ben wins the race!``"""
        return RULES.won(_wood(position).race, seats, names)

    def winners(self, position: Position, last: GameStep | None) -> tuple[int, ...]:
        """FF-134."""
        return RULES.winners(_wood(position).race, last)

    # --------------------------------------------------------------------------------- lines

    def owes(self, step: GameStep, token: str, debt: Message, names: Names) -> Message | None:
        """Traffic and the lay-by have sentences of their own."""
        return owed(step, token, _named(step.after, names)(token), debt)

    def move(self, step: GameStep, prefix: str = "move", names: Names = NOBODY) -> Message:
        """The action as a line, with its cards by name."""
        return line(_wood(step.before), step.action, _named(step.before, names))

    # ---------------------------------------------------------------------------------- keys

    def pad(self, position: Position, offered: Sequence[Action]) -> tuple[PadKey, ...]:
        """The keys of a window: each card that fits, and the pass."""
        keys = super().pad(position, offered)
        return tuple(msgspec.structs.replace(key, label="") for key in keys)

    def claimed(self, position: Position, value: str) -> tuple[str, str]:
        """The name of the card that is played as a reaction."""
        return card_name(_wood(position), value.split(" ")[0]), ""

    # ------------------------------------------------------------------------------- the street

    def progress(self, position: Position, colour: str) -> ColourView:
        """Style points, of the three that buy a turn."""
        moment = _wood(position).race.moment
        points = moment.state.style.get(colour[:1], 0)
        return ColourView(colour, points, moment.race.content.endgame_turn_cost)

    def whereabouts(self, position: Position, colour: str) -> Whereabouts:
        """Its rank and column, whether it is damaged, and which of all racers it is."""
        wood = _wood(position)
        pack = wood.race.moment.state.pack
        car = pack.cars[colour]
        racers = [one.id for one in pack.order() if one.racer]
        square = wood.standing(car) if car.col else ""
        here = self.hole(position, square) if square else Message("where.beside")
        told = [here, *([Message("street.label.hurt")] if car.dmg else [])]
        if colour in racers:
            rank = {"n": str(racers.index(colour) + 1), "of": str(len(racers))}
            told.append(Message("where.rank", rank))
        line = Message("where", {"c": self.token(colour)}, {"list": listed(told)})
        return Whereabouts(line, (Stand(square, here),))

    def turn_holes(self, position: Position, colours: Sequence[str]) -> tuple[str, ...]:
        """The squares of these cars, if one of them has the turn, and where the street begins."""
        return _turn_squares(_wood(position), tuple(colours))

    def winner_holes(self, position: Position, colours: Sequence[str]) -> tuple[str, ...]:
        """The column of the car that won."""
        wood = _wood(position)
        return _squares(wood, RULES.winner_holes(wood.race, colours))

    # -------------------------------------------------------------------------------- refusals

    def refusal(self, position: Position, explanation: Explanation) -> Reason:
        """The reason why a car may not go there, with the spaces counted."""
        found = RULES.refusal(_wood(position).race, explanation)
        why = count_told(self, position, explanation, Message("why.advance"))
        return msgspec.structs.replace(found, why=why, walk=explanation.walk)

    def refused(self, code: str) -> Message | None:
        """Section 17's codes in words."""
        return RULES.refused(code)

    def rearranged(
        self, position: Position, tokens: Mapping[str, str], seat: int | None = None
    ) -> dict[str, object] | None:
        """The race with its cars where they stand (PP-12)."""
        return edit.rearranged(_wood(position), tokens, seat)


@lru_cache(maxsize=KEPT)
def _turn_squares(wood: WoodPosition, colours: tuple[str, ...]) -> tuple[str, ...]:
    """What ``turn_holes`` tells. Kept: it is lit anew with every change on the board."""
    moment = wood.race.moment
    if moment.state.turn not in {colour[:1] for colour in colours}:
        return ()
    edges = turn_squares(None, moment.race.content.half_width, wood.wood.origin)
    return (*_squares(wood, RULES.turn_holes(wood.race, colours)), *edges)


def _squares(wood: WoodPosition, cells: Sequence[str]) -> tuple[str, ...]:
    """The squares of these cells."""
    found = (wood.square(cell) for cell in cells if read_cell(cell) is not None)
    return tuple(square for square in found if square is not None and square != LAY_BY)


def _named(position: Position, names: Names) -> Namer:
    """Player or car → name."""
    return RULES.namer(_wood(position).race, names)


def _wood(position: Position) -> WoodPosition:
    assert isinstance(position, WoodPosition)
    return position
