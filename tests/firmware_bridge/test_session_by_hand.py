"""The host's session, message by message: the answer to each, at once."""

from __future__ import annotations

import pytest

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import FrameReader, wrap
from firmware_bridge.firmware.core.messages import Message
from firmware_bridge.link.session import BridgeEvent, Session
from hardware.ports import HoleChange, LightFrame, LinkChange, LinkState, Look, Snapshot

BOOT = 77
STARTED = {"start": 1, "major": 9, "minor": 2, "patch": 1}
PALETTE = (Look(0, 0, 0), Look(9, 9, 9))


class Talk:
    """A session of nine holes that is up; the next edge is number 5, hole 0 is full."""

    def __init__(self) -> None:
        self.session = Session(9)
        self.session.opened(0.0)
        hello = {"version": m.VERSION, "holes": 9, "pixels": 9, "can": 7, "boot": BOOT, "t": 0}
        hello |= STARTED
        self.hear(Message("HELLO", hello, texts={"name": "x"}))
        self.hear(snapshot(answers=1))
        self.said()

    def hear(self, message: Message) -> list[BridgeEvent]:
        """The board says this."""
        return self.session.receive(wrap(m.pack(message)), 0.1)

    def said(self) -> list[Message]:
        """What the session answers."""
        return [m.unpack(body) for body in FrameReader().feed(self.session.data_to_send())]

    def names(self) -> list[str]:
        """The names of its answers."""
        return [message.name for message in self.said()]


def snapshot(answers: int = 0, number: int = 5, bits: int = 1, boot: int = BOOT) -> Message:
    """All holes."""
    ints = {"boot": boot, "answers": answers, "next": number, "t": 10}
    return Message("SNAPSHOT", ints, blobs={"present": bytes((bits, 0))})


def edges(first: int, *inputs: int, boot: int = BOOT) -> Message:
    """Changes from that number on, a millisecond apart."""
    rows = [(value, at) for at, value in enumerate(inputs)]
    return Message("EDGES", {"boot": boot, "first": first, "t": 50}, {"edges": list(rows)})


def heartbeat(
    number: int = 5, frame: int = 0, boot: int = BOOT, flags: int = 0, loop: int = 0, free: int = 0
) -> Message:
    """The board lives."""
    ints = {"boot": boot, "next": number, "t": 60, "frame": frame, "heard": 0, "flags": flags}
    ints |= {"peak": 0, "loop": loop, "free": free}
    return Message("HEARTBEAT", ints)


def light(*lit: int) -> LightFrame:
    """A frame."""
    return LightFrame(PALETTE, tuple(int(hole in lit) for hole in range(9)))


def test_edges_are_applied_and_acknowledged() -> None:
    talk = Talk()
    events = talk.hear(edges(5, 0, 3 | m.PRESENT))
    assert events == [HoleChange(0, False, 0.05), HoleChange(3, True, 0.051)]
    (got,) = talk.said()
    assert got.ints == {"boot": BOOT, "next": 7}


def test_a_gap_is_not_applied_but_shown() -> None:
    talk = Talk()
    assert talk.hear(edges(6, 0)) == []
    (got,) = talk.said()
    assert got.ints == {"boot": BOOT, "next": 5}
    assert talk.session.counts["gaps"] == 1


def test_a_copy_is_acknowledged_and_only_its_new_part_applied() -> None:
    talk = Talk()
    talk.hear(edges(5, 0))
    assert talk.hear(edges(5, 0)) == []
    assert talk.session.counts["duplicates"] == 1
    assert talk.hear(edges(5, 0, 4 | m.PRESENT)) == [HoleChange(4, True, 0.051)]
    assert [message.ints["next"] for message in talk.said()] == [6, 6, 7]


def test_an_edge_of_a_hole_that_the_board_does_not_have_is_counted_and_dropped() -> None:
    talk = Talk()
    assert talk.hear(edges(5, 200)) == []
    assert talk.said()[0].ints["next"] == 6


def test_a_heartbeat_ahead_shows_lost_edges_at_once() -> None:
    talk = Talk()
    talk.hear(heartbeat(number=6))
    (got,) = talk.said()
    assert got.ints == {"boot": BOOT, "next": 5}


def test_a_heartbeat_behind_is_a_reason_to_look_at_everything() -> None:
    talk = Talk()
    talk.hear(heartbeat(number=4))
    assert talk.names() == ["RESYNC"]


def test_an_old_unasked_snapshot_is_dropped() -> None:
    talk = Talk()
    talk.hear(edges(5, 0))
    assert talk.hear(snapshot(number=5)) == []
    assert talk.session.present == [False] * 9


def test_a_new_unasked_snapshot_is_taken_and_told_if_it_differs() -> None:
    talk = Talk()
    assert talk.hear(snapshot(number=6)) == []
    (told,) = talk.hear(snapshot(number=7, bits=2))
    assert told == Snapshot((False, True, *[False] * 7), 0.01)


def test_the_answer_to_a_question_is_always_taken_and_told() -> None:
    talk = Talk()
    talk.session.resync(0.2)
    (asked,) = talk.said()
    talk.hear(snapshot(number=6))
    told = talk.hear(snapshot(answers=asked.ints["request"], number=2))
    assert isinstance(told[0], Snapshot)
    assert talk.hear(snapshot(answers=asked.ints["request"], number=1)) == [], "once"


