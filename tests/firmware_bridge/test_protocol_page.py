"""PROTOCOL.md against the code: example, messages, fields, sizes, codes, limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.firmware.core import device as device_core
from firmware_bridge.firmware.core import framing, scanner
from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.device import Device
from firmware_bridge.firmware.core.scanner import SENTINELS
from firmware_bridge.link import lamp, session
from firmware_bridge.link.session import Session
from hardware.ports import LightFrame, Look, Motion

WIDTH = {"u8": 1, "u16": 2, "u32": 4}
PALETTE = (Look(0, 0, 0), Look(219, 116, 22, Motion.BREATHE), Look(255, 240, 204))


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    """The protocol's page."""
    return (root / "firmware_bridge" / "PROTOCOL.md").read_text(encoding="utf-8")


def conversation() -> Iterator[tuple[str, bytes]]:
    """The example: a board of nine holes comes up, a marble is lifted and put, lights follow."""
    host, board = Session(9, host=0xBEEF), Device(9, 0xC0FFEE01, "pico")
    levels = [False, False, True] + [False] * 6
    board.scan(levels + list(SENTINELS), 0)
    host.opened(0.0)

    def both(now: float) -> Iterator[tuple[str, bytes]]:
        while True:
            out = host.data_to_send()
            yield from ((">", frame) for frame in frames(out))
            board.receive(out, int(now * 1000))
            board.tick(int(now * 1000))
            back = board.take()
            yield from (("<", frame) for frame in frames(back))
            host.receive(back, now)
            if not out and not back:
                return

    yield from both(0.25)
    host.show(LightFrame(PALETTE, (0, 0, 1, 0, 0, 0, 0, 0, 0)), 0.3)
    yield from both(0.3)
    levels[2] = False
    board.scan(levels + list(SENTINELS), 420)
    yield from both(0.42)
    host.show(LightFrame(PALETTE, (0, 0, 0, 0, 2, 0, 2, 0, 0)), 0.421)
    yield from both(0.421)
    levels[6] = True
    board.scan(levels + list(SENTINELS), 1265)
    host.tick(1.265)
    yield from both(1.265)


def frames(data: bytes) -> list[bytes]:
    """The frames in a stream, each with its zero."""
    return [frame + b"\x00" for frame in data.split(b"\x00")[:-1]]


def drawn() -> str:
    """The example as the page shows it."""
    lines = []
    for way, frame in conversation():
        text = frame.hex(" ")
        lines.append(f"{way} {text}\n    {m.line(m.unpack(framing.unwrap(frame[:-1])))}")
    return "\n".join(lines)


def test_the_example_is_what_the_code_says_byte_by_byte(page: str) -> None:
    block = re.search(r"```wire\n(.*?)\n```", page, re.S)
    assert block is not None
    assert block[1] == drawn()


def test_the_example_is_readable_by_hand(page: str) -> None:
    """The one frame that is taken apart in words is the example's."""
    apart = re.search(r"`((?:[0-9a-f]{2} )+00)` is taken apart", page)
    assert apart is not None
    assert bytes.fromhex(apart[1]) in [frame for _, frame in conversation()]


def documented(page: str) -> dict[str, tuple[int, str, list[tuple[str, str, str]]]]:
    """Name → type, direction, rows of its table."""
    found = {}
    for part in re.split(r"^##+ ", page, flags=re.M)[1:]:
        head = re.match(r"(\w+) `0x([0-9A-F]{2})` (.+)\n", part)
        if head is None:
            continue
        rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|", part, re.M)
        cells = [(a, b.strip(), c.strip()) for a, b, c in rows]
        found[head[1]] = (int(head[2], 16), head[3].strip(), cells)
    return found


def fields(entry: Any) -> list[tuple[str, str, str]]:
    """The rows that a message's table must have: name, kind, bytes."""
    rows = []
    for name, kind in entry[3]:
        if kind == "text":
            rows.append((name, "text", "1 + n"))
        elif kind == "blob":
            rows.append((name, "blob", "2 + n"))
        elif isinstance(kind, str):
            rows.append((name, kind, str(WIDTH[kind])))
        else:
            count, columns = kind
            width = sum(WIDTH[each] for _, each in columns)
            rows.append((name, f"rows, counted by {count}", f"{WIDTH[count]} + {width} n"))
            rows += [(f"{name}.{column}", each, str(WIDTH[each])) for column, each in columns]
    return rows


@pytest.mark.parametrize("entry", m.MESSAGES, ids=lambda entry: entry[1])
def test_each_message_has_its_table(page: str, entry: Any) -> None:
    number, name, way, _ = entry
    assert name in documented(page)
    assert documented(page)[name] == (number, way, fields(entry))


def test_the_page_knows_no_other_message(page: str) -> None:
    assert set(documented(page)) == {entry[1] for entry in m.MESSAGES}


def test_each_message_says_what_its_loss_means(page: str) -> None:
    for part in re.split(r"^##+ ", page, flags=re.M)[1:]:
        if re.match(r"\w+ `0x", part):
            assert "**Lost:**" in part, part.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("wire version", m.VERSION),
        ("longest body", framing.MAX_BODY),
        ("holes at most", m.MAX_HOLES),
        ("pixels at most", m.MAX_PIXELS),
        ("looks at most", m.MAX_LOOKS),
        ("edges a message at most", m.MAX_EDGES),
        ("pixels an RGB piece at most", m.MAX_RGB),
        ("edges kept at most", scanner.QUEUE),
        ("heartbeat of the board, ms", device_core.BEAT_MS),
        ("edges again after, ms", device_core.RESEND_MS),
        ("edges again at the latest after, ms", device_core.RESEND_MAX_MS),
        ("host counts as gone after, ms", device_core.HOST_LOST_MS),
        ("heartbeat of the host, ms", int(session.BEAT * 1000)),
        ("board counts as silent after, ms", int(session.SILENCE * 1000)),
        ("question again after, ms", int(session.ASK * 1000)),
        ("lights again after, ms", int(lamp.WAIT * 1000)),
        ("the same, more for each pixel, µs", round(lamp.PIXEL * 1e6)),
        ("light frames on their way at most", lamp.IN_FLIGHT),
    ],
)
def test_each_limit_is_the_codes(page: str, words: str, value: int) -> None:
    assert f"| {words} | {value} |" in page


def test_codes_bits_and_motions_are_the_codes(page: str) -> None:
    for name in ("CAN_LOOKS", "CAN_DELTA", "CAN_RGB", "FLAG_CHAIN_DEAD", "FLAG_CAPPED"):
        assert f"| `{name}` | {getattr(m, name)} |" in page
    for name in ("LIT_SHOWN", "LIT_NEEDS_FULL", "LIT_REFUSED"):
        assert f"| `{name}` | {getattr(m, name)} |" in page
    for name in ("ERR_CHAIN", "ERR_OVERFLOW", "ERR_MESSAGE", "ERR_LIGHTS"):
        assert f"| `{name}` | {getattr(m, name)} |" in page
    for number, name in enumerate(m.STARTS):
        assert f"| {number} | `{name}` |" in page
    for motion in Motion:
        assert f"| {motion.value} | `{motion.name.lower()}` |" in page


if __name__ == "__main__":
    print(drawn())
