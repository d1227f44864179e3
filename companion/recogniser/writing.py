"""Facts and stories in plain lists, numbers and texts, as the journal keeps them (I7).

A log is written by the texts of its steps; where they lead is worked out anew. So what is written
is short, and is refused where the game has become another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.game import Position

from .endings import Log, Step, Wood
from .facts import (
    Agreed,
    Answer,
    Circled,
    Colour,
    Doubted,
    Dwell,
    Edge,
    Heard,
    Misread,
    Named,
    Picture,
    Place,
    Reset,
    RuledOut,
    Stands,
    Stood,
    Told,
    Unlike,
    Waited,
)
from .game_endings import GameEndings
from .options import Option
from .outlook import changed

FORM: Final = 2
"""This number rises when what was written before means something else."""
AT_ONCE: Final = 1
LATE: Final = 2
IDLE: Final = 3
"""An edge at once after the one before, or so late that the lights were read, or so late that hands
had stopped before; else 0."""
PRIME: Final = 2**61 - 1
Load = Callable[[object], Position]
"""Reads a position of the game back; EngineError if it is none."""
Plain = list[Any]


def form(game: GameEndings) -> str:
    """A short name of the form and of all numbers that stand for holes and tokens."""
    text = f"{FORM} {game.exact} {' '.join(game.names)} / {' '.join(game.tokens)}"
    return f"{int.from_bytes(text.encode(), 'big') % PRIME:x}"


class Writer:
    """Writes what belongs to one open game, and reads it back.

    Reading raises ValueError, TypeError, KeyError, IndexError or EngineError for anything that was
    not written by the same form of the same game.
    """

    def __init__(self, game: GameEndings, load: Load) -> None:
        self.game: Final = game
        self._load: Final = load
        self._led: dict[tuple[int, str], int | None] = {}

    # --------------------------------------------------------------------------------- positions

    def position(self, number: int) -> dict[str, object]:
        """A position that nothing else tells."""
        return self.game.at(number).to_json()

    def number(self, plain: object) -> int:
        """The number of a position that was written."""
        return self.game.number(self._load(plain))

    def _leads(self, anchor: int, text: str) -> int | None:
        """The number of the position that an action leads to."""
        key = (anchor, text)
        if key not in self._led:
            path = self.game.told(anchor, text)
            alone = path is not None and len(path) == 1
            self._led[key] = self.game.number_of(path[-1]) if path and alone else None
        return self._led[key]

    # -------------------------------------------------------------------------------------- logs

    def log(self, log: Log, anchor: int) -> Plain:
        """A log that begins at a position."""
        found = []
        for one in log:
            found.append(self.step(one, anchor))
            anchor = self.game.number_of(one)
        return found

    def step(self, one: Step, anchor: int) -> Plain:
        """A step after a position, with the position that it leads to where that is not plain."""
        number = self.game.number_of(one)
        marks = one.moves + 2 * one.inferred + 4 * one.chance + 8 * one.guessed
        plain = [one.text, marks, one.seat, one.choice, one.home.hex()]
        return plain if self._leads(anchor, one.text) == number else [*plain, self.position(number)]

    def read_log(self, plain: Sequence[Plain], anchor: int) -> Log:
        """The log that begins at a position."""
        log: Log = ()
        for one in plain:
            log += (self.read_step(one, anchor),)
            anchor = self.game.number_of(log[-1])
        return log

    def read_step(self, plain: Plain, anchor: int) -> Step:
        """The step after a position."""
        text, marks, seat, choice, home, *led = plain
        number = self.number(led[0]) if led else self._leads(anchor, str(text))
        if number is None:
            raise ValueError(f"{text!r:.40} leads nowhere.")
        return Step(
            str(text),
            number,
            bool(marks & 1),
            bool(marks & 2),
            bytes.fromhex(home),
            str(choice),
            bool(marks & 4),
            None if seat is None else int(seat),
            bool(marks & 8),
        )

    # -------------------------------------------------------------------------------------- wood

    def wood(self, wood: Wood, like: Wood) -> list[int]:
        """Hole, token, hole, token …: where one wood is not like another (levels, as well)."""
        return [number for hole in changed(like, wood) for number in (hole, wood[hole])]

    def read_wood(self, plain: Sequence[int], like: Wood) -> Wood:
        """The wood that is not like another in these holes."""
        wood = bytearray(like)
        for hole, token in zip(plain[::2], plain[1::2], strict=True):
            wood[hole] = token
        return bytes(wood)

    @property
    def nothing(self) -> Wood:
        """The wood of an empty board."""
        return bytes(self.game.holes)

    # ------------------------------------------------------------------------------------ options

    def option(self, option: Option, anchor: int) -> Plain:
        """An answer to a question."""
        wood = None if option.wood is None else option.wood.hex()
        return [self.log(option.log, anchor), wood]

    def read_option(self, plain: Plain, anchor: int) -> Option:
        """The answer to a question."""
        log, wood = plain
        return Option(self.read_log(log, anchor), None if wood is None else bytes.fromhex(wood))

    # -------------------------------------------------------------------------------------- facts

    def fact(self, fact: Heard, anchor: int) -> Plain:
        """A fact that was told while the logs began at ``anchor``."""
        match fact:
            case Edge():
                pace = LATE + fact.idle if fact.late else int(fact.at_once)
                return ["+" if fact.full else "-", fact.hole, pace, fact.stood.value]
            case Dwell():
                return ["."]
            case Waited():
                return ["~"]
            case Picture():
                return ["picture", self.wood(fact.levels, self.nothing)]
            case Told():
                seats = None if fact.seats is None else sorted(fact.seats)
                return ["told", fact.text, int(fact.chance), seats]
            case Answer():
                answer = None if fact.option is None else self.option(fact.option, anchor)
                return ["answer", answer]
            case Named():
                return ["named", [self.log(log, anchor) for log in fact.logs]]
            case RuledOut():
                logs = sorted(self.log(log, anchor) for log in fact.logs)
                return ["none", logs, self.log(fact.committed, anchor)]
            case Misread():
                return ["misread"]
            case Circled():
                return ["circled", sorted(fact.holes)]
            case Colour():
                return ["colour", fact.hole, fact.token]
            case Unlike():
                return ["unlike", fact.hole, sorted(fact.tokens)]
            case Place():
                return ["place", fact.token, fact.hole]
            case Doubted():
                return ["doubted", fact.hole, int(fact.aside), int(fact.lies)]
            case Agreed():
                return ["agreed", self.log(fact.log, anchor)]
            case Stands():
                return ["stands", self.wood(fact.wood, self.nothing)]
            case Reset():
                return ["reset", self.position(fact.position)]

    def read_fact(self, plain: Plain, anchor: int) -> Heard:
        """The fact that was told while the logs began at ``anchor``."""
        kind, *what = plain
        match kind:
            case "+" | "-":
                hole, full, pace = self._hole(what[0]), kind == "+", what[1]
                return Edge(hole, full, pace == AT_ONCE, Stood(what[2]), pace >= LATE, pace == IDLE)
            case ".":
                return Dwell()
            case "~":
                return Waited()
            case "picture":
                return Picture(self.read_wood(what[0], self.nothing))
            case "told":
                seats = None if what[2] is None else frozenset(map(int, what[2]))
                return Told(str(what[0]), bool(what[1]), seats)
            case "answer":
                return Answer(None if what[0] is None else self.read_option(what[0], anchor))
            case "named":
                return Named(tuple(self.read_log(log, anchor) for log in what[0]))
            case "none":
                logs = frozenset(self.read_log(log, anchor) for log in what[0])
                return RuledOut(logs, self.read_log(what[1], anchor))
            case "misread":
                return Misread()
            case "circled":
                return Circled(frozenset(map(self._hole, what[0])))
            case "colour":
                return Colour(self._hole(what[0]), int(what[1]))
            case "unlike":
                return Unlike(self._hole(what[0]), frozenset(map(int, what[1])))
            case "place":
                return Place(int(what[0]), None if what[1] is None else self._hole(what[1]))
            case "doubted":
                return Doubted(self._hole(what[0]), bool(what[1]), bool(what[2]))
            case "agreed":
                return Agreed(self.read_log(what[0], anchor))
            case "stands":
                return Stands(self.read_wood(what[0], self.nothing))
            case "reset":
                return Reset(self.number(what[0]))
        raise ValueError(f"{kind!r:.40} is no fact.")

    def _hole(self, plain: int) -> int:
        if not 0 <= plain < self.game.holes:
            raise ValueError(f"there is no hole {plain}.")
        return plain
