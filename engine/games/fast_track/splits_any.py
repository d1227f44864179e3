"""The seven in two halves under any switches: each half is made, and then the next is looked for.

No published sheet needs it; a house may combine what the quick ways of ``splits`` do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from . import duty
from .captures import capture, finds_room, victim
from .setup import Crew, Setup
from .steps import Step

if TYPE_CHECKING:
    from .kinds import Move


def add_any(
    setup: Setup,
    flat: bytes,
    seat: int,
    walking: Sequence[bytes],
    movers: Sequence[bytes] | None,
    out: dict[str, Move],
) -> None:
    """Add every split that can be finished (FT-20, FT-23, BF-5, BF-9, BF-11, BF-12).

    ``walking``  the marbles of the team that can walk, colour by colour
    ``movers``   the marbles that FT-22 names, or None if nobody is obliged
    """
    crews = setup.crews[seat]
    obliged = None if movers is None else [duty.on_corners(setup, codes) for codes in walking]
    for i, codes in enumerate(walking if movers is None else movers):
        for n in (1, 2, 3, 4, 5, 6):
            for step in _open(setup, flat, crews[i], codes, n):
                hit = victim(flat, step)
                if hit >= 0 and not setup.profile.split_first_captures:
                    continue
                after = flat.replace(step.frm_byte, step.to_byte, 1)
                if hit >= 0:
                    after, _ = capture(setup, after, hit)
                seconds = _seconds(setup, seat, after, walking, obliged, i, step)
                for j, others in enumerate(seconds):
                    mates = bytes(c for c in others if _share(setup, crews[i], step, crews[j], c))
                    for second in _open(setup, after, crews[j], mates, 7 - n):
                        out[f"{step.text},{second.text}"] = (step, second)


def _open(setup: Setup, flat: bytes, crew: Crew, codes: bytes, n: int) -> Iterator[Step]:
    """The halves of n that these marbles of one colour can make on that board."""
    own = setup.track.mask(flat[crew.lo : crew.hi])
    home = crew.steps.home
    row = crew.steps.halves[setup.profile.home_overflow and own & home == home][n]
    for code in codes:
        for step in row[code]:
            if own & step.mask == step.value and finds_room(setup, flat, step):
                yield step


def _seconds(
    setup: Setup,
    seat: int,
    after: bytes,
    walking: Sequence[bytes],
    obliged: Sequence[bytes] | None,
    mover: int,
    step: Step,
) -> list[bytes]:
    """By colour: the marbles that may take the second half on the board after the first."""
    crews = setup.crews[seat]
    there = [after[crew.lo : crew.hi] for crew in crews]
    rest = [
        bytes(code for code in codes if code in there[i] and (i != mover or code != step.frm))
        for i, codes in enumerate(walking)
    ]
    if obliged is None:
        return rest
    left = [
        bytes(code for code in codes if code in there[i] or (i == mover and code == step.frm))
        for i, codes in enumerate(obliged)
    ]
    return duty.second_half(setup, seat, left, rest, mover, step)


def _share(setup: Setup, one: Crew, step: Step, other: Crew, code: int) -> bool:
    """BF-11: a marble in FT mode on a foreign corner shares a seven only with another such one."""
    if not setup.profile.split_circuit:
        return True
    marked = setup.track.marked_corners
    bound = step.frm in marked and step.frm != marked[setup.sides[one.colour]]
    other_bound = code in marked and code != marked[setup.sides[other.colour]]
    return (not bound or code in marked) and (not other_bound or step.frm in marked)
