"""Who wants what shown: the table's layers of lights, by owner (PP-21).

Each function speaks for one part of the table; ``lighting`` merges them and renders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from companion.lights.layers import Layer, Layers, Lit, Owner, linear, merge
from companion.lights.roles import Role
from companion.recogniser.recogniser import Kind
from engine.game import OVER, Position
from hardware.ports import Look, Motion

from . import light_meanings

if TYPE_CHECKING:
    from companion.table.core import Core

UNDER_WAY: Final = frozenset((Kind.LIFTED, Kind.HALF, Kind.UNSEEN))
"""Decisions that are a move under way; an unseen one may still be in the hand (PP-13)."""

OFFERS: Final = frozenset((Role.MOVABLE, Role.DESTINATION, Role.CAPTURE, Role.HINT))
"""Roles that help before a move; ``assistance = "none"`` leaves them out (PP-23)."""


GLASS_LEVEL: Final = 0.12
"""Share of full light of a sand-glass: two dozen of them draw less than three white lights."""
LAST_PART: Final = 4
"""In the last such part of its time a sand-glass breathes."""


def show(core: Core, layers: Layers) -> None:
    """Set every layer to what stands now."""
    layers.clear()
    position = core.position
    if core.game is None or position is None:
        return
    if position.to_act is OVER:
        winners = core.game.presenter.winners(position, core.game.last)
        layers.set(Owner.CELEBRATION, celebration(core, position, winners))
        return
    layers.set(Owner.TURN, sides(core, position, core.acting, Role.TURN))
    asked = core.hints.asked_layer(core.known_seating())
    layers.set(Owner.GAME, helpful(core, besides(game(core), asked)))
    layers.set(Owner.GESTURE, helpful(core, gesture(core)))
    layers.set(Owner.DEBT, debt(core))
    layers.set(Owner.ASK, ask(core))
    layers.set(Owner.HINT, asked or hint(core, position))
    layers.set(Owner.FAULT, fault(core))
    layers.set(Owner.GLASS, glass(core))


def helpful(core: Core, layer: Layer) -> Layer:
    """The layer without what the players do not want to be helped with (PP-23)."""
    if core.settings.assistance != "none":
        return layer
    return {hole: lit for hole, lit in layer.items() if lit.role not in OFFERS}


def besides(layer: Layer, asked: Layer) -> Layer:
    """The layer without the marbles of a hint that was asked for: they shine as the hint does."""
    return {hole: lit for hole, lit in layer.items() if hole not in asked}


def sides(core: Core, position: Position, seats: Iterable[int], role: Role) -> Layer:
    """The holes that stand for these seats, in their colours."""
    assert core.game is not None
    presenter = core.game.presenter
    colours = {seat.number: seat.colours for seat in position.seats}
    of = presenter.winner_holes if role is Role.WINNER else presenter.turn_holes
    return {
        hole: Lit(role, colour)
        for seat in seats
        for colour in colours.get(seat, ())
        for hole in of(position, (colour,))
    }


def celebration(core: Core, position: Position, winners: Sequence[int]) -> Layer:
    """The winners' own holes; on the board the sweep goes through its corners too."""
    own = sides(core, position, winners, Role.WINNER)
    first = next(iter(own.values()), Lit(Role.WINNER))._replace(pixel=True)
    corners = (space.id for space in position.board.spaces if space.kind == "corner")
    return {**dict.fromkeys(corners, first), **own}


def game(core: Core) -> Layer:
    """Marbles that may be moved: by the board's marbles, or the position's without a board."""
    decision, state = core.decision, core.hands.state
    direct, seating = core.options.direct, core.known_seating()
    if decision is None or state is None:
        layer = light_meanings.movable_places(seating, core.expected(), direct)
    elif decision.kind is Kind.REST:
        layer = light_meanings.movable(state, decision.world, direct)
    else:
        return {}
    return merge((layer, light_meanings.awaited(seating, direct)))


def gesture(core: Core) -> Layer:
    """A move that the hands are in the middle of."""
    decision, state = core.decision, core.hands.state
    if decision is None or state is None or decision.kind not in UNDER_WAY:
        return {}
    layer = light_meanings.gesture(state, decision)
    reader = core.hands.recogniser
    again = reader is not None and reader.state is not state  # a change of the last move (PP-5)
    if reader is not None and again and not core.hands.counting_on:
        layer = light_meanings.lifted_again(layer, reader.state)
    if reader is not None and core.hands.anew is not None:  # who drives on quickly is shown so, too
        layer = merge((layer, light_meanings.gesture(reader.state, core.hands.anew)))
    return merge((layer, light_meanings.taken(state, decision)))


def debt(core: Core) -> Layer:
    """What the hands have to put right or still owe: pens, slips, correction (PP-6, 8, 10, 17)."""
    decision, state = core.decision, core.hands.state
    if decision is None or state is None:
        return {}
    layer = light_meanings.released(state, decision.world)
    if decision.kind in (Kind.STRAY, Kind.WRONG):
        blocked = core.reason.blocked_by if core.reason is not None else None
        return merge((layer, light_meanings.slip(state, decision, core.back, blocked)))
    if decision.kind is Kind.CORRECTION:
        return merge((layer, light_meanings.correction(core.owed)))
    return layer


def ask(core: Core) -> Layer:
    """Holes that the page asks about (PP-3, PP-7, PP-12, PP-13)."""
    decision, state = core.decision, core.hands.state
    if core.keeping is not None:
        return {core.keeping.hole: Lit(Role.ASK)} if core.keeping.hole else {}
    if decision is not None and decision.kind is Kind.UNSEEN:
        return light_meanings.unseen(decision)
    if decision is not None and state is not None and decision.kind in (Kind.ASK, Kind.CARD):
        return light_meanings.question(state, decision)
    return named(core)


def named(core: Core) -> Layer:
    """Holes that a choice without any move may name: each can be tapped on the page."""
    position, holes = core.position, core.known_seating().holes
    choices = [] if position is None else [a for a in position.legal() if not a.displacements]
    values = (value for a in choices if not a.prelude for value in a.params.values())
    return {hole: Lit(Role.ASK) for value in values for hole in holes.get(value, ())}


def fault(core: Core) -> Layer:
    """Holes whose sensors are set aside (PP-13)."""
    names = core.known_seating().names
    return {hole: Lit(Role.FAULT) for hole in core.hands.health.aside if hole in names}


def glass(core: Core) -> Layer:
    """The sand-glass: lights of the seat's colour go out as its time goes (RP-74).

    It is decoration: it shows where nobody has anything to say, and not on the page, which has a
    glass of its own (PP-21).
    """
    clocks = core.clocks
    shining, limit = clocks.shining(core), clocks.limit
    if core.game is None or limit is None or not shining:
        return {}
    token = core.game.presenter.colour_of(core.game.position, limit.seat)
    late = shining * LAST_PART <= len(clocks.grains)
    theme = core.settings.theme
    look = Look(
        *linear(theme.seat_colour(token), GLASS_LEVEL),
        Motion.BREATHE if late else Motion.STEADY,
    )
    lit = Lit(Role.TURN, token, pixel=True, look=look)
    return dict.fromkeys(clocks.grains[-shining:], lit)


def hint(core: Core, position: Position) -> Layer:
    """A good move where hints are always wanted, while the hands are still."""
    if core.settings.assistance != "hint":
        return {}
    if core.decision is not None and core.decision.kind is not Kind.REST:
        return {}
    return core.hints.layer(position, core.known_seating())
