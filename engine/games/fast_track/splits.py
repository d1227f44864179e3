"""The seven in two halves (FT-20, FT-23, BF-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import duty
from .captures import finds_room, victim
from .setup import Setup
from .steps import Row, Step
from .track import SIDE

if TYPE_CHECKING:
    from .moves import Move


def _half(setup: Setup, colour_index: int, seat: int, own: int, n: int) -> Row:
    """The half-steps of n for a colour whose marbles now stand on ``own`` (BF-5: judged anew)."""
    steps = setup.crews[seat][colour_index].steps
    if setup.profile.home_overflow:
        full = setup.track.home_bits[steps.side]
        if own & full == full:
            return steps.halves[1][n]
    return steps.halves[0][n]


def _may_pair(setup: Setup, side: int, code: int, other: int) -> bool:
    """BF-11: a marble in FT mode on a foreign corner splits only with another in FT mode."""
    marked = setup.track.marked_corners
    if code in marked and setup.track.flat_hole[code] != SIDE * side:
        return other in marked
    return True


def add_splits(
    setup: Setup,
    flat: bytes,
    seat: int,
    segments: Sequence[bytes],
    owns: Sequence[int],
    movers: Sequence[bytes] | None,
    out: dict[str, Move],
) -> None:
    """Add every split that can be finished.

    ``movers`` are the marbles that FT-22 names, None when nobody is obliged.
    """
    profile = setup.profile
    obliged = [duty.on_corners(setup, codes) for codes in segments] if movers is not None else None
    for i, codes in enumerate(segments if movers is None else movers):
        for code in codes:
            for n in range(1, 7):
                for step in _half(setup, i, seat, owns[i], n)[code]:
                    if owns[i] & step.mask != step.value:
                        continue
                    hit = victim(flat, step)
                    if hit >= 0 and not profile.split_first_captures:
                        continue
                    _finish(setup, flat, seat, segments, owns, obliged, i, step, hit, 7 - n, out)


def _finish(
    setup: Setup,
    flat: bytes,
    seat: int,
    segments: Sequence[bytes],
    owns: Sequence[int],
    obliged: Sequence[bytes] | None,
    mover: int,
    step: Step,
    hit: int,
    n: int,
    out: dict[str, Move],
) -> None:
    """Add the splits that begin with ``step`` of crew member ``mover``; n is left to go."""
    track, profile = setup.track, setup.profile
    gone = bytes((flat[hit],)) if hit >= 0 else b""
    rest = list(segments)
    rest[mover] = rest[mover].replace(step.frm_byte, b"")
    masks = list(owns)
    masks[mover] = masks[mover] & ~track.hole_bits[step.frm] | step.to_bit
    if gone:
        for i, codes in enumerate(rest):
            if i != mover and gone[0] in codes:
                rest[i] = codes.replace(gone, b"")
                masks[i] &= ~track.hole_bits[gone[0]]
    if obliged is not None:
        left = [codes.replace(gone, b"") for codes in obliged] if gone else obliged
        rest = duty.second_half(setup, seat, left, rest, mover, step)
    after = b""
    for i, codes in enumerate(rest):
        if not codes:
            continue
        row = _half(setup, i, seat, masks[i], n)
        own = masks[i]
        for code in codes:
            if profile.split_circuit and not (
                _may_pair(setup, step.side, step.frm, code)
                and _may_pair(setup, step.side, code, step.frm)
            ):
                continue
            for second in row[code]:
                if own & second.mask == second.value:
                    if profile.capture_needs_room:
                        after = after or flat.replace(step.frm_byte, step.to_byte, 1)
                        if not finds_room(setup, after, second):
                            continue
                    out[f"{step.text},{second.text}"] = (step, second)
