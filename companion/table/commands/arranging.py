"""Positions that play did not lead to: the board as it stands, or any other; and sensors set aside.

PP-12 and PP-13 as commands. The engine checks what is arranged. It is written as a row with its
position, and where the board differs, the hands owe a debt (PP-17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from companion.model import board_refusals, refusals
from companion.model.commands import Act, Caller, Edit, Keep, Restore, SetAside
from companion.model.message import Message
from companion.model.states import TableState
from companion.play.open_game import OpenGame
from companion.recogniser.matching import likeliest
from companion.recogniser.sensor_health import LIES
from companion.table.inventory import Keeping
from companion.table.referee import Referee
from companion.table.shown.board import in_hand
from companion.table.shown.notices import to_play
from engine.errors import EngineError
from engine.game import Position

from .access import at_table, open_game_of
from .meaning import all_tokens

NONE = "none"
"""The answer that a marble has no colour of this game."""
HELD = frozenset((TableState.LIFTED, TableState.HALF, TableState.STRAY))
"""Where what is out is in somebody's hand. In other states it may lie beside the board."""


def edit(referee: Referee, command: Edit, caller: Caller) -> None:
    """Go on from the position that the page set out."""
    moment = referee.moment
    at_table(moment, caller)
    game = open_game_of(moment)
    known = all_tokens(game)
    for token, count in Counter(command.marbles.values()).items():
        if count > known[token]:
            raise board_refusals.too_many_marbles(token, count, known[token])
    _take(referee, game, command.marbles, command.seat, "notice.edited", as_told=True)


def correct(referee: Referee, game: OpenGame, command: Act, caller: Caller) -> None:
    """Carry out a correction in the game's own notation. A caller with several seats says whose."""
    text, seats = command.action, caller.seats
    if command.seat is not None:
        seats &= {command.seat}
    at_table(referee.moment, replace(caller, seats=seats))
    if game.position.names_hidden(text, caller.seats):
        raise refusals.hidden_card()
    try:
        position = game.position.apply(text).position
    except EngineError as error:
        key = "refusal.no_action"
        plain = refusals.named_by_the_game(error.code, str(error), key)
        raise refusals.told_by_the_engine(error) or plain from error
    if position == game.position:
        raise refusals.already_so(text)
    referee.edit(position, text, step=True)
    by = game.presenter.player(position, min(seats), game.names) if seats else ""
    told = to_play(referee.moment, "notice.corrected", "notice.corrected_plain")
    referee.say(replace(told, params={**told.params, "q": by}))


def _take(
    referee: Referee,
    game: OpenGame,
    tokens: Mapping[str, str],
    seat: int | None,
    notice: str,
    *,
    as_told: bool = False,
) -> None:
    """Go on from the position in which the marbles stand like this.

    ``as_told``  each where it was told; else one in a pen of others is in its own from here on
    """
    data = game.presenter.rearranged(game.position.public(), tokens, seat)
    if data is None:
        raise board_refusals.nothing_to_set()
    try:
        position = game.position.with_board(game.game.load(data))
    except EngineError as error:
        raise board_refusals.cannot_stand(error) from error
    if as_told and (wrong := _elsewhere(position, tokens)):
        token = tokens[wrong]
        called, named = game.presenter.token(token), game.presenter.hole(position, wrong)
        raise board_refusals.anothers_hole(wrong, token, called, named)
    before = _card(game)
    referee.edit(position, step=True)
    params = {}
    if referee.moment.acting:
        acting = referee.moment.acting[0]
        params["p"] = game.presenter.player(game.position, acting, game.names)
    referee.say(_told(game, before, notice, params))


def _elsewhere(position: Position, tokens: Mapping[str, str]) -> str:
    """A hole whose marble the position has elsewhere; empty where all stand as they were told."""
    stands = position.occupancy()
    left = Counter((at, token) for at, held in stands.items() for token in held)
    place_of = {hole: at for at, place in position.board.places.items() for hole in place.holes}
    for hole, token in tokens.items():
        left[place_of[hole], token] -= 1
        if left[place_of[hole], token] < 0:
            return hole
    return ""


def _card(game: OpenGame) -> str | None:
    """The card that waits for its move."""
    return None if game.presenter.cards is None else game.presenter.cards.played(game.position)


def _told(game: OpenGame, card: str | None, notice: str, params: dict[str, str]) -> Message:
    """Who is to move, and what has become of the card that waited for its move."""
    if not params or card is None or game.presenter.cards is None:
        return Message(notice if params else "correction.done_plain", params)
    key = "notice.card_stays" if _card(game) == card else "notice.card_void"
    return Message(key, params, {"card": game.presenter.cards.name(card)})


# ----------------------------------------------------------------------------- as it stands


def keep(referee: Referee, _: Keep, caller: Caller) -> None:
    """Take the board as it stands; unknown marbles are asked for one after the other."""
    moment = referee.moment
    at_table(moment, caller)
    game = open_game_of(moment)
    board = moment.hands.dialogue.board
    if not moment.hands.playing or board is None:
        raise board_refusals.no_board_to_see()
    if not moment.hands.tracking.state.rested:
        raise board_refusals.hands_move()
    waits = moment.hands.tracking.state.waits
    if waits and moment.state in HELD and in_hand(moment):
        raise board_refusals.still_in_hand()
    tokens = board.tokens(board.plain(likeliest(board)))
    for other in board.worlds:
        for hole, token in board.tokens(board.plain(other)).items():
            if tokens.get(hole) != token:
                tokens[hole] = ""
    tokens |= dict.fromkeys(board.unknown & tokens.keys(), "")
    unfelt = frozenset(moment.aside)
    keeping = Keeping(f"k{moment.seq}", tokens, all_tokens(game), _placed(game), unfelt)
    _go_on(referee, game, keeping)


def _placed(game: OpenGame) -> Counter[str]:
    """Token → number of its marbles that the game has on holes, and not beside the board."""
    places, where = game.position.board.places, game.position.occupancy()
    return Counter(token for at, held in where.items() if places[at].holes for token in held)


def told(referee: Referee, game: OpenGame, keeping: Keeping, option: str) -> None:
    """Take a colour that was told, or the word that the marble is none of this game's."""
    known = (*keeping.colours, NONE)
    if option not in known:
        raise refusals.unknown_answer(option, known)
    _go_on(referee, game, keeping.told("" if option == NONE else option, f"k{referee.moment.seq}"))


def _go_on(referee: Referee, game: OpenGame, keeping: Keeping) -> None:
    if keeping.hole and keeping.colours:
        referee.keep(keeping)
        return
    _take(referee, game, keeping.known, None, "notice.kept")
    for hole in sorted(keeping.said):  # so that nobody is asked for these again
        referee.moment.hands.tracking.remark(hole, keeping.tokens[hole])


# ----------------------------------------------------------------------------------- sensors


def sensor(referee: Referee, command: SetAside | Restore, caller: Caller) -> None:
    """Set a hole aside, or believe it again (PP-13)."""
    moment = referee.moment
    at_table(moment, caller)
    game = open_game_of(moment)
    hole, aside = command.hole, moment.aside
    if hole not in game.position.board.holes:
        raise board_refusals.unknown_hole(hole)
    if isinstance(command, SetAside) == (hole in aside):
        raise board_refusals.already_aside(hole, aside=hole in aside)
    referee.set_aside(hole, LIES if isinstance(command, SetAside) else None)
