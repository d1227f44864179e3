"""What each op of a case does, and the result that ``expect`` is held against (FF-160)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...errors import IllegalAction, Misfit
from .asking import Flow, nothing
from .cases_reading import (
    HALF_WIDTH,
    CaseRun,
    Inputs,
    need_car,
    need_cell,
    read_inputs,
    read_pack,
    read_street,
    read_switches,
)
from .checks import listed, mapping, one_of, text, texts, truth, whole
from .civilians import barrel, clear_the_street, fall_behind, wave
from .endings import FEWEST, LAST_BLOCK, MOST, dealt, deck_size, dual_points, last_turns
from .grid import WAYS, Mat, Street, cell_text
from .moving import advance, damage, drift, drift_to
from .pack import Car
from .placing import placements
from .run import Root
from .trying import names, rival, target_number

Json = dict[str, object]
Do = Mapping[str, object]


def answer(flow: Flow[object], inputs: Inputs) -> object:
    """The end of an event that is given the dice and choices of a case.

    IllegalAction for a choice that is not open, Misfit where a die or choice is missing.
    """
    try:
        ask = next(flow)
        while True:
            if ask.kind == "die":
                if not inputs.dice:
                    raise Misfit("dice: one more is needed")
                inputs.used += 1
                given = str(inputs.dice.pop(0))
            elif inputs.choices:
                given = inputs.choices.pop(0)
            elif "in" in ask.options:
                given = "in"
            else:
                raise Misfit(f"choices: one of {', '.join(ask.options)} is needed")
            if given not in ask.options:
                raise IllegalAction(f"{given} is none of {', '.join(ask.options)}")
            ask = flow.send(given)
    except StopIteration as end:
        return end.value


# -- looking --


def _order(run: CaseRun, do: Do) -> Json:
    """FF-30 to FF-33."""
    leader, last = run.pack.leader, run.pack.last
    return {
        "order": names(run.pack.order()),
        "leader": leader.id if leader else None,
        "last": last.id if last else None,
    }


def _behind(run: CaseRun, do: Do) -> Json:
    """FF-96."""
    order = run.pack.order()
    after = order[order.index(need_car(run, do)) + 1 :]
    return {"behind": [car.id for car in after if car.racer]}


def _advances(run: CaseRun, do: Do) -> Json:
    """FF-50 to FF-54."""
    found: Json = {}
    for car in run.pack.racers():
        to = run.pack.ahead(car)
        if run.pack.at(*to) is not None:
            found[car.id] = {"legal": False}
            continue
        other = rival(run.pack, car)
        against = {"tn": target_number(run.pack, car)} if other is None else {"vs": other.id}
        found[car.id] = {"legal": True, "to": cell_text(*to), **against}
    return {"advances": found}


def _drifts(run: CaseRun, do: Do) -> Json:
    """FF-60 to FF-64, FF-90, FF-120."""
    car, street = _own_racer(run, do), run.pack.street
    found: Json = {}
    for way in street.possible(car.col, WAYS):
        to = drift_to(run, car, way)
        other = run.pack.at(*to)
        told: Json = {"to": cell_text(*to)}
        if other is not None:
            told["test" if other.racer else "shoves"] = other.id
        curb = street.curb(car.col, to.col)
        if curb:
            told["curb"] = True
        if curb or car.col > 0 > to.col:
            told["style"] = 1
        found[way] = told
    return {"drifts": found}


def _spin_spaces(run: CaseRun, do: Do) -> Json:
    """FF-84."""
    return {"cells": [cell_text(*cell) for cell in run.pack.spin_cells(_own_racer(run, do))]}


def _own_racer(run: CaseRun, do: Do) -> Car:
    car = need_car(run, do)
    if not car.racer:
        raise IllegalAction(f"{car.id} is a Civilian (FF-54)")
    return car


# -- doing --


def _advance(run: CaseRun, do: Do) -> Flow[object]:
    car = _own_racer(run, do)
    if run.pack.at(*run.pack.ahead(car)) is not None:
        raise IllegalAction("a car is right ahead (FF-50)")
    return advance(run, car)


def _drift(run: CaseRun, do: Do) -> Flow[object]:
    car, way = _own_racer(run, do), one_of(do.get("dir"), "dir", WAYS)
    if run.pack.street.why_not(car.col, way) is not None:
        raise IllegalAction(f"there is no way {way} (FF-64)")
    return drift(run, car, way, root=Root(car.id, car))


def _damage(run: CaseRun, do: Do) -> Flow[object]:
    return damage(run, need_car(run, do))


def _barrel(run: CaseRun, do: Do) -> Flow[object]:
    return barrel(run)


def _with_pack(run: CaseRun, do: Do) -> Flow[object]:
    fall_behind(run)
    return nothing()


def _wave(run: CaseRun, do: Do) -> Flow[object]:
    return wave(run)


def _mats(run: CaseRun, do: Do) -> Flow[object]:
    with_wave = truth(do.get("wave", True), "wave")
    run.pack.street = read_street(do.get("mats"), run.pack.street.half_width)
    return _changed(run, with_wave)


def _changed(run: CaseRun, with_wave: bool) -> Flow[object]:
    """FF-40, steps 3 to 5."""
    yield from clear_the_street(run)
    if with_wave:
        yield from wave(run)
    return None


def _board(run: CaseRun, leader: Car | None, inputs: Inputs, result: object) -> Json:
    """The result of an op that changes the street, renumbered from the front (FF-35)."""
    cars, shift, now = run.pack.cars, run.pack.front - 1, run.pack.leader
    told: Json = {
        "at": {car.id: cell_text(car.rank - shift, car.col) for car in cars.values()},
        "dmg": sorted(car.id for car in cars.values() if car.racer and car.dmg),
        "faces": {car.id: car.facing for car in cars.values() if not car.racer},
        "removed": sorted(run.removed),
        "spun": run.spun,
        "style": {player: points for player, points in run.style.items() if points},
        "leader": now.id if now else None,
        "new_leader": now is not leader,
        "dice_used": inputs.used,
    }
    return told if result is None else {**told, "result": result}


# -- counting --


def _placements(do: Do) -> Json:
    """FF-22."""
    lanes = {side: whole(do.get(f"lanes_{side}"), f"lanes_{side}", 1, 18) for side in "FO"}
    width = max(HALF_WIDTH, *(count + 1 for count in lanes.values()))
    street = Street(width, *(Mat((None,) * lanes[side]) for side in "FO"))
    placed = [need_cell(cell, "placed", width) for cell in texts(do.get("placed"), "placed")]
    if len(set(placed)) < len(placed):
        raise Misfit("placed: a space is there twice")
    return {"cells": [cell_text(*cell) for cell in placements(street, placed)]}


def _street_deck(do: Do) -> Json:
    """FF-16."""
    regular, returned = (whole(do.get(key), key, 0) for key in ("regular", "returned"))
    if regular < returned + LAST_BLOCK - 2:
        raise IllegalAction("there are too few regular mats (FF-16)")
    size = deck_size(regular, returned)
    return {"size": size, "first_finish_place": size - LAST_BLOCK + 1}


def _deal(do: Do) -> Json:
    """FF-24."""
    players = whole(do.get("players"), "players")
    if not FEWEST <= players <= MOST:
        raise IllegalAction(f"{FEWEST} to {MOST} play (FF-1)")
    return {"cards": dealt(players)}


def _dual(do: Do) -> Json:
    """FF-140."""
    points = dual_points(texts(do.get("finish"), "finish"))
    best = min(points.values(), default=0)
    return {"points": points, "winners": sorted(n for n, sum_ in points.items() if sum_ == best)}


def _endgame(do: Do) -> Json:
    """FF-131 to FF-133."""
    players = texts(do.get("players"), "players")
    drawer = one_of(text(do.get("drawer"), "drawer"), "drawer", players)
    if len(set(players)) < len(players):
        raise Misfit("players: one is there twice")
    style, wants = (
        {name: whole(n, key, 0) for name, n in mapping(do.get(key, {}), key, players).items()}
        for key in ("style", "wants")
    )
    return {"turns": last_turns(players, drawer, style, wants)}


LOOKING: Final[Mapping[str, Callable[[CaseRun, Do], Json]]] = {
    "order": _order, "behind": _behind, "advances": _advances, "drifts": _drifts,
    "spin_spaces": _spin_spaces,
}  # fmt: skip
DOING: Final[Mapping[str, Callable[[CaseRun, Do], Flow[object]]]] = {
    "advance": _advance, "drift": _drift, "damage": _damage, "barrel": _barrel,
    "with_pack": _with_pack, "wave": _wave, "mats": _mats,
}  # fmt: skip
COUNTING: Final[Mapping[str, Callable[[Do], Json]]] = {
    "placements": _placements, "street_deck": _street_deck, "deal": _deal, "dual": _dual,
    "endgame": _endgame,
}  # fmt: skip
INPUTS: Final[Mapping[str, tuple[str, ...]]] = {
    "order": (), "behind": ("car",), "advances": (), "drifts": ("car",), "advance": ("car",),
    "drift": ("car", "dir"), "damage": ("car",), "spin_spaces": ("car",), "barrel": (),
    "with_pack": (), "wave": (), "mats": ("mats", "wave"),
    "placements": ("lanes_F", "lanes_O", "placed"), "street_deck": ("regular", "returned"),
    "deal": ("players",), "dual": ("finish",), "endgame": ("players", "drawer", "style", "wants"),
}  # fmt: skip
"""The ops of a case, each with the keys that it reads."""


def outcome(pos: object, do: Do) -> Json:
    """The result of a case; IllegalAction for what the rules refuse, Misfit for a wrong case."""
    op = one_of(do.get("op"), "op", INPUTS)
    mapping(do, "do", ("op", "dice", "choices", "options", *INPUTS[op]))
    inputs, switches = read_inputs(do), read_switches(do)
    if op in COUNTING:
        told = COUNTING[op](do)
    else:
        run = read_pack(pos, switches)
        if op in LOOKING:
            told = LOOKING[op](run, do)
        else:
            leader = run.pack.leader
            told = _board(run, leader, inputs, answer(DOING[op](run, do), inputs))
    if inputs.dice or inputs.choices:
        left = listed([*inputs.dice, *inputs.choices], "dice")
        raise Misfit(f"dice and choices: {len(left)} are left over")
    return told
