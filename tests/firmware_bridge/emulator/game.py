"""A short game of Fast Track on the emulated Pico: the real table, engine, debounce and lights.

The hand obeys what it sees. It lifts a marble that shines, and puts it where the line of pixels
lights up. Only the card is told on the page.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from emulated import Failed, Hosted
from kit import Kit
from scenarios import HOLES, Figures, board, come_up

from companion.boards.debounced import Debounced
from companion.games.packs import PACKS
from companion.lights.roles import Role
from companion.model.commands import Act, Caller, New
from companion.model.view import View
from companion.store.memory import MemoryJournal
from companion.table.table import Table, TableSettings
from engine.action import Action
from engine.boards import board_of
from engine.registry import REGISTRY
from firmware_bridge.link.session import BridgeEvent, DeviceReport

AT_TABLE: Final = Caller(table=True)
NAMES: Final = board_of("hex").holes
CARDS: Final = ("A", "A", "5", "K", "10", "7", "A", "Q")
"""What is turned up: enough to leave the pens and to move on."""


class PlayedBoard:
    """The table over the emulated board; ``standing`` is what the hand put where."""

    def __init__(self, on: Hosted) -> None:
        self.on = on
        self.sensing = Debounced(self)
        self.table = Table(
            REGISTRY,
            PACKS,
            MemoryJournal(),
            self,
            random.Random(1),
            TableSettings(),
            "serial",
        )
        self.shown = -1
        self.tick_after = 0.0
        on.listeners.append(self.hear)

    def now(self) -> float:
        """Simulated seconds: the table's clock."""
        return self.on.now

    def hear(self, event: BridgeEvent) -> None:
        """From the session through the debounce to the table."""
        if isinstance(event, DeviceReport):
            return
        for felt in self.sensing.feed(event):
            self.table.sensors(felt)

    def turn(self, until: float) -> None:
        """Let everything run until then, or until something falls due."""
        due = [self.table.deadline(), self.sensing.deadline()]
        times = [max(at, self.tick_after, self.on.now) for at in due if at is not None]
        self.on.turn(min([until, *times]))
        for change in self.sensing.due(self.on.now):
            self.table.sensors(change)
        at = self.table.deadline()
        if at is not None and max(at, self.tick_after) <= self.on.now:
            self.table.tick()
            self.tick_after = self.on.now + 0.002
        if self.table.frames != self.shown:
            self.shown = self.table.frames
            self.on.session.show(self.table.lights(), self.on.now)

    def until(self, holds: Callable[[], bool], what: str, seconds: float = 6.0) -> float:
        """Run until that is so; the seconds it took."""
        began = self.on.now
        while not holds():
            if self.on.now >= began + seconds:
                view = self.view
                raise Failed(
                    f"{what}: not within {seconds:g} s; the table says {view.state}, "
                    f"{view.prompt.message}, in the hand {view.in_hand}, lit {self.lit[:9]}"
                )
            self.turn(began + seconds)
        return self.on.now - began

    @property
    def view(self) -> View:
        """What the page shows to everybody."""
        return self.table.view(None)

    @property
    def lit(self) -> list[str]:
        """Holes that shine now, by what last went down the line of pixels."""
        if not self.on.pictures:
            return []
        return [NAMES[at] for at in self.on.pictures[-1].lit]

    def meant(self, role: Role) -> set[str]:
        """Holes that the table lights in that role."""
        return {hole for hole, lit in self.table.lit.items() if lit.role is role}

    def level(self, hole: str, magnet: bool) -> None:
        """Lift or put a marble."""
        self.on.levels(not magnet, NAMES.index(hole))


def play(kit: Kit) -> Figures:
    """Marbles are lifted and put as the lights say, and the table follows every move."""
    pens = [f"{seat}p{at}" for seat in "AD" for at in (1, 2, 3, 4)]
    standing = tuple(NAMES.index(hole) for hole in pens)
    assert len(NAMES) == HOLES
    with board(kit, marbles=standing) as on:
        game = PlayedBoard(on)
        players = [["A"], ["D"]]
        game.table.command(New("fast_track", "classic", "hex", players), AT_TABLE)
        come_up(on)
        game.until(lambda: game.view.link == "up" and not game.view.owed, "the board is set up")
        waits = [_turn(game, card) for card in CARDS]
        moves = [wait for wait in waits if wait is not None]
        if len(moves) < 6:
            raise Failed(f"only {len(moves)} moves could be made with {len(CARDS)} cards")
        return {
            "moves made by hand": len(moves),
            "lift to its light, ms, mean": 1000 * sum(moves) / len(moves),
            "most": 1000 * max(moves),
            "simulated s": on.now,
        }


def _turn(game: PlayedBoard, card: str) -> float | None:
    """Play a card and its first plain move; seconds from the lift to the light of the way."""
    game.until(lambda: f"card:{card}" in game.view.legal, f"the card {card} may be played")
    game.table.command(Act(f"card:{card}"), AT_TABLE)
    position = REGISTRY.load(game.view.position)
    plain = [action for action in position.legal() if _plain(action)]
    if not plain:
        game.until(lambda: not game.view.state.startswith("choose_move"), "nothing can be moved")
        return None
    (moved,) = plain[0].displacements
    source = _standing(game, moved.frm)
    game.until(lambda: source in game.lit, f"{source} shines: it may move")
    before, began = len(game.view.moves), game.on.now
    game.level(source, False)
    ways = game.until(lambda: bool(_ways(game)), f"the way of {source} shines")
    target = next((hole for hole in _ways(game) if _at(hole, moved.to)), None)
    if target is None:
        raise Failed(f"{source} to {moved.to}: the lights say {_ways(game)}")
    game.level(target, True)
    game.until(lambda: len(game.view.moves) > before, f"{source} to {target} is taken")
    made = game.view.moves[0].action
    if made != plain[0].text:
        raise Failed(f"{plain[0].text} was made, the table understood {made}")
    assert ways <= game.on.now - began
    return ways


def _ways(game: PlayedBoard) -> list[str]:
    """Holes that shine as destinations: the table means them so, and their pixels are on."""
    return sorted(game.meant(Role.DESTINATION) & set(game.lit))


def _plain(action: Action) -> bool:
    """One marble goes to a free hole."""
    return len(action.displacements) == 1


def _at(hole: str, place: str) -> bool:
    """Whether the hole is that place, or one of its holes."""
    return hole in (board_of("hex").places[place].holes if place in board_of("hex").places else ())


def _standing(game: PlayedBoard, place: str) -> str:
    """A full hole of that place."""
    present = game.on.session.present or []
    return next(h for h in board_of("hex").places[place].holes if present[NAMES.index(h)])
