"""What people meant so far, and where in it the table is."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.action import CHANCE_SEAT, LET_GO, Action
from engine.board import IN_HAND
from engine.game import CHANCE, OVER, Position

LONGEST: Final = 60
"""At most so many actions come without anybody's choice, one after the other."""


@dataclass(frozen=True)
class Meant:
    """A position that people brought about, and the action that led to it (None: the first).

    ``tapped``  the page was told it, though hands can make it
    """

    position: Position
    action: Action | None = None
    tapped: bool = False


def public(position: Position) -> Any:
    """A position's JSON as the page has it."""
    return position.view(None)["position"]


def _drawn(position: Position, shown: Mapping[str, Any] | None, dealt: bool) -> Position | None:
    """The position after the next card of a common deck, if that is shown."""
    cards = position.lots() if dealt and position.to_act is not OVER else ()
    drawn = (position.apply(card).position for card in cards)
    return next((one for one in drawn if public(one) == shown), None)


class Memory:
    """The game as it was meant, action by action."""

    def __init__(self, first: Position) -> None:
        self.meant = [Meant(first)]
        self.rested = 0
        """The entry that the last rest had."""
        self.dealt = False
        """Whether the service deals: then it also plays a card that nobody chooses."""
        self._json: dict[int, Any] = {}

    @property
    def now(self) -> Position:
        """The position that people believe to be on the table."""
        return self.meant[-1].position

    def add(self, action: Action, position: Position, tapped: bool = False) -> None:
        """People made an action."""
        self.meant.append(Meant(position, action, tapped))

    def back(self, length: int) -> None:
        """Forget what was meant after so many entries."""
        del self.meant[max(length, 1) :]
        self.rested = min(self.rested, len(self.meant) - 1)

    # ------------------------------------------------------------------------------- chance

    def hear(self, chances: deque[str]) -> None:
        """Take over what chance brought, as far as it is due; windows before it were let go by."""
        while chances and (trail := self._until(chances[0])):
            self.meant += trail
            chances.popleft()

    def _until(self, text: str) -> list[Meant]:
        """What came without anybody's choice up to that throw or draw; empty if it is not due."""
        trail, position = list[Meant](), self.now
        while len(trail) < LONGEST and position.to_act is not CHANCE:
            found = by_itself(position)
            if found is None:
                return []
            trail.append(Meant(found[1], found[0]))
            position = found[1]
        action = next((one for one in position.legal() if one.text == text), None)
        if action is None or position.to_act is not CHANCE:
            return []
        return [*trail, Meant(position.apply(action).position, action)]

    def unseen(self) -> bool:
        """Whether somebody may have let a window go by, and nobody can see that on the table."""
        found = by_itself(self.now)
        gone = found is not None and letting_go(found[0])
        return found is not None and gone and self.json(found[1]) == self.json(self.now)

    def unhear(self) -> None:
        """Something was taken back: chance may be asked anew for what people did last."""
        last = len(self.meant)
        while last > 1 and not _chosen(self.meant[last - 1]):
            last -= 1
        if any(one.action.seat == CHANCE_SEAT for one in self.meant[last:] if one.action):
            self.back(last)

    def place(self, shown: Mapping[str, Any] | None) -> int | None:
        """The last entry that has the shown position; None if people never meant it."""
        for n in range(len(self.meant) - 1, -1, -1):
            if self.json(self.meant[n].position) == shown:
                return n
        return None

    @property
    def open(self) -> int:
        """The entry from which hands may have played otherwise: the move that stood at the last
        rest may still be changed (PP-5)."""
        last = self.meant[self.rested].action
        return self.rested - int(last is not None and by_hand(last))

    def reached(self, shown: Mapping[str, Any] | None) -> Position | None:
        """The position that is shown, if people meant it, or hands may have led to it from there.

        What people have told the page no hand can change: it has to be part of it. The move that
        stood at the last rest may be changed by hands, as by people who have thought better of it
        (PP-5). Any card may have been drawn after it.
        """
        place = self.place(shown)
        if place is not None:
            return self.meant[place].position
        since = self.open
        for n, meant in enumerate(self.meant[since:], since + 1):
            if meant.position.to_act is CHANCE or meant.position.to_act is OVER:
                continue
            if any(map(_said, self.meant[n:])):
                continue
            for action in filter(by_hand, meant.position.legal()):
                after: Position | None = meant.position.apply(action).position
                for _ in range(LONGEST):
                    if after is None or public(after) == shown:
                        break
                    found = by_itself(after)
                    after = _drawn(after, shown, self.dealt) if found is None else found[1]
                if after is not None and public(after) == shown:
                    return after
        return None

    def in_hand(self, shown: Mapping[str, Any] | None) -> tuple[str, ...]:
        """What is in a hand by the shown position, as a car that is pushed off its place."""
        place = self.place(shown)
        if place is None:
            return ()
        position = self.meant[place].position
        places = position.board.places
        there = position.occupancy().items()
        return tuple(one for at, held in there if places[at].kind == IN_HAND for one in held)

    def after(self, place: int) -> list[Meant]:
        """What was meant after an entry."""
        return self.meant[place + 1 :]

    def left(
        self, hand: Sequence[str] | None, shown: Mapping[str, Any] | None
    ) -> Sequence[str] | None:
        """The hand that the page shows without the cards that were played since: nobody plays one
        twice because the table has not taken it yet."""
        place = self.place(shown)
        if hand is None or place is None:
            return hand
        left = list(hand)
        for one in self.after(place):
            card = one.action.params.get("card") if one.action and one.action.prelude else None
            if card in left:
                left.remove(card)
        return left

    def json(self, position: Position) -> Any:
        """The JSON of a position of this game, kept."""
        key = id(position)
        if key not in self._json:
            if len(self._json) > 200:
                self._json.clear()
            # The position is kept beside its JSON: an id may be used again once it is gone.
            self._json[key] = (position, public(position))
        return self._json[key][1]

    def overtaken(self, shown: Mapping[str, Any] | None) -> bool:
        """The table made what nobody could choose (PP-18), or a claim window shut: that is meant.

        Takes these actions over and says whether the shown position is the one that is meant now.
        """
        reached: dict[Position, tuple[Meant, ...]] = {self.now: ()}
        for _ in range(LONGEST):
            for position, trail in reached.items():
                if self.json(position) == shown:
                    self.meant += trail
                    return True
            reached = {
                after: (*trail, Meant(after, action))
                for position, trail in reached.items()
                for action, after in self._following(position)
            }
        return False

    def _following(self, position: Position) -> list[tuple[Action, Position]]:
        """What may follow without anybody's choice; a drawn card may be any."""
        found = by_itself(position)
        if found is not None:
            return [found]
        if not self.dealt:
            return []
        return [(a, position.apply(a).position) for a in position.legal() if a.prelude]


def _chosen(meant: Meant) -> bool:
    """Whether somebody chose it: no chance, and nobody who let a window go by."""
    action = meant.action
    return action is not None and action.seat != CHANCE_SEAT and not letting_go(action)


def by_hand(action: Action) -> bool:
    """Whether hands make it, and not a word alone."""
    return bool(action.displacements)


def _said(meant: Meant) -> bool:
    """Whether somebody has told the page of it."""
    action = meant.action
    return action is not None and _chosen(meant) and (meant.tapped or not by_hand(action))


def letting_go(action: Action) -> bool:
    """Whether it only lets a claim window go by."""
    return action.params.get("claim") == LET_GO


def by_itself(position: Position) -> tuple[Action, Position] | None:
    """The action that comes without anybody's choice, and where it leads."""
    if position.to_act is OVER or position.to_act is CHANCE:
        return None
    actions = position.legal()
    going = next((action for action in actions if letting_go(action)), None)
    if len(actions) == 1 and not actions[0].displacements and not actions[0].prelude:
        return actions[0], position.apply(actions[0]).position
    if going is not None:
        return going, position.apply(going.text).position
    return None
