"""Windows: who may react to what happens, and when the cards work (FF-150 … 154)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from .asking import Ask, Flow, Occasion
from .checks import MOST_COUNT
from .content import REACTION, Card, Effect, When
from .effects import perform
from .game_run import GameRun
from .race import PLUS_ONE, Race, State, insort
from .run import Happening
from .targets import Targets, Way, allowed, meant
from .trying import added

STYLE: Final = "style"
"""FF-125: the source of what a point may be spent on."""


@dataclass(eq=False, slots=True)
class Arrival:
    """A reaction that reached the table. ``kept``: an ability, which stays where it is.

    ``answers``  reactions to it, which work after it
    """

    player: str
    source: str
    card: Card
    way: Way
    kept: bool
    answers: list[Arrival] = field(default_factory=list)


def _sources(race: Race, state: State, player: str) -> Iterator[tuple[str, Card, str | None]]:
    """What a player may react with: id, card, and for an ability in play the car (or ``""``)."""
    cards = race.content.by_copy
    for name in state.hands[player]:
        if cards[name].type == REACTION:
            yield name, cards[name], None
    for crew in state.gangs[player]:
        yield crew, cards[crew], ""
    for name in race.cars_of[player]:
        car = state.pack.cars[name]
        ability = race.content.racers[car.model].ability
        if ability is not None:
            yield ability.id, ability, name
        for held in (*car.mods, *([car.driver] if car.driver else [])):
            yield held, cards[held], name
    if race.options.fourth_spend != "none":
        op = "test_mod" if race.options.fourth_spend == PLUS_ONE else "reroll"
        do = (Effect(op),)
        yield STYLE, Card(STYLE, REACTION, "", on="test.rolled", do=do, cost_style=1), ""


def _fits(race: Race, when: When, happening: Happening, player: str) -> bool:
    """FF-155: all that a trigger asks for."""
    trial = happening.trial
    if when.kind is not None and (trial is None or trial.kind != when.kind):
        return False
    if when.type is not None or when.spell is not None:
        about = race.content.by_copy.get(happening.card) if happening.card else None
        if about is None or when.type not in (None, about.type):
            return False
        if when.spell not in (None, about.spell):
            return False
    owners = [happening.by] if happening.by else [car.owner for car in happening.cars]
    if when.who == "self":
        return player in owners
    return when.who is None or owners[:1] != [player]


def offers(
    race: Race, state: State, happening: Happening, player: str, used: set[str]
) -> dict[str, Arrival]:
    """Every reaction of a player to this event, by its text."""
    found: dict[str, Arrival] = {}
    for source, card, car in _sources(race, state, player):
        if card.on != happening.name or source in used:
            continue
        if not _fits(race, card.when, happening, player) or allowed(race, state, player, card):
            continue
        for way in Targets(race, state, player, card, happening, car or None).ways():
            text = " ".join(("react", player, source, *way.words))
            found[text] = Arrival(player, source, card, way, car is not None)
    return found


def _as_offered(open_to: Mapping[str, Mapping[str, Arrival]], text: str) -> str:
    """The reaction on offer that means the same; the text as it is if there is none."""
    verb, *words = text.split(" ")
    if len(words) < 2:
        return text
    found = open_to.get(words[0], {}).values()
    ways = [arrival.way for arrival in found if arrival.source == words[1]]
    return " ".join((verb, *words[:2], *meant(ways, words[2:])))


def _occasion(run: GameRun, happening: Happening) -> Occasion:
    """The public facts of an event and of the reactions to it."""
    trial = happening.trial
    sums = [] if trial is None else [added(run, trial, n) for n in range(len(trial.cars))]
    dice = {} if trial is None else trial.dice
    faces = [dice.get(car.id, 0) for car in happening.cars]
    return Occasion(
        happening.name,
        tuple(car.id for car in happening.cars),
        None if trial is None else trial.target,
        tuple(more + face for more, face in zip(sums, faces, strict=False)),
        bool(dice),
        happening.card,
        happening.by,
        tuple(run.laid),
    )


def window(run: GameRun, happening: Happening) -> Flow[list[Arrival]]:
    """FF-151: open until all who could react have said no since the last card.

    Gives the reactions to a played card that work after it.
    """
    arrivals: list[Arrival] = []
    refused: list[str] = []
    used: set[str] = set()
    while True:
        everybody = run.race.options.open_windows and any(run.state.hands.values())
        spent = used | run.working
        open_to = {
            player: found
            for player in run.race.players
            if player not in refused
            and ((found := offers(run.race, run.state, happening, player, spent)) or everybody)
        }
        if not open_to:
            break
        texts = [text for found in open_to.values() for text in found]
        texts += [f"noreact {player}" for player in open_to]
        told, sorts = _occasion(run, happening), partial(_as_offered, open_to)
        text = yield Ask(
            "react", tuple(open_to), "", tuple(texts), False, tuple(refused), told, sorts
        )
        verb, player = text.split(" ")[:2]
        if verb == "noreact":
            refused.append(player)
            continue
        refused.clear()
        arrival = open_to[player][text]
        if arrival.kept and arrival.source != STYLE:
            used.add(arrival.source)
        if (yield from _laid(run, arrival)):
            arrivals.append(arrival)
    return (yield from _closed(run, happening, arrivals))


def _laid(run: GameRun, arrival: Arrival) -> Flow[bool]:
    """A reaction reaches the table; False if it is cancelled at once (FF-154)."""
    state, card = run.state, arrival.card
    state.style[arrival.player] -= card.cost_style
    run.happened("played", to=arrival.source, by=arrival.player)
    run.laid.append((arrival.player, arrival.source))
    if arrival.kept:
        return True
    state.hands[arrival.player].remove(arrival.source)
    answers = yield from announced(run, arrival.player, arrival.source)
    if answers is None:
        _clear(run, arrival)
        run.discard(arrival.source)
        return False
    arrival.answers = answers
    return True


def announced(run: GameRun, player: str, card: str) -> Flow[list[Arrival] | None]:
    """The window on a played card: reactions that wait for it, or None if it is cancelled."""
    happening = Happening("card.played", card=card, by=player)
    if happening.name not in run.race.triggers:
        return []
    answers = yield from window(run, happening)
    return None if happening.stopped else answers


def _closed(run: GameRun, happening: Happening, arrivals: list[Arrival]) -> Flow[list[Arrival]]:
    """FF-153: the cards work in the order in which they came; what excludes each other, once."""
    taken: set[str] = set()
    late: list[Arrival] = []
    for arrival in arrivals:
        tag = arrival.card.exclusive
        if happening.name == "card.played" and happening.stopped:
            take_back(run, arrival)  # FF-154: it answered a card that is cancelled already
            continue
        if tag is not None and tag in taken:
            take_back(run, arrival)
            continue
        if tag is not None:
            taken.add(tag)
        if happening.name == "card.played" and not arrival.card.early:
            late.append(arrival)
        else:
            yield from resolve(run, arrival, happening)
    if happening.stopped:
        for arrival in late:
            take_back(run, arrival)
        return []
    return late


def _clear(run: GameRun, arrival: Arrival) -> None:
    """A reaction waits no longer."""
    run.laid.remove((arrival.player, arrival.source))


def take_back(run: GameRun, arrival: Arrival) -> None:
    """A reaction that does not work goes back to hand, with those that answered it."""
    _clear(run, arrival)
    style = run.state.style[arrival.player] + arrival.card.cost_style
    run.state.style[arrival.player] = min(MOST_COUNT, style)
    if not arrival.kept:
        insort(run.state.hands[arrival.player], arrival.source)
    for answer in arrival.answers:
        take_back(run, answer)


def resolve(run: GameRun, arrival: Arrival, happening: Happening | None) -> Flow[None]:
    """A reaction works, scores its icon and is discarded (FF-120, FF-137)."""
    _clear(run, arrival)
    if arrival.card.style and not arrival.kept:
        run.score(arrival.player, 1)
    if arrival.kept:
        run.working.add(arrival.source)
    yield from perform(run, arrival.player, arrival.way.bound, happening)
    run.working.discard(arrival.source)
    if not arrival.kept:
        run.discard(arrival.source)
        run.resolved(arrival.player, arrival.source)
    for answer in arrival.answers:
        yield from resolve(run, answer, None)
