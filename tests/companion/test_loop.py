"""The loop: one thread owns the table, lights leave first, no fault ends it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from loop_room import ANYBODY, BOARD, Set

from companion.errors import CommandRefused
from companion.model.commands import Act, New, Outcome, Undo
from companion.model.view import View
from companion.service.inbox import Job
from hardware.ports import (
    HoleChange,
    LinkChange,
    LinkState,
    SensorSink,
    Snapshot,
)


@pytest.fixture
def room() -> Iterator[Set]:
    made = Set()
    yield made
    made.loop.close()


def test_only_the_loops_own_thread_touches_the_table(room: Set) -> None:
    room.start()
    room.loop.submit(Act("x"), ANYBODY)
    room.loop.sit(0, "me")
    room.loop.view(0)
    room.sensors.put(2)
    room.until(lambda: len(room.table.heard) >= 3)
    assert room.table.threads == {"table"}


def test_a_change_reaches_the_table_the_lights_and_the_view(room: Set) -> None:
    room.start()
    before = room.loop.view(None).seq
    frames = len(room.lights.frames)
    room.sensors.put(2)
    room.until(lambda: room.loop.view(None).seq > before)
    assert isinstance(room.table.heard[-1], HoleChange)
    assert len(room.lights.frames) == frames + 1


def test_lights_that_change_alone_leave_without_a_new_view_pp_21(room: Set) -> None:
    """A sand-glass must not wake every browser with each of its grains (RP-74)."""
    room.start()
    views = room.table.order.count("view")
    frames = len(room.lights.frames)
    room.table.glows += 1
    room.loop.set_out()
    room.until(lambda: len(room.lights.frames) > frames)
    assert room.table.order.count("view") == views


def test_who_fetches_a_view_late_is_told_what_is_left_then(room: Set) -> None:
    room.table.seconds = 60.0
    room.start()
    first = room.loop.view(None).window
    assert first is not None
    room.until(lambda: _left(room) < 59.9)
    assert room.loop.view(None).seq == room.table.seq, "nothing else has changed"


def _left(room: Set) -> float:
    window = room.loop.view(None).window
    assert window is not None
    assert window.seconds is not None
    return window.seconds


def test_lights_leave_before_views_are_built(room: Set) -> None:
    room.start()
    room.table.order.clear()
    room.sensors.put(1)
    room.until(lambda: "view" in room.table.order)
    assert room.table.order[:3] == ["sensors", "lights", "view"]


def test_the_sender_is_answered_after_the_new_view_is_out(room: Set) -> None:
    room.start()
    outcome = room.loop.submit(Act("x"), ANYBODY)
    assert room.loop.view(None).seq >= outcome.seq


def test_what_has_become_due_is_done_before_the_next_command(
    room: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many commands wait, there is at most one between two looks at the wood."""
    room.start()
    room.table.order.clear()
    view = room.table.view

    def slow_view(audience: int | None) -> View:
        room.table.due = time.monotonic()  # it ripens while the views are built
        return view(audience)

    monkeypatch.setattr(room.table, "view", slow_view)
    jobs = [Job(lambda: room.table.command(Act("x"), ANYBODY)) for _ in range(3)]

    def all_at_once() -> None:
        for job in jobs:
            room.loop._queue.put(job)

    room.loop._queue.ask(all_at_once)
    jobs[-1].future.result(5.0)
    done = [what for what in room.table.order if what in ("command", "tick")]
    assert done[:5] == ["command", "tick", "command", "tick", "command"]


def test_a_refusal_reaches_the_sender_as_it_is(room: Set) -> None:
    room.start()
    with pytest.raises(CommandRefused) as caught:
        room.loop.submit(Undo(), ANYBODY)
    assert (caught.value.code, caught.value.status) == ("nothing-to-undo", 409)


def test_a_command_that_breaks_is_answered_500_and_logged_and_play_goes_on(
    room: Set, caplog: pytest.LogCaptureFixture
) -> None:
    room.start()
    room.table.trouble = "command"
    with caplog.at_level(logging.ERROR), pytest.raises(CommandRefused) as caught:
        room.loop.submit(Act("x"), ANYBODY)
    assert (caught.value.code, caught.value.status) == ("internal", 500)
    assert "command went wrong" in caplog.text
    room.table.trouble = ""
    assert room.loop.submit(Act("x"), ANYBODY).seq == room.table.seq


