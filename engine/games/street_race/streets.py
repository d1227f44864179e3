"""New mats in a whole game: the deck of mats, the finish, farsight (FF-40 … 47, FF-130, FF-141)."""

from __future__ import annotations

from .asking import CHANCE, Ask, Flow, T
from .civilians import clear_the_street, wave
from .game_run import GameRun
from .race import End, Race, State


def may_turn_up(race: Race, state: State) -> list[str]:
    """FF-16: the mats that may come next from the deck."""
    if race.options.ordered:
        return state.deck[:1]
    content = race.content
    left = content.deck_size - state.drawn
    finish = [mat for mat in state.deck if mat in content.finish]
    regular = [mat for mat in state.deck if mat not in content.finish]
    found = [] if left <= 2 else regular
    return sorted([*found, *(finish if left <= content.finish_in_bottom else [])])


def _drawn(run: GameRun, side: str) -> Flow[str]:
    """One mat from the deck."""
    options = tuple(may_turn_up(run.race, run.state))
    mat = yield Ask("mat", (CHANCE,), f"mat {side} ", options)
    run.state.deck.remove(mat)
    run.state.drawn += 1
    return mat


def _next(run: GameRun, side: str) -> Flow[str]:
    """The mat that comes: one that farsight has shown, or one from the deck."""
    if run.state.next:
        return run.state.next.pop(0)
    return (yield from _drawn(run, side))


def change_mats(run: GameRun) -> Flow[None]:
    """FF-40; in the endgame nothing changes any more."""
    state = run.state
    if state.end is not None:
        return
    same = run.lead() == run.leading
    finish = run.race.content.finish
    state.forward = yield from _next(run, "F")
    run.pack.street = run.race.street(state.forward, state.oncoming)
    if state.forward not in finish:
        state.oncoming = yield from _next(run, "O")
    ended = state.forward in finish or state.oncoming in finish
    if ended:
        _finish(run)
    run.pack.street = run.race.street(state.forward, state.oncoming)
    run.happened("mats.changed")
    if ended:
        run.happened("endgame", by=state.turn)
    yield from clear_the_street(run)
    if run.state.end is None:
        yield from wave(run)
        if run.race.options.farsight:
            yield from _look_ahead(run)
    if same:
        # FF-42: a lead that changes within the five steps calls for nothing.
        run.leading = run.lead()


def atomic(run: GameRun, flow: Flow[T]) -> Flow[T]:
    """FF-42: one whole event, and new mats after it if another player leads then."""
    run.leading = run.lead()
    return (yield from part(run, flow))


def part(run: GameRun, flow: Flow[T]) -> Flow[T]:
    """FF-42, FF-96: an event inside another; a lead that the other has changed already counts."""
    result = yield from flow
    yield from _come_to_rest(run)
    while run.state.end is None and run.lead() != run.leading:
        run.leading = run.lead()
        yield from change_mats(run)
        yield from _come_to_rest(run)
    return result


def _come_to_rest(run: GameRun) -> Flow[None]:
    """The windows after an event; and if a reaction changed the mats while cars were on their way,
    those on lost ground are dealt with.
    """
    yield from run.flush()
    while any(not run.pack.street.open_to_cars(car.col) for car in run.pack.placed()):
        yield from clear_the_street(run)
        yield from run.flush()


def _finish(run: GameRun) -> None:
    """FF-130, FF-131: both finish mats lie, and each other player is owed a turn."""
    state, finish = run.state, run.race.content.finish
    if state.forward in finish:
        state.oncoming = finish[1 - finish.index(state.forward)]
        fetched = state.oncoming
    else:
        state.forward = finish[1 - finish.index(state.oncoming)]
        fetched = state.forward
    if fetched in state.deck:
        state.deck.remove(fetched)
        state.drawn += 1
    state.next = []
    assert state.turn is not None
    state.end = End(state.turn, run.race.seats_after(state.turn))


def _look_ahead(run: GameRun) -> Flow[None]:
    """FF-141: the next two mats are shown."""
    for side in ("F", "O")[len(run.state.next) :]:
        if may_turn_up(run.race, run.state):
            run.state.next.append((yield from _drawn(run, side)))
