"""The host's session: fuzzed, and played against the real firmware core in simulated time."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import FrameReader, wrap
from firmware_bridge.firmware.core.messages import Message
from firmware_bridge.link.session import SILENCE, BridgeEvent, DeviceReport, Session
from firmware_bridge.virtual.simulated import SimulatedLink
from hardware.ports import HoleChange, LightFrame, LinkChange, LinkState, Look, Motion, Snapshot

NAMES = [f"h{at}" for at in range(133)]
FAST = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PALETTE = (Look(0, 0, 0), Look(200, 150, 0, Motion.BREATHE), Look(255, 255, 255))


def connected(**options: Any) -> SimulatedLink:
    """A link that is up, with marbles A, B, C in h1, h2, h3."""
    link = SimulatedLink(NAMES, **options)
    link.board.world.set_out({"h1": "A", "h2": "B", "h3": "C"}, [], 0.0)
    link.board.scan()
    link.advance(0.05)
    assert link.session.state is LinkState.UP
    return link


def frame(*lit: int) -> LightFrame:
    """White holes."""
    return LightFrame(PALETTE, tuple(2 if hole in lit else 0 for hole in range(133)))


def changes(events: list[BridgeEvent]) -> list[tuple[int, bool]]:
    """Holes and levels of all changes."""
    return [(e.hole, e.present) for e in events if isinstance(e, HoleChange)]


def states(events: list[BridgeEvent]) -> list[LinkState]:
    """States of all link changes."""
    return [e.state for e in events if isinstance(e, LinkChange)]


def agree(link: SimulatedLink) -> bool:
    """Whether the host's picture is what stands on the board."""
    there = [name in link.board.world.tokens for name in link.board.world.names]
    return link.session.present == there


def said(session: Session) -> list[Message]:
    """What a session sends."""
    return [m.unpack(body) for body in FrameReader().feed(session.data_to_send())]


# without a device -------------------------------------------------------------------------------


@given(st.lists(st.binary(max_size=200), max_size=12))
@FAST
def test_arbitrary_bytes_never_raise(chunks: list[bytes]) -> None:
    session = Session(133)
    session.opened(0.0)
    for at, chunk in enumerate(chunks):
        session.receive(chunk, float(at))
        session.tick(float(at))
    assert session.state in (LinkState.CONNECTING, LinkState.REFUSED, LinkState.DOWN)


BODIES = st.one_of(
    st.builds(
        lambda kind, rest: bytes((kind,)) + rest,
        st.sampled_from([entry[0] for entry in m.MESSAGES]),
        st.binary(max_size=40),
    ),
    st.builds(
        lambda boot, first, rows: m.pack(
            Message("EDGES", {"boot": boot, "first": first, "t": 5}, {"edges": rows})
        ),
        st.integers(0, 3),
        st.integers(0, 0xFFFF),
        st.lists(st.tuples(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF)), max_size=5),
    ),
    st.builds(
        lambda boot, answers, number, bits: m.pack(
            Message(
                "SNAPSHOT",
                {"boot": boot, "answers": answers, "next": number, "t": 7},
                blobs={"present": bits},
            )
        ),
        st.integers(0, 3),
        st.integers(0, 3),
        st.integers(0, 0xFFFF),
        st.binary(max_size=3),
    ),
    st.builds(
        lambda holes, boot: m.pack(
            Message(
                "HELLO",
                {"version": m.VERSION, "holes": holes, "pixels": 9, "can": 7, "boot": boot, "t": 1}
                | {"start": 9, "major": holes, "minor": 9, "patch": 9},
                texts={"name": "x"},
            )
        ),
        st.integers(8, 10),
        st.integers(0, 3),
    ),
)


@given(st.lists(BODIES.filter(lambda body: len(body) < 900), max_size=40))
@FAST
def test_well_framed_nonsense_never_raises(bodies: list[bytes]) -> None:
    session = Session(9)
    session.opened(0.0)
    session.show(LightFrame(PALETTE, (1,) * 9), 0.0)
    for at, body in enumerate(bodies):
        session.receive(wrap(body), at / 10)
        session.tick(at / 10)
        said(session)
        assert session.present is None or len(session.present) == 9
        assert session.next_deadline is not None


