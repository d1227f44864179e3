"""A toy race that has what Fast Track lacks, behind the same contract.

Two seats race a token each along ten holes. A die is thrown (chance), then the token moves so far,
slowly or fast (a declared choice of one displacement). Landing on the other token throws it off the
board, on to a tray without sensors; it comes back on the first hole. Landing on it also opens a
claim window for both seats. A fast move on to the oil slides one hole back, and a three on the die
blows the other token one hole on: two moves that no hand chose. Who reaches the last hole wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar

from engine.action import CHANCE_SEAT, LET_GO, Action, Displacement
from engine.board import Board, Place, Space
from engine.errors import BadConfig, BadPosition, IllegalAction
from engine.events import Captured, Event, Moved, TokenMove, TurnPassed, Won
from engine.game import CHANCE, OVER, Applied, Explanation, Game, Limit, Position, Seat, ToAct

TOKENS = ("A", "B")
LAST = 9
OIL = 5
LIMBO = "limbo"


@dataclass(frozen=True, slots=True)
class Blown(Event):
    """A token was moved by nobody's hand; the hands must follow before play goes on."""

    name: ClassVar[str] = "Blown"
    token: str
    frm: str
    to: str

    @property
    def moved(self) -> tuple[TokenMove, ...]:
        return (TokenMove(self.token, self.frm, self.to),)


def _board() -> Board:
    spaces = [Space(f"t{i}", f"t{i}", "tile", None, -0.9 + 0.2 * i, 0.0) for i in range(LAST + 1)]
    spaces += [
        Space(f"{c}b{n}", f"{c}b", "box", c, -0.9 + 0.2 * n, 0.4 if c == "A" else -0.4)
        for c in TOKENS
        for n in (1, 2)
    ]
    places: dict[str, Place] = {
        f"t{i}": Place(f"t{i}", "tile", None, (f"t{i}",), 1) for i in range(10)
    }
    for c in TOKENS:
        places[f"{c}b"] = Place(f"{c}b", "box", c, (f"{c}b1", f"{c}b2"), 2)
    places[LIMBO] = Place(LIMBO, "tray", None, (), 2)
    return Board("toy", tuple(spaces), MappingProxyType(places), 0.2, (-1, -0.6, 2, 1.2))


BOARD = _board()


