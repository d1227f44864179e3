"""Marbles on corners move first (FT-22 … FT-25)."""

from __future__ import annotations

from collections.abc import Sequence

from .setup import Crew, Setup
from .steps import Step


def nearest(setup: Setup, crew: Crew, codes: bytes) -> int | None:
    """The corner among these codes of one colour that is nearest along the ring to its own."""
    track = setup.track
    side = setup.sides[crew.colour]
    best, distance = None, 99
    for code in codes:
        hole = track.flat_hole[code]
        if track.is_corner(hole):
            steps = track.to_own_corner(side, hole)
            if steps < distance:
                best, distance = code, steps
    return best


def on_corners(setup: Setup, codes: bytes) -> bytes:
    """The codes among these that are corners."""
    track = setup.track
    return bytes(code for code in codes if track.is_corner(track.flat_hole[code]))


def named(setup: Setup, seat: int, segments: Sequence[bytes]) -> list[bytes]:
    """FT-22: for each colour of the team, the marbles that may move while any stand on corners.

    ``segments`` are the marbles (codes) of the team's colours, in the order of its crew.
    """
    crews = setup.crews[seat]
    first = [nearest(setup, crew, codes) for crew, codes in zip(crews, segments, strict=True)]
    if setup.by_colour[seat]:
        return [
            codes if code is None else bytes((code,))
            for code, codes in zip(first, segments, strict=True)
        ]
    if all(code is None for code in first):
        return list(segments)
    return [b"" if code is None else bytes((code,)) for code in first]


def second_half(
    setup: Setup, seat: int, obliged: Sequence[bytes], rest: Sequence[bytes], mover: int, step: Step
) -> list[bytes]:
    """FT-23: for each colour, the marbles that may take the second half of a seven.

    ``obliged``  marbles on corners when the card was played, without those captured since
    ``rest``     all marbles that did not move in the first half, without those captured
    ``mover``    index in the crew of the colour that took the first half, ``step``
    """
    crews = setup.crews[seat]
    first: list[int | None] = []
    for i, crew in enumerate(crews):
        codes = obliged[i]
        if i == mover and step.frm in codes:
            codes = codes.replace(step.frm_byte, step.to_byte)
        first.append(nearest(setup, crew, codes))
    # The marble just moved may be the one that is named; then its colour has no second half.
    own = [
        b"" if code is None or (i == mover and code == step.to) else bytes((code,))
        for i, code in enumerate(first)
    ]
    if setup.by_colour[seat]:
        return [rest[i] if code is None else own[i] for i, code in enumerate(first)]
    if all(code is None for code in first):
        return list(rest)
    return own
