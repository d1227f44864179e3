"""Frames on the wire: COBS around a body with CRC-16/XMODEM, ended by one zero byte.

A zero byte occurs nowhere but at the end of a frame, so a reader that starts in the middle, or
lost bytes, is whole again after the next zero. Portable: MicroPython has neither
``binascii.crc_hqx`` nor a ``bytearray.find``, so neither is used.
"""

MAX_BODY = 1024
"""Longest body in bytes, type and payload together, checksum not counted."""

MAX_FRAME = MAX_BODY + 2 + (MAX_BODY + 2) // 254 + 1
"""Longest frame in bytes without its closing zero."""


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
        table.append(crc)
    return tuple(table)


_CRC = _crc_table()


def crc16(data: bytes, crc: int = 0) -> int:
    """CRC-16/XMODEM of ``data``: polynomial 0x1021, start 0, nothing reflected."""
    for byte in data:
        crc = ((crc << 8) & 0xFF00) ^ _CRC[(crc >> 8) ^ byte]
    return crc


def cobs_encode(data: bytes) -> bytes:
    """``data`` with its zero bytes stuffed away; the closing zero is not added."""
    out = bytearray()
    start = 0
    size = len(data)
    while True:
        stop = data.find(b"\x00", start, min(start + 254, size))
        if stop >= 0:
            out.append(stop - start + 1)
            out.extend(data[start:stop])
            start = stop + 1
            continue
        stop = min(start + 254, size)
        out.append(stop - start + 1)
        out.extend(data[start:stop])
        # A full group of 254 implies no zero: where the data ends there, nothing may follow.
        if stop == size:
            return bytes(out)
        start = stop


def cobs_decode(data: bytes) -> bytes:
    """The bytes that were stuffed; ValueError when ``data`` is not a COBS group sequence."""
    out = bytearray()
    at = 0
    size = len(data)
    while at < size:
        code = data[at]
        stop = at + code
        if code == 0 or stop > size:
            raise ValueError("COBS: a group reaches past the end of its frame")
        group = data[at + 1 : stop]
        if group.find(b"\x00") >= 0:
            raise ValueError("COBS: a zero inside a frame")
        out.extend(group)
        at = stop
        if code != 255 and at < size:
            out.append(0)
    return bytes(out)


def wrap(body: bytes) -> bytes:
    """The frame of ``body`` with its closing zero; ValueError above ``MAX_BODY`` bytes."""
    if not body or len(body) > MAX_BODY:
        raise ValueError(f"a body has 1 to {MAX_BODY} bytes, not {len(body)}")
    crc = crc16(body)
    return cobs_encode(body + bytes((crc >> 8, crc & 0xFF))) + b"\x00"


def unwrap(frame: bytes) -> bytes:
    """The body of one frame given without its zero; ValueError when it is damaged."""
    data = cobs_decode(frame)
    if len(data) < 3:
        raise ValueError("a frame shorter than type and checksum")
    body = data[:-2]
    if crc16(body) != (data[-2] << 8) | data[-1]:
        raise ValueError("the checksum of a frame is wrong")
    return body


class FrameReader:
    """Cuts a stream of bytes into bodies; counts what it had to throw away in ``bad``."""

    def __init__(self) -> None:
        self.bad = 0
        self._rest = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that ``data`` completes, in order; damaged frames are dropped and counted."""
        bodies: list[bytes] = []
        data = self._rest + data
        start = 0
        while True:
            stop = data.find(b"\x00", start)
            if stop < 0:
                break
            frame = data[start:stop]
            start = stop + 1
            if self._skipping or len(frame) > MAX_FRAME:
                self._skipping = False
                continue
            if frame:
                try:
                    bodies.append(unwrap(frame))
                except ValueError:
                    self.bad += 1
        self._rest = data[start:]
        if len(self._rest) > MAX_FRAME:
            # Nothing we speak is that long: drop it and wait for the next zero.
            self._rest = b""
            if not self._skipping:
                self.bad += 1
            self._skipping = True
        return bodies

    def reset(self) -> None:
        """Forget a half frame (the port was opened anew)."""
        self._rest = b""
        self._skipping = False
