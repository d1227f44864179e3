"""Before the race: placement, deal, mulligan, deployment (FF-20 … 27)."""

from __future__ import annotations

from .asking import Ask, Flow
from .content import CREW, MOD
from .endings import dealt
from .game_run import GameRun
from .grid import cell_text, read_cell
from .pack import Car
from .placing import placements
from .race import DEPLOY, MULL, Race, State, hides, insort
from .turns import start_turn


def to_place(race: Race, state: State) -> Car | None:
    """FF-21, FF-140: the next car without a place; the order is gone through for each car."""
    cars = state.pack.cars
    rounds = max(len(own) for own in race.cars_of.values())
    names = (race.cars_of[player][n] for n in range(rounds) for player in race.order)
    return next((cars[name] for name in names if not cars[name].col), None)


def places(race: Race, state: State) -> list[str]:
    """FF-22: the spaces for the next racer."""
    placed = [car.cell for car in state.pack.placed()]
    return [cell_text(*cell) for cell in placements(state.pack.street, placed)]


def place(run: GameRun, text: str) -> Flow[None]:
    """One racer is placed; after the last one the cards are dealt."""
    _, name, where = text.split(" ")
    cell = read_cell(where)
    assert cell is not None
    run.place(run.pack.cars[name], cell)
    if to_place(run.race, run.state) is None:
        yield from _deal(run)


def players_in_order(state: State) -> list[str]:
    """FF-24, FF-140: the players by their better car."""
    return list(dict.fromkeys(car.owner for car in state.pack.racers() if car.owner))


def _deal(run: GameRun) -> Flow[None]:
    """FF-24."""
    state = run.state
    if run.race.options.ordered:
        cards = " ".join(sorted(state.pile))
        order = yield Ask("shuffle", ("chance",), "shuffle ", (cards,), True)
        state.pile = order.split(" ")
    players = players_in_order(state)
    for player, count in zip(players, dealt(len(players)), strict=True):
        for _ in range(count):
            yield from run.draw(player)
    state.phase = MULL


def asked(state: State, players: list[str]) -> list[str]:
    """Those of the players who are still to answer."""
    return players[players.index(state.first) :] if state.first in players else players


def mulligan(run: GameRun, text: str) -> Flow[None]:
    """FF-25: front to back, each draws right after the answer."""
    state = run.state
    for player in asked(state, players_in_order(state)):
        answer = text
        if answer.split(" ")[1] != player:
            answer = f"mull {player} " + (yield Ask("mull", (player,), f"mull {player} ", YES_NO))
        if answer.endswith(" yes"):
            hand, state.hands[player] = state.hands[player], []
            for card in hand:
                run.discard(card)
            for _ in hand:
                yield from run.draw(player)
    state.phase, state.first = DEPLOY, None
    if deployers(run.race, state) == []:
        yield from _go(run)


YES_NO = ("no", "yes")


def deployers(race: Race, state: State) -> list[str]:
    """FF-26: who is asked: those without a car in rank 1 who hold a mod or crew.

    With open windows a hand counts whatever is in it.
    """
    front = {car.owner for car in state.pack.racers() if car.rank == state.pack.front}
    players = [player for player in players_in_order(state) if player not in front]
    return [
        player
        for player in asked(state, players)
        if hides(race, state, player) or len(deployments(race, state, player)) > 1
    ]


def deployments(race: Race, state: State, player: str) -> list[str]:
    """FF-26: the answers of one player."""
    found = [f"deploy {player} no"]
    cards = race.content.by_copy
    names = race.cars_of[player] if race.options.dual else (player,)
    for card in state.hands[player]:
        kind = cards[card].type
        to: tuple[str, ...] = ("driver", "gang") if kind == CREW else ()
        if kind == MOD and race.content.mod_slots:
            to = ("mod",)
        found += [f"deploy {name} {card} {where}" for name in names for where in to]
    return found


def deploy(run: GameRun, text: str) -> Flow[None]:
    """FF-26: one after the other; then the last player begins (FF-27)."""
    state, race = run.state, run.race
    for number, player in enumerate(deployers(race, state)):
        answer = text
        if number:
            answer = yield Ask("deploy", (player,), "", tuple(deployments(race, state, player)))
        _put(run, player, answer.split(" ")[1:])
    yield from _go(run)


def _put(run: GameRun, player: str, words: list[str]) -> None:
    if words[1] == "no":
        return
    _, card, to = words
    state = run.state
    car = state.pack.cars[run.race.driven(player, words)]
    state.hands[player].remove(card)
    if to == "mod":
        car.mods = (card,)
    elif to == "driver":
        car.driver = card
    else:
        insort(state.gangs[player], card)
    if run.race.options.deploy_scores and run.race.content.by_copy[card].style:
        run.score(player, 1)


def _go(run: GameRun) -> Flow[None]:
    """FF-27: the last player begins."""
    last = run.pack.last
    assert last is not None
    assert last.owner is not None
    run.state.first = None
    run.after.clear()  # FF-26: nobody may react to set-up
    yield from start_turn(run, last.owner)
