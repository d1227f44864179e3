"""The table of messages: encoder, decoder and log line say the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import MAX_BODY
from firmware_bridge.firmware.core.messages import Message
from firmware_bridge.link.lamp import LightSettings

LIMIT = {"u8": 0xFF, "u16": 0xFFFF, "u32": 0xFFFFFFFF}


@st.composite
def any_message(draw: st.DrawFn) -> Message:
    """Any message with any values its fields can hold."""
    _, name, _, fields = draw(st.sampled_from(m.MESSAGES))
    message = Message(name, {})
    kind: Any
    for field, kind in fields:
        if kind == "text":
            message.texts[field] = draw(
                st.text(max_size=60).filter(lambda t: len(t.encode()) < 256)
            )
        elif kind == "blob":
            message.blobs[field] = draw(st.binary(max_size=300))
        elif isinstance(kind, str):
            message.ints[field] = draw(st.integers(0, LIMIT[kind]))
        else:
            row = st.tuples(*(st.integers(0, LIMIT[width]) for _, width in kind[1]))
            message.rows[field] = draw(st.lists(row, max_size=40))
    return message


@given(any_message())
def test_every_message_comes_back_as_it_was(message: Message) -> None:
    assert m.unpack(m.pack(message)).same(message)


@given(any_message())
def test_the_log_line_names_every_field_in_the_order_of_the_wire(message: Message) -> None:
    line = m.line(message)
    fields = next(entry[3] for entry in m.MESSAGES if entry[1] == message.name)
    assert line.startswith(message.name)
    at = 0
    for name, _ in fields:
        at = line.index(f" {name}=", at)
    for name, value in message.ints.items():
        assert f"{name}={value}" in line


@given(any_message(), st.data())
def test_a_short_or_long_body_is_refused(message: Message, data: st.DataObject) -> None:
    body = m.pack(message)
    cut = data.draw(st.integers(1, len(body) - 1))
    with pytest.raises(ValueError):
        m.unpack(body[:cut])
    with pytest.raises(ValueError, match="too many"):
        m.unpack(body + b"\x00")


@given(st.binary(min_size=1, max_size=400))
def test_any_bytes_are_a_message_or_a_value_error(body: bytes) -> None:
    try:
        message = m.unpack(body)
    except ValueError:
        return
    assert m.pack(message) == body


@pytest.mark.parametrize(("value", "kind"), [(256, "u8"), (-1, "u8")])
def test_a_value_out_of_range_is_named(value: int, kind: str) -> None:
    with pytest.raises(ValueError, match=f"request = {value} does not fit a {kind}"):
        m.pack(Message("RESYNC", {"request": value}))


def test_an_unknown_name_or_type_is_named() -> None:
    with pytest.raises(ValueError, match="no message is named SING"):
        m.pack(Message("SING", {}))
    with pytest.raises(ValueError, match="0xee"):
        m.unpack(b"\xee")


def test_names_and_types_are_given_once() -> None:
    assert len({entry[0] for entry in m.MESSAGES}) == len(m.MESSAGES)
    assert len({entry[1] for entry in m.MESSAGES}) == len(m.MESSAGES)
    # Bit 6 tells the direction, so that an echo is never taken for an answer.
    assert all(bool(entry[0] & 0x40) == (entry[2] == m.TO_BOARD) for entry in m.MESSAGES)


def test_the_longest_messages_fit_a_frame() -> None:
    """740 holes with a full palette, 48 edges, 320 pixels."""
    looks: list[tuple[int, ...]] = [(1, 2, 3, 4)] * m.MAX_LOOKS
    ints = {"frame": 1, "brightness": 1, "calm": 0, **LightSettings().supply()}
    lights = Message("LIGHTS", ints, {"palette": looks}, {"cells": bytes(m.MAX_HOLES)})
    assert len(m.pack(lights)) <= MAX_BODY
    rgb = {
        "frame": 1,
        "total": m.MAX_PIXELS,
        "first": 0,
        "brightness": 1,
        **LightSettings().supply(),
    }
    pixels = Message("LIGHTS_RGB", rgb, blobs={"pixels": bytes(3 * m.MAX_RGB)})
    assert len(m.pack(pixels)) <= MAX_BODY
    rows: list[tuple[int, ...]] = [(1, 1)] * m.MAX_EDGES
    edges = Message("EDGES", {"boot": 1, "first": 1, "t": 1}, {"edges": rows})
    assert len(m.pack(edges)) <= MAX_BODY


@given(st.lists(st.booleans(), max_size=140))
def test_bits_come_back(bits: list[bool]) -> None:
    assert m.unpack_bits(m.pack_bits(bits), len(bits)) == bits


def test_bits_of_another_board_are_refused() -> None:
    with pytest.raises(ValueError, match="2 bytes do not hold 89 holes"):
        m.unpack_bits(b"\x00\x00", 89)
    with pytest.raises(ValueError, match="does not have"):
        m.unpack_bits(b"\x80", 7)


@pytest.mark.parametrize(
    ("later", "earlier", "ahead"),
    [(5, 3, 2), (3, 5, -2), (1, 0xFFFF, 2), (0xFFFF, 1, -2), (7, 7, 0), (0x8000, 0, -32768)],
)
def test_counters_compare_over_their_wrap(later: int, earlier: int, ahead: int) -> None:
    assert m.behind(later, earlier) == ahead
