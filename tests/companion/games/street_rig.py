"""A street race at a table, and what the holders of its seats and their hands do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from table_rig import Rig

from companion.model.commands import Act, Answer, Caller
from engine.action import Action
from engine.games.street_race import WoodPosition
from engine.games.street_race.on_wood import CIVILIAN

LETTERS = "ABCDEF"
WANTED = ("adv", "drift", "noreact")
HOST = Caller(seats=frozenset(range(6)), host=True)


def street(players: int, seed: int, board: str = "none", **options: Any) -> Rig:
    """A race, its board set out with every car beside it."""
    rig = Rig(board_kind=board, seed=seed)
    cars = [[letter] for letter in LETTERS[:players]]
    options = {"fast": True, **options}
    rig.new(game="fhtagn", rules=None, board=None, players=cars, options=options)
    rig.hand = [*LETTERS[:players], *[CIVILIAN] * 8]
    return rig


def now(rig: Rig) -> WoodPosition:
    """The position that stands."""
    position = rig.table._moment.position
    assert isinstance(position, WoodPosition)
    return position


def chosen(legal: Sequence[Action], rng: random.Random) -> Action:
    """Any action; more often one that moves a car, so that races come to their end."""
    wanted = [action for action in legal if action.text.startswith(WANTED)]
    return rng.choice(wanted if wanted and rng.random() < 0.6 else list(legal))


def act(rig: Rig, action: Action) -> None:
    """The holder of the seat makes it on the page."""
    rig.table.command(Act(action.text), Caller(seats=frozenset({action.seat})))


def token_of(action: Action) -> str:
    """The car that an action moves."""
    verb, *words = action.text.split(" ")
    return words[0] if verb in ("place", "spin", "choose", "free") else LETTERS[action.seat]


def made(rig: Rig, since: int) -> list[str]:
    """What was played since that many steps."""
    game = rig.table._moment.game
    assert game is not None
    return [step.play.action.text for step in game.steps[since:]]


def put(rig: Rig, action: Action) -> None:
    """Lift the car, and what stands where it goes, and put it there, saying which car it is."""
    frm, to = action.displacements[0]
    token = token_of(action)
    at = next((hole for hole, there in rig.wood.items() if there == token), None)
    if at is not None:
        assert frm in (at, "lay-by")
        rig.lift(at)
    if to in rig.wood:
        rig.lift(to)
    rig.tell(to, token)


def follow(rig: Rig) -> None:
    """Pay every debt, and answer what stands where."""
    for _ in range(60):
        rig.settle()
        view = rig.view
        if view.ask is not None:
            told = [o for o in view.ask.options if o.hole and rig.wood.get(o.hole, "") == o.token]
            rig.table.command(Answer(view.ask.id, told[0].id), HOST)
            continue
        if not view.owed:
            if not put_back(rig):
                return
            continue
        free = [owed for owed in view.owed if owed.to not in rig.wood]
        if not free:
            rig.lift(view.owed[0].frm)
            continue
        if free[0].frm:
            rig.lift(free[0].frm)
        if free[0].to:
            rig.tell(free[0].to, free[0].token)
    raise AssertionError(f"the debts have no end: {rig.said}")


def put_back(rig: Rig) -> bool:
    """Follow the arrow of a wrong place, or put down a racer that is still held; False if none."""
    arrow = rig.view.arrow
    if arrow is not None and arrow.to not in rig.wood:
        rig.carry(arrow.frm, arrow.to)
        return True
    expected = rig.table.expected_tokens().items()
    held = [(hole, token) for hole, token in expected if token in rig.hand and token != CIVILIAN]
    if not held or held[0][0] in rig.wood:
        return False
    rig.tell(*held[0])
    return True


def answer(rig: Rig, action: Action) -> None:
    """Say which of the readings it was."""
    ask = rig.view.ask
    if ask is None:
        return
    here = [o for o in ask.options if o.hole and rig.wood.get(o.hole) == o.token]
    meant = [o for o in ask.options if action.text in o.actions] or here
    meant = meant or [o for o in ask.options if o.actions]
    rig.table.command(Answer(ask.id, meant[0].id), HOST)
    rig.settle()
