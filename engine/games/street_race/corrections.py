"""Corrections by the table, for cards that no effect can say (FF-155)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final

from ...errors import IllegalAction, shown
from ...told import Told
from .board import ROWS
from .checks import MOST_COUNT
from .content import CREW, MOD
from .events import EVENTS, StreetEvent
from .game_run import GameRun
from .grid import Cell, read_cell
from .moment import Moment
from .pack import Car
from .play import begun
from .race import DEPLOY, EXTRA, PLACE, State, insort
from .refusing import no_card, no_player, no_space
from .setting_up import deployers
from .turns import close

POINTS: Final = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)
"""No more than ``MOST_COUNT``."""
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
        said = "The race is over; nothing can be put right any more."
        raise IllegalAction(Told("fix_over", said), code="game-over")
    if moment.state.phase == PLACE:
        said = "The cars are still being placed; put it right once all of them stand."
        raise IllegalAction(Told("fix_placing", said), code="wrong-phase")
    if moment.since:
        said = "Something is under way; put it right once all of it is answered."
        raise IllegalAction(Told("fix_under_way", said), code="wrong-phase")
    run = begun(moment.race, moment.state.copy())
    verb, *words = text.split(" ")
    count, fix, form = FIXES[verb]
    if len(words) not in count:
        said = "{text}: a word is missing or too many; it is written like {form}."
        told = Told("fix_words", said, text=shown(text), form=form)
        raise IllegalAction(told, code="bad-syntax")
    fix(run, words)
    _go_on(run)
    events = run.paused()
    run.pack.renumber()
    return run.state, events


def _go_on(run: GameRun) -> None:
    """What is asked is still asked of somebody, or the race is over (FF-133)."""
    if run.state.phase == EXTRA:
        close(run)
    elif run.state.phase == DEPLOY and not deployers(run.race, run.state):
        said = "Then nobody could deploy anything; answer that question first."
        raise IllegalAction(Told("fix_no_deployer", said), code="not-an-option")


def _car(run: GameRun, name: str) -> Car:
    car = run.pack.cars.get(name)
    if car is None:
        told = Told(
            "fix_no_car",
            "There is no car {name}; there are {known}.",
            name=shown(name),
            known=", ".join(sorted(run.pack.cars)),
        )
        raise IllegalAction(told, code="unknown-id")
    return car


def _fix_car(run: GameRun, words: Words) -> None:
    """A car is put on another space."""
    car, cell = _car(run, words[0]), read_cell(words[1])
    if cell is None:
        raise IllegalAction(no_space(words[1]), code="bad-syntax")
    # A card may send a car far off, but no position grows without end.
    farthest = max(len(run.pack.cars), ROWS) + max(c.rank for c in run.pack.placed())
    to = Cell(cell.rank + run.pack.front - 1, cell.col)
    stands, told = run.pack.at(*to), None
    if not run.pack.street.open_to_cars(to.col):
        said = "No car can be on {space}; name another column."
        told = Told("fix_closed", said, space=words[1])
    elif stands is not None and stands is not car:
        said = "{car} is on {space}; put that car elsewhere first."
        told = Told("fix_taken", said, car=stands.id, space=words[1])
    elif abs(cell.rank) > farthest:
        said = "{space} is too far off; {most} is the farthest rank."
        told = Told("fix_far", said, space=words[1], most=farthest)
    if told is not None:
        raise IllegalAction(told, code="impossible-place")
    run.place(car, to)


def _fix_dmg(run: GameRun, words: Words) -> None:
    """A racer shows the other face."""
    car = _car(run, words[0])
    if not car.racer:
        said = "{car} is a Civilian, and no Civilian is ever damaged; name a racer."
        raise IllegalAction(Told("fix_whole_civilian", said, car=car.id), code="bad-syntax")
    if words[1] not in ("yes", "no"):
        said = "{value}: say yes or no after the car."
        raise IllegalAction(Told("fix_yes_or_no", said, value=shown(words[1])), code="bad-syntax")
    if car.dmg != (words[1] == "yes"):
        car.dmg = words[1] == "yes"
        run.report.append(EVENTS["damaged" if car.dmg else "repaired"](car.id))


def _fix_style(run: GameRun, words: Words) -> None:
    """A player has so many points."""
    player = _player(run, words[0])
    if POINTS.fullmatch(words[1]) is None:
        said = "{value} is no number of points; 0 to {most} are."
        told = Told("fix_points", said, value=shown(words[1]), most=MOST_COUNT)
        raise IllegalAction(told, code="bad-syntax")
    run.state.style[player] = int(words[1])


def _player(run: GameRun, name: str) -> str:
    if name not in run.race.players:
        raise IllegalAction(no_player(run.race, name), code="unknown-id")
    return name


def _fix_card(run: GameRun, words: Words) -> None:
    """A card goes to a hand, a gang, a car, the pile or the discards."""
    name, to = words[0], words[1]
    card = run.race.content.by_copy.get(name)
    if card is None:
        raise IllegalAction(no_card(name), code="unknown-id")
    if (to in ("pile", "discards")) == (len(words) == 3) or to not in KINDS:
        said = "A card goes to pile or discards; or to hand or gang of a player, as in {player};"
        said += " or to mod or driver of a car, as in {car}."
        player, model = run.race.players[0], next(iter(run.race.models))
        told = Told(
            "fix_where",
            said,
            player=f"fix-card {name} hand {player}",
            car=f"fix-card {name} mod {model}",
        )
        raise IllegalAction(told, code="bad-syntax")
    if KINDS[to] not in (None, card.type):
        said = "{card} is of type {type}, and {to} takes only {wanted}."
        told = Told("fix_type", said, card=name, type=card.type, to=to, wanted=KINDS[to])
        raise IllegalAction(told, code="wrong-card-type")
    if to in ("driver", "mod"):
        car = _car(run, words[2])
        if not car.racer:
            said = "{car} is a Civilian, which has no cards; name a racer."
            raise IllegalAction(Told("fix_civilian", said, car=car.id), code="not-an-option")
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
            said = "All slots of {car} are full; take one of its mods away first."
            raise IllegalAction(Told("fix_full", said, car=car.id), code="no-slot")
        _taken(run, name)
        car.mods = tuple(sorted((*car.mods, name)))
        return
    if car.driver not in (None, name):
        said = "{car} has the driver {card}; take that card away first."
        told = Told("fix_driver", said, car=car.id, card=car.driver)
        raise IllegalAction(told, code="no-slot")
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


Fix = Callable[[GameRun, Words], None]
FIXES: Final[Mapping[str, tuple[tuple[int, ...], Fix, str]]] = {
    "fix-car": ((2,), _fix_car, "fix-car B 2F1"),
    "fix-dmg": ((2,), _fix_dmg, "fix-dmg B yes"),
    "fix-style": ((2,), _fix_style, "fix-style B 3"),
    CARD: ((2, 3), _fix_card, "fix-card p07.2 hand B"),
}
"""Verb → how many words follow it, what it does, and how it is written."""
