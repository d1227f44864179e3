"""A replay as a page shows it: a view for every move, and the data that its script draws from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.offer import HOUSE
from companion.model.message import Message
from companion.model.replay import Replay, Watched
from companion.model.view import Arrow, ColourView, GameView, HoleView, PlayerView, Prompt, View
from companion_web.drawing.arrow import arrow_path
from companion_web.drawing.board import Say
from companion_web.drawing.timeline import Marks
from engine.board import Board

from .game_views import changes

CLOSE: Final = 8
"""Within so many points of each other the two with the best chances are wide open."""


def view_of(replay: Replay, board: Board, move: int) -> View:
    """What everybody saw after a move, with the light of that move alone."""
    stand = replay.stands[move]
    played = {"options": {HOUSE: replay.house}} if replay.house else {}
    return View(
        seq=0,
        seat=None,
        game=GameView("", replay.number, replay.game, replay.rules, replay.board, "", 0.0, played),
        position=None,
        legal=(),
        prompt=Prompt(stand.told, seat=stand.seat, colour=stand.token),
        holes=_holes(replay, board, stand),
        arrow=Arrow(*stand.moves[0]) if stand.moves else None,
        players=_players(replay, move),
        marks=stand.marks,
        street=stand.street,
    )


def _is_end(replay: Replay, stand: Watched) -> bool:
    return replay.over and stand.number == replay.last


def sign_of(replay: Replay, stand: Watched) -> str:
    """The colour beside the sentence: that of the move, and at the end the winner's."""
    won = (one.colours[0] for one in replay.seats if one.won)
    return next(won, "") if _is_end(replay, stand) else stand.token


def _players(replay: Replay, move: int) -> tuple[PlayerView, ...]:
    mover, over = replay.stands[move].seat, _is_end(replay, replay.stands[move])
    return tuple(
        PlayerView(
            seat=one.seat,
            name=one.name,
            colours=tuple(ColourView(colour, 0, 0) for colour in one.colours),
            team=one.team,
            to_act=one.seat == mover and not over,
            winner=over and one.won,
        )
        for one in replay.seats
    )


def _holes(replay: Replay, board: Board, stand: Watched) -> dict[str, HoleView]:
    """The tokens, and the lights: where the move began, whom it took, where that one lies."""
    lights: dict[str, tuple[str, str]] = {}
    if _is_end(replay, stand):
        won = {colour for one in replay.seats if one.won for colour in one.colours}
        lights = {h: ("winner", side or "") for h, side in board.homes if stand.holes.get(h) in won}
    for hole in stand.sent:
        lights[hole] = "pen", stand.holes[hole]
    for frm, to in stand.moves:
        if frm not in stand.holes:
            lights.setdefault(frm, ("origin", ""))
        if stand.took:
            lights.setdefault(to, ("capture", ""))
    places = {space.id: space.place for space in board.spaces}
    return {
        hole: HoleView(
            stand.holes.get(hole, ""),
            *lights.get(hole, ("", "")),
            place="" if places.get(hole, hole) == hole else places[hole],
        )
        for hole in {*stand.holes, *lights}
    }


def marks_of(replay: Replay) -> Marks:
    """The marks of the strip."""
    home = [(one.number, token) for one in replay.stands for token in one.home]
    return Marks(home, [one.number for one in replay.stands if one.took])


def team_colours(replay: Replay) -> list[str]:
    """The first colour of each team, in the order of their numbers."""
    first: dict[int, str] = {}
    for one in replay.seats:
        first.setdefault(one.team, one.colours[0])
    return [first[team] for team in sorted(first)]


def team_names(replay: Replay, say: Say) -> list[str]:
    """What each team is called."""
    mates: dict[int, list[str]] = {}
    for one in replay.seats:
        mates.setdefault(one.team, []).append(said_name(replay, one.seat, say))
    return [" + ".join(mates[team]) for team in sorted(mates)]


def said_name(replay: Replay, seat: int, say: Say) -> str:
    """A player's name in the words of the page."""
    return say(Message("replay.team.1", {"p": replay.names[seat]}))


def is_open(chances: Sequence[int]) -> bool:
    """Whether nobody can say who wins."""
    best = sorted(chances, reverse=True)
    return len(best) > 1 and best[0] - best[1] <= CLOSE and best[0] < 100


def script_data(replay: Replay, board: Board, say: Say) -> list[dict[str, Any]]:
    """Every move as the script draws it: in words, with what it changes on the board."""
    before: Mapping[str, str] = {}
    out = []
    for stand in replay.stands:
        view = view_of(replay, board, stand.number)
        lit = {h: [what.role, what.colour] for h, what in view.holes.items() if what.role}
        row: dict[str, Any] = {
            "token": stand.token,
            "sign": sign_of(replay, stand) if _is_end(replay, stand) else "",
            "card": stand.card,
            "told": say(stand.told),
            "line": say(stand.line) if stand.line else "",
            "said": say(stand.said),
            "turn": stand.turn,
            "took": list(stand.took),
            "home": list(stand.home),
            "holes": changes(before, stand.holes),
            "lit": lit,
            "arrow": "" if view.arrow is None or stand.street else arrow_path(board, view.arrow),
            "sides": [c.colour for p in view.players if p.to_act or p.winner for c in p.colours],
            "marks": stand.marks,
        }
        out.append({key: value for key, value in row.items() if value or key in ("turn", "told")})
        before = stand.holes
    return out
