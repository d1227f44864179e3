"""The firmware without its pins: one message in, the right ones out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.device import (
    BEAT_MS,
    HOST_LOST_MS,
    RESEND_MAX_MS,
    RESEND_MS,
    Device,
)
from firmware_bridge.firmware.core.framing import FrameReader, wrap
from firmware_bridge.firmware.core.messages import Message
from firmware_bridge.firmware.core.scanner import QUEUE, SENTINELS
from firmware_bridge.link.lamp import LightSettings

HOLES = 9


def levels(*present: int) -> list[bool]:
    """A reading of a living chain with marbles in those holes."""
    return [hole in present for hole in range(HOLES)] + list(SENTINELS)


def said(device: Device) -> list[Message]:
    """What the device sends now."""
    return [m.unpack(body) for body in FrameReader().feed(device.take())]


def names(device: Device) -> list[str]:
    """The names of what it sends now."""
    return [message.name for message in said(device)]


def tell(device: Device, message: Message, now: int) -> list[Message]:
    """Send it one message; its answers."""
    device.receive(wrap(m.pack(message)), now)
    return said(device)


def linked(*present: int) -> Device:
    """A device at 1000 ms with a host that knows everything."""
    device = Device(HOLES, 77)
    device.scan(levels(*present), 0)
    tell(device, Message("WHO", {"version": m.VERSION, "host": 5}), 1000)
    tell(device, Message("RESYNC", {"request": 1}), 1000)
    device.tick(1000)
    device.take()
    return device


def lights(frame: int, *cells: int) -> Message:
    """A whole frame with one green look."""
    return Message(
        "LIGHTS",
        {"frame": frame, "brightness": 255, "calm": 0, **LightSettings().supply()},
        {"palette": [(0, 0, 0, 0), (0, 99, 0, 0)]},
        {"cells": bytes(cells)},
    )


def test_it_greets_with_all_it_is() -> None:
    device = Device(133, 0x112345678, "pico", ring=8)
    device.hello(70)
    (hello,) = said(device)
    assert hello.ints == {
        "version": m.VERSION,
        "holes": 133,
        "pixels": 1064,
        "can": m.CAN_LOOKS | m.CAN_DELTA | m.CAN_RGB,
        "boot": 0x12345678,
        "t": 70,
        "start": 0,
        "major": 0,
        "minor": 0,
        "patch": 0,
    }
    assert hello.texts == {"name": "pico"}


@pytest.mark.parametrize(("holes", "ring"), [(0, 1), (741, 1), (134, 8)])
def test_a_board_beyond_its_memory_is_refused(holes: int, ring: int) -> None:
    with pytest.raises(ValueError, match="beyond this firmware"):
        Device(holes, 1, ring=ring)


def test_without_a_host_it_says_nothing_by_itself() -> None:
    device = Device(HOLES, 1)
    device.scan(levels(1), 0)
    device.scan(levels(2), 10)
    device.tick(5000)
    assert names(device) == []
    assert device.due(5000) is None


def test_it_answers_who_and_resync() -> None:
    device = Device(HOLES, 77)
    device.scan(levels(1, 8), 0)
    (hello,) = tell(device, Message("WHO", {"version": m.VERSION, "host": 5}), 10)
    assert hello.name == "HELLO"
    (snapshot,) = tell(device, Message("RESYNC", {"request": 9}), 20)
    assert snapshot.ints["answers"] == 9
    assert m.unpack_bits(snapshot.blobs["present"], HOLES) == levels(1, 8)[:HOLES]


def test_an_edge_leaves_at_once_and_again_until_it_is_acknowledged() -> None:
    device = linked(1)
    number = device.outbox.next
    device.scan(levels(), 1005)
    (edges,) = said(device)
    assert edges.rows["edges"] == [(1, 0)]
    assert (edges.ints["first"], edges.ints["t"]) == (number, 1005)
    now, waits = 1005, []
    for _ in range(5):
        start = now
        while "EDGES" not in names(device):
            now += 1
            assert now < start + 1000, "it never sends them again"
            device.tick(now)
        waits.append(now - start)
    assert waits == [RESEND_MS, 80, 160, RESEND_MAX_MS, RESEND_MAX_MS]
    tell(device, Message("GOT", {"boot": 77, "next": number + 1}), now)
    for later in range(now, now + 900):
        device.tick(later)
    assert set(names(device)) == {"HEARTBEAT"}


def test_a_host_that_repeats_its_number_gets_the_edges_again() -> None:
    device = linked(1)
    number = device.outbox.next
    device.scan(levels(), 1005)
    device.take()
    got = Message("GOT", {"boot": 77, "next": number})
    assert tell(device, got, 1006) == [], "too soon: it had not come yet"
    assert [message.name for message in tell(device, got, 1020)] == ["EDGES"]


def test_an_impossible_number_is_answered_with_a_snapshot() -> None:
    device = linked(1)
    answers = tell(device, Message("GOT", {"boot": 77, "next": 4000}), 1006)
    assert [message.name for message in answers] == ["SNAPSHOT"]
    answers = tell(device, Message("GOT", {"boot": 78, "next": 0}), 1006)
    assert [message.name for message in answers] == ["HELLO"]


def test_what_the_host_lacks_goes_before_the_snapshot() -> None:
    device = linked(1)
    device.scan(levels(), 1005)
    device.scan(levels(1), 1009)
    device.take()
    answers = tell(device, Message("RESYNC", {"request": 3}), 1010)
    assert [message.name for message in answers] == ["EDGES", "SNAPSHOT"]
    assert len(answers[0].rows["edges"]) == 2


def test_more_changes_than_the_queue_holds_become_a_snapshot() -> None:
    device = linked()
    for at in range(QUEUE + 1):
        device.scan(levels(*([3] if at % 2 == 0 else [])), 1000 + at)
    assert names(device)[-2:] == ["ERROR", "SNAPSHOT"]


def test_a_full_key_queue_becomes_a_snapshot_with_a_number_of_its_own() -> None:
    device = linked(1)
    number = device.outbox.next
    device.overflow(1010)
    device.scan(levels(2), 1011)
    error, snapshot = said(device)
    assert error.ints["code"] == m.ERR_OVERFLOW
    assert snapshot.ints["next"] == number + 1, "so that a lost one is noticed"


def test_a_dead_chain_is_told_once_and_flagged_and_ends_in_a_snapshot() -> None:
    device = linked(1)
    for t in (1005, 1009):
        device.scan([False] * 12, t)
    (error,) = said(device)
    assert error.ints["code"] == m.ERR_CHAIN
    device.tick(1000 + BEAT_MS)
    (beat,) = said(device)
    assert beat.ints["flags"] == m.FLAG_CHAIN_DEAD
    device.scan(levels(1, 2), 1300)
    assert names(device) == ["SNAPSHOT"]


def test_heartbeats_come_while_a_host_is_heard_and_stop_with_it() -> None:
    device = linked()
    tell(device, lights(3, *[1] * HOLES), 1000)
    beats = []
    for now in range(1001, 1000 + HOST_LOST_MS + 500):
        device.tick(now)
        beats += [now for name in names(device) if name == "HEARTBEAT"]
    assert [b - a for a, b in pairwise(beats)] == [BEAT_MS] * (len(beats) - 1)
    assert beats[-1] < 1000 + HOST_LOST_MS
    assert not any(device.render(5000)), "lights out when nobody leads them"
    assert not device.linked


def test_a_frame_is_shown_and_acknowledged() -> None:
    device = linked()
    (lit,) = tell(device, lights(3, *[1] * HOLES), 1000)
    assert lit.ints == {"frame": 3, "status": m.LIT_SHOWN}
    assert device.render(1000) == bytearray((0, 99, 0)) * HOLES
    assert device.frames_shown == 1


def delta(frame: int, base: int) -> Message:
    """Hole 0 goes dark."""
    return Message("LIGHTS_DELTA", {"frame": frame, "base": base}, {"looks": [], "cells": [(0, 0)]})


def test_a_delta_upon_another_frame_asks_for_a_whole_one() -> None:
    device = linked()
    assert tell(device, delta(4, 3), 1000)[0].ints["status"] == m.LIT_NEEDS_FULL
    tell(device, lights(3, *[1] * HOLES), 1000)
    assert tell(device, delta(4, 2), 1000)[0].ints["status"] == m.LIT_NEEDS_FULL
    assert tell(device, delta(4, 3), 1000)[0].ints["status"] == m.LIT_SHOWN
    assert tell(device, delta(4, 3), 1000)[0].ints["status"] == m.LIT_SHOWN, "a copy is harmless"
    assert device.lights.frame == 4


def test_a_frame_that_cannot_be_is_refused_and_the_old_one_stays() -> None:
    device = linked()
    tell(device, lights(3, *[1] * HOLES), 1000)
    error, lit = tell(device, lights(4, 1, 1), 1000)
    assert error.ints["code"] == m.ERR_LIGHTS
    assert "2 cells for 9 holes" in error.texts["text"]
    assert lit.ints["status"] == m.LIT_REFUSED
    assert device.lights.frame == 3


def rgb(frame: int, first: int, count: int, total: int = HOLES) -> Message:
    """A piece of plain colours."""
    return Message(
        "LIGHTS_RGB",
        {
            "frame": frame,
            "total": total,
            "first": first,
            "brightness": 255,
            **LightSettings().supply(),
        },
        blobs={"pixels": bytes([first + 1]) * (3 * count)},
    )


def test_plain_colours_come_in_pieces_and_show_when_whole() -> None:
    device = linked()
    assert tell(device, rgb(8, 0, 4), 1000) == []
    assert tell(device, rgb(8, 0, 4), 1000) == [], "the first piece twice"
    (lit,) = tell(device, rgb(8, 4, 5), 1000)
    assert lit.ints == {"frame": 8, "status": m.LIT_SHOWN}
    assert device.render(0) == bytearray([1] * 12 + [5] * 15)


def test_a_lost_piece_is_never_shown() -> None:
    device = linked()
    tell(device, rgb(8, 0, 4), 1000)
    assert tell(device, rgb(8, 6, 3), 1000) == []
    assert device.frames_shown == 0
    assert tell(device, rgb(9, 0, 4, total=4), 1000)[1].ints["status"] == m.LIT_REFUSED


def test_damage_is_dropped_and_nonsense_reported() -> None:
    device = linked()
    device.receive(b"\x05\x01\x02\x00garbage\x00", 1000)
    assert names(device) == []
    device.receive(wrap(b"\x33rubbish"), 1000)
    (error,) = said(device)
    assert error.ints["code"] == m.ERR_MESSAGE
    answers = tell(device, Message("HELLO", dict.fromkeys(HELLO_INTS, 1), texts={"name": ""}), 1000)
    assert "HELLO is not for a board" in answers[0].texts["text"]


HELLO_INTS = (
    "version", "holes", "pixels", "can", "boot", "t", "start", "major", "minor", "patch",
)  # fmt: skip


def test_who_puts_the_lights_out_because_a_new_host_knows_no_frame() -> None:
    device = linked()
    tell(device, lights(3, *[1] * HOLES), 1000)
    tell(device, Message("WHO", {"version": m.VERSION, "host": 6}), 1001)
    assert not any(device.render(1001))
    assert tell(device, delta(4, 3), 1002)[0].ints["status"] == m.LIT_NEEDS_FULL


def test_its_time_never_goes_back_whatever_it_is_told() -> None:
    device = linked()
    device.scan(levels(1), 1010)
    device.scan(levels(), 1007)
    device.scan(levels(2), 1012)
    told = [message for message in said(device) if message.name == "EDGES"]
    assert [message.ints["t"] for message in told] == [1010, 1010, 1012]
    (snapshot,) = (
        message
        for message in tell(device, Message("RESYNC", {"request": 2}), 900)
        if message.name == "SNAPSHOT"
    )
    assert snapshot.ints["t"] == 1012


def test_due_names_the_next_moment_of_work() -> None:
    device = linked(1)
    assert device.due(1000) == BEAT_MS
    device.scan(levels(), 1100)
    assert device.due(1100) == RESEND_MS
    assert device.due(1200) == 0
