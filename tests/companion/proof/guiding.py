"""What lights and sentences call for, held against each other at every moment of a rehearsal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from companion.lights.roles import Role
from companion.table.held_moment import HeldMoment
from companion.table.shown import board
from companion.table.shown.light_meanings import OFFERS
from companion.table.shown.paying import called
from companion.table.shown.prompt import SPEAK_OF_LIGHTS, prompt
from companion.wood.marbles import HAND

CALLING: Final = frozenset((Role.MISSING, Role.EXTRA, Role.RETURN, Role.WRONG))
"""Roles of a marble that stands wrong; a sentence says so at the same time."""
HANDS: Final = frozenset(
    f"prompt.{name}"
    for name in ("lifted", "lifted_capture", "lifted_swap", "lifted_swap_own", "half", "half_other")
)
"""Sentences that call on somebody to move a marble by hand."""
LEADING: Final = frozenset((Role.MISSING, Role.RETURN, Role.PEN))
"""Roles that lead a marble into a hole, whatever move is meant."""


class Guide:
    """All moments of the tables that are made while it watches, each as it is shown.

    ``faults``  where a light or the arrow led a marble into a hole whose sensor says full, where
                the sentence and the lights did not call for the same, and where it called on a bot
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
                self._read(moment)

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

    def _read(self, moment: HeldMoment) -> None:
        """Hold the public sentence against the lights."""
        assert moment.game is not None
        said = prompt(moment, None)
        if said.mood == "link":
            return
        what = f"{moment.now():.3f}: {said.message.key}"
        calling = {hole for hole, lit in moment.lit.items() if lit.role in CALLING}
        if said.mood == "correction":
            first = next(debt for debt in called(moment) if debt.blocking)
            dark = {first.frm, first.to} - calling - {HAND}
            if dark or not calling:
                self.faults.append(f"{what} calls for {sorted(dark)}, which are dark")
        elif calling and said.mood != "refusal":
            self.faults.append(f"{what} says nothing of the lights at {sorted(calling)}")
        offered = any(lit.role in OFFERS for lit in moment.lit.values())
        offered = offered or said.mood == "correction"  # such a sentence means the lights above
        if said.message.key in SPEAK_OF_LIGHTS | moment.game.presenter.lit and not offered:
            self.faults.append(f"{what} speaks of lights, and none shines")
        bots = {moment.game.names[seat] for seat in moment.game.bots}
        if said.message.key in HANDS and said.message.params.get("p") in bots:
            self.faults.append(f"{what} calls on a bot, which has no hands")
        shown = {lit.role for lit in moment.lit.values()}
        if said.message.key == "bot.choosing" and Role.DESTINATION in shown:
            self.faults.append(f"{what} though a light shows where a marble may go")


def _felt(moment: HeldMoment) -> set[str]:
    """The holes whose sensors say that they are full."""
    felt = moment.hands.sensors.sensed
    if felt is None or moment.holes is None:
        return set()
    return {hole for hole, full in zip(moment.holes, felt, strict=True) if full}
