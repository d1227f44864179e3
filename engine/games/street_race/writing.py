"""The JSON form of a position (section 19, FF-161)."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from .grid import cell_text
from .moment import Moment
from .pack import Car
from .race import Options, Race, State

GAME: Final = "fhtagn"
Json = dict[str, object]


def write(moment: Moment) -> Mapping[str, object]:
    """The position of a moment; in the middle of an event with its base and the texts since.

    It is written once, so nobody may change it.
    """
    if moment.written is None:
        data = write_state(moment.race, moment.state)
        ask = moment.ask
        data["ask"] = None if ask is None else {"who": list(ask.who), "kind": ask.kind}
        base = write(moment.rest) if moment.since else None
        moment.written = {**data, "base": base, "since": list(moment.since)}
    return moment.written


def copied(written: Mapping[str, object]) -> dict[str, Any]:
    """The same for somebody who may change it. It is plain data, for which ``marshal`` takes a
    sixth of the time of ``deepcopy``."""
    found: dict[str, Any] = marshal.loads(marshal.dumps(dict(written)))
    return found


def write_state(race: Race, state: State) -> Json:
    """All keys but ``ask``, ``base`` and ``since``."""
    usual = Options()
    options = {
        each.name: value
        for each in fields(Options)
        if (value := getattr(race.options, each.name)) != getattr(usual, each.name)
    }
    shift = state.pack.front - 1
    cars = [*state.pack.order(), *(car for car in state.pack.cars.values() if not car.col)]
    end = state.end
    return {
        "game": GAME,
        "sets": [{"set": name, "sha256": digest} for name, digest in race.content.sets],
        "options": options,
        "players": list(race.players),
        "order": list(race.order),
        "turn": state.turn,
        "turns": state.turns,
        "phase": state.phase,
        "actions": state.actions,
        "advances": dict(state.advances),
        "mats": {
            "F": state.forward,
            "O": state.oncoming,
            "deck": list(state.deck),
            "drawn": state.drawn,
            "next": list(state.next),
        },
        "cars": [_car(car, shift) for car in cars],
        "hands": {player: list(held) for player, held in state.hands.items()},
        "gangs": {player: list(held) for player, held in state.gangs.items()},
        "style": dict(state.style),
        "pile": list(state.pile),
        "discards": list(state.discards),
        "end": None if end is None else {
            "drawer": end.drawer,
            "to_come": list(end.to_come),
            "declined": list(end.declined),
        },
        "ranking": None if state.ranking is None else list(state.ranking),
    }  # fmt: skip


def _car(car: Car, shift: int) -> Json:
    at = cell_text(car.rank - shift, car.col) if car.col else None
    told: Json = {"id": car.id, "kind": "racer" if car.racer else "civ"}
    if car.racer:
        told |= {
            "racer": car.model,
            "at": at,
            "dmg": car.dmg,
            "driver": car.driver,
            "mods": list(car.mods),
        }
    else:
        told |= {"at": at, "face": car.facing}
    if car.limbo:
        told["limbo"] = True
    return told
