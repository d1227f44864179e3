"""Turns: their phases, the endgame, and the end (FF-48, FF-130 … 135)."""

from __future__ import annotations

from .asking import Ask, Flow, nothing
from .civilians import barrel, fall_behind
from .endings import next_buyer
from .game_run import GameRun
from .race import ACT, DRAW, EXTRA, OVER, START, Race, State
from .streets import atomic, change_mats

END = "end"
THIRD_CARD = "style card"
MOST_DRAWN = 2


def start_turn(run: GameRun, player: str) -> Flow[None]:
    """FF-48, phases 1 to 3; each condition is read when its phase comes."""
    state = run.state
    state.phase, state.turn = START, player
    state.actions, state.advances = run.race.actions, {}
    run.happened("turn.start", by=player)
    yield from atomic(run, nothing())
    yield from atomic(run, barrel(run))
    if run.lead() == player and state.end is None:
        yield from atomic(run, change_mats(run))
    last = run.pack.last
    if last is not None and last.owner == player:
        yield from atomic(run, _with_pack(run))
    state.phase = ACT


def _with_pack(run: GameRun) -> Flow[None]:
    fall_behind(run)
    yield from ()


def takes(race: Race, state: State) -> list[str]:
    """FF-48 (6): how many cards may be drawn."""
    assert state.turn is not None
    room = race.content.hand_limit - len(state.hands[state.turn])
    return [f"take {n}" for n in range(min(MOST_DRAWN, max(0, room)) + 1)]


def discard(run: GameRun, text: str) -> Flow[None]:
    """FF-48 (5)."""
    state = run.state
    assert state.turn is not None
    for card in text.split(" ")[1:]:
        state.hands[state.turn].remove(card)
        run.discard(card)
    state.phase = DRAW
    yield from ()


def take(run: GameRun, text: str) -> Flow[None]:
    """FF-48 (6), FF-123: cards, maybe a third one for a point, and the turn is over."""
    state, player = run.state, run.state.turn
    assert player is not None
    count = int(text.split(" ")[1])
    for _ in range(count):
        yield from run.draw(player)
    room = len(state.hands[player]) < run.race.content.hand_limit
    third = Ask("take", (player,), "", (END, THIRD_CARD))
    offered = count == MOST_DRAWN and room and state.style[player] > 0
    if offered and (yield third) == THIRD_CARD:
        state.style[player] -= 1
        yield from run.draw(player)
    yield from end_turn(run)


def end_turn(run: GameRun) -> Flow[None]:
    """The next turn, a question who buys one, or the end."""
    state = run.state
    assert state.turn is not None
    run.happened("turn.end", by=state.turn)
    yield from atomic(run, nothing())
    state.turns += 1
    state.advances, state.actions = {}, 0
    if state.end is None:
        yield from start_turn(run, run.race.seats_after(state.turn)[0])
    elif state.end.to_come:
        following, *rest = state.end.to_come
        state.end = state.end._replace(to_come=tuple(rest))
        yield from start_turn(run, following)
    else:
        state.phase = EXTRA
        close(run)


def buyer(race: Race, state: State) -> str | None:
    """FF-132: who is asked whether to buy a turn."""
    assert state.turn is not None
    assert state.end is not None
    cost = race.content.endgame_turn_cost
    return next_buyer(race.players, state.turn, state.style, state.end.declined, cost)


def close(run: GameRun) -> None:
    """FF-133, FF-134: the race is over when nobody is left to ask."""
    if buyer(run.race, run.state) is None:
        run.state.phase = OVER
        run.state.ranking = tuple(car.id for car in run.pack.racers())
        run.happened("over", by=run.lead())


def extra(run: GameRun, text: str) -> Flow[None]:
    """FF-132, FF-133: a turn is bought, or declined for good."""
    state = run.state
    assert state.end is not None
    _, player, answer = text.split(" ")
    if answer == "no":
        state.end = state.end._replace(declined=(*state.end.declined, player))
        close(run)
        return
    state.style[player] -= run.race.content.endgame_turn_cost
    yield from start_turn(run, player)
