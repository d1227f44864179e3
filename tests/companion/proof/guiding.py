"""What lights and sentences call for, held against each other at every moment of a rehearsal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from companion.lights.roles import Role
from companion.table.held_moment import HeldMoment
from companion.table.shown import board

LEADING: Final = frozenset((Role.MISSING, Role.RETURN, Role.PEN))
"""Roles that lead a marble into a hole, whatever move is meant."""


class Guide:
    """All moments of the tables that are made while it watches, each as it is shown.

    ``faults``  where a light or the arrow led a marble into a hole whose sensor says full
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.faults: list[str] = []
        self.moments = 0
        self._led: Mapping[str, Role] = {}
        """What led at the moment before: while a dwell is awaited it stays over what was put."""
        count = HeldMoment.count

        def counted(moment: HeldMoment) -> None:
            count(moment)
            if moment.game is not None and moment.service is None:
                self._look(moment)

        monkeypatch.setattr(HeldMoment, "count", counted)

    def _look(self, moment: HeldMoment) -> None:
        self.moments += 1
        full = _felt(moment) - moment.aside.keys()
        led = {hole: lit.role for hole, lit in moment.lit.items() if lit.role in LEADING}
        awaited = not moment.hands.tracking.state.dwelt
        for hole in led.keys() & full:
            if not awaited or self._led.get(hole) is not led[hole]:
                self.faults.append(f"{moment.now():.3f}: {led[hole].value} at {hole}, full")
        way = board.arrow(moment)
        if way is not None and way.to in full:
            self.faults.append(f"{moment.now():.3f}: the arrow ends at {way.to}, full")
        self._led = led


def _felt(moment: HeldMoment) -> set[str]:
    """The holes whose sensors say that they are full."""
    felt = moment.hands.sensors.sensed
    if felt is None or moment.holes is None:
        return set()
    return {hole for hole, full in zip(moment.holes, felt, strict=True) if full}
