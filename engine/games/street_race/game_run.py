"""An event of a whole game: with hands, windows, and a report."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from .asking import CHANCE, Ask, Flow
from .checks import MOST_COUNT
from .content import AFTER
from .events import EVENTS, CardResolved, StreetEvent
from .grid import Cell, cell_text
from .pack import Car
from .race import Race, State, insort
from .run import Happening, Run

Opened = Callable[["GameRun", Happening], Flow[object]]


class GameRun(Run):
    """What the rules of a whole game work on.

    ``opened``  runs a window to its end; it is passed in, since windows are made of the rules too

    ``state``   the moment, which the rules change
    ``report``  the events so far
    ``after``   events whose windows open when what happens now is done (FF-152)
    ``leading`` the player who led when the event began (FF-42)
    ``working`` abilities at work: none answers what it causes itself
    ``laid``    reactions that lie on the table and have not worked yet: player and card
    ``seen``    what was taken from a rank for the numbers of the question answered last
    """

    def __init__(self, race: Race, state: State, opened: Opened) -> None:
        super().__init__(state.pack, race.switches)
        self.race = race
        self.state = state
        self.report: list[StreetEvent] = []
        self.after: deque[Happening] = deque()
        self.seen = state.pack.front - 1
        self.leading: str | None = None
        self.working: set[str] = set()
        self.laid: list[tuple[str, str]] = []
        self.opened = opened

    # -- numbers --

    def driving(self, car: Car, use: str) -> int:
        content = self.race.content
        if car.owner is None:
            return content.civilian_speed
        total = content.racers[car.model].speed[car.dmg] + self._mods(car, "drive", use)
        return total + (content.by_copy[car.driver].drive if car.driver else 0)

    def fixing(self, car: Car, use: str, gang: bool) -> int:
        if car.owner is None:
            return 0
        total = self._mods(car, "fixit", use)
        if gang:
            cards = self.race.content.by_copy
            total += sum(cards[crew].fixit for crew in self.state.gangs[car.owner])
        return total

    def _mods(self, car: Car, to: str, use: str) -> int:
        cards = self.race.content.by_copy
        return sum(
            bonus.n
            for mod in car.mods
            for bonus in cards[mod].bonus
            if bonus.to == to and bonus.when in (None, use)
        )

    def complexity(self, car: Car) -> int:
        content = self.race.content
        if car.owner is None:
            return content.civilian_complexity
        return content.racers[car.model].complexity[car.dmg]

    def shift(self) -> int:
        return self.pack.front - 1

    # -- what is told --

    def score(self, player: str, points: int) -> None:
        self.state.style[player] = max(0, min(MOST_COUNT, self.state.style[player] + points))
        self.happened("style.scored", None, n=points, by=player)

    def happened(
        self,
        name: str,
        car: Car | None = None,
        *,
        frm: Cell | None = None,
        to: Cell | str | None = None,
        n: int | None = None,
        by: str | None = None,
    ) -> None:
        about = car.id if car else None
        self.report.append(EVENTS[name](about, self._seen(frm), self._seen(to), n, by))
        if name in AFTER and name in self.race.triggers:
            self.after.append(Happening(name, (car,) if car else (), by=by))

    def resolved(self, player: str, card: str) -> None:
        """A player's card has done what it does (FF-150)."""
        self.report.append(CardResolved(by=card))
        if CardResolved.name in self.race.triggers:
            self.after.append(Happening(CardResolved.name, card=card, by=player))

    def _seen(self, where: Cell | str | None) -> str | None:
        if isinstance(where, Cell):
            return cell_text(where.rank - self.seen, where.col)
        return where

    def before(self, happening: Happening) -> Flow[None]:
        if happening.name in self.race.triggers:
            yield from self.opened(self, happening)

    # -- cards --

    def draw(self, player: str) -> Flow[str | None]:
        """FF-136: one card from the pile to the hand; None if there is none anywhere."""
        state = self.state
        if not state.pile:
            if not state.discards:
                return None
            cards = sorted(state.discards)
            if self.race.options.ordered:
                order = yield Ask("shuffle", (CHANCE,), "shuffle ", (" ".join(cards),), True)
                cards = order.split(" ")
            state.pile, state.discards = cards, []
        options = state.pile[:1] if self.race.options.ordered else state.pile
        card = yield Ask("card", (CHANCE,), f"card {player} ", tuple(options))
        state.pile.remove(card)
        insort(state.hands[player], card)
        self.happened("drawn", None, n=1, by=player)
        return card

    def discard(self, card: str) -> None:
        """A card goes to the discard pile."""
        insort(self.state.discards, card)

    def flush(self) -> Flow[None]:
        """FF-152: the windows after what has happened, first in, first out."""
        while self.after:
            yield from self.opened(self, self.after.popleft())

    # -- cars and players --

    def lead(self) -> str | None:
        """FF-42: the player who leads."""
        leader = self.pack.leader
        return leader.owner if leader else None

    def advanced(self, car: Car) -> None:
        """FF-140: one more advance of that car in this turn."""
        if self.race.options.dual:
            made = self.state.advances
            made[car.id] = made.get(car.id, 0) + 1

    def paused(self) -> list[StreetEvent]:
        """What was reported since the last question, ended by a change of the numbers (FF-35)."""
        told, self.report = self.report, []
        if (shift := self.shift()) != self.seen:
            told.append(EVENTS["renumbered"](n=self.seen - shift))
            self.seen = shift
        return told
