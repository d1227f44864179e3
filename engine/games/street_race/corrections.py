"""Corrections by the table, for cards that no effect can say (FF-155)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final

from ...errors import IllegalAction
from .board import ROWS
from .content import CREW, MOD
from .events import EVENTS, StreetEvent
from .game_run import GameRun
from .grid import Cell, read_cell
from .moment import Moment
from .pack import Car
from .play import begun
from .race import DEPLOY, EXTRA, PLACE, State, insort
from .setting_up import deployers
from .turns import close

POINTS: Final = re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)
CARD: Final = "fix-card"
Words = list[str]


def is_correction(text: str) -> bool:
    """Whether a text begins like a correction."""
    return text.split(" ")[0] in FIXES


def names_hidden(state: State, text: str, players: Collection[str]) -> bool:
    """Whether a correction names a card of the pile, or of a hand of none of these players."""
    verb, *words = text.split(" ")
    others = (hand for player, hand in state.hands.items() if player not in players)
    hidden = any(words[0] in cards for cards in (state.pile, *others)) if words else False
    return verb == CARD and hidden


def corrected(moment: Moment, text: str) -> tuple[State, list[StreetEvent]] | None:
    """The state after a correction; None if the text is none. IllegalAction says what is wrong.

    Corrections are taken between events, once the cars stand.
    """
    if not is_correction(text):
        return None
    if moment.ask is None:
        raise IllegalAction("The race is over.", code="game-over")
    if moment.since or moment.state.phase == PLACE:
        raise IllegalAction("Corrections are made between two events.", code="wrong-phase")
    run = begun(moment.race, moment.state.copy())
    verb, *words = text.split(" ")
    count, fix = FIXES[verb]
    if len(words) not in count:
        raise IllegalAction(f"{text!r:.60}: a word is missing or too many.", code="bad-syntax")
    fix(run, words)
    _go_on(run)
    told = run.paused()
    run.pack.renumber()
    return run.state, told


def _go_on(run: GameRun) -> None:
    """What is asked is still asked of somebody, or the race is over (FF-133)."""
    if run.state.phase == EXTRA:
        close(run)
    elif run.state.phase == DEPLOY and not deployers(run.race, run.state):
        message = "Then nobody could deploy anything; answer that question first (FF-26)."
        raise IllegalAction(message, code="not-an-option")


def _car(run: GameRun, name: str) -> Car:
    car = run.pack.cars.get(name)
    if car is None:
        raise IllegalAction(f"There is no car {name!r:.20}.", code="unknown-id")
    return car


def _fix_car(run: GameRun, words: Words) -> None:
    """A car is put on another space."""
    car, cell = _car(run, words[0]), read_cell(words[1])
    street = run.pack.street
    if cell is None:
        raise IllegalAction(f"{words[1]!r:.20} is no space.", code="bad-syntax")
    to = Cell(cell.rank + run.pack.front - 1, cell.col)
    if not street.open_to_cars(to.col) or run.pack.at(*to) not in (None, car):
        raise IllegalAction(f"No car can be put on {words[1]}.", code="impossible-place")
    # A card may send a car far off, but no position grows without end.
    farthest = max(len(run.pack.cars), ROWS) + max(c.rank for c in run.pack.placed())
    if abs(cell.rank) > farthest:
        raise IllegalAction(f"{words[1]} is too far off.", code="impossible-place")
    run.place(car, to)


def _fix_dmg(run: GameRun, words: Words) -> None:
    """A racer shows the other face."""
    car = _car(run, words[0])
    if not car.racer or words[1] not in ("yes", "no"):
        raise IllegalAction("A racer is damaged, yes or no.", code="bad-syntax")
    if car.dmg != (words[1] == "yes"):
        car.dmg = words[1] == "yes"
        run.report.append(EVENTS["damaged" if car.dmg else "repaired"](car.id))


def _fix_style(run: GameRun, words: Words) -> None:
    """A player has so many points."""
    player = _player(run, words[0])
    if POINTS.fullmatch(words[1]) is None:
        raise IllegalAction(f"{words[1]!r:.20} is no number of points.", code="bad-syntax")
    run.state.style[player] = int(words[1])


def _player(run: GameRun, name: str) -> str:
    if name not in run.race.players:
        raise IllegalAction(f"There is no player {name!r:.20}.", code="unknown-id")
    return name


def _fix_card(run: GameRun, words: Words) -> None:
    """A card goes to a hand, a gang, a car, the pile or the discards."""
    name, to = words[0], words[1]
    card = run.race.content.by_copy.get(name)
    if card is None:
        raise IllegalAction(f"There is no card {name!r:.20}.", code="unknown-id")
    if (to in ("pile", "discards")) == (len(words) == 3) or to not in KINDS:
        raise IllegalAction("A card goes to pile or discards, or to somebody's.", code="bad-syntax")
    if KINDS[to] not in (None, card.type):
        raise IllegalAction(
            f"{name}, of type {card.type}, is no {KINDS[to]}.", code="wrong-card-type"
        )
    if to in ("driver", "mod"):
        car = _car(run, words[2])
        if not car.racer:
            raise IllegalAction(f"{car.id} is a Civilian.", code="not-an-option")
        _to_car(run, car, name, to)
        return
    owner = _player(run, words[2]) if len(words) == 3 else ""
    _taken(run, name)
    if to == "pile":
        run.state.pile.insert(0, name)
        if not run.race.options.ordered:
            run.state.pile.sort()
    elif to == "discards":
        run.discard(name)
    else:
        insort((run.state.hands if to == "hand" else run.state.gangs)[owner], name)


KINDS: Final[Mapping[str, str | None]] = {
    "hand": None, "gang": CREW, "driver": CREW, "mod": MOD, "pile": None, "discards": None,
}  # fmt: skip


def _to_car(run: GameRun, car: Car, name: str, to: str) -> None:
    holder = run.state.holder(name)
    if to == "mod":
        if len(car.mods) >= run.race.content.mod_slots and holder is not car:
            raise IllegalAction(f"All slots of {car.id} are full.", code="no-slot")
        _taken(run, name)
        car.mods = tuple(sorted((*car.mods, name)))
        return
    if car.driver not in (None, name):
        raise IllegalAction(f"{car.id} has a driver.", code="no-slot")
    _taken(run, name)
    car.driver = name


def _taken(run: GameRun, name: str) -> None:
    """A card leaves the place where it is."""
    state = run.state
    for held in (state.pile, state.discards, *state.hands.values(), *state.gangs.values()):
        if name in held:
            held.remove(name)
    holder = state.holder(name)
    if holder is not None:
        holder.mods = tuple(mod for mod in holder.mods if mod != name)
        holder.driver = None if holder.driver == name else holder.driver


FIXES: Final[Mapping[str, tuple[tuple[int, ...], Callable[[GameRun, Words], None]]]] = {
    "fix-car": ((2,), _fix_car),
    "fix-dmg": ((2,), _fix_dmg),
    "fix-style": ((2,), _fix_style),
    CARD: ((2, 3), _fix_card),
}
