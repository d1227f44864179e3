"""The street race in words: places, prompts, lines, refusals. It decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.presenter import NOBODY, Names, Presenter
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import Reason
from engine.game import OVER, Explanation, Position
from engine.games.street_race import StreetPosition
from engine.games.street_race.grid import cell_text, read_cell
from engine.games.street_race.wood import ROWS

from .places import numbered, place_name
from .prompting import awaited, of_others

LIT: Final = frozenset(
    {
        "street.place",
        "street.lifted",
        "street.lifted.push",
        "street.spin",
        "street.wave",
        "street.refused.board_mismatch",
    }
)
"""Sentences that name a light."""

CODES: Final = frozenset(
    {
        *("blocked-ahead", "impossible-place", "not-your-turn", "wrong-phase"),
        *("no-action-left", "too-few-style", "not-on-walk", "not-damaged", "no-slot"),
        *("advance-limit", "hand-full", "bad-placement", "not-triggered", "no-window"),
        *("already-declined", "bad-die", "board-mismatch", "game-over"),
    }
)
"""Codes of refusals that have a sentence. Others have the engine's, which names what is wrong."""

_TOLD: Final = {
    "over": "game_over",
    "not_now": "wrong_phase",
    "no_car": "no_car",
    "civilian": "civilian",
    "not_yours": "not_your_turn.any",
    "no_action": "no_action_left",
    "advance_limit": "advance_limit",
    "blocked_ahead": "blocked_ahead",
    "one_space": "not_an_option",
    "bad_placement": "bad_placement",
}
"""The engine's reasons and our sentences for them."""


