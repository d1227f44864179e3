"""Moves told on the page: an action, its card, a throw, stopped clocks, moves taken back."""

from __future__ import annotations

from collections.abc import Iterable

from companion.model import refusals
from companion.model.commands import Act, Caller, Card, Pause, Redo, Roll, Skip, Undo
from companion.play import claims, taking_back
from companion.play.lessons import strays
from companion.play.open_game import OpenGame, lately
from companion.play.steps import players
from companion.recogniser.tracking import named_ahead
from companion.table.bot_turn import turn_of
from companion.table.moment import Moment
from companion.table.referee import Referee
from companion.table.shown.lesson import waits_for
from engine.action import Action
from engine.errors import EngineError
from engine.game import OVER, only_action

from . import arranging, dice
from .access import (
    at_table,
    begins_again,
    for_table,
    going_on,
    may_act,
    may_take_back,
    open_game_of,
    refuse_for_bot,
    refuse_for_others,
    refuse_turn,
)
from .late_claims import refuse_late


def act(referee: Referee, command: Act, caller: Caller) -> None:
    """Make the action that the page names."""
    game = going_on(referee.moment)
    if game.position.corrects(command.action):
        arranging.correct(referee, game, command, caller)
        return
    text = game.position.listed(command.action)
    refuse_for_others(referee.moment, text, caller)
    if _is_other_window(referee.moment, game, command.window):
        refuse_late(game, command.action, _own(referee.moment, game, caller))
        raise refusals.other_window()
    seats = _may_act_or_made(referee.moment, game, text, caller)
    if command.seat is not None:
        seats &= {command.seat}
    refuse_for_bot(referee.moment, text, seats)
    if strays(game, text):
        raise refusals.lesson_shows()
    _refuse_in_lesson(referee.moment)
    more = game.position.unlisted(text)
    known = (*game.position.legal(), *(() if more is None else (more,)))
    found = [a for a in known if a.text == text and a.seat in seats]
    together = [a for a in claims.passes(game.position, seats) if a in found]
    if together:
        referee.play(together, joined=True)
    elif found and not _hear(referee, text, seats):
        referee.play((found[0],))
    elif not found and not _hear(referee, text, seats):
        if _was_made(game, text, _own(referee.moment, game, caller)):
            raise refusals.already_made(text)
        if command.seat is not None and not seats and referee.moment.acting:
            refuse_turn(referee.moment, min(referee.moment.acting))
        _refuse_act(game, text, min(seats, default=None))


def _refuse_in_lesson(moment: Moment) -> None:
    """In a lesson a taken marble goes to its pen before the next card."""
    if waits_for(moment) is not None:
        raise refusals.lesson_waits()


def _hear(referee: Referee, text: str, seats: frozenset[int]) -> bool:
    """Whether the hands have begun what is named: then it is heard. A word alone takes back nothing
    that may stand on the board while that is asked."""
    hands = referee.moment.hands
    if hands.playing and hands.dialogue.just_made(text, seats):
        raise refusals.already_made(text)
    if hands.playing and hands.dialogue.asks_before(text, seats):
        raise refusals.answer_first()
    return referee.hear(text, seats)


def _may_act_or_made(moment: Moment, game: OpenGame, text: str, caller: Caller) -> frozenset[int]:
    """The caller's acting seats; the table may just have made what was said (PP-18)."""
    last = next((s for s in lately(game) if not s.chance), None)
    legal = any(a.text == text and a.seat in moment.acting for a in game.position.legal())
    alone = last is not None and only_action(last.play.before) == last.play.action
    said = last is not None and (last.auto or alone)
    if last is not None and said and last.play.action.text == text and not legal:
        at_table(moment, caller)
        raise refusals.already_made(text)
    own = _own(moment, game, caller)
    if not legal:
        refuse_late(game, text, own)
    if not own & frozenset(moment.acting) and _was_made(game, text, own):
        raise refusals.already_made(text)
    return may_act(moment, caller)


