"""What section 19 fixes of the street race's events: their names, and what happened."""

from __future__ import annotations

import importlib
from collections import Counter
from typing import Any

naive_street_road = importlib.import_module("naive_street_road")

Json = dict[str, Any]
TOLD = ("damaged", "repaired", "removed", "spun_out", "drawn", "turn.start", "turn.end")
TOLD += ("style.scored",)
ONCE = ("mats.changed", "endgame", "over", "played", "card.resolved", "wave.entered")
NAMES = {
    *TOLD,
    *ONCE,
    "moved",
    "displaced",
    "mats.changed",
    "wave.entered",
    "card.resolved",
    "rolled",
}
NAMES |= {"tested", "renumbered", "played", "endgame", "over"}


def untold(before: Json, after: Json, events: list[Json]) -> list[str]:
    """What the events alone do not lead to, played on the cars of the position before."""
    names = [event["event"] for event in events]
    wrong = [f"no such event: {name}" for name in names if name not in NAMES]
    if "renumbered" in names[:-1]:
        wrong.append("renumbered is not the last one")
    at = {car["id"]: car["at"] for car in before["cars"]}
    hurt = {car["id"] for car in before["cars"] if car.get("dmg")}
    shift = 0
    for event in events:
        car = event.get("car")
        if "from" in event and at.get(car) != event["from"]:
            wrong.append(f"{car} was at {at.get(car)}: {event}")
        if "to" in event and car is not None:
            at[car] = event["to"]
        if event["event"] == "removed":
            del at[car]
        if event["event"] == "damaged":
            hurt.add(car)
        if event["event"] == "repaired":
            hurt.discard(car)
        if event["event"] == "renumbered":
            shift = event["n"]
    moved = {name: naive_street_road.read(cell) for name, cell in at.items() if cell}
    told = {name: f"{cell[0] + shift}{cell[1]}{cell[2]}" for name, cell in moved.items()}
    shown = {car["id"]: car["at"] for car in after["cars"] if car["at"]}
    if told != shown:
        wrong.append(f"the events lead to {told}, not {shown}")
    if hurt != {car["id"] for car in after["cars"] if car.get("dmg")}:
        wrong.append("the events damage and repair other cars")
    return wrong


def counted(events: list[Json]) -> Counter[Any]:
    """How often each thing happened to each car or player."""
    shown = [event for event in events if event["event"] in TOLD]
    told: Counter[Any] = Counter((e["event"], e.get("car", e.get("by", ""))) for e in shown)
    told.update(event["event"] for event in events if event["event"] in ONCE)
    return told
