"""The signal to stop wakes the wait for it, on whichever thread it arrives."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from waiting import until

from companion.service.stop_signal import StopSignal

SECONDS = 20.0
NUMBERS = [signal.SIGTERM, signal.SIGINT]


@contextmanager
def another_thread() -> Iterator[int]:
    """A thread that does nothing, as the page's waiting ones; its number for ``pthread_kill``."""
    over = threading.Event()
    thread = threading.Thread(target=over.wait, daemon=True)
    thread.start()
    assert thread.ident is not None
    try:
        yield thread.ident
    finally:
        over.set()
        thread.join()


def sleeps_in_select(thread: int | None) -> bool:
    """Whether the kernel has that thread wait for a descriptor."""
    return "poll" in Path(f"/proc/self/task/{thread}/wchan").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_on_another_thread_wakes_the_wait(number: signal.Signals) -> None:
    """The system may give it to any thread, and a busy machine does so now and then."""
    waiting = threading.main_thread().native_id
    with StopSignal() as stop, another_thread() as other:
        stop.install()

        def send() -> None:
            until(lambda: sleeps_in_select(waiting))
            signal.pthread_kill(other, number)

        sender = threading.Thread(target=send)
        sender.start()
        assert stop.wait(SECONDS)
        sender.join()
        assert not stop.broken


def test_a_part_that_broke_wakes_the_wait() -> None:
    with StopSignal() as stop:
        stop.install()
        sender = threading.Thread(target=stop.fail)
        sender.start()
        assert stop.wait(SECONDS)
        sender.join()
        assert stop.broken


@pytest.mark.parametrize("number", NUMBERS)
def test_the_signals_are_given_back(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    stop = StopSignal()
    stop.install()
    assert signal.getsignal(number) is not before
    stop.close()
    stop.close()
    assert signal.getsignal(number) is before
    assert signal.set_wakeup_fd(-1) == -1
