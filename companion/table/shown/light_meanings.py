"""The meanings of holes now: the layers of lights for each showing of the recogniser.

There is one function for each layer; the part of the table that it speaks for owns the layer.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Final

from companion.lights.layers import Layer, Lit, merge
from companion.lights.roles import Role
from companion.recogniser.boardstate import BoardState
from companion.recogniser.candidates import Candidate, Options
from companion.recogniser.guidance import ways_back
from companion.recogniser.matching import Match
from companion.recogniser.showing import Kind, Showing
from companion.wood.debts import Debt, in_the_way
from companion.wood.marbles import HAND, World
from companion.wood.seating import Seating

OFFERS: Final = frozenset((Role.MOVABLE, Role.DESTINATION, Role.CAPTURE, Role.HINT))
"""Roles that help before a move; ``assistance = "none"`` leaves them out (PP-23)."""


def movable(state: BoardState, world: World, options: Iterable[Candidate]) -> Layer:
    """Marbles from which an action may start."""
    origins = {frm for option in options for frm, _ in option.goals}
    return {
        at: Lit(Role.MOVABLE)
        for i, at in enumerate(world.at)
        if at != HAND and state.marbles[i].place in origins and state.home(i, at)
    }


def movable_places(seating: Seating, full: Iterable[str], options: Iterable[Candidate]) -> Layer:
    """The same without a board: the marbles of the position."""
    origins = {frm for option in options for frm, _ in option.goals}
    return {hole: Lit(Role.MOVABLE) for hole in full if seating.places[hole] in origins}


def awaited(seating: Seating, full: Container[str], options: Iterable[Candidate]) -> Layer:
    """Holes where a marble may come from beside the board, from no hole at all."""
    layer: dict[str, Lit] = {}
    for option in options:
        for frm, to in option.goals:
            if not seating.holes.get(frm):
                layer |= _landing(seating.holes.get(to, ()), full, Role.CAPTURE)
    return layer


def _landing(holes: Sequence[str], full: Container[str], pushed: Role) -> Layer:
    """The empty holes of a place; where all are ``full``, all of them with the other light."""
    empty = [hole for hole in holes if hole not in full]
    return {hole: Lit(Role.DESTINATION if empty else pushed) for hole in empty or holes}


def gesture(state: BoardState, showing: Showing) -> Layer:
    """A gesture under way: where the marbles in the hand may go, and what else may move.

    Without a named card, a lift shows only the hole it came from (PP-7).
    """
    layer: dict[str, Lit] = {}
    for match in showing.matches:
        if match.fit is None or match.candidate is None:
            continue
        named = match.candidate.prelude is None
        for marble, to in match.fit.held:
            if named:
                layer = merge((layer, _targets(state, match, marble, to)))
            for hole in state.free_holes(state.marbles[marble].place, match.world)[:1]:
                layer.setdefault(hole, Lit(Role.ORIGIN))
        if named and not match.fit.held:
            rest = [_rest_of(match)]
            beside = awaited(state.seating, state.full(match.world), rest)
            layer = merge((layer, movable(state, match.world, rest), beside))
    for hole, lit in released(state, showing.world).items():
        layer.setdefault(hole, lit)
    return layer


def lifted_again(layer: Layer, state: BoardState) -> Layer:
    """The same layer, with the origin where the marble was lifted now, not where its move began.

    Set down there again, the marble has made that move. So nobody takes it back by following a
    light.
    """
    out = {hole: lit for hole, lit in layer.items() if lit.role is not Role.ORIGIN}
    for world in state.worlds[:1]:
        for i in state.in_hand(world):
            if not state.marbles[i].waiting:
                for hole in state.free_holes(state.marbles[i].place, world)[:1]:
                    out.setdefault(hole, Lit(Role.ORIGIN))
    return out


def _rest_of(match: Match) -> Candidate:
    assert match.candidate is not None
    assert match.fit is not None
    return Candidate(match.candidate.path, match.fit.remaining, ())


def _targets(state: BoardState, match: Match, marble: int, place: str) -> Layer:
    """The holes a held marble may go to: empty ones, and ones to capture in or to swap with."""
    assert match.candidate is not None
    leaving = {frm for frm, _ in match.candidate.goals}
    role = Role.MOVABLE if place in leaving else Role.CAPTURE
    if swaps(match, state.marbles[marble].place, place):
        role = Role.DESTINATION
    return _landing(state.seating.holes.get(place, ()), state.full(match.world), role)


def swaps(match: Match, frm: str, to: str) -> bool:
    """Whether the marble from ``frm`` changes places with the one at ``to``."""
    return match.candidate is not None and (to, frm) in match.candidate.goals


def released(state: BoardState, world: World) -> Layer:
    """The free holes of the pens of captured marbles in the hand (PP-6)."""
    layer: dict[str, Lit] = {}
    for i in state.in_hand(world):
        marble = state.marbles[i]
        if not marble.waiting:
            continue
        for hole in state.free_holes(marble.place, world):
            if hole not in state.full(world) | state.present:
                layer[hole] = Lit(Role.PEN, marble.token)
    return layer


def taken(state: BoardState, showing: Showing) -> Layer:
    """The pens of marbles that the gesture under way captured and that are in the hand."""
    layer: dict[str, Lit] = {}
    for match in showing.matches:
        held = set(state.in_hand(match.world))
        for loose in match.candidate.loose if match.candidate is not None else ():
            off = any(state.marbles[i].place == loose.frm for i in held)
            for hole in state.seating.holes.get(loose.to, ()) if off else ():
                if hole not in state.full(match.world) | state.present:
                    layer[hole] = Lit(Role.PEN, loose.token)
    return layer


def return_hole(state: BoardState, world: World, place: str, options: Options) -> str:
    """The hole that a marble of this place came from."""
    empty = ways_back(state, world, place, options)
    return next(iter(empty or state.free_holes(place, world)), "")


def slip(state: BoardState, showing: Showing, back: str, blocked_by: str | None) -> Layer:
    """A stray or wrongly put marble: where it stands, where it goes back and what is in the way."""
    layer: dict[str, Lit] = {}
    at = showing.world.at[showing.marble]
    for hole in state.seating.holes.get(blocked_by or "", ()):
        if hole in state.full(showing.world):
            layer[hole] = Lit(Role.MOVABLE)
    if back:
        layer[back] = Lit(Role.RETURN)
    if at != HAND:
        layer[at] = Lit(Role.WRONG)
    return layer


def correction(owed: Sequence[Debt], home: str = "") -> Layer:
    """The first debt to be paid: one pair at a time (PP-10).

    ``home``  the token that is led back to where it came from: nothing is missing there
    """
    layer: dict[str, Lit] = {}
    first, other = [debt for debt in owed if debt.blocking][:1], in_the_way(owed)
    if other is not None:  # no light calls for a marble where another one stands
        off = (*first, other) if other.to == first[0].frm else (other,)
        return {debt.frm: Lit(Role.EXTRA, debt.token) for debt in off}
    for debt in first:
        for hole in debt.among:
            layer[hole] = Lit(Role.EXTRA)
        if debt.frm != HAND:
            layer[debt.frm] = Lit(Role.EXTRA, debt.token)
        if debt.to != HAND:
            back = home and debt.token == home and debt.frm != HAND
            layer[debt.to] = Lit(Role.RETURN) if back else Lit(Role.MISSING, debt.token)
    return layer


def question(state: BoardState, showing: Showing) -> Layer:
    """Holes on which the readings differ, or where the marble in question stands."""
    worlds = [match.world for match in showing.matches]
    asked = differing(state, worlds) if showing.kind is not Kind.CARD else set()
    return {at: Lit(Role.ASK) for at in asked or _placed(showing)}


def differing(state: BoardState, worlds: Iterable[World]) -> set[str]:
    """Holes on which these readings differ: another colour stands there, or none."""
    first, *others = (state.tokens(world) for world in worlds)
    return {at for it in others for at in it | first if it.get(at) != first.get(at)}


def unseen(showing: Showing) -> Layer:
    """Holes set aside in which the lifted marble may stand (PP-13)."""
    return {
        hole: Lit(Role.ASK)
        for match in showing.matches
        for hole in (match.fit.hidden if match.fit is not None else ())
    }


def _placed(showing: Showing) -> set[str]:
    """Targets that the readings of a showing have reached."""
    out: set[str] = set()
    for match in showing.matches:
        if match.candidate is not None and match.fit is not None:
            reached = {to for frm_to in match.candidate.goals for to in frm_to[1:]}
            left = {to for _, to in match.fit.remaining}
            out |= reached - left
    return {hole for hole in out if hole in showing.world.at}
