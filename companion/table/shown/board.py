"""The board on the page: what its holes hold and show, hands, the arrow, debts in words."""

from __future__ import annotations

from companion.model.message import Message
from companion.model.states import UNDER_WAY
from companion.model.view import Arrow, HoleView, InHand, Owed
from companion.play.open_game import OpenGame
from companion.recogniser.boardstate import BoardState
from companion.recogniser.matching import likeliest
from companion.recogniser.recogniser import Kind
from companion.table.core import Core
from companion.wood.marbles import HAND, World

from .light_meanings import differing, return_hole


def holes_shown(core: Core) -> dict[str, HoleView]:
    """Holes that hold or show something."""
    state, seating = core.hands.state, core.known_seating()
    if core.hands.playing and state is not None:
        world = _believed(core, state)
        tokens = {hole: token or "?" for hole, token in state.tokens(world).items()}
        tokens |= dict.fromkeys(_unknown(core, state), "?")
    else:
        tokens = core.expected()
    out = {}
    for hole in seating.names:
        lit = core.lit.get(hole)
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


def _believed(core: Core, state: BoardState) -> World:
    """What is believed to stand where: as the lights say, where they speak of that state."""
    decision = core.decision
    if decision is not None and decision.world in state.worlds:
        return decision.world
    return likeliest(state)


def _unknown(core: Core, state: BoardState) -> set[str]:
    """Holes of which nobody knows whose marble stands there: no colour is shown as known (PP-3).

    Of a question those that it is about; of a dwell, and of a card that nobody named yet, all that
    may stand otherwise.
    """
    decision = core.decision
    if decision is not None and decision.kind is Kind.ASK:
        return differing(state, [match.world for match in decision.matches])
    if decision is not None and (decision.kind is Kind.CARD or decision.world not in state.worlds):
        return differing(state, state.worlds)
    return {hole for debt in core.owed for hole in debt.among}


def in_hand(core: Core) -> tuple[InHand, ...]:
    """Marbles in hands, and where each was lifted, by the position that stands."""
    if not core.hands.playing or core.hands.recogniser is None:
        return ()
    state = core.hands.recogniser.state
    if core.hands.counting_on and core.hands.state is not None:
        state = core.hands.state  # it goes back to where it began to count (PP-2)
    world = _believed(core, state)
    out = []
    for i in state.in_hand(world):
        marble = state.marbles[i]
        if not marble.place:
            continue
        frm = "" if marble.waiting else return_hole(state, world, marble.place, core.options)
        out.append(InHand(marble.token, frm))
    return tuple(out)


def arrow(core: Core) -> Arrow | None:
    decision, state = core.decision, core.hands.state
    if decision is None or state is None:
        return None
    if decision.kind is Kind.WRONG:
        return Arrow(decision.world.at[decision.marble], core.back) if core.back else None
    if decision.kind is Kind.CORRECTION:
        first = next((debt for debt in core.owed if debt.blocking), None)
        if first is not None and HAND not in (first.frm, first.to):
            return Arrow(first.frm, first.to)
    return None


def marks(core: Core, game: OpenGame) -> dict[str, str]:
    """What lies on holes and is not sensed."""
    holes = core.known_seating().holes
    return {hole: kind for place, kind in game.position.marks().items() for hole in holes[place]}


def aside(core: Core) -> dict[str, str]:
    """Holes of this board whose sensors are not believed."""
    names = core.known_seating().places
    return {hole: why for hole, why in core.hands.health.aside.items() if hole in names}


def owed(core: Core, game: OpenGame) -> tuple[Owed, ...]:
    """The debts, unless the hands are just in the middle of a gesture."""
    if core.state in UNDER_WAY:
        return ()
    return tuple(
        Owed(
            token=debt.token,
            frm=debt.frm,
            to=debt.to,
            blocking=debt.blocking,
            message=debt_line(game, debt.token, debt.frm, debt.to),
        )
        for debt in core.owed
    )


def debt_message(game: OpenGame, token: str, frm: str, to: str) -> Message:
    """One debt in words: from where to where, off a hole, or on to one."""
    position, presenter = game.position, game.presenter
    nested = {}
    if frm != HAND:
        nested["a"] = presenter.hole(position, frm)
    if to != HAND:
        nested["b"] = presenter.hole(position, to)
    params = {"c": presenter.token(token)}
    if to == HAND:
        return Message("correction.off", nested=nested)
    if frm == HAND:
        # A pen's holes have no names of their own, and a marble goes into its own pen only.
        into = "correction.pen" if nested["b"].key == "hole.pen" else "correction.on"
        return Message(into, params, nested)
    return Message("correction.pair", params, nested)


def debt_line(game: OpenGame, token: str, frm: str, to: str) -> Message:
    """One debt as a line of a list, where the marble is drawn beside it: short where it can be."""
    sentence = debt_message(game, token, frm, to)
    return Message("move.go", nested=sentence.nested) if len(sentence.nested) == 2 else sentence
