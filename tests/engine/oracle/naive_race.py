"""A second reading of Racepack, slow and from the rules text alone: movements and turn flow.

It shares nothing with the engine. A position is its JSON form (RP-80) with all fields, copied and
changed in place; a movement is tried by walking it space by space; what RP-53 owes is found by
driving every possible turn to its end. The geometry is ``naive_ground``'s.
"""

from __future__ import annotations

import copy
import importlib
import math
import re
from itertools import pairwise
from typing import Any

naive_ground = importlib.import_module("naive_ground")
land, own_stall, player, purse, taken, up, values = (
    getattr(naive_ground, name)
    for name in ("land", "own_stall", "player", "purse", "taken", "up", "values")
)

Json = dict[str, Any]


class Refused(Exception):
    """RP-86's code of an action that is not accepted."""


# -- one movement --


class Trial:
    """A movement that was walked: where it led, and the marks it bears."""

    def __init__(self, text: str, to: str) -> None:
        self.text, self.to = text, to
        self.roll = self.stop = self.finish = self.pits = False
        self.speed = 1
        self.token: str | None = None
        self.keep = False
        self.crossed = False

    def spending(self, token: str) -> Trial:
        """The same with its speed set by a token (RP-50)."""
        other = copy.copy(self)
        other.text, other.token = f"{self.text}*{token}", token
        return other

    @property
    def whole(self) -> bool:
        """Nothing more is owed after it (RP-53)."""
        return self.stop or self.finish or self.pits


def walk(position: Json, car: Json, word: str, speed: int) -> list[str] | None:
    """The spaces gone over, or None: RP-31, RP-33, RP-34, RP-37."""
    ground = land(position)
    tile = ground.tile_of[car["at"]]
    heading = ground.out(tile)
    if word[0] == "K":
        if not car["keep"]:
            return None
        heading = ground.out(tile - 1)
        word = word[1:]
        if word == "F" and speed != 1:
            return None
        if word != "F":
            plain = ground.steps(car["at"], ground.out(tile))
            there = ground.steps(car["at"], heading).get(word)
            if there is None or there in (plain.get("L"), plain.get("R")):
                return None
    path, here = [], car["at"]
    for _ in range(speed if word == "F" else 1):
        here = ground.steps(here, heading).get(word)
        if here is None or here in taken(position):
            return None
        path.append(here)
    return path


def free_speeds(position: Json, car: Json) -> set[int]:
    """RP-24, RP-32: the speeds that need no token."""
    made, last = position["turn"]["made"], position["turn"]["speed"]
    if not car["started"]:
        return {1}
    if made == 0:
        return set(range(1, 8))
    return {s for s in range(1, 8) if last - 2 <= s <= last + 1}


def drive(position: Json, name: str, word: str, speed: int) -> Trial | None:
    """One movement of the driver, its token aside, or None where a rule forbids it.

    RP-53 is not asked here.
    """
    ground, car = land(position), position["cars"][name]
    path = walk(position, car, word, speed)
    if path is None:
        return None
    start = ground.tile_of[car["at"]]
    enters = [s for s in path if ground.corner(s) and ground.tile_of[s] != start]
    if enters and speed > 2:
        return None
    if any(s[0] == "P" for s in [car["at"], *path]) and speed > 3:
        return None
    trial = Trial(f"{word}{speed}", path[-1])
    trial.speed = speed
    trial.roll = bool(enters) and speed == 2
    trial.stop = bool(up(position) & set(path))
    tiles = [start] + [ground.tile_of[s] for s in path]
    trial.crossed = any(b == 0 and a == ground.count - 1 for a, b in pairwise(tiles))
    laps = car["c"] + trial.crossed - 1
    stopped = not ground.pit or car.get("pits", 0) > 0
    trial.finish = trial.crossed and laps >= position["laps"] and stopped
    trial.pits = own_stall(position, name, trial.to)
    trial.keep = ground.tile_of[trial.to] != start and ground.entry_row(trial.to)
    return trial


def trials(position: Json) -> list[Trial]:
    """Everything the driver could do now, the duty aside."""
    name = position["turn"]["car"]
    car = position["cars"][name]
    if car["spun"] is not None:
        found = []
        for space in land(position).outside(car["spun"]):
            if space not in taken(position):
                trial = Trial(f"E{space}", space)
                trial.stop = space in up(position)
                found.append(trial)
        return found
    if car["at"] is None:
        return []
    free = free_speeds(position, car)
    fresh = not car["started"] or position["turn"]["made"] == 0
    held = [] if fresh else sorted(set(position["tokens"][purse(position, name)]))
    found = []
    for word in ("F", "L", "R", "KF", "KL", "KR"):
        for speed in range(1, 8):
            tokens = [token for token in held if speed in values(token)]
            if speed not in free and not tokens:
                continue
            trial = drive(position, name, word, speed)
            if trial is None:
                continue
            if speed in free:
                found.append(trial)
            else:
                found += [trial.spending(token) for token in tokens]
    return found


