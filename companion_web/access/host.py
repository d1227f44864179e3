"""The host: who started the game, sits at this machine, or knows the PIN.

The PIN comes from the settings, or is chosen once on the page and kept, salted and hashed, in a
file. Wrong tries are counted by address and all together; waiting times double. All times count
from the machine's start, since its wall clock may jump.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import re
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from flask import request, session
from werkzeug.security import check_password_hash, generate_password_hash

from companion.intake import by_system
from companion.model import seat_refusals
from companion.model.ports import TablePort
from companion.model.told_words import as_message
from companion.model.view import View
from companion.store.synced import write_whole
from companion_web.errors import Forbidden, Malformed, TooManyTries, WebError
from companion_web.words.texts import page_text

from .seats import Visitor, held_seats, is_host, mark_of

TRIES: Final = 3
"""Wrong PINs from one address before it has to wait."""
TRIES_OF_ALL: Final = 30
"""Wrong PINs from everywhere before everybody has to."""
WAIT: Final = 60.0
WAIT_MOST: Final = 3600.0
KEPT: Final = 256
"""How many addresses are remembered."""
HOURS: Final = 12 * 3600.0
"""How long a browser stays the host's after the PIN, in seconds; a reboot ends it, too."""
PIN: Final = re.compile(r"[0-9]{4,8}")
HASHED: Final = re.compile(r"scrypt:[0-9:]+\$[^$\s]+\$[0-9a-f]{128}|pbkdf2:.+\$.+\$[0-9a-f]{64,}")
"""What werkzeug writes of a PIN."""
log: Final = logging.getLogger("trackside.web")
SESSION: Final = "pin"
HEADER: Final = "Host-Pin"
"""A program sends the PIN in this header."""


