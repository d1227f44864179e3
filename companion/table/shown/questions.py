"""The question that is open, and its answers, for each audience that may see it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.cards import Cards
from companion.games.presenter import Presenter
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import Ask, Option
from companion.play.open_game import OpenGame
from companion.recogniser.asking import Asked, in_doubt
from companion.recogniser.boardstate import BoardState
from companion.recogniser.showing import Kind, Showing
from companion.table.inventory import Keeping
from companion.table.moment import Moment

from .alike import gone_on, told_apart
from .choices import BACK, NOTHING, ask_choice, asked_in, may_tell
from .history import line


def ask(moment: Moment, audience: int | None) -> Ask | None:
    """The open question, if an audience may see it: a seat sees only one that it may answer."""
    showing, game, board = moment.showing, moment.game, moment.hands.dialogue.board
    if showing is None or game is None or board is None:
        return None
    if moment.keeping is not None:
        return ask_colour(moment, game, moment.keeping)
    if showing.kind not in (Kind.UNSEEN, Kind.CARD, Kind.ASK):
        return None
    others = audience is not None and bool(moment.acting) and audience not in may_tell(moment, game)
    if others and not (showing.kind is Kind.CARD and game.dealt):
        return None
    if showing.kind is Kind.UNSEEN:
        return _ask_unseen(moment, game, board, showing)
    if showing.kind is Kind.CARD:
        return _ask_card(moment, game, showing, audience)
    return _ask_reading(moment, game, board, showing)


def ask_colour(moment: Moment, game: OpenGame, keeping: Keeping) -> Ask:
    """The question for the colour of the marble that nobody can explain (PP-12)."""
    presenter, position = game.presenter, game.position
    options = [
        Option(token, _token(presenter, token), token, keeping.hole) for token in keeping.colours
    ]
    empty = keeping.hole in keeping.unfelt
    options.append(Option("none", Message("ask.empty" if empty else "ask.strange")))
    message = Message("ask.identity", nested={"h": presenter.hole(position, keeping.hole)})
    return Ask(keeping.id, message, tuple(options))


def _token(presenter: Presenter, token: str) -> Message:
    """The name of a token as an answer; a second car has its number after the colour."""
    name = presenter.token(token)
    key, _, number = name[1:].partition(" ")
    return Message("ask.numbered", {"it": name}) if number else Message(key)


def _ask_unseen(moment: Moment, game: OpenGame, board: BoardState, showing: Showing) -> Ask:
    """The question whether the lifted marble went into a hole that is set aside (PP-13)."""
    options = []
    holes = set()
    for i, match in enumerate(showing.matches):
        if match.candidate is None or match.fit is None:
            continue
        frm, _ = match.fit.remaining[-1]
        hole = match.fit.hidden[-1]
        holes.add(hole)
        token = next((m.token for m in board.marbles if m.place == frm), "")
        action = match.candidate.action
        options.append(Option(str(i), line(game, action), token, hole, actions=(action.text,)))
    options.append(Option("neither", Message("ask.still_in_hand")))
    if len(holes) > 1:
        return Ask(moment.ask_id, Message("ask.where"), tuple(options))
    nested = {"h": game.presenter.hole(game.position, next(iter(holes)))}
    return Ask(moment.ask_id, Message("ask.unseen", nested=nested), tuple(options))


def _ask_card(moment: Moment, game: OpenGame, showing: Showing, audience: int | None) -> Ask:
    """The question which card it was. Only the holder of a dealt hand learns what fits (PP-7)."""
    if game.dealt and audience not in moment.acting:
        return Ask(moment.ask_id, _asked_of(moment, game), ())
    cards = game.presenter.cards or Cards(())
    playable = {action.text for action in game.position.legal()}
    asked: dict[str, str] = {}
    for match in showing.matches:
        prelude = match.candidate.prelude if match.candidate else None
        if prelude is not None and prelude.text in playable:
            asked.setdefault(prelude.text, cards.value(prelude))
    order = cards.ranks
    ranked = sorted(asked.items(), key=lambda x: order.index(x[1]) if x[1] in order else 99)
    options = [
        Option(text, Message("ask.card_option", {"card": cards.in_words(card)}))
        for text, card in ranked
    ]
    still = [i for i, match in enumerate(showing.matches) if match.candidate is None]
    none, question = bool(still), moment.hands.dialogue.asked
    for i in still:
        given = BACK if _dropped(question, i) else NOTHING
        options.append(Option(given, nothing_played(question, i)))
    back = "ask.no_card" if ranked else "ask.lead_back"
    if ranked or not none:
        options.append(Option("neither", Message("ask.neither" if none else back)))
    if not ranked:
        return Ask(moment.ask_id, Message("ask.none_held"), tuple(options))
    only = ranked[0][1] if len(ranked) == 1 else None
    if only is None:
        key = "ask.card_first" if question is not None and question.first else "ask.card"
        return Ask(moment.ask_id, Message(key), tuple(options))
    name = cards.with_article(only)
    return Ask(moment.ask_id, Message("ask.card_one", nested={"card": name}), tuple(options))


def _asked_of(moment: Moment, game: OpenGame) -> Message:
    """Whom the question about a dealt card is put to, for everybody else."""
    if len(moment.acting) != 1:
        return Message("ask.card")
    who = game.presenter.player(game.position, min(moment.acting), game.names)
    return Message("ask.card_of", {"p": who})


def _ask_reading(moment: Moment, game: OpenGame, board: BoardState, showing: Showing) -> Ask:
    """The question for the marble on a hole that tells the readings apart, else for the move."""
    if moment.hands.dialogue.asked is not None and moment.hands.dialogue.asked.back:
        return _ask_back(moment, moment.hands.dialogue.asked.back)
    presenter, position = game.presenter, asked_in(moment, game)
    asked = moment.hands.dialogue.asked
    chosen = ask_choice(game, position, showing, moment.ask_id)
    if chosen is not None:
        most = max(asked.instead, default=0) if asked is not None else 0
        return replace(chosen, message=_instead("ask.instead_choice", chosen.message, most))
    options: list[Option] = []
    if showing.hole:
        hole, tokens = in_doubt(board, showing)
        for i, token in enumerate(tokens):
            name = _token(presenter, token) if token else Message("ask.empty")
            name = _instead("ask.instead_marble", name, _dropped(asked, i))
            reading = showing.matches[i].candidate
            texts = () if reading is None else (reading.action.text,)
            options.append(Option(str(i), name, token, hole, actions=texts))
        options.append(Option("neither", Message("ask.neither")))
        message = Message("ask.identity", nested={"h": presenter.hole(position, hole)})
        return Ask(moment.ask_id, message, tuple(options))
    orders = set()
    denied = bool(moment.hands.tracking.state.denied)
    for i, match in enumerate(showing.matches):
        if match.candidate is None:
            options.append(Option(str(i), nothing_played(asked, i)))
            continue
        orders.add(tuple(sorted(match.candidate.goals)))
        action = match.candidate.action
        told = presenter.move(GameStep(action, (), position, position), names=game.names)
        told = _instead("ask.instead", told, _dropped(asked, i))
        at = _ended(moment, match.candidate.goals) if denied else ""
        options.append(Option(str(i), told, actions=(action.text,), at=at))
    if asked is not None:
        options = gone_on(told_apart(game, options, asked), asked)
    alone = len(options) == 1
    same = len(orders) == 1 and all(m.candidate is not None for m in showing.matches)
    happened = "ask.first" if asked is not None and asked.first else "ask.happened"
    key = "ask.order" if same and not alone and len(next(iter(orders))) > 1 else happened
    if denied:
        options.append(Option("neither", Message("ask.none")))
        return Ask(moment.ask_id, Message("ask.was"), tuple(options))
    options.append(Option("neither", Message("ask.keep" if alone else "ask.neither")))
    return Ask(moment.ask_id, Message(key), tuple(options))


def _ended(moment: Moment, goals: Sequence[tuple[str, str]]) -> str:
    """The hole in which a move ended; empty where its last place has several."""
    holes = moment.known_seating().holes.get(goals[-1][1], ()) if goals else ()
    return holes[0] if len(holes) == 1 else ""


def nothing_played(asked: Asked | None, n: int) -> Message:
    """The answer that nothing was played, or that moves were taken back, and how many."""
    dropped = _dropped(asked, n)
    if asked is None or (asked.before is None and not dropped):
        return Message("ask.nothing")
    if dropped > 1:
        return Message("ask.taken_back_some", {"n": str(dropped)})
    return Message("ask.taken_back")


def _dropped(asked: Asked | None, n: int) -> int:
    """How many moves that the table has played go with that reading."""
    return asked.instead[n] if asked is not None and n < len(asked.instead) else 0


def _instead(key: str, told: Message, dropped: int) -> Message:
    """What is told, and that it takes the place of more than one move: nobody takes moves back
    without having read it (I8)."""
    return Message(key, {"n": str(dropped)}, {"it": told}) if dropped > 1 else told


def _ask_back(moment: Moment, moves: int) -> Ask:
    """The question whether moves are taken back (PP-11)."""
    options = (Option("0", Message("ask.take_back")), Option("neither", Message("ask.keep")))
    return Ask(moment.ask_id, Message("ask.back", {"n": str(moves)}), options)