def after(position: Json, trial: Trial) -> Json:
    """The position when the driver has made that movement and nothing else has happened yet."""
    name = position["turn"]["car"]
    cars = dict(position["cars"])
    car = dict(cars[name])
    car.update(at=trial.to, spun=None, keep=trial.keep, started=True, c=car["c"] + trial.crossed)
    cars[name] = car
    tokens = position["tokens"]
    if trial.token:
        tokens = copy.deepcopy(tokens)
        tokens[purse(position, name)].remove(trial.token)
    turn = dict(position["turn"])
    turn.update(made=turn["made"] + 1, speed=trial.speed, stop=turn["stop"] or trial.stop)
    return {**position, "cars": cars, "tokens": tokens, "turn": turn}


def reach(position: Json, owed: int, seen: dict[Any, int]) -> int:
    """RP-53: the largest number of movements that can be made from here, at most ``owed``."""
    if owed == 0:
        return 0
    name = position["turn"]["car"]
    car = position["cars"][name]
    key = (
        car["at"], car["spun"], car["keep"], car["c"], position["turn"]["speed"],
        position["turn"]["made"], tuple(position["tokens"][purse(position, name)]),
    )  # fmt: skip
    if key not in seen:
        best = 0
        for trial in trials(position):
            worth = owed if trial.whole else 1 + reach(after(position, trial), owed - 1, seen)
            best = max(best, worth)
            if best == owed:
                break
        seen[key] = best
    return seen[key]


def movements(position: Json) -> dict[str, Trial]:
    """RP-53, RP-54: the legal movements by notation."""
    owed = 3 - position["turn"]["made"]
    seen: dict[Any, int] = {}
    worth = {}
    for trial in trials(position):
        further = owed if trial.whole else 1 + reach(after(position, trial), owed - 1, seen)
        worth[trial.text] = (further, trial)
    best = max((w for w, _ in worth.values()), default=0)
    return {text: trial for text, (w, trial) in worth.items() if w == best}


# -- legal lists --


def rivals(position: Json) -> dict[str, list[str]]:
    """RP-44: holders of tokens that may be played against the driver."""
    driver = player(position, position["turn"]["car"])
    pool = position["token_mode"] == "pool"
    return {
        holder: held
        for holder, held in position["tokens"].items()
        if held and (holder if pool else player(position, holder)) != driver
    }


def legal(position: Json) -> list[str]:
    """RP-87: every action now accepted, sorted."""
    phase = position["phase"]
    if phase == "over":
        return []
    if phase == "penalty":
        return [f"D{face}" for face in range(6)]
    if phase == "react":
        claims = {"-"}
        for holder, held in rivals(position).items():
            for token in held:
                spoken = ["W2", "W4"] if token == "W" else [token]
                claims |= {f"!{holder}:{word}" for word in spoken}
        return sorted(claims)
    if phase == "move_hazard":
        return sorted(f"H{at}" for at in loose(position))
    late = ["T"] if position["options"].get("timer") else []
    return sorted([*movements(position), *late])


def loose(position: Json) -> list[str]:
    """RP-78: hazards that may be moved."""
    return [h["at"] for h in position["hazards"] if not land(position).corner(h["at"])]


# -- what an action leads to --


def apply(position: Json, action: str) -> Json:
    """RP-87: the position at the next decision."""
    position = copy.deepcopy(position)
    position["skipped"] = []
    phase = position["phase"]
    if phase == "over":
        raise Refused("race_over")
    if phase == "move":
        return moved(position, action)
    if phase == "penalty":
        return rolled(position, action)
    if phase == "react":
        return reacted(position, action)
    if action not in legal(position):
        raise Refused("illegal_movement" if action.startswith("H") else "wrong_phase")
    coin = next(h for h in position["hazards"] if h["at"] == action[1:])
    coin.update(at=position.pop("hazard_to"), up=False)
    position["phase"] = "move"
    turn_coins(position)
    return next_driver(position)


def moved(position: Json, action: str) -> Json:
    if action[:1] in ("D", "!") or action == "-":
        raise Refused("wrong_phase")
    if action == "T" and position["options"].get("timer"):
        return next_driver(position)
    trial = movements(position).get(action)
    if trial is None:
        raise Refused("illegal_movement")
    position = copy.deepcopy(after(position, trial))
    name = position["turn"]["car"]
    car = position["cars"][name]
    if trial.roll:
        position.update(phase="penalty", threshold=5)
        return position
    if trial.finish:
        car.update(at=None, keep=False)
        car["place"] = 1 + max(other["place"] for other in position["cars"].values())
    elif trial.pits:
        car["pits"] += 1
        pool = position["token_mode"] == "pool"
        position["tokens"][purse(position, name)] = list("12345") + ["W", "W"] * pool
    return settled(position, ended=trial.finish or trial.pits)


