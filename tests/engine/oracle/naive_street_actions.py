"""The actions of a turn in the naive street race (FF-49, FF-96), and section 19's three ops."""

from __future__ import annotations

import copy
import importlib
from typing import Any

naive_street_turns = importlib.import_module("naive_street_turns")
naive_street_road = importlib.import_module("naive_street_road")
naive_street_state = importlib.import_module("naive_street_state")
Json, Illegal = naive_street_turns.Json, naive_street_turns.Illegal
Waiting, Data = naive_street_state.Waiting, naive_street_state.Data


class Whole(naive_street_turns.Game):  # type: ignore[misc, name-defined]
    """A game with its actions."""

    # -- what may be done --

    def act_texts(self) -> list[str]:
        texts = ["end"]
        if self.style_of[self.me] > 0:
            texts.append("style action")
        if self.actions < 1:
            return texts
        texts.append("pass")
        for car in self.own(self.me):
            texts += self.car_texts(car, f" {car['id']}" if self.dual else "")
        for name in sorted(self.hands[self.me]):
            card = self.data.card(name)
            texts.append(f"swap {name}")
            if card["type"] == "crew":
                texts += [f"crew {name} {player}" for player in self.players]
            if card["type"] == "action" and self.playable(card, self.me):
                for words in self.targets(card, self.me, {}):
                    texts.append(" ".join(["play", name, *words]))
        return texts

    def car_texts(self, car: Json, named: str) -> list[str]:
        """The actions of one car."""
        texts = []
        if not self.blocked(car) and self.may_advance(car):
            texts.append(f"adv{named}")
        texts += [f"drift{named} {way}" for way in "LRB" if self.possible(car, way)]
        if car["dmg"]:
            texts.append(f"fix{named}")
        if self.ground(car["cell"]) == "walk":
            texts.append(f"pull{named}")
        return texts

    def may_advance(self, car: Json) -> bool:
        """FF-140: four spaces a turn."""
        return not self.dual or self.advances.get(car["id"], 0) < 4

    def go_ahead(self, car: Json) -> None:
        if self.dual:
            self.advances[car["id"]] = self.advances.get(car["id"], 0) + 1
        super().go_ahead(car)

    # -- doing it --

    def answer_act(self, text: str) -> None:
        verb, *words = text.split()
        if verb == "end":
            self.actions, self.phase = 0, "discard"
            return
        if verb == "style":
            self.style_of[self.me] -= 1
            self.actions += 1
            return
        self.actions -= 1
        if verb == "pass":
            return
        if verb in ("adv", "drift", "fix", "pull"):
            car = self.cars[words.pop(0)] if self.dual else self.own(self.me)[0]
            getattr(self, f"do_{verb}")(car, words)
        else:
            getattr(self, f"do_{verb}")(words)
        self.after()

    def do_adv(self, car: Json, words: list[str]) -> None:
        self.advance(car)

    def do_drift(self, car: Json, words: list[str]) -> None:
        self.root, self.root_car = self.me, car["id"]
        self.drift(car, words[0], forced=False)
        self.root = self.root_car = None

    def do_fix(self, car: Json, words: list[str]) -> None:
        if self.fixit(car, "fix"):
            self.repair(car)

    def do_swap(self, words: list[str]) -> None:
        self.hands[self.me].remove(words[0])
        self.discards.append(words[0])
        self.draw_card(self.me)

    def do_play(self, words: list[str]) -> None:
        self.hands[self.me].remove(words[0])
        card = self.data.card(words[0])
        self.play_card(self.me, words[0], lambda: self.effects(card, self.me, words[1:], {}))

    def do_crew(self, words: list[str]) -> None:
        self.hands[self.me].remove(words[0])
        name, player = words
        self.play_card(self.me, name, lambda: self.gangs[player].append(name))

    # -- pulling over (FF-96) --

    def do_pull(self, car: Json, words: list[str]) -> None:
        self.window("pullover.announced", {"car": car})
        for name in self.behind(car):
            other = self.cars[name]
            if self.blocked(other) or not self.may_advance(other):
                continue
            texts = [f"free {name} no", f"free {name} yes"]
            if self.answer([self.owner(other)], "free", texts).endswith("yes"):
                self.advance(other)
                self.after()
        texts = self.opt_texts(car)
        text = texts[0] if len(texts) == 1 else self.answer([self.me], "opt", texts)
        self.do_opt(car, text.split()[1:])

    def opt_texts(self, car: Json) -> list[str]:
        texts = ["opt none"]
        if car["dmg"]:
            texts.append("opt repair")
        hand = sorted(self.hands[self.me])
        mods = [name for name in hand if self.data.card(name)["type"] == "mod"]
        crew = [name for name in hand if self.data.card(name)["type"] == "crew"]
        for name in mods:
            if len(car["mods"]) < self.data.first["mod_slots"]:
                texts.append(f"opt mod {name}")
                continue
            for old in car["mods"]:
                texts += [f"opt mod {name} over {old} {to}" for to in ("hand", "discard")]
        for name in [*crew, *self.gangs[self.me]]:
            if car["driver"] is None:
                texts.append(f"opt driver {name}")
            else:
                texts += [f"opt driver {name} old {to}" for to in ("gang", "discard")]
        for name in car["mods"]:
            texts += [f"opt unmod {name} {to}" for to in ("hand", "discard")]
        if car["driver"] is not None:
            texts += [f"opt undrive {to}" for to in ("gang", "discard")]
        return texts

    def do_opt(self, car: Json, words: list[str]) -> None:
        verb = words[0]
        if verb == "repair":
            here = car["cell"]
            at_shop = self.ground(here) == "walk" and self.chop(here)
            if at_shop or self.fixit(car, "repair"):
                self.repair(car)
        elif verb == "mod":
            self.add_mod(car, words[1], words[3:])
        elif verb == "driver":
            self.add_driver(car, words[1], words[3:])
        elif verb == "unmod":
            car["mods"].remove(words[1])
            self.lay(words[1], words[2])
        elif verb == "undrive":
            old, car["driver"] = car["driver"], None
            self.lay(old, words[1])

    def lay(self, name: str, to: str) -> None:
        """A card goes to the player's hand or gang or to the discards."""
        where = {"hand": self.hands[self.me], "gang": self.gangs[self.me]}
        where.get(to, self.discards).append(name)

    def add_mod(self, car: Json, name: str, over: list[str]) -> None:
        def place() -> None:
            if over:
                car["mods"].remove(over[0])
                self.lay(over[0], over[1])
            car["mods"].append(name)

        self.hands[self.me].remove(name)
        self.play_card(self.me, name, place)

    def add_driver(self, car: Json, name: str, old: list[str]) -> None:
        def place() -> None:
            if old:
                self.lay(car["driver"], old[0])
            car["driver"] = name

        if name in self.gangs[self.me]:
            self.gangs[self.me].remove(name)
            place()
        else:
            self.hands[self.me].remove(name)
            self.play_card(self.me, name, place)


