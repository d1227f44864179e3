"""The game's part of a view: what the game alone says to an audience, whatever the hands do.

Hands change a view far more often than the game does. So this part is made once for each change of
the game, and every view between shares it: who words a view finds the same objects again. What the
game says to everybody alike is made once for all audiences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.games.scenery import Pictured
from companion.model.choices import Choice, DiceAsk, PadKey
from companion.model.drive import Drive
from companion.model.hand import Hand
from companion.model.message import Message
from companion.model.places import Placed
from companion.model.race import Race
from companion.model.street import StreetView
from companion.model.view import CutCard, GameView, MoveLine, PlayerView
from companion.play import bots, handicap, lessons, race_chart, taking_back
from companion.play.open_game import OpenGame
from companion.play.steps import players
from companion.table.moment import Moment
from engine.action import Action
from engine.data_files import KEY
from engine.game import OVER, Position

from . import board, dice, first_cut, held, history, keys, paper_cards, places
from .pictured import pictured


@dataclass(frozen=True, slots=True)
class ToAll:
    """What everybody is told of the game. ``View`` says what each of it means.

    ``drive``  without anybody's buttons
    ``pictured``  the moment as the game's pictures need it
    """

    game: GameView
    card: PadKey | None
    players: tuple[PlayerView, ...]
    moves: tuple[MoveLine, ...]
    can_undo: bool
    can_redo: bool
    undo_of: tuple[int, ...]
    redo_of: tuple[int, ...]
    undo_card: bool
    marks: dict[str, str]
    race: Race | None
    street: StreetView | None
    drive: Drive | None
    pictured: Pictured
    chart: bool
    places: tuple[Placed, ...]
    cuts: tuple[CutCard, ...]
    cuts_lie: bool
    can_deal: bool


@dataclass(frozen=True, slots=True)
class GamePart:
    """What one audience is told of the game. ``View`` says what each of it means.

    ``all``     what everybody is told
    ``spoken``  the actions that have keys and lines of their own
    ``held``    cards of the audience whose keys tell what each could do now
    ``faces``   its cards with their faces, and what they may do
    """

    all: ToAll
    position: dict[str, Any]
    legal: tuple[str, ...]
    spoken: tuple[Action, ...]
    hand: tuple[str, ...] | None
    held: tuple[str, ...]
    faces: Hand | None
    keys: tuple[PadKey, ...]
    choices: tuple[Choice, ...]
    dice: tuple[DiceAsk, ...]
    drive: Drive | None


class GameParts:
    """The newest part of each audience."""

    def __init__(self) -> None:
        self._of: object = None
        self._all: ToAll | None = None
        self._parts: dict[int | None, GamePart] = {}

    def of(self, moment: Moment, game: OpenGame, audience: int | None) -> GamePart:
        """The part for a seat (None: the public). Every change of the game writes a row."""
        bot = (moment.bot.action, moment.bot.stuck)
        of = (game.id, game.last_row, moment.clocks.limit, frozenset(moment.holders), bot)
        if self._of != of:
            self._of, self._all = of, None
            self._parts.clear()
        part = self._parts.get(audience)
        if part is None:
            if self._all is None:
                self._all = _to_all(moment, game)
            part = self._parts[audience] = _made(moment, game, audience, self._all)
        return part


def _to_all(moment: Moment, game: OpenGame) -> ToAll:
    position, presenter = game.position, game.presenter
    race = presenter.race(position, game.names)
    now = pictured(game, moment.board_kind == "serial")
    return ToAll(
        game=_game(game),
        card=keys.named_card(game),
        players=_players(moment, game),
        moves=_lines(game),
        can_undo=game.can_undo,
        can_redo=bool(game.takebacks.undone),
        undo_of=_people(game, taking_back.undone_by(game)),
        redo_of=_people(game, taking_back.redone_by(game)),
        undo_card=game.undo_is_card and game.steps[-1].play.action.seat not in game.bots,
        marks=board.marks(moment, game),
        race=race,
        street=presenter.scenery.street(position),
        drive=presenter.scenery.drive(now),
        pictured=now,
        chart=race_chart.begun(race, over=position.to_act is OVER),
        places=places.placed(game),
        can_deal=paper_cards.can_deal(game),
        cuts=first_cut.cuts(game),
        cuts_lie=first_cut.cut_told(game) is not None,
    )


def _people(game: OpenGame, seats: frozenset[int]) -> tuple[int, ...]:
    """Whose word it takes to take that back, or to make it again: in open hands anybody's."""
    return tuple(sorted(seats - game.bots.keys())) if game.dealt else ()


