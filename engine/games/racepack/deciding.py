"""The actions that each phase accepts: their list, and the reading of one (RP-81 … RP-87)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ...action import CHANCE_SEAT, Action, Displacement
from . import setup, turn
from .board import SPUN
from .checks import refuse
from .moves import Movement, movements
from .race import SPEEDS_OF, Race
from .road import NONE
from .state import LAYING, MOVE, MOVE_HAZARD, OVER_PHASE, PENALTY, POLE, REACT, State
from .turn import Outcome

FACES: Final = "012345"
"""RP-1: null, ace, 2 … 5."""

LATE: Final = "T"
PASS: Final = "-"

DIE: Final = re.compile(r"D(\d+)", re.ASCII)
POLE_DICE: Final = re.compile(r"P(\w+):(\d+)", re.ASCII)
HAZARD_DIE: Final = re.compile(r"H(\d+)", re.ASCII)

Moves = Mapping[str, Movement]


# -- listing --


def listed(race: Race, state: State, moves: Moves) -> tuple[Action, ...]:
    """Every action accepted now, by text and then by seat; ``moves``: those of phase move."""
    if state.phase == MOVE:
        found = _move(race, state, moves)
    elif state.phase == OVER_PHASE:
        found = iter(())
    else:
        found = _LIST[state.phase](race, state)
    return tuple(sorted(found, key=lambda action: (action.text, action.seat)))


def dice_seat(race: Race, seat: int) -> int:
    """The seat that acts when a die is rolled; chance, if the service rolls."""
    return CHANCE_SEAT if race.service else seat


def _move(race: Race, state: State, moves: Moves) -> Iterator[Action]:
    car = state.turn.car
    seat = race.owner[car]
    if race.timer:
        yield Action(seat, LATE)
    at = state.cars[car].at
    spaces = race.road.spaces
    frm = SPUN if at == NONE else spaces[at]
    ways = {to: (Displacement(frm, spaces[to]),) for to in {m.way.to for m in moves.values()}}
    for text, movement in moves.items():
        if movement.way.kind == "E":
            yield Action(seat, text, ways[movement.way.to])
            continue
        params = {"speed": str(movement.speed)}
        if movement.token is not None:
            params["token"] = movement.token
        yield Action(seat, text, ways[movement.way.to], params)


def _penalty(race: Race, state: State) -> Iterator[Action]:
    seat = dice_seat(race, race.owner[state.turn.car])
    return (Action(seat, f"D{face}", params={"die": face}) for face in FACES)


def _react(race: Race, state: State) -> Iterator[Action]:
    able = turn.claimers(race, state)
    if not able:  # a position that was handed in: nobody is left to claim
        yield Action(race.owner[state.turn.car], PASS, params={"claim": PASS})
    for player in able:
        yield Action(player, PASS, params={"claim": PASS})
        for holder, held in enumerate(state.tokens):
            if race.player_of(holder) == player:
                for value in _claims(held):
                    claim = f"{race.holders[holder]}:{value}"
                    yield Action(player, f"!{claim}", params={"claim": claim})


def _claims(held: tuple[str, ...]) -> Iterator[str]:
    """RP-84: the ways to speak the tokens in hand."""
    for token in dict.fromkeys(held):
        if token == "W":
            yield from (f"W{speed}" for speed in SPEEDS_OF[token])
        else:
            yield token


def _pole(race: Race, state: State) -> Iterator[Action]:
    for player in setup.pending(state):
        seat, name = dice_seat(race, player), race.players[player][0]
        for faces in (a + b + c for a in FACES for b in FACES for c in FACES):
            yield Action(seat, f"P{name}:{faces}", params={"player": name, "dice": faces})


def _laying(race: Race, state: State) -> Iterator[Action]:
    seat = dice_seat(race, race.owner[state.order[0]])
    if state.counted == NONE:
        return (Action(seat, f"H{face}", params={"die": face}) for face in FACES)
    names = [race.road.spaces[space] for space in setup.icon_spaces(race, state)]
    return (Action(seat, f"H{name}", params={"space": name}) for name in names)


def _move_hazard(race: Race, state: State) -> Iterator[Action]:
    seat = race.owner[state.turn.car]
    names = [race.road.spaces[space] for space in turn.movable_hazards(race, state)]
    return (Action(seat, f"H{name}", params={"space": name}) for name in names)


_LIST: Final = {
    POLE: _pole,
    LAYING: _laying,
    PENALTY: _penalty,
    REACT: _react,
    MOVE_HAZARD: _move_hazard,
}


# -- making --


def made(race: Race, state: State, text: str, seat: int | None, moves: Moves | None) -> Outcome:
    """The outcome of an action; IllegalAction with RP-86's code if it is not accepted.

    ``moves``: those of phase move, if they are known already.
    """
    if state.skipped:
        state = state._replace(skipped=())
    if state.phase == OVER_PHASE:
        refuse("race_over", f"{text!r:.60}: the race is over (RP-73); start a new one")
    if state.phase == MOVE:
        return _make_move(race, state, text, seat, moves)
    if state.phase == PENALTY:
        return _make_roll(race, state, text, seat)
    if state.phase == REACT:
        return _make_reaction(race, state, text, seat)
    return _MAKE[state.phase](race, state, text, seat)


def _check_seat(seat: int | None, wanted: int, text: str) -> None:
    if seat is not None and seat != wanted:
        who = "chance" if wanted == CHANCE_SEAT else f"player {wanted}"
        refuse("illegal_movement", f"{text!r:.60} is for {who} to do, not for seat {seat}")


def _make_move(
    race: Race, state: State, text: str, seat: int | None, moves: Moves | None
) -> Outcome:
    if text[:1] in ("D", "!") or text == PASS:
        refuse("wrong_phase", f"{text!r:.60}: a movement is awaited, not a roll or a claim (RP-81)")
    car = state.turn.car
    found = movements(race, state) if moves is None else moves
    late = text == LATE and bool(race.timer)
    if not late and text not in found:
        names = ", ".join(sorted(found)[:8]) + (", …" if len(found) > 8 else "")
        refuse(
            "illegal_movement",
            f"{text!r:.60} is no legal movement of {race.cars[car]}; "
            + (f"legal are {names}" if found else "there is none (RP-55)"),
        )
    _check_seat(seat, race.owner[car], text)
    return turn.lose_turn(race, state) if late else turn.move(race, state, found[text])


def _make_roll(race: Race, state: State, text: str, seat: int | None) -> Outcome:
    match = DIE.fullmatch(text)
    if match is None:
        refuse("wrong_phase", f"{text!r:.60}: a penalty roll is awaited, D0 … D5 (RP-83)")
    _check_face(match[1], text)
    _check_seat(seat, dice_seat(race, race.owner[state.turn.car]), text)
    return turn.roll(race, state, int(match[1]))


def _check_face(face: str, text: str) -> None:
    if len(face) != 1 or face not in FACES:
        refuse("bad_die", f"{text!r:.60}: a die shows 0 … 5 (RP-1)")


def _make_reaction(race: Race, state: State, text: str, seat: int | None) -> Outcome:
    able = turn.claimers(race, state)
    if text == PASS:
        if not able:
            _check_seat(seat, race.owner[state.turn.car], text)
            return turn.let_pass(race, state, None)
        if seat is not None and seat not in able:
            refuse("illegal_movement", f"seat {seat} has no claim to pass on (RP-44)")
        return turn.let_pass(race, state, seat)
    if text[:1] != "!":
        refuse("wrong_phase", f"{text!r:.60}: a claim is awaited, !… or - (RP-84)")
    name, _, value = text[1:].partition(":")
    kind = "player" if race.pool else "car"
    if name not in race.holders:
        refuse("no_token", f"{text!r:.60}: no {kind} {name!r:.30} holds tokens in this race")
    holder = race.holders.index(name)
    player = race.player_of(holder)
    if player == race.owner[state.turn.car]:
        refuse("own_player", f"{text!r:.60}: nobody claims against an own car (RP-44)")
    if value not in _claims(state.tokens[holder]):
        refuse("no_token", f"{text!r:.60}: {name} has no such token (left)")
    if player not in able:
        refuse("illegal_movement", f"{text!r:.60}: that player has passed (RP-44)")
    _check_seat(seat, player, text)
    token = "W" if value[0] == "W" else value
    return turn.claim(race, state, holder, token, int(value[-1]))


def _make_pole(race: Race, state: State, text: str, seat: int | None) -> Outcome:
    match = POLE_DICE.fullmatch(text)
    if match is None:
        refuse("wrong_phase", f"{text!r:.60}: dice for the pole are awaited, P<player>:<faces>")
    if len(match[2]) != 3 or any(face not in FACES for face in match[2]):
        refuse("bad_die", f"{text!r:.60}: three faces from 0 to 5 are needed (RP-21)")
    names = {race.players[p][0]: p for p in setup.pending(state)}
    if match[1] not in names:
        refuse("illegal_movement", f"{text!r:.60}: to roll are {', '.join(names)} (RP-21)")
    _check_seat(seat, dice_seat(race, names[match[1]]), text)
    return setup.roll_for_pole(race, state, names[match[1]], match[2])


def _make_laying(race: Race, state: State, text: str, seat: int | None) -> Outcome:
    if text[:1] != "H":
        refuse("wrong_phase", f"{text!r:.60}: a hazard is awaited, H<face> or H<space> (RP-88)")
    match = HAZARD_DIE.fullmatch(text)
    if match is not None:
        _check_face(match[1], text)
    spaces = race.road.spaces
    icons = (
        {}
        if state.counted == NONE
        else {f"H{spaces[s]}": s for s in setup.icon_spaces(race, state)}
    )
    if (match is None) == (state.counted == NONE) or (icons and text not in icons):
        awaited = ", ".join(icons) or "H0 … H5"
        refuse("illegal_movement", f"{text!r:.60}: awaited is {awaited} (RP-26)")
    _check_seat(seat, dice_seat(race, race.owner[state.order[0]]), text)
    if match is not None:
        return setup.count_hazard(race, state, int(match[1]))
    return setup.lay_hazard(race, state, icons[text])


def _make_hazard_move(race: Race, state: State, text: str, seat: int | None) -> Outcome:
    if text[:1] != "H":
        refuse("wrong_phase", f"{text!r:.60}: a hazard to move is awaited, H<space> (RP-78)")
    spaces = race.road.spaces
    lying = {f"H{spaces[at]}": at for at in turn.movable_hazards(race, state)}
    if text not in lying:
        refuse("illegal_movement", f"{text!r:.60}: movable are {', '.join(lying)} (RP-78)")
    _check_seat(seat, race.owner[state.turn.car], text)
    return turn.move_hazard(race, state, lying[text])


_MAKE: Final = {POLE: _make_pole, LAYING: _make_laying, MOVE_HAZARD: _make_hazard_move}