@dataclass(frozen=True)
class ToyPosition(Position):
    """``at`` the places of both tokens; ``die`` None before the throw; ``claim`` who has passed.

    ``clock``  seconds for a move, None without any; then ``late`` is an action, too
    ``fork``   a move may stop one hole earlier: two targets, and no card that tells them apart
    """

    at: tuple[str, str] = ("Ab", "Bb")
    turn: int = 0
    die: int | None = None
    claim: frozenset[int] | None = None
    points: tuple[int, int] = (0, 0)
    winner: int | None = None
    clock: int | None = None
    fork: bool = False

    @property
    def game(self) -> str:
        return "toy"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (Seat(0, ("A",), 0), Seat(1, ("B",), 1))

    @property
    def board(self) -> Board:
        return BOARD

    @property
    def to_act(self) -> ToAct:
        if self.winner is not None:
            return OVER
        if self.claim is not None:
            return frozenset({0, 1}) - self.claim
        return CHANCE if self.die is None else frozenset({self.turn})

    def legal(self) -> Sequence[Action]:
        if self.winner is not None:
            return ()
        if self.claim is not None:
            return tuple(
                Action(s, text, params={"claim": LET_GO if text == "pass" else text})
                for s in sorted({0, 1} - self.claim)
                for text in ("claim", "pass")
            )
        if self.die is None:
            return tuple(Action(CHANCE_SEAT, f"die:{n}") for n in (1, 2, 3))
        frm = self.at[self.turn]
        to = _ahead(frm, self.die)
        if to is None:
            return (Action(self.turn, "stay"),)
        short = _ahead(frm, self.die - 1) if self.fork and self.die > 1 else None
        targets = [target for target in (short, to) if target is not None]
        late = (Action(self.turn, "late"),) if self.clock else ()
        return late + tuple(
            Action(self.turn, f"{frm}-{t}*{speed}", (Displacement(frm, t),), {"speed": speed})
            for t in targets
            for speed in ("fast", "slow")
        )

    def apply(self, action: Action | str) -> Applied:
        text = action.text if isinstance(action, Action) else action
        seat = action.seat if isinstance(action, Action) else None
        found = [a for a in self.legal() if a.text == text and seat in (None, a.seat)]
        if not found:
            raise IllegalAction(f"{text!r} is not legal here")
        chosen = found[0]
        if self.claim is not None:
            return self._claimed(chosen)
        if self.die is None:
            return self._thrown(int(text[4:]))
        waits = text in ("stay", "late")
        return self._passed(self.at, ()) if waits else self._driven(chosen)

    def _claimed(self, action: Action) -> Applied:
        assert self.claim is not None
        points = list(self.points)
        done = self.claim | {action.seat}
        if action.text == "claim":
            points[action.seat] += 1
            done = frozenset({0, 1})
        after = replace(self, points=(points[0], points[1]), claim=done)
        if len(done) < 2:
            return Applied(after, ())
        return replace(after, claim=None)._passed(self.at, ())

    def _thrown(self, die: int) -> Applied:
        other = 1 - self.turn
        at, events = list(self.at), ()
        to = _ahead(at[other], 1)
        if die == 3 and at[other][0] == "t" and to is not None and to not in (at[self.turn], "t9"):
            events = (Blown(TOKENS[other], at[other], to),)
            at[other] = to
        return Applied(replace(self, die=die, at=(at[0], at[1])), events)

    def _driven(self, action: Action) -> Applied:
        frm, to = action.displacements[0]
        own, other = TOKENS[self.turn], 1 - self.turn
        at = list(self.at)
        events: list[Event] = [Moved(own, frm, to)]
        at[self.turn] = to
        hit = at[other] == to
        if hit:
            events.append(Captured(TOKENS[other], to, LIMBO))
            at[other] = LIMBO
        if action.params["speed"] == "fast" and to == f"t{OIL}" and at[other] != f"t{OIL - 1}":
            events.append(Blown(own, to, f"t{OIL - 1}"))
            at[self.turn] = f"t{OIL - 1}"
        where = (at[0], at[1])
        if to == f"t{LAST}":
            return Applied(replace(self, at=where, winner=self.turn), (*events, Won(self.turn)))
        if hit:
            return Applied(replace(self, at=where, claim=frozenset()), tuple(events))
        return self._passed(where, tuple(events))

    def _passed(self, at: tuple[str, str], events: tuple[Event, ...]) -> Applied:
        after = replace(self, at=at, turn=1 - self.turn, die=None)
        return Applied(after, (*events, TurnPassed(after.turn)))

    def limit(self) -> Limit | None:
        if self.clock is None or not isinstance(self.to_act, frozenset) or self.claim is not None:
            return None
        return Limit(self.turn, float(self.clock), "late", f"{self.turn}")

    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        out: dict[str, tuple[str, ...]] = {}
        for token, place in zip(TOKENS, self.at, strict=True):
            out[place] = (*out.get(place, ()), token)
        return out

    def explain(self, frm: str, to: str) -> Explanation:
        if any((frm, to) in action.displacements for action in self.legal()):
            return Explanation(True)
        return Explanation(False, "TOY-1", "the die says another number", None, "refusal.other")

    def to_json(self) -> dict[str, object]:
        return {
            "game": "toy",
            "at": list(self.at),
            "turn": self.turn,
            "die": self.die,
            "claim": None if self.claim is None else sorted(self.claim),
            "points": list(self.points),
            "winner": self.winner,
            "clock": self.clock,
            "fork": self.fork,
        }


def _ahead(place: str, steps: int) -> str | None:
    """The hole that many steps on; from box and tray counted from before the first hole."""
    start = int(place[1:]) if place[0] == "t" else -1
    return f"t{start + steps}" if start + steps <= LAST else None


class ToyGame(Game):
    """Options: none but ``game``."""

    name = "toy"
    profiles = ("toy",)
    seating = "identity"

    def new(self, options: Mapping[str, object]) -> Position:
        unknown = sorted(set(options) - {"game", "rules", "players", "board"})
        if unknown:
            raise BadConfig(f"the toy game has no option {unknown[0]!r}")
        return ToyPosition()

    def load(self, data: object) -> Position:
        if not isinstance(data, dict) or data.get("game") != "toy":
            raise BadPosition("no position of the toy game")
        given: dict[str, Any] = dict(data)
        return ToyPosition(
            at=(given["at"][0], given["at"][1]),
            turn=given["turn"],
            die=given["die"],
            claim=None if given["claim"] is None else frozenset(given["claim"]),
            points=(given["points"][0], given["points"][1]),
            winner=given["winner"],
            clock=given.get("clock"),
            fork=bool(given.get("fork")),
        )
