"""What the effects of cards do (FF-155)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from .asking import Ask, Flow, in_order
from .civilians import wave
from .discarding import choices_of, is_choice
from .game_run import GameRun
from .grid import BACK
from .moving import SUCCESS, advance, damage, drift, spin_out
from .pack import Car
from .race import DUAL_ADVANCES
from .run import Happening
from .streets import change_mats
from .targets import Bound


class Doing:
    """One effect at work: for whom, by whom, and the event that it answers."""

    __slots__ = ("bound", "car", "happening", "n", "player", "run")

    def __init__(
        self, run: GameRun, player: str, bound: Bound, happening: Happening | None
    ) -> None:
        self.run = run
        self.player = player
        self.bound = bound
        self.happening = happening
        self.n = bound.effect.n
        self.car: Car | None = run.pack.cars.get(bound.car) if bound.car else None

    @property
    def owner(self) -> str:
        """The player whom an effect on players is for."""
        return self.car.owner if self.car is not None and self.car.owner else self.player


def perform(
    run: GameRun, player: str, effects: Sequence[Bound], happening: Happening | None
) -> Flow[None]:
    """All effects of a card, one after the other; a car that has left play is passed over."""
    for bound in effects:
        doing = Doing(run, player, bound, happening)
        if bound.car is None or doing.car is not None:
            yield from DOES[bound.effect.op](doing)


# -- on tests and events --


def _test_mod(doing: Doing) -> Flow[None]:
    trial = doing.happening.trial if doing.happening else None
    if trial is not None and doing.car is not None:
        trial.extra[doing.car.id] = trial.extra.get(doing.car.id, 0) + doing.n
    yield from ()


def _reroll(doing: Doing) -> Flow[None]:
    trial = doing.happening.trial if doing.happening else None
    if trial is not None and doing.car is not None and doing.car.id in trial.dice:
        face = yield from doing.run.die()
        trial.dice[doing.car.id] = face
        doing.run.happened("rolled", doing.car, n=face)


def _win_tie(doing: Doing) -> Flow[None]:
    trial = doing.happening.trial if doing.happening else None
    if trial is not None and doing.car is not None:
        trial.tie_to = doing.car
    yield from ()


def _stop(doing: Doing) -> Flow[None]:
    """``cancel`` and ``prevent``: what was announced does not happen."""
    if doing.happening is not None:
        doing.happening.stopped = True
    yield from ()


# -- on cars --


def _damage(doing: Doing) -> Flow[None]:
    for _ in range(doing.n):
        if doing.car is not None:
            yield from damage(doing.run, doing.car)


def _repair(doing: Doing) -> Flow[None]:
    if doing.car is not None:
        repair(doing.run, doing.car)
    yield from ()


def repair(run: GameRun, car: Car) -> None:
    """FF-82: a damaged racer is whole again."""
    if car.dmg:
        car.dmg = False
        run.happened("repaired", car)


def _advance(doing: Doing) -> Flow[None]:
    for _ in range(doing.n):
        if doing.car is not None and may_advance(doing.run, doing.car):
            yield from free_advance(doing.run, doing.car, doing.bound.effect.test)


def may_advance(run: GameRun, car: Car) -> bool:
    """FF-50, FF-140: the space ahead is empty, and the car has not made all its advances."""
    return (
        not car.limbo
        and run.pack.at(*run.pack.ahead(car)) is None
        and run.state.advances.get(car.id, 0) < DUAL_ADVANCES
    )


def free_advance(run: GameRun, car: Car, test: bool = True) -> Flow[str]:
    """An advance that is counted if it succeeds."""
    result = yield from advance(run, car, test)
    if result == SUCCESS:
        run.advanced(car)
    return result


def _drift(doing: Doing) -> Flow[None]:
    """FF-122: a drift by a card scores nothing."""
    car, ways = doing.car, doing.bound.words
    if car is not None and ways and doing.run.pack.street.why_not(car.col, ways[0]) is None:
        yield from drift(doing.run, car, ways[0], test=doing.bound.effect.test)


def _fall_back(doing: Doing) -> Flow[None]:
    for _ in range(doing.n):
        if doing.car is not None and not doing.car.gone:
            test = doing.bound.effect.test
            yield from drift(doing.run, doing.car, BACK, compulsory=True, test=test)


def _spin_out(doing: Doing) -> Flow[None]:
    if doing.car is not None:
        yield from spin_out(doing.run, doing.car)


def _discard_driver(doing: Doing) -> Flow[None]:
    car = doing.car
    if car is not None and car.driver is not None:
        doing.run.discard(car.driver)
        car.driver = None
    yield from ()


def _discard_mod(doing: Doing) -> Flow[None]:
    car = doing.car
    for mod in doing.bound.words:
        if car is not None and mod in car.mods:
            car.mods = tuple(one for one in car.mods if one != mod)
            doing.run.discard(mod)
    yield from ()


# -- on players --


def _draw(doing: Doing) -> Flow[None]:
    """FF-155: the hand limit does not count here."""
    for _ in range(doing.n):
        yield from doing.run.draw(doing.owner)


def _discard_hand(doing: Doing) -> Flow[None]:
    """The owner of the hand picks the cards."""
    hand = doing.run.state.hands[doing.owner]
    held = sorted(hand)
    count = max(0, min(doing.n, len(hand)))
    picks = tuple(" ".join(cards) for cards in choices_of(held, count))

    def unlisted(text: str) -> bool:
        cards = text.split(" ")
        return len(cards) == count and is_choice(held, cards)

    if count:
        pick = picks[0]
        if len(picks) > 1:
            who = (doing.owner,)
            pick = yield Ask("disc", who, "disc ", picks, sorts=in_order, unlisted=unlisted)
        for card in pick.split(" "):
            hand.remove(card)
            doing.run.discard(card)


def _style(doing: Doing) -> Flow[None]:
    doing.run.score(doing.owner, doing.n)
    yield from ()


def _action(doing: Doing) -> Flow[None]:
    """More actions for the player whose turn it is."""
    state = doing.run.state
    if state.turn == doing.player:
        state.actions = max(0, state.actions + doing.n)
    yield from ()


# -- on the street --


def _civ_wave(doing: Doing) -> Flow[None]:
    for _ in range(doing.n):
        yield from wave(doing.run)


def _civ_remove(doing: Doing) -> Flow[None]:
    for name in doing.bound.words:
        car = doing.run.pack.cars.get(name)
        if car is not None:
            doing.run.remove(car)
    yield from ()


def _new_mats(doing: Doing) -> Flow[None]:
    yield from change_mats(doing.run)


def _manual(doing: Doing) -> Flow[None]:
    """The table carries it out, and tells the program by corrections."""
    yield from ()


DOES: Final[Mapping[str, Callable[[Doing], Flow[None]]]] = {
    "test_mod": _test_mod, "reroll": _reroll, "win_tie": _win_tie, "cancel": _stop,
    "prevent": _stop, "damage": _damage, "repair": _repair, "advance": _advance, "drift": _drift,
    "fall_back": _fall_back, "spin_out": _spin_out, "draw": _draw, "discard_hand": _discard_hand,
    "discard_driver": _discard_driver, "discard_mod": _discard_mod, "style": _style,
    "action": _action, "civ_wave": _civ_wave, "civ_remove": _civ_remove, "new_mats": _new_mats,
    "manual": _manual,
}  # fmt: skip
