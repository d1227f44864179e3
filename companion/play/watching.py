"""A recorded game move by move: how the board stood, and what is told of each move.

Everything here is public: no hand, no deck, no card that nobody has named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec

from companion.games.pack import GamePack
from companion.games.presenter import Presenter
from companion.model.journal import GameRecord
from companion.model.replay import Replay, Watched
from companion.model.step import GameStep
from companion.wood.marbles import expected_holes
from companion.wood.seating import seat
from engine.action import CHANCE_SEAT
from engine.errors import IllegalAction
from engine.game import OVER, Position
from engine.registry import Registry

from . import beginning
from .bad_rows import BAD_ROW, reason
from .curves import curve, decided, turning_points
from .move_words import MoveWords
from .open_game import OpenGame
from .results import Made, result, retold
from .steps import Step
from .told import credited, moved_token

HOME: Final = "home"
"""Kind of the places in which a token has come home."""


class Played(NamedTuple):
    """A move that counts: seconds since the beginning, and the position of the next one."""

    step: Step
    at: float
    after: Position


class Line(NamedTuple):
    """A recorded game: as it ended, the position before its first move, and its moves.

    ``rests``  the positions before a card was played for the next move: where playing on begins
    """

    game: OpenGame
    first: Position
    moves: Sequence[Played]
    rests: Sequence[Position]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The first position, and that after every move."""
        return (self.first, *(move.after for move in self.moves))


def line_of(registry: Registry, pack: GamePack, record: GameRecord) -> Line:
    """The moves that stand. One of ``BAD_ROW`` if they cannot be made any more."""
    game = beginning.unplayed(registry, pack, record)
    begun = game.position
    return line_from(game, begun, retold(game, record.rows))


def line_from(game: OpenGame, begun: Position, made: Sequence[Made]) -> Line:
    """The moves among the steps of a game that was retold; ``begun``: before any of them."""
    at = accumulate(one.seconds for one in made)
    counted: list[tuple[Step, float]] = []
    rests: list[Position] = []
    said: Position | None = None  # before the card that waits for its move
    for one, when in zip(made, at, strict=True):
        if one.step.counts:
            counted.append((one.step, when))
            rests.append(said or one.step.play.before)
        said = (said or one.step.play.before) if one.step.play.action.prelude else None
    first = made[0].step.play.before if made else game.position
    if counted:
        first = counted[0][0].play.before
    elif not game.steps:
        first = begun if game.initial is begun else game.position
    ends = [*(step.play.before for step, _ in counted[1:]), game.position]
    moves = [
        Played(step, round(when, 1), end) for (step, when), end in zip(counted, ends, strict=False)
    ]
    return Line(game, first, moves, (*rests, said or (game.position if counted else first)))


def readable(registry: Registry, pack: GamePack, record: GameRecord) -> tuple[GameRecord, str]:
    """A record as far as its rows can be made, and why it stops there; "" for a whole one.

    One of ``BAD_ROW`` if it cannot even be begun.
    """
    game = beginning.unplayed(registry, pack, record)
    for at, row in enumerate(record.rows):
        try:
            game.repeat(row)
        except BAD_ROW as error:
            return msgspec.structs.replace(record, rows=record.rows[:at]), reason(error)
    return record, ""


def position_at(line: Line, move: int) -> Position:
    """The position after a move, with all that only some may know; 0: before the first.

    The card of the next move is not played yet. IllegalAction if there is no such move.
    """
    if not 0 <= move <= len(line.moves):
        raise IllegalAction(f"This game has {len(line.moves)} moves, so there is no move {move}.")
    return line.rests[move]