def test_a_closed_session_has_nothing_to_do() -> None:
    session = Session(9)
    assert session.next_deadline is None
    assert session.tick(99.0) == []
    assert session.data_to_send() == b""
    session.receive(wrap(b"\x04" + bytes(12)), 1.0)
    assert session.state is LinkState.NONE


def test_it_asks_again_ever_more_slowly() -> None:
    session = Session(9)
    session.opened(0.0)
    asked, now = [], 0.0
    while now < 6:
        asked += [now for message in said(session) if message.name == "WHO"]
        deadline = session.next_deadline
        assert deadline is not None
        now = deadline
        session.tick(now)
    waits = [round(b - a, 3) for a, b in pairwise(asked)]
    assert waits[:5] == [0.1, 0.2, 0.4, 0.8, 1.0]
    assert set(waits[5:]) == {1.0}


# coming up --------------------------------------------------------------------------------------


def test_a_board_comes_up_with_a_snapshot() -> None:
    link = SimulatedLink(NAMES)
    link.board.world.set_out({"h7": "A"}, [], 0.0)
    link.board.scan()
    events = link.advance(0.05)
    assert states(events) == [LinkState.CONNECTING, LinkState.UP]
    (snapshot,) = [e for e in events if isinstance(e, Snapshot)]
    assert [hole for hole, present in enumerate(snapshot.present) if present] == [7]
    assert isinstance(events[-1], Snapshot), "up first, then what stands"
    assert link.session.name == "virtual"


def test_a_lift_and_a_put_arrive_with_the_devices_time() -> None:
    link = connected()
    link.advance(0.2)
    link.lift("h2")
    link.advance(0.3)
    events = link.turn()
    assert events == []
    link.put("h9")
    (put,) = link.advance(0.001)
    assert isinstance(put, HoleChange)
    assert (put.hole, put.present) == (9, True)
    assert put.t == pytest.approx(0.55, abs=0.0021)


def test_a_wrong_version_is_refused_by_both_numbers() -> None:
    link = SimulatedLink(NAMES)
    link.board.fault("version", 99)
    events = link.advance(3.0)
    (refused,) = [e for e in events if isinstance(e, LinkChange) and e.state is LinkState.REFUSED]
    assert "version 99" in refused.reason
    assert f"version {m.VERSION}" in refused.reason
    assert "trackside firmware copy" in refused.reason
    assert refused.code == "firmware"
    assert link.session.present is None
    link.board.heal("version")
    assert states(link.advance(2.0)) == [LinkState.CONNECTING, LinkState.UP]


def test_a_hello_of_another_version_need_not_even_have_our_fields() -> None:
    session = Session(133)
    session.opened(0.0)
    (refused,) = session.receive(wrap(b"\x01\x07strange"), 0.1)
    assert isinstance(refused, LinkChange)
    assert refused.state is LinkState.REFUSED
    assert "version 7" in refused.reason


def test_a_wrong_number_of_holes_is_refused_by_both_numbers() -> None:
    link = SimulatedLink(NAMES, expects=89)
    (refused,) = [
        e for e in link.advance(3.0) if isinstance(e, LinkChange) and e.state is LinkState.REFUSED
    ]
    assert "133 holes" in refused.reason
    assert "89 are needed" in refused.reason
    assert "connect the other board" in refused.reason
    assert "trackside firmware copy" in refused.reason
    assert refused.code == "holes"


def test_rings_of_another_size_are_refused_by_both_numbers() -> None:
    """A wrong number of pixels would put every light at a wrong hole."""
    link = SimulatedLink(NAMES, ring=2)
    link.session = Session(len(NAMES), wanted_pixels=len(NAMES))
    (refused,) = [
        e for e in link.advance(3.0) if isinstance(e, LinkChange) and e.state is LinkState.REFUSED
    ]
    assert "266 pixels" in refused.reason
    assert "133" in refused.reason
    assert refused.code == "pixels"
    link.session = Session(len(NAMES), wanted_pixels=2 * len(NAMES))
    link.session.opened(link.now)
    assert states(link.advance(2.0))[-1:] == [LinkState.UP]


