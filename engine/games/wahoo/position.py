"""One moment of Wahoo behind the contract that every game keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from ...action import CHANCE_SEAT, Action, Displacement
from ...board import Board
from ...boards.marble import board_for
from ...errors import IllegalAction
from ...events import Captured, Event, Moved, TurnPassed, Won
from ...game import CHANCE, OVER, Applied, Explanation, Position, Seat, ToAct
from .explain import explain
from .reading import write
from .state import State
from .ways import pen
from .worth import points, steepness, terms

FACES: Final = (1, 2, 3, 4, 5, 6)
AGAIN: Final = 6
"""WA-4: the face after which the same player throws again."""
NOTHING: Final = "--"
"""The action of a player whose throw can move nothing."""


class WahooPosition(Position):
    """Immutable. Made by ``WahooGame.new``, ``.load`` and ``apply()``."""

    def __init__(self, state: State) -> None:
        """Nothing is checked."""
        self.state = state

    # -- what it is --

    @property
    def game(self) -> str:
        return "wahoo"

    @property
    def to_act(self) -> ToAct:
        return self._to_act

    @cached_property
    def _to_act(self) -> ToAct:
        state = self.state
        if state.winner is not None:
            return OVER
        return CHANCE if state.service and state.die is None else frozenset((state.to_play,))

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._seats

    @cached_property
    def _seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(n, (colour,), n) for n, colour in enumerate(self.state.players))

    @property
    def board(self) -> Board:
        return board_for(self.state.kind)

    def occupancy(self) -> Mapping[str, tuple[str, ...]]:
        return self._standing

    @cached_property
    def _standing(self) -> Mapping[str, tuple[str, ...]]:
        return self.state.standing()

    @property
    def won_by(self) -> int | None:
        return self.state.winner

    def to_json(self) -> dict[str, object]:
        return write(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WahooPosition) and self.state == other.state

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return f"WahooGame().load({self.to_json()!r})"

    # -- what may follow --

    def legal(self) -> Sequence[Action]:
        """``D1`` … ``D6``, then the moves of the throw (``A9-A13``), or ``--``."""
        return self._legal

    @cached_property
    def _legal(self) -> tuple[Action, ...]:
        state = self.state
        if state.winner is not None:
            return ()
        if state.die is None:
            seat = CHANCE_SEAT if state.service else state.to_play
            return tuple(Action(seat, f"D{face}", params={"die": str(face)}) for face in FACES)
        moves = sorted((f"{frm}-{to}", Displacement(frm, to)) for frm, to in state.moves())
        if not moves:
            return (Action(state.to_play, NOTHING),)
        return tuple(Action(state.to_play, text, (way,)) for text, way in moves)

    def lots(self) -> Mapping[Action, int]:
        """The faces of the die, while it is to be thrown."""
        waits = self.state.winner is None and self.state.die is None
        return dict.fromkeys(self.legal(), 1) if waits else {}

    def apply(self, action: Action | str) -> Applied:
        text = action.text if isinstance(action, Action) else action
        found = next((one for one in self.legal() if one.text == text), None)
        if found is None or (isinstance(action, Action) and action.seat != found.seat):
            raise IllegalAction(self._refusal(text))
        if self.state.die is None:
            thrown = self.state._replace(die=int(found.params["die"]))
            return Applied(WahooPosition(thrown), ())
        after, events = self.state, list[Event]()
        for frm, to in found.displacements:
            victim = after.captured(to)
            after = after.moved(after.to_play, frm, to)
            events.append(Moved(after.colour, frm, to))
            if victim is not None:
                colour = after.players[victim]
                after = after.moved(victim, to, pen(colour))
                events.append(Captured(colour, to, pen(colour)))
        return self._ended(after._replace(die=None), events)

    def _ended(self, after: State, events: list[Event]) -> Applied:
        """WA-2, WA-4: the player has won, throws again, or passes the turn."""
        if after.winner is not None:
            events.append(Won(after.winner))
        elif self.state.die != AGAIN:
            after = after._replace(to_play=(after.to_play + 1) % len(after.players))
            events.append(TurnPassed(after.to_play))
        return Applied(WahooPosition(after), tuple(events))

    def _refusal(self, text: str) -> str:
        if self.state.winner is not None:
            return f"{text!r:.40}: the game is over (WA-2); start a new one."
        if self.state.die is None:
            return f"{text!r:.40}: the die is thrown first, D1 to D6 (WA-3)."
        listed = ", ".join(action.text for action in self.legal())
        return f"{text!r:.40} is not legal with a {self.state.die}; legal are {listed} (WA-3)."

    def explain(self, frm: str, to: str) -> Explanation:
        return explain(self.state, frm, to)

    def score(self, seat: int) -> float:
        """For hints: how far the player's marbles have come, less the others' mean."""
        return sum(self.terms(seat).values())

    def terms(self, seat: int) -> Mapping[str, float]:
        return terms(self.state, seat)

    def lead(self, seat: int) -> float:
        """What counts on the win curve only; bots go by the score."""
        return points(self.state, seat)

    @property
    def steepness(self) -> float:
        return steepness(self.state)
