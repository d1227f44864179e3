"""The moves that a card allows in a position, by their text."""

from __future__ import annotations

from collections.abc import Sequence

from . import duty
from .captures import finds_room
from .kinds import PASS, Back, Move, Swap
from .setup import Lane, Setup
from .splits import add_splits
from .steps import Step


def moves(setup: Setup, flat: bytes, seat: int, rank: str) -> tuple[dict[str, Move], bool]:
    """All moves of ``seat`` with a card of ``rank``, by text, in no order.

    ``flat`` holds the codes of all marbles (see ``Setup``). The second result says whether the team
    has a marked marble on a corner.
    """
    bits = setup.bits
    lanes = setup.lanes[seat][rank]
    segments: list[bytes] = []
    owns: list[int] = []
    team = 0
    out: dict[str, Step] = {}
    for lo, hi, row, over, home in lanes:
        codes = flat[lo:hi]
        own = 0
        for code in codes:
            own |= bits[code]
        if over is not None and own & home == home:
            row = over
        for code in codes if own else codes[:1]:
            for step in row[code]:
                if own & step.mask == step.value:
                    out[step.text] = step
        segments.append(codes)
        owns.append(own)
        team |= own

    movers: Sequence[bytes] | None = None
    if team & setup.duty_bits:
        movers = duty.named(setup, seat, segments)
        out = bound_steps(lanes, movers, owns)
    profile = setup.profile
    if profile.capture_needs_room or profile.bullseye_closed:
        drop_without_room(setup, flat, out)
    # From here on other kinds of move may join. The dictionary stays the same one, only seen more
    # widely, which mypy cannot follow.
    found: dict[str, Move] = out  # type: ignore[assignment]
    if rank == "7":
        add_splits(setup, flat, seat, segments, owns, movers, found)
    if not found:
        add_duties(setup, flat, seat, rank, segments, movers, owns, found)
    if rank == "J" and profile.jack_swaps:
        add_swaps(setup, flat, seat, segments, movers, found)
    return found, team & setup.track.mark_bit != 0


def bound_steps(
    lanes: Sequence[Lane], movers: Sequence[bytes], owns: Sequence[int]
) -> dict[str, Step]:
    """FT-22: the card's steps of those marbles only; no profile with this duty overflows."""
    out: dict[str, Step] = {}
    for lane, codes, own in zip(lanes, movers, owns, strict=True):
        for code in codes:
            for step in lane.row[code]:
                if own & step.mask == step.value:
                    out[step.text] = step
    return out


def drop_without_room(setup: Setup, flat: bytes, out: dict[str, Step]) -> None:
    """BF-9, BF-12: take out the single steps whose capture is impossible."""
    none: list[str] | None = None
    for step in out.values():
        for code in step.hits:
            if code in flat and not finds_room(setup, flat, step):
                none = [*(none or ()), step.text]
    if none is not None:
        for text in none:
            del out[text]


def add_duties(
    setup: Setup,
    flat: bytes,
    seat: int,
    rank: str,
    segments: Sequence[bytes],
    movers: Sequence[bytes] | None,
    owns: Sequence[int],
    out: dict[str, Move],
) -> None:
    """The moves if the card gives nothing: back (FT-19), sent back (FT-25), no effect."""
    profile = setup.profile
    backs = rank == "4" and profile.four_backward
    if profile.forced_backward and not backs:
        tight = profile.capture_needs_room or profile.bullseye_closed
        for i, crew in enumerate(setup.crews[seat]):
            own = owns[i]
            if own:
                row = crew.steps.back[rank]
                for code in segments[i] if movers is None else movers[i]:
                    for step in row[code]:
                        if own & step.mask == step.value and (
                            not tight or finds_room(setup, flat, step)
                        ):
                            out[step.text] = step
    if not out and movers is not None:
        add_backs(setup, seat, movers, out)
    if not out:
        out[PASS.text] = PASS


def add_backs(setup: Setup, seat: int, movers: Sequence[bytes], out: dict[str, Move]) -> None:
    """FT-25: add every marble on a corner that FT-22 names."""
    for i, crew in enumerate(setup.crews[seat]):
        for code in duty.on_corners(setup, movers[i]):
            back = Back(setup.track, setup.colours[crew.colour], code)
            out[back.text] = back


def add_swaps(
    setup: Setup,
    flat: bytes,
    seat: int,
    segments: Sequence[bytes],
    movers: Sequence[bytes] | None,
    out: dict[str, Move],
) -> None:
    """FT-21, FT-24: ``movers`` are the marbles that FT-22 lets move, or None without that duty."""
    track, size = setup.track, setup.profile.marbles
    barred: set[int] = set()
    must: set[int] | None = None
    if movers is not None:
        allowed = set(b"".join(movers))
        barred = set(b"".join(segments)) - allowed
        if not setup.by_colour[seat]:
            must = allowed
    last, bullseye, marks = track.length, track.bullseye, track.marked_corners[0]
    open_ = [
        (index // size, code)
        for index, code in enumerate(flat)
        if (code < last or code == bullseye or code >= marks) and code not in barred
    ]
    known = setup.swaps
    for i, (colour, code) in enumerate(open_):
        for other, code2 in open_[i + 1 :]:
            if colour != other and (must is None or code in must or code2 in must):
                swap = known.get((code, code2))
                if swap is None:
                    swap = known[code, code2] = Swap(track, code, code2)
                out[swap.text] = swap