def test_a_console_takes_any_number_of_holes() -> None:
    session = Session(None)
    link = SimulatedLink(NAMES)
    link.session = session
    link.advance(0.05)
    assert session.present is not None
    assert len(session.present) == 133


# faults -----------------------------------------------------------------------------------------

MOVES = st.lists(
    st.tuples(st.sampled_from(["h1", "h2", "h3", "h4", "h5"]), st.integers(0, 120)),
    min_size=1,
    max_size=25,
)


def play(link: SimulatedLink, moves: list[tuple[str, int]]) -> tuple[list[Any], list[BridgeEvent]]:
    """Toggle holes with pauses of so many ms; what happened and what the host learnt."""
    done: list[tuple[int, bool]] = []
    events: list[BridgeEvent] = []
    for hole, pause in moves:
        full = hole in link.board.world.tokens
        if full:
            link.lift(hole)
        elif link.board.world.hand:
            link.put(hole)
        else:
            continue
        done.append((NAMES.index(hole), not full))
        events += link.advance(pause / 1000)
    return done, events


@pytest.mark.parametrize("fault", ["drop", "corrupt", "duplicate", "delay"])
@given(moves=MOVES, seed=st.integers(0, 9999), data=st.data())
@settings(max_examples=25, deadline=None)
def test_nothing_is_lost_twice_or_out_of_order(
    fault: str, moves: list[tuple[str, int]], seed: int, data: st.DataObject
) -> None:
    """PP-14: with the wire misbehaving every change still arrives, once and in order."""
    link = connected(seed=seed)
    most = 0.2 if fault == "delay" else 0.4
    link.board.fault(fault, data.draw(st.floats(0.01, most)))
    done, events = play(link, moves)
    link.board.heal(None)
    events += link.advance(4.0)
    assert agree(link)
    assert link.session.state is LinkState.UP
    if not states(events):
        assert changes(events) == done


@given(moves=MOVES, seed=st.integers(0, 9999), faults=st.data())
@settings(max_examples=40, deadline=None)
def test_after_any_faults_and_some_quiet_both_sides_agree(
    moves: list[tuple[str, int]], seed: int, faults: st.DataObject
) -> None:
    link = connected(seed=seed)
    events: list[BridgeEvent] = []
    for move in moves:
        name, value = faults.draw(
            st.sampled_from(
                [
                    ("drop", 0.5),
                    ("corrupt", 0.5),
                    ("duplicate", 0.5),
                    ("delay", 0.1),
                    ("reset", 0.0),
                    ("reset", 0.1),
                    ("unplug", 0.2),
                    ("chain", 1.0),
                    ("", 0.0),
                ]
            )
        )
        if name:
            link.board.fault(name, value)
        else:
            link.board.heal(None)
        events += play(link, [move])[1]
        link.session.show(frame(move[1]), link.now)
    link.board.heal(None)
    link.session.show(frame(5, 6), link.now)
    events += link.advance(6.0)
    assert link.session.state is LinkState.UP
    assert agree(link)
    assert link.session.lamp.settled
    assert list(link.board.device.lights.cells) == list(frame(5, 6).cells)


def test_a_restart_in_the_middle_of_a_frame_is_noticed_and_read_again() -> None:
    link = connected()
    link.board.fault("reset", 0.0)
    link.lift("h1")
    events = link.advance(1.0)
    assert link.board.restarts == 1
    assert states(events) == [LinkState.CONNECTING, LinkState.UP]
    assert agree(link)


def test_a_restart_that_nobody_saw_is_noticed_by_its_boot_number() -> None:
    link = connected()
    link.board.restart()
    link.board.device.take()  # even its greeting is lost
    link.lift("h1")
    events = link.advance(2.0)
    assert link.session.state is LinkState.UP
    assert LinkState.CONNECTING in states(events) or LinkState.DOWN in states(events)
    assert agree(link)


def test_silence_is_a_lost_link_and_its_end_is_noticed() -> None:
    link = connected()
    link.board.fault("drop", 1.0)
    start = link.now
    events: list[BridgeEvent] = []
    while not states(events):
        events = link.advance(0.05)
    assert states(events) == [LinkState.DOWN]
    assert "silent" in link.session.reason
    assert SILENCE - 0.3 <= link.now - start <= SILENCE + 0.1
    link.lift("h1")
    link.board.heal(None)
    events = link.advance(2.0)
    assert states(events)[-1] is LinkState.UP
    assert agree(link)


