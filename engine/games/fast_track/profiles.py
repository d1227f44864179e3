"""The three rule sheets as data: named switches, each citing its rule ids.

No code asks for a profile by its name; it asks for a switch. A house may turn some of them
(``switches``); its profile keeps the name of the sheet that it began with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Profile:
    """One rule sheet, or a house's own. Two profiles differ only in these switches.

    ``boards``               kinds of board it is played on
    ``marbles``              marbles of each colour (set-up; BF-1: five)
    ``starts_on_exit``       BF-1: one of them starts on the pen exit
    ``common_deck``          BF-1, BF-2: one deck for all, draw one and play it; else each player
                             has a deck and a hand of five (FT-6)
    ``cut_for_first``        FT-6: cards are cut for the first turn; else the first listed player
                             begins (BF-1)
    ``several_colours``      FT-5: a player may hold several colours, players may form teams
    ``arrival_marks``        BF-6: every arrival on a corner but a 4's marks it; else only an
                             arrival along the ring does (FT-14)
    ``ring_needs_mark``      BF-7: only a marked marble may use the ring; else any on a foreign
                             corner may (FT-13)
    ``mark_binds``           FT-14, FT-16: a marked marble has the ring only
    ``backward_ring``        FT-16: backward along the ring; else the main track only (BF-10)
    ``bullseye_past_corner`` FT-15: into ``X`` one past a corner, from a hole that is none
    ``bullseye_any_route``   FT-15 (wide): into ``X`` one past a corner by any route
    ``bullseye_marked``      BF-7: a marked marble enters ``X`` with A, Joker, J, Q, K
    ``bullseye_closed``      BF-9: ``X`` takes nobody in while occupied; else FT-15 sends back
    ``bullseye_exit_yields`` BF-9: own corner taken by an own marble: the next one
                             counter-clockwise; else no exit then (FT-17)
    ``corners_first``        FT-22 … FT-25: marbles on corners move first, or are sent back
    ``duty_by_colour``       FT-22, FT-24: without partners the duty is each colour's own
    ``forced_backward``      FT-19: no forward play → backward
    ``jack_swaps``           FT-21
    ``four_backward``        FT-18, BF-10: a 4 goes backward only; else it is a number like others
    ``home_overflow``        BF-5: past a full home row to ``c8`` and ``c9``; BF-13: wins there
    ``split_first_captures`` FT-20: the first half of a seven may capture; else not (BF-11)
    ``split_circuit``        BF-11: a marked marble on a foreign corner splits only with a
                             marked one
    ``penalty``              BF-8: marks are lost by moving another marble, and by a 4
    ``capture_needs_room``   BF-12: full pens push on to the pen exit; else pens have room
    ``pass_ends_turn``       BF-2: no move ends the turn, whatever the card; else FT-19, FT-27
    ``cites``                the rule of this sheet that a refusal quotes; no switch
    """

    name: str
    boards: tuple[str, ...]
    marbles: int
    starts_on_exit: bool
    common_deck: bool
    cut_for_first: bool
    several_colours: bool
    arrival_marks: bool
    ring_needs_mark: bool
    mark_binds: bool
    backward_ring: bool
    bullseye_past_corner: bool
    bullseye_any_route: bool
    bullseye_marked: bool
    bullseye_closed: bool
    bullseye_exit_yields: bool
    corners_first: bool
    duty_by_colour: bool
    forced_backward: bool
    jack_swaps: bool
    four_backward: bool
    home_overflow: bool
    split_first_captures: bool
    split_circuit: bool
    penalty: bool
    capture_needs_room: bool
    pass_ends_turn: bool
    cites: Mapping[str, str] = field(hash=False, compare=False)

    def __post_init__(self) -> None:
        """ValueError for switches that no move generator here can combine."""
        alone = self.home_overflow or self.capture_needs_room
        if alone and (self.several_colours or self.corners_first):
            raise ValueError(
                f"{self.name}: BF-5 and BF-12 go with one colour a player and without FT-22"
            )


_SHEETS: Final = MappingProxyType(
    {
        "own": "FT-11",
        "pen": "FT-12",
        "bullseye_in": "FT-15",
        "bullseye_out": "FT-17",
        "four": "FT-18",
        "backward": "FT-16",
        "split": "FT-20",
        "turn_in": "FT-10",
        "ring": "FT-13",
    }
)
_THIRD: Final = MappingProxyType(
    {
        "own": "BF-4",
        "pen": "BF-3",
        "bullseye_in": "BF-7",
        "bullseye_out": "BF-9",
        "four": "BF-10",
        "backward": "BF-10",
        "split": "BF-11",
        "turn_in": "BF-5",
        "ring": "BF-7",
    }
)


CLASSIC: Final = Profile(
    name="classic",
    boards=("hex", "square"),
    marbles=4,
    starts_on_exit=False,
    common_deck=False,
    cut_for_first=True,
    several_colours=True,
    arrival_marks=False,
    ring_needs_mark=False,
    mark_binds=True,
    backward_ring=True,
    bullseye_past_corner=True,
    bullseye_any_route=False,
    bullseye_marked=False,
    bullseye_closed=False,
    bullseye_exit_yields=False,
    corners_first=True,
    duty_by_colour=False,
    forced_backward=True,
    jack_swaps=True,
    four_backward=True,
    home_overflow=False,
    split_first_captures=True,
    split_circuit=False,
    penalty=False,
    capture_needs_room=False,
    pass_ends_turn=False,
    cites=_SHEETS,
)

STEVENS: Final = Profile(
    name="stevens",
    boards=("hex",),
    marbles=4,
    starts_on_exit=False,
    common_deck=False,
    cut_for_first=True,
    several_colours=True,
    arrival_marks=False,
    ring_needs_mark=False,
    mark_binds=True,
    backward_ring=True,
    bullseye_past_corner=False,
    bullseye_any_route=True,
    bullseye_marked=False,
    bullseye_closed=False,
    bullseye_exit_yields=False,
    corners_first=True,
    duty_by_colour=True,
    forced_backward=True,
    jack_swaps=True,
    four_backward=True,
    home_overflow=False,
    split_first_captures=True,
    split_circuit=False,
    penalty=False,
    capture_needs_room=False,
    pass_ends_turn=False,
    cites=_SHEETS,
)

BUTTERFLY: Final = Profile(
    name="butterfly",
    boards=("hex",),
    marbles=5,
    starts_on_exit=True,
    common_deck=True,
    cut_for_first=False,
    several_colours=False,
    arrival_marks=True,
    ring_needs_mark=True,
    mark_binds=False,
    backward_ring=False,
    bullseye_past_corner=False,
    bullseye_any_route=False,
    bullseye_marked=True,
    bullseye_closed=True,
    bullseye_exit_yields=True,
    corners_first=False,
    duty_by_colour=False,
    forced_backward=False,
    jack_swaps=False,
    four_backward=True,
    home_overflow=True,
    split_first_captures=False,
    split_circuit=True,
    penalty=True,
    capture_needs_room=True,
    pass_ends_turn=True,
    cites=_THIRD,
)

PROFILES: Final = MappingProxyType({p.name: p for p in (CLASSIC, STEVENS, BUTTERFLY)})
"""All profiles by name, in stable order."""
