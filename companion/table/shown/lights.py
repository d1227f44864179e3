"""The table's layers of lights, by owner (PP-21).

Each function makes one owner's layer; ``companion.lights.layers`` merges them and renders.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from typing import Final

from companion.lights.layers import Layer, Layers, Lit, Owner, linear, merge
from companion.lights.roles import Role
from companion.lights.theme import Theme
from companion.model.states import AT_REST, TableState
from companion.play.open_game import lately
from companion.recogniser.showing import Kind
from companion.table.moment import Moment
from engine.game import Position
from hardware.ports import Look, Motion

from . import light_meanings
from .board import holes_shown
from .help_level import assistance
from .paying import called, pays
from .pictured import pictured

UNDER_WAY: Final = frozenset((Kind.LIFTED, Kind.HALF, Kind.UNSEEN))
"""Decisions that are a move under way; an unseen marble may still be in the hand (PP-13)."""

GLASS_LEVEL: Final = 0.12
"""Share of full light in a sand-glass: two dozen of its lights draw less than three white ones."""
LAST_PART: Final = 4
"""The last share of its time in which a sand-glass breathes."""


def show(moment: Moment, layers: Layers) -> None:
    """Set every layer by what stands now."""
    layers.clear()
    position = moment.position
    if moment.game is None or position is None:
        return
    if moment.state is TableState.OVER:
        winners = moment.game.presenter.winners(position, moment.game.last)
        layers.set(Owner.CELEBRATION, celebration(moment, position, winners))
        return
    layers.set(Owner.TURN, sides(moment, position, moment.seen_acting, Role.TURN))
    asked = moment.hints.asked_layer(moment.known_seating())
    layers.set(Owner.GAME, helpful(moment, besides(merge((game(moment), left(moment))), asked)))
    layers.set(Owner.GESTURE, helpful(moment, gesture(moment)))
    layers.set(Owner.DEBT, debt(moment))
    layers.set(Owner.WHY, why(moment))
    layers.set(Owner.ASK, ask(moment))
    layers.set(Owner.HINT, asked or hint(moment, position))
    layers.set(Owner.FAULT, fault(moment))
    layers.set(Owner.GLASS, glass(moment))


def wait(moment: Moment, layers: Layers) -> None:
    """While a dwell is awaited the lights of a move stay. What leads stays only where the sentence
    on top still calls for it, and a question that is over goes."""
    if moment.showing is not None and moment.showing.kind is not Kind.WAIT:
        return
    layers.set(Owner.DEBT, debt(moment))
    layers.set(Owner.WHY, why(moment))
    layers.set(Owner.ASK, ask(moment))


def helpful(moment: Moment, layer: Layer) -> Layer:
    """The layer without the help that the players do not want (PP-23)."""
    if assistance(moment) != "none":
        return layer
    offers = light_meanings.OFFERS
    return {hole: lit for hole, lit in layer.items() if lit.role not in offers}


def besides(layer: Layer, asked: Layer) -> Layer:
    """The layer without the marbles of a hint that was asked for: they shine as the hint does."""
    return {hole: lit for hole, lit in layer.items() if hole not in asked}


def sides(moment: Moment, position: Position, seats: Iterable[int], role: Role) -> Layer:
    """The holes that stand for these seats, in their colours."""
    assert moment.game is not None
    presenter = moment.game.presenter
    colours = {seat.number: seat.colours for seat in position.seats}
    of = presenter.winner_holes if role is Role.WINNER else presenter.turn_holes
    return {
        hole: Lit(role, colour)
        for seat in seats
        for colour in colours.get(seat, ())
        for hole in of(position, (colour,))
    }


def celebration(moment: Moment, position: Position, winners: Sequence[int]) -> Layer:
    """The winners' own holes; on the board the sweep also goes through the corners."""
    own = sides(moment, position, winners, Role.WINNER)
    first = next(iter(own.values()), Lit(Role.WINNER))._replace(pixel=True)
    corners = (space.id for space in position.board.spaces if space.kind == "corner")
    return {**dict.fromkeys(corners, first), **own}


def game(moment: Moment) -> Layer:
    """Marbles that may be moved: those on the board, or the position's if there is no board."""
    showing, state = moment.showing, moment.hands.dialogue.board
    direct, seating = moment.options.direct, moment.known_seating()
    bot = moment.bot
    if bot.seat is not None and bot.action is None and not bot.stuck:
        return {}  # until a bot has decided, nobody is to lift anything
    full: Container[str]
    if showing is None or state is None:
        full = moment.expected()
        layer = light_meanings.movable_places(seating, moment.expected(), direct)
    elif showing.kind is Kind.REST:
        full = state.full(showing.world)
        layer = light_meanings.movable(state, showing.world, direct)
    else:
        return {}
    return merge((layer, light_meanings.awaited(seating, full, direct)))


def left(moment: Moment) -> Layer:
    """The holes that a bot's last move came from, for those who looked away.

    They stay until the next move: a card that somebody lays, or a turn without a move, is none.
    """
    played, showing = moment.game, moment.showing
    if played is None or (showing is not None and showing.kind is not Kind.REST):
        return {}
    made = (step.play.action for step in lately(played) if not step.chance)
    last = next((action for action in made if action.displacements), None)
    if last is None or last.seat not in played.bots:
        return {}
    return {
        hole: Lit(Role.ORIGIN) for way in last.displacements for hole in _left_hole(moment, way.frm)
    }