def test_a_pulled_cable_is_told_and_comes_back() -> None:
    link = connected()
    link.board.fault("unplug", 0.7)
    link.lift("h1")
    assert states(link.advance(0.1)) == [LinkState.DOWN]
    assert link.session.next_deadline is None
    events = link.advance(1.0)
    assert states(events) == [LinkState.CONNECTING, LinkState.UP]
    assert agree(link)


def test_a_dead_sensor_chain_is_told_and_its_changes_are_read_later() -> None:
    link = connected()
    link.board.fault("chain", 1.0)
    link.lift("h1")
    events = link.advance(5.0)
    assert states(events) == [LinkState.DOWN]
    assert "sensor chain" in link.session.reason
    assert any(isinstance(e, DeviceReport) and e.code == m.ERR_CHAIN for e in events)
    assert not changes(events), "133 holes did not all empty at once"
    link.board.heal("chain")
    events = link.advance(0.1)
    assert states(events) == [LinkState.UP]
    assert any(isinstance(e, Snapshot) for e in events)
    assert agree(link)


def test_a_resync_brings_a_snapshot_and_swallows_no_change() -> None:
    link = connected()
    link.lift("h1")
    link.put("h1")
    link.session.resync(link.now)
    events = link.advance(0.05)
    assert changes(events) == [(1, False), (1, True)]
    assert isinstance(events[-1], Snapshot)


def test_many_changes_at_once_arrive_or_are_read_as_a_whole() -> None:
    link = connected()
    link.board.world.set_out(dict.fromkeys(NAMES[10:], "A"), [], link.now)
    link.board.scan()
    link.advance(0.1)
    assert agree(link)
    for _ in range(3):
        link.board.world.set_out({}, [], link.now)
        link.board.scan()
        link.board.world.set_out(dict.fromkeys(NAMES, "A"), [], link.now)
        link.board.scan()
    link.advance(0.5)
    assert agree(link)


def test_bounces_arrive_raw() -> None:
    link = connected(bounce=0.012)
    link.advance(0.1)
    link.lift("h1")
    events = changes(link.advance(0.1))
    assert len(events) > 1
    assert events[-1] == (1, False)


def test_the_devices_clock_may_wrap() -> None:
    """Milliseconds in 32 bits wrap after 49.7 days."""
    session = Session(9)
    session.opened(0.0)

    def hear(message: Message) -> list[BridgeEvent]:
        return session.receive(wrap(m.pack(message)), 0.0)

    hello = {"version": m.VERSION, "holes": 9, "pixels": 9, "can": 7, "boot": 4, "t": 0xFFFFFF00}
    hello |= {"start": 0, "major": 0, "minor": 0, "patch": 0}
    hear(Message("HELLO", hello, texts={"name": "x"}))
    ints = {"boot": 4, "answers": 1, "next": 0, "t": 0xFFFFFF00}
    hear(Message("SNAPSHOT", ints, blobs={"present": bytes(2)}))
    times = []
    for number, t in enumerate([0xFFFFFFF0, 0x10, 0x5]):
        rows: list[tuple[int, ...]] = [(1 | m.PRESENT, 0)]
        (event,) = hear(Message("EDGES", {"boot": 4, "first": number, "t": t}, {"edges": rows}))
        assert isinstance(event, HoleChange)
        times.append(event.t)
    assert times[1] - times[0] == pytest.approx(0.032)
    assert times[2] - times[1] == pytest.approx(-0.011), "sent again, a little older"


def test_a_board_whose_cable_is_out_rests_until_it_is_back_pp_14() -> None:
    link = connected()
    link.board.fault("unplug", 3.0)
    link.turn()
    link.board.world.set_out({NAMES[0]: "A"}, [], link.now)
    link.board.scan()
    due = link.board.due()
    assert due is not None
    assert due > 0


def test_tools_outside_the_project_find_the_session_under_its_old_name() -> None:
    from firmware_bridge import session

    assert session.Session is Session
    assert session.BridgeEvent == BridgeEvent
