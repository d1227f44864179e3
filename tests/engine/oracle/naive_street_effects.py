"""What a card does in the naive street race, and what it leaves to choose (FF-155)."""

from __future__ import annotations

import importlib
import itertools
from typing import Any

naive_street_cards = importlib.import_module("naive_street_cards")
Json = naive_street_cards.Json
ON_CARS = (
    "damage",
    "repair",
    "advance",
    "drift",
    "fall_back",
    "spin_out",
    "discard_driver",
    "discard_mod",
)


class Effects(naive_street_cards.Cards):  # type: ignore[misc, name-defined]
    """Cards with their effects."""

    def targets(self, card: Json, player: str, facts: Json) -> list[list[str]]:
        """All ways to choose what the effects leave open, one word a choice in effect order."""
        found: list[list[str]] = []
        self.choose(card.get("do", []), player, facts, {"words": []}, found)
        return found

    def choose(
        self, effects: list[Json], player: str, facts: Json, so_far: Json, found: list[list[str]]
    ) -> None:
        """The words of the first effect, and for each of them those of the others."""
        if not effects:
            found.append(so_far["words"])
            return
        effect, rest = effects[0], effects[1:]
        for car, words, kept in self.cars_open(effect, player, facts, so_far):
            for more in self.words_open(effect, car):
                then = {**so_far, **kept, "words": [*so_far["words"], *words, *more]}
                self.choose(rest, player, facts, then, found)

    def cars_open(self, effect: Json, player: str, facts: Json, so_far: Json) -> list[Any]:
        """(car, words for it, what is remembered) for each car an effect may be about."""
        who = effect.get("who", "self")
        if who in ("choose", "choose_other"):
            cars = [r for r in self.racers() if who == "choose" or self.owner(r) != player]
            return [(car, [car["id"]], {"chosen": car}) for car in cars]
        if who == "choose_tester":
            return [(car, [car["id"]], {}) for car in facts["cars"]]
        if who == "chosen":
            return [(so_far["chosen"], [], {})]
        if effect["op"] == "win_tie":
            cars = [car for car in facts["cars"] if self.owner(car) == player]
            return [(car, [car["id"]] if len(cars) > 1 else [], {}) for car in cars]
        if effect["op"] not in ON_CARS or "self" in so_far:
            return [(so_far.get("self"), [], {})]
        own = self.own(player)
        return [(car, [car["id"]] if len(own) > 1 else [], {"self": car}) for car in own]

    def words_open(self, effect: Json, car: Any) -> list[list[str]]:
        """The words after the car's."""
        if effect["op"] == "drift":
            return [[way] for way in "LRB" if self.possible(car, way)]
        if effect["op"] == "civ_remove":
            ways: list[list[str]] = [[]]
            civs = [civ["id"] for civ in self.civilians()]
            for _ in range(min(effect.get("n", 1), len(civs))):
                ways = [[*way, name] for way in ways for name in civs if name not in way]
            return ways
        return [[]]

    def playable(self, card: Json, player: str) -> bool:
        """Limit and price."""
        limit = card.get("limit")
        if limit == "not_leader" and self.leading() == player:
            return False
        if limit == "not_last" and self.owner(self.racers()[-1]) == player:
            return False
        return bool(self.style_of[player] >= card.get("cost_style", 0))

    def effect(self, effect: Json, player: str, words: list[str], kept: Json, facts: Json) -> None:
        """One effect; ``kept`` remembers the car chosen and the own car of this card."""
        who, op, n = effect.get("who", "self"), effect["op"], effect.get("n", 1)
        name = None
        if who.startswith("choose"):
            name = words.pop(0) if who != "chosen" else kept["chosen"]
            kept |= {} if who == "choose_tester" else {"chosen": name}
        elif who == "chosen":
            name = kept["chosen"]
        elif op in ON_CARS:
            if "self" not in kept:
                own = self.own(player)
                kept["self"] = words.pop(0) if len(own) > 1 else own[0]["id"]
            name = kept["self"]
        if op == "test_mod":
            facts["plus"][name] = facts["plus"].get(name, 0) + n
        elif op == "reroll":
            facts["dice"][name] = self.die()
        elif op == "win_tie":
            own = [c["id"] for c in facts["cars"] if self.owner(c) == player]
            facts["won"] = words.pop(0) if len(own) > 1 else own[0]
        elif op == "cancel":
            facts["cancelled"] = True
        elif op == "prevent":
            facts["prevented"] = True
        elif op in ("draw", "discard_hand", "style", "action"):
            self.effect_on_player(op, n, player if name is None else name[0])
        elif op == "civ_remove":
            for name in words[:n]:
                words.remove(name)
                civ = self.cars.get(name)
                if civ is not None:
                    self.leave(civ)
        elif op == "civ_wave":
            self.wave()
        elif op == "new_mats":
            self.new_mats()
        elif op != "manual":
            self.effect_on_car(effect, self.cars[str(name)], words)

    def effect_on_player(self, op: str, n: int, player: str) -> None:
        """Effects on a hand, on style, on actions."""
        if op == "draw":
            for _ in range(n):
                self.draw_card(player)
        elif op == "discard_hand":
            hand = sorted(self.hands[player])
            texts = [" ".join(["disc", *some]) for some in itertools.combinations(hand, n)]
            if len(hand) > n:
                hand = self.answer([player], "disc", texts).split()[1:]
            for name in hand:
                self.hands[player].remove(name)
                self.discards.append(name)
        elif op == "style":
            self.gain(player, n)
        else:
            self.actions += n

    def effect_on_car(self, effect: Json, car: Json, words: list[str]) -> None:
        """Effects on a racer."""
        op, test = effect["op"], effect.get("test", True)
        if op == "damage":
            self.damage(car)
        elif op == "repair":
            self.repair(car)
        elif op == "advance" and not self.blocked(car) and self.may_advance(car):
            if test:
                self.advance(car)
            else:
                self.window("advance.announced", {"car": car})
                self.go_ahead(car)
        elif op == "drift":
            way = words.pop(0)
            if self.possible(car, way):
                self.drift(car, way, forced=False, test=test)
        elif op == "fall_back":
            self.compulsory(car, "B")
        elif op == "spin_out":
            self.spin_out(car)
        elif op == "discard_driver" and car["driver"]:
            self.discards.append(car["driver"])
            car["driver"] = None
        elif op == "discard_mod" and car["mods"]:
            self.discards.append(car["mods"].pop(0))

    def repair(self, car: Json) -> None:
        """FF-82."""
        if car["dmg"]:
            car["dmg"] = False
            self.tell("repaired", car=car["id"])
