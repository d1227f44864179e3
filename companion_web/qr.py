"""QR codes of short texts (ISO/IEC 18004: byte mode, level M, versions 1 to 6), pure.

Enough for an address that phones are to open; the page draws the squares as one SVG path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

Grid = list[list[bool]]

# Version → data codewords, error-correction codewords a block, blocks (level M).
_SIZES: Final[dict[int, tuple[int, int, int]]] = {
    1: (16, 10, 1),
    2: (28, 16, 1),
    3: (44, 26, 1),
    4: (64, 18, 2),
    5: (86, 24, 2),
    6: (108, 16, 4),
}
_LEVEL_M: Final = 0b00
_POLYNOMIAL: Final = 0x11D
_FORMAT_POLYNOMIAL: Final = 0b10100110111
_FORMAT_MASK: Final = 0b101010000010010


def _tables() -> tuple[list[int], list[int]]:
    powers, logs, value = [0] * 255, [0] * 256, 1
    for n in range(255):
        powers[n], logs[value] = value, n
        value <<= 1
        if value > 255:
            value ^= _POLYNOMIAL
    return powers, logs


_POWERS, _LOGS = _tables()


def _times(a: int, b: int) -> int:
    return _POWERS[(_LOGS[a] + _LOGS[b]) % 255] if a and b else 0


def correction(data: Sequence[int], count: int) -> list[int]:
    """The ``count`` Reed-Solomon codewords over GF(256) that follow ``data``."""
    generator = [1]
    for n in range(count):
        shifted = [*generator, 0]
        for i, coefficient in enumerate(generator):
            shifted[i + 1] ^= _times(coefficient, _POWERS[n])
        generator = shifted
    rest = [0] * count
    for codeword in data:
        factor = codeword ^ rest[0]
        rest = [*rest[1:], 0]
        for i in range(count):
            rest[i] ^= _times(generator[i + 1], factor)
    return rest


def qr_grid(text: str) -> Grid | None:
    """The squares of the code, true for dark, rows from the top; None when the text is too long.

    >>> len(qr_grid("http://192.168.1.20:8080/join"))
    29
    """
    data = text.encode("utf-8")
    version = next((v for v, (room, _, _) in _SIZES.items() if len(data) + 2 <= room), None)
    if version is None:
        return None
    bits = [bit for word in _codewords(data, version) for bit in _bits(word, 8)]
    return min((_drawn(version, bits, mask) for mask in range(8)), key=_penalty)


def qr_path(grid: Grid) -> str:
    """All dark squares as SVG path data, one unit a square; runs in a row are one box."""
    parts = []
    for y, row in enumerate(grid):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                parts.append(f"M{x} {y}h{end - x}v1h{x - end}z")
            x = end + 1
    return "".join(parts)


def _bits(value: int, count: int) -> Iterator[bool]:
    for n in reversed(range(count)):
        yield bool(value >> n & 1)


def _codewords(data: bytes, version: int) -> list[int]:
    """Data and correction, interleaved block by block."""
    room, extra, blocks = _SIZES[version]
    # Mode 0100 and the length, four bits aside: each byte straddles two codewords.
    stream = bytes([0x40 | len(data) >> 4, (len(data) & 15) << 4])
    words = list(stream[:1])
    carry = stream[1]
    for byte in data:
        words.append(carry | byte >> 4)
        carry = (byte & 15) << 4
    words.append(carry)
    words += [0xEC if n % 2 == 0 else 0x11 for n in range(room - len(words))]
    size = room // blocks
    parts = [words[n * size : (n + 1) * size] for n in range(blocks)]
    checks = [correction(part, extra) for part in parts]
    mixed = [part[i] for i in range(size) for part in parts]
    return mixed + [check[i] for i in range(extra) for check in checks]


def _frame(version: int) -> tuple[Grid, Grid]:
    """The fixed patterns, and which squares they (and the format) take."""
    size = 17 + 4 * version
    dark = [[False] * size for _ in range(size)]
    taken = [[False] * size for _ in range(size)]

    def put(x: int, y: int, value: bool) -> None:
        if 0 <= x < size and 0 <= y < size:
            dark[y][x], taken[y][x] = value, True

    def ring(x: int, y: int, radius: int, light: tuple[int, ...]) -> None:
        for dy in range(-radius, radius + 1):
            for dx in range(-radius, radius + 1):
                put(x + dx, y + dy, max(abs(dx), abs(dy)) not in light)

    for n in range(size):
        put(n, 6, n % 2 == 0)
        put(6, n, n % 2 == 0)
    for x, y in ((3, 3), (size - 4, 3), (3, size - 4)):
        ring(x, y, 4, (2, 4))
    if version > 1:
        ring(size - 7, size - 7, 2, (1,))
    for n in range(9):
        taken[8][n] = taken[n][8] = True
    for n in range(8):
        taken[8][size - 1 - n] = taken[size - 1 - n][8] = True
    dark[size - 8][8] = True
    return dark, taken


def _flips(mask: int, x: int, y: int) -> bool:
    product = x * y
    return not (
        (x + y) % 2,
        y % 2,
        x % 3,
        (x + y) % 3,
        (y // 2 + x // 3) % 2,
        product % 2 + product % 3,
        (product % 2 + product % 3) % 2,
        ((x + y) % 2 + product % 3) % 2,
    )[mask]


def _drawn(version: int, bits: Sequence[bool], mask: int) -> Grid:
    """The whole code under one mask."""
    grid, taken = _frame(version)
    size = len(grid)
    source = iter(bits)
    upward = True
    for right in (*range(size - 1, 6, -2), *range(5, 0, -2)):
        for step in range(size):
            y = size - 1 - step if upward else step
            for x in (right, right - 1):
                if not taken[y][x]:
                    grid[y][x] = next(source, False) != _flips(mask, x, y)
        upward = not upward
    _write_format(grid, mask)
    return grid


def _write_format(grid: Grid, mask: int) -> None:
    """Level and mask, twice, with their own error correction."""
    size = len(grid)
    value = _LEVEL_M << 3 | mask
    rest = value << 10
    for n in reversed(range(10, 15)):
        if rest >> n & 1:
            rest ^= _FORMAT_POLYNOMIAL << (n - 10)
    code = list(_bits((value << 10 | rest) ^ _FORMAT_MASK, 15))
    first = [*((n, 8) for n in (0, 1, 2, 3, 4, 5, 7, 8)), *((8, n) for n in (7, 5, 4, 3, 2, 1, 0))]
    second = [*((8, size - 1 - n) for n in range(7)), *((size - 8 + n, 8) for n in range(8))]
    for places in (first, second):
        for (x, y), bit in zip(places, code, strict=True):
            grid[y][x] = bit


def _penalty(grid: Grid) -> int:
    """How hard the pattern is to read: long runs, blocks, false finders, uneven darkness."""
    size = len(grid)
    lines = [*grid, *(list(column) for column in zip(*grid, strict=True))]
    finders = ("10111010000", "00001011101")
    score = 0
    for line in lines:
        text = "".join("1" if dark else "0" for dark in line)
        run = 1
        for before, now in zip(text, text[1:] + " ", strict=True):
            if before == now:
                run += 1
            else:
                score += run - 2 if run >= 5 else 0
                run = 1
        score += 40 * sum(text.startswith(finders, n) for n in range(size))
    for y in range(size - 1):
        for x in range(size - 1):
            square = {grid[y][x], grid[y][x + 1], grid[y + 1][x], grid[y + 1][x + 1]}
            score += 3 if len(square) == 1 else 0
    share = sum(map(sum, grid)) * 100 / size**2
    return score + 10 * int(abs(share - 50) / 5)
