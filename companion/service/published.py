"""What the loop has published. Any thread reads it, and the followers of the game are woken.

A view that is fetched some time after it was made is aged, because what runs down has gone on
meanwhile.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from companion.model.ports import OwnedTable
from companion.model.view import View
from engine.board import Board
from hardware.ports import Clock

log: Final = logging.getLogger("trackside.loop")

STALE_SECONDS: Final = 0.03
"""Seconds by which views may lag behind the lights while sensors keep talking."""
FRESH: Final = 0.25
"""Seconds for which a view is as good as new. Nobody counts more finely."""


@dataclass(frozen=True, slots=True)
class Published:
    """What everybody may read. It is replaced as a whole, never changed."""

    seq: int = 0
    views: Mapping[int | None, View] = field(default_factory=dict)
    drawing: Board | None = None
    holders: Mapping[int, str | None] = field(default_factory=dict)
    at: Mapping[int | None, float] = field(default_factory=dict)
    """The time when each view was made."""


class PublishedViews:
    """The newest views of every audience that has asked.

    ``follow``, ``make`` and ``forget`` belong to the loop's thread. All else belongs to any thread.
    """

    def __init__(self, table: OwnedTable, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._shown = Published()
        self._wanted: set[int | None] = {None}
        self._made_at = 0.0
        self._json: dict[int | None, tuple[View, bytes]] = {}
        self._wakes: tuple[Callable[[int], None], ...] = ()
        self._lock = threading.Lock()

    # ------------------------------------------------------------------------- from any thread

    def view(self, audience: int | None) -> View | None:
        """The newest snapshot for that audience as of now, or None before anybody asked for it."""
        shown = self._shown
        found = shown.views.get(audience)
        return None if found is None else aged(found, self._clock.now() - shown.at[audience])

    def json(self, audience: int | None, view: View) -> bytes:
        """That audience's view, serialised once for all its readers."""
        kept = self._json.get(audience)
        if kept is None or kept[0] is not view:
            kept = (view, msgspec.json.encode(view))
            self._json[audience] = kept
        return kept[1]

    @property
    def public(self) -> View | None:
        """The view that everybody may see, as it was made. None before the first."""
        return self._shown.views.get(None)

    @property
    def drawing(self) -> Board | None:
        """The open game's board."""
        return self._shown.drawing

    def holder(self, seat: int) -> str | None:
        """The holder of that seat."""
        return self._shown.holders.get(seat)

    def subscribe(self, wake: Callable[[int], None]) -> Callable[[], None]:
        """Call ``wake(seq)`` after every change. Returns a function that stops it."""
        with self._lock:
            self._wakes = (*self._wakes, wake)

        def stop() -> None:
            with self._lock:
                self._wakes = tuple(other for other in self._wakes if other is not wake)

        return stop

    # ------------------------------------------------------------------------ the loop's thread

    def follow(self, *, busy: bool) -> None:
        """Publish what has changed. A ``busy`` loop does not do so at once every time."""
        seq = self._table.seq
        if seq == self._shown.seq and self._shown.views:
            return
        now = self._clock.now()
        if busy and now - self._made_at < STALE_SECONDS:
            return
        self._made_at = now
        self._publish(seq)

    def make(self, audience: int | None) -> View:
        """The view of an audience that nobody asked for before. It is kept up from now on."""
        view = self._table.view(audience)
        self._wanted.add(audience)
        if self._table.seq == self._shown.seq:
            old = self._shown
            self._shown = replace(
                old,
                views={**old.views, audience: view},
                at={**old.at, audience: self._clock.now()},
            )
        return view

    def forget(self) -> None:
        """Forget all audiences. Another game is open, and they ask anew."""
        self._wanted = {None}

    def _publish(self, seq: int) -> None:
        public, asked = self._table.view(None), self._table.questions
        seats = {player.seat for player in public.players}
        self._wanted = {seat for seat in self._wanted if seat is None or seat in seats}
        views = {seat: self._table.view(seat) for seat in self._wanted}
        self._shown = Published(
            seq=seq,
            views=views,
            drawing=asked.drawing(),
            holders={seat: asked.holder(seat) for seat in seats},
            at=dict.fromkeys(views, self._clock.now()),
        )
        for wake in self._wakes:
            try:
                wake(seq)
            except Exception:  # a page that is gone must not keep the news from the others
                log.exception("A follower of the game could not be woken.")


def aged(view: View, seconds: float) -> View:
    """The view as it is that many seconds later. It is the same one if nothing in it runs down."""
    return view if seconds < FRESH else run_on(view, seconds)


def run_on(view: View, seconds: float) -> View:
    """The view with all that runs down in it that many seconds later, to the millisecond."""
    window, timer, pending = view.window, view.timer, view.pending
    if window is not None and window.running and window.seconds is not None:
        left = _less(window.seconds, seconds)
        view = msgspec.structs.replace(view, window=msgspec.structs.replace(window, seconds=left))
    if timer is not None and timer.running:
        left = _less(timer.seconds, seconds)
        view = msgspec.structs.replace(view, timer=msgspec.structs.replace(timer, seconds=left))
    if pending is not None:
        left = _less(pending.seconds, seconds)
        view = msgspec.structs.replace(view, pending=msgspec.structs.replace(pending, seconds=left))
    return view


def _less(left: float, gone: float) -> float:
    return round(max(0.0, left - gone), 3)
