"""What every light says: each role as the page and as a pixel shows it, marbles, and current."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from companion.games.packs import first_board
from companion.lights.colours import too_near
from companion.lights.motions import MOVES, Motion
from companion.lights.roles import SEATED, Role
from companion.lights.theme import Theme, theme_names
from companion.model.ports import PowerUse
from companion.model.view import View
from companion_web.drawing.light_marks import BADGED, HALO, light_defs, mark_path
from companion_web.drawing.light_sheet import CALM
from companion_web.words.texts import page_text, words_of
from engine.drawing.look import SEATS

MARBLES: Final = {
    Role.MOVABLE: "A",
    Role.CAPTURE: "F",
    Role.WRONG: "D",
    Role.EXTRA: "F",
    Role.ASK: "C",
    Role.WINNER: "D",
}
"""Roles whose sample has a marble in the hole, and its seat; the others are shown empty."""

SEATS_SHOWN: Final = {
    Role.TURN: "A",
    Role.MISSING: "E",
    Role.EXTRA: "F",
    Role.PEN: "C",
    Role.WINNER: "D",
}
"""The seat in whose colour the sample of a role shines."""

ROWS: Final = frozenset((Role.TURN, Role.PEN, Role.WINNER))
"""Roles that always light several holes; their pixels are shown as a row of four."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One role: name, colour and motion in words, and its picture: on the page, as a pixel."""

    role: str
    colour: str
    motion: str
    picture: Markup


def light_samples(
    theme: Theme, language: str, calm: bool = False, tokens: Collection[str] = ()
) -> tuple[Markup, list[Sample]]:
    """The pictures' shared definitions, marbles of ``tokens`` too, and a sample of every role."""
    board = first_board()
    pitch = board.pitch * 1000
    samples = [
        Sample(
            role.value,
            colour_words(theme.look(role).colour, language),
            motion_words(theme.look(role).moves, language, calm),
            Markup(_picture(role, theme, pitch)),
        )
        for role in Role
    ]
    used = {name for each in samples for name in re.findall(r"#([\w-]+)", each.picture)}
    used |= {f"m-{token}" for token in tokens}
    return Markup(light_defs(board, used) + _pixel_defs(pitch)), samples


def lights_context(
    theme: Theme, calm: bool, language: str, view: View, power: PowerUse | None
) -> dict[str, Any]:
    """All that ``lights.html`` shows."""
    playing = [c.colour for player in view.players for c in player.colours]
    tokens = [token for token in theme.seats if token in playing]
    tokens = tokens or [token for token in theme.seats if token in SEATS]
    defs, samples = light_samples(theme, language, calm, tokens)
    return {
        "defs": defs,
        "samples": samples,
        "theme_name": theme.name,
        "theme_names": ", ".join(theme_names()),
        "calm": calm,
        "tokens": tokens,
        "marbles": {token: theme.marble(token) for token in tokens},
        "power": power,
    }


def near_marbles(theme: Theme, tokens: Collection[str]) -> tuple[tuple[str, str, str], ...]:
    """Pairs of these seats whose marbles look alike: seat, seat, and the eyes for which they do."""
    colours = {token: theme.marble(token) for token in tokens}
    return tuple((near.one, near.other, near.view) for near in too_near(colours))


def colour_words(name: str, language: str) -> str:
    """A colour of a theme in words; a colour without words has the theme's own name."""
    key = f"lights.colour.{name}"
    return page_text(key, language) if key in words_of(language) else name


def motion_words(motion: Motion, language: str, calm: bool = False) -> str:
    """A motion in words, with its period."""
    period = 400 if motion is Motion.CHASE else MOVES[motion].period
    seconds = period * (CALM if calm else 1) / 1000
    return page_text(f"lights.motion.{motion.name.lower()}", language, s=seconds)


def _classes(role: Role) -> str:
    return f"role-{role.value}" + (f" seat-{SEATS_SHOWN[role]}" if role in SEATED else "")


def _picture(role: Role, theme: Theme, pitch: float) -> str:
    """A sample: on the left the hole as the page draws it, on the right what its pixel does."""
    edge = 1.02 * pitch
    view = f"{-edge:.0f} {-edge:.0f} {4 * edge:.0f} {2 * edge:.0f}"
    light = f'<use class="light {_classes(role)}" href="#'
    name = role.value
    parts = []
    if role is Role.TURN:
        long, wide = 1.5 * pitch, 0.46 * pitch
        box = f'x="{-wide / 2:.1f}" y="{-long / 2:.1f}" width="{wide:.1f}" height="{long:.1f}"'
        parts.append(f'<rect class="sample-turn {_classes(role)}" {box} rx="{wide / 2:.1f}"/>')
    else:
        if name in HALO:
            glow = f"seat-{SEATS_SHOWN[role]}" if role in SEATED else name
            radius = f'r="{HALO[name] * pitch:.1f}"'
            parts.append(f'<circle class="halo role-{name}" {radius} fill="url(#halo-{glow})"/>')
        parts.append(f'<use href="#well"/>{light}r-{name}"/>')
        if role in MARBLES:
            parts.append(f'<use href="#m-{MARBLES[role]}"/>')
            if name in BADGED:
                parts.append(f'<g class="badge"><use href="#disc"/>{light}b-{name}"/></g>')
        elif mark_path(name, 1):
            parts.append(f'{light}k-{name}"/>')
    pixels = _pixels(role, theme, edge)
    return f'<svg viewBox="{view}" aria-hidden="true">{"".join(parts)}{pixels}</svg>'


def _pixels(role: Role, theme: Theme, edge: float) -> str:
    """The board's own light: one pixel, or the four of a row of holes."""
    look = theme.look(role)
    share = look.level * (MOVES[look.moves].low if look.moves is Motion.DIM else 1)
    # Eyes do not see light in proportion: half the light looks like 0.7 of it.
    shine = f'fill-opacity="{share**0.5:.2f}"' if share < 1 else ""
    where = [edge * (n - 1.5) * 0.45 for n in range(4)] if role in ROWS else [0.0]
    return "".join(
        f'<use class="pixel {_classes(role)}{f" step-{n}" if n > 1 else ""}" '
        f'href="#pixel-{len(where)}" x="{2 * edge:.0f}" y="{y:.0f}" {shine}/>'
        for n, y in enumerate(where, 1)
    )


def _pixel_defs(pitch: float) -> str:
    """A pixel by itself, and one of a row: the light, and its glow round it."""
    return "".join(
        f'<g id="pixel-{rows}" class="dot"><circle r="{2 * size * pitch:.0f}" opacity=".28"/>'
        f'<circle r="{size * pitch:.0f}"/></g>'
        for rows, size in ((1, 0.25), (4, 0.14))
    )
