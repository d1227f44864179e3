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
    from .kinds import Move

Rows = tuple[Row, ...]


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

    ``segments``  the marbles of the team, colour by colour; ``owns``: their holes as bits
    ``movers``    the marbles that FT-22 names, None when nobody is obliged
    """
    profile, track = setup.profile, setup.track
    crews = setup.crews[seat]
    pen, bullseye = track.pens[0], track.bullseye
    walking = [
        bytes([code for code in codes if code != bullseye and not pen <= code <= track.pens[-1]])
        for codes in segments
    ]
    if sum(map(len, walking)) < 2:
        return
    look = not profile.split_first_captures or len(crews) > 1
    obliged = [duty.on_corners(setup, codes) for codes in walking] if movers is not None else None
    for i, codes in enumerate(walking if movers is None else movers):
        own = owns[i]
        steps = crews[i].steps
        rows = steps.halves[profile.home_overflow and own & steps.home == steps.home]
        for code in codes:
            for n in (1, 2, 3, 4, 5, 6):
                for step in rows[n][code]:
                    if own & step.mask:
                        continue
                    hit = victim(flat, step) if look else -1
                    if hit < 0:
                        _finish(setup, flat, seat, walking, owns, obliged, i, step, 7 - n, out)
                    elif profile.split_first_captures:
                        rest, masks, left = _without(setup, walking, owns, obliged, flat[hit])
                        _finish(setup, flat, seat, rest, masks, left, i, step, 7 - n, out)


def _without(
    setup: Setup,
    walking: Sequence[bytes],
    owns: Sequence[int],
    obliged: Sequence[bytes] | None,
    code: int,
) -> tuple[list[bytes], list[int], list[bytes] | None]:
    """The team after one of its marbles was captured; unchanged when it was another team's."""
    gone = bytes((code,))
    bit = setup.track.hole_bits[code]
    rest = [codes.replace(gone, b"") for codes in walking]
    masks = [own & ~bit if code in codes else own for own, codes in zip(owns, walking, strict=True)]
    left = None if obliged is None else [codes.replace(gone, b"") for codes in obliged]
    return rest, masks, left


def _finish(
    setup: Setup,
    flat: bytes,
    seat: int,
    walking: Sequence[bytes],
    owns: Sequence[int],
    obliged: Sequence[bytes] | None,
    mover: int,
    step: Step,
    n: int,
    out: dict[str, Move],
) -> None:
    """Add the splits that begin with ``step`` of crew member ``mover``; n is left to go."""
    profile = setup.profile
    crews = setup.crews[seat]
    seconds = walking
    if obliged is not None:
        rest = [*walking]
        rest[mover] = rest[mover].replace(step.frm_byte, b"")
        seconds = duty.second_half(setup, seat, obliged, rest, mover, step)
    moved = step.frm
    text = step.text
    for i, codes in enumerate(seconds):
        own = owns[i]
        if i == mover:
            own = own & ~setup.track.hole_bits[moved] | step.to_bit
        steps = crews[i].steps
        # BF-5: whether the home row is full is judged anew for this half.
        row = steps.halves[profile.home_overflow and own & steps.home == steps.home][n]
        for code in codes:
            if code != moved:
                for second in row[code]:
                    if not own & second.mask and (
                        not profile.split_circuit or _allowed(setup, flat, step, second)
                    ):
                        out[f"{text},{second.text}"] = (step, second)


def _allowed(setup: Setup, flat: bytes, first: Step, second: Step) -> bool:
    """BF-11: the two may share a seven, and what the second half cuts finds room (BF-12)."""
    track = setup.track
    for step, other in ((first, second), (second, first)):
        if step.marked and not other.marked and track.flat_hole[step.frm] != SIDE * step.side:
            return False
    for code in second.hits:
        if code in flat:
            return finds_room(setup, flat.replace(first.frm_byte, first.to_byte, 1), second)
    return True