def _left_hole(moment: Moment, place: str) -> Sequence[str]:
    """The hole of a place that a marble has left; of several the one that shone as it was lifted,
    else one that is free now.
    """
    holes = moment.known_seating().holes.get(place, ())
    if len(holes) <= 1:
        return holes
    showing, state = moment.showing, moment.hands.dialogue.board
    if showing is None or state is None:
        full = moment.expected()
        free = [hole for hole in holes if hole not in full]
    else:
        free = state.free_holes(place, showing.world)
    shone = [h for h in free if h in moment.lit and moment.lit[h].role is Role.ORIGIN]
    return (shone or free)[:1]


def gesture(moment: Moment) -> Layer:
    """A move that the hands are in the middle of."""
    showing, state = moment.showing, moment.hands.dialogue.board
    if showing is None or state is None or showing.kind not in UNDER_WAY or pays(moment):
        return {}
    layer = light_meanings.gesture(state, showing)
    if moment.hands.dialogue.moved is not None:
        layer = light_meanings.lifted_again(layer, moment.hands.dialogue.moved)
    if moment.hands.dialogue.anew is not None:  # a player who moves on quickly sees it too
        layer = merge((layer, light_meanings.gesture(*moment.hands.dialogue.anew)))
    return merge((layer, light_meanings.taken(state, showing)))


def debt(moment: Moment) -> Layer:
    """What the hands must put right or still owe: pens, slips, correction (PP-6, 8, 10, 17)."""
    showing, state = moment.showing, moment.hands.dialogue.board
    if showing is None or state is None:
        return {}
    layer = light_meanings.released(state, showing.world)
    if showing.kind in (Kind.STRAY, Kind.WRONG):
        blocked = moment.reason.blocked_by if moment.reason is not None else None
        return merge((layer, light_meanings.slip(state, showing, moment.back, blocked)))
    if showing.kind is Kind.WAIT:
        layer = merge((layer, light_meanings.taken(state, showing)))
    owed = moment.owed if showing.kind is Kind.CORRECTION or pays(moment) else ()
    if showing.is_only_waited_for:
        owed = called(moment)  # the sentence on top calls for it still
    game = moment.game
    home = "" if game is None or not owed else game.presenter.scenery.led_back(pictured(game))
    return merge((layer, light_meanings.correction(owed, home)))


def ask(moment: Moment) -> Layer:
    """Holes that the page asks about (PP-3, PP-7, PP-12, PP-13)."""
    showing, state = moment.showing, moment.hands.dialogue.board
    if moment.keeping is not None:
        return {moment.keeping.hole: Lit(Role.ASK)} if moment.keeping.hole else {}
    if showing is not None and showing.kind is Kind.UNSEEN:
        return light_meanings.unseen(showing)
    if showing is not None and state is not None and showing.kind in (Kind.ASK, Kind.CARD):
        return light_meanings.question(state, showing)
    return named(moment)


def why(moment: Moment) -> Layer:
    """The holes that "Why?" counts, and the one where the count ends, once somebody has asked."""
    reason = moment.reason
    if reason is None or not reason.told:
        return {}
    end = {reason.ends: Lit(Role.DESTINATION)} if reason.ends else {}
    return {hole: Lit(Role.HINT) for hole in reason.walk} | end


def named(moment: Moment) -> Layer:
    """Holes that a choice without any move may name: people can tap each on the page."""
    position, holes = moment.position, moment.known_seating().holes
    choices = [] if position is None else [a for a in position.legal() if not a.displacements]
    values = (value for a in choices if not a.prelude for value in a.params.values())
    return {hole: Lit(Role.ASK) for value in values for hole in holes.get(value, ())}


def fault(moment: Moment) -> Layer:
    """Holes whose sensors are set aside (PP-13)."""
    names = moment.known_seating().names
    return {hole: Lit(Role.FAULT) for hole in moment.aside if hole in names}


def glass(moment: Moment) -> Layer:
    """The sand-glass: lights in the seat's colour go out as its time runs down (RP-74).

    It is decoration: it shows only where nothing else is to be said. The page has a glass of its
    own and does not show it (PP-21).
    """
    clocks = moment.clocks
    shining, limit = clocks.shining(moment.now()), clocks.limit
    if moment.game is None or limit is None or not shining:
        return {}
    token = moment.game.presenter.colour_of(moment.game.position, limit.seat)
    late = shining * LAST_PART <= len(clocks.grains)
    theme = moment.settings.theme
    look = Look(
        *linear(theme.seat_colour(token), GLASS_LEVEL),
        Motion.BREATHE if late else Motion.STEADY,
    )
    lit = Lit(Role.TURN, token, pixel=True, look=look)
    return dict.fromkeys(clocks.grains[-shining:], lit)


def beacon(moment: Moment, seats: Collection[int]) -> Layer:
    """The marbles of whoever asked where they are, in their colour, while the hands are still.

    The pixels alone show it: a page numbers them.
    """
    position = moment.position
    if not seats or position is None or moment.state not in AT_REST:
        return {}
    theme = moment.settings.theme
    own = {colour for seat in position.seats if seat.number in seats for colour in seat.colours}
    return {
        hole: Lit(Role.TURN, shown.token, pixel=True, look=_steady(theme, shown.token))
        for hole, shown in holes_shown(moment).items()
        if shown.token in own
    }


def _steady(theme: Theme, token: str) -> Look:
    return Look(*linear(theme.seat_colour(token)), Motion.STEADY)


def hint(moment: Moment, position: Position) -> Layer:
    """A good move if hints are always wanted, while the hands are still."""
    if assistance(moment) != "hint":
        return {}
    if moment.showing is not None and moment.showing.kind is not Kind.REST:
        return {}
    return {} if moment.game is None else moment.hints.layer(moment.game, moment.known_seating())
