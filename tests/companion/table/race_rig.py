"""Hands that drive a race at the table of ``table_rig``: cars, questions, dice, debts."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from table_rig import AT_TABLE, Rig

from companion.model.commands import Act, Answer, Caller, New, with_options
from companion.words import render
from engine.action import Action
from engine.game import CHANCE, Position

FOUR = [["A"], ["B"], ["C"], ["D"]]


def race(players: list[list[str]] | None = None, *, rig: Rig | None = None, **more: Any) -> Rig:
    """A race on the grid (``setup`` False) unless told otherwise, set out on a virtual board."""
    rig = rig or Rig()
    rig.table.command(asked({"players": players or FOUR, "setup": False, **more}), AT_TABLE)
    return rig.plug_in()


def asked(fields: dict[str, Any]) -> New:
    """The command that asks for a race; what only a race knows may stand beside the rest."""
    told = with_options({"command": "new", "game": "racepack", **fields})
    return msgspec.convert(told, New)


def standing(rig: Rig, **fields: Any) -> Rig:
    """The same race from another position: fields of RP-80, ``cars`` by id with what differs."""
    moment = rig.table._moment
    assert moment.position is not None
    data = dict(moment.position.to_json())
    cars: dict[str, Any] = {}
    for car, wanted in fields.pop("cars").items():
        cars[car] = {"at": wanted} if isinstance(wanted, str) else wanted
    players = {name: [c for c in held if c in cars] for name, held in _players(data).items()}
    kept = {key: data[key] for key in ("game", "track", "laps", "options") if key in data}
    position = {**kept, "players": {n: held for n, held in players.items() if held}, "cars": cars}
    return rig.at({**position, **fields})


def _players(data: dict[str, Any]) -> dict[str, list[str]]:
    players: dict[str, list[str]] = data["players"]
    return players


def now(rig: Rig) -> Position:
    """The position that stands."""
    moment = rig.table._moment
    assert moment.position is not None
    return moment.position


def before_corner() -> Rig:
    """Red in front of corner 1, Orange beside it, Yellow far ahead; Red is to drive."""
    return standing(race(), cars={"A": "3.0R", "B": "3.1L", "C": "10.0L"}, turn={"car": "A"})


def turn_of(rig: Rig) -> tuple[str, int, int]:
    """Driver, movements made, last speed."""
    turn = now(rig).to_json()["turn"]
    assert isinstance(turn, dict)
    return turn["car"], turn["made"], turn["speed"]


def legal(rig: Rig, text: str) -> Action:
    """The legal action of that text."""
    return next(action for action in now(rig).legal() if action.text == text)


def drive(rig: Rig, text: str, *, pay: bool = True) -> Rig:
    """Make an action as people do: with the car, with the page, with both; then follow the lights.

    ``pay``: what the lights then ask for is done, too.
    """
    action = legal(rig, text)
    if action.displacements:
        frm, to = action.displacements[0]
        token = next(e.moved[0].token for e in now(rig).apply(action).events if e.moved)
        if frm in rig.wood:
            rig.lift(frm)
        elif token not in rig.hand:
            rig.hand.append(token)
        rig.put(to, token).settle()
        tell(rig, text)
    else:
        rig.table.command(Act(text), Caller(seats=frozenset({action.seat})))
    assert rig.done()[-1] == text, (text, rig.done()[-1:], rig.said, rig.state)
    return follow(rig) if pay else rig


def tell(rig: Rig, text: str) -> None:
    """Answer the questions of the page as the one who meant that action."""
    for _ in range(3):
        ask = rig.view.ask
        if ask is None:
            return
        option = next(o for o in ask.options if text in o.actions)
        rig.table.command(Answer(ask.id, option.id), AT_TABLE)
    raise AssertionError(f"{text}: asked too often")


def see(rig: Rig) -> Rig:
    """Say truly which cars stand where the page asks for them."""
    for _ in range(6):
        ask = rig.view.ask
        if ask is None or not any(option.hole for option in ask.options):
            return rig
        true = next(o for o in ask.options if o.hole and rig.wood.get(o.hole, "") == o.token)
        rig.table.command(Answer(ask.id, true.id), AT_TABLE)
    raise AssertionError(f"asked too often: {rig.said}")


def follow(rig: Rig) -> Rig:
    """Do what the lights ask for until the board fits."""
    for _ in range(40):
        owed = [debt for debt in rig.view.owed if debt.blocking]
        if rig.state != "correction" or not owed:
            return rig
        debt = owed[0]
        if debt.frm:
            rig.lift(debt.frm)
        if debt.to:
            if debt.token not in rig.hand:
                rig.hand.append(debt.token)
            rig.put(debt.to, debt.token)
        elif debt.token in rig.hand:
            rig.hand.remove(debt.token)
        rig.settle()
    raise AssertionError(f"the lights lead nowhere: {rig.said}")


def wood_of(rig: Rig) -> dict[str, str]:
    """Space → car as the position has it: what the wood must look like."""
    board = now(rig).board
    return {
        place: tokens[0]
        for place, tokens in now(rig).occupancy().items()
        if board.places[place].holes
    }


def run(rig: Rig, rng: random.Random, most: int = 3000, whole: bool = True) -> int:
    """Drive at random until the race is over, or for ``most`` actions; the number of actions."""
    for count in range(most):
        if rig.state == "over":
            return count
        position = now(rig)
        assert position.to_act is not CHANCE
        action = rng.choice([a for a in position.distinct() if a.text != "T"])
        drive(rig, action.text)
        assert rig.state == "over" or rig.wood == wood_of(rig), (action, rig.said)
    assert not whole, "the race does not end"
    return most


def options(rig: Rig) -> dict[str, tuple[str, ...]]:
    """What stands on the keys of the open question (its lines, where they are long) → actions."""
    ask = rig.view.ask
    assert ask is not None, (rig.said, rig.state)
    return {o.label or render(o.message): o.actions for o in ask.options if o.actions}