class StreetPresenter(Presenter):
    """The words of the street race."""

    pawn = "car"
    lit = LIT

    # -------------------------------------------------------------------------------- things

    def token(self, token: str) -> str:
        """A racer's colour, with its number among two; ``Civilian`` for one that nobody drives."""
        return "@token.civilian" if token[:1] == "c" else numbered(super().token(token), token)

    def hole(self, position: Position, hole: str) -> Message:
        """``rank 2, inner lane``; places beside the street have names, too."""
        cell = read_cell(hole)
        if cell is None:
            known = hole in ("lay-by", "off")
            name = f"street.at.{hole.replace('-', '_')}"
            return Message(name) if known else super().hole(position, hole)
        race = _race(position)
        mirror = race.moment.race.options.mirror
        return place_name(cell, race.moment.state.pack.street, mirror)

    def roller(self, position: Position) -> int | None:
        """Whose turn it is, while a die is to be thrown."""
        moment = _race(position).moment
        if moment.ask is None or moment.ask.kind != "die" or moment.state.turn is None:
            return None
        return moment.race.players.index(moment.state.turn)

    # ------------------------------------------------------------------------------- prompts

    def awaiting(
        self, position: Position, seat: int, names: Names, dealt: bool, last: GameStep | None
    ) -> Message:
        """The prompt for who must answer the engine's question."""
        race = _race(position)
        drives = any(one.frm != one.to for a in position.legal() for one in a.displacements)
        who = race.moment.race.players[seat]
        return awaited(race, self.namer(race, names), who, drives=drives)

    def of_others(self, position: Position, seat: int, names: Names, choosing: bool) -> Message:
        """The prompt for everybody else."""
        race = _race(position)
        return of_others(race, self.namer(race, names), race.moment.race.players[seat])

    def together(self, position: Position, names: Names) -> Message:
        """A window: anything to play?"""
        return Message("street.window")

    def following(self, position: Position, seat: int) -> int | None:
        """The next player clockwise; nobody knows who buys a turn at the end."""
        moment = _race(position).moment
        return None if moment.state.end else (seat + 1) % len(moment.race.players)

    def winners(self, position: Position, last: GameStep | None) -> tuple[int, ...]:
        """The player whose car leads when the race is over (FF-134), or all who share it."""
        return _race(position).winners if position.to_act is OVER else ()

    def won(self, position: Position, seats: Sequence[int], names: Names) -> Message:
        """``Ben wins the race!``"""
        if len(seats) != 1:
            return super().won(position, seats, names)
        return Message("street.over", {"p": self.player(position, seats[0], names)})

    # --------------------------------------------------------------------------------- lines

    def move(self, step: GameStep, prefix: str = "move", names: Names = NOBODY) -> Message:
        """An action in short: ``ahead to rank 2, inner lane``, ``throws a 4``, ``passes``."""
        verb, *words = step.action.text.split(" ")
        if verb == "die":
            return Message("move.throws_die", {"n": words[0]})
        if verb in ("adv", "drift", "place", "spin"):
            place = self.hole(step.before, step.action.displacements[0].to)
            return Message(f"street.move.{verb}", nested={"a": place})
        if verb in _MOVES:
            last = f"_{words[-1]}" if verb in _ANSWERED else ""
            return Message(f"street.move.{verb}{last}")
        return Message("street.move.other", {"action": step.action.text})

    # ---------------------------------------------------------------------------- the street

    def turn_holes(self, position: Position, colours: Sequence[str]) -> tuple[str, ...]:
        """The spaces of these cars, if one of them has the turn."""
        moment = _race(position).moment
        pack = moment.state.pack
        if moment.state.turn is None:
            return ()
        shift = pack.front - 1
        cars = (pack.cars[one] for one in colours if one[0] == moment.state.turn)
        placed = ((car.rank - shift, car.col) for car in cars if car.col)
        return tuple(cell_text(rank, col) for rank, col in placed if rank < ROWS)

    def winner_holes(self, position: Position, colours: Sequence[str]) -> tuple[str, ...]:
        """The column of the car that won, up to the road ahead."""
        moment = _race(position).moment
        cars = [car for car in moment.state.ranking or () if car in colours]
        if not cars or moment.race.players.index(cars[0][0]) not in _race(position).winners:
            return ()
        col = moment.state.pack.cars[cars[0]].col
        return tuple(cell_text(rank, col) for rank in reversed(range(ROWS))) if col else ()

    # -------------------------------------------------------------------------------- refusals

    def refusal(self, position: Position, explanation: Explanation) -> Reason:
        """The reason why a car may not go there."""
        key = (explanation.key or "").removeprefix("refusal.")
        if key.startswith("impossible."):
            ours = f"impossible_place.{key.removeprefix('impossible.')}"
        elif key in _TOLD:
            ours = _TOLD[key]
        else:
            return super().refusal(position, explanation)
        message = Message(f"street.refused.{ours}")
        return Reason(explanation.rule, message, blocked_by=explanation.blocked_by)

    def refused(self, code: str) -> Message | None:
        """Section 17's codes in words; without who or how many, since a code tells neither."""
        if code not in CODES:
            return None
        name = code.replace("-", "_")
        return Message(f"street.refused.{name}{'.any' if name in _NAMES_SOMETHING else ''}")

    def namer(self, position: StreetPosition, names: Names) -> Namer:
        """Player or car → name."""
        return Namer(self, position, names)


_NAMES_SOMETHING: Final = frozenset(
    {"not_your_turn", "too_few_style", "not_triggered", "bad_die", "impossible_place"}
)
"""Sentences that name somebody or a number, and have a form without."""

_ANSWERED: Final = frozenset({"mull", "extra", "free"})
_MOVES: Final = _ANSWERED | {
    *("fix", "pull", "play", "crew", "swap", "pass", "end", "style", "disc", "take"),
    *("deploy", "opt", "react", "noreact", "choose", "mat", "card", "deck", "shuffle"),
}
"""Verbs of section 17 that have a line of their own."""


class Namer:
    """Player or car → name, as sentences take it; ``Civilian`` for a car that nobody drives.

    Where each player has two cars, a car has its number behind the name.
    """

    def __init__(self, words: StreetPresenter, position: StreetPosition, names: Names) -> None:
        self._words, self._position, self._names = words, position, names

    def __call__(self, who: str) -> str:
        players = self._position.moment.race.players
        if who[0] not in players:
            return self._words.token(who)
        player = self._words.player(self._position, players.index(who[0]), self._names)
        return numbered(player, who)


def _race(position: Position) -> StreetPosition:
    assert isinstance(position, StreetPosition)
    return position
