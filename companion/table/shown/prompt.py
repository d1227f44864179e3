"""The one sentence on top, for each state and audience."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.presenter import taken as captured
from companion.model.message import Message
from companion.model.states import AT_REST, TableState
from companion.model.step import GameStep
from companion.model.view import Prompt
from companion.play import claims, dice
from companion.play.open_game import OpenGame, latest
from companion.recogniser.boardstate import BoardState
from companion.recogniser.matching import Match
from companion.recogniser.showing import Kind, Showing
from companion.table.moment import Moment
from companion.wood.debts import Debt, in_the_way
from companion.wood.marbles import HAND
from engine.game import Position
from hardware.ports import LinkState

from . import questions
from .board import debt_message
from .bots import bot_played, bot_plays, bot_prompt, to_all
from .first_cut import cut_told
from .help_level import assistance
from .hint import hinted
from .keys import NONE_MOVES, none_moves
from .lesson import lesson_prompt, told_others
from .light_meanings import OFFERS, swaps
from .paper_cards import can_deal
from .paying import as_paid, called, pays
from .places import last_home

SPEAK_OF_LIGHTS: Final = frozenset(
    f"prompt.{name}"
    for name in (
        "move",
        "lifted",
        "lifted_capture",
        "half_other",
        "swap",
        "lifted.bot",
        "lifted_capture.bot",
    )
)
"""Sentences that name a light; each has a plain form, ``….plain``, as have a game's own."""

WATCHER: Final = -1
"""Nobody's seat: the audience that hears what those hear who are not to act."""
REFUSED: Final = {
    "firmware": "link.refused.firmware",
    "holes": "link.refused.holes",
    "pixels": "link.refused.pixels",
}
"""What people are told of a refused board, by ``LinkChange.code``."""

DOWN: Final = {
    "driver": "link.driver",
    "wires": "link.wires",
}
"""What people are told of a board that cannot be read, by ``LinkChange.code``."""


def prompt(moment: Moment, audience: int | None) -> Prompt:
    """What an audience is told now; a lost link comes first and the rest below it."""
    said = _prompt(moment, audience)
    if _own(moment, audience, said):
        said = msgspec.structs.replace(said, own=True)
    dark = said.mood != "correction" and not _shines(moment)  # what is owed has lights of its own
    if dark or assistance(moment, audience) == "none":
        of_game = frozenset() if moment.game is None else moment.game.presenter.lit
        said = _without_lights(said, SPEAK_OF_LIGHTS | of_game)
    if _paused(moment):
        paused = Message("prompt.paused")
        if _covered(moment.position):
            said = msgspec.structs.replace(said, support=paused)
        else:
            said = Prompt(paused, said.message, "say", said.seat, said.colour, said.own)
    lost = _link(moment)
    if lost is None or moment.game is None:
        return said
    return Prompt(lost, said.message, "link", said.seat, said.colour, said.own)


def watched(moment: Moment, audience: int | None, said: Prompt) -> Prompt | None:
    """What is told to who only watches dealt cards, where everybody else is told ``said``."""
    game = moment.game
    calls = said.mood == "say" and len(moment.seen_acting) == 1
    if audience is not None or game is None or not game.dealt or not calls:
        return None
    return prompt(moment, WATCHER)


def _own(moment: Moment, audience: int | None, said: Prompt) -> bool:
    """Whether it tells of dealt cards: a question about them, a hint, or that none has a move."""
    if audience is None or moment.game is None or not moment.game.dealt:
        return False
    if said.mood == "ask":
        return said.message != _prompt(moment, None).message
    if said.support is not None and said.support.key == NONE_MOVES:
        return True
    asked = moment.hints.asked
    return asked is not None and asked.seen_by(audience) and not asked.seen_by(None)


def _paused(moment: Moment) -> bool:
    """Whether the game waits, as somebody asked; where a clock runs, that one shows it."""
    clocks = moment.clocks
    alone = clocks.window is None and clocks.turn is None
    return clocks.stopped and alone and moment.state in AT_REST


def _covered(position: Position | None) -> bool:
    """Whether a window on hidden cards is open. Whoever reacts needs to read to what."""
    return position is not None and position.covered and claims.is_open(position)


def _shines(moment: Moment) -> bool:
    """Whether a light shows what may be moved, or where to. While a dwell is awaited none may."""
    return any(lit.role in OFFERS for lit in moment.lit.values())


def _without_lights(said: Prompt, lit: frozenset[str]) -> Prompt:
    """The same for players who want no lights before a move: no light is spoken of (PP-23)."""

    def plain(message: Message) -> Message:
        key = f"{message.key}.plain" if message.key in lit else message.key
        return msgspec.structs.replace(message, key=key)

    support = None if said.support is None else plain(said.support)
    return msgspec.structs.replace(said, message=plain(said.message), support=support)