def settled(position: Json, ended: bool = False) -> Json:
    """A movement is fully resolved: hazards turn, then the turn goes on or is over."""
    turn_coins(position)
    done = sum(car["place"] > 0 for car in position["cars"].values())
    if ended and done >= max(1, min(3, len(position["cars"]) - 1)):
        position.update(phase="over", threshold=0)
        position["turn"] = {"car": None, "made": 0, "speed": 0, "stop": False}
        return position
    turn = position["turn"]
    if ended or turn["stop"] or turn["made"] == 3 or not movements(position):
        return next_driver(position)
    return position


def rolled(position: Json, action: str) -> Json:
    if not re.fullmatch("D[0-9]+", action):
        raise Refused("wrong_phase")
    if action not in [f"D{face}" for face in range(6)]:
        raise Refused("bad_die")
    if int(action[1]) >= position["threshold"]:
        return spun_out(position)
    if rivals(position):
        position["phase"] = "react"
        return position
    return safe(position)


def reacted(position: Json, action: str) -> Json:
    if action == "-":
        return safe(position)
    if action[:1] != "!":
        raise Refused("wrong_phase")
    holder, _, word = action[1:].partition(":")
    pool = position["token_mode"] == "pool"
    if holder not in position["tokens"]:
        raise Refused("no_token")
    driver = player(position, position["turn"]["car"])
    if (holder if pool else player(position, holder)) == driver:
        raise Refused("own_player")
    if action not in legal(position):
        raise Refused("no_token")
    position["tokens"][holder].remove("W" if word[0] == "W" else word)
    position.update(phase="penalty", threshold=int(word[-1]))
    return position


def safe(position: Json) -> Json:
    position.update(phase="move", threshold=0)
    return settled(position)


def spun_out(position: Json) -> Json:
    """RP-45, RP-78."""
    position.update(phase="move", threshold=0)
    cars = position["cars"]
    car = cars[position["turn"]["car"]]
    where, ground = car["at"], land(position)
    number = 1 + max(other["seq"] for other in cars.values())
    car.update(at=None, keep=False, spun=ground.tile_of[where], seq=number)
    left = position["options"].get("extra_hazards")
    lying = [h["at"] for h in position["hazards"]]
    there = [at for at in lying if ground.tile_of[at] == car["spun"]]
    if left is not None and where not in lying and len(there) < 2:
        if left > 0:
            position["hazards"].append({"at": where, "up": False})
            position["options"]["extra_hazards"] -= 1
        elif loose(position):
            position.update(phase="move_hazard", hazard_to=where)
            return position
    turn_coins(position)
    return next_driver(position)


def turn_coins(position: Json) -> None:
    """RP-61."""
    ground = land(position)
    for hazard in position["hazards"]:
        mark = (1, ground.tile_of[hazard["at"]], ground.row(hazard["at"]))
        past = []
        for car in position["cars"].values():
            if car["place"]:
                continue
            if car["spun"] is not None:
                past.append((car["c"], car["spun"], -1) > mark)
            else:
                past.append((car["c"], ground.tile_of[car["at"]], ground.row(car["at"])) > mark)
        if all(past):
            hazard["up"] = True


# -- whose turn is next --


def order(position: Json) -> list[str]:
    """RP-70: the cars that have not finished, by comparing one thing after the other."""
    ground = land(position)

    def standing(name: str) -> tuple[float, ...]:
        car = position["cars"][name]
        if car["spun"] is not None:
            return (-car["c"], -car["spun"], math.inf, car["seq"])
        tile, row = ground.tile_of[car["at"]], ground.row(car["at"])
        return (-car["c"], -tile, -row, ground.lane(car["at"]))

    racing = [name for name, car in position["cars"].items() if not car["place"]]
    return sorted(racing, key=standing)


def next_driver(position: Json) -> Json:
    """RP-24, RP-55, RP-70."""
    line = position["order"]
    at = line.index(position["turn"]["car"])
    passed_over: list[str] = []
    while True:
        at += 1
        if at == len(line):
            position["round"] += 1
            line = position["order"] = order(position)
            at = 0
        name = line[at]
        if position["cars"][name]["place"]:
            continue
        if position["round"] == 1:
            close_up(position, line, at)
        position["turn"] = {"car": name, "made": 0, "speed": 0, "stop": False}
        if movements(position):
            position["skipped"] = passed_over
            return position
        passed_over.append(name)


def close_up(position: Json, line: list[str], at: int) -> None:
    """RP-24: a whole row has had its turn when the next to go is the first of his row (every row
    of the grid is two cars of the order); then all who wait go on by one where there is room."""
    if at % 2:
        return
    ground = land(position)
    waiting = [name for name in line[at:] if not position["cars"][name]["started"]]
    waiting.sort(key=lambda name: order(position).index(name))
    for name in waiting:
        car = position["cars"][name]
        tile = ground.tile_of[car["at"]]
        ahead = ground.steps(car["at"], ground.out(tile)).get("F")
        crosses = ahead is not None and ground.tile_of[ahead] < tile
        if ahead is not None and not crosses and ahead not in taken(position):
            car["at"] = ahead
