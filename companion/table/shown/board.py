"""The board on the page: what its holes hold and show, hands, the arrow, and debts in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from companion.games.presenter import ends
from companion.model.message import Message
from companion.model.states import UNDER_WAY
from companion.model.view import Arrow, HoleView, InHand, Owed, Prompt
from companion.play.open_game import OpenGame
from companion.recogniser.boardstate import BoardState
from companion.recogniser.matching import likeliest
from companion.recogniser.showing import Kind
from companion.table.moment import Moment
from companion.wood.debts import Debt, in_the_way
from companion.wood.marbles import HAND, World
from engine.game import Position

from .light_meanings import differing, return_hole
from .paying import as_paid, called

SHORT: Final = "move.go"
"""A debt as a line, from where to where; no sentence."""


def holes_shown(moment: Moment) -> dict[str, HoleView]:
    """Holes that hold or show something."""
    state, seating = moment.hands.dialogue.board, moment.known_seating()
    if moment.hands.playing and state is not None:
        world = _believed(moment, state)
        tokens = {hole: token or "?" for hole, token in state.tokens(world).items()}
        tokens |= dict.fromkeys(_unknown(moment, state), "?")
    else:
        tokens = moment.expected()
    out, lights = {}, moment.lit
    for hole in seating.in_order(tokens.keys() | lights.keys()):
        lit = lights.get(hole)
        if lit is not None and lit.pixel:
            lit = None
        token = tokens.get(hole, "")
        if lit is None and not token:
            continue
        place = seating.places[hole]
        out[hole] = HoleView(
            token=token,
            role="" if lit is None else lit.role.value,
            colour="" if lit is None else lit.token,
            place="" if place == hole else place,
        )
    return out


def _believed(moment: Moment, state: BoardState) -> World:
    """The world that is believed: the one the lights use, if they speak of that state."""
    showing = moment.showing
    if showing is not None and showing.world in state.worlds:
        return showing.world
    return likeliest(state)


def _unknown(moment: Moment, state: BoardState) -> set[str]:
    """Holes where nobody knows whose marble stands there: no colour is shown as known (PP-3).

    For a question these are the holes it is about. During a dwell, and for a card that nobody named
    yet, these are all holes where something else may stand.
    """
    showing = moment.showing
    if showing is not None and showing.kind is Kind.ASK:
        return differing(state, [match.world for match in showing.matches])
    if showing is not None and showing.kind in (Kind.CARD, Kind.WAIT):
        return differing(state, state.worlds)
    return {hole for debt in moment.owed for hole in debt.among}


def in_hand(moment: Moment) -> tuple[InHand, ...]:
    """Marbles in hands, and the hole of each by the position that stands."""
    state = moment.hands.dialogue.moved or moment.hands.dialogue.board
    if not moment.hands.playing or state is None:
        return ()
    world = _believed(moment, state)
    held = [Counter(state.marbles[i].token for i in state.in_hand(w)) for w in state.worlds]
    known = Counter({token: min(hand[token] for hand in held) for token in set().union(*held)})
    out = []
    for i in state.in_hand(world):
        marble = state.marbles[i]
        if not marble.place:
            continue
        known[marble.token] -= 1
        frm = "" if marble.waiting else return_hole(state, world, marble.place, moment.options)
        sure = known[marble.token] >= 0 and not state.may_be_another(i)
        out.append(InHand(marble.token, frm, sure))
    return tuple(out)


def arrow(moment: Moment) -> Arrow | None:
    showing, state = moment.showing, moment.hands.dialogue.board
    if showing is None or state is None:
        return None
    if showing.kind is Kind.WRONG:
        return Arrow(showing.world.at[showing.marble], moment.back) if moment.back else None
    if showing.kind is Kind.CORRECTION:
        first = next((debt for debt in moment.owed if debt.blocking), None)
        blocked = in_the_way(moment.owed) is not None
        if first is not None and HAND not in (first.frm, first.to) and not blocked:
            return Arrow(first.frm, first.to)
    return None


def marks(moment: Moment, game: OpenGame) -> dict[str, str]:
    """Things that lie on holes and are not sensed."""
    holes = moment.known_seating().holes
    return {hole: kind for place, kind in game.position.marks().items() for hole in holes[place]}


def aside(moment: Moment) -> dict[str, str]:
    """Holes of this board whose sensors are not believed."""
    names = moment.known_seating().places
    return {hole: why for hole, why in moment.aside.items() if hole in names}


def owed(moment: Moment, game: OpenGame) -> tuple[Owed, ...]:
    """The debts; none while the hands are in the middle of a gesture."""
    return () if moment.state in UNDER_WAY else _told(moment, moment.owed, game)


def called_for(moment: Moment, game: OpenGame, said: Prompt) -> tuple[Owed, ...]:
    """The debts that a correction's sentence speaks of; none where another sentence stands."""
    return _told(moment, called(moment), game) if said.mood == "correction" else ()


def _told(moment: Moment, debts: Sequence[Debt], game: OpenGame) -> tuple[Owed, ...]:
    """The same debts, each with its line."""
    return tuple(
        Owed(
            token=debt.token,
            frm=debt.frm,
            to=debt.to,
            blocking=debt.blocking,
            message=as_paid(moment, game, debt_line(game, debt.token, debt.frm, debt.to)),
        )
        for debt in debts
    )


def debt_message(game: OpenGame, token: str, frm: str, to: str) -> Message:
    """One debt in words: from where to where, off a hole, or on to one."""
    position, presenter = game.position, game.presenter
    params, nested = {"c": presenter.token(token)}, {}
    if HAND not in (frm, to):
        nested["a"], nested["b"] = ends(presenter, position, frm, to)
        return Message("correction.pair", params, nested)
    if to == HAND:
        nested["a"] = presenter.hole(position, frm)
        trays = (presenter.hole(position, tray).key for tray in _trays(position, token))
        into = {presenter.scenery.into.get(key) for key in trays}
        key = into.pop() if len(into) == 1 else None
        return Message(key, params, nested) if key else Message("correction.off", nested=nested)
    nested["b"] = presenter.hole(position, to)
    on = presenter.scenery.onto.get(token, "correction.on")
    return Message(presenter.scenery.into.get(nested["b"].key, on), params, nested)


def _trays(position: Position, token: str) -> list[str]:
    """The places without holes in which such a token is, by the position."""
    places = position.board.places
    return [
        place
        for place, tokens in position.occupancy().items()
        if token in tokens and place in places and not places[place].holes
    ]


def debt_line(game: OpenGame, token: str, frm: str, to: str) -> Message:
    """One debt as a line of a list with the marble drawn beside it: short if it can be."""
    sentence = debt_message(game, token, frm, to)
    return Message(SHORT, nested=sentence.nested) if len(sentence.nested) == 2 else sentence