def _link(moment: Moment) -> Message | None:
    key = {
        LinkState.DOWN: DOWN.get(moment.hands.sensors.link_code, "link.lost"),
        LinkState.CONNECTING: "link.connecting",
        LinkState.REFUSED: REFUSED.get(moment.hands.sensors.link_code, "link.refused"),
    }.get(moment.hands.sensors.link)
    return None if key is None else Message(key)


def _prompt(moment: Moment, audience: int | None) -> Prompt:
    game, state = moment.game, moment.state
    if state is TableState.SERVICE:
        return Prompt(Message("prompt.service"), Message("prompt.service_support"))
    if game is None:
        return Prompt(Message("prompt.idle"), mood="idle")
    if state is TableState.OVER:
        seats = game.presenter.winners(game.position, game.last)
        message = game.presenter.won(game.position, seats, game.names)
        first = seats[0] if seats else None
        return Prompt(message, last_home(game), "win", first, _colour(game, first))
    showing = moment.showing
    board = moment.hands.dialogue.board
    if moment.keeping is not None:
        asked = questions.ask_colour(moment, game, moment.keeping)
        return Prompt(asked.message, None, "ask", _acting(moment), _colour(game, _acting(moment)))
    if showing is not None and board is not None and showing.kind is not Kind.REST:
        shown = _of_hands(moment, game, board, showing, audience)
        if shown is not None:
            return shown
    return _at_rest(moment, game, audience)


def _colour(game: OpenGame, seat: int | None) -> str:
    return "" if seat is None else game.presenter.colour_of(game.position, seat)


def _colours(game: OpenGame, seat: int) -> set[str]:
    """The colours that a seat plays."""
    return {colour for s in game.position.seats if s.number == seat for colour in s.colours}


def _acting(moment: Moment) -> int | None:
    """The first seat that is to act, or the one that dice are awaited for."""
    if moment.acting or moment.game is None:
        return moment.acting[0] if moment.acting else None
    return moment.game.presenter.roller(moment.game.position)


def _doing(moment: Moment, game: OpenGame, showing: Showing) -> int | None:
    """The seat whose gesture it is; for a second thought, the seat of the last move (PP-5)."""
    seats = {m.candidate.action.seat for m in showing.matches if m.candidate is not None}
    if len(seats) == 1:
        return seats.pop()
    last = None if moment.hands.dialogue.again is None else game.last
    return _acting(moment) if last is None else last.action.seat


def _owner(game: OpenGame, token: str) -> int | None:
    """The seat that plays that token."""
    found = (s.number for s in game.position.seats if token in s.colours)
    return next(found, None)


def _who(moment: Moment, game: OpenGame) -> dict[str, str]:
    seat = _acting(moment)
    if seat is None:
        return {}
    return {"p": game.presenter.player(game.position, seat, game.names)}


# ------------------------------------------------------------------------------------- at rest


def _at_rest(moment: Moment, game: OpenGame, audience: int | None) -> Prompt:
    seat = _acting(moment)
    colour = _colour(game, seat)
    taken = _in_hand(moment)
    support = _support(game, taken)
    if seat is None:
        key = "prompt.roll" if dice.waits(game.position) else "prompt.chance"
        return Prompt(Message(key), support)
    if moment.announced is not None:
        message = game.presenter.nothing(game.position, moment.announced[0], game.names)
        return Prompt(message, support, "say", seat, colour)
    if len(moment.acting) > 1 or claims.is_open(game.position):
        return _together(game, support)
    taught = lesson_prompt(moment, game, taken, audience)
    if taught is not None:
        return taught
    support = support or told_others(moment, game)
    of_bot = bot_prompt(moment, game)
    told = cut_told(game)
    if of_bot is not None:
        return msgspec.structs.replace(of_bot, support=support or of_bot.support or told)
    if audience is not None and moment.acting and audience not in moment.acting:
        choosing = moment.state is TableState.CHOOSE_CARD
        message = game.presenter.of_others(game.position, seat, game.names, choosing)
        following = game.presenter.following(game.position, seat) == audience
        below = Message("prompt.next") if following else support
        return Prompt(message, told or below, "say", seat, colour)
    last = game.last
    message = game.presenter.awaiting(game.position, seat, game.names, game.dealt, last)
    idea = hinted(moment, audience)
    if idea is not None:
        support = idea.message
    elif support is None and (found := _below(moment, game, audience, seat)) is not None:
        support = found
    elif support is None and message.key == "prompt.card" and can_deal(game):
        support = Message("prompt.card_laid")
    elif support is None and message.key == "prompt.card" and moment.hands.playing:
        support = Message("prompt.card_support")
    return Prompt(message, support, "say", seat, colour)


