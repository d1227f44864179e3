"""The seats of the open game, their holders, and the rows that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from companion.errors import JournalError
from companion.model import refusals, seat_refusals
from companion.model.journal import Row
from companion.play.open_game import PLAYER, SIT, OpenGame

HOLDER: Final = "holder"
"""Key of a row that says who sits there from now on; None: nobody."""
BOT: Final = "bot"
"""The holder of every seat that a bot plays."""


class Seats:
    """The holders of the open game's seats."""

    def __init__(self) -> None:
        self._holders: dict[int, str] = {}

    @property
    def holders(self) -> Mapping[int, str]:
        """Seat → its holder."""
        return MappingProxyType(self._holders)

    def sit(self, game: OpenGame | None, seat: int, holder: str) -> bool:
        """Take a seat; False if the holder has it already, refused if somebody else has it."""
        if game is None:
            raise refusals.no_game()
        if all(s.number != seat for s in game.position.seats):
            raise seat_refusals.unknown_seat(seat)
        if seat in game.bots:
            raise seat_refusals.a_bot_sits_there()
        if self._holders.get(seat, holder) != holder:
            raise seat_refusals.seat_taken()
        if self._holders.get(seat) == holder:
            return False
        _write(game, seat, holder)
        self._holders[seat] = holder
        return True

    def leave(self, game: OpenGame | None, holder: str, seat: int | None) -> Iterator[int]:
        """Free all seats of a holder, or only ``seat``; yields each seat that becomes free."""
        for held in [held for held, who in self._holders.items() if who == holder]:
            if seat in (None, held):
                if game is not None:
                    _write(game, held, None)
                del self._holders[held]
                yield held

    def hand_over(self, game: OpenGame, seat: int, told: Mapping[str, str], *, rises: bool) -> None:
        """Have a person or a bot play a seat from now on. ``rises``: its holder gets up.

        ``told``  name, level of the bot, and level of help, as the row ``player`` has them
        """
        goes = rises and seat in self._holders
        self._change(game, seat, {**told, HOLDER: None} if goes else {**told})

    def relieve(self, game: OpenGame, seat: int, told: Mapping[str, str], holder: str) -> None:
        """Have the bot of a seat get up for the person that is told of, who sits down there."""
        try:
            self._change(game, seat, {**told, HOLDER: holder})
        except JournalError as error:
            raise refusals.not_saved(error) from error

    def _change(self, game: OpenGame, seat: int, told: dict[str, Any]) -> None:
        """Write who plays there and who sits there in one row: both are kept, or neither."""
        game.note(PLAYER, str(seat), told)
        self._take(seat, told)

    def take_up(self, rows: Sequence[Row]) -> None:
        """Take the holders of a recorded game's seats."""
        for row in rows:
            if row.kind in (SIT, PLAYER):
                self._take(int(row.text), row.data)

    def _take(self, seat: int, told: Mapping[str, Any]) -> None:
        """Take the holder of a seat, if the row tells of one."""
        if isinstance(holder := told.get(HOLDER), str):
            self._holders[seat] = holder
        elif HOLDER in told:
            self._holders.pop(seat, None)

    def clear(self) -> None:
        """Free every seat: another game begins, or none is open."""
        self._holders.clear()


def _write(game: OpenGame, seat: int, holder: str | None) -> None:
    try:
        game.note(SIT, str(seat), {HOLDER: holder})
    except JournalError as error:
        raise refusals.not_saved(error) from error
