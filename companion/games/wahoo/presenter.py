"""Wahoo in words: holes, the die, the sentences of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from companion.games.marble_wood import holes_to_go, marble_hole, marble_whereabouts
from companion.games.presenter import NOBODY, Names, Presenter, count_told
from companion.games.whereabouts import Whereabouts
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import Reason
from engine.action import Action
from engine.game import CHANCE, Explanation, Position

MARBLES: Final = 4
AGAIN: Final = 6
"""WA-4: the face after which the same player throws again."""


class WahooPresenter(Presenter):
    """The words of a game in which a throw of the die waits for its move."""

    lit = frozenset({"prompt.die_move"})

    def hole(self, position: Position, hole: str) -> Message:
        """``Orange 2``, ``Red corner``, ``Red home 3``, ``Red pen``, ``bull's eye``."""
        return marble_hole(hole)

    def to_go(self, position: Position, colour: str) -> int:
        """Along the track, into the free holes of the home row."""
        return holes_to_go(position, colour)

    def whereabouts(self, position: Position, colour: str) -> Whereabouts:
        """How many are in the pen and at home, and how far each other one has to go."""
        return marble_whereabouts(position, colour)

    def roller(self, position: Position) -> int | None:
        """The seat that plays, while the service is to throw for it."""
        turn = position.to_json()["to_play"]
        return turn if position.to_act is CHANCE and isinstance(turn, int) else None

    # ------------------------------------------------------------------------------- prompts

    def awaiting(
        self, position: Position, seat: int, names: Names, dealt: bool, last: GameStep | None
    ) -> Message:
        """Throw, throw again (WA-4), or move by what was thrown (WA-3)."""
        who = {"p": self.player(position, seat, names)}
        die = position.to_json()["die"]
        if die is not None:
            return Message("prompt.die_move", {**who, "n": str(die)})
        again = last is not None and _thrown(last.before) == AGAIN
        return Message("prompt.die_again" if again else "prompt.die", who)

    def of_others(self, position: Position, seat: int, names: Names, choosing: bool) -> Message:
        """Throwing, or moving by what was thrown."""
        who = {"p": self.player(position, seat, names)}
        die = position.to_json()["die"]
        if die is None:
            return Message("prompt.other_die", who)
        return Message("prompt.other_die_move", {**who, "n": str(die)})

    def nothing(self, position: Position, action: Action, names: Names) -> Message:
        """WA-3, WA-4: the sentence for a throw that moves nothing."""
        after = position.apply(action).position
        seat = after.to_json()["to_play"]
        assert isinstance(seat, int)
        key = "prompt.die_lost_again" if seat == action.seat else "prompt.die_lost"
        who = {"p": self.player(position, seat, names)}
        return Message(key, {**who, "n": str(_thrown(position))})

    # --------------------------------------------------------------------------------- lines

    def move(self, step: GameStep, prefix: str = "move", names: Names = NOBODY) -> Message:
        """``throws a 4``; a throw that moves nothing is ``no move``."""
        die = step.action.params.get("die")
        if die is not None:
            return Message("move.throws_die", {"n": die})
        if not step.action.displacements:
            return Message(f"{prefix}.none")
        return super().move(step, prefix, names)

    def refusal(self, position: Position, explanation: Explanation) -> Reason:
        """The reason why a placement is not legal, with the count of the throw."""
        by = Message("a_card.other", {"card": str(_thrown(position))})
        found = super().refusal(position, explanation)
        return replace(found, why=count_told(self, position, explanation, by))

    def way(self, text: str) -> tuple[str, str] | None:
        """From and to of ``A9-B2``."""
        frm, found, to = text.partition("-")
        return (frm, to) if frm and found and to else None

    def rearranged(
        self, position: Position, tokens: Mapping[str, str], seat: int | None = None
    ) -> dict[str, object] | None:
        """The position with its marbles where they stand; another seat to play throws first."""
        data = dict(position.to_json())
        marbles: dict[str, list[str]] = {s.colours[0]: [] for s in position.seats}
        for hole, token in tokens.items():
            if token not in marbles:
                return None
            marbles[token].append("p" if hole[1:2] == "p" else hole)
        for there in marbles.values():
            there += ["p"] * (MARBLES - len(there))
        data |= {"marbles": marbles, "winner": None}
        if seat is not None and seat != data["to_play"]:
            data |= {"to_play": seat, "die": None}
        return data


def _thrown(position: Position) -> object:
    """The face that waits for its move, or None."""
    return position.to_json().get("die")