def _was_made(game: OpenGame, text: str, seats: frozenset[int]) -> bool:
    """Whether that is the last action that one of these seats has made, and nothing came after it
    but chance and what the table made by itself. In a window each seat has a say of its own."""
    if claims.is_open(game.position):
        return False
    for step in lately(game):
        if step.play.action.text == text and step.play.action.seat in seats:
            return True
        if not (step.chance or step.auto):
            return False
    return False


def _own(moment: Moment, game: OpenGame, caller: Caller) -> frozenset[int]:
    """The caller's seats; all of them for the table."""
    every = frozenset(seat.number for seat in game.position.seats)
    return every if for_table(moment, caller) else caller.seats


def _is_other_window(moment: Moment, game: OpenGame, window: int | None) -> bool:
    """Whether a claim window is meant that is no longer open."""
    number = moment.clocks.claims.number if claims.is_open(game.position) else None
    return window not in (None, number)


def _refuse_act(game: OpenGame, text: str, seat: int | None) -> None:
    position, presenter = game.position, game.presenter
    _refuse_by_code(game, text if seat is None else Action(seat, text))
    way = presenter.way(text)
    if any(a.prelude for a in position.legal()) and way is not None:
        raise refusals.no_card()
    places = position.board.places
    if way is not None and way[0] in places and way[1] in places:
        told = position.explain(*way)
        reason = presenter.refusal(position, told)
        if told.legal:
            raise refusals.illegal_so(text, _written(game, way))
        raise refusals.against_the_rules(text, told.because, told.rule, reason.message)
    raise refusals.illegal(text)


def _refuse_by_code(game: OpenGame, told: Action | str) -> None:
    """Refuse with the sentence or the code of the game's rules, if they have one (RP-86).

    An action names the seat that asks, so the answer can keep what others hold to itself.
    """
    try:
        game.position.apply(told)
    except EngineError as error:
        told_so = refusals.told_by_the_engine(error)
        if told_so is not None:
            raise told_so from error
        said = game.presenter.refused(error.code)
        if said is not None:
            raise refusals.named_by_the_game(error.code, str(error), said.key) from error


def card(referee: Referee, command: Card, caller: Caller) -> None:
    """Take which card was played, before its move."""
    game, named = going_on(referee.moment), command.card
    cards = game.presenter.cards
    if cards is None:
        raise refusals.no_cards()
    if named not in cards.ranks:
        raise refusals.unknown_card(named, cards.ranks)
    _refuse_in_lesson(referee.moment)
    text = cards.action(named)
    if _ends_a_move(referee, game, named, caller):
        return
    seats = may_act(referee.moment, caller)
    preludes = [a for a in game.position.legal() if a.prelude and a.seat in seats]
    holders = _may_hold(referee, game, seats, named)
    if not preludes and holders is not None and _hear(referee, text, holders):
        return
    if not preludes:
        raise refusals.card_played()
    found = next((a for a in preludes if a.text == text), None)
    if found is None or holders is None:
        raise refusals.not_in_hand(named, cards.hand_rule)
    if not _hear(referee, text, holders):
        referee.play((found,))


def _ends_a_move(referee: Referee, game: OpenGame, named: str, caller: Caller) -> bool:
    """Whether a dealt card is of whoever comes next, and says that the move before is over (PP-5).

    On the table anybody names it for whoever is to move.
    """
    seats, cards = caller.seats, game.presenter.cards
    if cards is None or not game.dealt or not seats or seats & frozenset(referee.moment.acting):
        return False
    holders = _may_hold(referee, game, seats, named)
    return holders is not None and referee.hear(cards.action(named), holders)


def _may_hold(
    referee: Referee, game: OpenGame, seats: Iterable[int], card: str
) -> frozenset[int] | None:
    """Those of these seats that may have that card; None: there is none.

    On the table any may, dealt whoever has it in hand and has not named it already for a move that
    the table has not played.
    """
    cards, hands = game.presenter.cards, referee.moment.hands
    if not game.dealt or cards is None:
        return frozenset(seats)
    text, holders = cards.action(card), set[int]()
    for seat in seats:
        held = game.position.view(seat).get("hand")
        named = named_ahead(hands.tracking, text, seat) if hands.playing else 0
        if isinstance(held, list) and held.count(card) > named:
            holders.add(seat)
    return frozenset(holders) or None