def _below(moment: Moment, game: OpenGame, audience: int | None, seat: int) -> Message | None:
    """The second line of a turn that begins: what to do where no card moves comes first."""
    if audience == seat and none_moves(moment, game, seat):
        return Message(NONE_MOVES)
    return cut_told(game) or bot_played(game)


def _together(game: OpenGame, support: Message | None) -> Prompt:
    """Several may say something: what it is about, or that they may."""
    about = game.presenter.hidden.about(game.position, game.names)
    if about is None:
        return Prompt(game.presenter.together(game.position, game.names), support)
    seat, message, below = about
    return Prompt(message, support or below, "say", seat, _colour(game, seat))


def _support(game: OpenGame, taken: str | None) -> Message | None:
    """The second line: a captured marble that is still in the hand (PP-6)."""
    if taken is None:
        return None
    fresh = game.last is not None and game.presenter.took(game.last)
    return captured(game.presenter, taken, still=not fresh)


def _in_hand(moment: Moment) -> str | None:
    """A captured marble that waits in the hand for its pen (PP-6)."""
    board, showing = moment.hands.dialogue.board, moment.showing
    if board is None or showing is None:
        return None
    held = (board.marbles[i] for i in board.in_hand(showing.world))
    return next((marble.token for marble in held if marble.waiting), None)


# --------------------------------------------------------------------------------- of the hands


def _of_hands(
    moment: Moment, game: OpenGame, board: BoardState, showing: Showing, audience: int | None
) -> Prompt | None:
    seat = _doing(moment, game, showing)
    colour = _colour(game, seat)
    if showing.kind in (Kind.LIFTED, Kind.HALF, Kind.WAIT):
        of_bot = bot_prompt(moment, game)
        of_bot = of_bot if of_bot is not None and seat == of_bot.seat else None
        decided = moment.bot.action is not None or moment.bot.stuck
        if of_bot is not None and (decided or not _shines(moment)):
            return of_bot
        if showing.is_only_waited_for or pays(moment):
            return _correction(moment, game, colour)
        message, support = _gesture(game, board, showing)
        if message is None:
            return of_bot
        bots = (game.presenter.player(game.position, one, game.names) for one in game.bots)
        if message.params.get("p") in [*bots]:
            message = to_all(message)
        return Prompt(message, support, "say", seat, colour)
    if showing.kind is Kind.STRAY:
        return _stray(moment, game, board, showing, audience)
    if showing.kind is Kind.WRONG and moment.reason is not None:
        back = Message("prompt.put_back" if moment.back else "prompt.take_off")
        return Prompt(moment.reason.message, back, "refusal", seat, colour)
    if showing.kind is Kind.CORRECTION:
        return _correction(moment, game, colour)
    question = questions.ask(moment, audience)
    if question is None:
        return None
    return Prompt(question.message, None, "ask", seat, colour)


def _gesture(
    game: OpenGame, board: BoardState, showing: Showing
) -> tuple[Message | None, Message | None]:
    named = [m for m in showing.matches if m.candidate and m.candidate.prelude is None and m.fit]
    if not named or named[0].candidate is None:
        return None, None
    seat = named[0].candidate.action.seat
    who = {"p": game.presenter.player(game.position, seat, game.names)}
    if showing.kind is Kind.WAIT and len(named[0].candidate.action.displacements) == 1:
        return _whole(game, board, showing, who), None
    held = [to for m in named if m.fit for _, to in m.fit.held]
    done = _done(board, showing)
    if not held and done is not None:
        return game.presenter.half(game.position, seat, done, game.names), None
    if not held:
        return None, None
    support = _share(game, named) if done is None else None
    victims = _victims(board, held)
    if all(to in victims for to in held):
        takes = {**who, "q": game.presenter.token(victims[held[0]])}
        if not _swapped(board, named):
            return Message("prompt.lifted_capture", takes), support
        if len(set(held)) == 1:
            key = "lifted_swap_own" if victims[held[0]] in _colours(game, seat) else "lifted_swap"
            return Message(f"prompt.{key}", takes), support
    return Message("prompt.lifted", who), support


def _whole(game: OpenGame, board: BoardState, showing: Showing, who: dict[str, str]) -> Message:
    """The whole move of a marble stands and may go on: where the taken one goes, or as before."""
    taken = board.in_hand(showing.world)
    if taken:
        return captured(game.presenter, board.marbles[taken[0]].token)
    return Message("prompt.lifted", who)


def _swapped(board: BoardState, named: list[Match]) -> bool:
    """Whether the held marble only changes places with others, and takes none of them."""
    held = [(m, board.marbles[i].place, to) for m in named if m.fit for i, to in m.fit.held]
    return all(swaps(match, frm, to) for match, frm, to in held)


