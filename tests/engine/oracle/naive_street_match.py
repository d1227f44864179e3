"""The engine's street race against the naive one: random cases, and random games step by step.

    python tests/engine/oracle/naive_street_match.py cases 100000
    python tests/engine/oracle/naive_street_match.py games 100000 [options as JSON]

prints every difference and how many cases or positions were compared. The engine is asked by its
public ways alone: the runner of case files, and the JSON lines of ``trackside engine``.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent))
naive = importlib.import_module("naive_street_actions")
naive_street_random = importlib.import_module("naive_street_random")
cases_runner = importlib.import_module("engine.cases")
lines = importlib.import_module("engine.lines")

Json = dict[str, Any]
KINDS: tuple[Json, ...] = (
    {},
    {"barrel_once": True, "any_crossing": True},
    {"timid_civilians": True, "deploy_scores": True},
    {"farsight": True},
    {"dual": True},
    {"ordered": True},
    {"dual": True, "farsight": True, "ordered": True},
)
LIKELY = {"adv": 6, "drift": 6, "pull": 6, "fix": 2, "play": 3, "crew": 1, "react": 2, "style": 1}


class Differs(Exception):
    """Where the two do not agree; the text says all that is needed to see it again."""


# -- cases --


def compare_cases(rng: random.Random, count: int) -> list[str]:
    """Differences of so many random cases, as text."""
    made = naive_street_random.cases(rng, count)
    outcomes = cases_runner.run_cases(json.dumps({"about": "random", "cases": made}))
    return [
        f"{json.dumps(case)}\n  engine: {outcome.failure}"
        for case, outcome in zip(made, outcomes, strict=True)
        if outcome.failure is not None
    ]


def spoilt_cases(rng: random.Random, count: int) -> list[str]:
    """Cases with a die or a choice too many that the engine lets pass."""
    made = []
    for case in naive_street_random.cases(rng, count):
        if "pos" in case and case["expect"] != {"illegal": True}:
            key = rng.choice(("dice", "choices"))
            case["do"][key] = [*case["do"].get(key, []), 3 if key == "dice" else "B"]
            made.append(case)
    outcomes = cases_runner.run_cases(json.dumps({"about": "spoilt", "cases": made}))
    return [
        f"{json.dumps(case)}\n  passes with one {'die or choice'} too many"
        for case, outcome in zip(made, outcomes, strict=True)
        if outcome.failure is None
    ]


# -- games --


def engine(op: str, **request: Any) -> Any:
    """The engine's answer to one line."""
    answer = json.loads(lines.answer(json.dumps({"op": op, **request})))
    if "error" in answer:
        raise Differs(f"engine refuses {op}: {answer['error']}")
    return answer


def plain(position: Json | None) -> Any:
    """A position without what the text leaves open: the order inside hands, gangs, discards."""
    if position is None:
        return None
    told = dict(position)
    for key in ("hands", "gangs"):
        told[key] = {player: sorted(cards) for player, cards in position[key].items()}
    told["discards"] = sorted(position["discards"])
    told["base"] = plain(position["base"])
    return told


