"""The service side of the fake table: tests of a board without lights and sensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from companion.errors import CommandRefused
from companion.model.commands import Caller, Command, Outcome, Restore, SetAside, Tend
from companion.model.service import Device, ServiceView
from companion.upkeep.checks import Check, ColourCheck, HoleCheck, VisitCheck
from companion.upkeep.learning import LearnCheck
from companion.upkeep.rewire import BoardFileKeeper
from companion.upkeep.sensor_record import Upkeep
from companion.upkeep.service_desk import told
from engine.boards import board_of
from firmware_bridge.link.devices import BoardAbout


@dataclass
class Run:
    """Service mode, as far as the page hears of it."""

    check: Check | None = None


class FakeService:
    """To be mixed into ``FakeTable``."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.upkeep = Upkeep()
        self.service_mode: Run | None = None
        self.saved = False
        self.why = self.dark = ""
        self.about: BoardAbout | None = None
        super().__init__(*args, **more)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)  # what the table has beside

    def submit(self, command: Command, caller: Caller) -> Outcome:
        if not isinstance(command, Tend):
            return super().submit(command, caller)  # type: ignore[misc,no-any-return]
        self.commands.append((command, caller))
        self.tend(command)
        return Outcome(self._change())

    def service(self) -> ServiceView:
        view, board = self.view(None), self.drawing()
        device = Device(
            self.board, self.link, self.why, "fake", wire=2, power=self.drawn, dark=self.dark
        )
        device = told(device, self.about)
        kind = "hex" if board is None else board.kind
        names = (board or board_of(kind)).holes
        self.upkeep.follow(self.service_mode)
        if self.service_mode is not None:
            view = msgspec.structs.replace(view, state="service")
        return self.upkeep.view(view, kind, names, device)

    def wiring(self, *, save: bool = False) -> str:
        learned = self.upkeep.learned
        if learned is None:
            raise CommandRefused("nothing-learned", "No wires were learned yet; begin that first.")
        self.saved = self.saved or save
        names = board_of("hex").holes
        return BoardFileKeeper().text(learned, "hex", names)

    def tend(self, command: Tend) -> None:
        """Visits, learning and single holes, without lights."""
        names = tuple(board_of("hex").holes)
        if command.do == "end":
            self.service_mode = None
            return
        if command.do in ("aside", "believe"):
            self._believe((SetAside if command.do == "aside" else Restore)(command.hole))
            return
        self.service_mode = self.service_mode or Run()
        if command.do == "visit":
            self.service_mode.check = VisitCheck(names)
        elif command.do == "hole":
            self.service_mode.check = HoleCheck(command.hole, names.index(command.hole))
        elif command.do == "learn":
            self.service_mode.check = LearnCheck(names, ask=command.value == "ask")
        elif command.do == "colour":
            self.service_mode.check = ColourCheck(names, command.value)
        elif command.do == "stop":
            self.service_mode.check = None
        else:
            raise CommandRefused("malformed", f"Unknown service {command.do!r}.", status=400)