def _lines(game: OpenGame) -> tuple[MoveLine, ...]:
    """The last moves, and whose actions going back there takes back; None where nobody can."""
    everybody = _people(game, frozenset(seat.number for seat in game.position.seats))
    told, of = list(history.moves(game)), None
    for n, line in enumerate(told):
        if of != everybody:
            at = taking_back.first_step(game, line.number)
            of = None if at is None else _people(game, players(game.steps[at:]))
        if of == everybody == ():
            break  # so it is of all lines before
        told[n] = msgspec.structs.replace(line, back_of=of)
    return tuple(told)


def _made(moment: Moment, game: OpenGame, audience: int | None, to_all: ToAll) -> GamePart:
    position = game.position
    seen = position.view(audience)
    plain = seen.get("position")
    legal = _legal(moment, position, audience)
    hand = seen.get("hand")
    cards = tuple(hand) if isinstance(hand, list) else None
    spoken = keys.spoken(moment, position, legal)
    on_keys = game.presenter.cards is not None and cards is not None
    said = () if on_keys else game.presenter.pad(position, spoken)
    return GamePart(
        all=to_all,
        position=plain if isinstance(plain, dict) else seen,
        legal=tuple(sorted({action.text for action in legal})),
        spoken=spoken,
        hand=None if position.covered else cards,
        held=(cards or ()) if on_keys else (),
        faces=_faces(moment, game, audience),
        keys=dice.key(game, audience) + said,
        choices=keys.choices(moment, game, spoken),
        dice=dice.asked(moment, game, audience),
        drive=_drive(game, audience, to_all.drive),
    )


def _drive(game: OpenGame, audience: int | None, drive: Drive | None) -> Drive | None:
    """What drivers need, with the buttons of whoever looks."""
    deeds = () if drive is None else game.presenter.scenery.deeds(game.position, audience)
    return msgspec.structs.replace(drive, deeds=deeds) if drive is not None and deeds else drive


def _legal(moment: Moment, position: Position, audience: int | None) -> tuple[Action, ...]:
    """What an audience may choose from: for a bot what it has decided on, or all if it is stuck."""
    bot = moment.bot
    legal = tuple(position.legal_for(bot.seat if bot.stuck else audience))
    only = lessons.shown(moment.game)
    if only is not None:
        return tuple(action for action in legal if action == only)
    if bot.action is None:
        return legal
    return tuple(action for action in legal if action.seat != bot.seat or action == bot.action)


def _faces(moment: Moment, game: OpenGame, audience: int | None) -> Hand | None:
    """The cards of whoever looks; a covered hand is fetched by itself."""
    if audience is None or game.position.covered or not game.presenter.hidden.faces:
        return None
    return held.hand(moment, audience)


def _game(game: OpenGame) -> GameView:
    options = game.options
    return GameView(
        id=game.id,
        number=game.number,
        name=str(options.get("game", "")),
        rules=str(options.get("rules") or ""),
        board=game.position.board.kind,
        hands=str(options.get("hands") or "physical"),
        started=game.started,
        options=_public(options),
    )


def _public(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options without what is each person's own, the help, and without a data file.

    No page has to carry a data file with each view.
    """
    told = {key: value for key, value in options.items() if key != "help"}
    further = options.get("options") or {}
    if KEY not in further:
        return told
    return {**told, "options": {name: further[name] for name in further if name != KEY}}


def _players(moment: Moment, game: OpenGame) -> tuple[PlayerView, ...]:
    position, presenter = game.position, game.presenter
    winners = presenter.winners(position, game.last) if position.to_act is OVER else ()
    names, takes, levels = bots.people(game.options), game.takes, game.bots
    ahead = handicap.ahead(game.options)
    return tuple(
        PlayerView(
            seat=seat.number,
            name=names.get(seat.number, ""),
            colours=tuple(presenter.progress(position, colour) for colour in seat.colours),
            team=seat.team,
            taken=seat.number in moment.holders,
            to_act=seat.number in moment.seen_acting,
            winner=seat.number in winners,
            takes=takes.get(seat.number, 0),
            called=_called(game, seat.number),
            cards=presenter.hidden.size(position, seat.number) if game.dealt else None,
            bot=levels.get(seat.number, ""),
            ahead=ahead.get(seat.number, 0),
        )
        for seat in position.seats
    )


def _called(game: OpenGame, seat: int) -> Message | None:
    """The name for a player without one of its own: every bot, and whom the game calls so."""
    if seat in game.bots:
        return Message(game.names[seat].removeprefix("@"))
    return game.presenter.called(game.position, seat)