def watched(registry: Registry, pack: GamePack, record: GameRecord) -> Replay:
    """A recorded game to be watched, up to its last good move.

    One of ``BAD_ROW`` if it cannot even be begun any more.
    """
    record, why = readable(registry, pack, record)
    line = line_of(registry, pack, record)
    position, words = line.game.position, MoveWords(line.game)
    summed = result(registry, pack, record)
    drawn, arranged = curve(line.positions), arranged_in(line)
    return Replay(
        id=record.game_id,
        number=record.number,
        game=summed.game,
        rules=summed.rules,
        board=position.board.kind,
        started=record.started,
        seats=summed.seats,
        names={one.number: words.who(position, one.number) for one in position.seats},
        stands=tuple(stands(line, words)),
        curve=drawn,
        turns=turning_points(drawn, words.teams(position), arranged),
        decided=decided(drawn, words.teams(position), arranged),
        over=position.to_act is OVER,
        why=why,
        house=summed.house,
        dealt=bool(position.held()),
    )


def arranged_in(line: Line) -> set[int]:
    """Numbers of the moves that nobody played: there people have set the marbles."""
    return {number for number, move in enumerate(line.moves, 1) if move.step.arranged}


def stands(line: Line, words: MoveWords, known: Sequence[Watched] = ()) -> list[Watched]:
    """The beginning, and every move; ``known``: as far as they were told before."""
    told, presenter = words.beginning(), line.game.presenter
    seating = seat(line.game.game.seating, line.first.board)
    scenery = presenter.scenery
    out = list(known) or [
        Watched(
            0, None, "", "", "", told, None, told,
            holes=expected_holes(seating, line.first.occupancy()),
            marks=_marks(line.first, seating.holes), street=scenery.street(line.first),
        )
    ]  # fmt: skip
    turn, holes = out[-1].turn, out[-1].holes
    of = _whose(line.moves[len(out) - 2], presenter) if len(out) > 1 else None
    for number, move in enumerate(line.moves[len(out) - 1 :], len(out)):
        step = move.step
        play = credited(step.play, presenter) if step.chance else step.play
        before, holes = holes, expected_holes(seating, move.after.occupancy())
        took = presenter.took(play)
        whose = _whose(move, presenter)
        turn, of = turn + (whose != of), whose
        out.append(
            Watched(
                number=number,
                seat=None if play.action.seat == CHANCE_SEAT else play.action.seat,
                token="" if step.arranged else moved_token(presenter, play),
                card=words.card(play),
                action=play.action.text,
                told=words.happened(step, play, took, move.after),
                line=words.arranged(step) if step.arranged else words.line(play),
                said=words.arranged_aloud(step) if step.arranged else words.spoken(play, took),
                moves=_ways(play, before, holes, seating.holes),
                sent=tuple(h for h, t in holes.items() if t in took and before.get(h) != t),
                took=took,
                home=_came_home(play),
                turn=turn,
                at=move.at,
                holes=holes,
                marks=_marks(move.after, seating.holes),
                street=scenery.street(move.after),
            )
        )
    return out


def _whose(move: Played, presenter: Presenter) -> tuple[int, int | None]:
    """Whose turn a move belongs to, and its number where the game counts them."""
    play = credited(move.step.play, presenter) if move.step.chance else move.step.play
    return play.action.seat, play.before.turn_number


def _marks(position: Position, holes: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What lies on holes and is no token."""
    return {h: kind for place, kind in position.marks().items() for h in holes.get(place, ())}


def _ways(
    play: GameStep,
    before: Mapping[str, str],
    after: Mapping[str, str],
    holes: Mapping[str, Sequence[str]],
) -> tuple[tuple[str, str], ...]:
    """From which hole to which each token went; of a group, the hole that changed."""
    out = []
    for frm, to in play.action.displacements:
        left = [h for h in holes.get(frm, ()) if before.get(h) and before.get(h) != after.get(h)]
        come = [h for h in holes.get(to, ()) if after.get(h) and before.get(h) != after.get(h)]
        if left and come:
            out.append((left[0], come[0]))
    return tuple(out)


def _came_home(play: GameStep) -> tuple[str, ...]:
    """The tokens that came home by a move."""
    places = play.before.board.places

    def home(place: str) -> bool:
        return place in places and places[place].kind == HOME

    moved = [one for event in play.events for one in event.moved]
    return tuple(one.token for one in moved if home(one.to) and not home(one.frm))
