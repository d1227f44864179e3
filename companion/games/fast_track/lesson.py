"""Learn to play: out, along, take, ring, bull's eye, home, on the classic sheet.

One marble of the learner goes out of the pen, along, takes, goes round the ring and home; a second
one waits before its own corner for the bull's eye. Nobody has to set a marble between the steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.lesson import LEARN, LEARNER, LessonStep
from engine.boards.marble import SIDES
from engine.game import Position
from engine.games.fast_track.track import DECK

RULES: Final = "classic"
LEVEL: Final = "beginner"
OTHERS: Final = ("2", "3", "4", "5", "7")
"""What the bot holds meanwhile; it never comes to play."""
OWN, PEN = "A", "p"
KEYS: Final = ("out", "along", "take", "ring", "bullseye", "home")


class FastTrackLesson:
    """The six steps, on the board with six sides or with four."""

    boards: tuple[str, ...] = tuple(SIDES)

    def options(self, board: str) -> dict[str, Any]:
        """You against the beginner."""
        return {
            "game": "fast_track",
            "rules": RULES,
            "board": board,
            "players": [[OWN], [_other(board)]],
            "first": LEARNER,
            "hands": "virtual",
            "bots": ["", LEVEL],
            "options": {LEARN: True},
        }

    def step(self, position: Position) -> LessonStep | None:
        """The step whose marbles stand so."""
        kind, stands = position.board.kind, _marbles(position)
        for number, (card, action, own, other) in enumerate(_steps(kind), 1):
            if stands == {OWN: Counter(own), _other(kind): Counter(other)}:
                return LessonStep(number, len(KEYS), KEYS[number - 1], card, action)
        return None

    def is_ready(self, position: Position, step: LessonStep) -> bool:
        """It is the learner's turn, with that card on the table or alone in the hand."""
        data: Any = position.to_json()
        if position.to_act != frozenset((LEARNER,)):
            return False
        return data["card"] == step.card or (
            data["card"] is None and data["dealt"][LEARNER]["hand"] == [step.card]
        )

    def prepared(self, position: Position, number: int) -> Mapping[str, Any]:
        """The learner holds the step's card and nothing else."""
        kind = position.board.kind
        card, _, own, other = _steps(kind)[number - 1]
        marbles = {OWN: list(own), _other(kind): list(other)}
        stocks = [_stock((card,)), _stock(OTHERS)]
        return _at(position, marbles=marbles, to_play=LEARNER, dealt=stocks)

    def left(self, position: Position) -> Mapping[str, Any]:
        """Every deck waits for its shuffle, and the learner begins."""
        stock = {"deck": [], "pile": list(DECK), "hand": [], "owed": 5}
        return _at(position, to_play=LEARNER, dealt=[stock, stock])


Step = tuple[str, str, tuple[str, ...], tuple[str, ...]]


def _steps(kind: str) -> tuple[Step, ...]:
    """Card, move, the marbles of both before it."""
    sides = SIDES[kind]
    corner, late = f"{sides[1]}0", f"{sides[-1]}10"
    ring = str(len(sides) - 1 + 5)  # round all corners to the own one, and five on
    full = (PEN,) * 4
    hit = (corner, PEN, PEN, PEN)
    return (
        ("A", f"{OWN}p-{OWN}9", (late, PEN, PEN, PEN), hit),
        ("2", f"{OWN}9-{OWN}11", (late, f"{OWN}9", PEN, PEN), hit),
        ("3", f"{OWN}11-{corner}", (late, f"{OWN}11", PEN, PEN), hit),
        (ring, f"{corner}-{OWN}5", (late, corner, PEN, PEN), full),
        ("5", f"{late}-X", (late, f"{OWN}5", PEN, PEN), full),
        ("6", f"{OWN}5-{OWN}h4", ("X", f"{OWN}5", PEN, PEN), full),
    )


def _other(kind: str) -> str:
    """The colour of the bot, across the board."""
    return SIDES[kind][len(SIDES[kind]) // 2]


def _marbles(position: Position) -> dict[str, Counter[str]]:
    """Colour → the places of its marbles, without their marks."""
    data: Any = position.to_json()
    return {
        colour: Counter(at.rstrip("*+") for at in there)
        for colour, there in data["marbles"].items()
    }


def _stock(hand: Sequence[str]) -> dict[str, Any]:
    """A player's cards: this hand, all others in the deck."""
    deck = (Counter(DECK) - Counter(hand)).elements()
    return {"deck": list(deck), "pile": [], "hand": list(hand), "owed": 0}


def _at(position: Position, **changed: Any) -> dict[str, Any]:
    return {**position.to_json(), "card": None, "winner": None, **changed}
