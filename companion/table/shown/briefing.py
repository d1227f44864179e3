"""The briefing of a seat or of the public: what it can do, where its marbles are, what happened.

Everything in it is known to everybody. Of the seat's own it has the sentence on top, unless that
tells of its hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.whereabouts import Stand
from companion.model.briefing import Briefing, Spot
from companion.model.choices import Choice
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import MoveLine, Owed, View
from companion.play.open_game import OpenGame
from companion.table.moment import Moment

from .board import SHORT

MOST_MOVES: Final = 8
"""At most this many ways to move are read out; the rest is a number."""
MOST_NEWS: Final = 6
"""At most this many moves are told."""
NEWS_OF_ALL: Final = 3
"""So many moves are told to somebody who plays no seat."""


def briefing(moment: Moment, audience: int | None, own: View, public: View) -> Briefing | None:
    """The three answers; None without a game. ``own`` is the view of that audience."""
    game = moment.game
    if game is None:
        return None
    seat = audience if audience is not None else _stands_for(moment, game)
    where, spots = _where(moment, game, seat, public)
    return Briefing(
        seat=seat,
        can=tuple(_can(game, own, public, seat)),
        where=where,
        happened=tuple(_happened(own, public, audience)),
        spots=spots,
        hand=audience is not None and game.dealt,
        lights=bool(spots) and moment.board_kind != "none",
    )


def _stands_for(moment: Moment, game: OpenGame) -> int | None:
    """The seat for which a page without one asks: where cards lie open, the one that is to move."""
    people = [seat for seat in moment.acting if seat not in game.bots]
    return people[0] if len(people) == 1 and not game.dealt else None


# ----------------------------------------------------------------------------- what can I do?


def _can(game: OpenGame, own: View, public: View, seat: int | None) -> list[Message]:
    """The sentence on top, then what it leaves to choose from."""
    told = [(public if own.prompt.own else own).prompt.message]
    if own.reason is not None:
        told += [part for part in (own.reason.detail, own.reason.why) if part is not None]
    if public.ask is not None:
        told += [_line(one.message) for one in public.ask.options]
    elif own.prompt.mood == "correction":
        rest = (debt for debt in own.called_for[:2] if debt.message.nested != told[0].nested)
        told += [_owed(debt) for debt in rest]  # the sentence on top has told the other one
    elif seat in {player.seat for player in public.players if player.to_act}:
        told += _to_choose(game, own, public, seat)
    return told


def _line(message: Message) -> Message:
    """A line of a list as a sentence."""
    return Message("briefing.line", nested={"move": message})


def _owed(debt: Owed) -> Message:
    """What hands still owe, as a sentence; only from where to where is said as a line."""
    return _line(debt.message) if debt.message.key == SHORT else debt.message


def _to_choose(game: OpenGame, own: View, public: View, seat: int | None) -> list[Message]:
    """The moves that everybody may know, and keys that are no cards."""
    open_to_all = set(public.legal)
    moves = [one for one in own.choices if one.seat == seat and one.action in open_to_all]
    told = _moves(game, moves)
    if own.window is not None and own.window.covered and own.window.asked:
        told.append(Message("briefing.covered"))
    keys = own.window.keys if own.window is not None and not own.window.covered else own.pad
    told += [
        key.caption
        for key in keys
        if key.param != "card" and key.caption is not None and key.action in open_to_all
    ]
    if own.hand is not None or own.held is not None:
        told.append(Message("briefing.cards"))
    return told


def _moves(game: OpenGame, moves: Sequence[Choice]) -> list[Message]:
    if not moves:
        return []
    told = [
        Message("briefing.moves" if len(moves) > 1 else "briefing.move", {"n": str(len(moves))})
    ]
    told += [_move(game, one) for one in moves[:MOST_MOVES]]
    if len(moves) > MOST_MOVES:
        told.append(Message("briefing.more", {"n": str(len(moves) - MOST_MOVES)}))
    return told


def _move(game: OpenGame, choice: Choice) -> Message:
    """A move as it is read aloud, and whom it takes."""
    position, presenter = game.position, game.presenter
    action = next((a for a in position.legal() if a.text == choice.action), None)
    whole = action is not None and len(action.displacements) == len(choice.moves)
    said = choice.message
    if action is not None and whole:
        said = presenter.move(GameStep(action, (), position, position), "said", game.names)
    if not choice.takes:
        return _line(said)
    return Message("briefing.takes", {"q": presenter.token(choice.takes[0])}, {"move": said})


# ------------------------------------------------------------------------ where are my marbles?


def _where(
    moment: Moment, game: OpenGame, seat: int | None, public: View
) -> tuple[tuple[Message, ...], tuple[Spot, ...]]:
    """A sentence for each colour; the marbles of the seat one by one, as they stand."""
    position, presenter = game.position, game.presenter
    asked = [one for one in position.seats if seat is None or one.number == seat]
    sentences, spots = [], []
    free = {hole: shown.token for hole, shown in public.holes.items() if shown.token}
    holes = moment.known_seating().holes
    for colour in (colour for one in asked for colour in one.colours):
        told, stands = presenter.whereabouts(position, colour)
        sentences.append(told)
        at = [_hole(stand, colour, holes, free) for stand in stands]
        spots += [Spot(hole, colour, s.message) for hole, s in zip(at, stands, strict=True)]
    return tuple(sentences), () if seat is None else tuple(spots)


def _hole(
    stand: Stand, colour: str, holes: Mapping[str, Sequence[str]], free: dict[str, str]
) -> str:
    """The hole of one marble: of several alike ones each has its own."""
    among = holes.get(stand.place, ())
    found = next((hole for hole in among if free.get(hole) == colour), among[0] if among else "")
    free.pop(found, None)
    return found


# ---------------------------------------------------------------------------- what happened?


def _happened(own: View, public: View, audience: int | None) -> list[Message]:
    """The moves since the asker's own last one, the oldest first; then how it ended."""
    since = [_told(line) for line in _since(public.moves, audience)]
    news = since or [Message("briefing.nothing")]
    news += [part for part in (own.notice,) if part is not None]
    return [*news, own.prompt.message] if own.prompt.mood == "win" else news


def _told(line: MoveLine) -> Message:
    return line.message if line.spoken is None else line.spoken


def _since(moves: Sequence[MoveLine], audience: int | None) -> list[MoveLine]:
    """The newest of them; where nobody has played since, the asker's own last move."""
    if audience is None:
        return list(reversed(moves[:NEWS_OF_ALL]))
    own = next((i for i, line in enumerate(moves) if line.seat == audience), len(moves))
    return list(reversed(moves[: min(max(own, 1), MOST_NEWS)]))
