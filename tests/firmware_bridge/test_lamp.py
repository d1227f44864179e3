"""The lights' half of the session, against the real firmware core in simulated time."""

from __future__ import annotations

import pytest

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import FrameReader
from firmware_bridge.link.lamp import LightSettings, PixelFrame, delta, pieces
from firmware_bridge.link.session import DeviceReport
from firmware_bridge.virtual.simulated import SimulatedLink
from hardware.ports import LightFrame, LinkState, Look, Motion

NAMES = [f"h{at}" for at in range(133)]
PALETTE = (Look(0, 0, 0), Look(200, 150, 0, Motion.BREATHE), Look(255, 255, 255))


def connected() -> SimulatedLink:
    """A link that is up."""
    link = SimulatedLink(NAMES)
    link.advance(0.05)
    assert link.session.state is LinkState.UP
    return link


def frame(*lit: int) -> LightFrame:
    """White holes."""
    return LightFrame(PALETTE, tuple(2 if hole in lit else 0 for hole in range(133)))


def test_lights_arrive_whole_then_as_differences() -> None:
    link = connected()
    link.session.show(frame(3), link.now)
    link.advance(0.01)
    shown = link.board.shown
    link.session.show(frame(3, 4), link.now)
    data = link.session.data_to_send()
    (message,) = [m.unpack(body) for body in FrameReader().feed(data)]
    assert message.name == "LIGHTS_DELTA"
    assert len(data) < 24
    link.port.to_board += data
    link.advance(0.01)
    assert link.board.shown == shown + 1
    assert list(link.board.device.lights.cells) == list(frame(3, 4).cells)
    assert link.session.lamp.settled


def test_only_the_latest_frame_is_sent_when_the_wire_is_slow() -> None:
    link = connected()
    link.board.fault("delay", 0.05)
    before = link.board.shown
    for hole in range(60):
        link.session.show(frame(hole), link.now)
        link.advance(0.001)
    link.advance(1.0)
    assert list(link.board.device.lights.cells) == list(frame(59).cells)
    assert link.board.shown - before <= 8


def test_a_frame_shown_before_the_link_is_up_is_sent_then() -> None:
    link = SimulatedLink(NAMES)
    link.session.show(frame(9), 0.0)
    link.advance(0.1)
    assert link.board.device.lights.cells[9] == 2


def test_settings_travel_with_a_whole_frame() -> None:
    link = connected()
    link.session.show(frame(9), link.now)
    link.advance(0.01)
    link.session.settings(LightSettings(100, True, 2500), link.now)
    link.advance(0.01)
    lights = link.board.device.lights
    assert (lights.brightness, lights.calm, lights.cap) == (100, True, 2500)
    with pytest.raises(ValueError, match="brightness is 0 to 255"):
        link.session.settings(LightSettings(brightness=256), link.now)


def test_the_supply_travels_with_every_whole_frame_and_is_checked() -> None:
    """PP-22: per channel, in tenths of a mA."""
    link = connected()
    link.session.settings(LightSettings(channel_ma=(16.04, 12.5, 20), idle_ma=0.7), link.now)
    link.session.show(frame(9), link.now)
    link.advance(0.01)
    lights = link.board.device.lights
    assert (lights.draw, lights.idle) == ((160, 125, 200), 7)
    with pytest.raises(ValueError, match=r"0 to 25\.5 mA"):
        link.session.settings(LightSettings(channel_ma=(20, 20, 26)), link.now)


def test_the_first_frame_after_every_start_of_the_board_is_capped() -> None:
    """PP-22, also at boot: no picture is ever shown before the cap is known."""
    link = SimulatedLink(NAMES)
    link.session.settings(LightSettings(milliamps=200), 0.0)
    white = LightFrame((Look(0, 0, 0), Look(255, 255, 255)), (1,) * len(NAMES))
    link.session.show(white, 0.0)
    for _ in range(3):
        worst = 0.0
        for _ in range(60):
            link.advance(0.01)
            pixels = link.board.device.render(link.board.now_ms)
            worst = max(worst, sum(pixels) * 20 / 255 + len(NAMES))
        assert 150 < worst <= 200
        link.board.restart()
    assert link.session.peak == 200


