"""A table on which tests drive a race by hand."""

from __future__ import annotations

from contextlib import suppress

from played_table import TABLE, PlayedTable

from companion.errors import CommandRefused
from companion.model.commands import Act, Answer, Caller, New
from engine.action import Action
from engine.game import OVER, Position
from engine.search import worth


def wood_of(position: Position) -> dict[str, str]:
    """Space → car: what the board must look like."""
    places = position.board.places
    return {p: held[0] for p, held in position.occupancy().items() if places[p].holes}


class RacedTable(PlayedTable):
    """A played table whose marbles are cars."""

    def race(self, players: list[list[str]], **options: object) -> None:
        """A new race; its dice are thrown by people and told on the page (RP-88)."""
        asked = {"laps": 1, "dice": "table", **options}
        self.loop.submit(New(game="racepack", players=players, options=asked), TABLE)
        self.until(lambda: self.view.link == "up", "the board of tiles is there")
        assert self.board.state()["tokens"] == {}, "nobody stands before the dice have spoken"
        while self.position.to_json()["phase"] in ("pole", "hazards"):
            self.tell(self.rng.choice(list(self.position.legal())))
        self.until(lambda: not self.view.owed, "the grid is set out by itself")
        assert len(self.board.state()["tokens"]) == sum(map(len, players))

    def tell(self, action: Action) -> None:
        """Tell the page what was thrown or chosen."""
        told = self.loop.submit(Act(action.text), Caller(seats=frozenset({action.seat})))
        self.until(lambda: self.view.seq >= told.seq, f"{action.text} is taken")

    def drive_on(self, turns: int) -> None:
        """Drive until the race is over, or so many actions."""
        for _ in range(turns):
            if self.position.to_act is OVER:
                return
            self.act()
            self.lead()

    def act(self) -> None:
        """One movement by hand, or one word on the page."""
        position = self.position
        legal = list(position.distinct())
        if not legal[0].displacements:
            self.tell(self.rng.choice(legal))
            return
        best = self.rng.sample(legal, min(6, len(legal)))
        move = max(best, key=lambda action: worth(position, action))
        after = position.apply(move).position.to_json()
        token = next(e.moved[0].token for e in position.apply(move).events if e.moved)
        frm, to = move.displacements[0]
        if self.holes(frm):
            self.lift_hole(frm)
        self.hands.put(to, token)
        self.until(lambda: self.told(move, after), f"{move.text} is accepted")
        self.moves += 1

    def lift_hole(self, hole: str) -> str:
        """Lift the car of that space and see that it was felt; others may lie in the hand."""
        self.hands.lift(hole)
        self.until(lambda: any(c.frm == hole for c in self.view.in_hand), f"{hole} is felt")
        return hole

    def told(self, move: Action, after: dict[str, object]) -> bool:
        """Whether the movement was made; its speed and token are told where they are asked for."""
        ask = self.view.ask
        if ask is not None and self.view.position != after:
            option = next(o for o in ask.options if move.text in o.actions)
            with suppress(CommandRefused):  # it was answered, and the next view is on its way
                self.loop.submit(Answer(ask.id, option.id), TABLE)
        return self.view.position == after

    def lead(self) -> None:
        """Do what the lights ask for: cars off the road, the queue closed up (PP-17)."""
        if self.position.to_act is OVER:
            return

        def led() -> bool:
            owed = [debt for debt in self.view.owed if debt.blocking]
            tokens = self.board.state()["tokens"]
            for debt in owed[:1]:
                if debt.frm and tokens.get(debt.frm) == debt.token:
                    self.hands.lift(debt.frm)
                if debt.to and debt.token in self.hands.in_hand():
                    self.hands.put(debt.to, debt.token)
            view = self.view
            fits = wood_of(self.position) == self.board.state()["tokens"]
            return fits and not view.owed and not view.in_hand and view.state != "correction"

        self.until(led, "the board fits")