def roll(referee: Referee, command: Roll, caller: Caller) -> None:
    """Throw the dice that are due for the caller."""
    moment = referee.moment
    game = going_on(moment)
    dice.roll(referee, game, _may_roll(moment, caller), command.seat)


def _may_roll(moment: Moment, caller: Caller) -> frozenset[int]:
    """The seats that the caller may throw for; anybody at the table may throw chance's dice."""
    if not moment.acting:
        at_table(moment, caller)
        return frozenset()
    return may_act(moment, caller)


def skip(referee: Referee, command: Skip, caller: Caller) -> None:
    """Let every claim window of this turn go by; the pass comes later, at no telling moment."""
    moment = referee.moment
    game = going_on(moment)
    position = game.position
    at_table(moment, caller)
    if position.turn_number is None or not claims.is_open(position):
        raise refusals.no_window()
    seats = _own(moment, game, caller)
    if command.seat is not None:
        seats &= {command.seat}
    if not seats:
        raise refusals.not_asked()
    if command.on:
        referee.clocks.claims.skip(game, seats, moment.now())
    else:
        referee.clocks.claims.unskip(seats)


def pause(referee: Referee, command: Pause, caller: Caller) -> None:
    """Stop clocks and bots, or let them go on; where nobody sits, anybody may."""
    moment = referee.moment
    game = going_on(moment)
    if not begins_again(moment, caller):
        at_table(moment, caller)
    if _is_other_window(moment, game, command.window):
        raise refusals.other_window()
    if command.on:
        referee.clocks.stop()
    else:
        referee.stir()


def undo(referee: Referee, command: Undo, caller: Caller) -> None:
    """Take moves back, with those of bots after them. A bot that would be next waits in a pause.

    In dealt hands these are the caller's own, but the host may take any. The end of a game may be
    taken back by whoever may begin it anew.
    """
    game = open_game_of(referee.moment)
    ended = game.position.to_act is OVER and command == Undo()
    free = ended and begins_again(referee.moment, caller)
    if not free:
        may_take_back(referee.moment, caller)
    if not game.can_undo:
        raise refusals.nothing_to_undo()
    if command.move is not None:
        at = taking_back.first_step(game, command.move)
        if at is None:
            raise refusals.not_played(command.move)
        may_take_back(referee.moment, caller, players(game.steps[at:]))
        referee.undo(taking_back.actions_from(game, at), whole=False)
    else:
        steps = taking_back.with_bots(game, command.steps)
        if not free:
            may_take_back(referee.moment, caller, game.played_by(steps))
        referee.undo(steps)
    _have_bots_wait(referee)


def redo(referee: Referee, _: Redo, caller: Caller) -> None:
    """Make moves again that were taken back. Whoever may take them back may do so."""
    game = open_game_of(referee.moment)
    may_take_back(referee.moment, caller, taking_back.redone_by(game))
    if not game.takebacks.undone:
        raise refusals.nothing_to_redo()
    paused = referee.clocks.stopped
    referee.redo()
    if paused:
        _have_bots_wait(referee)


def _have_bots_wait(referee: Referee) -> None:
    """Pause where only a bot is to act: it would make at once again what was taken back."""
    moment = referee.moment
    game = open_game_of(moment)
    if turn_of(game, moment.acting) is not None and set(moment.acting) <= game.bots.keys():
        referee.clocks.stop()


def _written(game: OpenGame, way: tuple[str, str]) -> str:
    """How the list of legal actions writes this way, which may be a swap's."""
    actions = (action.text for action in game.position.legal())
    return next((text for text in actions if game.presenter.way(text) == way), "-".join(way))
