"""The engine's street race against the naive one: random cases, and random games step by step.

    PYTHONPATH=. python tests/engine/oracle/naive_street_match.py cases 100000 [seed]
    PYTHONPATH=. python tests/engine/oracle/naive_street_match.py games 100000 [seed]
    PYTHONPATH=. python tests/engine/oracle/naive_street_match.py sets 100000 [seed]

compare random cases, games of the sample, and games of other data sets (``naive_street_sets``).
Each prints the differences, and how many cases or positions were compared. The engine is asked by
its public ways alone: the runner of case files, and the JSON lines of ``trackside engine``.
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
naive_street_events = importlib.import_module("naive_street_events")
naive_street_sets = importlib.import_module("naive_street_sets")
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
CODES = {
    *("not-your-turn", "wrong-phase", "no-action-left", "unknown-id", "bad-syntax", "not-in-hand"),
    *("wrong-card-type", "blocked-ahead", "impossible-place", "not-on-walk", "not-damaged"),
    *("no-slot", "hand-full", "too-few-style", "advance-limit", "bad-placement", "not-an-option"),
    *("no-window", "not-triggered", "already-declined", "game-over", "bad-die", "bad-draw"),
}
"""Section 17's words for what cannot be done now."""
LIKELY = {"adv": 6, "drift": 6, "pull": 6, "fix": 2, "play": 3, "crew": 1, "react": 2, "style": 1}
MOODS: tuple[dict[str, float], ...] = (
    {},
    {"style": 0.02, "drift": 12},  # points are kept for the end
    {"react": 6, "take": 3, "pass": 0.1},
    {"pull": 30, "opt": 3},
    {"play": 12, "crew": 0.2},
)
"""How often a verb is chosen against the others, and what a game may have instead."""


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
    """A position without what the text leaves open: the order in hands, gangs, mods, discards."""
    if position is None:
        return None
    told = dict(position)
    for key in ("hands", "gangs"):
        told[key] = {player: sorted(cards) for player, cards in position[key].items()}
    told["discards"] = sorted(position["discards"])
    told["cars"] = [
        {**car, "mods": sorted(car["mods"])} if "mods" in car else car for car in position["cars"]
    ]
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
    return [f"{where}: judge {json.dumps(ours):.500}, engine {json.dumps(theirs):.500}"]


class Match:
    """One random game played by both."""

    def __init__(self, rng: random.Random, data: Json | list[Json], options: Json) -> None:
        self.rng, self.sets = rng, data
        sets = data if isinstance(data, list) else [data]
        self.data = naive.Data(sets)
        self.steps: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.bold = rng.random() < 0.5
        self.likely = {**LIKELY, **rng.choice(MOODS)}
        players = rng.randint(3, 4) if options.get("dual") else rng.randint(3, 6)
        racers = [racer["id"] for racer in sets[0]["racers"]]
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
        return self.rng.choices(texts, [self.likely.get(t.split()[0], 1) for t in texts])[0]

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
            if self.rng.random() < 0.05:
                self.refused(theirs, legal)
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
            wrong = naive_street_events.untold(plain(before), plain(ours), answer["events"])
            if wrong:
                self.fail(f"events of {text}", [*wrong, json.dumps(answer["events"])])
            count += 1
        return count

    def refused(self, position: Json, legal: list[str]) -> None:
        """A text of another moment: the engine names what is wrong with it."""
        text = self.rng.choice(self.steps or ["adv"])
        if text in legal or text.startswith(("deck", "shuffle")):
            return
        request = {"op": "apply", "position": position, "action": text, "data": self.sets}
        answer = json.loads(lines.answer(json.dumps(request)))
        if answer.get("error", {}).get("code") not in CODES:
            self.fail(f"{text} is refused", [f"{answer.get('error')}"])

    def cars(self, position: Json) -> list[str]:
        """The street as text."""
        shown = [f"{car['id']} {car['at']} {car.get('face', '')}" for car in position["cars"]]
        return [f"cars {', '.join(shown)}", f"mats {position['mats']['F']} {position['mats']['O']}"]

    def same_events(self, ours: list[Json], theirs: list[Json]) -> None:
        """The same things happened to the same cars and players."""
        counts = [naive_street_events.counted(events) for events in (ours, theirs)]
        if counts[0] != counts[1]:
            more, less = counts[0] - counts[1], counts[1] - counts[0]
            found = [f"judge alone: {dict(more)}", f"engine alone: {dict(less)}"]
            self.fail(f"events of {self.steps[-1]}", [*found, json.dumps(theirs)])


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


def data_of(rng: random.Random, sample: Json) -> Any:
    """The sample as it is, changed, or with a second set."""
    kind = rng.randrange(4)
    if kind == 0:
        return sample
    if kind == 1:
        return naive_street_sets.mixed(rng, sample)
    themes = list(naive_street_sets.EXTRA)
    return naive_street_sets.varied(rng, sample, *rng.sample(themes, rng.randint(0, len(themes))))


def main(argv: list[str]) -> int:
    """The command line."""
    what, count, seed = argv[0], int(argv[1]), argv[2] if len(argv) > 2 else "street"
    started = time.process_time()
    rng = random.Random(seed)
    found: list[str] = []
    done = 0
    met: Counter[str] = Counter()
    sample = Path(__file__).parents[4] / "shared" / "rules" / "fhtagn_sample.json"
    while done < count:
        few = min(1000 if what == "cases" else 5000, count - done)  # most games come to their end
        if what == "cases":
            found += compare_cases(rng, few)
        else:
            data = json.loads(sample.read_text("utf-8"))
            data = data if what == "games" else data_of(rng, data)
            few, more, kinds = compare_games(rng, few, KINDS, data)
            found, met = found + more, met + kinds
        done += few
    for difference in found[:12]:
        print(difference)
    spent = time.process_time() - started
    unit = "cases" if what == "cases" else f"positions of {what}"
    print(f"{done} {unit} compared, {len(found)} differences, {spent:.0f} s CPU; {dict(met)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