def test_the_peak_outlives_a_restart_and_the_cap_is_told() -> None:
    link = connected()
    link.session.show(frame(*range(20)), link.now)
    link.advance(0.6)
    peak = link.session.peak
    assert peak > 100
    assert not link.session.capped
    link.board.restart()
    link.session.show(frame(1), link.now)
    link.session.settings(LightSettings(milliamps=peak // 2), link.now)
    link.advance(1.0)
    assert link.session.peak == peak
    link.session.show(frame(*range(20)), link.now)
    link.advance(0.6)
    assert link.session.capped


def test_lights_are_whole_again_after_a_restart() -> None:
    link = connected()
    link.session.show(frame(9), link.now)
    link.advance(0.05)
    link.board.restart()
    link.board.turn()
    link.advance(1.0)
    assert link.board.device.lights.cells[9] == 2


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (LightFrame((Look(0, 0, 0),), (1,) * 133), "names a look"),
        (LightFrame((Look(0, 0, 0), Look(256, 0, 0)), (1,) * 133), "no 8-bit colour"),
        (LightFrame((Look(0, 0, 0),) * 65, (0,) * 133), "at most 64 looks"),
    ],
)
def test_a_frame_that_the_wire_cannot_carry_is_refused_and_the_old_one_stays(
    bad: LightFrame, words: str
) -> None:
    link = connected()
    link.session.show(frame(9), link.now)
    with pytest.raises(ValueError, match=words):
        link.session.show(bad, link.now)
    link.advance(0.1)
    assert link.board.device.lights.cells[9] == 2


def test_a_frame_that_the_device_refuses_is_not_repeated_at_the_speed_of_the_wire() -> None:
    link = connected()
    link.session.show(frame(9), link.now)
    link.advance(0.1)
    link.board.device.lights.holes = 132  # it now finds every frame of 133 cells too long
    link.session.show(LightFrame(PALETTE, (1,) * 133), link.now)
    reports = [e for e in link.advance(2.0) if isinstance(e, DeviceReport)]
    assert 1 <= len(reports) <= 12


def test_a_difference_that_is_no_shorter_than_the_whole_is_not_sent() -> None:
    dark, full = frame(), LightFrame(PALETTE, (1,) * 133)
    assert delta(2, 1, dark, full) is None
    assert delta(2, 1, dark, frame(*range(20))) is not None
    assert delta(2, 1, dark, LightFrame(PALETTE[:2], (0,) * 133)) is None, "a palette shrank"
    assert delta(2, 1, dark, LightFrame(PALETTE, (0,) * 89)) is None, "another board"


def test_a_lost_frame_and_a_lost_answer_are_both_made_good() -> None:
    for wire in ("to_board", "to_host"):
        link = connected()
        link.session.show(frame(1), link.now)
        link.advance(0.05)
        getattr(link.board.cable, wire).rates["drop"] = 1.0
        link.session.show(frame(1, 2), link.now)
        link.advance(0.05)
        getattr(link.board.cable, wire).rates["drop"] = 0.0
        link.session.show(frame(1, 2, 3), link.now)
        link.advance(0.2)
        assert link.session.lamp.settled, wire
        assert list(link.board.device.lights.cells) == list(frame(1, 2, 3).cells)


def test_plain_colours_for_1064_pixels_travel_in_pieces_and_stand() -> None:
    link = SimulatedLink(NAMES, ring=8)
    link.advance(0.05)
    colours = bytes(at % 251 for at in range(3 * 1064))
    assert len(pieces(1, PixelFrame(colours), LightSettings())) == 4
    link.session.show(PixelFrame(colours), link.now)
    link.advance(0.05)
    assert link.session.lamp.settled
    assert bytes(link.board.device.render(0)) == colours
    link.session.show(frame(3), link.now)
    link.advance(0.05)
    assert link.board.device.lights.cells[3] == 2, "looks come back whole, not as a difference"
    assert sum(map(bool, link.board.device.render(0))) == 24


def test_a_lost_piece_is_made_good() -> None:
    link = connected()
    link.board.cable.to_board.rates["drop"] = 1.0
    link.session.show(PixelFrame(bytes([7]) * 399), link.now)
    link.advance(0.05)
    link.board.cable.to_board.rates["drop"] = 0.0
    link.advance(0.2)
    assert link.session.lamp.settled
    assert link.session.lamp.resent >= 1


def test_colours_for_another_chain_wait_and_impossible_ones_are_refused() -> None:
    link = connected()
    link.session.show(PixelFrame(bytes(3 * 134)), link.now)
    link.advance(0.5)
    assert link.board.shown == 0
    for rgb in (b"", bytes(4), bytes(3 * 1065)):
        with pytest.raises(ValueError, match="1 to 1064 pixels"):
            link.session.show(PixelFrame(rgb), link.now)


def test_a_frame_for_another_board_ends_the_wait_for_the_last_one() -> None:
    link = connected()
    link.board.fault("drop", 1.0)
    link.session.show(frame(1), link.now)
    link.session.show(LightFrame(PALETTE, (0,) * 89), link.now)
    assert link.session.lamp.next_deadline is None
