"""What hands do about what the table shows: lights, sentences, one pair at a time."""

from __future__ import annotations

from typing import Final

from companion.model.commands import Act, Keep, SetAside
from companion.model.view import Owed, View

from .grip import Grip
from .intent import Way, amiss, hole_for, hole_with

MISNAMED: Final = 3
"""At most this many times people take up a marble that is named as another colour.

After that they find its place themselves.
"""


class Obeying:
    """One step of following what is shown."""

    def __init__(self, grip: Grip) -> None:
        self.grip = grip
        self.world = grip.world
        self.rng = grip.rng
        self._now = grip.now

    def obey(self, view: View) -> None:
        """Do one step of what is shown."""
        if view.state == "correction":
            self.pay(view)
        elif view.state == "wrong":
            self._put_right(view)
        elif view.state == "stray":
            if not self._bring_back(view):
                self.on_with_it()
        elif self.name_card():
            pass  # from now on the lights speak of that card
        elif not self._hand_back(view) and not self._restore():
            self.on_with_it()

    def name_card(self) -> bool:
        """Name a card that was not named before the move. True when there was one."""
        prelude = self._now.intent.prelude
        if prelude is None or self.world.judge.position != self._now.intent.start:
            return False
        self.grip.tap(Act(prelude.text))
        self.grip.wait(0.3)
        return True

    def _hand_back(self, view: View) -> bool:
        """Put back marbles of the hand, not believed there only, that ``origin`` calls and that
        are not meant to move."""
        world, intent = self.world, self._now.intent
        stays = {""}
        if world.judge.position in (intent.start, intent.before):
            ways = (*intent.ways, *intent.sent)
            stays |= {hole for way in ways for hole in world.board.places[way.frm].holes}
        held = (one for one in view.in_hand if one.token in world.hand)
        back = [one for one in held if one.frm not in stays]
        return any(h.frm not in world.wood and self.grip.fill(h.frm, h.token) for h in back)

    def _restore(self) -> bool:
        """After a knock, put back a marble that the table takes for captured."""
        world, intent = self.world, self._now.intent
        if not self._now.broken_off:
            return False
        mine = {way.frm for way in (*intent.ways, *intent.sent)} | {way.to for way in intent.ways}
        for place in amiss(world.board, world.wood, world.judge.position):
            holes = world.board.places[place].holes
            if place in mine or len(holes) != 1 or holes[0] in world.wood:
                continue
            token = self.grip.belongs(holes[0])
            if token and self.grip.fill(holes[0], token):
                return True
        return False

    def pay(self, view: View) -> None:
        """Pay the first debt possible: one pair at a time, each marble known by its colour."""
        world = self.world
        for owed in view.owed:
            if owed.blocking and self._pay_one(owed, view):
                return
        self._now.idle += 1
        strange = amiss(world.board, world.wood, world.judge.position)
        if self._now.idle > 2 and not strange:
            self.grip.tap(Keep())  # all stands as it should, whatever the table believes (PP-12)
        elif self._now.idle > 2 and view.aside:
            self.repair(strange)  # it led to what it does not feel; the page shows what is wrong

    def _pay_one(self, owed: Owed, view: View) -> bool:
        """Pay one debt. False when nothing can be done about it now.

        A marble that is named as another colour again and again goes where its own is missing.
        """
        world = self.world
        lifted = bool(owed.frm) and owed.frm in world.wood
        if lifted:
            token = self.grip.lift(owed.frm)
            self._now.misnamed[owed.frm] += token != owed.token
            home = next((o.to for o in view.owed if o.token == token and o.to), owed.to)
            free = home not in ("", owed.frm, owed.to, *world.wood)
            if free and token != owed.token and self._now.misnamed[owed.frm] > MISNAMED:
                self.grip.put(home, token)
                return True
        if not owed.to:
            return lifted
        if owed.to in world.wood:
            if owed.to == owed.frm or world.wood[owed.to] == owed.token:
                if self.grip.belongs(owed.to) == owed.token and owed.to not in self.grip.dead:
                    return lifted
                self._reseat(owed.to)
                return True
            self.grip.lift(owed.to)
        return self.grip.fill(owed.to, owed.token) or lifted

    def _put_right(self, view: View) -> None:
        """Put a marble shown as wrong where it was meant to go, or back as the lights say."""
        world = self.world
        if self._bring_back(view):
            return
        if view.arrow is None or view.arrow.frm not in world.wood:
            if not self._take_off(view):
                self.on_with_it()
            return
        token = world.wood[view.arrow.frm]
        goal = next((w for w in self._now.intent.ways if w.token == token), None)
        if goal is not None and self.rng.random() < 0.5:
            self.on_with_it()
            return
        self.grip.lift(view.arrow.frm)
        if view.arrow.to not in world.wood:
            self.grip.put(view.arrow.to, token)

    def _take_off(self, view: View) -> bool:
        """Take off a marble shown as wrong that has no way to go and was not meant to move."""
        meant = {way.token for way in self._now.intent.ways}
        for hole, shown in view.holes.items():
            if shown.role == "wrong" and self.world.wood.get(hole, "") not in ("", *meant):
                self.grip.lift(hole)
                return True
        return False

    def _bring_back(self, view: View) -> bool:
        """Put a marble in hand back into its hole that says ``return``. False if none says so."""
        world = self.world
        for hole, shown in view.holes.items():
            if shown.role != "return":
                continue
            if hole in world.wood:
                if view.state == "stray":
                    self._reseat(hole)
                    return True
                continue
            if self.grip.fill(hole, self.grip.belongs(hole), self._shown_to(view, hole)):
                return True
        return False

    def _shown_to(self, view: View, hole: str) -> str:
        """The hole from which an arrow leads to ``hole``. Empty without such an arrow."""
        return view.arrow.frm if view.arrow is not None and view.arrow.to == hole else ""

    def _reseat(self, hole: str) -> None:
        """Lift a marble and set it down again, because the table does not seem to feel it."""
        self._now.touched[hole] = self._now.touched.get(hole, 0) + 1
        if (
            self._now.touched[hole] > 3
            and hole in self.grip.dead
            and hole not in self.world.view().aside
        ):
            self.grip.tap(SetAside(hole))
            return
        if self._now.touched[hole] > 3 and hole in self.world.view().aside:
            self.grip.tap(
                Act(self._now.intent.action.text)
            )  # the table has said that it does not feel it
            return
        token = self.grip.lift(hole)
        self.grip.put(hole, token)

    def on_with_it(self) -> None:
        """Go on with the intent from what stands. Touch the marbles again if all stand as meant."""
        world, intent, rng = self.world, self._now.intent, self.rng
        moved = False
        held: list[tuple[str, str]] = []
        for way in intent.ways:
            to = hole_for(world.board, world.wood, way.to, rng)
            if self.grip.stands(way):
                continue
            moved = True
            frm = hole_with(world.board, world.wood, way, rng)
            waits = bool(frm) and len(world.board.places[way.frm].holes) == 1
            if waits or not self.grip.holds(
                way.token, sum(token == way.token for _, token in held)
            ):
                frm = self._astray(way) or frm or self.grip.strayed(way.token)
                if frm:
                    self.grip.lift(frm)
            if to and to in world.wood:
                self.grip.lift(to)
            if to:
                held.append((to, way.token))
        for to, token in dict(held).items():  # a marble whose hole another one takes stays out
            if to not in world.wood and token in world.hand:
                self.grip.put(to, token)
        if not moved:
            self._touch_again()

    def _astray(self, way: Way) -> str:
        """The marble of that colour that left its pen already and stands in a wrong hole."""
        board = self.world.board
        meant = {hole for other in self._now.intent.ways for hole in board.places[other.to].holes}
        hole = self.grip.strayed(way.token) if len(board.places[way.frm].holes) > 1 else ""
        return hole if hole not in meant else ""

    def _touch_again(self) -> None:
        """Take the marbles up once more, because all stands as meant and the table does not see it.

        A knocked marble that lies where one of them came from comes off before that.
        """
        world = self.world
        if self.grip.looks_first():
            return
        if self._now.broken_off:
            for way in self._now.intent.ways:
                origin = world.board.places[way.frm].holes
                left = [hole for hole in origin if hole in world.wood]
                if left and not self._now.intent.shown.get(way.frm):
                    self.grip.lift(left[0])
                    return
        if self._now.intent.swap:
            holes = [world.board.places[way.to].holes[0] for way in self._now.intent.ways]
            tokens = [(hole, self.grip.lift(hole)) for hole in holes if hole in world.wood]
            for hole, token in tokens:
                self.grip.put(hole, token)
            return
        for way in self._now.intent.ways:
            for hole in world.board.places[way.to].holes:
                if world.wood.get(hole) == way.token:
                    self._reseat(hole)
                    break

    def repair(self, places: list[str]) -> None:
        """Put the colours as the picture shows, because the table does not see the mix-up."""
        world = self.world
        holes = [hole for place in places for hole in world.board.places[place].holes]
        for hole in holes:
            if hole in world.wood:
                self.grip.lift(hole)
        occupancy = world.judge.position.occupancy()
        for place in places:
            for token in occupancy.get(place, ()):
                hole = hole_for(world.board, world.wood, place, self.rng)
                if hole and hole not in world.wood and token in world.hand:
                    self.grip.put(hole, token)

    def bring_home(self) -> None:
        """Put every captured marble into a lit hole of its pen (PP-6)."""
        world = self.world
        for token in world.hand:
            lit = [
                hole
                for hole, shown in world.view().holes.items()
                if shown.role == "pen" and shown.colour == token and hole not in world.wood
            ]
            if lit:
                self.grip.put(self.rng.choice(lit), token)
        self.grip.wait(0.1)
