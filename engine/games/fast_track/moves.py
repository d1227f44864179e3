"""What a card allows: the moves of a position, by their text."""

from __future__ import annotations

from typing import Final

from ...action import Action, Displacement
from ...events import SentBack, Swapped
from . import duty
from .captures import finds_room
from .setup import Setup
from .splits import add_splits
from .steps import Row, Step


class Swap:
    """FT-21: the marbles of codes ``a`` and ``b`` change places."""

    __slots__ = ("a", "b", "displacements", "event", "text")

    def __init__(self, setup: Setup, a: int, b: int) -> None:
        places = setup.track.places
        if places[b] < places[a]:
            a, b = b, a
        self.a = a
        self.b = b
        self.text = f"{places[a]}={places[b]}"
        self.displacements = (
            Displacement(places[a], places[b]),
            Displacement(places[b], places[a]),
        )
        self.event = Swapped(places[a], places[b])


class Back:
    """FT-25: the marble of code ``code`` goes back to its pen in place of a move."""

    __slots__ = ("code", "displacements", "event", "pen", "text")

    def __init__(self, setup: Setup, colour: int, code: int) -> None:
        places = setup.track.places
        self.code = code
        self.pen = setup.pen_bytes[colour]
        home = places[self.pen[0]]
        self.text = f"{places[code]}-p"
        self.displacements = (Displacement(places[code], home),)
        self.event = SentBack(setup.colours[colour], places[code], home)


class NoEffect:
    """FT-18, FT-19, BF-2: the card moves nothing, ``--``."""

    __slots__ = ()
    text: Final = "--"


PASS: Final = NoEffect()

Move = Step | tuple[Step, Step] | Swap | Back | NoEffect


def action_of(seat: int, move: Move, text: str) -> Action:
    """The action that announces a move."""
    if isinstance(move, Step):
        return Action(seat, text, (move.displacement,))
    if isinstance(move, tuple):
        return Action(seat, text, (move[0].displacement, move[1].displacement))
    if isinstance(move, NoEffect):
        return Action(seat, text)
    return Action(seat, text, move.displacements)


def moves(setup: Setup, flat: bytes, seat: int, rank: str) -> dict[str, Move]:
    """All moves of ``seat`` with a card of ``rank``, by text, in no order.

    ``flat`` holds the codes of all marbles (see ``Setup``).
    """
    profile, track = setup.profile, setup.track
    crews = setup.crews[seat]
    bits = track.bits
    segments = [flat[crew.lo : crew.hi] for crew in crews]
    owns: list[int] = []
    team = 0
    for codes in segments:
        own = 0
        for code in codes:
            own |= bits[code]
        owns.append(own)
        team |= own
    bound = profile.corners_first and team & track.corner_bits != 0
    movers = duty.named(setup, seat, segments) if bound else segments

    out: dict[str, Move] = {}
    for crew, codes, own in zip(crews, movers, owns, strict=True):
        steps = crew.steps
        if rank == "4":
            walk(steps.back[rank], codes, own, out)
        elif profile.home_overflow and own & (full := track.home_bits[steps.side]) == full:
            walk(steps.plays[1][rank], codes, own, out)
        else:
            walk(steps.plays[0][rank], codes, own, out)
    if profile.capture_needs_room:
        drop_without_room(setup, flat, out)
    if rank == "7":
        add_splits(setup, flat, seat, segments, owns, movers if bound else None, out)
    if not out and profile.forced_backward and rank != "4":
        for crew, codes, own in zip(crews, movers, owns, strict=True):
            walk(crew.steps.back[rank], codes, own, out)
    if not out and bound:
        add_backs(setup, seat, movers, out)
    if not out:
        out[PASS.text] = PASS
    if rank == "J" and profile.jack_swaps:
        add_swaps(setup, flat, seat, segments, movers if bound else None, out)
    return out


def walk(row: Row, codes: bytes, own: int, out: dict[str, Move]) -> None:
    """Add the open steps of these marbles (FT-11, BF-4)."""
    for code in codes:
        for step in row[code]:
            if own & step.mask == step.value:
                out[step.text] = step


def drop_without_room(setup: Setup, flat: bytes, out: dict[str, Move]) -> None:
    """BF-9, BF-12: take out the steps whose capture is not possible."""
    for text, move in tuple(out.items()):
        if isinstance(move, Step) and not finds_room(setup, flat, move):
            del out[text]


def add_backs(setup: Setup, seat: int, movers: list[bytes], out: dict[str, Move]) -> None:
    """FT-25: every marble on a corner that FT-22 names."""
    for crew, codes in zip(setup.crews[seat], movers, strict=True):
        for code in duty.on_corners(setup, codes):
            back = Back(setup, crew.colour, code)
            out[back.text] = back


def add_swaps(
    setup: Setup,
    flat: bytes,
    seat: int,
    segments: list[bytes],
    movers: list[bytes] | None,
    out: dict[str, Move],
) -> None:
    """FT-21, FT-24: ``movers`` are the marbles that FT-22 lets move, None without that duty."""
    track, size = setup.track, setup.profile.marbles
    barred: set[int] = set()
    must: set[int] | None = None
    if movers is not None:
        allowed = set(b"".join(movers))
        barred = set(b"".join(segments)) - allowed
        if not setup.by_colour[seat]:
            must = allowed
    open_ = [
        (index // size, code)
        for index, code in enumerate(flat)
        if (track.on_track(code) or code == track.bullseye) and code not in barred
    ]
    for i, (colour, code) in enumerate(open_):
        for other, code2 in open_[i + 1 :]:
            if colour != other and (must is None or code in must or code2 in must):
                swap = Swap(setup, code, code2)
                out[swap.text] = swap