def test_a_question_is_not_asked_twice_at_once() -> None:
    talk = Talk()
    talk.session.resync(0.2)
    talk.session.resync(0.2)
    assert talk.names() == ["RESYNC"]


@pytest.mark.parametrize(
    "message", [edges(5, 0, boot=78), snapshot(boot=78), heartbeat(boot=78)], ids=lambda m: m.name
)
def test_another_boot_number_in_any_message_is_a_restart(message: Message) -> None:
    talk = Talk()
    (told,) = talk.hear(message)
    assert isinstance(told, LinkChange)
    assert told.state is LinkState.CONNECTING
    assert "restarted" in told.reason
    assert talk.names() == ["WHO"]
    assert talk.session.present is None


def test_a_snapshot_of_another_size_is_dropped() -> None:
    talk = Talk()
    bad = snapshot(number=6)
    bad.blobs["present"] = bytes(5)
    assert talk.hear(bad) == []
    assert talk.session.counts["bad"] == 1


def test_a_missing_base_is_answered_with_the_whole_frame_at_once() -> None:
    talk = Talk()
    talk.session.show(light(1), 0.1)
    talk.session.show(light(1, 2), 0.1)
    first, second = talk.said()
    assert (first.name, second.name) == ("LIGHTS", "LIGHTS_DELTA")
    talk.hear(Message("LIT", {"frame": second.ints["frame"], "status": m.LIT_NEEDS_FULL}))
    (again,) = talk.said()
    assert again.name == "LIGHTS"
    assert again.blobs["cells"] == bytes(light(1, 2).cells)
    talk.hear(Message("LIT", {"frame": second.ints["frame"], "status": m.LIT_NEEDS_FULL}))
    assert talk.said() == [], "a late answer for an old frame changes nothing"


def test_a_heartbeat_that_names_another_frame_brings_ours_whole() -> None:
    talk = Talk()
    talk.session.show(light(1), 0.1)
    (sent,) = talk.said()
    talk.hear(Message("LIT", {"frame": sent.ints["frame"], "status": m.LIT_SHOWN}))
    talk.hear(heartbeat(frame=sent.ints["frame"]))
    assert talk.names() == []
    talk.hear(heartbeat(frame=0))
    assert talk.names() == ["LIGHTS"]


def test_a_frame_without_an_answer_is_sent_again_ever_more_slowly() -> None:
    talk = Talk()
    talk.session.show(light(1), 0.1)
    talk.said()
    times, now = [], 0.1
    while now < 1.5:
        now += 0.001
        talk.session._heard_at = now
        talk.session.tick(now)
        times += [round(now - 0.1, 2) for name in talk.names() if name == "LIGHTS"]
    assert times == pytest.approx([0.08, 0.24, 0.56, 1.2], abs=0.02)


def test_no_more_frames_are_on_their_way_than_allowed_and_the_latest_follows() -> None:
    talk = Talk()
    for hole in range(9):
        talk.session.show(light(hole), 0.1)
    sent = talk.said()
    assert len(sent) == 3
    talk.hear(Message("LIT", {"frame": sent[0].ints["frame"], "status": m.LIT_SHOWN}))
    (last,) = talk.said()
    assert (8, 1) in last.rows["cells"]


def test_a_chain_that_reads_right_again_is_asked_what_stands() -> None:
    """A lone ERR_CHAIN, and the snapshot that tells of its end is lost: the link stayed down."""
    talk = Talk()
    error = {"code": m.ERR_CHAIN, "detail": 0}
    (event,) = talk.hear(Message("ERROR", error, texts={"text": "dead"}))[1:]
    assert isinstance(event, LinkChange)
    assert event.state is LinkState.DOWN
    assert talk.hear(heartbeat(flags=m.FLAG_CHAIN_DEAD)) == []
    assert talk.names() == []
    talk.hear(heartbeat(number=6))
    (asked, *_) = talk.said()
    assert asked.name == "RESYNC"
    talk.hear(snapshot(answers=asked.ints["request"], number=6, bits=3))
    assert talk.session.state is LinkState.UP
    assert talk.session.present == [True, True] + [False] * 7


def test_a_board_tells_how_its_program_is() -> None:
    talk = Talk()
    talk.hear(heartbeat(loop=70, free=90))
    talk.hear(heartbeat(loop=20, free=80))
    talk.hear(heartbeat(loop=0, free=85))
    health = talk.session.health
    assert (health.start, health.system, health.loop_ms, health.free_kb) == (
        "power", "9.2.1", 70, 80,
    )  # fmt: skip
    assert not health.fell


@pytest.mark.parametrize(
    ("version", "fits"),
    [((9, 2, 0), False), ((9, 1, 4), False), ((9, 2, 1), True), ((0, 0, 0), True)],
)
def test_a_circuitpython_that_is_too_old_is_refused_by_name(
    version: tuple[int, int, int], fits: bool
) -> None:
    session = Session(9)
    session.opened(0.0)
    hello = {"version": m.VERSION, "holes": 9, "pixels": 9, "can": 7, "boot": BOOT, "t": 0}
    hello |= {"start": 1, "major": version[0], "minor": version[1], "patch": version[2]}
    session.receive(wrap(m.pack(Message("HELLO", hello, texts={"name": "x"}))), 0.1)
    assert (session.state is LinkState.REFUSED) is not fits
    if not fits:
        assert ".".join(map(str, version)) in session.reason
        assert "9.2.1 or newer: put a newer .uf2 file on it" in session.reason
