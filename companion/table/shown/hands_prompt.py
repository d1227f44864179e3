"""The sentence on top for what hands do: a gesture, a slip, what is to be put right."""

from __future__ import annotations

from companion.games.presenter import taken as captured
from companion.model.message import Message
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

from . import questions
from .addressee import acting_name, acting_seat, colour_of, colours_of, doing_seat, owner_of
from .board import debt_message
from .bots import bot_plays, bot_prompt, to_all
from .help_level import shines
from .light_meanings import swaps
from .paying import as_paid, called, pays
from .rest_prompt import rest_prompt


def hands_prompt(
    moment: Moment, game: OpenGame, board: BoardState, showing: Showing, audience: int | None
) -> Prompt | None:
    """What an audience is told of what hands do now; None where that is nothing to speak of."""
    seat = doing_seat(moment, game, showing)
    colour = colour_of(game, seat)
    if showing.kind in (Kind.LIFTED, Kind.HALF, Kind.WAIT):
        of_bot = bot_prompt(moment, game)
        of_bot = of_bot if of_bot is not None and seat == of_bot.seat else None
        decided = moment.bot.action is not None or moment.bot.stuck
        if of_bot is not None and (decided or not shines(moment)):
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
            key = "lifted_swap_own" if victims[held[0]] in colours_of(game, seat) else "lifted_swap"
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
    seat = acting_seat(moment)
    mine = {colour for acting in moment.acting for colour in colours_of(game, acting)}
    support = Message("prompt.put_back")
    colour = colour_of(game, seat)
    name = game.presenter.hole(game.position, marble.place)
    if not _moves(moment, game):
        message = Message("prompt.unmoved", nested={"asked": _asked(moment, game, audience)})
    elif _may_move(moment, marble.place):
        named = {"q": game.presenter.token(marble.token)}
        message = Message("prompt.too_many", named, nested={"h": name})
    elif bot.seat is not None and not bot.stuck and marble.token in colours_of(game, bot.seat):
        message = bot_plays(game, bot.action)  # though there may be a move for it
    elif marble.token in mine or seat is None:
        message = Message("prompt.stuck", nested={"h": name})
    else:
        params = {**acting_name(moment, game), "q": game.presenter.token(marble.token)}
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
    return rest_prompt(moment, game, audience).message


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
    owner = owner_of(game, first.token)
    seat = acting_seat(moment) if owner is None else owner
    return Prompt(message, support, "correction", seat, first.token or colour)


def _moved_by(game: OpenGame, debt: Debt) -> GameStep | None:
    """The step that moved the token there, since the last action; else the last step, which may be
    what people have set otherwise or put right.

    Traffic comes nearer before the dice for new traffic are thrown, all in one turn's start.
    """
    for step in latest(game):
        moves = (move for event in step.events for move in event.moved)
        if any((move.token, move.to) == (debt.token, debt.to) for move in moves):
            return step
        if not game.presenter.scenery.follows(step):
            break
    return game.steps[-1].play if game.steps else None
