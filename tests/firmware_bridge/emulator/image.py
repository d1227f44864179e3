"""A CircuitPython image as the plain binary that lies in the flash: a UF2 is unpacked."""

from __future__ import annotations

import struct

BLOCK = 512
MAGIC = b"UF2\n"
HEAD = struct.Struct("<4s7I")
NOT_FLASH = 1
FLASH = 0x10000000
SIZE = 0x100000
"""What CircuitPython may use of a Pico's flash: the drive comes behind it."""


def plain(data: bytes) -> bytes:
    """The image for address 0x10000000; ValueError says what is wrong with it."""
    found = unpacked(data) if data.startswith(MAGIC) else data
    if not 0x20000 < len(found) <= SIZE:
        raise ValueError(f"{len(found)} bytes are no CircuitPython for a Raspberry Pi Pico")
    return found


def unpacked(data: bytes) -> bytes:
    """The payload of a UF2's blocks, each at its address."""
    image = bytearray()
    for start in range(0, len(data), BLOCK):
        block = data[start : start + BLOCK]
        if len(block) < BLOCK or not block.startswith(MAGIC):
            raise ValueError(f"the UF2 is damaged at byte {start}: download it again")
        _, _, flags, address, size, *_ = HEAD.unpack_from(block)
        if flags & NOT_FLASH:
            continue
        at = address - FLASH
        if not 0 <= at < SIZE:
            raise ValueError(f"the UF2 writes to {address:#x}: it is not for an RP2040 board")
        image.extend(b"\xff" * (at + size - len(image)))
        image[at : at + size] = block[32 : 32 + size]
    return bytes(image)
