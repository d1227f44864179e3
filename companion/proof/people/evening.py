"""An evening of games at one simulated table: the next action that is meant, and its gesture."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from companion.errors import CommandRefused
from companion.model.commands import Act, Roll
from engine.action import Action
from engine.game import CHANCE, OVER, Position

from .disturbances import Drawer
from .intent import Intent, announced, intend
from .person import Outcome, Person
from .world import World

MOST_GESTURES: Final = 400
"""Gestures after which a new game begins, over or not.

A game with failed sensors is played on.
"""
PICKS: Final = 8
"""At most this many actions are looked at for one that suits the wanted disturbances."""


TOLD: Final = 0.3
"""Share of the turns in which people tell the page something instead of moving, if both are open.
"""
BY_SERVICE: Final = 0.3
"""Share of the dice that the service throws because nobody has any at hand."""

MakeWorld = Callable[[Mapping[str, Any], int], World]


def evening(
    options: Callable[[random.Random], Mapping[str, Any]],
    make_world: MakeWorld,
    gestures: int,
    wanted: Collection[str],
    seed: int,
    failed: int = 0,
) -> Iterator[Outcome]:
    """Play games until that many gestures were made. Yields the outcome of each.

    ``failed``  number of sensors in every game that lie from its beginning to its end
    """
    rng = random.Random(seed)
    drawer = Drawer(wanted, rng)
    made = 0
    while made < gestures:
        world = make_world(options(rng), rng.randrange(1 << 30))
        try:
            person = Person(world, rng)
            if failed:
                person.fail(failed)
            for outcome in _game(world, person, drawer, rng, gestures if failed else MOST_GESTURES):
                yield outcome
                made += 1
                if made >= gestures or outcome.stuck:
                    break
        finally:
            world.close()


def _game(
    world: World, person: Person, drawer: Drawer, rng: random.Random, most: int
) -> Iterator[Outcome]:
    """One game, to its end or ``most`` gestures. The last outcome says whether it has ended."""
    made = 0
    while made < most:
        world.judge.catch_up()
        position = world.judge.position
        if position.to_act is OVER:
            return
        wanted = drawer.draw()
        intent = None if _rather_tells(position, rng) else choose(position, wanted, rng)
        if intent is None:
            stuck = _no_choice(world, position, rng) or person.tidy()
            if stuck is not None:
                yield stuck
                return
            continue
        outcome = person.make(intent, wanted)
        drawer.came(outcome.had)
        made += 1
        outcome.ended = int(world.judge.position.to_act is OVER)
        yield outcome


def _rather_tells(position: Position, rng: random.Random) -> bool:
    """Whether people tell the page something now, though they could move a marble as well."""
    kinds = {bool(action.displacements or action.prelude) for action in position.legal()}
    return len(kinds) > 1 and rng.random() < TOLD


def _no_choice(world: World, position: Position, rng: random.Random) -> Outcome | None:
    """Tell the page a move without marbles: a card without effect, a die or a claim.

    Time passes for what follows from it. Returns an outcome only when the page refused it.
    """
    try:
        _tell(world, position, rng)
    except CommandRefused as refused:
        return Outcome({"bounce"}, stuck=1, told=f"refused: {refused}")
    return None


def _tell(world: World, position: Position, rng: random.Random) -> None:
    if position.to_act is CHANCE:
        world.command(Roll())
        world.wait(0.3)
        return
    legal = list(position.legal())
    preludes = [action for action in legal if action.prelude]
    untouched = [action for action in legal if not action.displacements]
    chosen = rng.choice(preludes or untouched or legal)
    thrown = bool({"die", "dice"} & chosen.params.keys())
    if thrown and rng.random() < BY_SERVICE:
        world.command(Roll(chosen.seat))
    else:
        world.command(Act(chosen.text, chosen.seat))
    world.wait(0.3)
    world.judge.catch_up()
    after = world.judge.position
    rest = [action for action in after.legal() if not action.prelude]
    if chosen.prelude and rest and not any(action.displacements for action in rest):
        if rng.random() < 0.5:
            world.wait(2.0)
        else:
            world.command(Act(rest[0].text))


def choose(position: Position, wanted: Collection[str], rng: random.Random) -> Intent | None:
    """A legal action, if possible one that suits the wanted disturbances.

    None when no action moves a marble.
    """
    found: Intent | None = None
    for _ in range(PICKS):
        intent = _pick(position, rng, capture=bool({"capture_order", "late_pen"} & set(wanted)))
        if intent is None:
            continue
        found = intent
        if all(_suits(intent, name) for name in wanted):
            break
    return found


def _pick(position: Position, rng: random.Random, *, capture: bool) -> Intent | None:
    preludes = [action for action in position.legal() if action.prelude]
    prelude: Action | None = rng.choice(preludes) if preludes else None
    before = position if prelude is None else position.apply(prelude).position
    actions = announced(before)
    if not actions:
        return None
    intent = intend(position, prelude, rng.choice(actions))
    for action in rng.sample(actions, min(len(actions), 12)) if capture else ():
        if intent.sent:
            break
        if _lands(before, action):
            intent = intend(position, prelude, action)
    return intent


def _lands(before: Position, action: Action) -> bool:
    """True when a marble comes to where another stands, or another of the same action comes."""
    goals = [way.to for way in action.displacements]
    standing = before.occupancy()
    return len(set(goals)) < len(goals) or any(standing.get(goal) for goal in goals)


def _suits(intent: Intent, name: str) -> bool:
    """True when a disturbance can come with that action."""
    if name in ("capture_order", "late_pen"):
        return bool(intent.sent)
    if name in ("counting", "slip", "wrong_place"):
        return len(intent.ways) == 1 and not intent.sent
    if name == "change_of_mind":
        return len(intent.ways) == 1 and len(announced(intent.before)) > 1
    return True
