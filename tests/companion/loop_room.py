"""A loop over a table of four holes that counts what it hears, with mock sensors and lights."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.boards.debounced import Debounced
from companion.errors import CommandRefused, HandRefused
from companion.model.choices import Window
from companion.model.commands import Caller, Close, Command, New, Outcome, Undo
from companion.model.message import Message
from companion.model.stroke import Stroke
from companion.model.view import GameView, PlayerView, Prompt, View
from companion.service.loop import TableLoop
from engine.board import Board, Space
from hardware.mock import MockLights, MockSensors
from hardware.ports import (
    LightFrame,
    LinkChange,
    Look,
    SensorEvent,
)

HOLES = 4
BOARD = Board(
    "row",
    tuple(Space(f"h{n}", f"h{n}", "hole", None, n, 0.0) for n in range(HOLES)),
    {},
    1.0,
    (0.0, 0.0, 4.0, 1.0),
)
ANYBODY = Caller()


class RealClock:
    def now(self) -> float:
        return time.monotonic()


class RowTable:
    """A whole little table: counts what it hears, two seats, one game at a time.

    ``trouble`` names what shall go wrong: sensors, command, lights, view, resume.
    """

    service = None

    def __init__(self) -> None:
        self.seq = 1
        self.glows = 0
        self.seconds: float | None = None
        self.trouble = ""
        self.heard: list[SensorEvent] = []
        self.threads: set[str] = set()
        self.ticks = 0
        self.due: float | None = None
        self.holders: dict[int, str] = {}
        self.game: str | None = None
        self.link = "none"
        self.order: list[str] = []

    def _in(self, what: str) -> None:
        self.threads.add(threading.current_thread().name)
        self.order.append(what)
        if self.trouble == what:
            raise RuntimeError(f"{what} went wrong")

    @property
    def game_id(self) -> str | None:
        return self.game

    def resume(self) -> None:
        self._in("resume")

    def strokes(self) -> tuple[Stroke, ...]:
        return ()

    def sensors(self, event: SensorEvent) -> None:
        self._in("sensors")
        self.heard.append(event)
        if isinstance(event, LinkChange):
            self.link = event.state.value
        self.seq += 1

    def command(self, command: Command, caller: Caller) -> Outcome:
        self._in("command")
        if isinstance(command, Undo):
            raise CommandRefused("nothing-to-undo", "There is nothing to take back.")
        if isinstance(command, New):
            self.game = command.game
        if isinstance(command, Close):
            self.game = None
        self.seq += 1
        return Outcome(self.seq)

    def sit(self, seat: int, holder: str, *, bot: bool = False) -> Outcome:
        self._in("sit")
        self.holders[seat] = holder
        self.seq += 1
        return Outcome(self.seq)

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        self._in("leave")
        freed = {s for s, h in self.holders.items() if h == holder and seat in (None, s)}
        self.holders = {s: h for s, h in self.holders.items() if s not in freed}
        self.seq += 1
        return Outcome(self.seq)

    @property
    def questions(self) -> RowTable:
        return self

    def holder(self, seat: int) -> str | None:
        return self.holders.get(seat)

    def tick(self) -> None:
        self._in("tick")
        self.ticks += 1
        self.due = None
        self.seq += 1

    def deadline(self) -> float | None:
        return self.due

    @property
    def frames(self) -> int:
        return self.seq + self.glows

    def chart(self) -> None:
        return None

    def hand(self, seat: int) -> None:
        return None

    def view(self, audience: int | None) -> View:
        self._in("view")
        game = None
        if self.game is not None:
            game = GameView(self.game, 1, "row", "", "row", "physical", 0.0, {})
        window = None
        if self.seconds is not None:
            window = Window(Message("asked"), self.seconds, 60.0, True, (0,), ())
        return View(
            seq=self.seq,
            seat=audience,
            game=game,
            position=None,
            legal=(),
            prompt=Prompt(Message("said")),
            link=self.link,
            players=(PlayerView(0, "", (), 0), PlayerView(1, "", (), 1)),
            window=window,
        )

    def lights(self) -> LightFrame:
        self._in("lights")
        return LightFrame((Look(0, 0, 0), Look(9, 9, 9)), (self.seq % 2,) * HOLES)

    def drawing(self) -> Board | None:
        return None if self.game is None else BOARD

    def expected_tokens(self) -> Mapping[str, str]:
        return {"h0": "A"}

    def tokens_beside(self) -> tuple[str, ...]:
        return ()


class SettingHands:
    """Hands that set marbles on the mock sensors, as the virtual board's do."""

    def __init__(self, sensors: MockSensors) -> None:
        self.sensors = sensors
        self.set: list[tuple[str, tuple[str, ...], dict[str, str]]] = []
        self.gone = False

    def lift(self, hole: str) -> None:
        self.sensors.lift(int(hole[1:]))

    def put(self, hole: str, token: str | None = None, origin: str | None = None) -> None:
        self.sensors.put(int(hole[1:]))

    def set_out(
        self, board: str, holes: Sequence[str], tokens: Mapping[str, str], *more: object
    ) -> None:
        if self.gone:
            raise HandRefused("no-board", "The virtual board is gone.")
        self.set.append((board, tuple(holes), dict(tokens)))
        for hole in holes:
            (self.put if hole in tokens else self.lift)(hole)

    def in_hand(self) -> tuple[str, ...]:
        return ()

    def fault(self, name: str, on: bool) -> None:
        raise HandRefused("bad-fault", name)


class LineRecorder:
    def __init__(self) -> None:
        self.lines: list[Any] = []
        self.flushed = 0

    def event(self, event: SensorEvent) -> None:
        self.lines.append(event)

    def flush(self) -> None:
        self.flushed += 1


class Set:
    """A loop with everything round it."""

    def __init__(self, lift: float = 0.0, put: float = 0.0) -> None:
        self.table = RowTable()
        self.sensors = MockSensors(HOLES)
        self.lights = MockLights(HOLES)
        self.hands = SettingHands(self.sensors)
        self.recorder = LineRecorder()
        self.broken = threading.Event()
        clock = RealClock()
        self.loop = TableLoop(
            self.table,
            board="virtual",
            clock=clock,
            sensing=Debounced(clock, lift, put),
            sensors=self.sensors,
            lights=self.lights,
            hands=self.hands,
            recorder=self.recorder,
            failed=self.broken.set,
        )

    def start(self) -> None:
        self.loop.start()
        self.sensors.start(self.loop.sink)
        self.until(lambda: self.loop.health().link == "up")

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for the other thread, woken by what it publishes."""
        news = threading.Event()
        stop = self.loop.subscribe(lambda seq: news.set())
        end = time.monotonic() + 5.0
        while not holds():
            assert time.monotonic() < end, "the loop did not get there"
            news.wait(0.02)
            news.clear()
        stop()
