"""The QR code on the seats page, read back by a small reader of its own."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion_web.qr import correction, qr_grid, qr_path

# Level M, masks 0 to 7, as the standard's table prints the fifteen bits.
FORMATS = (
    *("101010000010010", "101000100100101", "101111001111100", "101101101001011"),
    *("100010111111001", "100000011001110", "100111110010111", "100101010100000"),
)
BLOCKS = {21: (1, 16), 25: (1, 28), 29: (1, 44), 33: (2, 32), 37: (2, 43), 41: (4, 27)}
MASKS = (
    lambda x, y: (x + y) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (x + y) % 3 == 0,
    lambda x, y: (y // 2 + x // 3) % 2 == 0,
    lambda x, y: (x * y) % 2 + (x * y) % 3 == 0,
    lambda x, y: ((x * y) % 2 + (x * y) % 3) % 2 == 0,
    lambda x, y: ((x + y) % 2 + (x * y) % 3) % 2 == 0,
)


def is_fixed(size: int, x: int, y: int) -> bool:
    """Finders with their borders and formats, timing lines, the alignment pattern."""
    corner = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    near = abs(x - (size - 7)) <= 2 and abs(y - (size - 7)) <= 2
    return corner or x == 6 or y == 6 or (size > 21 and near)


def read_back(grid: list[list[bool]]) -> str:
    """The text of a code: format, mask, zigzag, blocks, bytes."""
    size = len(grid)
    places = [(n, 8) for n in (0, 1, 2, 3, 4, 5, 7, 8)] + [(8, n) for n in (7, 5, 4, 3, 2, 1, 0)]
    mask = FORMATS.index("".join("01"[grid[y][x]] for x, y in places))
    copy = [(8, size - 1 - n) for n in range(7)] + [(size - 8 + n, 8) for n in range(8)]
    assert "".join("01"[grid[y][x]] for x, y in copy) == FORMATS[mask]
    bits, upward = "", True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for y in reversed(range(size)) if upward else range(size):
            for x in (right, right - 1):
                if not is_fixed(size, x, y):
                    bits += "01"[grid[y][x] != MASKS[mask](x, y)]
        upward = not upward
    words = [int(bits[n : n + 8], 2) for n in range(0, len(bits) // 8 * 8, 8)]
    blocks, room = BLOCKS[size]
    data = [words[n : blocks * room : blocks] for n in range(blocks)]
    checks = [words[blocks * room + n :: blocks] for n in range(blocks)]
    for part, check in zip(data, checks, strict=True):
        assert correction(part, len(check)) == check
    stream = "".join(f"{word:08b}" for part in data for word in part)
    assert stream[:4] == "0100"
    length = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * n : 20 + 8 * n], 2) for n in range(length)).decode()


def test_the_correction_is_that_of_the_standards_example() -> None:
    """Version 1-M, HELLO WORLD: the codewords that every description of the code prints."""
    data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    assert correction(data, 10) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]


@given(st.text(min_size=1, max_size=106).filter(lambda text: len(text.encode()) <= 106))
@settings(max_examples=30, deadline=None)
def test_every_text_that_fits_is_read_back(text: str) -> None:
    grid = qr_grid(text)
    assert grid is not None
    assert read_back(grid) == text


@pytest.mark.parametrize(("length", "size"), [(14, 21), (15, 25), (42, 29), (62, 33), (84, 37)])
def test_the_smallest_code_that_fits_is_taken(length: int, size: int) -> None:
    grid = qr_grid("x" * length)
    assert grid is not None
    assert len(grid) == size


def test_what_is_too_long_has_no_code() -> None:
    assert qr_grid("x" * 107) is None


def test_the_path_covers_exactly_the_dark_squares() -> None:
    assert qr_path([[True, True, False], [False, False, True]]) == "M0 0h2v1h-2zM2 1h1v1h-1z"
