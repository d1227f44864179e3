"""Set-up, turns and the end of the naive street race (sections 3, 5, 6, 13)."""

from __future__ import annotations

import importlib
import itertools

naive_street_effects = importlib.import_module("naive_street_effects")
naive_street_road = importlib.import_module("naive_street_road")
Json, Illegal = naive_street_effects.Json, naive_street_road.Illegal
read, write = naive_street_road.read, naive_street_road.write

Question = tuple[list[str], str, list[str]]


class Game(naive_street_effects.Effects):  # type: ignore[misc, name-defined]
    """The whole game; ``play(text)`` answers the settled question and goes on to the next."""

    @property
    def dual(self) -> bool:
        return bool(self.options["dual"])

    @property
    def me(self) -> str:
        """Whose turn it is."""
        return str(self.turn)

    # -- settled questions --

    def question(self) -> Question | None:
        """Who is asked what, and all answers; None when the game is over."""
        if self.phase == "place":
            if self.options["ordered"] and not self.order():
                return ["chance"], "deck", [" ".join(["deck", *self.deck])]
            car = self.unplaced()
            return [self.owner(car)], "place", self.place_texts(car)
        if self.phase == "mull":
            player = self.front_to_back()[0]
            return [player], "mull", [f"mull {player} {word}" for word in ("no", "yes")]
        if self.phase == "deploy":
            player = self.deployers()[0]
            return [player], "deploy", self.deploy_texts(player)
        if self.phase == "act":
            return [self.me], "act", self.act_texts()
        if self.phase == "discard":
            return [self.me], "disc", self.disc_texts()
        if self.phase == "draw":
            room = self.data.first["hand_limit"] - len(self.hands[self.me])
            return [self.me], "take", [f"take {n}" for n in range(max(0, min(2, room)) + 1)]
        if self.phase == "extra":
            player = self.buyer()
            return [str(player)], "extra", [f"extra {player} {word}" for word in ("no", "yes")]
        return None

    def play(self, text: str) -> None:
        """An answer to the settled question, then everything up to the next."""
        asked = self.question()
        assert asked is not None
        self.script.insert(0, text)
        text = self.answer(*asked)
        getattr(self, f"answer_{asked[1]}")(text)
        self.go_on()

    def go_on(self) -> None:
        """Past all questions that have one answer."""
        while True:
            if self.phase == "deploy" and not self.deployers():
                self.first_turn()
            if self.phase == "extra" and self.buyer() is None:
                self.phase = "over"
                self.ranking = [car["id"] for car in self.racers()]
                self.tell("over")
            asked = self.question()
            if asked is None or len(asked[2]) > 1 or asked[1] == "deck":
                return
            getattr(self, f"answer_{asked[1]}")(asked[2][0])

    # -- set-up (FF-20..27) --

    def unplaced(self) -> Json:
        """The next car to be placed; dual-car: the order is gone through twice."""
        for again in (0, 1):
            for player in self.placing:
                cars = self.own(player)
                if again < len(cars) and cars[again]["cell"] is None:
                    return dict(cars[again])
        return {}

    def place_texts(self, car: Json) -> list[str]:
        lanes = {side: len(self.mats[side]["lanes"]) for side in "FO"}
        placed = [c["cell"] for c in self.order()]
        cells = naive_street_road.placements(lanes, placed)
        return [f"place {car['id']} {write(cell)}" for cell in cells]

    def answer_deck(self, text: str) -> None:
        """With decks that the service keeps, the street comes before the first car."""
        self.deck = text.split()[1:]
        car = self.unplaced()
        self.answer_place(self.answer([self.owner(car)], "place", self.place_texts(car)))

    def answer_place(self, text: str) -> None:
        _, name, cell = text.split()
        self.cars[name]["cell"] = read(cell)
        self.events.append({"event": "moved", "car": name})
        if all(car["cell"] is not None for car in self.cars.values()):
            self.deal()
            self.phase = "mull"

    def front_to_back(self) -> list[str]:
        """Players by their better place."""
        return list(dict.fromkeys(self.owner(car) for car in self.racers()))

    def deal(self) -> None:
        """FF-24."""
        self.pile = self.shuffled("shuffle", self.pile)
        for place, player in enumerate(self.front_to_back(), start=1):
            for _ in range(place + 2):
                self.draw_card(player)

    def answer_mull(self, text: str) -> None:
        """FF-25: all players in one go, as nothing in a position tells who has answered."""
        for player in self.front_to_back():
            if not text:
                texts = [f"mull {player} {word}" for word in ("no", "yes")]
                text = self.answer([player], "mull", texts)
            if text.endswith("yes"):
                old = self.hands[player]
                self.discards += old
                self.hands[player] = []
                for _ in old:
                    self.draw_card(player)
            text = ""
        self.phase = "deploy"

    def deployers(self) -> list[str]:
        """FF-26: players behind rank 1 with something to deploy, front to back."""
        front = [car for car in self.racers() if car["cell"][0] == self.front()]
        ahead = {self.owner(car) for car in front}
        players = [p for p in self.front_to_back() if p not in ahead]
        return [p for p in players if len(self.deploy_texts(p)) > 1]

    def deploy_texts(self, player: str) -> list[str]:
        texts = [f"deploy {player} no"]
        for name in sorted(self.hands[player]):
            kind = self.data.card(name)["type"]
            for car in self.own(player):
                if kind == "mod":
                    texts.append(f"deploy {car['id']} {name} mod")
                if kind == "crew":
                    texts.append(f"deploy {car['id']} {name} driver")
            if kind == "crew":
                texts += [f"deploy {car['id']} {name} gang" for car in self.own(player)]
        return texts

    def answer_deploy(self, text: str) -> None:
        for player in self.deployers():
            if not text:
                text = self.answer([player], "deploy", self.deploy_texts(player))
            words = text.split()
            if words[-1] != "no":
                name = words[2]
                self.hands[player].remove(name)
                if words[3] == "gang":
                    self.gangs[player].append(name)
                elif words[3] == "driver":
                    self.cars[words[1]]["driver"] = name
                else:
                    self.cars[words[1]]["mods"].append(name)
                if self.options["deploy_scores"] and self.data.card(name).get("style"):
                    self.gain(player, 1)
            text = ""
        self.first_turn()

    def first_turn(self) -> None:
        """FF-27."""
        self.queue = []
        self.lead = self.leading()
        self.start_turn(self.owner(self.racers()[-1]))

    # -- a turn (FF-48) --

    def start_turn(self, player: str) -> None:
        """Phases 1 to 3."""
        self.turn, self.phase = player, "start"
        self.actions = 6 if self.dual else self.data.first["actions"]
        self.advances = {}
        self.tell("turn.start", by=player)
        self.after()
        self.barrel()
        self.after()
        if self.leading() == player:
            self.new_mats()
            self.after()
        if self.owner(self.racers()[-1]) == player:
            self.with_pack()
            self.after()
        self.phase = "act"

    def settle_lead(self) -> None:
        """FF-42: after an atomic event."""
        if self.turn is not None and self.leading() != self.lead:
            self.new_mats()

    def answer_disc(self, text: str) -> None:
        for name in text.split()[1:]:
            self.hands[self.me].remove(name)
            self.discards.append(name)
        self.phase = "draw"

    def disc_texts(self) -> list[str]:
        hand = sorted(self.hands[self.me])
        return [
            " ".join(["disc", *chosen])
            for n in range(len(hand) + 1)
            for chosen in itertools.combinations(hand, n)
        ]

    def answer_take(self, text: str) -> None:
        player, limit = self.me, self.data.first["hand_limit"]
        for _ in range(int(text.split()[1])):
            self.draw_card(player)
        if text == "take 2" and self.style_of[player] > 0 and len(self.hands[player]) < limit:
            third = self.answer([player], "take", ["end", "style card"])
            if third == "style card":
                self.style_of[player] -= 1
                self.draw_card(player)
        self.end_turn()

    def end_turn(self) -> None:
        """The next turn, or the option to buy one."""
        self.tell("turn.end", by=self.me)
        self.after()
        self.turns += 1
        self.advances = {}
        if self.end is None:
            self.start_turn(self.clockwise(self.me)[0])
        elif self.end["to_come"]:
            self.start_turn(self.end["to_come"].pop(0))
        else:
            self.phase = "extra"

    def clockwise(self, player: str) -> list[str]:
        """All players clockwise after one, that one last."""
        at = self.players.index(player) + 1
        return [*self.players[at:], *self.players[:at]]

    # -- the end (FF-130..134) --

    def buyer(self) -> str | None:
        """Who has the option now: the first clockwise who has not declined and can pay."""
        assert self.end is not None
        cost = self.data.first["endgame_turn_cost"]
        for player in self.clockwise(self.me):
            if player not in self.end["declined"] and self.style_of[player] >= cost:
                return player
        return None

    def answer_extra(self, text: str) -> None:
        _, player, word = text.split()
        assert self.end is not None
        if word == "no":
            self.end["declined"].append(player)
            return
        self.style_of[player] -= self.data.first["endgame_turn_cost"]
        self.start_turn(player)

    # -- new mats (FF-40) --

    def draw_mat(self, side: str) -> str:
        """The next mat of the deck."""
        if self.options["ordered"]:
            names = self.deck[:1]
        else:
            size = self.data.size
            names = []
            for name in self.deck:
                last = name in self.data.finishes
                if (last and self.drawn >= size - 8) or (not last and self.drawn < size - 2):
                    names.append(name)
        name = self.chance("mat", [f"mat {side} {name}" for name in names])
        self.deck.remove(name)
        self.drawn += 1
        return name

    def new_mats(self) -> None:
        """The five steps; nothing in the endgame."""
        if self.end is not None:
            return
        root, self.root = self.root, None
        shown, self.next = self.next, []
        for n, side in enumerate("FO"):
            name = shown[n] if shown else self.draw_mat(side)
            self.laid[side] = name
            if name in self.data.finishes:
                self.finish(name)
                break
        self.tell("mats.changed")
        self.come_in()
        if self.end is None:
            self.wave()
        if self.end is None and self.options["farsight"]:
            for side in "FO":
                self.next.append(self.draw_mat(side))
        self.lead = self.leading()
        self.root = root

    def finish(self, name: str) -> None:
        """FF-130, FF-131."""
        other = next(m for m in self.data.finishes if m != name)
        if other in self.deck:
            self.deck.remove(other)
            self.drawn += 1
        if self.laid["F"] == name:
            self.laid["O"] = other
        else:
            self.laid["F"] = other
        to_come = self.clockwise(self.me)[:-1]
        self.end = {"drawer": self.me, "to_come": to_come, "declined": []}
        self.tell("endgame")
