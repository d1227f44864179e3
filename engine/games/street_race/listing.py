"""The texts that answer a question, as actions of the contract."""

from __future__ import annotations

from ...action import CHANCE_SEAT, NO_PARAMS, Action, Displacement
from .asking import CHANCE, Ask
from .board import OFF, where
from .discarding import of_fewest
from .grid import BACK, LEFT, RIGHT, beside, read_cell
from .moment import Moment
from .pack import Car


def actions(moment: Moment, most: int | None = None) -> tuple[Action, ...]:
    """Every action accepted now, by text; where others are taken unlisted, ``most`` of them."""
    ask = moment.ask
    if ask is None:
        return ()
    seats = {player: seat for seat, player in enumerate(moment.race.players)}
    texts = ask.texts
    if most is not None and ask.unlisted is not None:
        texts = of_fewest(texts, most)
    return tuple(_action(moment, ask, text, seats) for text in texts)


def _action(moment: Moment, ask: Ask, text: str, seats: dict[str, int]) -> Action:
    if ask.who == (CHANCE,):
        params = {"die": text.split(" ")[1]} if ask.kind == "die" else NO_PARAMS
        return Action(CHANCE_SEAT, text, params=params)
    player = text.split(" ")[1] if ask.kind == "react" else ask.who[0]
    return Action(seats[player], text, displacements(moment, player, text))


def displacements(moment: Moment, player: str, text: str) -> tuple[Displacement, ...]:
    """What hands do to announce it: the moves of a car on the street."""
    verb, *words = text.split(" ")
    pack = moment.state.pack
    if verb in ("place", "spin"):
        car, cell = pack.cars[words[0]], read_cell(words[1])
        assert cell is not None
        return (Displacement(_at(moment, car), where(*cell)),)
    if verb not in ("adv", "drift"):
        return ()
    car = pack.cars[moment.race.driven(player, words)]
    shift = pack.front - 1
    rank, col = car.rank - shift, car.col
    if verb == "adv":
        rank -= 1
    elif words[-1] == BACK:
        rank += 1
    else:
        col = beside(col, LEFT if words[-1] == LEFT else RIGHT)
    return (Displacement(_at(moment, car), where(rank, col)),)


def _at(moment: Moment, car: Car) -> str:
    if not car.col:
        return OFF
    return where(car.rank - (moment.state.pack.front - 1), car.col)