def this_boot() -> str:
    """A name for the machine's run since its start: ``time.monotonic`` counts within it."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""


@dataclass(slots=True)
class _Tries:
    """Wrong tries of one address: how many, how often it had to wait, until when."""

    wrong: int = 0
    waits: int = 0
    until: float = 0.0


class HostPin:
    """``configured`` is the setting; ``path`` keeps a PIN that is chosen on the page."""

    def __init__(
        self,
        configured: str = "",
        path: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        boot: str | None = None,
    ) -> None:
        self.damaged = False
        self._clock = clock
        self._boot = this_boot() if boot is None else boot
        self._path = path
        self._lock = threading.Lock()
        self._tries: dict[str, _Tries] = {}
        self._fixed = bool(configured)
        self._hash = generate_password_hash(configured) if configured else self._read()
        self._plain = configured

    def _read(self) -> str:
        if self._path is None:
            return ""
        try:
            kept = self._path.read_text("ascii").strip()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError):
            kept = ""
        if HASHED.fullmatch(kept):
            return kept
        log.error("%s", page_text("refused.pin_damaged", file=self._path))
        self.damaged = True
        return ""

    @property
    def known(self) -> bool:
        """Whether there is a PIN. One that cannot be read counts, and opens nothing."""
        return bool(self._hash) or self.damaged

    @property
    def fixed(self) -> bool:
        """Whether it comes from the settings, so that the page cannot change it."""
        return self._fixed

    def opened(self) -> list[Any]:
        """The mark that a session keeps once it has entered the PIN; another PIN has another
        mark.
        """
        return [self._mark, self._boot, self._clock()]

    def is_open(self, kept: object) -> bool:
        """Whether the mark that a session kept is still good."""
        match kept:
            case _ if self.damaged:
                return False
            case [self._mark, self._boot, int() | float() as since]:
                return 0 <= self._clock() - since < HOURS
        return False

    @property
    def _mark(self) -> str:
        told = self._plain or self._hash
        return hashlib.sha256(f"mark {told}".encode()).hexdigest()[:16]

    def choose(self, pin: str) -> None:
        """Keep that PIN; WebError says what it must be, or why it cannot be kept."""
        self._need_readable()
        if self._fixed:
            raise Forbidden(code="pin-fixed", key="refused.pin_fixed")
        if not PIN.fullmatch(pin):
            raise WebError(code="bad-pin", status=400, key="refused.pin_digits")
        kept = generate_password_hash(pin)
        if self._path is not None:
            try:
                write_whole(self._path, kept + "\n")
            except OSError as error:
                why = by_system(error)
                raise WebError(
                    f"The PIN cannot be kept: {why}.",
                    code="not-saved",
                    status=503,
                    key="refused.pin_kept",
                    why=as_message(why),
                ) from error
        self._hash = kept

    def check(self, pin: str, address: str) -> int | None:
        """None for the right PIN, else how many tries are left; TooManyTries while one must
        wait.
        """
        self._need_readable()
        with self._lock:
            mine, all_of_them = self._of(address), self._of("")
            self._wait(mine)
            self._wait(all_of_them)
            if self.known and check_password_hash(self._hash, pin):
                self._tries.pop(address, None)
                return None
            self._count(all_of_them, TRIES_OF_ALL)
            return self._count(mine, TRIES)

    def _need_readable(self) -> None:
        if self.damaged:
            name = "host-pin" if self._path is None else self._path.name
            raise WebError(code="pin-damaged", status=503, key="refused.pin_damaged", file=name)

    def _of(self, address: str) -> _Tries:
        if address not in self._tries and len(self._tries) >= KEPT:
            oldest = next(name for name in self._tries if name)
            del self._tries[oldest]
        return self._tries.setdefault(address, _Tries())

    def _wait(self, tries: _Tries) -> None:
        left = tries.until - self._clock()
        if left > 0:
            raise TooManyTries(left)

    def _count(self, tries: _Tries, most: int) -> int:
        tries.wrong += 1
        if tries.wrong < most:
            return most - tries.wrong
        tries.wrong = 0
        tries.until = self._clock() + min(WAIT_MOST, WAIT * 2**tries.waits)
        tries.waits += 1
        return 0


def is_here() -> bool:
    """Whether the request comes from this very machine, and not through another server."""
    if "Forwarded" in request.headers or "X-Forwarded-For" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def unlocked(pin: HostPin) -> bool:
    """Whether this request knows the PIN: its session entered it, or its header names it."""
    if not pin.known:
        return False
    if pin.is_open(session.get(SESSION)):
        return True
    sent = request.headers.get(HEADER)
    return sent is not None and pin.check(sent, request.remote_addr or "") is None


def unlock(pin: HostPin) -> None:
    """Note that this session knows the PIN from now on."""
    session[SESSION] = pin.opened()


def lock() -> None:
    """Note that this session does not know the PIN any more."""
    session.pop(SESSION, None)


def may_look_after(pin: HostPin, visitor: Visitor, public: View) -> bool:
    """Whether this visitor may test the board: with a PIN, whoever knows it; without, the host and
    this machine.
    """
    if pin.known:
        return visitor.host
    return is_here() or is_host(visitor, public)


def may_free(pin: HostPin, visitor: Visitor, public: View) -> bool:
    """Whether this visitor may free another's seat.

    With open cards every browser may. With dealt hands only the host and whoever looks after the
    board may, since the next holder sees the seat's cards.
    """
    if visitor.browser and public.game is not None and public.game.hands == "physical":
        return True
    return is_host(visitor, public) or may_look_after(pin, visitor, public)


def seats_to_free(
    pin: HostPin, table: TablePort, visitor: Visitor, public: View
) -> tuple[int, ...]:
    """The seats that this visitor may free: its own, or all where it may free those of others.

    Nobody frees the seat of a bot.
    """
    if may_free(pin, visitor, public):
        return tuple(player.seat for player in public.players if not player.bot)
    return held_seats(table, visitor, public)


def free_seat(
    pin: HostPin, table: TablePort, visitor: Visitor, seat: int, seen: str | None = None
) -> None:
    """Free a seat that somebody has left, or can no longer get into; its holder may, too.

    ``seen``  the mark of whom the asker saw there; nobody else is made to get up
    """
    public = table.view(None)
    if all(player.seat != seat for player in public.players):
        raise Malformed(f"There is no seat {seat}.", code="unknown-seat", status=404)
    holder = table.holder(seat)
    if seat not in seats_to_free(pin, table, visitor, public):
        raise Forbidden(code="not-host", key="refused.free")
    if holder is not None:
        if seen is not None and seen != mark_of(holder):
            raise seat_refusals.another_sits_there()
        table.leave(holder, seat)


def may_choose(pin: HostPin, visitor: Visitor, public: View) -> bool:
    """Who may choose the first PIN: the host, this machine, or anybody while no game is open."""
    if pin.fixed or pin.known:
        return visitor.host and not pin.fixed
    return public.game is None or is_here() or is_host(visitor, public)


def need_host(pin: HostPin, visitor: Visitor, public: View) -> None:
    """Forbidden for who may not look after the board."""
    if not may_look_after(pin, visitor, public):
        raise Forbidden(code="no-pin", key="refused.pin")


def may_begin(pin: HostPin, visitor: Visitor, public: View, seats: Collection[int]) -> bool:
    """Once there is a PIN, a new game is begun by the host or by who holds a seat."""
    return not pin.known or bool(seats) or is_host(visitor, public)


def open_to_seats(key: str, public: View) -> str:
    """The key of a refusal that names seats as one way; ``key.no_game`` while there are none."""
    return key if public.game is not None else f"{key}.no_game"


def need_begin(pin: HostPin, visitor: Visitor, public: View, seats: Collection[int]) -> None:
    """Forbidden for who may not begin a game."""
    if not may_begin(pin, visitor, public, seats):
        raise Forbidden(code="no-seat", key=open_to_seats("refused.begin", public))
