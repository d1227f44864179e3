"""A street race shortly before its end, laid into a data folder for a service to take up."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

from companion.games.packs import PACKS
from companion.play import beginning
from companion.service.data_folder import DataFolder
from companion.service.opened_journal import open_journal
from engine.game import CHANCE
from engine.registry import REGISTRY, RULES_REVISION

CARS = [["A"], ["B"], ["C"]]
HANDS = {
    "A": ["p11.1", "p14.1", "p17.1", "p22.1", "p03.1"],
    "B": ["p12.1", "p13.1", "p18.1", "p23.1", "p02.1"],
    "C": ["p01.1", "p02.2", "p04.1", "p08.1", "p24.1"],
}


def lay(folder: Path, **changes: Any) -> None:
    """Red, Orange, Yellow behind one another; the finish lies, and Yellow has drawn it.

    It is Yellow's turn, with one action left. Then Red and Orange have theirs, and Red can buy one.
    """
    settings = DataFolder(folder)
    journal = open_journal(settings, "", revision=RULES_REVISION).journal
    options = PACKS.of("fhtagn").offer.settled(
        {"game": "fhtagn", "players": CARS, "options": changes.pop("options", {})}
    )
    game = beginning.begin(journal, REGISTRY, PACKS.of("fhtagn"), options)
    rng = random.Random(1)
    while game.position.to_act is CHANCE:
        game.draw(rng)
    game.edit(game.game.load(placed(game.position.to_json(), changes)))
    journal.close()
    settings.close()


def placed(whole: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The position with everything in its place."""
    out = copy.deepcopy(whole)
    at = changes.pop("at", {"A": "1F1", "B": "2F2", "C": "3F1"})
    for car in out["cars"]:
        car["at"] = at[car["id"]]
    cards = [*out["pile"], *(card for held in out["hands"].values() for card in held)]
    out["hands"] = {letter: sorted(held) for letter, held in HANDS.items()}
    used = {card for held in HANDS.values() for card in held}
    out["pile"] = [card for card in cards if card not in used]
    mats = out["mats"]
    deck = [mat for mat in mats["deck"] if mat not in ("m03", "m04")]
    out["mats"] = {**mats, "F": "m03", "O": "m04", "deck": deck[6:], "drawn": 8, "next": []}
    out["style"] = {"A": 3, "B": 0, "C": 1}
    out |= {"phase": "act", "turn": "C", "actions": 1, "advances": {}, "turns": 12}
    out["end"] = {"drawer": "C", "to_come": ["A", "B"], "declined": []}
    out |= {"base": None, "since": [], "ask": None}
    return {**out, **changes}
