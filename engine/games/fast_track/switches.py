"""The switches of Fast Track that a house may turn, and the pairs that cannot be played together.

This is the one list: name, rules and sentence of every switch. A published sheet is such a set of
switches, too (``profiles``); what follows for moves is decided there by the fields of ``Profile``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from ...switches import Clash, Setting, Switch, Switches
from .profiles import PROFILES, Profile

FIVE: Final = "five_marbles"

LISTED: Final = (
    Switch(
        FIVE, "start", ("BF-1", "BF-5", "BF-12", "BF-13"),
        "A colour has five marbles; with the home row full, the fifth wins on the pen exit. "
        "Off: four, and all of them come home.",
    ),
    Switch(
        "starts_on_exit", "start", ("BF-1",),
        "One marble of each colour starts on its pen exit. Off: all start in the pen.",
    ),
    Switch(
        "several_colours", "start", ("FT-5",),
        "A player may have several colours, and players may be partners. "
        "Off: one colour each, and everybody alone.",
    ),
    Switch(
        "cut_for_first", "start", ("FT-6",),
        "Cards are cut for the first turn. Off: the first player listed begins.",
    ),
    Switch(
        "common_deck", "cards", ("BF-1", "BF-2"),
        "All draw from one deck and play the card at once. "
        "Off: everybody has a deck and a hand of five.",
    ),
    Switch(
        "four_backward", "cards", ("FT-18", "BF-10"),
        "A 4 goes four backward. Off: four forward, as other numbers go.",
    ),
    Switch(
        "jack_swaps", "cards", ("FT-21",),
        "A jack may swap two marbles of different colours. Off: it only moves one.",
    ),
    Switch(
        "forced_backward", "cards", ("FT-19",),
        "A card that moves nothing forward moves a marble backward. "
        "Off: then nothing moves, but a corner may send one back (FT-25).",
    ),
    Switch(
        "pass_ends_turn", "cards", ("BF-2",),
        "A card without a move ends the turn. Off: after a play-again card another one is played.",
    ),
    Switch(
        "split_first_captures", "cards", ("FT-20", "BF-11"),
        "The first half of a seven may capture. Off: only the second may.",
    ),
    Switch(
        "split_circuit", "cards", ("BF-11",),
        "A marked marble on another side's corner shares a seven only with a marked one. "
        "Off: with any.",
    ),
    Switch(
        "corners_first", "ring", ("FT-22", "FT-25"),
        "Marbles on corners move first, and one goes back to the pen if they cannot. "
        "Off: any marble may move.",
    ),
    Switch(
        "duty_by_colour", "ring", ("FT-22", "FT-24"),
        "Without partners each colour moves its own corner marble first, the others are free. "
        "Off: one duty for all colours.",
    ),
    Switch(
        "arrival_marks", "ring", ("BF-6", "FT-14"),
        "Whoever ends a forward move on a corner is marked. Off: only who came along the ring.",
    ),
    Switch(
        "ring_needs_mark", "ring", ("BF-7", "FT-13"),
        "Only a marked marble may use the ring. Off: any marble on another side's corner may.",
    ),
    Switch(
        "mark_binds", "ring", ("FT-14",),
        "A marked marble must stay on the ring. Off: it may leave on to the main track.",
    ),
    Switch(
        "backward_ring", "ring", ("FT-16", "BF-10"),
        "A marble on a corner may go backward along the ring. Off: only along the main track.",
    ),
    Switch(
        "penalty", "ring", ("BF-8",),
        "Who has a marked marble and moves another one, unmarked, loses all marks, as after a "
        "backward 4. "
        "Off: marks stay until the corner is left.",
    ),
    Switch(
        "bullseye_past_corner", "bullseye", ("FT-15",),
        "A count one past a corner, along the main track, may end in the bull's eye. "
        "Off: not in that way.",
    ),
    Switch(
        "bullseye_any_route", "bullseye", ("FT-15",),
        "A count one past a corner, by any route, may end in the bull's eye. "
        "Off: not in that way.",
    ),
    Switch(
        "bullseye_marked", "bullseye", ("BF-7",),
        "A marked marble goes into the bull's eye with A, joker, J, Q or K. Off: not in that way.",
    ),
    Switch(
        "bullseye_closed", "bullseye", ("BF-9",),
        "A taken bull's eye takes nobody in. Off: who goes in captures.",
    ),
    Switch(
        "bullseye_exit_yields", "bullseye", ("BF-9",),
        "If the own corner is taken, the next free one counter-clockwise serves as the exit. "
        "Off: then there is no exit.",
    ),
)  # fmt: skip
"""In the order in which people read them."""

CLASHES: Final = (
    Clash(
        Setting(FIVE, True), Setting("starts_on_exit", False), "full_pen",
        "a pen has four holes, so the fifth marble starts on the exit",
    ),
    Clash(
        Setting(FIVE, True), Setting("several_colours", True), "fifth_home",
        "a fifth marble on its exit does not show whether it has come round, so nobody could tell "
        "when all colours of a team are done",
    ),
    Clash(
        Setting(FIVE, True), Setting("corners_first", True), "no_room_back",
        "a marble that has to go back (FT-25) may find its pen full",
    ),
    Clash(
        Setting("ring_needs_mark", True), Setting("arrival_marks", False), "no_marks",
        "marks would come from the ring alone and the ring would need a mark, so nobody would ever "
        "use it",
    ),
    Clash(
        Setting("bullseye_past_corner", True), Setting("bullseye_any_route", True), "one_way_in",
        "any route is also the one along the main track",
    ),
    Clash(
        Setting("duty_by_colour", True), Setting("corners_first", False), "no_duty",
        "without that duty there is nothing to divide among the colours",
    ),
)  # fmt: skip


def switched(profile: Profile) -> dict[str, bool]:
    """How the switches of a profile stand."""
    return {
        one.name: profile.home_overflow if one.name == FIVE else getattr(profile, one.name)
        for one in LISTED
    }


SWITCHES: Final = Switches(
    LISTED,
    MappingProxyType({p.name: MappingProxyType(switched(p)) for p in PROFILES.values()}),
    CLASHES,
)


def house(rules: str, told: object) -> Profile:
    """The sheet of that name with these switches; Misfit if they cannot be played."""
    return _house(rules, tuple(SWITCHES.read(rules, told).items()))


def changed(profile: Profile) -> Mapping[str, bool]:
    """The switches in which a profile differs from the sheet that it is named after."""
    return _changed(profile)


@lru_cache(maxsize=256)
def _changed(profile: Profile) -> Mapping[str, bool]:
    usual = SWITCHES.sheets[profile.name]
    return MappingProxyType({k: on for k, on in switched(profile).items() if on != usual[k]})


@lru_cache(maxsize=256)
def _house(rules: str, told: tuple[tuple[str, bool], ...]) -> Profile:
    sheet = PROFILES[rules]
    if not told:
        return sheet
    fields: dict[str, Any] = dict(told)
    five = fields.pop(FIVE, sheet.home_overflow)
    fields |= {"marbles": 5 if five else 4, "home_overflow": five, "capture_needs_room": five}
    made = replace(sheet, **fields)
    return replace(made, cites=MappingProxyType({**sheet.cites, **_cites(made)}))


def _cites(profile: Profile) -> dict[str, str]:
    """The rules that a refusal quotes, by the switches that decide it."""
    one_past = profile.bullseye_past_corner or profile.bullseye_any_route
    divided = profile.split_circuit or not profile.split_first_captures
    return {
        "bullseye_in": "FT-15" if one_past else "BF-7",
        "bullseye_out": "BF-9" if profile.bullseye_exit_yields else "FT-17",
        "backward": "FT-16" if profile.backward_ring else "BF-10",
        "split": "BF-11" if divided else "FT-20",
        "turn_in": "BF-5" if profile.home_overflow else "FT-10",
        "ring": "BF-7" if profile.ring_needs_mark else "FT-13",
    }
