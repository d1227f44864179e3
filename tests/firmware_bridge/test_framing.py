"""Frames: held against the standard library's CRC and the ``cobs`` package."""

from __future__ import annotations

import binascii

import pytest
from cobs import cobs  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware.core.framing import (
    MAX_BODY,
    MAX_FRAME,
    FrameReader,
    cobs_decode,
    cobs_encode,
    crc16,
    unwrap,
    wrap,
)

BODIES = st.binary(min_size=1, max_size=600)
ZEROS = st.lists(st.sampled_from([b"\x00", b"\x01", b"x" * 253, b"y" * 254]), max_size=5)


@given(st.binary(max_size=600))
def test_the_checksum_is_the_librarys_xmodem(data: bytes) -> None:
    assert crc16(data) == binascii.crc_hqx(data, 0)


@given(st.one_of(st.binary(max_size=1200), ZEROS.map(b"".join)))
def test_stuffing_is_that_of_the_cobs_package(data: bytes) -> None:
    assert cobs_encode(data) == cobs.encode(data)
    assert b"\x00" not in cobs_encode(data)
    assert cobs_decode(cobs_encode(data)) == data


@given(st.binary(max_size=300))
def test_unstuffing_agrees_with_the_cobs_package_on_any_bytes(data: bytes) -> None:
    try:
        expected = cobs.decode(data)
    except cobs.DecodeError:
        with pytest.raises(ValueError):
            cobs_decode(data)
    else:
        assert cobs_decode(data) == expected


@given(BODIES)
def test_a_body_comes_back_from_its_frame(body: bytes) -> None:
    frame = wrap(body)
    assert frame.endswith(b"\x00")
    assert frame.count(0) == 1
    assert len(frame) <= MAX_FRAME + 1
    assert unwrap(frame[:-1]) == body


def test_the_longest_body_fits_the_longest_frame() -> None:
    assert len(wrap(b"\x01" * MAX_BODY)) == MAX_FRAME + 1


@pytest.mark.parametrize("body", [b"", b"x" * (MAX_BODY + 1)])
def test_an_empty_or_overlong_body_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match=f"not {len(body)}"):
        wrap(body)


@given(BODIES, st.data())
def test_one_flipped_bit_never_passes(body: bytes, data: st.DataObject) -> None:
    frame = bytearray(wrap(body)[:-1])
    frame[data.draw(st.integers(0, len(frame) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    reader = FrameReader()
    assert body not in reader.feed(bytes(frame) + b"\x00")


@given(st.lists(BODIES, max_size=6), st.data())
def test_a_stream_may_be_cut_anywhere(bodies: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(wrap(body) for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    reader = FrameReader()
    got: list[bytes] = []
    for start, stop in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += reader.feed(stream[start:stop])
    assert got == bodies
    assert reader.bad == 0


@given(st.binary(max_size=80), BODIES)
def test_after_garbage_and_a_zero_the_next_frame_is_read(garbage: bytes, body: bytes) -> None:
    reader = FrameReader()
    assert reader.feed(garbage + b"\x00" + wrap(body))[-1:] == [body]


def test_a_stream_without_any_zero_does_not_fill_the_memory() -> None:
    reader = FrameReader()
    for _ in range(50):
        assert reader.feed(b"\xff" * 1000) == []
    assert len(reader._rest) <= MAX_FRAME + 1000
    assert reader.bad == 1
    assert reader.feed(b"\x00" + wrap(b"again")) == [b"again"]


def test_an_empty_frame_is_no_error() -> None:
    reader = FrameReader()
    assert reader.feed(b"\x00\x00" + wrap(b"x") + b"\x00") == [b"x"]
    assert reader.bad == 0