def unlike(ours: Any, theirs: Any, where: str = "") -> list[str]:
    """The leaves where two JSON values differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        found = []
        for key in sorted(ours.keys() | theirs.keys()):
            missing = "(no such key)"
            found += unlike(ours.get(key, missing), theirs.get(key, missing), f"{where}/{key}")
        return found
    if type(ours) is type(theirs) and ours == theirs:
        return []
    return [f"{where}: judge {json.dumps(ours)}, engine {json.dumps(theirs)}"]


class Match:
    """One random game played by both."""

    def __init__(self, rng: random.Random, data: Json, options: Json) -> None:
        self.rng, self.sets, self.data = rng, data, naive.Data([data])
        self.steps: list[str] = []
        self.kinds: Counter[str] = Counter()
        players = rng.randint(3, 4) if options.get("dual") else rng.randint(3, 6)
        racers = [racer["id"] for racer in data["racers"]]
        rng.shuffle(racers)
        order = list("ABCDEF"[:players])
        rng.shuffle(order)
        self.request = {
            "game": "fhtagn",
            "players": players,
            "racers": racers[: players * 2 if options.get("dual") else players],
            "order": order,
            "options": options,
        }

    def start(self) -> tuple[Json, Json]:
        """Both first positions."""
        ours = naive.new(self.request, self.data)
        theirs = engine("new", **self.request, data=self.sets)["position"]
        self.same(ours, theirs, "new")
        return ours, theirs

    def same(self, ours: Json, theirs: Json, after: str) -> None:
        """Both positions are the same."""
        found = unlike(plain(ours), plain(theirs))
        if found:
            self.fail(f"after {after}", found)

    def fail(self, what: str, found: list[str]) -> None:
        """Tell where, with the way there."""
        lines_ = [what, *(f"  {one}" for one in found[:12])]
        lines_.append(f"  new: {json.dumps(self.request)}")
        lines_.append(f"  last steps: {' | '.join(self.steps[-14:])}")
        raise Differs("\n".join(lines_))

    def pick(self, legal: list[str]) -> str:
        """A text that keeps the game lively."""
        if legal[0].split()[0] in ("deck", "shuffle"):
            return self.mixed(legal[0].split())
        lively = [
            t for t in legal if not t.startswith(("disc p", "swap", "pass", "end", "noreact"))
        ]
        texts = lively if lively and self.rng.random() < 0.85 else legal
        return self.rng.choices(texts, [LIKELY.get(t.split()[0], 1) for t in texts])[0]

    def mixed(self, words: list[str]) -> str:
        """A pile in any order; a street with its finish among the last eight (FF-16)."""
        names = words[1:]
        self.rng.shuffle(names)
        if words[0] == "deck":
            ends = self.data.finishes
            names = [name for name in names if name not in ends]
            back = names[: self.data.size - 8]
            block = [*names[len(back) : self.data.size - 2], *ends]
            self.rng.shuffle(block)
            names = [*back, *block, *names[self.data.size - 2 :]]
        return " ".join([words[0], *names])

    def play(self, limit: int) -> int:
        """How many positions were compared until the game or the limit ended."""
        ours, theirs = self.start()
        count = 0
        while ours["ask"] is not None and count < limit:
            legal = naive.legal(ours, self.data)
            told = engine("legal", position=theirs, data=self.sets)["legal"]
            if legal != told:
                more = sorted(set(legal) - set(told))
                less = sorted(set(told) - set(legal))
                found = [
                    f"judge alone: {more[:9]}",
                    f"engine alone: {less[:9]}",
                    f"ask {ours['ask']}",
                ]
                self.fail("legal", [*found, f"sorted: {told == sorted(told)}", *self.cars(ours)])
            text = self.pick(legal)
            self.kinds[ours["ask"]["kind"]] += 1
            self.steps.append(text)
            before = ours
            ours, events = naive.apply(ours, text, self.data)
            answer = engine("apply", position=theirs, action=text, data=self.sets)
            theirs = answer["position"]
            found = unlike(plain(ours), plain(theirs))
            if found:
                self.fail(f"after {text}", [*found, *self.cars(before)])
            self.same_events(events, answer["events"])
            count += 1
        return count

    def cars(self, position: Json) -> list[str]:
        """The street as text."""
        shown = [f"{car['id']} {car['at']} {car.get('face', '')}" for car in position["cars"]]
        return [f"cars {', '.join(shown)}", f"mats {position['mats']['F']} {position['mats']['O']}"]

    def same_events(self, ours: list[Json], theirs: list[Json]) -> None:
        """What section 19 fixes of the events."""


def compare_games(rng: random.Random, count: int, kinds: Any, data: Json) -> tuple[int, Any, Any]:
    """Positions compared, the differences, and how often each question was met."""
    compared, differences, met = 0, [], Counter()
    while compared < count:
        match = Match(rng, data, dict(rng.choice(kinds)))
        try:
            compared += match.play(count - compared)
        except Differs as difference:
            differences.append(str(difference))
            compared += max(1, len(match.steps))
        met += match.kinds
    return compared, differences, met


def main(argv: list[str]) -> int:
    """The command line."""
    what, count = argv[0], int(argv[1])
    seed = argv[3] if len(argv) > 3 else "street"
    started = time.process_time()
    rng = random.Random(seed)
    if what == "cases":
        found, done = [], 0
        while done < count:
            found += compare_cases(rng, min(1000, count - done))
            done += min(1000, count - done)
    else:
        sample = Path(__file__).parents[4] / "shared" / "rules" / "fhtagn_sample.json"
        kinds = [json.loads(argv[2])] if len(argv) > 2 and argv[2] != "all" else KINDS
        data = json.loads(sample.read_text("utf-8"))
        done, found, met = compare_games(rng, count, kinds, data)
        print(dict(met))
    for difference in found[:12]:
        print(difference)
    spent = time.process_time() - started
    print(f"{done} {what} compared, {len(found)} differences, {spent:.0f} s CPU")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
