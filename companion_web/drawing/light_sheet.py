"""The style sheet of the lights, written from the theme: colours, seats, motions (PP-20).

This file knows no colour: pixels and page take theirs from one table. Shapes are in
``light_marks``. They are the same in every theme, since on the page shape alone decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from companion.lights.colours import ink, light_of, rim
from companion.lights.motions import FLASH, MOVES, Motion, Moves
from companion.lights.roles import SEATED, Role
from companion.lights.theme import OTHER, Theme

CALM: Final = 2
"""How many times as long calm lights take (PP-23)."""

STEPS: Final = 4
"""Holes of a pen or a home row, through which a chase or a sweep goes."""


class LightSheet:
    """The sheet of one theme, and a short name that changes with its text."""

    def __init__(self, theme: Theme, calm: bool) -> None:
        self.text = lights_sheet(theme, calm)
        self.version = hashlib.sha256(self.text.encode()).hexdigest()[:12]


def lights_sheet(theme: Theme, calm: bool = False) -> str:
    """The whole sheet. Under reduced motion nothing of it moves."""
    parts = [
        "/* Written by companion_web.drawing.light_sheet from the theme of the lights. */\n",
        '@property --c{syntax:"<color>";inherits:true;initial-value:#fff}\n',
        *_seats(theme),
        *_colours(theme),
        *_rests(theme),
        *_keyframes(theme),
        "@media (prefers-reduced-motion: no-preference){\n",
        *_motions(theme, CALM if calm else 1),
        "}\n",
    ]
    return "".join(parts)


def _seats(theme: Theme) -> Iterator[str]:
    """Seats' colours by class, under the page's names and the drawn board's; ``--c`` is light."""
    names = {token: "none" if token == OTHER else token for token in theme.seats}
    for token, colour in theme.seats.items():
        name = names[token]
        yield (
            f".seat-{name},.ts-seat-{name},#halo-seat-{name}{{--seat:{colour};"
            f"--seat-ink:{ink(colour)};--seat-rim:{rim(colour)};--c:{light_of(colour)}}}\n"
        )
    drawn = ",".join(f".ts-seat-{name}" for name in names.values())
    yield f"{drawn}{{--ts-seat:var(--seat);--ts-ink:var(--seat-ink);--ts-rim:var(--seat-rim)}}\n"
    yield ".ts-glow,[id^=halo] stop{stop-color:var(--c)}\n"
    yield "[id^=halo] :nth-child(1){stop-opacity:.7}[id^=halo] :nth-child(2){stop-opacity:.3}\n"
    yield "[id^=halo] :nth-child(3){stop-opacity:0}\n"


def _colours(theme: Theme) -> Iterator[str]:
    """Roles' colours, after the seats': a role about a seat has no colour of its own."""
    for role in Role:
        if role not in SEATED:
            named = ",".join(f"{kind}-{role.value}" for kind in (".role", ".glow", "#halo"))
            yield f"{named}{{--c:{theme.colour(role)}}}\n"
    yield f".badge .role-{Role.EXTRA.value}{{--c:{theme.colour(Role.DESTINATION)}}}\n"
    yield f":root{{--light-ask:{theme.colour(Role.ASK)}}}\n"


def _rests(theme: Theme) -> Iterator[str]:
    """Roles that are dimmer than the others even when nothing moves."""
    for role in Role:
        motion = theme.look(role).moves
        if motion in (Motion.DIM, Motion.FAULT_BLINK):
            # The ring alone: its well stays as dark as every other.
            yield f"{_ring_and_mark(role.value)}{{opacity:{MOVES[motion].page:g}}}\n"


def _ring_and_mark(role: str) -> str:
    return f'.light[href="#r-{role}"],.light[href="#k-{role}"]'


def _keyframes(theme: Theme) -> Iterator[str]:
    """Each goes down to ``--low``: the page's rings keep their shape, pixels really go dark."""
    used = {theme.look(role).moves for role in Role}
    for motion in Motion:
        moves = MOVES[motion]
        if motion in used and not moves.still:
            yield f"@keyframes light-{_name(motion)}{{{_frames(motion, moves)}}}\n"


def _name(motion: Motion) -> str:
    return motion.name.lower().replace("_", "-")


def _frames(motion: Motion, moves: Moves) -> str:
    low = "opacity:var(--low)"
    if motion is Motion.FADE_WHITE:
        return "50%{--c:#fff}"
    if motion is Motion.SWEEP:
        return f"0%,60%{{{low}}}100%{{opacity:1}}"
    if moves.lit is None:
        return f"0%,100%{{opacity:1}}50%{{{low}}}"
    if motion is Motion.FLASH_TWICE:
        at = [100 * n * FLASH / moves.period for n in (1, 2, 3)]
        return (
            f"0%,{at[0] - 0.1:g}%,{at[1]:g}%,{at[2] - 0.1:g}%{{opacity:1}}"
            f"{at[0]:g}%,{at[1] - 0.1:g}%,{at[2]:g}%,100%{{{low}}}"
        )
    share = 100 * moves.lit / moves.period
    return f"0%,{share - 0.1:.2f}%{{opacity:1}}{share:.2f}%,100%{{{low}}}"


def _motions(theme: Theme, slower: int) -> Iterator[str]:
    for role in Role:
        motion = theme.look(role).moves
        moves = MOVES[motion]
        if moves.still:
            continue
        once = "1 both" if motion is Motion.SWEEP else "infinite"
        how = f"{moves.period * slower}ms {'ease-in-out' if moves.lit is None else 'linear'} {once}"
        name = role.value
        where = f".light.role-{name},.halo.role-{name},.pixel.role-{name}"
        if role is Role.TURN:
            where = f".ts-pool.ts-on,.sample-turn,.pixel.role-{name}"
        elif motion is Motion.FAULT_BLINK:
            # As above: ring and mark alone, in place of the share at which they rest.
            where = f"{_ring_and_mark(name)},.pixel.role-{name}"
        yield f"{where}{{--low:{moves.page:g};animation:light-{_name(motion)} {how}}}\n"
        if moves.low != moves.page:
            yield f".pixel.role-{name}{{--low:{moves.low:g}}}\n"
        if motion in (Motion.CHASE, Motion.SWEEP):
            # A sweep's holes begin one after the other; the last ends together with the sweep.
            step = 400 if motion is Motion.CHASE else 200
            for n in range(2, STEPS + 1):
                delay = (n - 1) * step * slower
                yield f".role-{name}.step-{n}{{animation-delay:{delay}ms}}\n"