def _share(game: OpenGame, named: list[Match]) -> Message | None:
    """The card may be shared between two marbles."""
    cards = game.presenter.cards
    card = None if cards is None else cards.played(game.position)
    if cards is None or card is None:
        return None
    for match in named:
        goals = match.candidate.goals if match.candidate is not None else ()
        if len(goals) > 1 and goals[0] != goals[1][::-1]:
            name = cards.name(card)
            return Message("prompt.lifted_split", nested={"card": name})
    return None


def _victims(board: BoardState, targets: list[str]) -> dict[str, str]:
    """Target place → token that stands there."""
    tokens = {at: board.marbles[i].token for i, at in enumerate(board.worlds[0].at) if at != HAND}
    return {
        place: tokens[hole]
        for place in targets
        for hole in board.seating.holes.get(place, ())
        if hole in tokens and len(board.seating.holes[place]) == 1
    }


def _done(board: BoardState, showing: Showing) -> tuple[str, str] | None:
    """From and to (places) of the half that stands."""
    for i, at in board.blocking(showing.world):
        if at != HAND:
            return board.marbles[i].place, board.seating.places[at]
    return None


def _stray(
    moment: Moment, game: OpenGame, board: BoardState, showing: Showing, audience: int | None
) -> Prompt:
    """The prompt for somebody else's marble, or for one that has no move (PP-9)."""
    marble, bot = board.marbles[showing.marble], moment.bot
    seat = _acting(moment)
    mine = {colour for acting in moment.acting for colour in _colours(game, acting)}
    support = Message("prompt.put_back")
    colour = _colour(game, seat)
    name = game.presenter.hole(game.position, marble.place)
    if not _moves(moment, game):
        message = Message("prompt.unmoved", nested={"asked": _asked(moment, game, audience)})
    elif _may_move(moment, marble.place):
        message = Message("prompt.too_many", nested={"h": name})
    elif bot.seat is not None and not bot.stuck and marble.token in _colours(game, bot.seat):
        message = bot_plays(game, bot.action)  # though there may be a move for it
    elif marble.token in mine or seat is None:
        message = Message("prompt.stuck", nested={"h": name})
    else:
        params = {**_who(moment, game), "q": game.presenter.token(marble.token)}
        message = Message("prompt.stray", params)
    return Prompt(message, support, "refusal", seat, colour)


def _moves(moment: Moment, game: OpenGame) -> bool:
    """Whether whoever is to act moves something: not where cards are to be kept, dice are awaited
    or a window is open. A turn in which nothing can be moved is nevertheless somebody's."""
    options, position = moment.options, game.position
    if options.direct or options.carded:
        return True
    asks = claims.is_open(position) or dice.waits(position) or len(position.legal()) > 1
    return not asks


def _may_move(moment: Moment, place: str) -> bool:
    """Whether the marble of that place may be moved where no other one is out."""
    options = (*moment.options.direct, *moment.options.inferred)
    return any(frm == place for option in options for frm, _ in option.goals)


def _asked(moment: Moment, game: OpenGame, audience: int | None) -> Message:
    """What is asked where nothing moves: in a window whether somebody has anything to say."""
    if claims.is_open(game.position):
        return game.presenter.together(game.position, game.names)
    return _at_rest(moment, game, audience).message


def _moved_by(game: OpenGame, debt: Debt) -> GameStep | None:
    """The step that moved the token there, since the last action; else the last step.

    Traffic comes nearer before the dice for new traffic are thrown, all in one turn's start.
    """
    for step in latest(game):
        moves = (move for event in step.events for move in event.moved)
        if any((move.token, move.to) == (debt.token, debt.to) for move in moves):
            return step
        if not game.presenter.scenery.follows(step):
            break
    return next(latest(game), None)


def _correction(moment: Moment, game: OpenGame, colour: str) -> Prompt | None:
    """What hands are called to put right; while they do it nothing else is called for (PP-10)."""
    blocking = [debt for debt in called(moment) if debt.blocking]
    if not blocking:
        return None
    first = blocking[0]
    support = Message("correction.support", {"i": "1", "n": str(len(blocking))})
    if pays(moment):
        support = Message("correction.by_itself")
    elif moment.led is not None:
        support = moment.led
    message = debt_message(game, first.token, first.frm, first.to)
    other = in_the_way(called(moment))
    if other is not None:
        message = debt_message(game, other.token, other.frm, HAND)
        if other.to == first.frm:
            tokens = (game.presenter.token(debt.token) for debt in (first, other))
            message = Message("correction.exchange", dict(zip("cq", tokens, strict=True)))
    why = _moved_by(game, first)
    if why is not None and moment.led is None:
        message = game.presenter.owes(why, first.token, message, game.names) or message
    message = as_paid(moment, game, message)
    owner = _owner(game, first.token)
    seat = _acting(moment) if owner is None else owner
    return Prompt(message, support, "correction", seat, first.token or colour)
