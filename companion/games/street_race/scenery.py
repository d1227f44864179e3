"""What the page draws of the street race besides its tokens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from companion.games.scenery import Ends, Names, Outcome, Pictured, Rolls, Scenery, Way
from companion.model.drive import Deed, Drive
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.street import StreetView
from companion.model.view import HoleView, Prompt
from engine.game import Position
from engine.games.street_race import WoodPosition
from engine.games.street_race.on_wood import CIVILIAN
from engine.games.street_race.wood import ROWS

from . import on_page, outcomes
from .chances import PLACE, PUSH
from .deeds import actions_left, deeds, is_of_hand, playing
from .dice import follows, lost, not_won, thrown, won
from .owed import ASIDE, CALLS, CIVILIAN_DEBT, LAY_BY_DEBT
from .places import AHEAD, AT_RANK
from .presenter import StreetPresenter
from .prompting import CHAIN, EXPLAINED, points, support
from .schematic import sheets

RULES: Final = StreetPresenter()
LIFTED: Final = ("prompt.lifted", "prompt.lifted_capture")
"""The table's sentences for a lifted token."""
STRAY: Final = "prompt.stray"
"""The table's sentence for somebody else's token."""
SPIN: Final = "street.spin"
"""A car that spun out is to be put somewhere; its plain form names no light."""
NOBODY: Final = "@token.civilian"


class StreetScenery(Scenery):
    """The pictures of the street race, and what they add to its sentences."""

    into = MappingProxyType(dict.fromkeys(ASIDE, LAY_BY_DEBT))
    onto = MappingProxyType({CIVILIAN: CIVILIAN_DEBT})
    calls = CALLS

    def street(self, position: Position) -> StreetView:
        """The street under the cars."""
        return on_page.street_view(_wood(position))

    def ends(self, position: Position, way: Way, names: Ends) -> Ends:
        """Between rank 1 and the row of rank 8 a car goes by the road ahead: it is the same row.

        Where it stays in its column, that is named once.
        """
        ranks = [name.params.get("n") if name.key == AT_RANK else None for name in names]
        a, b = names
        if set(ranks) == {"1", str(ROWS)}:
            a, b = (
                Message(AHEAD, name.params) if rank == str(ROWS) else name
                for rank, name in zip(ranks, names, strict=True)
            )
        if {a.key, b.key} <= {AT_RANK, AHEAD} and a.params["where"] == b.params["where"]:
            a = Message(f"{a.key}.alone", a.params)
        return a, b

    def led(self, moment: Pictured, street: StreetView, owed: Mapping[str, str]) -> StreetView:
        """Civilians look the way they drive before they are moved, too."""
        return on_page.led(street, moment.recent, owed)

    def told(
        self, position: Position, holes: Mapping[str, HoleView], held: Collection[str] = ()
    ) -> Mapping[str, HoleView]:
        """Chances and rivals beside the lights."""
        return on_page.told(_wood(position), holes, held)

    def prompt(self, moment: Pictured, prompt: Prompt, holes: Mapping[str, HoleView]) -> Prompt:
        """A lifted car's lights, a test that was lost; else actions left, or who pushed."""
        race = _wood(moment.position).race
        namer = RULES.namer(race, moment.names)
        if prompt.message.key in LIFTED:
            pushes = any(what.role == PUSH for what in holes.values())
            figures = any(what.figure for what in holes.values())
            key = "street.lifted.push" if pushes else "street.lifted"
            below = _other_end(holes) if moment.real else None
            if below is None and figures:
                below = Message("street.figures")
            said = Message(key, {"p": prompt.message.params["p"]})
            return msgspec.structs.replace(prompt, message=said, support=below)
        if prompt.message.key == STRAY and prompt.message.params.get("q") == NOBODY:
            said = Message("street.stray", {"p": prompt.message.params["p"]})
            return msgspec.structs.replace(prompt, message=said)
        if prompt.mood == "correction":
            told = lost(moment.recent, prompt.colour, namer)
            car = not_won(moment.recent)
            back = Message("street.back.player", {"p": namer(car)}) if told else None
            return msgspec.structs.replace(prompt, message=told, support=back) if told else prompt
        if prompt.mood == "win":
            return msgspec.structs.replace(prompt, support=points(race, namer))
        if prompt.message.key == SPIN and all(what.role != PLACE for what in holes.values()):
            plain = Message(f"{SPIN}.plain", prompt.message.params)
            prompt = msgspec.structs.replace(prompt, message=plain)  # lit once it is lifted
        if prompt.support is not None or not prompt.message.key.startswith("street."):
            return prompt
        if prompt.message.key in EXPLAINED:
            return msgspec.structs.replace(prompt, support=Message(f"{prompt.message.key}.support"))
        below = support(race, namer)
        if below is None or below.key != CHAIN:
            below = won(moment.recent, namer) or below
        return msgspec.structs.replace(prompt, support=below)

    def taken(self, still: bool) -> Message | None:
        """A pushed car waits in a hand; a street has no pens."""
        return Message("street.taken_still" if still else "street.taken")

    def led_back(self, moment: Pictured) -> str:
        """The car whose test was not won."""
        return not_won(moment.recent)

    def drive(self, moment: Pictured) -> Drive:
        """Tiles, schematics, the dice of the last test."""
        wood = _wood(moment.position)
        rules = wood.race.moment
        namer = RULES.namer(wood.race, moment.names)
        cars = rules.state.pack.cars.values()
        called = {car.id: namer(car.id) if car.racer else "@token.civilian" for car in cars}
        return Drive(
            sheets=sheets(rules),
            tiles=on_page.shown_tiles(wood, called),
            left=actions_left(wood.race),
            thrown=thrown(moment.recent),
            playing=playing(wood.race),
            of_hand=is_of_hand(wood.race),
        )

    def deeds(self, position: Position, seat: int | None) -> tuple[Deed, ...]:
        """The action buttons of whoever is asked."""
        return deeds(_wood(position).race, seat)

    def follows(self, step: GameStep) -> bool:
        """Whether this is a die, a pass, a reaction or a card of what was done before."""
        return follows(step)

    def outcome(self, deed: GameStep, steps: Sequence[GameStep], names: Names) -> Outcome | None:
        """``drives ahead, 9 against 4``: ``rank 1``."""
        return outcomes.told(deed, steps, RULES.namer(_wood(deed.before).race, names))

    def rolls(self, steps: Sequence[GameStep], names: Names) -> Rolls | None:
        """New traffic, a Civilian, or the car that a new street tests, whoever has the turn."""
        return outcomes.rolls(steps, RULES.namer(_wood(steps[0].before).race, names))


def _other_end(holes: Mapping[str, HoleView]) -> Message | None:
    """A place that lies at the other end of the wood, since its rows are a ring."""
    rows = {role: {hole[0] for hole, what in holes.items() if what.role == role} for role in _MEANT}
    ends = {"a": "h", "h": "a"}
    across = {ends.get(row, "") for row in rows["origin"]}
    found = across & (rows[PLACE] | rows[PUSH])
    return Message("street.wrap", {"row": min(found)}) if found else None


_MEANT: Final = ("origin", PLACE, PUSH)
"""Lights of a lifted car: where it came from, and where it may go."""


def _wood(position: Position) -> WoodPosition:
    assert isinstance(position, WoodPosition)
    return position
