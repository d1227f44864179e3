"""The board's record over a service's whole life: wear, the last test, and the findings."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.model.service import (
    BoardTest,
    CheckView,
    Device,
    Finding,
    HoleState,
    Learned,
    Serviced,
    ServiceView,
    Wires,
)
from companion.model.view import Doubt, View
from companion.recogniser.sensor_health import FEW
from hardware.ports import SensorEvent

from .wear import Wear, WearLog

log: Final = logging.getLogger("trackside.upkeep")

URGENT: Final = ("silent", "never", "flickers", "full", "empty", "chatter", "lies")
"""Kinds of findings in order; those that the table does not know yet come first."""
FILE: Final = "sensors.json"
"""The file in the data folder that keeps the counts between two runs."""


class _Kept(msgspec.Struct, frozen=True):
    """The content of the file. A row for each hole: changes, flickers, seconds rested, rests."""

    holes: tuple[tuple[int, int, float, int], ...]


class Upkeep:
    """The record that the loop feeds. ``path``: the file that keeps the counts (None: no file).

    A file that cannot be read counts as empty: it holds no game.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.log = WearLog()
        self._path = path
        self._last: Serviced | None = None
        self._tour: CheckView | None = None
        self._learned: BoardTest | None = None
        if path is not None:
            self._load(path)

    def feel(self, event: SensorEvent) -> None:
        """Take what a sensor said, before debounce."""
        self.log.feel(event)

    def follow(self, service: Serviced | None) -> None:
        """Follow service mode after something happened; the results outlive it."""
        check = None if service is None else service.check
        if check is not None:
            self._keep(check)
        if service is None and self._last is not None:
            self.save()
        self._last = service

    def _keep(self, check: BoardTest) -> None:
        view = check.view()
        if view.kind == "visit":
            self._tour = view
        elif view.kind == "learn":
            self._learned = check

    @property
    def learned(self) -> Learned | None:
        """What the last learning of the wires found; None when there was none."""
        check = self._learned
        return None if check is None or not check.view().felt else check.learned()

    def rewired(self, learned: Learned, names: Sequence[str]) -> None:
        """Take these wires as the board's: figures go with their sensors; the lesson is over."""
        self._learned = None
        if len(self.log.holes) == len(names):
            number = {name: at for at, name in enumerate(names)}
            before = self.log.holes
            self.log.holes = [before[number[learned.inputs[name]]] for name in names]
            self.save()

    # ---------------------------------------------------------------------------------- showing

    def view(self, public: View, kind: str, names: Sequence[str], device: Device) -> ServiceView:
        """The page as of now. ``public``: the table's view; ``names``: the holes in order."""
        holes = tuple(self._states(names, public.aside))
        learned, lesson = self.learned, self._learned
        check = None if self._last is None else self._last.check
        now = None if check is None else check.view()
        return ServiceView(
            seq=public.seq,
            on=public.state == "service",
            kind=kind,
            game=public.game is not None,
            holes=holes,
            findings=tuple(self._findings(holes, public.doubts)),
            device=device,
            check=now,
            wires=None
            if learned is None or lesson is None
            else Wires(learned.changed, learned.guessed, len(lesson.view().felt)),
        )

    def _states(self, names: Sequence[str], aside: Mapping[str, str]) -> Iterator[HoleState]:
        known = len(self.log.holes) == len(names)
        for number, name in enumerate(names):
            wear = self.log.holes[number] if known else Wear()
            yield HoleState(
                name,
                number,
                wear.full,
                wear.changes,
                wear.flickers,
                round(wear.rest, 2),
                aside.get(name, ""),
            )

    def _findings(self, holes: Sequence[HoleState], doubts: Sequence[Doubt]) -> Iterator[Finding]:
        """At most one finding for each hole, the most urgent."""
        # If there are more than a few at once, marbles are out of place and no sensor lies.
        doubted = {d.hole: d.full for d in doubts} if len(doubts) <= FEW else {}
        silent = () if self._tour is None else self._tour.open
        found = [self._finding(hole, doubted, silent) for hole in holes]
        yield from sorted((f for f in found if f is not None), key=lambda f: URGENT.index(f.kind))

    def _finding(
        self, hole: HoleState, doubted: Mapping[str, bool], silent: Sequence[str]
    ) -> Finding | None:
        if hole.aside:
            return Finding(hole.aside, hole.hole)
        if hole.hole in silent:
            return Finding("silent", hole.hole)
        if len(self.log.holes) > hole.number and self.log.flickers(hole.number):
            return Finding("flickers", hole.hole, hole.flickers)
        if hole.hole in doubted:
            return Finding("full" if doubted[hole.hole] else "empty", hole.hole)
        if not hole.changes and self.log.used:
            return Finding("never", hole.hole)
        return None

    # ---------------------------------------------------------------------------------- keeping

    def save(self) -> None:
        """Write the counts; a folder that cannot be written does not stop the service."""
        if self._path is None or not self.log.holes:
            return
        rows = tuple((h.changes, h.flickers, round(h.rested, 3), h.rests) for h in self.log.holes)
        draft = self._path.with_name(f".{self._path.name}.new")
        try:
            draft.write_bytes(msgspec.json.encode(_Kept(rows)))
            draft.replace(self._path)
        except OSError as error:
            log.warning("The sensors' counts cannot be kept: %s", error)

    def _load(self, path: Path) -> None:
        with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError):
            kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
            self.log.holes = [
                Wear(changes, flickers, rested=rested, rests=rests)
                for changes, flickers, rested, rests in kept.holes
            ]
