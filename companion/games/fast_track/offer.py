"""The offer of Fast Track: what people may choose for a new game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from companion.games.offer import HOUSE, Cutting, Offer, Rounds, RulesOffer, named_house
from companion.games.offer import SWITCHES as KEY
from engine.errors import BadConfig, Misfit
from engine.games.fast_track.cut import Cut, cut_for
from engine.games.fast_track.profiles import PROFILES
from engine.games.fast_track.switches import SWITCHES
from engine.switches import Switches
from engine.told import Told

from .cards import RANKS, FastTrackCards

GAME: Final = "fast_track"
SHARED: Final = frozenset({"FT-1", "FT-2", "FT-3", "FT-4", "FT-9", "FT-13"})
"""Rules of the older sheets that the page of butterfly tells, too."""


class FastTrackOffer(Offer):
    """Fast Track as the set-up page offers it: with cards of paper, or dealt to phones (FT-8)."""

    hands: ClassVar[tuple[str, ...]] = ("physical", "virtual")
    held_to_look: ClassVar[bool] = True
    ahead: ClassVar[bool] = True
    switches: ClassVar[Switches | None] = SWITCHES

    def housed(self, sheet: RulesOffer, switches: Mapping[str, bool]) -> RulesOffer:
        """FT-5, FT-6: partners and the cut are switches, too."""
        now = {**SWITCHES.sheets[sheet.name], **switches}
        return replace(sheet, several=now["several_colours"], drawn=now["cut_for_first"])

    def page_of(self, rule: str, sheet: str) -> str:
        """Rules of both families may be quoted in a house."""
        if rule.startswith("BF-"):
            return "butterfly"
        return "classic" if sheet == "butterfly" and rule not in SHARED else sheet

    def settled(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with no switch that is as on the sheet; BadConfig for what cannot be."""
        further = dict(options.get("options") or {})
        told, name = further.pop(KEY, None), further.pop(HOUSE, None)
        sheet = self.sheet(str(options.get("rules")))
        if told is None and name is None:
            return dict(options)
        if name is not None:
            try:
                further[HOUSE] = named_house(name)
            except Misfit as wrong:
                said = "options: house: {why}"
                raise BadConfig(Told("house_name", said, why=wrong.args[0])) from None
        if told is not None and sheet is not None:
            try:
                turned = SWITCHES.read(sheet.name, told)
            except Misfit as wrong:
                raise BadConfig(wrong.args[0]) from None
            if turned:
                further = {**further, KEY: turned}
        return {**options, "options": further or None}

    def first_player(self, options: Mapping[str, Any], rng: random.Random) -> tuple[int, Rounds]:
        """FT-6: everybody cuts, the highest begins, ties cut again; BF-1: the first listed."""
        cut = _cut(options)
        while cut.first is None:
            request = cut.chance()
            if request is None:
                return 0, ()
            cut = cut.apply(request.prefix + rng.choice(request.domain))
        rounds = [{str(seat): card for seat, card in one} for one in cut.rounds]
        return cut.first, tuple(rounds)

    def cutting(self, options: Mapping[str, Any], told: Sequence[str]) -> Cutting | None:
        """FT-6, with the players' own cards."""
        cut = _cut(options)
        for card in told:
            seat = next(iter(cut.to_cut), None)
            if seat is None:
                break
            cut = cut.apply(f"cut:{seat} {card}")
        cards = FastTrackCards()
        return Cutting(
            next(iter(cut.to_cut), None),
            cut.first,
            cut.in_play if cut.tied else (),
            tuple({str(seat): card for seat, card in one} for one in cut.rounds),
            tuple((rank, cards.label(rank)) for rank in RANKS),
        )


def _cut(options: Mapping[str, Any]) -> Cut:
    """The cut before a game with these options; EngineError where there is no such game."""
    players = options.get("players")
    count = len(players) if isinstance(players, list) else 0
    return cut_for(str(options.get("rules")), count, (options.get("options") or {}).get(KEY))


OFFER: Final = FastTrackOffer(
    GAME,
    tuple(
        RulesOffer(sheet.name, sheet.boards, sheet.several_colours, not sheet.common_deck)
        for sheet in PROFILES.values()
    ),
)
