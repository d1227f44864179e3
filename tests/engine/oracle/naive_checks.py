"""RP-11, RP-12 and RP-76 read a second time: tiles are rectangles with real coordinates.

Nothing is shared with the engine. Only for tracks without ``wide`` and ``pit``, whose codes are
the engine's own.
"""

from __future__ import annotations

from typing import Any


def shared_length(a: list[float], b: list[float]) -> tuple[float, float]:
    """How far two unit squares overlap along x and along y; 0 where they only meet."""
    return 1 - abs(a[0] - b[0]), 1 - abs(a[1] - b[1])


def covers(a: list[float], b: list[float]) -> bool:
    along, up = shared_length(a, b)
    return along > 0 and up > 0


def edge(a: list[float], b: list[float]) -> float:
    """The length of the edge that two tiles share, 0 without one."""
    along, up = shared_length(a, b)
    if along == 0 and up > 0:
        return up
    if up == 0 and along > 0:
        return along
    return 0


def heading(a: list[float], b: list[float]) -> tuple[int, int]:
    """Of a link with a shared edge: across the axis on which the tiles only meet."""
    along, _ = shared_length(a, b)
    if along == 0:
        return (1 if b[0] > a[0] else -1), 0
    return 0, (1 if b[1] > a[1] else -1)


def problems(data: dict[str, Any]) -> list[str]:
    """All codes of RP-11 in its order."""
    tiles: list[list[float]] = [[float(x), float(y)] for x, y in data["tiles"]]
    n = len(tiles)
    first = [f"not_adjacent:{i}" for i in range(n) if edge(tiles[i], tiles[(i + 1) % n]) < 0.5]
    first += [
        f"overlap:{i},{j}" for i in range(n) for j in range(i + 1, n) if covers(tiles[i], tiles[j])
    ]
    if n < 24:
        first.append("too_few")
    if n > 48:
        first.append("too_many")
    if first:
        return first
    found = []
    for i in range(n):
        for j in range(i + 1, n):
            follow = j == i + 1 or (i, j) == (0, n - 1)
            if not follow and edge(tiles[i], tiles[j]) > 0 and not data.get("walls"):
                found.append(f"touch:{i},{j}")
    out = [heading(tiles[i], tiles[(i + 1) % n]) for i in range(n)]
    bends = [out[i] != out[i - 1] for i in range(n)]
    if bends[0] or bends[n - 1]:
        found.append("line_not_on_straight")
    shifted = [edge(tiles[i], tiles[(i + 1) % n]) < 1 for i in range(n)]
    found += [
        f"chicane_at_corner:{i}"
        for i in range(n)
        if shifted[i] and (bends[i] or bends[(i + 1) % n])
    ]
    corner_1 = bends.index(True)
    found += [f"chicane_after_start:{i}" for i in range(-1, corner_1) if shifted[i]]
    return found
