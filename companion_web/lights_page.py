"""What every light says: a sample of each role as the board draws it, in the theme's order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from companion.presenters.setups import OFFERS
from companion.table.roles import standard_theme
from engine.board import Board

from .board_lights import BADGED, HALO, SEAT_ROLES, light_defs, mark_path

MARBLES: Final = {
    "movable": "A",
    "capture": "F",
    "wrong": "D",
    "extra": "F",
    "ask": "C",
    "winner": "D",
}
"""Roles whose sample has a marble in the hole, and its seat; the others are shown empty."""

SEATS_SHOWN: Final = {"turn": "A", "missing": "E", "extra": "F", "pen": "C", "winner": "D"}
"""The seat in whose colour the sample of a role shines."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One role: its name, how the light moves, and its picture."""

    role: str
    motion: str
    picture: Markup


def light_samples() -> tuple[Markup, list[Sample]]:
    """The pictures' shared definitions, and a sample of every role."""
    board = _board()
    pitch = board.pitch * 1000
    samples = [
        Sample(role, look.motion, Markup(_picture(role, pitch)))
        for role, look in standard_theme().roles.items()
    ]
    return Markup(light_defs(board)), samples


def _board() -> Board:
    offer = next(iter(OFFERS.values()))
    return offer.board(offer.rules[0].boards[0])


def _picture(role: str, pitch: float) -> str:
    seat = f" seat-{SEATS_SHOWN[role]}" if role in SEAT_ROLES else ""
    edge = 1.02 * pitch
    view = f"{-edge:.0f} {-edge:.0f} {2 * edge:.0f} {2 * edge:.0f}"
    parts = [f'<svg class="sample" viewBox="{view}" width="72" height="72" aria-hidden="true">']
    if role == "turn":
        long, wide = 1.5 * pitch, 0.46 * pitch
        box = f'x="{-wide / 2:.1f}" y="{-long / 2:.1f}" width="{wide:.1f}" height="{long:.1f}"'
        parts.append(f'<rect class="sample-turn{seat}" {box} rx="{wide / 2:.1f}"/>')
    else:
        if role in HALO:
            name = f"seat-{SEATS_SHOWN[role]}" if role in SEAT_ROLES else role
            radius = HALO[role] * pitch
            parts.append(f'<circle class="halo" r="{radius:.1f}" fill="url(#halo-{name})"/>')
        parts.append(f'<use class="light role-{role}{seat}" href="#r-{role}"/>')
        if role in MARBLES:
            parts.append(f'<use href="#m-{MARBLES[role]}"/>')
            if role in BADGED:
                badge = f'<use class="light role-{role}{seat}" href="#b-{role}"/>'
                parts.append(f'<g class="badge">{badge}</g>')
        elif mark_path(role, 1):
            parts.append(f'<use class="light role-{role}{seat}" href="#k-{role}"/>')
    return "".join(parts) + "</svg>"
