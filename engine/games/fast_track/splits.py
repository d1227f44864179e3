"""The seven in two halves (FT-20, FT-23, BF-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import duty
from .captures import finds_room, victim
from .setup import Setup
from .splits_any import add_any
from .steps import SideSteps, Step
from .track import Track

if TYPE_CHECKING:
    from .kinds import Move


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
    ``movers``    the marbles that FT-22 names, or None if nobody is obliged

    A house whose switches the published sheets do not combine goes the long way (``splits_any``).
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
    if setup.long_splits:
        add_any(setup, flat, seat, walking, movers, out)
        return
    if len(crews) == 1 and movers is None:
        _add_alone(setup, flat, crews[0].steps, walking[0], owns[0], out)
        return
    obliged = [duty.on_corners(setup, codes) for codes in walking] if movers is not None else None
    for i, codes in enumerate(walking if movers is None else movers):
        own = owns[i]
        rows = crews[i].steps.halves[0]
        for code in codes:
            for n in (1, 2, 3, 4, 5, 6):
                for step in rows[n][code]:
                    if own & step.mask:
                        continue
                    hit = victim(flat, step)
                    if hit < 0:
                        _finish(setup, seat, walking, owns, obliged, i, step, 7 - n, out)
                    elif profile.split_first_captures:
                        rest, masks, left = _without(setup, seat, walking, owns, obliged, flat, hit)
                        _finish(setup, seat, rest, masks, left, i, step, 7 - n, out)


def _add_alone(
    setup: Setup, flat: bytes, steps: SideSteps, codes: bytes, own: int, out: dict[str, Move]
) -> None:
    """Add the splits of one colour without obliged marbles: the usual case, so it is quick.

    Here the first half cannot touch the team, but it may fill up the home row (BF-5).
    """
    profile, track = setup.profile, setup.track
    home = steps.home
    rows = steps.halves[profile.home_overflow and own & home == home]
    for code in codes:
        bare = own & ~track.hole_bits[code]
        others = _partners(track, steps.side, code, codes, profile.split_circuit)
        if not others:
            continue
        for n in (1, 2, 3, 4, 5, 6):
            for step in rows[n][code]:
                if own & step.mask:
                    continue
                if not profile.split_first_captures and any_in(step.hits, flat):
                    continue
                after = bare | step.to_bit
                row = steps.halves[profile.home_overflow and after & home == home][7 - n]
                for other in others:
                    for second in row[other]:
                        if not after & second.mask and (
                            not profile.capture_needs_room or _has_room(setup, flat, step, second)
                        ):
                            out[f"{step.text},{second.text}"] = (step, second)


def _partners(track: Track, side: int, code: int, codes: bytes, circuit: bool) -> bytes:
    """The marbles that may take the other half.

    BF-11 (``circuit``): a marble in FT mode on a foreign corner shares a seven only with another
    one in FT mode.
    """
    others = codes.replace(bytes((code,)), b"")
    if not circuit:
        return others
    marked = track.marked_corners
    own = marked[side]
    if code in marked and code != own:
        return bytes([other for other in others if other in marked])
    if code in marked:
        return others
    return bytes([other for other in others if other not in marked or other == own])


def _has_room(setup: Setup, flat: bytes, first: Step, second: Step) -> bool:
    """BF-12: whether the marble that the second half cuts finds room after the first half."""
    if any_in(second.hits, flat):
        return finds_room(setup, flat.replace(first.frm_byte, first.to_byte, 1), second)
    return True


def any_in(hits: tuple[int, ...], flat: bytes) -> bool:
    """Whether a marble has one of these codes."""
    for code in hits:  # noqa: SIM110 - three times as quick as any()
        if code in flat:
            return True
    return False


def _without(
    setup: Setup,
    seat: int,
    walking: Sequence[bytes],
    owns: Sequence[int],
    obliged: Sequence[bytes] | None,
    flat: bytes,
    index: int,
) -> tuple[list[bytes], list[int], list[bytes] | None]:
    """The team after the marble at ``index`` was captured; unchanged when it was another team's.

    It may have stood in ``X``, so it need not be among the walking ones.
    """
    colour = index // setup.profile.marbles
    bit = setup.track.hole_bits[flat[index]]
    gone = flat[index : index + 1]
    rest = [codes.replace(gone, b"") for codes in walking]
    masks = [
        own & ~bit if crew.colour == colour else own
        for own, crew in zip(owns, setup.crews[seat], strict=True)
    ]
    left = None if obliged is None else [codes.replace(gone, b"") for codes in obliged]
    return rest, masks, left


def _finish(
    setup: Setup,
    seat: int,
    walking: Sequence[bytes],
    owns: Sequence[int],
    obliged: Sequence[bytes] | None,
    mover: int,
    step: Step,
    n: int,
    out: dict[str, Move],
) -> None:
    """Add the splits that begin with ``step`` of crew member ``mover``; n steps are left to go."""
    crews = setup.crews[seat]
    seconds = walking
    if obliged is not None:
        rest = [*walking]
        rest[mover] = rest[mover].replace(step.frm_byte, b"")
        seconds = duty.second_half(setup, seat, obliged, rest, mover, step)
    for i, codes in enumerate(seconds):
        own = owns[i]
        if i == mover:
            own = own & ~setup.track.hole_bits[step.frm] | step.to_bit
        row = crews[i].steps.halves[0][n]
        for code in codes:
            if code != step.frm:
                for second in row[code]:
                    if not own & second.mask:
                        out[f"{step.text},{second.text}"] = (step, second)