@pytest.mark.parametrize("trouble", ["sensors", "lights", "view"])
def test_a_fault_in_one_step_is_logged_and_the_next_step_works(
    room: Set, caplog: pytest.LogCaptureFixture, trouble: str
) -> None:
    room.start()
    room.table.trouble = trouble
    with caplog.at_level(logging.ERROR):
        room.sensors.put(1)
        room.until(lambda: f"{trouble} went wrong" in caplog.text)
    room.table.trouble = ""
    room.sensors.put(2)
    room.until(lambda: room.loop.view(None).seq == room.table.seq)
    assert not room.broken.is_set()


def test_a_follower_that_fails_does_not_keep_the_others_from_waking(
    room: Set, caplog: pytest.LogCaptureFixture
) -> None:
    room.start()

    def fails(seq: int) -> None:
        raise RuntimeError("asleep")

    seen: list[int] = []
    stop = room.loop.subscribe(fails)
    room.loop.subscribe(seen.append)
    with caplog.at_level(logging.ERROR):
        outcome = room.loop.submit(Act("x"), ANYBODY)
    assert seen[-1] == outcome.seq
    stop()
    room.loop.submit(Act("x"), ANYBODY)
    assert caplog.text.count("RuntimeError: asleep") == 1


def test_a_deadline_ticks_without_any_other_news(room: Set) -> None:
    room.start()
    room.table.due = time.monotonic() + 0.01
    room.loop.submit(Act("x"), ANYBODY)
    room.until(lambda: room.table.ticks == 1)


def test_a_late_tick_is_not_starved_by_busy_sensors(room: Set) -> None:
    room.start()
    room.table.due = time.monotonic()
    room.sensors.put(0)
    room.until(lambda: room.table.ticks == 1)


def test_a_tick_that_fails_is_not_tried_in_a_hot_loop(
    room: Set, caplog: pytest.LogCaptureFixture
) -> None:
    room.start()
    room.table.trouble = "tick"
    with caplog.at_level(logging.ERROR):
        room.table.due = time.monotonic()
        room.loop.submit(Act("x"), ANYBODY)
        for _ in range(20):
            room.loop.submit(Act("x"), ANYBODY)
    assert room.table.order.count("tick") == 1
    assert "tick went wrong" in caplog.text


def test_a_bounce_never_reaches_the_table() -> None:
    """PP-31: 20 ms for a lift, 40 ms for a put, by device time."""
    room = Set(lift=0.020, put=0.040)
    try:
        room.start()
        heard = len(room.table.heard)
        for t, present in ((1.000, True), (1.005, False), (1.012, True)):
            room.loop.sink(HoleChange(3, present, t))
        room.loop.sink(HoleChange(2, True, 1.5))
        room.loop.sink(HoleChange(1, True, 2.5))
        room.until(lambda: len(room.table.heard) >= heard + 3)
    finally:
        room.loop.close()
    changes = [e for e in room.table.heard[heard:] if isinstance(e, HoleChange)]
    assert changes == [
        HoleChange(3, True, 1.012),
        HoleChange(2, True, 1.5),
        HoleChange(1, True, 2.5),
    ]


def test_each_audience_gets_its_own_view_and_one_serialisation(room: Set) -> None:
    room.start()
    assert room.loop.view(1).seat == 1
    assert room.loop.view(None).seat is None
    assert room.loop.view_json(1) is room.loop.view_json(1)
    assert b'"seat":1' in room.loop.view_json(1)
    room.loop.submit(Act("x"), ANYBODY)
    assert room.loop.view(1).seq == room.loop.view(None).seq == room.table.seq


def test_seats_are_published_with_the_view(room: Set) -> None:
    room.start()
    room.loop.sit(1, "phone")
    assert room.loop.holder(1) == "phone"
    room.loop.leave("phone")
    assert room.loop.holder(1) is None


def test_a_new_game_is_set_out_by_the_virtual_hands_as_one_picture(room: Set) -> None:
    room.start()
    room.table.heard.clear()
    room.loop.submit(New(game="row"), ANYBODY)
    assert room.hands.set == [("row", BOARD.holes, {"h0": "A"})]
    assert [type(event) for event in room.table.heard] == [Snapshot]
    assert room.loop.drawing() is BOARD
    assert room.loop.health().game == "row"


