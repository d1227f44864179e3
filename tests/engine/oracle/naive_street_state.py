"""What a game of the naive street race knows, from and to section 19's position; no play in it.

Also the data: racers, mats and cards by id, with the copies of each card as ``p07.2``.
"""

from __future__ import annotations

import copy
import hashlib
import importlib
import json

naive_street_road = importlib.import_module("naive_street_road")
Json, Illegal = naive_street_road.Json, naive_street_road.Illegal
read, write = naive_street_road.read, naive_street_road.write

OPTIONS: Json = {
    "barrel_once": False,
    "timid_civilians": False,
    "any_crossing": False,
    "deploy_scores": False,
    "fourth_spend": "none",
    "mirror": False,
    "dual": False,
    "farsight": False,
    "ordered": False,
}


class Waiting(Exception):
    """Nobody has answered this yet."""

    def __init__(self, who: list[str], kind: str, texts: list[str]) -> None:
        super().__init__(kind)
        self.who, self.kind, self.texts = who, kind, sorted(texts)


class Data:
    """One data set, or two of which the second gives cards alone (FF-142)."""

    def __init__(self, sets: list[Json]) -> None:
        first = sets[0]
        self.first = first
        self.names = [{"set": one["set"], "sha256": digest(one)} for one in sets]
        self.racers = {racer["id"]: racer for racer in first["racers"]}
        self.mats = {mat["id"]: mat for mat in first["mats"]}
        away = {name for one in sets for name in one["excluded_cards"]}
        added = [c for one in sets[1:] for c in one["cards"] if c["name"] not in away]
        self.kinds = {card["id"]: card for card in [*first["cards"], *added]}
        self.copies = sorted(
            f"{card['id']}.{n}"
            for card in self.kinds.values()
            for n in range(1, card.get("copies", 1) + 1)
        )
        self.starts, self.finishes, self.regular = (
            sorted(m["id"] for m in first["mats"] if m["role"] == role)
            for role in ("start", "finish", "regular")
        )
        self.size = len(self.regular) - first["street"]["returned_mats"] + 2

    def card(self, name: str) -> Json:
        """A card by the id of its copy."""
        return dict(self.kinds[name.rpartition(".")[0]])


def digest(one: Json) -> str:
    """Section 19: of the file as JSON with sorted keys, no spaces, UTF-8."""
    text = json.dumps(one, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


class State:
    """The keys of a position as attributes; cells instead of texts."""

    def __init__(self, position: Json, data: Data) -> None:
        position = copy.deepcopy(position)
        self.data = data
        self.options = OPTIONS | position["options"]
        self.given = position["options"]
        self.players: list[str] = position["players"]
        self.placing: list[str] = position["order"]
        self.turn: str | None = position["turn"]
        self.turns: int = position["turns"]
        self.phase: str = position["phase"]
        self.actions: int = position["actions"]
        self.advances: dict[str, int] = position["advances"]
        self.laid: dict[str, str] = {side: position["mats"][side] for side in "FO"}
        self.deck: list[str] = position["mats"]["deck"]
        self.drawn: int = position["mats"]["drawn"]
        self.next: list[str] = position["mats"]["next"]
        self.hands: dict[str, list[str]] = position["hands"]
        self.gangs: dict[str, list[str]] = position["gangs"]
        self.style_of: dict[str, int] = position["style"]
        self.pile: list[str] = position["pile"]
        self.discards: list[str] = position["discards"]
        self.end: Json | None = position["end"]
        self.ranking: list[str] | None = position["ranking"]
        self.table_cars = [self.car_in(told) for told in position["cars"]]

    @staticmethod
    def car_in(told: Json) -> Json:
        """A car from its JSON."""
        car = {"id": told["id"], "kind": told["kind"], "limbo": told.get("limbo", False)}
        car["cell"] = None if told["at"] is None else read(told["at"])
        car["dmg"], car["face"] = told.get("dmg", False), told.get("face", "F")
        for key in ("racer", "driver", "mods"):
            if key in told:
                car[key] = told[key]
        return car

    @staticmethod
    def car_out(car: Json, shift: int) -> Json:
        """The JSON of a car, its rank shifted."""
        cell = car["cell"]
        told: Json = {"id": car["id"], "kind": car["kind"]}
        told["at"] = None if cell is None else write((cell[0] + shift, *cell[1:]))
        if car["kind"] == "civ":
            told["face"] = car["face"]
        else:
            told |= {key: car[key] for key in ("racer", "dmg", "driver")}
            told["mods"] = list(car["mods"])
        if car["limbo"]:
            told["limbo"] = True
        return told

    def position(self, cars: list[Json]) -> Json:
        """Section 19's position but ``ask``, ``base``, ``since``."""
        loose = [c for c in self.table_cars if c["cell"] is None]
        ranks = [car["cell"][0] for car in cars]
        shift = 1 - min(ranks) if ranks and self.phase != "place" else 0
        ordered = self.options["ordered"]

        def shown(names: list[str]) -> list[str]:
            return list(names) if ordered else sorted(names)

        return {
            "game": "fhtagn",
            "sets": self.data.names,
            "options": self.given,
            "players": self.players,
            "order": self.placing,
            "turn": self.turn,
            "turns": self.turns,
            "phase": self.phase,
            "actions": self.actions,
            "advances": {k: v for k, v in self.advances.items() if v},
            "mats": {
                **self.laid,
                "deck": shown(self.deck),
                "drawn": self.drawn,
                "next": list(self.next),
            },
            "cars": [self.car_out(car, shift) for car in [*cars, *loose]],
            "hands": {p: sorted(hand) for p, hand in self.hands.items()},
            "gangs": {p: sorted(gang) for p, gang in self.gangs.items()},
            "style": dict(self.style_of),
            "pile": shown(self.pile),
            "discards": shown(self.discards),
            "end": copy.deepcopy(self.end),
            "ranking": self.ranking,
        }


def first_position(data: Data, request: Json) -> Json:
    """The position before anybody has placed a car (op ``new``)."""
    options = {k: v for k, v in request.get("options", {}).items() if OPTIONS[k] != v}
    players = list("ABCDEF"[: request["players"]])
    dual = options.get("dual", False)
    names = [f"{p}{n}" for p in players for n in (1, 2)] if dual else players
    return {
        "game": "fhtagn",
        "sets": data.names,
        "options": options,
        "players": players,
        "order": request.get("order") or players,
        "turn": None,
        "turns": 0,
        "phase": "place",
        "actions": 0,
        "advances": {},
        "mats": {
            "F": data.starts[0],
            "O": data.starts[1],
            "deck": sorted([*data.regular, *data.finishes]),
            "drawn": 0,
            "next": [],
        },
        "cars": [
            {
                "id": name,
                "kind": "racer",
                "racer": racer,
                "at": None,
                "dmg": False,
                "driver": None,
                "mods": [],
            }
            for name, racer in zip(names, request["racers"], strict=True)
        ],
        "hands": {p: [] for p in players},
        "gangs": {p: [] for p in players},
        "style": dict.fromkeys(players, 0),
        "pile": data.copies,
        "discards": [],
        "end": None,
        "ranking": None,
    }
