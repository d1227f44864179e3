"""Phase 4 of a turn: what may be done with an action, and doing it (FF-49)."""

from __future__ import annotations

from collections.abc import Iterator

from .asking import Flow
from .content import ACTION, CREW
from .effects import free_advance, perform, repair
from .game_run import GameRun
from .grid import WALK, WAYS
from .moving import drift
from .pack import Car
from .pulling import lay, pull_over
from .race import DISCARD, DUAL_ADVANCES, Race, State, insort
from .run import Root
from .streets import atomic
from .targets import Targets, allowed, meant
from .trying import fixit
from .windows import announced, resolve

END = "end"
BUY_ACTION = "style action"


def acts(race: Race, state: State) -> list[str]:
    """Every command of the player whose turn it is."""
    player = state.turn
    assert player is not None
    found = [END]
    if state.style[player] > 0:
        found.append(BUY_ACTION)
    if state.actions > 0:
        found.append("pass")
        found += _moves(race, state, player)
        found += _plays(race, state, player)
    return found


def _moves(race: Race, state: State, player: str) -> Iterator[str]:
    pack = state.pack
    for name in race.cars_of[player]:
        car = pack.cars[name]
        suffix = f" {name}" if race.options.dual else ""
        made = state.advances.get(name, 0)
        if made < DUAL_ADVANCES and pack.at(*pack.ahead(car)) is None:
            yield f"adv{suffix}"
        for way in pack.street.possible(car.col, WAYS):
            yield f"drift{suffix} {way}"
        if car.dmg:
            yield f"fix{suffix}"
        if pack.street.zone(car.col) == WALK:
            yield f"pull{suffix}"


def _plays(race: Race, state: State, player: str) -> Iterator[str]:
    cards = race.content.by_copy
    for name in state.hands[player]:
        yield f"swap {name}"
        card = cards[name]
        if card.type == CREW and state.style[player] >= card.cost_style:
            for other in race.players:
                yield f"crew {name} {other}"
        elif card.type == ACTION and allowed(race, state, player, card) is None:
            for way in Targets(race, state, player, card).ways():
                yield " ".join(("play", name, *way.words))


def as_offered(race: Race, state: State, text: str) -> str:
    """The command of ``acts`` that means the same; the text as it is if there is none."""
    verb, *words = text.split(" ")
    player, cards = state.turn, race.content.by_copy
    if verb != "play" or player is None or not words or words[0] not in cards:
        return text
    ways = Targets(race, state, player, cards[words[0]]).ways()
    return " ".join((verb, words[0], *meant(ways, words[1:])))


def act(run: GameRun, text: str) -> Flow[None]:
    """One command of phase 4; it is spent whether or not it succeeds."""
    state, words = run.state, text.split(" ")
    player = state.turn
    assert player is not None
    if text == END:
        state.phase, state.actions = DISCARD, 0
        return
    if text == BUY_ACTION:
        state.style[player] -= 1
        state.actions += 1
        return
    state.actions -= 1
    yield from atomic(run, _done(run, player, words))


def _done(run: GameRun, player: str, words: list[str]) -> Flow[None]:
    verb, rest = words[0], words[1:]
    if verb == "play":
        yield from _play(run, player, rest)
    elif verb == "crew":
        yield from lay(run, player, rest[0], lambda: insort(run.state.gangs[rest[1]], rest[0]))
    elif verb == "swap":
        run.state.hands[player].remove(rest[0])
        run.discard(rest[0])
        yield from run.draw(player)
    elif verb != "pass":
        cars = run.race.cars_of[player]
        name = rest.pop(0) if run.race.options.dual else cars[0]
        yield from _drive(run, run.pack.cars[name], verb, rest)


def _drive(run: GameRun, car: Car, verb: str, rest: list[str]) -> Flow[None]:
    """The actions of a car."""
    assert car.owner is not None
    if verb == "adv":
        yield from free_advance(run, car)
    elif verb == "drift":
        yield from drift(run, car, rest[0], root=Root(car.owner, car))
    elif verb == "fix":
        if (yield from fixit(run, car, "repair", gang=False)):
            repair(run, car)
    else:
        yield from pull_over(run, car)


def _play(run: GameRun, player: str, words: list[str]) -> Flow[None]:
    """FF-49, FF-154: an action card, unless it is cancelled."""
    state, name = run.state, words[0]
    card = run.race.content.by_copy[name]
    ways = Targets(run.race, state, player, card).ways()
    bound = next(way.bound for way in ways if way.words == tuple(words[1:]))
    state.hands[player].remove(name)
    state.style[player] -= card.cost_style
    run.happened("played", to=name, by=player)
    answers = yield from announced(run, player, name)
    if answers is None:
        run.discard(name)
        return
    if card.style:
        run.score(player, 1)
    yield from perform(run, player, bound, None)
    run.discard(name)
    run.resolved(player, name)
    for answer in answers:
        yield from resolve(run, answer, None)
