"""A command on its way to the table, and what it changes in the service."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import msgspec

from companion.model import seat_refusals
from companion.model.commands import Caller, Command, Outcome, Tend
from companion.model.ports import OwnedTable
from companion.model.seen_seat import SeenSeat
from companion.upkeep.service_desk import ServiceDesk

from .published import PublishedViews
from .setting_out import SettingOut
from .timers import Timers

log: Final = logging.getLogger("trackside.loop")


class Orders:
    """Carries commands out in the loop's thread. Another game is set out and published anew.

    ``timers`` hear what hands have done before each command
    ``admit``  gives what becomes of a command here; raises CommandRefused for one that does not fit
    ``desk``   tells a service mode what board it looks after
    """

    def __init__(
        self,
        table: OwnedTable,
        timers: Timers,
        admit: Callable[[Command], Command],
        desk: ServiceDesk,
        setting: SettingOut,
        published: PublishedViews,
    ) -> None:
        self._table = table
        self._timers = timers
        self._admit = admit
        self._desk = desk
        self._setting = setting
        self._published = published
        self._game: str | None = None

    def resume(self) -> None:
        """Take up the journal's open game."""
        if lost := self._table.resume():
            log.warning(
                "What the hands did before the restart could not be taken up (%s). The game goes "
                "on from its last moves.",
                lost,
            )
        self.taken_up()

    def taken_up(self) -> None:
        """Note that the table's open game was taken up, and is no new one."""
        self._game = self._table.game_id
        self._setting.resumed()

    def _now(self, caller: Caller) -> Caller:
        """The caller with the seats that are still its own: its command may have waited here."""
        if not caller.name or not caller.seats:
            return caller
        holder = self._table.questions.holder
        kept = frozenset(seat for seat in caller.seats if holder(seat) == caller.name)
        return msgspec.structs.replace(caller, seats=kept)

    def sit(self, seat: int, holder: str, seen: SeenSeat) -> Outcome:
        """Have the holder sit there, unless another game has begun since. Raises CommandRefused."""
        if seen.game is not None and seen.game != self._table.game_id:
            raise seat_refusals.other_game()
        return self._table.sit(seat, holder, bot=seen.bot)

    def carry_out(self, command: Command, caller: Caller) -> Outcome:
        """Have the table do it. Raises CommandRefused."""
        self._timers.hear_hands()
        command = self._admit(command)
        caller = self._now(caller)
        if isinstance(command, Tend):
            command = msgspec.structs.replace(
                command,
                board=self._desk.kind_of(self._table),
                chain=self._desk.chain() if command.do == "chase" else (),
            )
        outcome = self._table.command(command, caller)
        if (game := self._table.game_id) != self._game:
            self._game = game
            self._published.forget()
            self._setting.begun()
        return Outcome(max(outcome.seq, self._table.seq))
