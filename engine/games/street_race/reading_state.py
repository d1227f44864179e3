"""The changing part of a settled position from JSON; Misfit names what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from ...errors import Misfit, shown
from ...told import Told
from .cases_reading import need_cell
from .checks import listed, mapping, one_of, text, texts, truth, whole
from .content import CREW, MOD, START
from .pack import Car, Pack
from .race import (
    ACT,
    DEPLOY,
    DUAL_ADVANCES,
    EXTRA,
    MULL,
    OVER,
    PHASES,
    PLACE,
    SETTING_UP,
    End,
    Race,
    State,
)  # fmt: skip
from .race import START as STARTING
from .setting_up import deployers, to_place
from .turns import buyer

RACER_KEYS: Final = ("id", "kind", "racer", "at", "dmg", "driver", "mods")
CIVILIAN_KEYS: Final = ("id", "kind", "at", "face")


def read_state(race: Race, data: Mapping[str, object]) -> State:
    """A settled state."""
    mats = mapping(data["mats"], "mats", MAT_KEYS, MAT_KEYS)
    content = race.content
    forward, oncoming = (one_of(mats[side], f"mats: {side}", content.mats) for side in "FO")
    state = State(
        Pack(race.street(forward, oncoming), {}),
        forward,
        oncoming,
        texts(mats["deck"], "mats: deck"),
        _cards_of(race, data, "hands"),
        _cards_of(race, data, "gangs"),
        _by_player(race, data, "style"),
        texts(data["pile"], "pile"),
        texts(data["discards"], "discards"),
        whole(mats["drawn"], "mats: drawn", 0),
        texts(mats["next"], "mats: next"),
    )
    state.pack.cars.update(_cars(race, listed(data["cars"], "cars")))
    state.phase = one_of(data["phase"], "phase", PHASES)
    turn = data["turn"]
    state.turn = None if turn is None else one_of(turn, "turn", race.players)
    state.turns = whole(data["turns"], "turns", 0)
    state.actions = whole(data["actions"], "actions", 0)
    advances = mapping(data["advances"], "advances", tuple(race.models))
    state.advances = {
        name: whole(made, f"advances: {name}", 1, DUAL_ADVANCES) for name, made in advances.items()
    }
    state.end = _end(race, data["end"])
    ranking = data["ranking"]
    state.ranking = None if ranking is None else tuple(texts(ranking, "ranking"))
    _check_piles(race, state)
    _check_mats(race, state)
    _check_street(race, state)
    _check_phase(race, state)
    _check_end(race, state)
    _hint(race, state, data.get("ask"))
    return state


MAT_KEYS: Final = ("F", "O", "deck", "drawn", "next")


def _cards_of(race: Race, data: Mapping[str, object], key: str) -> dict[str, list[str]]:
    held = mapping(data[key], key, race.players, race.players)
    return {player: texts(held[player], f"{key}: {player}") for player in race.players}


def _by_player(race: Race, data: Mapping[str, object], key: str) -> dict[str, int]:
    held = mapping(data[key], key, race.players, race.players)
    return {player: whole(held[player], f"{key}: {player}", 0) for player in race.players}


def _cars(race: Race, value: Sequence[object]) -> dict[str, Car]:
    """The racers by seat, then the Civilians."""
    found: dict[str, Car] = {}
    for each in value:
        kind = mapping(each, "cars", None, ("kind",))["kind"]
        keys = RACER_KEYS if one_of(kind, "cars: kind", ("racer", "civ")) == "racer" else None
        held = mapping(each, "cars", keys or CIVILIAN_KEYS, keys or CIVILIAN_KEYS)
        name = text(held["id"], "cars: id")
        if name in found:
            raise Misfit(f"cars: {shown(name)} is there twice")
        car = found[name] = Car(name, name[:1] if keys else None)
        if held["at"] is not None:
            cell = need_cell(held["at"], f"{name}: at", race.content.half_width)
            car.rank, car.col = cell
        if keys:
            car.model = race.models[name]
            car.dmg = truth(held["dmg"], f"{name}: dmg")
            driver = held["driver"]
            car.driver = None if driver is None else text(driver, f"{name}: driver")
            car.mods = tuple(texts(held["mods"], f"{name}: mods"))
        else:
            car.facing = one_of(held["face"], f"{name}: face", ("F", "O"))
            one_of(name, "cars: id", [f"c{n}" for n in range(1, race.content.civilians + 1)])
            if not car.col:
                raise Misfit(f"{name}: at: a Civilian in play has a space")
    ordered = {name: found[name] for name in race.models if name in found}
    return {**ordered, **found}


def _end(race: Race, value: object) -> End | None:
    if value is None:
        return None
    keys = ("drawer", "to_come", "declined")
    held = mapping(value, "end", keys, keys)
    drawer = one_of(held["drawer"], "end: drawer", race.players)
    to_come, declined = (tuple(texts(held[key], f"end: {key}")) for key in keys[1:])
    others = race.seats_after(drawer)
    if to_come != others[len(others) - len(to_come) :]:
        raise Misfit("end: to_come: the last of those after the drawer")
    if len(set(declined)) < len(declined) or not set(declined) <= set(race.players):
        raise Misfit("end: declined: players, each once")
    return End(drawer, to_come, declined)


def _check_piles(race: Race, state: State) -> None:
    """Every play card is somewhere once; mods, drivers and gangs hold what belongs there."""
    cards = race.content.by_copy
    cars = list(state.pack.cars.values())
    mods = [mod for car in cars for mod in car.mods]
    crew = [card for held in state.gangs.values() for card in held]
    crew += [car.driver for car in cars if car.driver is not None]
    hands = [card for held in state.hands.values() for card in held]
    every = Counter([*state.pile, *state.discards, *hands, *mods, *crew])
    for card, count in every.items():
        if card not in cards:
            raise Misfit(f"cards: {shown(card)} is no card of the set")
        if count > 1:
            raise Misfit(f"cards: {card} is there twice")
    missing = [card for card in race.content.play_cards if card not in every]
    if missing:
        raise Misfit(f"cards: {missing[0]} is missing")
    for kind, held in ((MOD, mods), (CREW, crew)):
        for card in held:
            if cards[card].type != kind:
                raise Misfit(f"cars: {card} is no {kind}")
    for car in cars:
        if len(car.mods) > race.content.mod_slots:
            raise Misfit(f"{car.id}: mods: {race.content.mod_slots} are the most")
        car.mods = tuple(sorted(car.mods))
    piles = [*state.hands.values(), *state.gangs.values(), state.discards]
    for pile in [*piles, *([] if race.options.ordered else [state.pile])]:
        pile.sort()


def _check_mats(race: Race, state: State) -> None:
    """The mats of the deck, each once, and as many as have not been drawn."""
    content = race.content
    laid = [state.forward, state.oncoming]
    starting = all(content.mats[mat].role == START for mat in laid)
    if starting != (state.drawn - len(state.next) == 0) or laid[0] == laid[1]:
        raise Misfit("mats: F and O do not fit what was drawn")
    every = [*state.deck, *state.next, *([] if starting else laid)]
    if len(set(every)) < len(every):
        raise Misfit("mats: a mat is there twice")
    for mat in every:
        if mat not in content.street_deck:
            raise Misfit(f"mats: {shown(mat)} does not belong in the deck")
    if len(state.deck) != len(content.street_deck) - state.drawn:
        raise Misfit("mats: deck: it holds all but those that were drawn")
    if len(state.next) > 2 or (state.next and not race.options.farsight):
        raise Misfit("mats: next: two mats with farsight, otherwise none")
    finished = [mat in laid for mat in content.finish]
    if finished != [state.end is not None] * 2:
        raise Misfit("mats: both finish mats lie from the endgame on, and not before")
    if not race.options.ordered:
        state.deck.sort()


def _check_street(race: Race, state: State) -> None:
    """No space is shared, and nobody is where nobody may be."""
    pack = state.pack
    placed = list(pack.placed())
    if len({car.cell for car in placed}) < len(placed):
        raise Misfit(Told("one_space", "cars: two are on one space"))
    for car in placed:
        if not pack.street.open_to_cars(car.col):
            said = "{car}: at: nobody may be there (FF-14, FF-64)"
            raise Misfit(Told("no_car_there", said, car=car.id))
    if placed and pack.front != 1:
        raise Misfit(Told("front_rank", "cars: the front car stands in rank 1 (FF-35)"))
    for car in pack.straggling():
        said = "{car}: at: a Civilian behind all racers has left (FF-112)"
        raise Misfit(Told("left_behind", said, car=car.id))
    for name in race.models:
        if state.phase != PLACE and not pack.cars[name].col:
            raise Misfit(Told("car_without_space", "{car}: at: it has no space", car=name))


def _check_phase(race: Race, state: State) -> None:
    """What the phase says about the other keys."""
    phase = state.phase
    if phase == STARTING:
        raise Misfit("phase: start is in the middle of an event, with a base")
    if (phase in SETTING_UP) != (state.turn is None):
        raise Misfit("turn: null in set-up, and only there")
    if phase == PLACE and to_place(race, state) is None:
        raise Misfit("phase: every racer has been placed")
    if phase in SETTING_UP and (state.end or state.drawn or state.turns):
        raise Misfit("phase: no turn and no mat has come in set-up")
    if phase == DEPLOY and not deployers(race, state):
        raise Misfit("phase: nobody can deploy anything")
    if phase != ACT and state.actions:
        raise Misfit("actions: there are none in this phase")
    if phase in (EXTRA, OVER) and (state.end is None or state.end.to_come):
        raise Misfit("end: everybody has had the last turn in this phase")
    if phase == EXTRA and buyer(race, state) is None:
        raise Misfit("phase: nobody is left to buy a turn")
    if phase == OVER and state.ranking != tuple(car.id for car in state.pack.racers()):
        raise Misfit("ranking: the racers in pack order")
    if phase != OVER and state.ranking is not None:
        raise Misfit("ranking: null before the end")
    if state.advances and not race.options.dual:
        raise Misfit("advances: counted in dual-car play only")


def _check_end(race: Race, state: State) -> None:
    """FF-131 to FF-133: whose turn it is tells who is still owed one, and who has not declined."""
    end = state.end
    if end is None:
        return
    seats = (end.drawer, *race.seats_after(end.drawer))
    if end.to_come:
        running = seats[-len(end.to_come) - 1]
        if state.turn != running:
            raise Misfit(f"end: to_come: it is {running}'s turn while these are owed theirs")
        if end.declined:
            raise Misfit("end: declined: nobody is asked before all have had their turn")
    elif state.turn in end.declined and state.phase != OVER:
        raise Misfit(f"end: declined: {state.turn} has a turn, and none is bought after that")


def _hint(race: Race, state: State, ask: object) -> None:
    """Who answers first in mulligan and deployment, where no other key tells it."""
    if state.phase not in (MULL, DEPLOY) or not isinstance(ask, Mapping):
        return
    who = ask.get("who")
    if isinstance(who, list) and len(who) == 1 and who[0] in race.players:
        state.first = who[0]
        if state.phase == DEPLOY and who[0] not in deployers(race, state):
            state.first = None