# -- the ops --


def load(position: Json, data: Any, text: str | None = None) -> tuple[Any, Any]:
    """The game after ``since`` and a text, and what is asked: (who, kind, texts) or None."""
    base = position if position["base"] is None else position["base"]
    since = [*position["since"], *([] if text is None else [text])]
    game = Whole(base, data, since)
    try:
        if game.script:
            game.play(game.script.pop(0))
        if game.script:
            raise Illegal("bad-position")
        return game, game.question()
    except Waiting as waiting:
        game.waiting = True
        return game, (waiting.who, waiting.kind, waiting.texts)


def shown(game: Any, asked: Any, base: Json | None, since: list[str]) -> Json:
    """The JSON of a game at a question."""
    told = dict(game.position(game.order()))
    told["ask"] = None if asked is None else {"who": sorted(asked[0]), "kind": asked[1]}
    told["base"], told["since"] = base, since
    return told


def new(request: Json, data: Any) -> Json:
    """Op ``new``."""
    game = Whole(naive_street_state.first_position(data, request), data, [])
    return shown(game, game.question(), None, [])


def legal(position: Json, data: Any) -> list[str]:
    """Op ``legal``."""
    asked = load(position, data)[1]
    return [] if asked is None else sorted(asked[2])


def apply(position: Json, text: str, data: Any) -> tuple[Json, list[Json]]:
    """Op ``apply``."""
    position = copy.deepcopy(position)
    game, asked = load(position, data, text)
    base, since = None, []
    if game.waiting:
        base = position["base"]
        if base is None:
            base = {**position, "base": None, "since": []}
        since = [*position["since"], text]
    return shown(game, asked, base, since), game.events