def test_commands_that_come_while_marbles_are_set_out_are_not_lost(room: Set) -> None:
    room.start()
    answers: list[Outcome] = []
    senders = [
        threading.Thread(target=lambda: answers.append(room.loop.submit(Act("x"), ANYBODY)))
        for _ in range(8)
    ]
    for sender in senders:
        sender.start()
    room.loop.submit(New(game="row"), ANYBODY)
    for sender in senders:
        sender.join(5.0)
    assert len(answers) == 8


def test_what_came_meanwhile_is_done_also_where_the_boards_picture_cannot_be_read(
    room: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.start()
    job = Job(lambda: 7)
    set_out = room.hands.set_out

    def beside(*asked: Any) -> None:
        room.loop._queue.put(job)
        set_out(*asked)

    monkeypatch.setattr(room.hands, "set_out", beside)
    room.table.trouble = "sensors"
    with pytest.raises(CommandRefused, match="Something went wrong"):
        room.loop.submit(New(game="row"), ANYBODY)
    assert job.future.result(5.0) == 7


def test_the_recorder_hears_raw_changes_and_when_there_is_time_to_write(room: Set) -> None:
    room.start()
    room.sensors.put(1)
    room.loop.submit(Act("x"), ANYBODY)
    assert HoleChange(1, True, 0.0) in room.recorder.lines
    assert room.recorder.flushed


def test_health_says_starting_until_it_is_told_ready(room: Set) -> None:
    assert room.loop.health().status == "starting"
    room.start()
    assert room.loop.health().status == "starting"
    room.loop.ready()
    assert room.loop.health().status == "ready"


def test_before_the_start_a_command_is_answered_503(room: Set) -> None:
    with pytest.raises(CommandRefused) as caught:
        room.loop.submit(Act("x"), ANYBODY)
    assert caught.value.status == 503


def test_after_the_end_a_command_is_answered_503_and_closing_twice_is_fine(room: Set) -> None:
    room.start()
    room.loop.close()
    room.loop.close()
    with pytest.raises(CommandRefused) as caught:
        room.loop.submit(Act("x"), ANYBODY)
    assert (caught.value.status, caught.value.code) == (503, "closing")


def test_a_command_that_comes_with_the_end_does_not_keep_the_loop_from_ending(
    room: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It emptied the queue, the order to stop included."""
    room.start()
    room.loop.ready()
    busy, done = threading.Event(), threading.Event()

    def slowly() -> None:
        busy.set()
        done.wait(5.0)

    monkeypatch.setattr(room.table, "chart", slowly)
    asker = threading.Thread(target=room.loop.chart)
    asker.start()
    assert busy.wait(5.0)
    closer = threading.Thread(target=room.loop.close)
    closer.start()
    room.until(lambda: room.loop.health().status == "starting")
    with pytest.raises(CommandRefused) as caught:
        room.loop.submit(Act("x"), ANYBODY)
    assert caught.value.status == 503
    done.set()
    closer.join()
    asker.join()
    assert room.loop._thread is not None
    room.loop._thread.join(5.0)
    assert not room.loop._thread.is_alive()


def test_a_resume_that_fails_is_told_to_who_started(room: Set) -> None:
    room.table.trouble = "resume"
    with pytest.raises(RuntimeError, match="resume went wrong"):
        room.loop.start()


def test_a_loop_that_breaks_tells_the_service(room: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    room.start()

    def broken() -> float | None:
        raise MemoryError("no more")

    monkeypatch.setattr(room.table, "deadline", broken)
    room.sensors.put(1)
    assert room.broken.wait(5.0)


def test_news_of_the_link_stand_in_the_health(room: Set) -> None:
    room.start()
    room.sensors.unplug()
    room.until(lambda: room.loop.health().link == "down")
    assert room.table.heard[-1] == LinkChange(LinkState.DOWN, "The board's cable is out.")


def test_the_sink_only_queues(room: Set) -> None:
    """A sensor thread must never wait for the table."""
    sink: SensorSink = room.loop.sink
    started = time.monotonic()
    for _ in range(1000):
        sink(HoleChange(0, True, 0.0))
    assert time.monotonic() - started < 1.0
    assert room.table.heard == []
