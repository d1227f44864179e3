"""From one settled question to the next: what is asked, and the event that an answer begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from .actions import act, acts, as_offered
from .asking import CHANCE, Ask, Flow, in_order
from .discarding import every_choice, is_choice
from .game_run import GameRun
from .race import ACT, DEPLOY, DISCARD, DRAW, EXTRA, MULL, OVER, PLACE, Race, State
from .setting_up import (
    YES_NO,
    asked,
    deploy,
    deployers,
    deployments,
    mulligan,
    place,
    places,
    players_in_order,
    to_place,
)
from .turns import buyer, discard, extra, take, takes
from .windows import window


def settled(race: Race, state: State) -> Ask | None:
    """The question of a settled position; None when the race is over."""
    return ASKS[state.phase](race, state)


def _place(race: Race, state: State) -> Ask:
    car = to_place(race, state)
    assert car is not None
    if race.options.ordered and not any(state.pack.placed()):
        return Ask("deck", (CHANCE,), "deck ", (" ".join(race.content.street_deck),), True)
    return _placing(race, state)


def _placing(race: Race, state: State) -> Ask:
    car = to_place(race, state)
    assert car is not None
    assert car.owner is not None
    return Ask("place", (car.owner,), f"place {car.id} ", tuple(places(race, state)))


def _mull(race: Race, state: State) -> Ask:
    player = asked(state, players_in_order(state))[0]
    return Ask("mull", (player,), f"mull {player} ", YES_NO)


def _deploy(race: Race, state: State) -> Ask:
    player = deployers(race, state)[0]
    return Ask("deploy", (player,), "", tuple(deployments(race, state, player)))


def _act(race: Race, state: State) -> Ask:
    assert state.turn is not None
    sorts = partial(as_offered, race, state)
    return Ask("act", (state.turn,), "", tuple(acts(race, state)), sorts=sorts)


def _disc(race: Race, state: State) -> Ask:
    assert state.turn is not None
    hand = sorted(state.hands[state.turn])
    options = tuple(" ".join(("disc", *cards)) for cards in every_choice(hand))

    def unlisted(text: str) -> bool:
        verb, *cards = text.split(" ")
        return verb == "disc" and is_choice(hand, cards)

    return Ask("disc", (state.turn,), "", options, sorts=_cards_in_order, unlisted=unlisted)


def _cards_in_order(text: str) -> str:
    verb, _, cards = text.partition(" ")
    return f"{verb} {in_order(cards)}"


def _take(race: Race, state: State) -> Ask:
    assert state.turn is not None
    return Ask("take", (state.turn,), "", tuple(takes(race, state)))


def _extra(race: Race, state: State) -> Ask:
    player = buyer(race, state)
    assert player is not None
    return Ask("extra", (player,), f"extra {player} ", YES_NO)


def _over(race: Race, state: State) -> None:
    return None


ASKS: Final[Mapping[str, Callable[[Race, State], Ask | None]]] = {
    PLACE: _place, MULL: _mull, DEPLOY: _deploy, ACT: _act, DISCARD: _disc, DRAW: _take,
    EXTRA: _extra, OVER: _over,
}  # fmt: skip


def _arranged(run: GameRun, text: str) -> Flow[None]:
    """FF-16: the deck of mats as it lies; the first racer is placed in the same event.

    So the position tells by its base that the deck was arranged.
    """
    run.state.deck = text.split(" ")[1:]
    ask = _placing(run.race, run.state)
    yield from place(run, ask.prefix + (yield ask))


def _placed(run: GameRun, text: str) -> Flow[None]:
    if text.startswith("deck "):
        yield from _arranged(run, text)
    else:
        yield from place(run, text)


BEGINS: Final[Mapping[str, Callable[[GameRun, str], Flow[None]]]] = {
    PLACE: _placed, MULL: mulligan, DEPLOY: deploy, ACT: act, DISCARD: discard, DRAW: take,
    EXTRA: extra,
}  # fmt: skip


def begun(race: Race, state: State) -> GameRun:
    """A run on a state, with windows."""
    return GameRun(race, state, window)


def event(run: GameRun, text: str) -> Flow[Ask | None]:
    """What an answer to a settled question begins, up to the next one that leaves a choice."""
    while True:
        yield from BEGINS[run.state.phase](run, text)
        ask = settled(run.race, run.state)
        if ask is None or len(ask.options) > 1 or ask.who == (CHANCE,) or ask.kind == DEPLOY:
            return ask  # who is asked to deploy is asked whatever the hand holds
        text = ask.prefix + ask.options[0]
