"""Pulling over: free advances, then one thing at the curb (FF-96)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .asking import Ask, Flow
from .content import CREW, MOD
from .effects import free_advance, may_advance, repair
from .game_run import GameRun
from .grid import CHOP, WALK
from .pack import Car
from .race import Race, State, hides, insort
from .run import Happening
from .streets import part
from .trying import fixit
from .windows import announced, resolve

HAND, DISCARD, GANG = "hand", "discard", "gang"


def pull_over(run: GameRun, car: Car) -> Flow[None]:
    """FF-96: the racers behind advance first; then the owner picks one thing, or nothing."""
    order = run.pack.racers()
    behind = order[order.index(car) + 1 :]
    announcing = Happening("pullover.announced", (car,))
    yield from run.before(announcing)
    if announcing.stopped:
        return
    for other in behind:
        if (yield from _taken(run, other)):
            yield from part(run, free_advance(run, other))
    assert car.owner is not None
    options = tuple(at_the_curb(run.race, run.state, car))
    choice = options[0]
    if len(options) > 1 or hides(run.race, run.state, car.owner):
        choice = yield Ask("opt", (car.owner,), "opt ", options)
    words = choice.split(" ")
    yield from DOES[words[0]](run, car, words[1:])


def _taken(run: GameRun, car: Car) -> Flow[bool]:
    """Whether a free advance is made: nothing may block it, and it may be declined."""
    if car.owner is None or not may_advance(run, car):
        return False
    return (yield Ask("free", (car.owner,), f"free {car.id} ", ("no", "yes"))) == "yes"


def at_the_curb(race: Race, state: State, car: Car) -> list[str]:
    """Everything that may be picked, nothing first."""
    owner, cards, slots = car.owner, race.content.by_copy, race.content.mod_slots
    assert owner is not None
    found = ["none"]
    if car.dmg:
        found.append("repair")
    hand = [c for c in state.hands[owner] if cards[c].cost_style <= state.style[owner]]
    for mod in (card for card in hand if cards[card].type == MOD):
        if len(car.mods) < slots:
            found.append(f"mod {mod}")
        else:
            found += [f"mod {mod} over {old} {to}" for old in car.mods for to in (HAND, DISCARD)]
    for crew in (card for card in (*state.gangs[owner], *hand) if cards[card].type == CREW):
        if car.driver is None:
            found.append(f"driver {crew}")
        else:
            found += [f"driver {crew} old {to}" for to in (GANG, DISCARD)]
    found += [f"unmod {mod} {to}" for mod in car.mods for to in (HAND, DISCARD)]
    if car.driver is not None:
        found += [f"undrive {to}" for to in (GANG, DISCARD)]
    return found


def _nothing(run: GameRun, car: Car, words: list[str]) -> Flow[None]:
    yield from ()


def _repair(run: GameRun, car: Car, words: list[str]) -> Flow[None]:
    """FF-92: a chop shop, as the street is now, needs no test."""
    street = run.pack.street
    chop = street.zone(car.col) == WALK and street.walk(car.col) == CHOP
    if chop or (yield from fixit(run, car, "repair")):
        repair(run, car)


def _mod(run: GameRun, car: Car, words: list[str]) -> Flow[None]:
    def put() -> None:
        if len(words) > 1:
            _unmod_now(run, car, words[2], words[3])
        car.mods = tuple(sorted((*car.mods, words[0])))

    yield from put_in_play(run, car, words[0], put)


def _driver(run: GameRun, car: Car, words: list[str]) -> Flow[None]:
    def put() -> None:
        if len(words) > 1:
            _undrive_now(run, car, words[2])
        car.driver = words[0]

    assert car.owner is not None
    gang = run.state.gangs[car.owner]
    if words[0] in gang:
        gang.remove(words[0])
        put()
    else:
        yield from put_in_play(run, car, words[0], put)


def put_in_play(run: GameRun, car: Car, card: str, put: Callable[[], None]) -> Flow[None]:
    """A mod or crew is played from the hand of a car's owner."""
    assert car.owner is not None
    yield from lay(run, car.owner, card, put)


def lay(run: GameRun, player: str, card: str, put: Callable[[], None]) -> Flow[None]:
    """A mod or crew is played: reactions, its place, its icon (FF-120, FF-154)."""
    face = run.race.content.by_copy[card]
    run.state.hands[player].remove(card)
    run.state.style[player] -= face.cost_style
    run.happened("played", to=card, by=player)
    answers = yield from announced(run, player, card)
    if answers is None:
        run.discard(card)
        return
    put()
    if face.style:
        run.score(player, 1)
    run.resolved(player, card)
    for answer in answers:
        yield from resolve(run, answer, None)


def _unmod(run: GameRun, car: Car, words: list[str]) -> Flow[None]:
    _unmod_now(run, car, *words)
    yield from ()


def _unmod_now(run: GameRun, car: Car, mod: str, to: str) -> None:
    car.mods = tuple(one for one in car.mods if one != mod)
    assert car.owner is not None
    if to == HAND:
        insort(run.state.hands[car.owner], mod)
    else:
        run.discard(mod)


def _undrive(run: GameRun, car: Car, words: list[str]) -> Flow[None]:
    _undrive_now(run, car, words[0])
    yield from ()


def _undrive_now(run: GameRun, car: Car, to: str) -> None:
    assert car.owner is not None
    assert car.driver is not None
    if to == GANG:
        insort(run.state.gangs[car.owner], car.driver)
    else:
        run.discard(car.driver)
    car.driver = None


DOES: Final = {
    "none": _nothing,
    "repair": _repair,
    "mod": _mod,
    "driver": _driver,
    "unmod": _unmod,
    "undrive": _undrive,
}
